/*
 * intern.h - one copy of each string, kept until all are freed at once.
 *
 * Jobs repeat the same few names by the hundred thousand; interned, they cost
 * a pointer, and equal strings have equal pointers.
 */
#ifndef FT_BASE_INTERN_H
#define FT_BASE_INTERN_H

#include "base/base.h"

struct ft_intern { /* all zero: empty */
	struct ft_arena arena;
	const char **slot; /* open addressing; NULL free */
	size_t n, cap;     /* cap: a power of two, or 0 */
};

void ft_intern_free(struct ft_intern *intern);
/* Returns the copy of TEXT, which lives as long as INTERN; "" for NULL. */
const char *ft_intern(struct ft_intern *intern, const char *text)
    __attribute__((returns_nonnull));
const char *ft_intern_n(struct ft_intern *intern, const char *text, size_t len)
    __attribute__((returns_nonnull));

#endif
