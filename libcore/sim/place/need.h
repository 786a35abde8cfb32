/*
 * need.h - what a job needs of the nodes of a partition.
 */
#ifndef FT_SIM_PLACE_NEED_H
#define FT_SIM_PLACE_NEED_H

#include "sim/place/place.h"

struct ft_need {
	struct ft_world *world;
	const struct ft_job *job;
	const struct ft_partition *partition;
	const struct ft_free *free;
	uint32_t min_nodes, max_nodes;
	uint32_t want;     /* nodes to take: min_nodes, or more of a range */
	uint32_t per_task; /* CPUs */
	uint32_t cpus;     /* of all tasks */
	uint32_t per_node; /* CPUs, minimum */
	uint32_t counted;  /* nodes of its feature counts ("ib*2"), 0: none */
	/* of the parts of its constraint the one that candidates must have;
	 * NULL: the whole constraint, or with counts anything */
	const struct ft_feature_part *part;
	const ft_nodes *chosen; /* nodes of the counts; NULL: none yet */
	bool whole;             /* it gets whole nodes */
	bool cores;             /* CPUs are allocated in whole cores */
	bool queue;             /* the partition is a subordination queue */
	bool picky; /* more than CPUs and memory decides on a node */
	size_t n;   /* candidates of the selection */
};
struct ft_need ft_need_of(
    const struct ft_seeker *seeker, const struct ft_free *free);
/* Returns the CPUs, in whole tasks, that the job could use on NODE (index). */
uint32_t ft_need_room(const struct ft_need *need, uint32_t node);
/* Returns its allocation on NODE (index), where tasks use CPUS: rounded up to
 * cores or to the whole node, with its memory. */
struct ft_job_node ft_need_part(
    const struct ft_need *need, uint32_t node, uint32_t cpus);
/* ft_place_find, with what is free in NEED, which is used up. */
enum ft_fit ft_need_find(
    struct ft_need need, const ft_nodes *avail, struct ft_found *found);
/* Returns how many CPUs must be free for that to find anything. */
uint64_t ft_need_least_cpus(const struct ft_need *need);

#endif
