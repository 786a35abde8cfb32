/*
 * run.c - the points of the shard that have no result yet, on all cores; the
 * last task is the settings without the grid.
 */
#include "cli/formats.h"
#include "fsim/sweep/shares.h"
#include "fsim/sweep/sweep.h"
#include "files/workers.h"

static void
find_todo(struct sweep *sweep)
{
	sweep->todo = ft_calloc(sweep->grid.points, sizeof *sweep->todo);
	/* shard I of N has the points I, I + N, ...: neighbouring points take
	 * about the same time, so each shard gets its part of the long ones */
	for (size_t i = 0; i < sweep->grid.points; i++)
		if ((!sweep->shards || i % sweep->shards == sweep->shard - 1) &&
		    !sweep->table.row[i].text)
			sweep->todo[sweep->n_todo++] = i;
}

static bool
is_plain(const struct sweep *sweep, size_t task)
{
	return task == sweep->n_todo;
}

static enum ft_status
run_plain(struct sweep *sweep, struct ft_str *line, struct ft_error *err)
{
	struct fsim_result result;

	FT_TRY(fsim_trial_task(
	    &sweep->source.trial, &sweep->source.trace, &result, err));
	ft_str_add_real(line, result.value[FSIM_MEASURE_WAIT_ERROR]);
	return FT_OK;
}

static enum ft_status
run_point(
    struct sweep *sweep, size_t task, struct ft_str *line, struct ft_error *err)
{
	const struct sweep_grid *grid = &sweep->grid;
	size_t point = sweep->todo[task];
	struct fsim_trial *trial = &sweep->source.trial;
	struct ft_trace *trace = NULL;
	struct fsim_result result;
	const char **text FT_CLEANUP(ft_free_at) =
	    ft_calloc(grid->n + 1, sizeof *text);
	enum ft_status status = sweep_grid_set(
	    grid, point, trial, &sweep->source.session.conf, err);

	trial->shake = sweep->shake;
	if (status == FT_OK)
		status = sweep_shares_set(grid, point, &sweep->source, err);
	if (status == FT_OK)
		status = fsim_source_take(&sweep->source,
		    sweep_grid_trace(grid, point), trial, &trace, err);
	if (status == FT_OK)
		status = fsim_trial_task(trial, trace, &result, err);
	for (size_t i = 0; i < grid->n; i++)
		text[i] = sweep_grid_value(grid, point, i);
	if (status == FT_OK)
		sweep_add_line(line, &sweep->table, point, text, result.value);
	return status;
}

/* Runs in a child process, which may change its memory. */
static enum ft_status
run_task(void *ctx, size_t task, struct ft_str *line, struct ft_error *err)
{
	struct sweep *sweep = ctx;

	return is_plain(sweep, task) ? run_plain(sweep, line, err)
				     : run_point(sweep, task, line, err);
}

static enum ft_status
take_task(
    void *ctx, size_t task, const char *line, size_t len, struct ft_error *err)
{
	struct sweep *sweep = ctx;

	if (is_plain(sweep, task)) {
		char *text FT_CLEANUP(ft_free_at) = ft_strndup(line, len);

		(void)ft_num_double(text, &sweep->error);
		return FT_OK;
	}
	if (sweep->file.fd >= 0)
		FT_TRY(sweep_file_add(&sweep->file, line, len, err));
	return sweep_table_take(&sweep->table, line, len, err);
}

static void
name_task(void *ctx, size_t task, struct ft_str *words)
{
	const struct sweep *sweep = ctx;

	if (is_plain(sweep, task)) {
		ft_str_add(words, "the settings without the grid");
		return;
	}
	ft_str_addf(words, "point %zu (", sweep->todo[task] + 1);
	sweep_grid_name(&sweep->grid, sweep->todo[task], words);
	ft_str_add(words, ")");
}

enum ft_status
sweep_run(struct sweep *sweep, bool *interrupted, size_t *failed,
    struct ft_error *err)
{
	struct ft_workers workers = { .context = sweep->source.context,
		.processes = sweep->processes,
		.doing = "sweeping",
		.what = "points",
		.run = run_task,
		.take = take_task,
		.name = name_task,
		.ctx = sweep };
	enum ft_status status;

	find_todo(sweep);
	workers.n = sweep->n_todo +
		    (!sweep->quiet && !ft_formats_has_rows(sweep->format) &&
			!sweep->source.n_more &&
			ft_trace_has_starts(&sweep->source.trace));
	status = ft_workers_run(&workers, err);
	*interrupted = workers.interrupted;
	*failed = workers.failed;
	if (status == FT_OK && sweep->file.fd >= 0 && !sweep->table.sorted &&
	    !*interrupted && !*failed)
		status = sweep_file_sort(&sweep->file, &sweep->table, err);
	return status;
}
