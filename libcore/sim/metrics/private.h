/*
 * internal.h - what the files of metrics share.
 */
#ifndef FT_SIM_METRICS_PRIVATE_H
#define FT_SIM_METRICS_PRIVATE_H

#include "sim/metrics/metrics.h"
#include "sim/metrics/promise.h"

/* A leaf of the tree that has jobs: who is promised something. */
struct metrics_unit {
	uint32_t node;
	uint32_t user, account; /* ordinals, of rows */
};

/* One metrics at work. */
struct metrics_work {
	const struct ft_metrics_input *in;
	struct ft_metrics *out;
	struct metrics_unit *unit;
	uint32_t n_unit;
	uint32_t *of_job; /* [trace->n]: unit of each job */
	double *norm;     /* [tree->n]: share of the whole tree, 0..1 */
};

static inline bool
metrics_started(const struct ft_outcome *outcome)
{
	return outcome->start >= 0;
}

/* When it stopped using processors; those that still run do so to the end. */
static inline int64_t
metrics_end(const struct ft_metrics *metrics, const struct ft_outcome *outcome)
{
	return outcome->end >= 0 ? outcome->end : metrics->to;
}

/* Processor seconds delivered to job I. */
static inline uint64_t
metrics_area(const struct metrics_work *work, size_t i)
{
	const struct ft_outcome *outcome = &work->in->outcome[i];

	if (!metrics_started(outcome))
		return 0;
	return (uint64_t)(metrics_end(work->out, outcome) - outcome->start) *
	       work->in->trace->job[i].procs;
}

/* ---- rank.c: sorted numbers ---------------------------------------------- */

struct metrics_key {
	uint64_t key;
	uint32_t job;
};
/* Sort item[n] by key, stable, in linear time; spare: [n]. */
void ft_metrics_sort(
    struct metrics_key *item, struct metrics_key *spare, size_t n);
/* The key of a number >= 0 that is not a NaN: the same order; and back. */
uint64_t ft_metrics_key_of(double number);
double ft_metrics_number_of(uint64_t key);

/* ---- row.c: users, accounts, widths -------------------------------------- */

/* Find units, users and accounts; unit, of_job, norm, rows are made. */
void ft_metrics_units(struct metrics_work *work);
void ft_metrics_rows(struct metrics_work *work);
void ft_metrics_widths(struct metrics_work *work);

/* ---- due.c: entitlements ------------------------------------------------- */

struct metrics_due;
struct metrics_due *ft_metrics_due_new(const struct ft_tree *tree);
void ft_metrics_due_free(struct metrics_due *due);
/* Divide CAPACITY among CLAIMS: down the tree, by shares, nobody more than it
 * wants. */
void ft_metrics_divide(
    struct metrics_due *due, double capacity, const struct ft_claims *claims);
/* Fill norm[tree->n] with shares of the whole tree; a user whose shares are
 * `parent` counts as one with a share of 1. */
void ft_metrics_norm(const struct ft_tree *tree, double *norm);

/* ---- sweep.c: jobs in windows -------------------------------------------- */

/* What a unit has and wants, in processor seconds; whole, so exact. */
struct metrics_sums {
	uint64_t waits, runs; /* in each window its jobs go through */
	uint64_t wanted, had; /* beside these, in the window at hand */
	uint32_t jobs;        /* come and not gone */
	uint32_t place;       /* in active */
	double due, area;     /* of all windows */
};

struct metrics_sweep {
	struct ft_arena arena; /* what follows */
	const struct metrics_work *work;
	struct metrics_sums *unit; /* [n_unit] */
	uint32_t *active;          /* units with jobs; then their numbers */
	uint32_t n_active;
	struct metrics_due *due;
	uint32_t *node;
	double *demand, *given, *area; /* [n_active] */
	double *account_due, *account_area;
	uint32_t *touched; /* accounts of the window */
	uint32_t *of_account;
	/* jobs by the window they start, end in: job indices, where a
	   window's begin */
	uint32_t *start, *end;
	size_t *start_at, *end_at;
	size_t come, came;       /* jobs that were submitted; before W */
	uint64_t n_waits;        /* jobs that wait all through */
	uint64_t waited;         /* seconds of others, this window */
	double weights, all_due; /* area and due of all windows */
};

/* Jobs by the window they start and end in; sums, all zero. */
void ft_metrics_sweep_begin(struct metrics_sweep *sweep);
void ft_metrics_sweep_end(struct metrics_sweep *sweep);
/*
 * Windows one by one: after enter the sums of the active are those of window W;
 * wanted, had and waited are to be zeroed by who read them, then leave.
 */
void ft_metrics_sweep_enter(struct metrics_sweep *sweep, size_t w);
void ft_metrics_sweep_leave(struct metrics_sweep *sweep, size_t w);
/* Seconds that from..to has in window W. */
int64_t ft_metrics_overlap(
    const struct ft_metrics *out, size_t w, int64_t from, int64_t to);

/* ---- fair.c: window by window -------------------------------------------- */

void ft_metrics_windows(struct metrics_work *work);
/* Fill FAIRNESS of n shares that sum to 1 each (delivered, promised). */
void ft_metrics_fairness(struct ft_fairness *fairness, const double *delivered,
    const double *promised, size_t n);

#endif
