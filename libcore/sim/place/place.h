/*
 * place.h - what is free, and on which nodes a job would run.
 *
 * What is free is a struct of its own, so that plans can ask the same of a
 * later time.  Nodes are chosen as select/cons_tres does: among stretches of
 * neighbours that have room, the one that is just large enough, else the
 * largest and then others; inside it in the order of the file, as much of each
 * as is wanted, but something of each if there is a least number of nodes.  The
 * last node that a job may have must hold all that is left.
 * Smaller Weight goes first.  Not for: who is next (mainsched.c, backfill.c).
 * Source: slurm.conf(5), SelectType; sbatch(1); tests/unit/t_place.c.
 */
#ifndef FT_SIM_PLACE_PLACE_H
#define FT_SIM_PLACE_PLACE_H

#include "sim/world/world.h"

/* A set of nodes: bit i of word i / 64 is node i. */
typedef uint64_t ft_nodes;

static inline bool
ft_nodes_has(const ft_nodes *nodes, uint32_t node)
{
	return nodes[node / 64] >> node % 64 & 1;
}

static inline void
ft_nodes_put(ft_nodes *nodes, uint32_t node)
{
	nodes[node / 64] |= UINT64_C(1) << node % 64;
}
static inline void
ft_nodes_drop(ft_nodes *nodes, uint32_t node)
{
	nodes[node / 64] &= ~(UINT64_C(1) << node % 64);
}

/* Whether two sets of N_WORD words have a node in common. */
static inline bool
ft_nodes_meet(const ft_nodes *a, const ft_nodes *b, uint32_t n_word)
{
	for (uint32_t w = 0; w < n_word; w++)
		if (a[w] & b[w])
			return true;
	return false;
}

/* Keep of A what is in B as well; sets of N_WORD words. */
static inline void
ft_nodes_and(ft_nodes *a, const ft_nodes *b, uint32_t n_word)
{
	for (uint32_t w = 0; w < n_word; w++)
		a[w] &= b[w];
}

/* Take the nodes of B off A; sets of N_WORD words. */
static inline void
ft_nodes_minus(ft_nodes *a, const ft_nodes *b, uint32_t n_word)
{
	for (uint32_t w = 0; w < n_word; w++)
		a[w] &= ~b[w];
}

/* Returns how many nodes a word of a set holds. */
FT_WRAPS static inline uint32_t
ft_nodes_count(ft_nodes word)
{
	word -= word >> 1 & UINT64_C(0x5555555555555555);
	word = (word & UINT64_C(0x3333333333333333)) +
	       (word >> 2 & UINT64_C(0x3333333333333333));
	word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* Returns how many a set of N_WORD words holds. */
static inline uint32_t
ft_nodes_size(const ft_nodes *nodes, uint32_t n_word)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < n_word; w++)
		n += ft_nodes_count(nodes[w]);
	return n;
}

/* Whether JOB has one of the nodes. */
static inline bool
ft_nodes_has_job(const ft_nodes *nodes, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++)
		if (ft_nodes_has(nodes, job->node[i].node))
			return true;
	return false;
}

/* What is free, by node; of the world, or of a plan (ft_free_copy). */
struct ft_free {
	uint32_t *cpus;
	uint32_t *owed;   /* CPUs in use that suspended jobs are to get back */
	uint64_t *memory; /* MiB */
	uint64_t *gres;   /* [node * n_gres + gres] */
	uint16_t *jobs;   /* that run there, not those suspended */
	uint16_t *whole;  /* of these, that have it for themselves */
	ft_nodes *open;   /* usable and something free */
	uint64_t *license;
	uint64_t cpus_open; /* of open nodes in all */
	/* queues have slots of their own: sim/research/subordination/subordination.h */
	uint32_t *slots;     /* used: [queue * nodes + node] */
	uint32_t *active;    /* what jobs of queues count on a node */
	const ft_nodes *all; /* nodes that may be used; borrowed */
	bool now;            /* it is not about a later time */
};

/* A job that looks for nodes of a partition (index). */
struct ft_seeker {
	struct ft_world *world;
	const struct ft_job *job;
	uint32_t partition;
};

/* Result of ft_place_find: reused. */
struct ft_found {
	struct ft_job_node *node; /* ascending */
	size_t n, cap;
};

/* Returns the CPUs of whole tasks of JOB that the node of that index has room
 * for when nothing runs there, whatever memory they need. */
uint32_t ft_place_empty_room(
    const struct ft_world *world, uint32_t node, const struct ft_job *job);
/* What is free, from the jobs that run. */
void ft_place_reset(struct ft_world *world);
void ft_place_free(struct ft_world *world);

/* What is free now, and the nodes that are up and not drained. */
const struct ft_free *ft_place_now(const struct ft_world *world);
const ft_nodes *ft_place_usable(const struct ft_world *world);

/* JOB (node[] filled) takes its part of FREE, or gives it back. */
void ft_free_take(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
void ft_free_give(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
/* The CPUs of JOB, and no more, are free: it is suspended, or would be. */
void ft_free_lend(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
/* NODE has CPUS more, to be shared. */
void ft_free_widen(const struct ft_world *world, struct ft_free *free,
    uint32_t node, uint32_t cpus);
void ft_free_init(const struct ft_world *world, struct ft_free *free);
void ft_free_copy(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from);
void ft_free_clear(struct ft_free *free);

/* What came of looking. */
enum ft_fit {
	FT_FIT,
	FT_FIT_BUSY,    /* not now */
	FT_FIT_LICENSE, /* licenses are in use */
	FT_FIT_NODES, /* not while nodes are down, drained or kept for others */
	FT_FIT_NEVER  /* not on this machine */
};
/*
 * Nodes for SEEKER, of those in AVAIL (NULL: all usable) with what FREE has.
 * found: filled for FT_FIT; may be NULL.
 */
enum ft_fit ft_place_find(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free, struct ft_found *found);
/*
 * Whether it might fit there, or on fewer nodes: for nodes are taken in an
 * order that may miss a choice which fewer leave open.  true says little, false
 * that ft_place_find finds nothing.
 */
bool ft_place_could(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free);
/*
 * Fill NODES with those of the partition that could hold what SEEKER asks of
 * each node if nothing ran: features, CPUs and memory of a task or of the tasks
 * of a node; without those it excludes.  That all of it fits is not said.
 */
void ft_place_suit(const struct ft_seeker *seeker, ft_nodes *nodes);
/* Whether it would fit if nothing ran: on AVAIL, on all nodes, or never. */
enum ft_fit ft_place_ever(
    const struct ft_seeker *seeker, const ft_nodes *avail);
/* The nodes a host list names, kept; NULL for "". */
const ft_nodes *ft_place_named(struct ft_world *world, const char *text);
void ft_found_clear(struct ft_found *found);

#endif
