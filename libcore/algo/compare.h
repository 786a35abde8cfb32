/*
 * compare.h - compares two results: which user moves from which place to which.
 *
 * Used for what-if, for the effect of a plan, and for two days or two
 * algorithms.  The trees may differ: a user is found again by its association
 * id or, if the two come from different stores, by its account, user and
 * partition.  Not for: sentences and tables (report/explain/diff.h).
 */
#ifndef FT_ALGO_COMPARE_H
#define FT_ALGO_COMPARE_H

#include "algo/share/share.h"

/* One of the two results; everything is borrowed. */
struct ft_compare_side {
	const struct ft_tree *tree;
	const struct ft_share *share; /* the result of a run over `tree` */
	/* all names of the tree; needed for FT_MATCH_NAME and reports, else may
	 * be NULL */
	const struct ft_names_set *names;
};

enum ft_match {
	FT_MATCH_ID,  /* association id: two states of one store */
	FT_MATCH_NAME /* account, user and partition */
};

/* One user; places as in rank.h, 1 the best. */
struct ft_move {
	/* its nodes; FT_NODE_NONE: it was added, or removed */
	uint32_t before, after;
	uint32_t rank_before, rank_after; /* its places; 0: none */
	double factor_before, factor_after;
};

#define FT_COMPARE_NONE SIZE_MAX /* as an index: no move */

struct ft_compare {
	struct ft_compare_side before, after;
	struct ft_move *move; /* every user of either side: by place after, then
	                         place before, then id; removed ones last */
	size_t n, cap;

	size_t added, removed;
	size_t moved; /* whose place differs: up + down */
	size_t up, down;
	size_t shifted; /* of the moved, those who passed nobody and were passed
	                   by nobody that is on both sides */
	size_t changed; /* who are on both sides and whose factor differs */

	/* indexes of moves: the largest fall and rise; of equal ones that of
	 * the user who had the best place before */
	size_t fall, rise;
	/* who is first, and how many share that place; if several do, one who
	 * is first on both sides */
	size_t first_before, first_after;
	size_t n_first_before, n_first_after;
};

/* Compare the two sides; COMPARE borrows what they point to.  O(n log n). */
void ft_compare_init(struct ft_compare *compare,
    const struct ft_compare_side *before, const struct ft_compare_side *after,
    enum ft_match match);
void ft_compare_clear(struct ft_compare *compare);

/* Returns how many places the user won (> 0) or lost (< 0); 0 if added or
 * removed. */
int64_t ft_move_size(const struct ft_move *move);

/* How moves can be sorted. */
enum ft_compare_order {
	FT_ORDER_AFTER,  /* by place after: as compare->move[] is */
	FT_ORDER_BEFORE, /* by place before; added ones last */
	FT_ORDER_SIZE    /* the largest first, falls before rises */
};
/* Set INDEX[compare->n] to the indexes of all moves in ORDER; equal ones are by
 * place after. */
void ft_compare_sort(const struct ft_compare *compare,
    enum ft_compare_order order, size_t *index);

#endif
