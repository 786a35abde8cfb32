/*
 * auction_int.h - shared by the files of algo/auction.
 *
 * EXACT groups bidders into classes of equal width.  Of a class only the number
 * of winners is to be chosen, they are its best bidders; so a table of the
 * largest total for each number of nodes takes a class in one step, not a row
 * per bidder.
 */
#ifndef FT_ALGO_AUCTION_INT_H
#define FT_ALGO_AUCTION_INT_H

#include "algo/auction.h"

__extension__ typedef __int128 ft_wide;

/* Whether bidder I takes part: not left out, no wider than the machine. */
static inline bool
ft_auction_enters(const struct ft_auction *auction, size_t skip, size_t i)
{
	return i != skip && auction->bidder[i].nodes <= auction->nodes;
}

ft_allocate_fn ft_auction_exact, ft_auction_halt, ft_auction_continue,
    ft_auction_order_halt, ft_auction_order_continue;
ft_pay_fn ft_auction_exact_rerun, ft_auction_exact_critical,
    ft_auction_halt_rerun, ft_auction_halt_critical, ft_auction_continue_rerun,
    ft_auction_continue_critical, ft_auction_order_halt_rerun,
    ft_auction_order_continue_rerun;

/* ---- classes of equal width ------------------------------------------------ */

struct bid_class {
	uint32_t width;  /* nodes of each, in units of all classes */
	uint32_t useful; /* as many as there are, and as the machine holds */
	uint32_t n;      /* useful ones and, if there is, one to take a place */
	const uint32_t *who;  /* [n] bidders, largest bid first, then first */
	const int64_t *worth; /* [n + 1] of the first k together */
};

struct bid_classes {
	struct bid_class *item; /* by width, narrowest first */
	size_t n;
	uint32_t room; /* of the machine, in units: what all widths share */
	bool all_fit;  /* together */
	uint32_t *who;
	int64_t *worth;
};

/* Without bidder SKIP (n: nobody); the caller frees. */
void bids_group(
    struct bid_classes *classes, const struct ft_auction *auction, size_t skip);
void bids_free(struct bid_classes *classes);

/*
 * Let a class into TABLE: for each c in 0..columns-1
 *     table[c] = the largest table[c - k * width] + worth[k], k in 0..most.
 * worth: [most + 1], concave; scratch: [columns].
 */
void bids_add(int64_t *table, size_t columns, size_t width, size_t most,
    const int64_t *worth, int64_t *scratch);

#endif
