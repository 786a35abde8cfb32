/*
 * oracle.h - Fair Tree as slowly and plainly as possible, in exact rationals.
 *
 * Follows man/fairtree.7 word by word: rows, lists of children, recursion.  It
 * shares no code with the library beyond the row of a tree.  Rounding, where
 * the manual asks for it, is done on fractions of integers.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "algo/share/share.h"
#include "lib/gen.h"

/*
 * Fill rank[id] (ids from 1) with N..1 for users, 0 for accounts.
 * usage: [n + 1], totals by id.
 */
void oracle_ranks(const struct gen_tree *gen, const ft_real *usage,
    enum ft_ties ties, uint32_t *rank);

/* Comparisons of two LF whose outcome rounding changed. */
struct oracle_rounding {
	uint64_t lost; /* equal on paper, not tied */
	uint64_t made; /* tied, not equal on paper */
	uint64_t swapped;
	uint64_t far; /* of these: further apart than 2^-52 + 2^-61 of one */
};

/*
 * The same without any rounding: what is right on paper.  Every comparison is
 * counted in ROUNDING that comes out otherwise with rounded numbers.
 */
void oracle_ranks_on_paper(const struct gen_tree *gen, const ft_real *usage,
    enum ft_ties ties, uint32_t *rank, struct oracle_rounding *rounding);

#endif
