/*
 * private.h - shared by the causes of a difference.
 */
#ifndef FT_REPORT_VERIFY_PRIVATE_H
#define FT_REPORT_VERIFY_PRIVATE_H

#include "report/verify/verify.h"

#define FT_VERIFY_HALF_DIGIT 0.5000001e-6 /* cells have six decimals */

/* Explain CELL unless it is equal or explained. */
void ft_verify_explain(struct ft_verify_cell *cell, enum ft_verify_cause cause,
    const char *detail);

/* Values between low and high; low > high: none. */
struct ft_verify_range {
	double low, high;
};
/* Returns what is printed as TEXT. */
struct ft_verify_range ft_verify_printed(const char *text);
bool ft_verify_meets(struct ft_verify_range left, struct ft_verify_range right);
/* Whether one usage within the rounding gives all that the site printed of the usage
 * of ROW, which has SHARES, a part of 1, of those of its siblings. */
bool ft_verify_fits(const struct ft_verify *verify,
    const struct ft_verify_row *row, double shares);

#endif
