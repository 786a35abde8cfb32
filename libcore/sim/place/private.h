/*
 * private.h - what the files of this room share: scratch of select.c, and the
 * host lists that jobs name.
 */
#ifndef FT_SIM_PLACE_PRIVATE_H
#define FT_SIM_PLACE_PRIVATE_H

#include "sim/place/place.h"

/* A node with room for the job that is placed; a search has an array of them,
 * ordered by node. */
struct ft_candidate {
	uint32_t node;
	uint32_t room; /* CPUs the job could use there, in whole tasks */
	uint32_t part; /* of these, taken for the job */
	bool used;     /* the node is taken for the job */
	bool passed;   /* it is too small to be the last node of the job */
};

/* Host lists that jobs name, parsed once. */
struct ft_named_nodes {
	const char *text; /* interned: the pointer is the key */
	ft_nodes *set;
	ft_nodes *range; /* these, and the nodes between them */
	bool gone;       /* it names a node that the settings no longer have */
};

/* Returns the partition in which JOB runs or ran, or NULL. */
static inline const struct ft_partition *
ft_place_partition(const struct ft_world *world, const struct ft_job *job)
{
	return job->where == UINT32_MAX ? NULL
					: &world->machine.partition[job->where];
}

#endif
