/*
 * metrics.h - what a schedule was worth: waits, slowdown, utilisation, and how
 * the delivered shares kept to the promised ones.
 *
 * Each formula stands in man/fsim.1, METRICS.
 */
#ifndef FT_SIM_METRICS_H
#define FT_SIM_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "model/trace.h"
#include "model/tree.h"

struct ft_metrics_input {
	const struct ft_trace *trace;
	const struct ft_outcome *outcome; /* [trace->n] */
	uint32_t procs;
	const struct ft_tree *tree; /* who is promised what */
	const uint32_t *leaf;       /* [trace->n] */
	int64_t bound;              /* seconds of bounded slowdown: 10 */
	int64_t window;             /* seconds of one point over time: 86400 */
};

/* Of all, of one user, of one account. */
struct ft_metrics_row {
	const char *name;
	uint64_t jobs, started, ended, failed;
	double wait_mean, wait_median, wait_p90, wait_max; /* seconds */
	double slowdown_mean, slowdown_median;             /* bounded */
	double area;                /* processor seconds delivered */
	double promised, delivered; /* shares, 0..1 */
};

/* One point of time. */
struct ft_metrics_point {
	int64_t at;         /* its start */
	double utilisation; /* 0..1 */
	double waiting;     /* jobs, mean */
	double unfairness;  /* sum of squared differences of promised and
	                       delivered share */
	double jain;        /* index of delivered over promised, 0..1 */
};

struct ft_metrics {
	struct ft_metrics_row all;
	int64_t from, to; /* first submission, last end */
	double utilisation, makespan, throughput; /* 0..1, seconds, jobs/hour */
	double unfairness, jain;                  /* of all delivered */
	struct ft_metrics_row *user, *account;    /* by name */
	size_t n_user, n_account;
	struct ft_metrics_point *point;
	size_t n_point;
	double *share;  /* [n_point * n_account]: delivered, by account */
	uint64_t *wide; /* histogram: jobs that asked for 2^i..2^(i+1)-1
	                     nodes */
	size_t n_wide;
};

void ft_metrics_make(
    struct ft_metrics *metrics, const struct ft_metrics_input *input);
void ft_metrics_free(struct ft_metrics *metrics);

#endif
