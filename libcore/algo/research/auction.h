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
 *     CONTINUE   the same order, but those that do not fit are skipped; the
 *                largest single bid wins alone as under HALT;
 *     ORDER_HALT, ORDER_CONTINUE
 *                in the order given, whatever the bids; never a single bidder,
 *                for bids decide nothing here.
 * Another (backfill: sim/research/auction_backfill.h) is any function of the same type.
 * Who wants more nodes than the machine has takes no part: it neither wins nor
 * stands in anybody's way.
 *
 * Ties.  Equal bid/unit: as in the input (compared by cross products in 128
 * bits, never by division).  HALT and CONTINUE: the single bidder must be worth
 * strictly more; of equal single bids the first.  EXACT: of sets of equal total the one
 * with the most winners of the largest number of nodes; of these the one with
 * the most winners of the next, and so on; of bidders equal in nodes and bid
 * the first win.
 *
 * Payments:
 *     RERUN      what the others lose by its being there, under the same
 *                allocator: total(without i) - (total(with i) - bid i).  Under
 *                EXACT this is Vickrey, Clarke and Groves' rule;
 *     CRITICAL   the smallest whole bid with which it would still win, all
 *                other bids as they are.  Defined for allocators that are
 *                monotone (who wins with a bid wins with a larger one), as
 *                all of these are.  Under EXACT it is what RERUN comes to, or
 *                1 more where that bid would lose by the rule of ties;
 *     NONE       nothing.
 *
 * RERUN is never negative under EXACT and HALT.  Under the two that continue
 * it can be: without i a wider one gets in and keeps others out that are worth
 * more (under CONTINUE only where units are not nodes).
 *
 * What is promised (tests/prop/p_auction.c has the proofs and holds them):
 *     any units   EXACT >= CONTINUE >= HALT;
 *     units =     2 HALT >= EXACT, and so 2 CONTINUE >= EXACT; HALT without its
 *     nodes       single bidder >= (1 - beta) EXACT, beta the part of the
 *                 machine that the widest bidder wants.  If nobody wants more
 *                 than half of it, neither takes the single bidder;
 *     orders      nothing: ORDER_* may be worth next to nothing;
 *     truth       no bidder gains by another bid than what it is worth to it
 *                 under EXACT with RERUN or CRITICAL and under HALT and CONTINUE
 *                 with CRITICAL; nobody then pays more than it bids.  Neither
 *                 holds for HALT and CONTINUE with RERUN.
 *
 * Cost, n bidders of m widths on W nodes: sorting and, of greedy ones, a scan
 * for each winner of those that continue.  EXACT: at most m W log W, and few
 * times that for what all winners pay; a machine that is nearly large enough, or
 * bids that differ much, cost far less.
 *
 * Source: Nisan and Ronen (2000), Mu'alem and Nisan (2008); the study the
 * experiments come from is told in fauction(1).
 */
#ifndef FT_ALGO_RESEARCH_AUCTION_H
#define FT_ALGO_RESEARCH_AUCTION_H

#include "base/meter.h"
#include "base/rng.h"

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
	void *ctx;              /* of allocators of others */
	struct ft_meter *meter; /* looked at again and again; NULL: none */
};

/*
 * Set win[i] for each bidder and return the sum of the winners' bids.  skip:
 * a bidder that does not take part (its win is false), n: none.
 */
struct ft_allocator;
typedef int64_t ft_allocate_fn(const struct ft_allocator *self,
    const struct ft_auction *auction, size_t skip, bool *win);

typedef void ft_pay_fn(const struct ft_allocator *self,
    const struct ft_auction *auction, const bool *win, int64_t total,
    int64_t *pay);

struct ft_allocator {
	const char *name; /* "exact" */
	ft_allocate_fn *run;
	bool uses_bids;       /* false: nobody's bid changes who wins */
	bool halts;           /* greedy ones: at the first that does not fit */
	ft_pay_fn *rerun;     /* sets pay[i] of every winner by RERUN, faster
	                        than n runs do; NULL: these */
	ft_pay_fn *critical;  /* by CRITICAL; NULL where bids are not used */
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

/* Largest machine: EXACT keeps tables of that many numbers. */
#define FT_AUCTION_NODES_MAX (UINT32_C(1) << 24)

/*
 * FT_EINVAL, with the number (1..) of the bidder in words: a machine of no
 * nodes or of more than FT_AUCTION_NODES_MAX, a bidder of no nodes, a negative
 * bid, a unit below 1, an order that names a bidder twice or one there is not,
 * bids whose sum times the number of possible winners (n or W) does not fit 62
 * bits: all sums of payments fit then.  All else here takes an auction that
 * passed, and cannot fail.
 */
enum ft_status ft_auction_check(
    const struct ft_auction *auction, struct ft_error *err);

/* What winners of WIN pay; pay[i] is 0 for losers. */
void ft_auction_pay(const struct ft_auction *auction,
    const struct ft_allocator *allocator, enum ft_payment payment,
    const bool *win, int64_t *pay);

/* What one allocation and its payments come to; all sums fit by the check. */
struct ft_auction_score {
	size_t winners;
	int64_t total;        /* TV: sum of the winners' bids */
	int64_t paid;         /* TP: sum of their payments */
	uint64_t idle;        /* nodes nobody got */
	size_t pay_more;      /* PM: winners who pay more than their bid */
	size_t pay_same;      /* SP: exactly their bid */
	size_t pay_less;      /* PL: less, 0 included (of a bid above 0) */
	int64_t revenue_over; /* sum of what is paid above bids */
};
void ft_auction_score(const struct ft_auction *auction, const bool *win,
    const int64_t *pay, struct ft_auction_score *score);

/* ---- orders --------------------------------------------------------------- */

/*
 * order[n] by bid/unit, largest first: in which HALT and CONTINUE ask, those
 * wider than the machine included.
 */
void ft_auction_order_bids(const struct ft_auction *auction, uint32_t *order);
/*
 * order[n] of the study's priority: nodes * 10000 / W (rounded down) and a
 * whole number drawn evenly from 1..10000, one per bidder in the order of the
 * input; largest first, of equal ones as in the input.
 */
void ft_auction_order_priority(
    const struct ft_auction *auction, struct ft_rng *rng, uint32_t *order);
/*
 * order[n]: every permutation of 0..n-1 alike (Fisher and Yates: for i = n-1
 * down to 1, places i and ft_rng_below(rng, i + 1) are exchanged).
 */
void ft_auction_order_shuffle(struct ft_rng *rng, uint32_t *order, size_t n);

#endif
