/*
 * run.c - each side with each seed is a task of its own; its result is text,
 * one line per measure.
 */

#include "fsim/compare/compare.h"
#include "files/workers.h"

const struct compare_part_row compare_parts[COMPARE_PARTS] = {
	[COMPARE_WAIT] = { "wait_mean", FSIM_BETTER_LOW },
	[COMPARE_SLOWDOWN] = { "slowdown_mean", FSIM_BETTER_LOW },
	[COMPARE_DELIVERED] = { "delivered", FSIM_BETTER_NEITHER },
};

/* ---- there --------------------------------------------------------------- */

static void
add_number(struct ft_str *str, double value)
{
	ft_str_add_char(str, ' ');
	if (isfinite(value))
		ft_str_add_real(str, value);
	else
		ft_str_add_char(str, '-');
}

static void
add_rows(
    struct ft_str *str, char kind, const struct ft_metrics_row *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		ft_str_addf(str, "%c %" PRIu64, kind, row[i].jobs);
		add_number(str, row[i].wait_mean);
		add_number(str, row[i].slowdown_mean);
		add_number(str, row[i].delivered);
		ft_str_addf(str, " %s\n", row[i].name);
	}
}

/* Returns whether TASK is the last one: A with the unmodified trace. */
static bool
is_plain(const struct compare *compare, size_t task)
{
	return task == compare->n * COMPARE_SIDES;
}

/* Returns the number of runs of each trace. */
static size_t
runs_each(const struct compare *compare)
{
	return compare->seeds ? compare->seeds : 1;
}

static uint64_t
seed_of(const struct compare *compare, size_t run)
{
	return compare->seed + run % runs_each(compare);
}

static enum ft_status
run_side(void *ctx, size_t task, struct ft_str *text, struct ft_error *err)
{
	struct compare *compare = ctx;
	struct fsim_trial trial = compare->source.trial;
	struct ft_trace *trace;
	struct fsim_result result;
	size_t run = task / COMPARE_SIDES;
	bool plain = is_plain(compare, task);

	trial.conf = &compare->conf[task % COMPARE_SIDES];
	if (compare->seeds && !plain)
		trial.seed = seed_of(compare, run);
	trial.shake = compare->shake;
	FT_TRY(fsim_source_take(&compare->source,
	    plain ? 0 : run / runs_each(compare), &trial, &trace, err));
	FT_TRY(fsim_trial_task(&trial, trace, &result, err));
	ft_str_add_char(text, 'm');
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		add_number(text, result.value[i]);
	ft_str_add_char(text, '\n');
	add_rows(text, 'a', result.metrics.accounts, result.metrics.n_account);
	add_rows(text, 'u', result.metrics.users, result.metrics.n_user);
	fsim_result_free(&result);
	return FT_OK;
}

/* ---- here ---------------------------------------------------------------- */

static double *
new_values(struct compare *compare)
{
	double *value =
	    ft_arena_calloc(&compare->arena, compare->n, sizeof *value);

	for (size_t i = 0; i < compare->n; i++)
		value[i] = (double)NAN;
	return value;
}

static struct compare_unit *
find_unit(struct compare *compare, bool account, const char *name)
{
	struct ft_str key = { 0 };
	struct compare_unit *unit;
	uint64_t at;
	bool known;

	ft_str_addf(&key, "%c%s", account ? 'a' : 'u', name);
	known = ft_map_get(&compare->index, ft_str_text(&key), &at);
	if (!known)
		ft_map_put(&compare->index, ft_str_text(&key), compare->n_unit);
	ft_str_free(&key);
	if (known)
		return &compare->unit[at];
	unit = ft_vec_add(compare->unit, compare->n_unit, compare->cap_unit);
	*unit = (struct compare_unit){
		.name = ft_arena_strdup(&compare->arena, name),
		.account = account,
	};
	for (size_t i = 0; i < COMPARE_PARTS; i++)
		for (size_t side = 0; side < COMPARE_SIDES; side++)
			unit->value[i][side] = new_values(compare);
	return unit;
}

/* Returns the next word of *line and ends it there. */
static char *
word(char **line)
{
	char *start = *line, *blank = strchr(start, ' ');

	*line = blank ? blank + 1 : start + strlen(start);
	if (blank)
		*blank = '\0';
	return start;
}

static double
number(char **line)
{
	double value = (double)NAN;

	(void)ft_num_double(word(line), &value);
	return value;
}

static void
take_measures(struct compare *compare, size_t task, char *line)
{
	size_t side = task % COMPARE_SIDES, i = task / COMPARE_SIDES;
	double value[FSIM_MEASURES];

	for (size_t k = 0; k < FSIM_MEASURES; k++)
		value[k] = number(&line);
	if (compare->plain ? is_plain(compare, task)
			   : task == 0 && compare->n == 1)
		compare->error = value[FSIM_MEASURE_WAIT_ERROR];
	if (is_plain(compare, task))
		return;
	for (size_t k = 0; k < FSIM_MEASURES; k++)
		compare->value[k][side][i] = value[k];
}

static void
take_line(struct compare *compare, size_t task, char *line)
{
	size_t side = task % COMPARE_SIDES, i = task / COMPARE_SIDES;
	char kind = *word(&line);
	double part[COMPARE_PARTS];
	struct compare_unit *unit;
	uint64_t jobs = 0;

	if (kind == 'm') {
		take_measures(compare, task, line);
		return;
	}
	if (is_plain(compare, task))
		return;
	(void)ft_num_u64(word(&line), &jobs);
	for (size_t k = 0; k < COMPARE_PARTS; k++)
		part[k] = number(&line);
	unit = find_unit(compare, kind == 'a', line);
	unit->jobs += side == COMPARE_A ? jobs : 0;
	for (size_t k = 0; k < COMPARE_PARTS; k++)
		unit->value[k][side][i] = part[k];
}

static enum ft_status
take_side(
    void *ctx, size_t task, const char *text, size_t len, struct ft_error *err)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strndup(text, len);
	char *line = copy, *end;

	(void)err;
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		take_line(ctx, task, line);
	}
	return FT_OK;
}

static void
name_side(void *ctx, size_t task, struct ft_str *words)
{
	const struct compare *compare = ctx;

	size_t run = task / COMPARE_SIDES;

	ft_str_add(words, compare->file[task % COMPARE_SIDES]);
	if (compare->n_trace > 1)
		ft_str_addf(
		    words, ", %s", compare->trace[run / runs_each(compare)]);
	if (compare->seeds && !is_plain(compare, task))
		ft_str_addf(words, ", seed %" PRIu64, seed_of(compare, run));
}

enum ft_status
compare_run(struct compare *compare, bool *interrupted, struct ft_error *err)
{
	/* without a context: pairs must be complete */
	struct ft_workers workers = { .processes = compare->processes,
		.doing = "comparing",
		.what = "runs",
		.run = run_side,
		.take = take_side,
		.name = name_side,
		.ctx = compare };
	enum ft_status status;

	compare->n = compare->n_trace * runs_each(compare);
	for (size_t i = 0; i < FSIM_MEASURES; i++)
		for (size_t side = 0; side < COMPARE_SIDES; side++)
			compare->value[i][side] = new_values(compare);
	compare->error = (double)NAN;
	compare->plain = compare->seeds && compare->n_trace == 1 &&
			 ft_trace_has_starts(&compare->source.trace);
	workers.n = compare->n * COMPARE_SIDES + compare->plain;
	status = ft_workers_run(&workers, err);
	*interrupted = workers.interrupted;
	/* sums so far */
	for (size_t k = 0; k < compare->n_unit; k++)
		compare->unit[k].jobs =
		    (compare->unit[k].jobs + runs_each(compare) / 2) /
		    runs_each(compare);
	return status;
}

void
compare_free(void *settings)
{
	struct compare *compare = settings;

	for (size_t side = 0; side < COMPARE_SIDES; side++)
		ft_conf_free(&compare->conf[side]);
	ft_free(compare->unit);
	ft_map_clear(&compare->index);
	ft_arena_clear(&compare->arena);
	fsim_source_free(&compare->source);
}

/* ---- what it says -------------------------------------------------------- */

size_t
compare_units(const struct compare *compare)
{
	return compare->n_trace > 1 ? compare->n_trace : runs_each(compare);
}

enum fsim_sense
compare_sense(const struct compare *compare)
{
	return fsim_sense_of(
	    compare->n_trace, compare->seeds, compare->source.trial.resample);
}

/* The line of N units; SENSE is that of their interval. */
static struct compare_line
line_of(const struct compare *compare, enum fsim_sense sense,
    double *const value[COMPARE_SIDES], size_t n)
{
	struct compare_line line = { .better = NULL };

	for (size_t side = 0; side < COMPARE_SIDES; side++)
		line.mean[side] =
		    ft_sample_of(value[side], n, compare->confidence).mean;
	line.difference = fsim_difference_of(
	    sense, value[COMPARE_A], value[COMPARE_B], n, compare->confidence);
	return line;
}

static void
judge(struct compare_line *line, size_t units, enum fsim_better better)
{
	int which = fsim_better_of(&line->difference, units, better);

	line->better = which > 0 ? "B" : which < 0 ? "A" : NULL;
}

struct compare_line
compare_line_of(const struct compare *compare,
    double *const value[COMPARE_SIDES], enum fsim_better better)
{
	size_t n = compare_units(compare);
	double *side_a FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *side_a);
	double *side_b FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *side_b);
	double *const sides[COMPARE_SIDES] = { side_a, side_b };
	struct compare_line line;

	for (size_t side = 0; side < COMPARE_SIDES; side++)
		fsim_merge(sides[side], n, value[side], compare->n);
	line = line_of(compare, compare_sense(compare), sides, n);
	judge(&line, n, better);
	return line;
}

struct compare_line
compare_line_of_trace(const struct compare *compare, size_t i,
    double *const value[COMPARE_SIDES], enum fsim_better better)
{
	size_t n = runs_each(compare);
	double *const sides[COMPARE_SIDES] = { value[COMPARE_A] + i * n,
		value[COMPARE_B] + i * n };
	struct compare_line line = line_of(compare,
	    fsim_sense_of(1, n, compare->source.trial.resample), sides, n);

	judge(&line, n, better);
	return line;
}

size_t *
compare_order(const struct compare *compare, bool account, size_t *n)
{
	struct fsim_place *place FT_CLEANUP(ft_free_at) =
	    ft_calloc(compare->n_unit, sizeof *place);
	size_t *order = ft_calloc(compare->n_unit, sizeof *order);

	*n = 0;
	for (size_t i = 0; i < compare->n_unit; i++) {
		const struct compare_unit *unit = &compare->unit[i];

		if (unit->account != account)
			continue;
		place[(*n)++] = (struct fsim_place){
			compare_line_of(
			    compare, unit->value[COMPARE_WAIT], FSIM_BETTER_LOW)
			    .difference.mean,
			unit->name, i
		};
	}
	fsim_places_sort(place, *n);
	for (size_t i = 0; i < *n; i++)
		order[i] = place[i].index;
	return order;
}
