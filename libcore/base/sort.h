/*
 * sort.h - comparisons for qsort(3) of plain arrays.
 */
#ifndef FT_BASE_SORT_H
#define FT_BASE_SORT_H

#include <stddef.h>

/* Of const char *, bytewise; of uint32_t; of int64_t. */
int ft_by_text(const void *a, const void *b);
int ft_by_u32(const void *a, const void *b);
int ft_by_i64(const void *a, const void *b);
/* Sort ARRAY[n] of elements of SIZE bytes and keep only the first of equal
 * elements; returns how many are left. */
size_t ft_unique(void *array, size_t n, size_t size,
    int (*by)(const void *a, const void *b));

#endif
