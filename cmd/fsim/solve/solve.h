/*
 * solve.h - fsim solve: which settings of a grid reach targets.
 *
 * Successive halving: all points of the grid replay the first part of each trace;
 * the better half replays twice as much, and so on; the finalists replay the whole
 * of each, or copies of it that are shaken or resampled.  What is better: the sum
 * over all targets of the part by which each is missed.
 * Source: Jamieson, Talwalkar, Non-stochastic best arm identification and
 * hyperparameter optimization, AISTATS 2016, for the halving.
 */
#ifndef FT_CMD_FSIM_SOLVE_SOLVE_H
#define FT_CMD_FSIM_SOLVE_SOLVE_H

#include "fsim/interval.h"
#include "fsim/sweep/sweep.h"

/* ---- targets (target.c) ------------------------------------------------------- */

enum solve_jobs {
	SOLVE_ALL,
	SOLVE_UNDER_NODES,
	SOLVE_OVER_NODES,
	SOLVE_UNDER_PROCS,
	SOLVE_OVER_PROCS,
	SOLVE_OF_ACCOUNT,
	SOLVE_OF_USER
};

struct solve_target {
	const char *text; /* as given */
	size_t measure;   /* enum fsim_measure_id */
	enum solve_jobs jobs;
	uint32_t number;  /* of nodes, processors */
	const char *name; /* of the account, user */
	bool least;   /* the value is the least that will do, not the most */
	double value; /* seconds, where the measure is a time */
};

/*
 * Fill TARGET from "wait_p90 <= 1h" or "p90 wait of jobs under 4 nodes <= 1h"
 * (borrowed; parts are copied to ARENA).
 * FT_EINVAL: unknown measure, jobs or value.
 */
enum ft_status solve_target_parse(struct solve_target *target, const char *text,
    struct ft_arena *arena, struct ft_error *err);
/* FT_EINVAL: TRACE cannot tell which jobs TARGET is about. */
enum ft_status solve_target_check(const struct solve_target *target,
    const struct ft_trace *trace, struct ft_error *err);
/* Returns what TARGET measures of RESULT of TRIAL, a replay of TRACE; NAN: nothing. */
double solve_target_measure(const struct solve_target *target,
    const struct fsim_trial *trial, const struct ft_trace *trace,
    const struct fsim_result *result);
/* Returns by which part of the target VALUE misses it; below 0: it is reached with
 * so much to spare; infinite for NAN. */
double solve_target_miss(const struct solve_target *target, double value);

/* ---- the search (halve.c) ----------------------------------------------------- */

#define SOLVE_FINALISTS 5
#define SOLVE_SHAKEN    5   /* copies of one trace, unless it is resampled */
#define SOLVE_LEAST     100 /* jobs of the first round, if there are so many */
#define SOLVE_ROUNDS    20

struct solve_round {
	size_t points, jobs; /* tried; replayed by each, of all traces */
};

struct solve_point {
	size_t point;               /* of the grid */
	double *run;                /* [n_target * runs of a round] */
	struct ft_sample *measured; /* [n_target] in the last round it was in */
	double missed;              /* sum of the misses above 0 */
	double spare; /* sum of all, to order those that miss nothing */
	bool front;   /* no other finalist is at least as good in every target
	                    and better in one */
};

struct solve {
	struct fsim_source source;
	struct sweep_grid grid;
	struct ft_arena arena;
	struct solve_target *target;
	size_t n_target, cap_target;
	/* options */
	enum ft_format_kind format;
	uint64_t finalists, processes;
	uint64_t copies;     /* of each trace, for finalists; 0: as it is */
	bool copied, shaken; /* --copies, --shake were given */
	int64_t shake;
	double confidence;
	bool quiet;
	/* the search */
	struct solve_point *alive; /* [n_alive], best first after a round */
	size_t n_alive;
	struct solve_round round[SOLVE_ROUNDS];
	size_t n_round;
	double *all; /* the arrays of the points */
	struct ft_sample *samples;
};

size_t solve_traces(const struct solve *solve);
/* Returns what the intervals of the finalists are about. */
enum fsim_sense solve_sense(const struct solve *solve);

/* Search; the finalists are alive then.  FT_EINVAL: a point cannot be replayed. */
enum ft_status solve_search(
    struct solve *solve, bool *interrupted, struct ft_error *err);
/* Whether a finalist meets a target. */
enum solve_answer { SOLVE_NO, SOLVE_PERHAPS, SOLVE_YES };
/* Returns the worst answer over all targets. */
enum solve_answer solve_answer_all(
    const struct solve *solve, const struct solve_point *point);

/* ---- print.c ------------------------------------------------------------------ */

void solve_print(const struct solve *solve);

#endif
