/*
 * need.h - what a job needs of the nodes of a partition, worked out once per
 * search, and how much of that each node has.  Which nodes are chosen is in
 * select.c.
 */
#ifndef FT_SIM_PLACE_NEED_H
#define FT_SIM_PLACE_NEED_H

#include "sim/place/place.h"

struct ft_need {
	struct ft_world *world;
	const struct ft_job *job;
	const struct ft_partition *partition;
	const struct ft_free *free; /* what is free; NULL for ft_place_suit */
	uint32_t min_nodes, max_nodes;
	uint32_t want;     /* nodes to take; more than min_nodes for a range */
	uint32_t per_task; /* CPUs of each task */
	uint32_t cpus;     /* CPUs of all tasks */
	uint32_t per_node; /* CPUs it needs on each node at least */
	uint32_t given;    /* CPUs it gets on each node at least */
	/* the sum of the counts in its constraint ("ib*2&gpu*1": 3 nodes); 0
	 * without counts */
	uint32_t counted;
	/* the part of the constraint that candidates must have now; NULL: the
	 * whole constraint, or if it has counts any node */
	const struct ft_feature_part *part;
	/* nodes chosen for the counts; NULL: none yet */
	const ft_nodes *chosen;
	uint32_t cap;  /* row of free->capped; UINT32_MAX: no MaxCPUsPerNode */
	uint32_t rows; /* jobs that may share its CPUs: ft_place_rows */
	bool whole;    /* it gets whole nodes */
	bool even;     /* its tasks are spread evenly */
	bool keeps;    /* it keeps the room of its nodes for more tasks */
	bool first;    /* it gets the first node that holds it */
	bool cores;    /* CPUs are allocated in whole cores */
	bool spread;   /* the nodes that are least in use come first: LLN */
	bool queue;    /* the partition is a subordination queue */
	bool picky;    /* more than CPUs and memory decides about a node */
	size_t n;      /* number of candidates: place->candidate */
};
/* Returns what SEEKER needs, to be searched for in FREE, borrowed. */
struct ft_need ft_need_of(
    const struct ft_seeker *seeker, const struct ft_free *free);
/* Returns how many CPUs, in whole tasks, the job could use on node NODE now; 0:
 * none. */
uint32_t ft_need_room(const struct ft_need *need, uint32_t node);
/* Returns how many CPUs of a core of NODE the job uses. */
uint32_t ft_need_core(const struct ft_need *need, uint32_t node);
/* Returns the job's allocation on node NODE, where its tasks use CPUS: these
 * rounded up to cores or to the whole node, with memory. */
struct ft_job_node ft_need_part(
    const struct ft_need *need, uint32_t node, uint32_t cpus);
/* The same as ft_place_find for a job whose NEED is known. */
enum ft_fit ft_need_find(
    struct ft_need need, const ft_nodes *avail, struct ft_found *found);
/* Returns how many CPUs must be free for ft_need_find to find anything. */
uint64_t ft_need_least_cpus(const struct ft_need *need);

#endif
