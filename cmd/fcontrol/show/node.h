/*
 * node.h - the state of nodes and what is in use of them, for records and for
 * samples.
 */
#ifndef FT_CMD_FCONTROL_SHOW_NODE_H
#define FT_CMD_FCONTROL_SHOW_NODE_H

#include "fcontrol/fcontrol.h"

/* What runs on each node and what is to run there, made once. */
struct fcontrol_in_use {
	uint64_t *count; /* [n_node * tres.n] */
	size_t n_tres;
	bool *planned; /* [n_node]: backfill keeps it for a job that waits */
};

/* "IDLE+PLANNED": the state of node INDEX, in buf. */
const char *fcontrol_node_state(const struct ft_world *world,
    const struct fcontrol_in_use *use, uint32_t index, char *buf, size_t size);
/* All nodes as samples for Prometheus (node_metrics.c). */
void fcontrol_node_samples(
    struct fcontrol *control, const struct fcontrol_in_use *use);

#endif
