/* order.h - sort rows by the values of a column. */
#ifndef FT_REPORT_FORMAT_ORDER_H
#define FT_REPORT_FORMAT_ORDER_H

#include "report/format/column.h"

/* Returns row I before sorting; it need only live until the next call. */
typedef const void *ft_order_fn(void *ctx, size_t i);

struct ft_order {
	const struct ft_column *column;
	bool down;        /* largest first */
	bool first;       /* unset values are first; else last, down or not */
	bool turn;        /* reverse the order of rows without a value */
	const char *none; /* what unset values are compared as; NULL: they are
			     last */
	double near;      /* numbers that differ by less are equal */
	ft_order_fn *row; /* of ft_order_sort NULL: the rows are what columns
			     show */
	void *ctx;
};

/* Put ROWS, an array of N elements of SIZE bytes, into ORDER; equal rows keep
 * theirs. */
void ft_order_sort(
    const struct ft_order *order, void *rows, size_t n, size_t size);

#endif
