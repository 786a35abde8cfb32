/* halve.c - successive halving of the points of a grid. */

#include "fsim/solve/solve.h"
#include "fsim/sweep/shares.h"
#include "files/workers.h"

/* ---- one round ---------------------------------------------------------------- */

/* A round: each point alive replays each trace, or copies of it. */
struct round {
	struct solve *solve;
	unsigned left;   /* halvings to come */
	uint64_t copies; /* of each trace; 0: as it is, once */
};

/* Which replay a task is. */
struct replay {
	struct solve_point *point;
	size_t trace; /* index */
	size_t run;   /* of all of the point, trace by trace */
};

size_t
solve_traces(const struct solve *solve)
{
	return 1 + solve->source.n_more;
}

/* Returns the replays of a point in a round. */
static size_t
runs_of(const struct solve *solve, uint64_t copies)
{
	return solve_traces(solve) * (copies ? (size_t)copies : 1);
}

static struct replay
replay_of(const struct round *round, size_t task)
{
	size_t runs = runs_of(round->solve, round->copies);
	size_t run = task % runs;

	return (struct replay){ .point = &round->solve->alive[task / runs],
		.trace = run / (runs / solve_traces(round->solve)),
		.run = run };
}

/* Returns how many of the N jobs of a trace a round replays. */
static size_t
jobs_of(const struct round *round, size_t n)
{
	size_t least = n < SOLVE_LEAST ? n : SOLVE_LEAST;

	return n >> round->left > least ? n >> round->left : least;
}

static enum ft_status
run_task(void *ctx, size_t task, struct ft_str *line, struct ft_error *err)
{
	const struct round *round = ctx;
	struct solve *solve = round->solve;
	const struct replay replay = replay_of(round, task);
	struct fsim_source *source = &solve->source;
	struct fsim_trial *trial = &source->trial;
	struct ft_trace *trace;
	size_t point = replay.point->point;
	struct fsim_result result;

	FT_TRY(sweep_grid_set(
	    &solve->grid, point, trial, &source->session.conf, err));
	FT_TRY(sweep_shares_set(&solve->grid, point, source, err));
	trial->seed = round->copies ? 1 + replay.run % round->copies : 0;
	trial->shake = solve->shake;
	FT_TRY(fsim_source_take(source, replay.trace, trial, &trace, err));
	trace->n = jobs_of(round, trace->n);
	FT_TRY(fsim_trial_task(trial, trace, &result, err));
	for (size_t i = 0; i < solve->n_target; i++) {
		ft_str_add(line, i ? " " : "");
		ft_str_add_real(line, solve_target_measure(&solve->target[i],
					  trial, trace, &result));
	}
	return FT_OK;
}

static enum ft_status
take_task(void *ctx, size_t task, const char *result, size_t len,
    struct ft_error *err)
{
	const struct round *round = ctx;
	struct solve *solve = round->solve;
	const struct replay replay = replay_of(round, task);
	size_t runs = runs_of(solve, round->copies);
	char *text FT_CLEANUP(ft_free_at) = ft_strndup(result, len), *rest,
		   *at = strtok_r(text, " ", &rest);

	for (size_t i = 0; i < solve->n_target; i++) {
		double value;

		if (!at || !ft_num_double(at, &value))
			value = (double)NAN;
		replay.point->run[i * runs + replay.run] = value;
		at = strtok_r(NULL, " ", &rest);
	}
	(void)err;
	return FT_OK;
}

static void
name_task(void *ctx, size_t task, struct ft_str *words)
{
	const struct round *round = ctx;

	sweep_grid_name(
	    &round->solve->grid, replay_of(round, task).point->point, words);
}

/* ---- what they measured ------------------------------------------------------- */

enum fsim_sense
solve_sense(const struct solve *solve)
{
	return fsim_sense_of(
	    solve_traces(solve), solve->copies, solve->source.trial.resample);
}

/* The sample of run[runs] of one target. */
static struct ft_sample
measured(const struct round *round, const double *run, size_t runs)
{
	const struct solve *solve = round->solve;
	size_t traces = solve_traces(solve), units = traces > 1 ? traces : runs;
	double *value FT_CLEANUP(ft_free_at) = ft_calloc(units, sizeof *value);

	fsim_merge(value, units, run, runs);
	return fsim_sample_of(
	    fsim_sense_of(traces, round->copies, solve->source.trial.resample),
	    value, units, solve->confidence);
}

static void
measure(const struct round *round)
{
	const struct solve *solve = round->solve;
	size_t runs = runs_of(solve, round->copies);

	for (size_t i = 0; i < solve->n_alive; i++)
		for (size_t k = 0; k < solve->n_target; k++)
			solve->alive[i].measured[k] = measured(
			    round, &solve->alive[i].run[k * runs], runs);
}

/* ---- who is better ------------------------------------------------------------ */

static double
value_of(const struct solve_point *point, size_t target)
{
	return point->measured[target].mean;
}

static void
judge(const struct solve *solve, struct solve_point *point)
{
	point->missed = point->spare = 0;
	for (size_t i = 0; i < solve->n_target; i++) {
		double miss =
		    solve_target_miss(&solve->target[i], value_of(point, i));

		point->missed += miss > 0 ? miss : 0;
		point->spare += miss;
	}
}

static int
by_miss(const void *a, const void *b)
{
	const struct solve_point *x = a, *y = b;

	if (x->missed < y->missed || x->missed > y->missed)
		return x->missed < y->missed ? -1 : 1;
	if (x->spare < y->spare || x->spare > y->spare)
		return x->spare < y->spare ? -1 : 1;
	return (x->point > y->point) - (x->point < y->point);
}

static void
sort_alive(struct solve *solve)
{
	for (size_t i = 0; i < solve->n_alive; i++)
		judge(solve, &solve->alive[i]);
	qsort(solve->alive, solve->n_alive, sizeof *solve->alive, by_miss);
}

/* The jobs that each point replays in ROUND. */
static size_t
all_jobs(const struct round *round)
{
	size_t jobs = 0;

	for (size_t i = 0; i < solve_traces(round->solve); i++)
		jobs += jobs_of(
		    round, fsim_source_trace(&round->solve->source, i)->n);
	return jobs;
}

/* LEFT, COPIES: as in struct round. */
static enum ft_status
run_round(struct solve *solve, unsigned left, uint64_t copies,
    bool *interrupted, struct ft_error *err)
{
	struct round round = { solve, left, copies };
	struct ft_workers workers = { .n = solve->n_alive *
					   runs_of(solve, copies),
		.processes = solve->processes,
		.doing = "searching",
		.what = "replays",
		.run = run_task,
		.take = take_task,
		.name = name_task,
		.ctx = &round };

	solve->round[solve->n_round++] =
	    (struct solve_round){ solve->n_alive, all_jobs(&round) };
	FT_TRY(ft_workers_run(&workers, err));
	*interrupted = workers.interrupted;
	if (!*interrupted) {
		measure(&round);
		sort_alive(solve);
	}
	return FT_OK;
}

/* ---- the finalists ------------------------------------------------------------ */

/* Returns whether A is at least as good as B in every target, better in one. */
static bool
beats(const struct solve *solve, const struct solve_point *a,
    const struct solve_point *b)
{
	bool better = false;

	for (size_t i = 0; i < solve->n_target; i++) {
		double x = solve_target_miss(&solve->target[i], value_of(a, i)),
		       y = solve_target_miss(&solve->target[i], value_of(b, i));

		if (x > y)
			return false;
		better = better || x < y;
	}
	return better;
}

static void
find_front(struct solve *solve)
{
	for (size_t i = 0; i < solve->n_alive; i++) {
		solve->alive[i].front = true;
		for (size_t k = 0; k < solve->n_alive; k++)
			if (beats(solve, &solve->alive[k], &solve->alive[i]))
				solve->alive[i].front = false;
	}
}

static enum solve_answer
answer_of(
    const struct solve *solve, const struct solve_point *point, size_t target)
{
	const struct solve_target *wish = &solve->target[target];
	const struct ft_sample *sample = &point->measured[target];
	double end = wish->least ? sample->low : sample->high;

	if (!(solve_target_miss(wish, sample->mean) <= 0))
		return SOLVE_NO;
	/* one unit has no interval; of several it may be unknown */
	return sample->n < 2 || solve_target_miss(wish, end) <= 0
		   ? SOLVE_YES
		   : SOLVE_PERHAPS;
}

enum solve_answer
solve_answer_all(const struct solve *solve, const struct solve_point *point)
{
	enum solve_answer worst = SOLVE_YES;

	for (size_t i = 0; i < solve->n_target; i++) {
		enum solve_answer answer = answer_of(solve, point, i);

		worst = answer < worst ? answer : worst;
	}
	return worst;
}

/* ---- the search --------------------------------------------------------------- */

static void
make_points(struct solve *solve)
{
	size_t n = solve->grid.points,
	       each = solve->n_target * runs_of(solve, solve->copies);

	solve->alive = ft_calloc(n, sizeof *solve->alive);
	solve->all = ft_calloc(n * each, sizeof *solve->all);
	solve->samples = ft_calloc(n * solve->n_target, sizeof *solve->samples);
	solve->n_alive = n;
	for (size_t i = 0; i < n; i++)
		solve->alive[i] = (struct solve_point){ .point = i,
			.run = &solve->all[i * each],
			.measured = &solve->samples[i * solve->n_target] };
}

/* Returns the halvings that leave at most as many points as are finalists. */
static unsigned
halvings(const struct solve *solve)
{
	unsigned n = 0;

	for (size_t left = solve->grid.points;
	     left > solve->finalists && n < SOLVE_ROUNDS - 1; n++)
		left = (left + 1) / 2;
	return n;
}

enum ft_status
solve_search(struct solve *solve, bool *interrupted, struct ft_error *err)
{
	make_points(solve);
	for (unsigned left = halvings(solve); left > 0; left--) {
		size_t most = (solve->n_alive + 1) / 2;

		FT_TRY(run_round(solve, left, 0, interrupted, err));
		if (*interrupted)
			return FT_OK;
		solve->n_alive =
		    most > solve->finalists ? most : (size_t)solve->finalists;
	}
	FT_TRY(run_round(solve, 0, solve->copies, interrupted, err));
	if (!*interrupted)
		find_front(solve);
	return FT_OK;
}
