/*
 * compare.h - two results side by side: which user moves from where to where.
 *
 * For what-if, for the effect of a plan on ranks, and for two days or two
 * algorithms.  The trees may differ: users are found again by their
 * association id, or, where the two come from different stores, by their
 * account, user and partition.  Not for: sentences and tables (report/explain/diff.h).
 */
#ifndef FT_ALGO_COMPARE_H
#define FT_ALGO_COMPARE_H

#include "algo/share/share.h"

/* One of the two; everything is borrowed. */
struct ft_compare_side {
	const struct ft_tree *tree;
	const struct ft_share *share;     /* a run over it */
	const struct ft_names_set *names; /* all of them, for FT_MATCH_NAME and
	                                     reports; else may be NULL */
};

enum ft_match {
	FT_MATCH_ID,  /* association id: two states of one store */
	FT_MATCH_NAME /* account, user and partition */
};

/* One user; places as in rank.h, 1 the best. */
struct ft_move {
	uint32_t before, after;           /* nodes; FT_NODE_NONE: added,
	                                     removed */
	uint32_t rank_before, rank_after; /* 0: none */
	double factor_before, factor_after;
};

#define FT_COMPARE_NONE SIZE_MAX /* index of no move */

struct ft_compare {
	struct ft_compare_side before, after;
	struct ft_move *move; /* every user of either side: by place after, then
	                         place before, then id; removed ones last */
	size_t n, cap;

	size_t added, removed;
	size_t moved; /* the place differs; up + down */
	size_t up, down;
	size_t shifted; /* of the moved: only because others were added or
	                   removed, they pass nobody who stays */
	size_t changed; /* in both, and the factor differs */

	/* indices of moves */
	size_t fall, rise; /* the largest; of equal ones the best before */
	/*
	 * Who is first, and how many share it.  If several share it, one
	 * who is first on both sides.
	 */
	size_t first_before, first_after;
	size_t n_first_before, n_first_after;
};

/*
 * Fill COMPARE, to be cleared with ft_compare_clear; it borrows what the sides
 * point to.  O(n log n).
 */
void ft_compare_init(struct ft_compare *compare,
    const struct ft_compare_side *before, const struct ft_compare_side *after,
    enum ft_match match);
void ft_compare_clear(struct ft_compare *compare);

/* Returns the places won (> 0) or lost (< 0); 0 for added and removed ones. */
int64_t ft_move_size(const struct ft_move *move);

/* In which order moves are wanted. */
enum ft_compare_order {
	FT_ORDER_AFTER,  /* as they come */
	FT_ORDER_BEFORE, /* by place before; added ones last */
	FT_ORDER_SIZE    /* the furthest first, falls before rises */
};
/*
 * Fill index[compare->n] with all moves in ORDER; total, the last key is the
 * place in FT_ORDER_AFTER.
 */
void ft_compare_sort(const struct ft_compare *compare,
    enum ft_compare_order order, size_t *index);

#endif
