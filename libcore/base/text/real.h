/*
 * real.h - the real numbers that decide an order.
 *
 * Slurm on x86-64 ranks in 80-bit long doubles and compares them with ==, so
 * ties depend on that rounding (spec: man/fairtree.7, TIES).  All of it goes
 * through ft_real, and reals are compared only here.
 */
#ifndef FT_BASE_TEXT_REAL_H
#define FT_BASE_TEXT_REAL_H

#include "base/base.h"
#include <float.h>

typedef long double ft_real;

/* Returns <0, 0, >0 as a is less than, equal to, greater than b.  No NaNs. */
static inline int
ft_real_cmp(ft_real a, ft_real b)
{
	return (a > b) - (a < b);
}

/* Returns A as an integer, cut towards zero; saturates, NaN is 0. */
static inline uint64_t
ft_real_u64(ft_real a)
{
	if (!(a > 0))
		return 0;
	if (a >= (ft_real)UINT64_MAX)
		return UINT64_MAX;
	return (uint64_t)a;
}

/* Returns A as documents of Slurm have it: rounded to six decimals. */
double ft_real_shown(ft_real a);
/* Returns whole + micro/1e6 rounded once (0 <= micro < 1e6, whole >= 0). */
ft_real ft_real_from_micro(int64_t whole, int32_t micro);

#endif
