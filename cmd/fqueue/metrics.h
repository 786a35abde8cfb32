/*
 * metrics.h - numbers of jobs, CPUs and nodes, added up over clusters and
 * printed as samples for Prometheus.
 */
#ifndef FT_CMD_FQUEUE_METRICS_H
#define FT_CMD_FQUEUE_METRICS_H

#include "base/map.h"
#include "fqueue/fqueue.h"
#include "report/format/prometheus.h"

/* Of jobs in one state that have these in common; "" what does not count. */
struct queue_sum {
	int group, state; /* as metrics.c has them */
	const char *cluster, *account, *user, *partition, *reason;
	uint64_t count[3]; /* jobs, CPUs, nodes */
};

struct queue_sums {
	struct queue_sum *item;
	size_t n, cap;
	struct ft_map map; /* what they have in common, to their index */
	struct ft_arena arena;
};

void queue_sums_init(struct queue_sums *sums);
void queue_sums_free(struct queue_sums *sums);
/* The rows of one cluster. */
void queue_sums_add(struct queue_sums *sums, const struct queue_view *view);
void queue_sums_print(struct queue_sums *sums, struct ft_out *out);

#endif
