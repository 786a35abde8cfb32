/*
 * error.h - how far a replay was from what really happened.
 *
 * For each job whose real start is known (part FT_TRACE_MEASURED, wait >= 0), the
 * predicted wait is compared with the real one.  A wait begins when the job becomes
 * eligible, or else at its submission.  The formulas are in man/fsim.1, VERIFY.
 * Not for: what a schedule was worth (metrics.h).
 */
#ifndef FT_SIM_METRICS_ERROR_H
#define FT_SIM_METRICS_ERROR_H

#include "model/job/trace.h"

#define FT_ERROR_NEAR 300 /* seconds: a start as near as that was met */

/* NAN: nothing to divide by. */
struct ft_error_row {
	const char *kind; /* "all", "partition", "size", "qos"; static */
	const char *name; /* of the trace; a range of processors */
	uint64_t jobs;    /* measured */
	uint64_t missed;  /* of those: never started in the replay, left out of
			      all below */
	double real, predicted; /* mean wait, seconds */
	double error;           /* sum |predicted - real| / sum of real */
	double bias;            /* sum (predicted - real) / sum of real */
	double median, p90;     /* of |predicted - real|, minutes */
	double met;             /* 0..1: within FT_ERROR_NEAR */
};

struct ft_errors_input {
	const struct ft_trace *trace;
	const struct ft_outcome *outcome; /* [trace->n] */
	uint32_t procs;                   /* of the machine, > 0 */
	int64_t begin, end;               /* of the trace: for utilisation */
};

struct ft_errors {
	struct ft_error_row *row; /* all; then partitions, sizes, QOS by name */
	size_t n, cap;
	double real_used, predicted_used; /* utilisation, 0..1 */
	struct ft_arena arena;
};

/* ERRORS (not initialised) is to be freed. */
void ft_errors_make(
    struct ft_errors *errors, const struct ft_errors_input *input);
void ft_errors_free(struct ft_errors *errors);
/* The error alone, of all jobs; NAN if no real start is known. */
double ft_errors_total(
    const struct ft_trace *trace, const struct ft_outcome *outcome);

#endif
