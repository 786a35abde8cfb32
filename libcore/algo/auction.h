/*
 * auction.h - the scheduler game: jobs bid for the nodes of one machine.
 *
 * A machine of W nodes is given once, for one instant.  Bidder i wants
 * nodes[i] of them, all or none, and says what that is worth to it: its bid.
 * An allocator decides who wins; a payment rule what the winners pay.  All
 * amounts are whole numbers (node minutes in the study's experiments), so that
 * nothing is rounded here.
 *
 * Allocators of this module:
 *     EXACT      a set of largest total bid that fits (0-1 knapsack);
 *     HALT       in order of bid/unit, largest first, to the first that does
 *                not fit; if the largest single bid that fits is worth more
 *                than all these together, that one alone;
 *     CONTINUE   the same order, those that do not fit are passed over; no
 *                single bidder instead;
 *     ORDER_HALT, ORDER_CONTINUE
 *                in the order given, whatever the bids; no single bidder.
 * Another (backfill of fsim) is any function of the same type.
 *
 * Ties.  Equal bid/unit: as in the input (compared by cross products in 128
 * bits, never by division).  HALT: the single bidder must be worth strictly
 * more; of equal single bids the first.  EXACT: see ft_auction_exact.
 *
 * Payments:
 *     RERUN      what the others lose by its being there, under the same
 *                allocator: total(without i) - (total(with i) - bid i).  Under
 *                EXACT this is Vickrey, Clarke and Groves' rule;
 *     CRITICAL   the smallest whole bid with which it would still win, all
 *                other bids as they are.  Defined for allocators that are
 *                monotone (who wins with a bid wins with a larger one), as
 *                all of these are;
 *     NONE       nothing.
 *
 * Source: Nisan and Ronen (2001), Mu'alem and Nisan (2008); the study the
 * experiments come from is told in fauction(1).
 */
#ifndef FT_ALGO_AUCTION_H
#define FT_ALGO_AUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct ft_bidder {
	uint32_t nodes; /* wanted, at least 1 */
	int64_t bid;    /* what it says, 0.. */
	int64_t unit;   /* its bid counts as bid/unit in greedy orders, 1.. */
};

struct ft_auction {
	uint32_t nodes; /* W, of the machine */
	const struct ft_bidder *bidder;
	size_t n;
	/*
	 * ORDER_*: who is asked 1st, 2nd, ...: a permutation of 0..n-1, or
	 * fewer (the rest is not asked); NULL: as in the input.
	 */
	const uint32_t *order;
	size_t n_order;
	void *ctx; /* of allocators of others */
};

/*
 * Set win[i] for each bidder and return the sum of the winners' bids.  skip:
 * a bidder that does not take part (its win is false), n: none.
 */
typedef int64_t ft_allocate_fn(
    const struct ft_auction *auction, size_t skip, bool *win);

struct ft_allocator {
	const char *name; /* "exact" */
	ft_allocate_fn *run;
	bool uses_bids; /* false: nobody's bid changes who wins */
	/* pay[i] of every winner by RERUN faster than by n runs; may be NULL */
	void (*rerun)(const struct ft_auction *auction, const bool *win,
	    int64_t total, int64_t *pay);
	const char *sentence; /* for help and the manual page */
};

enum ft_payment { FT_PAY_RERUN, FT_PAY_CRITICAL, FT_PAY_NONE };

/* Allocators of this module, in the order of the comment above. */
enum ft_allocator_kind {
	FT_ALLOC_EXACT,
	FT_ALLOC_HALT,
	FT_ALLOC_CONTINUE,
	FT_ALLOC_ORDER_HALT,
	FT_ALLOC_ORDER_CONTINUE,
	FT_ALLOC_N
};
extern const struct ft_allocator ft_allocators[FT_ALLOC_N];

/*
 * FT_EINVAL, with the number of the bidder in words: no nodes, a negative bid,
 * a unit below 1, a sum of bids that does not fit 62 bits, an order that names
 * a bidder twice.
 */
enum ft_status ft_auction_check(
    const struct ft_auction *auction, struct ft_error *err);

/* What winners of WIN (total their bids) pay; pay[i] is 0 for losers. */
void ft_auction_pay(const struct ft_auction *auction,
    const struct ft_allocator *allocator, enum ft_payment payment,
    const bool *win, int64_t total, int64_t *pay);

/* What one allocation and its payments come to; all sums fit by the check. */
struct ft_auction_score {
	size_t winners;
	int64_t total;        /* TV: sum of the winners' bids */
	int64_t paid;         /* TP: sum of their payments */
	uint64_t idle;        /* nodes nobody got */
	size_t pay_more;      /* PM: winners who pay more than their bid */
	size_t pay_same;      /* SP: exactly their bid */
	size_t pay_less;      /* PL: less, 0 included */
	int64_t revenue_over; /* sum of what is paid above bids */
};
void ft_auction_score(const struct ft_auction *auction, const bool *win,
    const int64_t *pay, struct ft_auction_score *score);

#endif
