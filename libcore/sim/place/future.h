/*
 * future.h - what is free later: what running jobs have is released when they
 * reach their time limits.
 */
#ifndef FT_SIM_PLACE_FUTURE_H
#define FT_SIM_PLACE_FUTURE_H

#include "sim/place/place.h"

struct ft_ending {
	int64_t at; /* when JOB reaches its time limit */
	const struct ft_job *job;
	uint64_t cpus; /* at most as many are free because of it */
};

/* What is free after the first `released` endings. */
struct ft_snapshot {
	size_t released;
	struct ft_free free;
};
#define FT_SNAPSHOTS 256 /* kept at most */

struct ft_future {
	struct ft_world *world;
	struct ft_ending *ending; /* of running jobs, soonest first */
	size_t n_ending, cap_ending;
	struct ft_snapshot *snapshot; /* ascending, made as needed; [0] now */
	size_t n_snapshot, made;      /* allocated; valid */
	/* by node, the endings there: at[on[node]] until at[on[node + 1]] */
	uint32_t *on, *at;
	size_t cap_on, cap_at;
	bool sorted; /* they are up to date */
	/* of the walk under way: bits by ending, and the nodes they are on */
	uint64_t *here;
	ft_nodes *nodes;
	size_t cap_here;
	/* jobs that started and are not among the endings yet */
	const struct ft_job **started;
	size_t n_started, cap_started;
	/* what ft_future_first found at this version; NULL: nothing yet */
	struct ft_memories *memories;
	uint64_t version;
	const struct ft_free *state; /* see ft_future_first */
	/* of ft_future_horizon: what is free at the horizon and at last, copies;
	 * how often either became another one; the first ending behind it.  This
	 * holds at one version of the future. */
	struct ft_free at_horizon, at_last;
	uint64_t horizons, horizon_of;
	int64_t behind;
};

/* One job's way along the endings.  Set nodes and cpus, and everything else to 0;
 * one walk ends before the next begins. */
struct ft_walk {
	const ft_nodes *nodes; /* that the job may use */
	uint64_t cpus;         /* states with fewer free CPUs are passed over */
	int64_t at;            /* the time reached; now at first */
	size_t released;       /* endings so far */
	int64_t first;         /* the first ending on these nodes */
	uint64_t most;         /* CPUs: no more are free on these nodes */
	unsigned n; /* number of the next group, from 1; 0 at first */
};

/*
 * Returns the future of the jobs that run.  It is the world's, which keeps it up
 * to date while jobs start and end; call this again after either, and when a
 * time limit changed.
 */
struct ft_future *ft_future_now(struct ft_world *world);
/* Rebuild it when it is next needed.  Call this before what is free is reset. */
void ft_future_forget(struct ft_world *world);

/* A copy, to be changed: FUTURE as it is now. */
void ft_future_init(struct ft_future *future, struct ft_world *world);
void ft_future_clear(struct ft_future *future);
/* JOB, one of those that run, is treated as gone; LENDS: as suspended by
 * preemption. */
void ft_future_drop(
    struct ft_future *future, const struct ft_job *job, bool lends);

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

/* Returns the last end on NODE among those that WALK has reached; now if none. */
int64_t ft_future_last_end(
    const struct ft_future *future, const struct ft_walk *walk, uint32_t node);

/* ---- first.c ------------------------------------------------------------- */

/*
 * Returns when SEEKER fits first on NODES, INT64_MAX if never, and where.  A time
 * that is not after now means now: what was found for jobs of KIND is remembered
 * until a job starts or ends.  With KIND 0 it is searched for, and future->state
 * is what is free then.
 */
int64_t ft_future_first(struct ft_future *future,
    const struct ft_seeker *seeker, uint32_t kind, const ft_nodes *nodes,
    struct ft_found *found);
void ft_memories_free(struct ft_memories *memories);
/*
 * Until a job starts or ends it does not matter to the caller when a job fits that
 * does only after TIME, nor where: ft_future_first may return any time from the
 * first ending after TIME until then, and no nodes.  INT64_MAX: it does matter.
 */
void ft_future_horizon(struct ft_future *future, int64_t time);
/* Returns what is free after the endings until TIME, and the first one after it in
 * *next (INT64_MAX: none).  Valid until the next call. */
const struct ft_free *ft_future_at(
    struct ft_future *future, int64_t time, int64_t *next);

#endif
