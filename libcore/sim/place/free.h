/*
 * free.h - what is free on each node: now, or at a later time of a plan.
 * Not for: which of the free nodes a job gets (place.h), and when nodes become
 * free (future.h).
 */
#ifndef FT_SIM_PLACE_FREE_H
#define FT_SIM_PLACE_FREE_H

#include "sim/place/nodes.h"
#include "sim/world/world.h"

/*
 * What is free on one node, without GRES and subordination queues.
 *
 * Whether all N jobs on the node are of user U must be known although jobs come
 * and go in any order.  So the sums of uid and of uid * uid over these jobs are
 * kept: squares - 2 U uids + N U U is the sum of (uid - U)^2, which is 0 only
 * if all are.
 */
struct ft_node_free {
	uint64_t memory; /* MiB */
	uint32_t cpus;
	/* CPUs lent to other jobs by jobs that preemption suspended; CPUs that
	 * are given back pay off this debt first */
	uint32_t owed;
	uint16_t jobs;    /* number of jobs there, without suspended ones */
	uint16_t whole;   /* of these: have the node for themselves */
	uint16_t kept;    /* of these: share it with jobs of their user only */
	uint16_t forced;  /* of these: share it with jobs that share CPUs */
	uint16_t sharing; /* of these: have CPUs that other jobs may have */
	uint64_t uids, squares; /* of `jobs`: sums modulo 2^64 */
};

/*
 * What is free at one time.  Arrays are by node unless a comment says
 * otherwise.  Invariant: `open` contains the usable nodes that have a free CPU
 * and that no job has for itself; cpus_open is the sum of their free CPUs.
 */
struct ft_free {
	void *block; /* the memory of all arrays below */
	size_t bytes;
	struct ft_node_free *node;
	uint64_t *gres; /* [node * n_gres + gres] */
	ft_nodes *open;
	/* [cap * n_node + node]: CPUs in use by the jobs of a partition with
	 * MaxCPUsPerNode */
	uint32_t *capped;
	uint64_t *license; /* [license]: see ft_free_license */
	uint64_t cpus_open;
	uint64_t kept;    /* sum of node[].kept */
	uint64_t sharing; /* sum of node[].sharing */
	bool shared; /* treat all jobs as sharing their nodes with all users */
	/* subordination queues (partitions with slots of their own) */
	uint32_t *slots;     /* [queue * n_node + node]: slots in use */
	uint32_t *active;    /* what these jobs count towards the host limit */
	const ft_nodes *all; /* nodes that may be used; borrowed */
	bool now;            /* it describes world->now, not a later time */
};

/* Returns how many of license INDEX are free.  Jobs that run may have more than
 * there are, after an update or a new configuration: none is free then. */
static inline uint64_t
ft_free_license(const struct ft_free *free, uint32_t index)
{
	return free->license[index] > INT64_MAX ? 0 : free->license[index];
}

/* Allocate FREE for the nodes of WORLD; all counts are 0. */
void ft_free_init(const struct ft_world *world, struct ft_free *free);
/* Both must be of the same world. */
void ft_free_copy(struct ft_free *to, const struct ft_free *from);
void ft_free_clear(struct ft_free *free);
/* Copy only what is about NODE, or only what is not about nodes. */
void ft_free_copy_node(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from, uint32_t node);
void ft_free_copy_rest(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from);
/* Set what is free on NODE, without GRES and queues, to HERE. */
void ft_free_set_node(const struct ft_world *world, struct ft_free *free,
    uint32_t node, const struct ft_node_free *here);
/* Set FREE as if nothing ran and only the nodes AVAIL, borrowed, could be
 * used. */
void ft_free_all(
    const struct ft_world *world, struct ft_free *free, const ft_nodes *avail);

/* Returns whether JOB shares its nodes with jobs of its own user only; IN: its
 * partition, may be NULL. */
static inline bool
ft_free_keeps_nodes(const struct ft_job *job, const struct ft_partition *in)
{
	return job->shape.user_nodes || (in && in->exclusive_user);
}

/* Returns whether SEEKER cannot use NODE because it, or a job there, shares
 * nodes with jobs of its own user only.  IN: the partition of SEEKER. */
bool ft_free_is_kept(const struct ft_free *free, uint32_t node,
    const struct ft_job *seeker, const struct ft_partition *in);

/* Take from FREE what JOB has on its nodes, node[], and its licenses; or give
 * it back. */
void ft_free_take(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
void ft_free_give(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
/* Give back only PART, what JOB has of one node, or only its licenses. */
void ft_free_give_part(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, const struct ft_job_node *part);
void ft_free_give_licenses(struct ft_free *free, const struct ft_job *job);
/* Free the CPUs of JOB, and nothing else, as when preemption suspends it. */
void ft_free_lend(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);

#endif
