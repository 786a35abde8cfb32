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
	uint32_t n_part; /* on so many nodes */
};

/* What an ending does on one node. */
struct ft_ending_part {
	uint32_t node;
	uint32_t cpus; /* no more are free there because of it */
};

/* What is free on one node later. */
struct ft_later {
	struct ft_node_free *after; /* [n]: after so many endings there */
	uint64_t *gres;             /* of each, n_gres counts */
	size_t cap, cap_gres;
	uint64_t version; /* of the future, for which this holds; 0 none */
	uint32_t set;     /* future->free has after[set - 1]; 0 none of them */
};

struct ft_need;

struct ft_future {
	struct ft_world *world;
	struct ft_free now;       /* what is free before the first ending */
	struct ft_ending *ending; /* of running jobs, soonest first */
	size_t n_ending, cap_ending;
	struct ft_ending_part *part; /* of all endings, in their order */
	size_t n_part, cap_part;
	/* by ending, its parts: part[of[k]] until part[of[k + 1]] */
	uint32_t *of;
	/* by node, the endings there: at[on[node]] until at[on[node + 1]] */
	uint32_t *on, *at;
	/* after each 16th ending, by node: no more CPUs are free there; see
	 * ft_future_cpus_after */
	uint32_t *cpus;
	size_t cap_of, cap_at, cap_cpus;
	bool sorted; /* they are up to date */
	/* of the walk under way: its nodes, and what is free on these; `free` has
	 * any value for others */
	struct ft_walker *walker;
	size_t n_walker;
	struct ft_free free;
	struct ft_later *later; /* by node */
	uint64_t *changed; /* by node: version since which it is as it is */
	/* by kind, see ft_future_room_after */
	struct ft_rooms *rooms;
	size_t n_rooms, cap_rooms;
	/* jobs that started and are not among the endings yet */
	const struct ft_job **started;
	size_t n_started, cap_started;
	/* what ft_future_first found; NULL: nothing yet */
	struct ft_memories *memories;
	uint64_t version;
	const struct ft_free *state; /* see ft_future_first */
	/* of ft_future_horizon: its time, and when the first ending behind it is;
	 * that holds at one version of the future */
	int64_t horizon, behind;
	uint64_t horizon_of;
	struct ft_free last; /* what is free when all have ended */
};

/* A node of a walk. */
struct ft_walker {
	uint32_t node;
	uint32_t next;   /* the next ending there, UINT32_MAX: none */
	uint32_t passed; /* endings there so far */
};

/* One job's way along the endings; one ends before the next begins. */
struct ft_walk {
	const ft_nodes *nodes; /* that the job may use */
	size_t from;           /* states after fewer endings are passed over */
	int64_t at;            /* the time reached; now at first */
	uint32_t released;     /* endings so far */
	uint32_t next; /* the next ending on these nodes, UINT32_MAX: none */
	int64_t first; /* when the first one is */
	unsigned n;    /* number of the group reached, from 1; 0 at first */
	bool begun;    /* a state was returned */
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

/* Begin WALK, of which `nodes` and `from` are set. */
void ft_future_begin(struct ft_future *future, struct ft_walk *walk);

/* Returns how many endings it takes until CPUS may be free on NODES; before, they
 * are not.  SIZE_MAX: they never are. */
size_t ft_future_cpus_after(
    struct ft_future *future, const ft_nodes *nodes, uint64_t cpus);

/*
 * Go on with WALK to the next state in which to try its job: first what is free now,
 * then what is free after another group of endings on its nodes; false if there
 * are no more.
 *
 * select/cons_tres tries once per group, not per ending.  The first ending on
 * these nodes, rounded up to the next half minute, is the base; the first group
 * reaches until 30 s after it, the following ones until 60, 120, 240 s, or with
 * bf_window_linear each by so many seconds further.  Whether a group is over is
 * only tested after an ending on these nodes, against the next ending anywhere:
 * if that one is inside the group but elsewhere, the group extends to the next
 * ending here, however late.
 */
bool ft_future_go_on(struct ft_future *future, struct ft_walk *walk);
/* Returns what is free there; valid until the next call. */
const struct ft_free *ft_future_state(
    struct ft_future *future, const struct ft_walk *walk);

/* Returns the last end on NODE among those that WALK has reached; now if none. */
int64_t ft_future_last_end(
    const struct ft_future *future, const struct ft_walk *walk, uint32_t node);

/* Bring the endings by node up to date. */
void ft_future_sort(struct ft_future *future);
/* Set what future->free has of NODE to what is free after N endings there; call
 * ft_future_sort before. */
void ft_future_renew_node(struct ft_future *future, uint32_t node, uint32_t n);
static inline void
ft_future_set_node(struct ft_future *future, uint32_t node, uint32_t n)
{
	const struct ft_later *later = &future->later[node];

	if (later->set != n + 1 || later->version < future->changed[node])
		ft_future_renew_node(future, node, n);
}

/* ---- room.c -------------------------------------------------------------- */

/*
 * Set *after to how many endings it takes until the job of NEED, of KIND, fits on
 * NODES; SIZE_MAX: it never does.  Returns false if that is not known: only for
 * jobs that are one task does it depend on each node by itself.
 */
bool ft_future_room_after(struct ft_future *future, const struct ft_need *need,
    uint32_t kind, const ft_nodes *nodes, size_t *after);
void ft_rooms_free(struct ft_future *future);

/* ---- first.c ------------------------------------------------------------- */

/*
 * Returns when SEEKER fits first on NODES, INT64_MAX if never, and where.  A time
 * that is not after now means now: what was found for jobs of KIND is remembered
 * until a job starts or ends, on other nodes partly for longer.  With KIND 0 it is searched for, and future->state
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

#endif
