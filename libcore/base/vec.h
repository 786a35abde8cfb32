/*
 * vec.h - growing plain arrays.
 *
 * An array is three fields of its owner: a pointer, a count, a capacity.
 * Usage:  v->item = ft_vec_grow(v->item, &v->cap, v->n + 1, sizeof *v->item);
 */
#ifndef FT_BASE_VEC_H
#define FT_BASE_VEC_H

#include <stddef.h>

/*
 * Returns DATA moved, if needed, to where NEED items of SIZE bytes fit, and
 * updates *cap (items); at least doubles.  DATA may be NULL with *cap 0.
 */
void *ft_vec_grow(void *data, size_t *cap, size_t need, size_t size);

#endif
