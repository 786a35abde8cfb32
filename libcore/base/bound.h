/*
 * bound.h - how large a file of each kind may be (rows: bound.def).
 */
#ifndef FT_BASE_BOUND_H
#define FT_BASE_BOUND_H

#include "base/base.h"

enum ft_bound {
#define FT_BOUND(kind, what, all, line) kind,
#include "base/bound.def"
#undef FT_BOUND
	FT_BOUNDS
};

/* How much was read so far; all zero at the start. */
struct ft_bound_sum {
	uint64_t bytes; /* in total */
	uint64_t lines; /* that have ended */
	uint64_t line;  /* bytes of the one that has not */
};

/*
 * Count N more bytes, DATA, of input of kind BOUND.
 * FT_EINVAL: that exceeds the limit, in total or in one line; the text
 * lacks the name of the file.
 */
enum ft_status ft_bound_count(enum ft_bound bound, struct ft_bound_sum *sum,
    const char *data, size_t n, struct ft_error *err);

#endif
