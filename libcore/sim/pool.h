/*
 * pool.h - replay of a trace on one pool of processors: the fast way.
 *
 * No partitions, limits, nodes or memory: processors, time limits and an order.
 * For what Slurm itself would do see load/replay.h, which takes a world.
 * Nothing here is done per second or per pass that can be done per event:
 * decay is a ratio that time alone does not change.
 * Source: EASY backfill as described by Lifka (1995), Mu'alem and Feitelson
 * (2001); tests/unit/t_pool.c.
 */
#ifndef FT_SIM_POOL_H
#define FT_SIM_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "algo/share.h"
#include "base/error.h"
#include "model/trace.h"
#include "model/usage.h"

enum ft_pool_policy {
	FT_POOL_FCFS,        /* in order; the first that does not fit stops */
	FT_POOL_EASY,        /* one planned start, for the first that waits */
	FT_POOL_CONSERVATIVE /* a planned start for each that waits */
};

enum ft_pool_order {
	FT_POOL_BY_SUBMIT,  /* first come */
	FT_POOL_BY_USAGE,   /* of the user, decayed, least first */
	FT_POOL_BY_FAIRTREE /* rank of the association, every period */
};

struct ft_pool {
	uint32_t procs;
	enum ft_pool_policy policy;
	enum ft_pool_order order;
	int64_t period; /* seconds between two orderings: PriorityCalcPeriod */
	int64_t half_life; /* seconds; 0 usage does not decay */
	/* BY_FAIRTREE */
	const struct ft_algo *algo; /* ft_algos[]; NULL: fairtree */
	const struct ft_tree *tree;
	const uint32_t *leaf; /* [trace->n]: tree node of each job */
	struct ft_share_params params;
	/* told now and then: part done, 0..1; returns false to stop; may be
	 * NULL */
	bool (*tell)(void *ctx, double done);
	void *ctx;
	/* out */
	uint64_t passes, visits; /* runs of the scheduler, jobs looked at */
	size_t longest;          /* queue */
};

/*
 * Replay TRACE into outcome[trace->n].  Jobs that ask for more than pool->procs
 * never start (FAILED).  A job that ran longer than its limit ends at it
 * (TIMEOUT); a job without a limit is planned with its real run time.
 * FT_EINVAL: no processors, a leaf that is no user.
 */
enum ft_status ft_pool_run(struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_outcome *outcome, struct ft_error *err);

#endif
