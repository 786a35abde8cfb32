/* halve.c - successive halving of the points of a grid. */

#include "fsim/solve/solve.h"
#include "fsim/sweep/shares.h"
#include "fsim/workers.h"

/* ---- one round ---------------------------------------------------------------- */

/* The tasks of a round: each point alive, unshaken; in the last one SHAKEN more of
 * each. */
struct round {
	struct solve *solve;
	size_t copies; /* tasks of a point */
};

static enum ft_status
run_task(void *ctx, size_t task, struct ft_str *line, struct ft_error *err)
{
	const struct round *round = ctx;
	struct solve *solve = round->solve;
	const struct solve_point *point = &solve->alive[task / round->copies];
	struct fsim_source *source = &solve->source;
	struct fsim_trial *trial = &source->trial;
	struct fsim_result result;

	FT_TRY(sweep_grid_set(
	    &solve->grid, point->point, trial, &source->session.conf, err));
	FT_TRY(sweep_shares_set(&solve->grid, point->point, source, err));
	trial->seed = task % round->copies; /* 0: not shaken */
	trial->shake = solve->shake;
	source->trace.n = solve->jobs;
	FT_TRY(fsim_trial_task(trial, &source->trace, &result, err));
	for (size_t i = 0; i < solve->n_target; i++) {
		ft_str_add(line, i ? " " : "");
		ft_str_add_real(line, solve_target_measure(&solve->target[i],
					  trial, &source->trace, &result));
	}
	return FT_OK;
}

static enum ft_status
take_task(void *ctx, size_t task, const char *result, size_t len,
    struct ft_error *err)
{
	const struct round *round = ctx;
	struct solve *solve = round->solve;
	struct solve_point *point = &solve->alive[task / round->copies];
	size_t copy = task % round->copies;
	char *text FT_CLEANUP(ft_free_at) = ft_strndup(result, len), *rest,
		   *at = strtok_r(text, " ", &rest);

	for (size_t i = 0; i < solve->n_target; i++) {
		double value;

		if (!at || !ft_num_double(at, &value))
			value = (double)NAN;
		if (copy)
			point->sample[i * solve->shaken + copy - 1] = value;
		else
			point->value[i] = value;
		at = strtok_r(NULL, " ", &rest);
	}
	(void)err;
	return FT_OK;
}

static void
name_task(void *ctx, size_t task, struct ft_str *words)
{
	const struct round *round = ctx;
	const struct solve *solve = round->solve;

	sweep_grid_name(
	    &solve->grid, solve->alive[task / round->copies].point, words);
}

/* ---- who is better ------------------------------------------------------------ */

/* A finalist is judged by the mean of its shaken copies. */
static double
value_of(const struct solve_point *point, size_t target)
{
	return point->spread && point->spread[target].n > 0
		   ? point->spread[target].mean
		   : point->value[target];
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

static enum ft_status
run_round(
    struct solve *solve, size_t copies, bool *interrupted, struct ft_error *err)
{
	struct round round = { solve, copies };
	struct fsim_workers workers = { .context = solve->source.context,
		.n = solve->n_alive * copies,
		.processes = solve->processes,
		.doing = "searching",
		.what = "replays",
		.run = run_task,
		.take = take_task,
		.name = name_task,
		.ctx = &round };

	solve->round[solve->n_round++] =
	    (struct solve_round){ solve->n_alive, solve->jobs };
	FT_TRY(fsim_workers_run(&workers, err));
	*interrupted = workers.interrupted;
	if (workers.failed)
		return ft_fail(err, FT_EINVAL,
		    "%zu replays failed, so nothing is compared",
		    workers.failed);
	return FT_OK;
}

static void
sort_alive(struct solve *solve)
{
	for (size_t i = 0; i < solve->n_alive; i++)
		judge(solve, &solve->alive[i]);
	qsort(solve->alive, solve->n_alive, sizeof *solve->alive, by_miss);
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

static void
spread(struct solve *solve)
{
	size_t n = solve->n_target;

	if (solve->shaken == 0)
		return;
	solve->spreads = ft_calloc(solve->n_alive * n, sizeof *solve->spreads);
	for (size_t i = 0; i < solve->n_alive; i++) {
		solve->alive[i].spread = &solve->spreads[i * n];
		for (size_t k = 0; k < n; k++)
			solve->alive[i].spread[k] = fsim_sample_of(FSIM_SHAKEN,
			    &solve->alive[i].sample[k * solve->shaken],
			    (size_t)solve->shaken, solve->confidence);
	}
}

enum solve_answer
solve_answer_of(
    const struct solve *solve, const struct solve_point *point, size_t target)
{
	const struct solve_target *wish = &solve->target[target];
	const struct ft_sample *sample =
	    point->spread ? &point->spread[target] : NULL;
	bool good = solve_target_miss(wish, value_of(point, target)) <= 0;
	double end;

	if (!good)
		return SOLVE_NO;
	if (!sample || !isfinite(sample->half))
		return SOLVE_YES;
	end = wish->least ? sample->low : sample->high;
	return solve_target_miss(wish, end) <= 0 ? SOLVE_YES : SOLVE_PERHAPS;
}

enum solve_answer
solve_answer_all(const struct solve *solve, const struct solve_point *point)
{
	enum solve_answer worst = SOLVE_YES;

	for (size_t i = 0; i < solve->n_target; i++) {
		enum solve_answer answer = solve_answer_of(solve, point, i);

		worst = answer < worst ? answer : worst;
	}
	return worst;
}

/* ---- the search --------------------------------------------------------------- */

static void
make_points(struct solve *solve)
{
	size_t n = solve->grid.points,
	       each = solve->n_target * (1 + (size_t)solve->shaken);

	solve->alive = ft_calloc(n, sizeof *solve->alive);
	solve->all = ft_calloc(n * each, sizeof *solve->all);
	solve->n_alive = n;
	for (size_t i = 0; i < n; i++)
		solve->alive[i] = (struct solve_point){ .point = i,
			.value = &solve->all[i * each],
			.sample = &solve->all[i * each + solve->n_target] };
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
	size_t jobs = solve->source.trace.n;

	make_points(solve);
	for (unsigned left = halvings(solve); left > 0; left--) {
		size_t least = jobs < SOLVE_LEAST ? jobs : SOLVE_LEAST,
		       most = (solve->n_alive + 1) / 2;

		solve->jobs = jobs >> left > least ? jobs >> left : least;
		FT_TRY(run_round(solve, 1, interrupted, err));
		if (*interrupted)
			return FT_OK;
		sort_alive(solve);
		solve->n_alive =
		    most > solve->finalists ? most : (size_t)solve->finalists;
	}
	solve->jobs = jobs;
	FT_TRY(run_round(solve, 1 + (size_t)solve->shaken, interrupted, err));
	if (*interrupted)
		return FT_OK;
	spread(solve);
	sort_alive(solve);
	find_front(solve);
	return FT_OK;
}
