/*
 * metrics.h - numbers of jobs, CPUs and nodes, summed over clusters and printed
 * as samples for Prometheus.
 */
#ifndef FT_CMD_FQUEUE_METRICS_H
#define FT_CMD_FQUEUE_METRICS_H

#include "base/map.h"
#include "fqueue/fqueue.h"
#include "report/format/prometheus.h"

/* Sum over jobs with this state and these labels; "": any. */
struct fqueue_sum {
	int group, state; /* enums of metrics.c */
	const char *cluster, *account, *user, *partition, *reason;
	uint64_t count[3]; /* jobs, CPUs, nodes */
};

struct fqueue_sums {
	struct fqueue_sum *item;
	size_t n, cap;
	struct ft_map map; /* labels to index */
	struct ft_arena arena;
};

void fqueue_sums_init(struct fqueue_sums *sums);
void fqueue_sums_free(struct fqueue_sums *sums);
/* Add the rows of one cluster. */
void fqueue_sums_add(struct fqueue_sums *sums, const struct fqueue_view *view);
void fqueue_sums_print(struct fqueue_sums *sums, struct ft_out *out);

#endif
