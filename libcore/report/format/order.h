/*
 * order.h - rows in the order of the values of a column.
 */
#ifndef FT_REPORT_FORMAT_ORDER_H
#define FT_REPORT_FORMAT_ORDER_H

#include "report/format/column.h"

/* Returns row I of those that are sorted; it is read before the next call. */
typedef const void *ft_order_fn(void *ctx, size_t i);

struct ft_order {
	const struct ft_column *column;
	bool down; /* the largest first; what is not set is last all the same */
	bool turn; /* rows of which nothing is set change their order */
	bool none; /* where nothing is set its word for that counts as a text */
	double near; /* numbers closer to each other than this are alike */
	ft_order_fn *row;
	void *ctx;
};

/*
 * Returns the indices of rows 0 to N-1 in their new order, to be freed; rows
 * that are alike keep theirs.
 */
size_t *ft_order_rows(const struct ft_order *order, size_t n);

#endif
