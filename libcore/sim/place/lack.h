/*
 * lack.h - what a job that waits finds missing on the nodes of a partition now.
 *
 * Each node is asked whether it would have room if everything on it were free
 * but one resource: the same function answers that chooses nodes (place.h).
 * Not for: who is in front, limits (policy.h), what can never be (never.h).
 */
#ifndef FT_SIM_PLACE_LACK_H
#define FT_SIM_PLACE_LACK_H

#include "sim/world/world.h"

enum ft_lack_kind {
	FT_LACK_CPUS,
	FT_LACK_MEMORY, /* MiB */
	FT_LACK_GRES,
	FT_LACK_ALONE,    /* others run there, and one of them wants it alone */
	FT_LACK_RESERVED, /* a reservation keeps it for others */
	FT_LACK_DOWN,     /* or drained */
	FT_LACK_EXCLUDED, /* by the job, which also may name its nodes */
	FT_LACK_UNFIT,    /* too small, or without its features */
	FT_LACK_KINDS
};

/* One resource, and on which nodes it is missing. */
struct ft_lack_item {
	enum ft_lack_kind kind;
	uint32_t gres; /* of FT_LACK_GRES: index in the machine */
	/* of CPUs, memory, gres: at least, on a node; most that one of these
	 * nodes has free, and which */
	uint64_t asked, most;
	uint32_t most_on;
	uint32_t *node; /* indices, ascending */
	size_t n;
};

struct ft_lack {
	struct ft_lack_item *item; /* by kind, then gres */
	size_t n;
	bool fits; /* nothing is missing */
	/* nodes that lack nothing, and what the job asks for in all */
	uint32_t nodes, nodes_asked;
	uint64_t cpus, cpus_asked;
	/* a license of which too few are free: index, UINT32_MAX none */
	uint32_t license;
	uint64_t license_asked, license_free;
};

/* Fill LACK (free it with ft_lack_free): what JOB misses in PARTITION (index)
 * now. */
void ft_lack_find(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_lack *lack);
void ft_lack_free(struct ft_lack *lack);

#endif
