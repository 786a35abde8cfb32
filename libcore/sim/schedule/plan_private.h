/*
 * plan_private.h - what backfill has planned so far: nodes not yet planned for a
 * job, by time.
 */
#ifndef FT_SIM_SCHEDULE_PLAN_PRIVATE_H
#define FT_SIM_SCHEDULE_PLAN_PRIVATE_H

#include "sim/place/place.h"

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
	ft_nodes *scratch; /* of the window */
	size_t cap_scratch;
};

/*
 * A stretch of time that only moves forward, over a plan that stays as it is:
 * intervals FROM until TO.  The plan's scratch has in row i the nodes without a
 * plan from interval i until MIDDLE, and in row n those without one from MIDDLE
 * until TO, so that a move costs as much as it goes.
 */
struct ft_plan_window {
	const struct ft_plan *plan;
	const ft_nodes *member; /* a plan that ends elsewhere does not matter */
	const ft_nodes *nodes;  /* members that may be used */
	size_t from, middle, to;
};

/* NODES are without a plan from BEGIN until END. */
void ft_plan_init(struct ft_plan *plan, uint32_t n_word, int64_t begin,
    int64_t end, const ft_nodes *nodes);
void ft_plan_clear(struct ft_plan *plan);
/* Plan the nodes NODE[n] from FROM until TO. */
void ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n);
/* Returns when the first of NODE[n] has a plan from FROM on, INT64_MAX if not
 * before TO. */
int64_t ft_plan_until(const struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n);
/* Remove from NODES those with a plan at some time from FROM until TO. */
void ft_plan_leave(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes);

/* A window at the beginning of PLAN, the only one at a time. */
struct ft_plan_window ft_plan_window(
    struct ft_plan *plan, const ft_nodes *member, const ft_nodes *nodes);
/* Move WINDOW on to FROM, until TO, both no sooner than before, and set NODES to
 * those of its nodes without a plan in it.  Returns whether that changed them. */
bool ft_plan_move(
    struct ft_plan_window *window, int64_t from, int64_t to, ft_nodes *nodes);
/* Returns the first time after the beginning of WINDOW at which a plan on a
 * member ends; 0 none. */
int64_t ft_plan_next(const struct ft_plan_window *window);

/* Returns when the first interval begins at or after TIME in which one of NODES
 * has a plan, INT64_MAX if not before TO. */
int64_t ft_plan_meets(const struct ft_plan *plan, int64_t time, int64_t to,
    const ft_nodes *nodes);

#endif
