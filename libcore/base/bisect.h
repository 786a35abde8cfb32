/*
 * bisect.h - binary search in anything that is sorted.
 */
#ifndef FT_BASE_BISECT_H
#define FT_BASE_BISECT_H

/*
 * Set I, an integer, to the first of FIRST to END - 1 for which IS_BEFORE, an
 * expression of I, is false, and to END if there is none.  IS_BEFORE is true up to
 * some number and false from there on.
 */
#define FT_BISECT(i, first, end, is_before)                                    \
	do {                                                                   \
		__typeof__(i) ft_low = (first), ft_high = (end);               \
                                                                               \
		while (ft_low < ft_high) {                                     \
			(i) = ft_low + (ft_high - ft_low) / 2;                 \
			if (is_before)                                         \
				ft_low = (i) + 1;                              \
			else                                                   \
				ft_high = (i);                                 \
		}                                                              \
		(i) = ft_low;                                                  \
	} while (0)

#endif
