/* Files that fsim replay writes beside its report: a line per job, pictures. */
#include <sys/stat.h>

#include "common/charts.h"
#include "files/outfile.h"
#include "model/job/job.h"
#include "report/chart/metrics.h"
#include "report/chart/plot.h"
#include "fsim/replay/replay.h"

/* ---- jobs ---------------------------------------------------------------- */

static const struct ft_column columns[] = {
	{ .name = "job", .header = "Job", .type = FT_COLUMN_UINT },
	{ .name = "user", .header = "User" },
	{ .name = "account", .header = "Account" },
	{ .name = "cpus", .header = "CPUs", .type = FT_COLUMN_UINT },
	{ .name = "submit", .header = "Submit", .type = FT_COLUMN_UINT },
	{ .name = "start", .header = "Start", .type = FT_COLUMN_UINT },
	{ .name = "end", .header = "End", .type = FT_COLUMN_UINT },
	{ .name = "wait", .header = "Wait", .type = FT_COLUMN_UINT },
	{ .name = "run", .header = "Run", .type = FT_COLUMN_UINT },
	{ .name = "slowdown", .header = "Slowdown", .type = FT_COLUMN_REAL },
	{ .name = "state", .header = "State" },
};

static void
number_cell(struct ft_table *table, bool known, int64_t number)
{
	if (known && number >= 0)
		ft_table_u64(table, (uint64_t)number);
	else
		ft_table_unset(table);
}

static double
slowdown(int64_t wait, int64_t run, int64_t bound)
{
	double value =
	    (double)(wait + run) / (double)(run > bound ? run : bound);

	return value > 1 ? value : 1;
}

static void
job_row(const struct fsim_replay *replay, struct ft_table *table, size_t i)
{
	const struct ft_trace_job *job = &replay->source.trace.job[i];
	const struct ft_outcome *outcome = &replay->result.replay.outcome[i];
	const struct ft_tree *tree = replay->result.replay.tree;
	const struct ft_names_set *names = &replay->result.replay.names;
	uint32_t leaf = replay->result.replay.leaf[i];
	bool started = outcome->start >= 0, ended = outcome->end >= 0;
	int64_t wait = outcome->start - job->submit;
	int64_t run = outcome->end - outcome->start;

	ft_table_u64(table, job->number);
	ft_table_text(table, ft_tree_user(tree, names, leaf));
	ft_table_text(table, ft_tree_account(tree, names, leaf));
	ft_table_u64(table, job->procs);
	number_cell(table, true, job->submit);
	number_cell(table, started, outcome->start);
	number_cell(table, ended, outcome->end);
	number_cell(table, started, wait);
	number_cell(table, started && ended, run);
	if (started && ended)
		ft_table_real(
		    table, slowdown(wait, run, replay->result.metrics.bound));
	else
		ft_table_unset(table);
	ft_table_text(
	    table, ft_job_state_name((enum ft_job_state)outcome->state));
	ft_table_row(table);
}

static enum ft_status
write_jobs(const struct fsim_replay *replay, struct ft_error *err)
{
	const struct ft_table_options options = { .format = FT_FORMAT_CSV };
	bool standard = strcmp(replay->jobs_out, "-") == 0;
	struct ft_outfile file = { .file = replay->context->out };
	struct ft_table *table;
	struct ft_out out;

	if (!standard)
		FT_TRY(ft_outfile_open(&file, replay->jobs_out, err));
	ft_out_init(&out, file.file);
	table = ft_table_open(
	    &out, &options, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < replay->source.trace.n; i++)
		job_row(replay, table, i);
	ft_table_close(table);
	ft_out_free(&out);
	return standard ? FT_OK : ft_outfile_finish(&file, true, err);
}

/* ---- pictures ------------------------------------------------------------ */

static bool
is_folder(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Write a picture of each of chart[n] to the folder. */
static enum ft_status
write_folder(const struct fsim_replay *replay, const struct ft_chart *chart,
    size_t n, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < n && status == FT_OK; i++) {
		const struct ft_plot_look look = { chart[i].title,
			replay->look.color.theme };
		struct ft_str name = { 0 };
		struct ft_out out;

		ft_str_addf(&name, "%s.svg", chart[i].name);
		ft_out_init(&out, NULL);
		ft_plot_svg(&out, &chart[i], 1, &look);
		status = ft_outfile_write_in(
		    replay->svg, ft_str_text(&name), &out.text, err);
		ft_out_free(&out);
		ft_str_free(&name);
	}
	return status;
}

static enum ft_status
write_pictures(const struct fsim_replay *replay, struct ft_error *err)
{
	const struct ft_plot_look look = { "Replay of a trace",
		replay->look.color.theme };
	struct ft_metrics_charts charts;
	size_t n = fsim_replay_charts(replay, ~0U, &charts);
	enum ft_status status =
	    is_folder(replay->svg)
		? write_folder(replay, charts.chart, n, err)
		: ft_charts_svg(replay->svg, charts.chart, n, &look, err);

	ft_metrics_charts_free(&charts);
	return status;
}

enum ft_status
fsim_replay_files(const struct fsim_replay *replay, struct ft_error *err)
{
	if (replay->jobs_out)
		FT_TRY(write_jobs(replay, err));
	if (replay->svg)
		FT_TRY(write_pictures(replay, err));
	return FT_OK;
}
