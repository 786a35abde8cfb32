/*
 * auction_backfill.h - who gets nodes when a backfill scheduler gives them.
 *
 * The bidders are jobs, all submitted at one instant in the order of the
 * auction (its order, else the input), on an empty machine; sim/research/pool/pool.h makes
 * the schedule from planned and real lengths.  Winners are those that start at
 * that instant or within the window after it.  Bids do not count.
 *
 * With a window above 0 a node can be given twice: to a job that ends within it
 * and to one that follows.
 */
#ifndef FT_SIM_RESEARCH_AUCTION_BACKFILL_H
#define FT_SIM_RESEARCH_AUCTION_BACKFILL_H

#include "algo/research/auction.h"
#include "sim/research/pool/pool.h"

/* The ctx of such an auction. */
struct ft_backfill_jobs {
	enum ft_pool_policy policy;
	const int64_t *planned; /* [n] minutes it really runs; below 1: one
				   second */
	const int64_t *real;    /* [n] minutes; 0: a second; planned at most */
	int64_t window;         /* last start that counts, seconds; 0: the
				   first instant only */
};

/* "backfill" */
extern const struct ft_allocator ft_allocator_backfill;

#endif
