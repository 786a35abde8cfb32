/*
 * nodedoc.h - nodes and partitions as scontrol and sinfo print them in JSON and
 * YAML.
 *
 *     struct ft_nodedoc_node node;
 *
 *     ft_nodedoc_node(&node, &from, index);
 *     const void *row = &node;     getters are given a pointer to the pointer
 *     ft_doc_row(doc, ft_nodedoc_node_members, ft_nodedoc_node_member_count,
 *         &row);
 *
 * The document knows the release.  Not for: our own documents.
 */
#ifndef FT_CMD_NODEDOC_NODEDOC_H
#define FT_CMD_NODEDOC_NODEDOC_H

#include "nodedoc/paper.h"
#include "report/node/node.h"

/* Where they are, and who is shown them. */
struct ft_nodedoc {
	const struct ft_world *world;
	const struct ft_nodeuse *use; /* of its nodes */
	struct ft_arena *arena;       /* texts live as long as it */
	/* partitions that are listed with a node */
	bool open, hidden;
};

struct ft_nodedoc_node {
	struct ft_node node;
	uint64_t cpus, memory; /* in use */
	unsigned bits;         /* model/machine/nodestate.h */
	const char *active, *state, *partitions, *tres, *used;
	const char *gres_drain, *gres_used, *reservation;
};

struct ft_nodedoc_partition {
	struct ft_partition part;
	const char *node_sets, *exclusive, *shared, *nodes, *state, *select,
	    *tres;
	uint64_t n_node, def_per_node, max_per_node;
};

void ft_nodedoc_node(struct ft_nodedoc_node *node,
    const struct ft_nodedoc *from, uint32_t index);
void ft_nodedoc_partition(struct ft_nodedoc_partition *partition,
    const struct ft_nodedoc *from, const struct ft_partition *part);

extern const struct ft_column ft_nodedoc_node_members[],
    ft_nodedoc_old_node_members[], /* of 22.05 */
    ft_nodedoc_partition_members[];
extern const size_t ft_nodedoc_node_member_count,
    ft_nodedoc_old_node_member_count, ft_nodedoc_partition_member_count;

/* Returns the port of NODE: its own, or that of all. */
uint32_t ft_nodedoc_port(const struct ft_node *node);

#endif
