/*
 * scalar.h - single numbers and texts as Slurm prints them, in and outside of
 * tables.
 */
#ifndef FT_REPORT_FORMAT_SCALAR_H
#define FT_REPORT_FORMAT_SCALAR_H

#include "base/base.h"

/*
 * Append NUMBER as Slurm prints a double in a column of WIDTH (its sign does
 * not matter; 0: parsable, as "%f"), not padded: six decimals; where these are
 * too long, the exponent form that fills the width; "inf"; nothing for NO_VAL.
 * Returns whether it is the exponent form, which Slurm does not pad.
 */
bool ft_format_real(struct ft_str *str, double number, int width);
/*
 * Append LEN bytes of TEXT cut to |width| bytes, the last one '+' if something
 * is missing, and padded: to the left of it for width > 0, else to the right.
 */
void ft_format_cut(struct ft_str *str, const char *text, size_t len, int width);
/* Append padded only; nothing is cut. */
void ft_format_pad(struct ft_str *str, const char *text, size_t len, int width);

#endif
