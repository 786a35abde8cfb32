/*
 * misreport.h - what one bidder of an auction would get by saying something
 * else than the truth.
 *
 * The bids of an auction are taken as true values.  One bidder reports another
 * whole number, all others keep theirs; its utility is its true value less
 * what it pays if it wins, else 0.  A mechanism is truthful for it if no report
 * gives more than the truth.
 *
 * The best report is not searched on a grid: what it wins and pays changes at
 * few bids only, and one on each side of all of them is tried.  These are, as
 * all allocators are monotone, the bid from which on it wins (its critical
 * value); and, where others are paid for (RERUN) and ordered by bid/unit, the
 * bids at which it passes another in the order.  Under EXACT what the others
 * get beside it does not depend on its bid, nor do the payments CRITICAL and
 * NONE.
 * Source: Mu'alem and Nisan (2008).
 */
#ifndef FT_ALGO_RESEARCH_MISREPORT_H
#define FT_ALGO_RESEARCH_MISREPORT_H

#include "algo/research/auction.h"

/* What comes of one report. */
struct ft_report {
	int64_t bid;
	bool wins;
	int64_t pays;    /* 0 if it loses */
	int64_t utility; /* true value - pays if it wins, else 0 */
};

struct ft_misreport; /* one bidder, one allocator */

/*
 * Of bidder I of AUCTION, which has passed ft_auction_check; borrowed, with the
 * allocator, until ft_misreport_free.
 */
struct ft_misreport *ft_misreport_new(const struct ft_auction *auction,
    const struct ft_allocator *allocator, size_t i);
void ft_misreport_free(struct ft_misreport *misreport);

/* Returns the largest bid that may be reported: sums still fit. */
int64_t ft_misreport_most(const struct ft_misreport *misreport);
/* Fill REPORT with what bidding BID (0..most) comes to. */
void ft_misreport_try(struct ft_misreport *misreport, enum ft_payment payment,
    int64_t bid, struct ft_report *report);
/*
 * Fill BEST with a report that gives most: the truth if nothing gives more,
 * else, of those tried, the nearest to it.
 */
void ft_misreport_best(struct ft_misreport *misreport, enum ft_payment payment,
    struct ft_report *best);

#endif
