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
/* Returns which part of the usage of ABOVE that of ROW can be. */
struct ft_verify_range ft_verify_ratio(
    const struct ft_verify_row *row, const struct ft_verify_row *above);
/* Returns what LevelFS can be for SHARES, a part of 1, and a ratio of usage. */
struct ft_verify_range ft_verify_level(
    double shares, struct ft_verify_range ratio);

#endif
