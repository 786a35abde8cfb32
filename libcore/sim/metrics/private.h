/*
 * private.h - shared by the files of metrics.
 */
#ifndef FT_SIM_METRICS_PRIVATE_H
#define FT_SIM_METRICS_PRIVATE_H

#include "sim/metrics/metrics.h"
#include "sim/metrics/promise.h"

/* A leaf of the tree that has jobs: it is entitled to something. */
struct metrics_unit {
	uint32_t node;
	uint32_t user, account; /* indices of rows */
};

/* The computation under way. */
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

/* Returns when it stopped using processors; running jobs do so to the end. */
static inline int64_t
metrics_end(const struct ft_metrics *metrics, const struct ft_outcome *outcome)
{
	return outcome->end >= 0 ? outcome->end : metrics->to;
}

/* Returns whether job I counts in means. */
static inline bool
metrics_measured(const struct metrics_work *work, size_t i)
{
	int64_t submit = work->in->trace->job[i].submit;

	return metrics_started(&work->in->outcome[i]) &&
	       submit >= work->out->measured_from &&
	       submit <= work->out->measured_to;
}

/* Returns the processor seconds delivered to job I. */
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
/* Map a number >= 0 (not NaN) to a key of the same order, and back. */
uint64_t ft_metrics_key_of(double number);
double ft_metrics_number_of(uint64_t key);

/* ---- row.c: users, accounts, widths -------------------------------------- */

/* Find units, users and accounts: fills unit, of_job, norm and rows. */
void ft_metrics_units(struct metrics_work *work);
void ft_metrics_rows(struct metrics_work *work);
void ft_metrics_widths(struct metrics_work *work);

/* Returns the 90th percentile of N sorted keys: nearest rank, number 0.9 N
 * rounded up; NAN if N is 0. */
double ft_metrics_ninth(const uint64_t *key, size_t n);

/* ---- loss.c: idle processors that a job could have used ------------------- */

/* Returns the processor seconds from the first submission to the last end that
 * are idle while a job waits that needs no more.  Processors that are away are not
 * idle, those of jobs that end there during maintenance count as both. */
double ft_metrics_lost(const struct metrics_work *work);

/* ---- start.c: starts against an order of starts -------------------------- */

/* Fill utilisation_submit, inversions and fair. */
void ft_metrics_starts(struct metrics_work *work);

/* ---- due.c: entitlements ------------------------------------------------- */

struct metrics_due;
struct metrics_due *ft_metrics_due_new(const struct ft_tree *tree);
void ft_metrics_due_free(struct metrics_due *due);
/* Divide CAPACITY among CLAIMS: down the tree, by shares, and never more than
 * is wanted. */
void ft_metrics_divide(
    struct metrics_due *due, double capacity, const struct ft_claims *claims);

/* ---- sweep.c: jobs in windows -------------------------------------------- */

/* What a unit has and wants, in whole processor seconds, so exact. */
struct metrics_sums {
	uint64_t waits, runs; /* added in each window its jobs span */
	uint64_t wanted, had; /* in addition, in the current window */
	uint32_t jobs;        /* arrived and not gone */
	uint32_t place;       /* in active */
	double due, area;     /* over all windows */
};

struct metrics_sweep {
	struct ft_arena arena; /* owns everything below */
	const struct metrics_work *work;
	struct metrics_sums *unit; /* [n_unit] */
	uint32_t *active;          /* units with jobs, and their number */
	uint32_t n_active;
	struct metrics_due *due;
	uint32_t *node;
	double *demand, *given, *area; /* [n_active] */
	double *account_due, *account_area;
	uint32_t *touched; /* accounts of the window */
	uint32_t *of_account;
	/* job indices by the window they start and end in, and where each
	 * window begins */
	uint32_t *start, *end;
	size_t *start_at, *end_at;
	size_t come, came;       /* jobs submitted so far, and before the
				    window */
	uint64_t n_waits;        /* jobs that wait through the window */
	uint64_t waited;         /* seconds other jobs waited in this window */
	double weights, all_due; /* area of windows that count; due of all */
};

/* Sort jobs by the windows they start and end in; clear the sums. */
void ft_metrics_sweep_begin(struct metrics_sweep *sweep);
void ft_metrics_sweep_end(struct metrics_sweep *sweep);
/*
 * Go through the windows: after enter, the sums of active units are those of
 * window W.  Whoever reads wanted, had and waited sets them to 0 before leave.
 */
void ft_metrics_sweep_enter(struct metrics_sweep *sweep, size_t w);
void ft_metrics_sweep_leave(struct metrics_sweep *sweep, size_t w);
/* Returns the seconds of from..to that are in window W. */
int64_t ft_metrics_overlap(
    const struct ft_metrics *out, size_t w, int64_t from, int64_t to);

/* ---- fair.c: window by window -------------------------------------------- */

void ft_metrics_windows(struct metrics_work *work);
/* Fill FAIRNESS from n shares (delivered, promised) that sum to 1 each. */
void ft_metrics_fairness(struct ft_fairness *fairness, const double *delivered,
    const double *promised, size_t n);

#endif
