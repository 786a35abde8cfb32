/*
 * oracle.h - Fair Tree as slowly and plainly as possible, in exact rationals.
 *
 * Follows man/fairtree.7 word by word: rows, lists of children, recursion.  It
 * shares no code with the library beyond the row of a tree.  Rounding, where
 * the manual asks for it, is done on fractions of integers.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "algo/share.h"
#include "lib/gen.h"

/*
 * Fill rank[id] (ids from 1) with N..1 for users, 0 for accounts.
 * usage: [n + 1], totals by id.
 */
void oracle_ranks(const struct gen_tree *gen, const ft_real *usage,
    enum ft_ties ties, uint32_t *rank);

#endif
