/*
 * node.h - the state of nodes and what is in use on them (node_use.c), for
 * records (node.c) and for samples (node_metrics.c).
 */
#ifndef FT_CMD_FCONTROL_SHOW_NODE_H
#define FT_CMD_FCONTROL_SHOW_NODE_H

#include "fcontrol/fcontrol.h"

/* What is in use on each node. */
struct fcontrol_in_use {
	uint64_t *count; /* [n_node * n_tres], in the units of each TRES */
	size_t n_tres;
	bool *planned; /* [n_node]: backfill reserved it for a pending job */
};

void fcontrol_in_use_init(
    struct fcontrol_in_use *use, const struct ft_world *world);
void fcontrol_in_use_free(struct fcontrol_in_use *use);

/* Write the state of node INDEX, "IDLE+PLANNED", to BUF; returns BUF. */
const char *fcontrol_node_state(const struct ft_world *world,
    const struct fcontrol_in_use *use, uint32_t index, char *buf, size_t size);
/* Print all nodes as samples for Prometheus (node_metrics.c). */
void fcontrol_node_samples(
    struct fcontrol *control, const struct fcontrol_in_use *use);

#endif
