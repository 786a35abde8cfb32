/*
 * place.h - the nodes on which a job would run.
 *
 * Nodes are selected as select/cons_tres does it.  Neighbouring nodes of equal
 * Weight with room for the job form a stretch.  Among the stretches of the
 * smallest Weight, the tightest one that suffices is used; if none does, the
 * largest, and then the next.  Inside a stretch, nodes are taken in the order
 * of their names.  Each gives as much as the job can use, but at least one task
 * is left for each node that must follow (--nodes).  The last node that --nodes
 * allows must hold all that is left.  With --contiguous Weight does not matter,
 * and only a stretch that suffices is used.
 *
 * A set of nodes is a bit mask (nodes.h) as long as the world's machine; every
 * function here takes one of that length.  Not for: which job is next
 * (schedule/), what is free on a node (free.h).  Source: slurm.conf(5),
 * SelectType; sbatch(1); tests/unit/t_place.c.
 */
#ifndef FT_SIM_PLACE_PLACE_H
#define FT_SIM_PLACE_PLACE_H

#include "sim/place/free.h"

/* Gives records of one type, compared bytewise, the numbers 1, 2, ...; they
 * must have no padding.  All members zero: it is empty. */
struct ft_numbers {
	unsigned char *record;
	size_t n, cap;
	uint32_t *slot; /* hash table; 0 empty */
	size_t n_slot;
};

/* The nodes of a world for the schedulers.  Only this room changes it. */
struct ft_place {
	uint32_t n_node, n_gres;
	uint32_t n_word; /* words of a set of nodes */
	size_t n_partition;
	uint32_t n_queue;   /* subordination queues */
	uint32_t n_cap;     /* partitions with MaxCPUsPerNode */
	uint32_t *cap;      /* by partition: which of these; UINT32_MAX none */
	struct ft_free now; /* what is free now */
	ft_nodes *usable;   /* up and not drained */
	ft_nodes *there;    /* all but State=FUTURE */
	ft_nodes **member;  /* by partition */
	bool memory;        /* SelectTypeParameters=..._Memory */
	bool cores;         /* whole cores are allocated: CR_Core... */
	bool spread;        /* CR_LLN: by load of the nodes */
	bool linear;        /* whole nodes are: select/linear */
	struct ft_free scratch;         /* of ft_place_ever */
	struct ft_candidate *candidate; /* scratch of select.c */
	struct ft_named_nodes *named;   /* of ft_place_named */
	size_t n_named, cap_named;
	struct ft_numbers kinds;   /* of ft_place_kind */
	struct ft_numbers classes; /* of ft_place_class */
	uint64_t numberings;       /* how often kinds were numbered again */
	ft_nodes **suited; /* of ft_place_suited, by kind; NULL: not known */
	size_t n_suited, cap_suited;
	struct ft_future *future; /* of ft_future_now; may be NULL */
};

/* A job that looks for nodes in a partition (index); a value, all borrowed. */
struct ft_seeker {
	struct ft_world *world;
	const struct ft_job *job;
	uint32_t partition;
};

/* The nodes that a search found.  All zero at first; each search replaces what
 * it has, and ft_found_clear frees it. */
struct ft_found {
	struct ft_job_node *node; /* ascending */
	size_t n, cap;
};

/* ---- place.c ------------------------------------------------------------- */

/* Make world->place from the settings and the running jobs; replaces an older
 * one. */
void ft_place_reset(struct ft_world *world);
void ft_place_free(struct ft_world *world);
/* Take what JOB has on its nodes, node[], from what is free now; or give it
 * back. */
void ft_place_take(struct ft_world *world, const struct ft_job *job);
void ft_place_give(struct ft_world *world, const struct ft_job *job);
/* Return world->place->now and world->place->usable. */
const struct ft_free *ft_place_now(const struct ft_world *world);
const ft_nodes *ft_place_usable(const struct ft_world *world);

/* Return a set of NODE[n], or a copy of SET, which the caller frees. */
ft_nodes *ft_place_set(
    const struct ft_world *world, const uint32_t *node, size_t n);
ft_nodes *ft_place_copy(const struct ft_world *world, const ft_nodes *set);
/* Returns the set of the nodes in the host list TEXT (interned), without those
 * that the settings no longer have; NULL for "".  The world owns it. */
const ft_nodes *ft_place_named(struct ft_world *world, const char *text);
/* Returns the same of the nodes that JOB names, with the nodes between them if
 * its nodes must be adjacent. */
const ft_nodes *ft_place_required(
    struct ft_world *world, const struct ft_job *job);
/* Returns whether the host list TEXT (interned) names a node that the settings
 * no longer have. */
bool ft_place_names_gone(struct ft_world *world, const char *text);
/* Returns whether SEEKER would fit now if it, or the jobs that run, did not
 * share nodes with jobs of their own user only. */
bool ft_place_waits_for_user(const struct ft_seeker *seeker);

/* ---- own.c --------------------------------------------------------------- */

/* Returns whether JOB has its nodes for itself. */
bool ft_place_whole(const struct ft_world *world, const struct ft_job *job);
/* Returns how many jobs may share a CPU that JOB has in partition IN; 0: JOB does
 * not share its nodes with jobs that do. */
uint32_t ft_place_rows(const struct ft_partition *in, const struct ft_job *job);
/* Add the GRES that JOB has of node NODE to COUNT[n_gres]; gres/gpu:a100 counts
 * as gres/gpu, too.  whole: it has all of the node. */
void ft_place_gres(const struct ft_world *world, const struct ft_job *job,
    bool whole, uint32_t node, uint64_t *count);

/* ---- need.c -------------------------------------------------------------- */

/* Returns for how many CPUs, in whole tasks of JOB, node NODE has room if
 * nothing runs there. */
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
 * Returns the number of the kind of SEEKER, shared by all jobs that need the
 * same of the same partition; 0: it may not be treated like any other job.  As
 * long as no running job keeps other users away (free->kept is 0),
 * ft_place_find, ft_place_could and ft_place_suit have the same result for all
 * jobs of a kind.
 */
uint32_t ft_place_kind(const struct ft_seeker *seeker);
/* Returns the number of the class of SEEKER, shared by those jobs of its KIND
 * that have the same time limit, GRES and licenses; 0 if KIND is 0. */
uint32_t ft_place_class(const struct ft_seeker *seeker, uint32_t kind);
/* Returns the result of ft_place_suit for SEEKER, which is of KIND.  Owned by
 * the world; if KIND is 0, valid until the next call. */
const ft_nodes *ft_place_suited(const struct ft_seeker *seeker, uint32_t kind);
/* Forget the numbers of all kinds and classes: they are given again. */
void ft_place_forget_kinds(struct ft_place *place);
/* Returns whether most of these numbers are probably out of use, as only N jobs
 * wait. */
bool ft_place_has_old_kinds(const struct ft_place *place, size_t n);

/* ---- select.c ------------------------------------------------------------ */

/* The result of a search. */
enum ft_fit {
	FT_FIT,
	FT_FIT_BUSY,    /* not now: what it needs is in use */
	FT_FIT_LICENSE, /* not now: licenses are in use */
	FT_FIT_NODES,   /* not while nodes are down, drained or reserved */
	FT_FIT_NEVER    /* not on this machine */
};
/*
 * Find nodes for SEEKER among AVAIL (NULL: all usable ones) in what is FREE.
 * Returns FT_FIT and sets FOUND (may be NULL), or FT_FIT_BUSY or
 * FT_FIT_LICENSE.
 */
enum ft_fit ft_place_find(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free, struct ft_found *found);
/*
 * A quick test: if it returns false, ft_place_find finds nothing on AVAIL, nor
 * on any subset of it.  (A failure of ft_place_find itself does not mean that:
 * it takes nodes greedily, so it may fail on a set and succeed on a subset.)
 */
bool ft_place_could(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free);
/* Returns whether SEEKER would fit if nothing ran: FT_FIT on AVAIL,
 * FT_FIT_NODES only if all nodes were available, else FT_FIT_NEVER. */
enum ft_fit ft_place_ever(
    const struct ft_seeker *seeker, const ft_nodes *avail);
/* Returns "UnavailableNodes:n4", interned, with the nodes that are not in
 * AVAIL: of the partition or, if the job names nodes, of these; "" if there are
 * none. */
const char *ft_place_lacking(
    const struct ft_seeker *seeker, const ft_nodes *avail);
void ft_found_clear(struct ft_found *found);

#endif
