/*
 * free.h - what is free on each node: now, or at a later time of a plan.
 */
#ifndef FT_SIM_PLACE_FREE_H
#define FT_SIM_PLACE_FREE_H

#include "sim/place/nodes.h"
#include "sim/world/world.h"

/*
 * What is free on one node; GRES and queues aside.  All of its N jobs are of user U
 * if squares - 2 U uids + N U U, the sum of (uid - U)^2, is 0: jobs come and go in
 * any order.
 */
struct ft_node_free {
	uint64_t memory; /* MiB */
	uint32_t cpus;
	/* CPUs in use that belong to a job suspended by preemption: who frees
	 * CPUs pays this debt first */
	uint32_t owed;
	uint16_t jobs;  /* that run there, without suspended ones */
	uint16_t whole; /* of these, jobs that have the node for themselves */
	uint32_t kept; /* of these, jobs that share it with their user's only */
	uint64_t uids, squares; /* sums over these, modulo 2^64 */
};

/*
 * Arrays are by node unless they say otherwise.
 * Invariant: open holds the usable nodes with a free CPU that no job has for
 * itself, and cpus_open is the sum of their CPUs.
 */
struct ft_free {
	void *block; /* has all arrays */
	size_t bytes;
	struct ft_node_free *node;
	uint64_t *gres; /* [node * n_gres + gres] */
	ft_nodes *open;
	uint64_t *license; /* by license */
	uint64_t cpus_open;
	uint64_t kept; /* sum of node[].kept */
	bool shared;   /* as if every job shared its nodes with all users */
	/* subordination queues (partitions with slots of their own) */
	uint32_t *slots;     /* in use: [queue * nodes + node] */
	uint32_t *active;    /* what their jobs count against the host limit */
	const ft_nodes *all; /* nodes that may be used; borrowed */
	bool now;            /* it describes world->now, not a later time */
};

void ft_free_init(const struct ft_world *world, struct ft_free *free);
void ft_free_copy(struct ft_free *to, const struct ft_free *from);
void ft_free_clear(struct ft_free *free);
/* Set what TO has of NODE to what FROM has, or all that is not about nodes. */
void ft_free_copy_node(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from, uint32_t node);
void ft_free_copy_rest(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from);
/* Set what FREE has of NODE; GRES and queues aside. */
void ft_free_set_node(const struct ft_world *world, struct ft_free *free,
    uint32_t node, const struct ft_node_free *here);
/* Set FREE as if nothing ran, on the nodes AVAIL. */
void ft_free_all(
    const struct ft_world *world, struct ft_free *free, const ft_nodes *avail);

/* Returns whether a job on NODE keeps that of SEEKER away, or the reverse,
 * because they are of different users.  IN: the partition of SEEKER. */
bool ft_free_is_kept(const struct ft_free *free, uint32_t node,
    const struct ft_job *seeker, const struct ft_partition *in);

/* JOB, whose node[] is filled, takes its part of FREE, or gives it back. */
void ft_free_take(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
void ft_free_give(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
/* Only PART, what JOB has of one node, is given back, or its licenses. */
void ft_free_give_part(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, const struct ft_job_node *part);
void ft_free_give_licenses(struct ft_free *free, const struct ft_job *job);
/* JOB would be suspended by preemption: its CPUs become free, and nothing else. */
void ft_free_lend(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job);
/* Add CPUS to NODE, to be shared (OverSubscribe=FORCE). */
void ft_free_widen(const struct ft_world *world, struct ft_free *free,
    uint32_t node, uint32_t cpus);

#endif
