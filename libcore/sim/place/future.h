/*
 * future.h - what will be free later, and when a job fits first: running jobs
 * release what they have when they reach their time limits.
 *
 * The end of a running job is an *ending*.  All endings are sorted by time;
 * those of one node are found by node_begin and node_ending:
 *
 *     index of the ending        0      1      2      3
 *     its time                   10     20     20     60
 *     on nodes                   n0     n1     n0,n1  n1
 *
 *     node_ending                | 0  2 | 1  2  3 |
 *     node_begin                 n0:0   n1:2      end:5
 *
 * A search for a job is a *walk*: it visits the endings on the job's nodes in
 * the order of time, in groups as Slurm does (ft_future_go_on), and after each
 * group tries whether the job fits.  To be fast, a future remembers for each
 * node what is free there after the first 1, 2, ... endings (struct ft_later),
 * skips endings before which the job cannot fit (ft_future_cpus_after,
 * ft_future_room_after), and keeps what it found for jobs of the same kind
 * (first.c).
 *
 * Not for: reservations of backfill (schedule/plan_private.h).
 * Times are seconds since 1970.
 */
#ifndef FT_SIM_PLACE_FUTURE_H
#define FT_SIM_PLACE_FUTURE_H

#include "sim/place/place.h"

struct ft_ending {
	int64_t at; /* when JOB reaches its time limit */
	const struct ft_job *job;
	uint32_t n_part; /* number of nodes JOB has */
};

/* What an ending releases on one node. */
struct ft_ending_part {
	uint32_t node;
	uint32_t cpus; /* at most; fewer become free if some were lent */
};

/* The free resources of one node after endings there. */
struct ft_later {
	struct ft_node_free *after; /* [n]: after n endings there */
	uint64_t *gres;             /* [n * n_gres]: the same for GRES */
	size_t cap, cap_gres;
	uint64_t version; /* version of the future for which it was computed; 0:
	                     not yet */
	/* one more than the n for which future->free has after[n] now; 0: it
	 * has something else */
	uint32_t set;
};

struct ft_need;

struct ft_future {
	struct ft_world *world;
	struct ft_free now;       /* what is free before the first ending */
	struct ft_ending *ending; /* of all running jobs, earliest first */
	size_t n_ending, cap_ending;
	struct ft_ending_part *part; /* of ending 0, then of ending 1, ... */
	size_t n_part, cap_part;
	/* indexes that ft_future_sort makes; up to date if `sorted`: */
	bool sorted;
	/* parts of ending k: part[part_begin[k]] until part[part_begin[k +
	 * 1]] */
	uint32_t *part_begin;
	/* endings on a node: node_ending[node_begin[node]] until
	 * node_ending[node_begin[node + 1]] */
	uint32_t *node_begin, *node_ending;
	/* after no ending, the first 16, 32, ..., by node: how many CPUs are
	 * free there at most; see ft_future_cpus_after */
	uint32_t *cpus_after;
	size_t cap_part_begin, cap_node_ending, cap_cpus_after;
	/* of the walk under way: its nodes, and what is free on them; what
	 * `free` has for other nodes means nothing */
	struct ft_walker *walker;
	size_t n_walker;
	struct ft_free free;
	struct ft_later *later; /* by node */
	/* by node: the version at which an ending was last added or removed */
	uint64_t *changed;
	/* by kind: see ft_future_room_after */
	struct ft_rooms *rooms;
	size_t n_rooms, cap_rooms;
	/* jobs that started but are not among the endings yet */
	const struct ft_job **started;
	size_t n_started, cap_started;
	/* what ft_future_first found so far; may be NULL */
	struct ft_memories *memories;
	uint64_t version;            /* grows when an ending comes or goes */
	const struct ft_free *state; /* see ft_future_first */
	/* see ft_future_horizon: its time; the time of the first ending after
	 * it, INT64_MAX none; and the version for which they were set */
	int64_t horizon, after_horizon;
	uint64_t horizon_version;
	struct ft_free at_end; /* what is free after all endings */
};

/* A node of a walk, and how far the walk is there. */
struct ft_walker {
	uint32_t node;
	uint32_t next;   /* index of the next ending there; UINT32_MAX none */
	uint32_t passed; /* number of endings there so far */
};

/* The search for one job along the endings.  A future has room for one at a
 * time. */
struct ft_walk {
	const ft_nodes *nodes; /* which the job may use; borrowed */
	size_t from;           /* skip states after fewer endings than this */
	int64_t at;            /* the time reached; at first, now */
	uint32_t released;     /* endings so far, on any node */
	uint32_t next;         /* the next ending on `nodes`; UINT32_MAX none */
	int64_t first_end;     /* time of the first ending on `nodes` */
	bool begun;            /* ft_future_go_on has returned true */
};

/*
 * Returns the future of the running jobs, which the world owns.  Call it again
 * after a job started, ended or got another time limit; that is cheap, as only
 * what changed is updated.
 */
struct ft_future *ft_future_now(struct ft_world *world);
/* Free it; the next call of ft_future_now builds it again.  Call this before
 * ft_place_reset. */
void ft_future_forget(struct ft_world *world);

/* Make FUTURE that of the running jobs, to be changed by ft_future_drop. */
void ft_future_init(struct ft_future *future, struct ft_world *world);
void ft_future_clear(struct ft_future *future);
/* Remove the ending of JOB, which runs, and give back what it has now; LENDS:
 * as if preemption had suspended it, only its CPUs. */
void ft_future_drop(
    struct ft_future *future, const struct ft_job *job, bool lends);

/* Begin WALK, whose `nodes` and `from` the caller has set. */
void ft_future_begin(struct ft_future *future, struct ft_walk *walk);

/* Returns after how many endings CPUS may be free on NODES together; after
 * fewer they are not.  SIZE_MAX: they never are. */
size_t ft_future_cpus_after(
    struct ft_future *future, const ft_nodes *nodes, uint64_t cpus);

/*
 * Move WALK to the next state in which to try its job: first what is free now,
 * then what is free after each group of endings on its nodes.  Returns false if
 * there are no more.
 *
 * select/cons_tres tries once per group, not per ending.  The first ending on
 * these nodes, rounded up to the next half minute, is the base.  The first window
 * reaches until 30 s after the base, the following ones until 60, 120, 240 s after
 * it; with bf_window_linear each reaches that many seconds further than the one
 * before.  Slurm tests whether a group is over only after an ending on these nodes:
 * it is if the next ending anywhere is after the window.  Then the window of the
 * next group is the first later one that contains that ending.
 */
bool ft_future_go_on(struct ft_future *future, struct ft_walk *walk);
/* Returns what is free in the state that WALK has reached, valid until the next
 * call. */
const struct ft_free *ft_future_state(
    struct ft_future *future, const struct ft_walk *walk);

/* Returns the time of the last ending on NODE that WALK has reached; now if
 * none. */
int64_t ft_future_last_end(
    const struct ft_future *future, const struct ft_walk *walk, uint32_t node);

/* Bring the indexes of FUTURE up to date. */
void ft_future_sort(struct ft_future *future);
/* Set what future->free has for NODE to what is free after N endings there.
 * Call ft_future_sort before.  The first function is for the second, which
 * skips the work if it is done already. */
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
 * Set *after to the number of endings after which the job of NEED, of KIND,
 * fits on NODES; SIZE_MAX: it never does.  Returns false, and sets nothing, for
 * jobs of more than one task or of no kind: for these it is not known without
 * trying.
 */
bool ft_future_room_after(struct ft_future *future, const struct ft_need *need,
    uint32_t kind, const ft_nodes *nodes, size_t *after);
void ft_rooms_free(struct ft_future *future);

/* ---- first.c ------------------------------------------------------------- */

/*
 * Returns when SEEKER fits first on NODES, INT64_MAX if never; FOUND becomes
 * the nodes it would get.  A time before now means now, because what was found
 * for jobs of KIND is remembered until a job starts or ends on NODES.  With
 * KIND 0 nothing is remembered, and future->state becomes what is free at that
 * time.
 */
int64_t ft_future_first(struct ft_future *future,
    const struct ft_seeker *seeker, uint32_t kind, const ft_nodes *nodes,
    struct ft_found *found);
void ft_memories_free(struct ft_memories *memories);
/*
 * Allow ft_future_first to be inexact beyond TIME, until a job starts or ends:
 * for a job that fits only after TIME it may return any time from the first
 * ending after TIME until it fits, and no nodes.  INT64_MAX: it must be exact.
 */
void ft_future_horizon(struct ft_future *future, int64_t time);

#endif
