/*
 * node.h - the nodes of a world as lists show them: what jobs have of each, and
 * the state it is in (model/machine/nodestate.h).
 *
 * Not for: which nodes a job may get (sim/place).  Source: sinfo(1),
 * scontrol(1).
 */
#ifndef FT_REPORT_NODE_NODE_H
#define FT_REPORT_NODE_NODE_H

#include "model/machine/nodestate.h"
#include "report/format/out.h"
#include "sim/world/world.h"

struct ft_nodeuse {
	const struct ft_world *world;
	uint64_t *count; /* [n_node * n_tres], in the units of each TRES */
	size_t n_tres;
	unsigned *planned; /* [n_node]: FT_NODE_HAS_PLANNED: backfill reserved
			      it for a pending job */
};

/* world: borrowed. */
void ft_nodeuse_init(struct ft_nodeuse *use, const struct ft_world *world);
void ft_nodeuse_free(struct ft_nodeuse *use);

/* Returns what jobs have of node INDEX, by TRES. */
static inline const uint64_t *
ft_nodeuse_tres(const struct ft_nodeuse *use, uint32_t index)
{
	return use->count + index * use->n_tres;
}

unsigned ft_nodeuse_state(const struct ft_nodeuse *use, uint32_t index);
/* The CPUs of node INDEX that jobs have, that a job could have, and others. */
struct ft_nodeuse_cpus {
	uint64_t allocated, idle, other;
};
struct ft_nodeuse_cpus ft_nodeuse_cpus(
    const struct ft_nodeuse *use, uint32_t index);

/* metrics.c: print all nodes as samples for Prometheus, under the names that
 * exporters give the output of sinfo. */
void ft_nodeuse_samples(const struct ft_nodeuse *use, struct ft_out *out);

#endif
