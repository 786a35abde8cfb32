/*
 * pool.h - replay of a trace on one pool of processors: the fast way.
 *
 * No partitions, limits, nodes or memory: processors, time limits and an order.
 * For what Slurm itself would do see load/research/replay.h, which takes a world.
 *
 * Time.  Whole seconds.  At one second, in this order: jobs end and give their
 * processors back; outages end and begin; jobs arrive and join the queue; if an ordering is due, the
 * queue is ordered; the policy starts jobs.  A job that runs 0 seconds ends in
 * the second it starts, after which the policy has another go.  A job's planned
 * length is its limit, without one the time it really ran, at least 1 second.
 * A job that follows another (trace.h, after) comes when it came, whatever
 * became of the other; with feedback, its think time after the other has ended,
 * failed or was refused.  One that may run over its limit is planned to end in the
 * next second from then on, and what waits is looked at again when something
 * else happens.
 *
 * Outages.  Processors that leave are first those that are free, then those of the
 * jobs that started last: a failure ends such jobs, maintenance waits for their
 * ends.  Policies know when they come back.  They know maintenance in advance, but
 * no failure: a job starts only if what is left then is enough for all its planned
 * length, and plans keep to that; FCFS waits for it, too.  A job that is requeued joins the end of its queue, as one that comes then.
 *
 * Order.  BY_SUBMIT: as in the trace.  BY_USAGE and BY_FAIRTREE: by the value
 * of the job's user at the last ordering, jobs of equal value as in the trace.
 * Orderings are due at the first submission and every `period` after it, jobs
 * that come between two find the values of the last.  A user uses one
 * processor second per second and processor while a job runs; a second that
 * is t seconds ago counts 2^(-t / half_life).  The value is that usage, least
 * first (BY_USAGE), or the factor of the association under algo, highest first
 * (BY_FAIRTREE).
 *
 * The other orders (order.def) are by a value of each job; those whose values
 * age are ordered at each pass, that is whenever jobs end or come.
 *
 * Policy.  Jobs are taken in order and start while they fit; the first that
 * does not is the head, and
 *     FCFS          nobody passes it;
 *     EASY          it will start when enough running jobs have reached their
 *                   planned ends (the shadow time), all that end by then
 *                   counted; what is then left over is extra.  Those behind, in
 *                   order, start if they fit now and either end by plan at the
 *                   shadow time or before, or take no more than the extra;
 *     CONSERVATIVE  it and each behind it, in order, is planned to start at the
 *                   first second at which it fits for all its planned length
 *                   beside the running jobs and those planned before it; it
 *                   starts if that second is now.  Planned again at each pass.
 * EASY of a depth above 1 is in between: as many jobs are planned like that, from
 * the head on; those behind are not, and start if they fit beside all plans.
 * Nothing is done that nobody can notice: no pass without a queue or when
 * nothing waiting fits, no ordering before a pass needs it.
 *
 * Source: EASY backfill as described by Lifka (1995), Mu'alem and Feitelson
 * (2001); a slow twin of all this is in tests/lib/slowpool.h.
 */
#ifndef FT_SIM_RESEARCH_POOL_POOL_H
#define FT_SIM_RESEARCH_POOL_POOL_H

#include "algo/share/share.h"
#include "model/research/outage.h"
#include "model/job/trace.h"
#include "model/tree/usage.h"

enum ft_pool_policy {
	FT_POOL_FCFS,        /* in order; nothing overtakes */
	FT_POOL_EASY,        /* backfill with a reservation for the first
			        waiting job */
	FT_POOL_CONSERVATIVE /* backfill with a reservation for every waiting
			        job */
};

/* The last ones: by a value of each job. */
enum ft_pool_order {
	FT_POOL_BY_SUBMIT,   /* first come */
	FT_POOL_BY_USAGE,    /* the user's decayed usage, least first */
	FT_POOL_BY_FAIRTREE, /* the association's fair-share factor, once per
			       period */
#define ORDER(id, name, ages, value) FT_POOL_BY_##id,
#include "sim/research/pool/order.def"
	FT_POOL_ORDERS
};
/* Their names, separated by |, in that order: the values of an option. */
extern const char ft_pool_orders[];

/* When a job was planned to start: -1 never. */
struct ft_planned {
	int64_t first, last; /* by its first plan, and by the last before it
			        started */
};

/* What happens to a job at its time limit.  Words of options, separated by |. */
#define FT_OVERRUNS "kill|allow"
enum ft_overrun {
	FT_OVERRUN_KILL, /* it ends (TIMEOUT) */
	FT_OVERRUN_ALLOW /* it runs for its recorded time */
};

/* A run that a failure ended, of a job (index) that was requeued. */
struct ft_pool_cut {
	uint32_t job;
	int64_t start, end;
};
struct ft_pool_cuts {
	struct ft_pool_cut *item; /* by end; ft_free */
	size_t n, cap;
};

/* How a replay differs from the plain one, which is all zero. */
struct ft_pool_rules {
	enum ft_overrun overrun;
	bool feedback; /* jobs follow others (model/research/feedback.h) */
	const struct ft_outage *outage; /* [n_outage], by start, procs set */
	size_t n_outage;
	enum ft_on_failure on_failure;
};

struct ft_pool {
	uint32_t procs;
	enum ft_pool_policy policy;
	enum ft_pool_order order;
	uint32_t depth; /* EASY: jobs with a reservation; 0 is 1 */
	int64_t period; /* seconds between two orderings: PriorityCalcPeriod */
	int64_t half_life; /* seconds; 0 usage does not decay */
	struct ft_pool_rules rules;
	int64_t until; /* time, the last at which jobs may start; 0: any */
	/* BY_FAIRTREE */
	const struct ft_algo *algo; /* ft_algos[]; NULL: fairtree */
	const struct ft_tree *tree;
	const uint32_t *leaf; /* [trace->n]: tree node of each job */
	struct ft_share_params params;
	/* [trace->n]: filled with when each came, under feedback; NULL */
	int64_t *submit;
	/* progress: 0..1; returns false to stop; may be NULL */
	bool (*report)(void *ctx, double done);
	void *ctx;
	/* [trace->n]: to be filled with plans; NULL: not wanted.  With it there is
	 * a pass whenever jobs end or come, which changes no start. */
	struct ft_planned *planned;
	struct ft_pool_cuts *cuts; /* to be appended to; NULL: not wanted */
	/* out */
	uint64_t passes, visits; /* runs of the scheduler, jobs examined */
	uint64_t orderings;      /* of the queue */
	size_t longest;          /* of the queue */
	/* jobs that failures ended, by what became of them, and the processor
	 * seconds that they had run */
	uint64_t requeued, failed;
	double lost;
	bool stopped; /* report returned false */
};

/*
 * Replay TRACE (sorted) into outcome[trace->n].  Jobs that ask for more than
 * pool->procs never start (FAILED).  A job that ran longer than its limit ends
 * at it (TIMEOUT) unless it may overrun; others end as recorded.  After a stop, or after `until`, those
 * that have not started never do (PENDING).
 * FT_EINVAL: no processors, a trace that is not sorted, no period, a leaf that
 * is no user, or what algo says.
 */
enum ft_status ft_pool_run(struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_outcome *outcome, struct ft_error *err);

#endif
