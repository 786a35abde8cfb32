/*
 * sort.h - comparisons for qsort(3) of plain arrays.
 */
#ifndef FT_BASE_SORT_H
#define FT_BASE_SORT_H

/* Of const char *, bytewise; of uint32_t; of int64_t. */
int ft_by_text(const void *a, const void *b);
int ft_by_u32(const void *a, const void *b);
int ft_by_i64(const void *a, const void *b);

#endif
