/*
 * plan_private.h - what backfill has planned so far: nodes not yet planned for a
 * job, by time.
 */
#ifndef FT_SIM_SCHEDULE_PLAN_PRIVATE_H
#define FT_SIM_SCHEDULE_PLAN_PRIVATE_H

#include "sim/place/place.h"

/* A stretch of time on the nodes of one word; it ends where the next begins. */
struct ft_stretch {
	int64_t begin;
	ft_nodes nodes; /* without a plan in it */
	ft_nodes rest;  /* without a plan from it to the end */
	/* the nodes on which a plan ended when it begins have the next one after
	 * at most so many seconds, INT64_MAX: none; 0 without such nodes */
	int64_t room;
};

/*
 * What is planned on the nodes of one word.  A plan on some nodes cuts the time of
 * their words only, so that a search on a few nodes passes few stretches.
 */
struct ft_lane {
	/* ascending, no gaps; stretch[n] is the time after the end, and
	 * stretch[n + 1] never begins */
	struct ft_stretch *stretch;
	size_t n, cap;
	/* of the window; stretch NEXT begins at ENDS, when the next plan on a
	 * member ends, stretch BACK when one ends that leaves suited nodes enough
	 * room; the clear nodes are without a plan until stretch TO */
	size_t next, back, to;
	int64_t ends;
	ft_nodes clear; /* without a plan in the window */
	int64_t same;   /* they stay the same until it begins then */
};

/* Sets have n_word words, each of which has its lane. */
struct ft_plan {
	struct ft_lane *lane;
	uint32_t n_word;
	/* where the stretches of all lanes begin, time[n]: the end */
	int64_t *time;
	size_t n, cap;
};

/* A stretch of time that only moves forward, over a plan that stays as it is. */
struct ft_plan_window {
	struct ft_plan *plan;
	const ft_nodes *member; /* a plan that ends elsewhere does not matter */
	const ft_nodes *suited; /* members that may be used */
	ft_nodes *nodes;        /* see ft_plan_move */
	int64_t seconds;        /* how long it is */
	uint32_t first, last;   /* words of the members */
	int64_t next;           /* when the next plan ends, INT64_MAX never */
	int64_t same; /* its nodes are the same until it begins then */
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

/* A window of SECONDS at the beginning of PLAN, the only one at a time; NODES is
 * for what is found in it. */
struct ft_plan_window ft_plan_window(struct ft_plan *plan,
    const ft_nodes *member, const ft_nodes *suited, int64_t seconds,
    ft_nodes *nodes);
/*
 * Move WINDOW on to START, no sooner than before, and set its nodes to those suited
 * ones without a plan in it.  As long as these are the same as before, and a plan
 * on a member ends before FOUND, move it on to there.  Returns where it is now.
 */
int64_t ft_plan_move(
    struct ft_plan_window *window, int64_t start, int64_t found);

/* Returns when one of NODES, which are without a plan just before TIME, has the
 * first from then on, INT64_MAX if not before TO. */
int64_t ft_plan_meets(const struct ft_plan *plan, int64_t time, int64_t to,
    const ft_nodes *nodes);

#endif
