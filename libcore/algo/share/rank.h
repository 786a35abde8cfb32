/*
 * rank.h - places of users: 1 is the best; tied users share a place, and the
 * places after it are skipped, as in sports (1, 2, 2, 4).
 *
 * Fair Tree and level based compute ranks themselves, classic only factors.
 * This computes places for all of them, for comparing and solving.
 */
#ifndef FT_ALGO_SHARE_RANK_H
#define FT_ALGO_SHARE_RANK_H

#include "algo/share/share.h"

/*
 * Set RANK[share->n], by node, to the place of each user of TREE by its factor;
 * 0 for accounts.  SHARE: the result of a run over that tree.  O(n), for
 * classic O(n log n).
 */
void ft_rank_users(
    const struct ft_tree *tree, const struct ft_share *share, uint32_t *rank);

/* The same by KEY[tree->n], by node, of which the greatest is the best.  O(n
 * log n). */
void ft_rank_by_key(
    const struct ft_tree *tree, const uint64_t *key, uint32_t *rank);

/* Set *first and *last to the best and the worst place of the users at or below
 * NODE, 0 if there are none.  Costs as much as ft_rank_users. */
void ft_rank_range(const struct ft_tree *tree, const struct ft_share *share,
    uint32_t node, uint32_t *first, uint32_t *last);

/* Returns the place of the user NODE alone.  O(n). */
uint32_t ft_rank_user(
    const struct ft_tree *tree, const struct ft_share *share, uint32_t node);

#endif
