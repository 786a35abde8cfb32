/*
 * auction_private.h - shared by the files of algo/auction.
 *
 * EXACT groups bidders into classes of equal width.  For a class only the number
 * of winners has to be chosen, because they are its best bidders; so a table of the
 * largest total for each number of nodes takes a class in one step, not a row
 * per bidder.
 */
#ifndef FT_ALGO_RESEARCH_AUCTION_PRIVATE_H
#define FT_ALGO_RESEARCH_AUCTION_PRIVATE_H

#include "algo/research/auction.h"

__extension__ typedef __int128 ft_wide;

/* Whether bidder I takes part: not left out, no wider than the machine. */
static inline bool
ft_auction_enters(const struct ft_auction *auction, size_t skip, size_t i)
{
	return i != skip && auction->bidder[i].nodes <= auction->nodes;
}

ft_allocate_fn ft_auction_exact, ft_auction_greedy;
ft_pay_fn ft_auction_exact_rerun, ft_auction_exact_critical,
    ft_auction_greedy_rerun, ft_auction_greedy_critical;

/* ---- classes of equal width ------------------------------------------------ */

struct bid_class {
	uint32_t width;  /* nodes of each, in units of all classes */
	uint32_t useful; /* as many as there are, and as the machine holds */
	uint32_t n;      /* useful ones and, if there is, one for a place */
	size_t before;   /* nodes the useful ones of narrower classes want */
	const uint32_t *who;  /* [n] bidders, largest bid first, then first */
	const int64_t *worth; /* [n + 1] of the first k together */
};

struct bid_classes {
	struct bid_class *item; /* [n + 1] by width, narrowest first; an end */
	size_t n;
	size_t room;  /* of the machine, in units: what all widths share */
	bool all_fit; /* together */
	uint32_t *who;
	int64_t *worth;
	int64_t *scratch;       /* [room + 1] */
	struct ft_meter *meter; /* of the auction */
};

/* Without bidder SKIP (n: nobody); the caller frees. */
void ft_bids_group(
    struct bid_classes *classes, const struct ft_auction *auction, size_t skip);
void ft_bids_free(struct bid_classes *classes);
/*
 * Take off bidders that no optimum can have.  win, total: none without any one
 * of these winners either; NULL: just none.
 */
void ft_bids_prune(struct bid_classes *classes, const bool *win, int64_t total);

/* Nodes that the useful ones of classes first..end-1 want. */
static inline size_t
bids_wanted(const struct bid_classes *classes, size_t first, size_t end)
{
	return classes->item[end].before - classes->item[first].before;
}

/*
 * The largest total that some classes make of each number of nodes.  With more
 * nodes than they want in all they make no more; and with fewer than are left
 * when all others have what they want, nobody will ask.
 */
struct bid_table {
	int64_t *sum; /* [room + 1], known from least to most */
	size_t least, most;
	int64_t codes; /* auction_exclude.c */
};

static inline int64_t
bids_at(const struct bid_table *table, size_t nodes)
{
	return table->sum[nodes < table->most ? nodes : table->most];
}

/* Copy what is known. */
void ft_bids_copy(struct bid_table *to, const struct bid_table *from);

/*
 * Let class J in, its best k together being worth worth[k], k in 0..useful,
 * which is concave:
 *     new(c) = the largest old(c - k * width) + worth[k].
 * others: nodes that classes not in the table want, J excepted.
 */
void ft_bids_add(struct bid_table *table, const struct bid_classes *classes,
    size_t j, const int64_t *worth, size_t others);

#endif
