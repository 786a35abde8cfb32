/*
 * internal.h - what is kept of the nodes: for place.c, choose.c and the
 * schedulers.
 */
#ifndef FT_SIM_PLACE_INTERNAL_H
#define FT_SIM_PLACE_INTERNAL_H

#include "sim/place/place.h"

/* A node that has room for the job. */
struct ft_candidate {
	uint32_t node, room; /* CPUs, whole tasks */
	bool used;
	bool passed; /* too small for what is left */
};

struct ft_named_nodes {
	const char *text; /* interned: the pointer is the key */
	ft_nodes *set;
};

struct ft_place {
	uint32_t n_node, n_gres, n_word;
	size_t n_partition;
	uint32_t n_queue; /* partitions whose slots are counted apart */
	struct ft_free now;
	ft_nodes *usable;           /* up and not drained */
	ft_nodes *there;            /* all but those of the future */
	ft_nodes **member;          /* by partition */
	bool memory, cores, linear; /* SelectTypeParameters, SelectType */
	/* for ft_place_find */
	struct ft_free scratch;
	struct ft_candidate *candidate;
	uint32_t *part; /* CPUs taken, by node */
	struct ft_named_nodes *named;
	size_t n_named, cap_named;
};

/* What a job wants of nodes, in one partition. */
struct ft_need {
	struct ft_world *world;
	const struct ft_job *job;
	const struct ft_partition *partition;
	const struct ft_free *free;
	uint32_t min_nodes, max_nodes;
	uint32_t want;     /* nodes to have, min_nodes or more */
	uint32_t per_task; /* CPUs */
	uint32_t cpus;     /* of all tasks */
	uint32_t per_node; /* least CPUs */
	bool whole;
	bool cores; /* whole ones are given */
	bool queue; /* the partition has slots of its own */
	size_t n;   /* candidates */
};
struct ft_need ft_need_of(
    const struct ft_seeker *seeker, const struct ft_free *free);
/* CPUs, of whole tasks, that it could have of NODE (index). */
uint32_t ft_need_room(const struct ft_need *need, uint32_t node);
/* What it gets of the node INDEX of which CPUs were chosen: place->part. */
struct ft_job_node ft_need_part(const struct ft_need *need, uint32_t index);

/* Whether NODE has the sockets, cores and threads that JOB asks for. */
bool ft_place_has_shape(const struct ft_node *node, const struct ft_job *job);
/* Whether JOB has its nodes for itself. */
bool ft_place_whole(const struct ft_world *world, const struct ft_job *job);
/* "UnavailableNodes:n4": of the partition, or of those the job names, which are
 * not in AVAIL; kept. */
const char *ft_place_lacking(
    const struct ft_seeker *seeker, const ft_nodes *avail);
/* Whether FREE has too few of some license that JOB needs. */
bool ft_place_lacks_licenses(
    const struct ft_job *job, const struct ft_free *free);
/* A set of NODE[n]; a copy of SET: the caller's. */
ft_nodes *ft_place_set(
    const struct ft_world *world, const uint32_t *node, size_t n);
ft_nodes *ft_place_copy(const struct ft_world *world, const ft_nodes *set);
/* As if nothing ran, on AVAIL. */
void ft_free_all(
    const struct ft_world *world, struct ft_free *free, const ft_nodes *avail);

#endif
