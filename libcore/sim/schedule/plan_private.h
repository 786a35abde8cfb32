/*
 * plan_private.h - backfill's two views of the future: nodes not yet planned for
 * a job, by time (struct ft_plan), and resources that will be free when running
 * jobs have ended (struct ft_future).
 */
#ifndef FT_SIM_SCHEDULE_PLAN_PRIVATE_H
#define FT_SIM_SCHEDULE_PLAN_PRIVATE_H

#include "sim/preempt/preempt.h"

/* ---- plan.c: nodes without a plan ---------------------------------------- */

/* A stretch of time; the end is exclusive. */
struct ft_interval {
	int64_t begin, end;
};

/*
 * Invariant: the intervals are sorted and have no gaps; each is as long as the
 * set of unplanned nodes stays the same.  Sets have n_word words.
 */
struct ft_plan {
	struct ft_interval *interval;
	ft_nodes *nodes; /* of interval i: without a plan in it */
	ft_nodes *rest;  /* without a plan from interval i to the end */
	size_t n, cap, cap_nodes, cap_rest;
	uint32_t n_word;
};

/* NODES are without a plan from BEGIN until END. */
void ft_plan_init(struct ft_plan *plan, uint32_t n_word, int64_t begin,
    int64_t end, const ft_nodes *nodes);
void ft_plan_clear(struct ft_plan *plan);
/* Plan the nodes NODE[n] from FROM until TO. */
void ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n);
/* Returns when the first of NODE[n] has a plan from FROM on, INT64_MAX never. */
int64_t ft_plan_until(const struct ft_plan *plan, int64_t from,
    const struct ft_job_node *node, size_t n);
/* Remove from NODES those with a plan at some time from FROM until TO. */
void ft_plan_leave(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes);
/* Returns the first time after FROM at which a plan on one of MEMBER ends; 0
 * none. */
int64_t ft_plan_next(
    const struct ft_plan *plan, int64_t from, const ft_nodes *member);

/* Returns when the first interval begins at or after TIME in which one of NODES
 * has a plan, INT64_MAX none. */
int64_t ft_plan_meets(
    const struct ft_plan *plan, int64_t time, const ft_nodes *nodes);

/* ---- plan.c: lower bounds of starts -------------------------------------- */

/* A job that can not start before a time. */
struct ft_bound {
	const struct ft_job *job;
	uint32_t partition;
	int64_t seconds; /* it was planned with */
	int64_t start;   /* INT64_MAX: not within the window at all */
};

/*
 * Plans only increase during one run.  So a job that requests at least as much
 * as another one, for at least as long, cannot start before that one could.
 */
#define FT_BOUNDS 64
struct ft_bounds {
	struct ft_bound bound[FT_BOUNDS]; /* the latest ones, a ring */
	size_t n, next;
};

/* Returns the latest start that bounds the job of ASKED from below, 0 none. */
int64_t ft_bounds_start(
    const struct ft_bounds *bounds, const struct ft_bound *asked);
void ft_bounds_add(struct ft_bounds *bounds, const struct ft_bound *bound);

/* ---- future.c: what is free later ---------------------------------------- */

struct ft_ending {
	int64_t at; /* when JOB reaches its time limit */
	const struct ft_job *job;
	uint32_t node; /* its only node; UINT32_MAX: it has several */
	uint64_t cpus; /* at most as many are free for this and all before it */
};

/* What is free after the first `released` endings. */
struct ft_snapshot {
	size_t released;
	struct ft_free free;
};
#define FT_SNAPSHOTS 256 /* kept at most */

struct ft_future {
	struct ft_world *world;
	int64_t now;
	const struct ft_victims *gone; /* treated as gone; borrowed */
	struct ft_ending *ending;      /* of running jobs, soonest first */
	size_t n_ending, cap_ending;
	struct ft_snapshot *snapshot; /* ascending, made as needed; [0] now */
	size_t n_snapshot, made;      /* allocated; valid */
};

/* One job's way along the endings.  Set nodes and cpus, and everything else to 0. */
struct ft_walk {
	const ft_nodes *nodes; /* that the job may use */
	uint64_t cpus;         /* states with fewer free CPUs are passed over */
	int64_t at;            /* the time reached; now at first */
	size_t released;       /* endings so far */
	int64_t first;         /* the first ending on these nodes */
	unsigned n; /* number of the next group, from 1; 0 at first */
};

/* GONE: jobs to be treated as gone, NULL none. */
void ft_future_init(struct ft_future *future, struct ft_world *world,
    const struct ft_victims *gone);
void ft_future_clear(struct ft_future *future);
/* JOB started; nothing else changed. */
void ft_future_add(struct ft_future *future, const struct ft_job *job);
/*
 * Returns the next state in which to try the job of WALK: first what is free now,
 * then what is free after another group of endings on its nodes; NULL if there
 * are no more.  Valid until the next call.
 *
 * select/cons_tres tries once per group, not per ending.  The first ending on
 * these nodes, rounded up to the next half minute, is the base; the first group
 * reaches until 30 s after it, the following ones until 60, 120, 240 s, or with
 * bf_window_linear each by so many seconds further.  Whether a group is over is
 * only tested after an ending on these nodes, against the next ending anywhere:
 * if that one is inside the group but elsewhere, the group extends to the next
 * ending here, however late.
 */
const struct ft_free *ft_future_next(
    struct ft_future *future, struct ft_walk *walk);

#endif
