/*
 * shortage.h - what a pending job is short of on the nodes of a partition now.
 *
 * Each node is checked once per resource, as if all its other resources were
 * free; place/need.h, which selects nodes, does that.  Not for: jobs ahead of
 * it, limits (policy/), jobs that can never start (unrunnable.h).
 */
#ifndef FT_SIM_WHY_SHORTAGE_H
#define FT_SIM_WHY_SHORTAGE_H

#include "sim/world/world.h"

enum ft_shortage_kind {
	FT_SHORTAGE_CPUS,
	FT_SHORTAGE_MEMORY, /* MiB */
	FT_SHORTAGE_GRES,
	FT_SHORTAGE_ALONE, /* jobs run there, and one of them or this one needs
	                      the node for itself */
	FT_SHORTAGE_RESERVED, /* a reservation keeps the node for others */
	FT_SHORTAGE_DOWN,     /* or drained */
	FT_SHORTAGE_EXCLUDED, /* the job excludes it, or names other nodes */
	FT_SHORTAGE_UNFIT,    /* too small, or without the features */
	FT_SHORTAGE_KINDS
};

/* A resource, and the nodes that are short of it. */
struct ft_shortage_item {
	enum ft_shortage_kind kind;
	uint32_t gres; /* of FT_SHORTAGE_GRES: index in the machine */
	/* of CPUs, memory, GRES: asked for, by all CPUs together or on each
	 * node; the most that one of these nodes has free, and its index */
	uint64_t asked, most;
	uint32_t most_on;
	uint32_t *node; /* indices, ascending */
	size_t n;
};

struct ft_shortage {
	struct ft_shortage_item *item; /* by kind, then gres */
	size_t n;
	bool fits;    /* the job is short of nothing */
	bool unready; /* no reservation that it names admits it now */
	/* nodes and their CPUs that are short of nothing; requested in all */
	uint32_t nodes, nodes_asked;
	uint64_t cpus, cpus_asked;
	/* a license with too few free: index, UINT32_MAX none */
	uint32_t license;
	uint64_t license_asked, license_free;
};

/* Fill SHORTAGE (free it with ft_shortage_free) for JOB in PARTITION (index). */
void ft_shortage_find(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_shortage *shortage);
void ft_shortage_free(struct ft_shortage *shortage);

#endif
