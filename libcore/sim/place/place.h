/*
 * place.h - the nodes on which a job would run.
 *
 * Nodes are selected as select/cons_tres does it.  Neighbouring nodes of equal
 * Weight with room for the job form a stretch.  Among the stretches with the
 * smallest Weight the tightest that suffices is used, else the largest and then
 * the next; inside it nodes are taken in the order of their names, as much of each
 * as is requested, leaving at least one task for each node that must follow
 * (--nodes).  The last node that --nodes allows must hold all that is left.
 * Not for: which job is next (schedule/).
 * Source: slurm.conf(5), SelectType; sbatch(1); tests/unit/t_place.c.
 */
#ifndef FT_SIM_PLACE_PLACE_H
#define FT_SIM_PLACE_PLACE_H

#include "sim/place/free.h"

/* Numbers, from 1, of records without gaps, which are compared as bytes. */
struct ft_numbers { /* all zero: empty */
	unsigned char *record;
	size_t n, cap;
	uint32_t *slot; /* hash table; 0 empty */
	size_t n_slot;
};

/* What other rooms read of the nodes; only place.c changes it. */
struct ft_place {
	uint32_t n_node, n_gres;
	uint32_t n_word; /* words of a set of nodes */
	size_t n_partition;
	uint32_t n_queue; /* subordination queues */
	struct ft_free now;
	ft_nodes *usable;       /* up and not drained */
	ft_nodes *there;        /* all but State=FUTURE */
	ft_nodes **member;      /* by partition */
	bool memory;            /* SelectTypeParameters=..._Memory */
	bool cores;             /* whole cores are allocated: CR_Core... */
	bool linear;            /* whole nodes are: select/linear */
	struct ft_free scratch; /* valid until the next ft_place_ever */
	struct ft_candidate *candidate; /* scratch of select.c */
	struct ft_named_nodes *named;   /* of ft_place_named */
	size_t n_named, cap_named;
	struct ft_numbers kinds;   /* of ft_place_kind */
	struct ft_numbers classes; /* of ft_place_class */
	uint64_t numberings;       /* how often all became invalid */
	ft_nodes **suited; /* of ft_place_suited, by kind; NULL not known */
	size_t n_suited, cap_suited;
	struct ft_future *future; /* of ft_future_now; NULL: not made yet */
};

/* A job that is to be placed in a partition (index). */
struct ft_seeker {
	struct ft_world *world;
	const struct ft_job *job;
	uint32_t partition;
};

/* Nodes found; reuse it for the next search. */
struct ft_found {
	struct ft_job_node *node; /* ascending */
	size_t n, cap;
};

/* ---- place.c ------------------------------------------------------------- */

/* Compute what is free from the jobs that run. */
void ft_place_reset(struct ft_world *world);
void ft_place_free(struct ft_world *world);
/* JOB, whose node[] is filled, takes its part of what is free now, or gives it
 * back. */
void ft_place_take(struct ft_world *world, const struct ft_job *job);
void ft_place_give(struct ft_world *world, const struct ft_job *job);
/* Return world->place->now and ->usable. */
const struct ft_free *ft_place_now(const struct ft_world *world);
const ft_nodes *ft_place_usable(const struct ft_world *world);

/* Return a set of NODE[n], or a copy of SET, which the caller frees. */
ft_nodes *ft_place_set(
    const struct ft_world *world, const uint32_t *node, size_t n);
ft_nodes *ft_place_copy(const struct ft_world *world, const ft_nodes *set);
/* Returns the nodes of a host list (an interned text), the world's, without those
 * that the settings no longer have; NULL for "". */
const ft_nodes *ft_place_named(struct ft_world *world, const char *text);
/* Returns whether a host list (an interned text) names a node that is gone. */
bool ft_place_names_gone(struct ft_world *world, const char *text);
/* Returns whether JOB has its nodes for itself. */
bool ft_place_whole(const struct ft_world *world, const struct ft_job *job);
/* Add what JOB has of node NODE to count[], by gres of the machine: gres/gpu:a100
 * counts as gres/gpu, too.  whole: all of the node is its own. */
void ft_place_gres(const struct ft_world *world, const struct ft_job *job,
    bool whole, uint32_t node, uint64_t *count);

/* Returns whether only jobs of other users, who do not share a node with this
 * one, keep SEEKER from starting now. */
bool ft_place_waits_for_user(const struct ft_seeker *seeker);

/* ---- need.c -------------------------------------------------------------- */

/* Returns the CPUs, in whole tasks of JOB, for which the node of that index has
 * room when nothing runs there. */
uint32_t ft_place_empty_room(
    const struct ft_world *world, uint32_t node, const struct ft_job *job);
/* Returns whether NODE has the sockets, cores and threads that JOB requests. */
bool ft_place_has_shape(const struct ft_node *node, const struct ft_job *job);
/* Returns whether FREE has too few of some license that JOB needs. */
bool ft_place_lacks_licenses(
    const struct ft_job *job, const struct ft_free *free);
/*
 * Set NODES to those of the partition that could hold what SEEKER requests of
 * each node (features, the CPUs and memory of a task or of --ntasks-per-node) if
 * nothing ran.  The whole job need not fit on them.
 */
void ft_place_suit(const struct ft_seeker *seeker, ft_nodes *nodes);

/* ---- kind.c -------------------------------------------------------------- */

/*
 * Returns a number that SEEKER shares with all jobs that need the same of the
 * same partition; 0: no other job is like it.  If no running job keeps other
 * users away (free->kept), ft_place_find, _could and _suit do the same for all of
 * them.
 */
uint32_t ft_place_kind(const struct ft_seeker *seeker);
/* Returns a number that SEEKER, of KIND, shares with those of its kind that have the
 * same time limit, GRES and licenses; 0 if KIND is. */
uint32_t ft_place_class(const struct ft_seeker *seeker, uint32_t kind);
/* Returns what ft_place_suit says of SEEKER, which is of KIND; 0: until the next
 * call. */
const ft_nodes *ft_place_suited(const struct ft_seeker *seeker, uint32_t kind);
/* All numbers become invalid. */
void ft_place_forget_kinds(struct ft_place *place);
/* Returns whether most of them are likely out of use: N jobs wait. */
bool ft_place_has_old_kinds(const struct ft_place *place, size_t n);

/* ---- select.c ------------------------------------------------------------ */

/* The result of a search. */
enum ft_fit {
	FT_FIT,
	FT_FIT_BUSY,    /* not now */
	FT_FIT_LICENSE, /* licenses are in use */
	FT_FIT_NODES,   /* not while nodes are down, drained or reserved */
	FT_FIT_NEVER    /* not on this machine */
};
/*
 * Find nodes for SEEKER among AVAIL (NULL: all usable) with what FREE has.
 * FIT, BUSY or LICENSE; found (may be NULL) is filled for FIT.
 */
enum ft_fit ft_place_find(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free, struct ft_found *found);
/*
 * A quick necessary condition: if false, ft_place_find finds nothing on AVAIL
 * nor on any subset of it.  (ft_place_find itself is not monotonic: its greedy
 * order may fail on a set and succeed on a subset.)
 */
bool ft_place_could(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free);
/* Would it fit if nothing ran?  FIT: on AVAIL; NODES: on all nodes; NEVER. */
enum ft_fit ft_place_ever(
    const struct ft_seeker *seeker, const ft_nodes *avail);
/* Returns "UnavailableNodes:n4": the nodes of the partition (or of those that
 * the job names) that are not in AVAIL; "" if there are none. */
const char *ft_place_lacking(
    const struct ft_seeker *seeker, const ft_nodes *avail);
void ft_found_clear(struct ft_found *found);

#endif
