/*
 * plan_private.h - what backfill has planned so far: which nodes are not yet
 * planned for a job, and when.
 *
 * The nodes of one word of a set (64 nodes) share a lane.  A lane is the time
 * from now to the end of backfill's window, cut into stretches wherever a plan
 * on one of its nodes begins or ends.  With plan A on n0 from 10 to 30 and
 * plan B on n1 from 20 to 40:
 *
 *     time     0         10        20        30        40       end
 *     n0       |         | A       | A       |         |
 *     n1       |         |         | B       | B       |
 *     nodes    | n0 n1   | n1      | none    | n0      | n0 n1
 *     rest     | none    | none    | none    | n0      | n0 n1
 *
 * Not for: when running jobs end (sim/place/future.h).
 */
#ifndef FT_SIM_SCHEDULE_PLAN_PRIVATE_H
#define FT_SIM_SCHEDULE_PLAN_PRIVATE_H

#include "sim/place/place.h"

/* A stretch of time of one lane; it ends where the next one begins. */
struct ft_plan_stretch {
	int64_t begin;  /* time */
	ft_nodes nodes; /* without a plan during this stretch */
	ft_nodes rest;  /* without a plan from `begin` to the end of the lane */
	/*
	 * How long a node that a plan releases at `begin` stays unplanned, in
	 * seconds: the longest such gap if there are several nodes.
	 * INT64_MAX: until the end of the lane.  0: no plan ends at `begin`.
	 */
	int64_t room;
};

/*
 * The stretches of the nodes of one word.  A plan cuts only the lanes of its
 * own nodes, so that a search on a few nodes passes few stretches.
 */
struct ft_plan_lane {
	/*
	 * Ascending, without gaps.  Two sentinels follow: stretch[n] begins at
	 * the end of the lane and has all nodes, stretch[n + 1] begins never.
	 */
	struct ft_plan_stretch *stretch;
	size_t n, cap;

	/* where the one window (struct ft_plan_window) is in this lane: */
	ft_nodes clear;     /* suited nodes without a plan in the window */
	size_t clear_until; /* these have no plan before this stretch */
	int64_t
	    clear_same; /* windows that begin before have the same `clear` */
	/* the stretch at which the next plan on a member ends, and its time,
	 * INT64_MAX none */
	size_t next_end;
	int64_t next_end_at;
	/* the next stretch at which a plan ends on a suited node, and no other
	 * begins there for at least the length of the window */
	size_t next_room;
};

/* Sets of nodes have n_word words; each word has its lane. */
struct ft_plan {
	struct ft_plan_lane *lane;
	uint32_t n_word;
	/* all times at which a stretch of some lane begins, ascending; time[n]
	 * is the end of the lanes */
	int64_t *time;
	size_t n, cap;
};

/*
 * The time in which a job would run, moved forward step by step over a plan
 * that does not change meanwhile: see ft_plan_move.
 */
struct ft_plan_window {
	struct ft_plan *plan; /* borrowed, as all sets below */
	/* nodes of the partition; a plan that ends elsewhere does not matter */
	const ft_nodes *member;
	const ft_nodes *suited; /* members that the job may use */
	ft_nodes *nodes;        /* out: suited nodes without a plan in it */
	int64_t seconds;        /* its length */
	uint32_t first, last;   /* words that contain members: [first, last) */
	/* time of the next end of a plan on a member; INT64_MAX none */
	int64_t next_end;
	int64_t same; /* windows that begin before have the same `nodes` */
};

/*
 * Make a plan from BEGIN until END in which no job is planned yet on NODES;
 * other nodes count as planned throughout.
 */
void ft_plan_init(struct ft_plan *plan, uint32_t n_word, int64_t begin,
    int64_t end, const ft_nodes *nodes);
void ft_plan_clear(struct ft_plan *plan);
/* Plan a job on NODE[n], ascending, from FROM until TO. */
void ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n);
/*
 * Returns when the first plan on one of NODE[n], ascending, begins or continues
 * at FROM or later; INT64_MAX if none does before TO.
 */
int64_t ft_plan_until(const struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n);
/*
 * The same for a set: returns when the first plan on one of NODES, none of
 * which has one in the second before FROM, begins; INT64_MAX if none does
 * before TO.
 */
int64_t ft_plan_meets(const struct ft_plan *plan, int64_t from, int64_t to,
    const ft_nodes *nodes);
/* Remove from NODES those that have a plan at some time from FROM until TO. */
void ft_plan_remove_planned(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes);

/*
 * Returns a window of SECONDS that has not been moved anywhere yet;
 * ft_plan_move first puts it at a time.  A plan has room for one window at a
 * time.  NODES is where ft_plan_move puts its result; the caller owns all sets.
 */
struct ft_plan_window ft_plan_window(struct ft_plan *plan,
    const ft_nodes *member, const ft_nodes *suited, int64_t seconds,
    ft_nodes *nodes);
/*
 * Move WINDOW so that it begins at START, not earlier than before, and set its
 * nodes to the suited ones that have no plan in it.  If that leaves the nodes
 * unchanged, move it on from one end of a plan on a member to the next, until
 * the nodes change or no plan ends before FOUND, which is when the caller's job
 * fits on these same nodes (INT64_MAX never; 0: do not move on).  Returns when
 * WINDOW begins now.
 */
int64_t ft_plan_move(
    struct ft_plan_window *window, int64_t start, int64_t found);

#endif
