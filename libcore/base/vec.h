/*
 * vec.h - growing plain arrays.
 *
 * An array is three fields of its owner: a pointer, a count, a capacity.
 * Usage:  struct item *item = ft_vec_add(v->item, v->n, v->cap);
 */
#ifndef FT_BASE_VEC_H
#define FT_BASE_VEC_H

#include <stddef.h>

/*
 * Returns DATA moved, if needed, to where NEED items of SIZE bytes fit, and
 * updates *cap (items); at least doubles.  DATA may be NULL with *cap 0.
 */
void *ft_vec_grow(void *data, size_t *cap, size_t need, size_t size);

/*
 * Returns a new element, not set, at the end of ARRAY.  All three arguments are
 * lvalues and are changed, so the value assigned to the element must not mention
 * them.  A macro because the result has the type of ARRAY; cap is a size_t.
 */
#define ft_vec_add(array, n, cap)                                              \
	((array) = ft_vec_grow(                                                \
	     (array), &(cap), (size_t)(n) + 1, sizeof *(array)),               \
	    (array) + (n)++)

#endif
