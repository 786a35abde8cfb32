/*
 * plan_private.h - backfill's two views of the future: which nodes no planned job
 * has at what time, and what is free once running jobs have ended.
 */
#ifndef FT_SIM_SCHEDULE_PLAN_PRIVATE_H
#define FT_SIM_SCHEDULE_PLAN_PRIVATE_H

#include "sim/place/internal.h"
#include "sim/preempt/preempt.h"

/* ---- nodes without a plan ----------------------------------------------------- */

struct ft_interval {
	int64_t begin, end;
};

/* Intervals by time, without gaps; sets of nodes of n_word words each. */
struct ft_plan {
	struct ft_interval *interval;
	ft_nodes *nodes; /* of interval i: those without a plan */
	ft_nodes *rest;  /* those without one from interval i to the end */
	size_t n, cap, cap_nodes, cap_rest;
	uint32_t n_word;
};

void ft_plan_init(struct ft_plan *plan, uint32_t n_word, int64_t begin,
    int64_t end, const ft_nodes *nodes);
void ft_plan_clear(struct ft_plan *plan);
/* The nodes NODE[n] are planned from FROM until TO. */
void ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n);
/* When the first of NODE[n] is planned from FROM on, INT64_MAX never. */
int64_t ft_plan_until(const struct ft_plan *plan, int64_t from,
    const struct ft_job_node *node, size_t n);
/* Take the nodes that are planned at some time between out of NODES. */
void ft_plan_leave(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes);
/* The end of the first interval after FROM behind which one of MEMBER is free
 * of plans that was not; 0 none. */
int64_t ft_plan_next(
    const struct ft_plan *plan, int64_t from, const ft_nodes *member);

/* ---- what cannot be before ---------------------------------------------------- */

/* A job that found no start before a time. */
struct ft_bound {
	const struct ft_job *job;
	uint32_t partition;
	int64_t seconds, start; /* INT64_MAX: none at all */
};

/*
 * In one run plans only get more, so a job that asks for as much as another and
 * for as long finds no start before the other's.
 */
#define FT_BOUNDS 64
struct ft_bounds {
	struct ft_bound bound[FT_BOUNDS]; /* the latest */
	size_t n, next;
};

/* Returns the latest start below which the job of ASKED need not look, 0 none. */
int64_t ft_bounds_start(
    const struct ft_bounds *bounds, const struct ft_bound *asked);
void ft_bounds_add(struct ft_bounds *bounds, const struct ft_bound *bound);

/* ---- what is free later ------------------------------------------------------- */

struct ft_ending {
	int64_t at;
	const struct ft_job *job;
};

/* What is free after the first ends. */
struct ft_snapshot {
	size_t released; /* of ending[] */
	struct ft_free free;
};
#define FT_SNAPSHOTS 32 /* kept at most */

struct ft_future {
	struct ft_world *world;
	int64_t now;
	const struct ft_victims *gone; /* counted as gone from now on */
	struct ft_ending *ending;      /* soonest first */
	size_t n_ending, cap_ending;
	struct ft_snapshot *snapshot; /* [0] now; ascending, made as needed */
	size_t n_snapshot, made;      /* allocated; filled */
};

/* One job's way along the ends: set nodes, the rest to 0. */
struct ft_walk {
	const ft_nodes *nodes; /* that it may use */
	int64_t at;            /* the end it is at; now at first */
	size_t released;
	int64_t first; /* end on these nodes */
	unsigned n;    /* of the next group, from 1; 0 at first */
};

/* gone: jobs that are counted as gone (borrowed), NULL none. */
void ft_future_init(struct ft_future *future, struct ft_world *world,
    const struct ft_victims *gone);
void ft_future_clear(struct ft_future *future);
/* JOB started. */
void ft_future_add(struct ft_future *future, const struct ft_job *job);
/*
 * The next state of things in which the job of WALK is to be tried: at first
 * what is free now, then what is free after another group of ends on its nodes;
 * NULL if there are no more.  Valid until the next call.
 *
 * The first end on these nodes, rounded up to the next half minute, is the base.
 * The first group reaches until 30 s after it, the others until 60, 120, 240 s,
 * or, with bf_window_linear, each so much further.  Whether a group is over is
 * looked at only after an end on these nodes, and at the next end of all: where
 * that is inside, but elsewhere, the group goes on to the next end here,
 * however late.
 */
const struct ft_free *ft_future_next(
    struct ft_future *future, struct ft_walk *walk);

#endif
