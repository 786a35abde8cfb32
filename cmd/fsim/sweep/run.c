/*
 * run.c - the points of the shard that have no result yet, on all cores.
 */
#include "fsim/sweep/sweep.h"
#include "fsim/workers.h"

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

/* Runs in a child process, which may change its memory. */
static enum ft_status
run_point(void *ctx, size_t task, struct ft_str *line, struct ft_error *err)
{
	struct sweep *sweep = ctx;
	const struct sweep_grid *grid = &sweep->grid;
	size_t point = sweep->todo[task];
	struct fsim_trial *trial = &sweep->source.trial;
	struct fsim_result result;
	const char **text FT_CLEANUP(ft_free_at) =
	    ft_calloc(grid->n + 1, sizeof *text);
	enum ft_status status = sweep_grid_set(
	    grid, point, trial, &sweep->source.session.conf, err);

	trial->shake = sweep->shake;
	if (status == FT_OK)
		status =
		    fsim_trial_task(trial, &sweep->source.trace, &result, err);
	for (size_t i = 0; i < grid->n; i++)
		text[i] = sweep_grid_value(grid, point, i);
	if (status == FT_OK)
		sweep_add_line(line, &sweep->table, point, text, result.value);
	return status;
}

static enum ft_status
take_point(
    void *ctx, size_t task, const char *line, size_t len, struct ft_error *err)
{
	struct sweep *sweep = ctx;

	(void)task;
	if (sweep->file.fd >= 0)
		FT_TRY(sweep_file_add(&sweep->file, line, len, err));
	return sweep_table_take(&sweep->table, line, len, err);
}

static void
name_point(void *ctx, size_t task, struct ft_str *words)
{
	const struct sweep *sweep = ctx;
	size_t point = sweep->todo[task];

	ft_str_addf(words, "point %zu (", point + 1);
	sweep_grid_name(&sweep->grid, point, words);
	ft_str_add(words, ")");
}

enum ft_status
sweep_run(struct sweep *sweep, bool *interrupted, size_t *failed,
    struct ft_error *err)
{
	struct fsim_workers workers = { .context = sweep->source.context,
		.processes = sweep->processes,
		.doing = "sweeping",
		.what = "points",
		.run = run_point,
		.take = take_point,
		.name = name_point,
		.ctx = sweep };
	enum ft_status status;

	find_todo(sweep);
	workers.n = sweep->n_todo;
	status = fsim_workers_run(&workers, err);
	*interrupted = workers.interrupted;
	*failed = workers.failed;
	if (status == FT_OK && sweep->file.fd >= 0 && !sweep->table.sorted &&
	    !*interrupted && !*failed)
		status = sweep_file_sort(&sweep->file, &sweep->table, err);
	return status;
}
