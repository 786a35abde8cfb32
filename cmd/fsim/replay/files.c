/* Files that fsim replay writes beside its report: lines per job, pictures. */
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
	{ .name = "nodes", .header = "Nodes" },
	{ .name = "partition", .header = "Partition" },
	{ .name = "qos", .header = "QOS" },
	/* the last PLANS: with --plans only */
	{ .name = "planned_first",
	    .header = "PlannedFirst",
	    .type = FT_COLUMN_UINT },
	{ .name = "planned", .header = "Planned", .type = FT_COLUMN_UINT },
};

#define PLANS 2

static void
number_cell(struct ft_table *table, bool known, int64_t number)
{
	if (known && number >= 0)
		ft_table_u64(table, (uint64_t)number);
	else
		ft_table_unset(table);
}

/* Append "0-3,7", with SEPARATOR between the spans. */
static void
add_spans(
    struct ft_str *str, const struct ft_replay_place *place, char separator)
{
	for (size_t i = 0; i < place->n; i++) {
		if (i)
			ft_str_add_char(str, separator);
		ft_str_add_u64(str, place->span[i].first);
		if (place->span[i].last == place->span[i].first)
			continue;
		ft_str_add_char(str, '-');
		ft_str_add_u64(str, place->span[i].last);
	}
}

/* Print the nodes of a job, or the numbers of its processors on a pool. */
static void
nodes_cell(struct ft_table *table, const struct ft_replay_place *place)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!place->nodes)
		add_spans(&str, place, ',');
	ft_table_text(table, place->nodes ? place->nodes : ft_str_text(&str));
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
	nodes_cell(table, &replay->result.replay.place[i]);
	ft_table_text(
	    table, replay->source.trace.partition.name[job->partition]);
	ft_table_text(table, replay->source.trace.qos.name[job->qos]);
	if (replay->plans) {
		number_cell(
		    table, true, replay->result.replay.planned[i].first);
		number_cell(table, true, replay->result.replay.planned[i].last);
	}
	ft_table_row(table);
}

/* ---- jobs as Batsim writes them ------------------------------------------ */

static const struct ft_column batsim_columns[] = {
	{ .name = "job_id", .type = FT_COLUMN_UINT },
	{ .name = "workload_name" },
	{ .name = "profile" },
	{ .name = "submission_time", .type = FT_COLUMN_UINT },
	{ .name = "requested_number_of_resources", .type = FT_COLUMN_UINT },
	{ .name = "requested_time", .type = FT_COLUMN_UINT },
	{ .name = "success", .type = FT_COLUMN_UINT },
	{ .name = "final_state" },
	{ .name = "starting_time", .type = FT_COLUMN_UINT },
	{ .name = "execution_time", .type = FT_COLUMN_UINT },
	{ .name = "finish_time", .type = FT_COLUMN_UINT },
	{ .name = "waiting_time", .type = FT_COLUMN_UINT },
	{ .name = "turnaround_time", .type = FT_COLUMN_UINT },
	{ .name = "stretch", .type = FT_COLUMN_REAL },
	{ .name = "allocated_resources" },
	{ .name = "consumed_energy" },
	{ .name = "metadata" },
};

static const char *
batsim_state(const struct ft_outcome *outcome)
{
	if (outcome->start < 0 || outcome->end < 0)
		return "REJECTED";
	if (outcome->state == FT_JOB_COMPLETED)
		return "COMPLETED_SUCCESSFULLY";
	if (outcome->state == FT_JOB_TIMEOUT)
		return "COMPLETED_WALLTIME_REACHED";
	return outcome->state == FT_JOB_CANCELLED ? "COMPLETED_KILLED"
						  : "COMPLETED_FAILED";
}

/* Returns what a job asked for: processors of a pool, nodes of a cluster. */
static uint32_t
resources_of(const struct fsim_replay *replay, size_t i)
{
	const struct ft_replay_place *place = &replay->result.replay.place[i];
	uint32_t n = 0;

	for (size_t k = 0; k < place->n; k++)
		n += place->span[k].last - place->span[k].first + 1;
	if (replay->result.replay.policy == FT_REPLAY_SLURM)
		return n ? n : replay->source.trace.job[i].nodes;
	return replay->source.trace.job[i].procs;
}

/* Times count from the first submission, as those of Batsim do. */
static void
batsim_row(const struct fsim_replay *replay, struct ft_table *table, size_t i)
{
	const struct ft_trace_job *job = &replay->source.trace.job[i];
	const struct ft_outcome *outcome = &replay->result.replay.outcome[i];
	int64_t from = replay->source.trace.job[0].submit;
	int64_t run = outcome->end - outcome->start;
	bool ran = outcome->start >= 0 && outcome->end >= 0;
	struct ft_str spans FT_CLEANUP(ft_str_free) = { 0 };

	ft_table_u64(table, job->number);
	ft_table_text(table, "w0");
	ft_table_text(table, replay->source.trace.user.name[job->user]);
	number_cell(table, true, job->submit - from);
	ft_table_u64(table, resources_of(replay, i));
	number_cell(table, job->limit > 0, job->limit);
	ft_table_u64(table, ran && outcome->state == FT_JOB_COMPLETED);
	ft_table_text(table, batsim_state(outcome));
	number_cell(table, ran, outcome->start - from);
	number_cell(table, ran, run);
	number_cell(table, ran, outcome->end - from);
	number_cell(table, ran, outcome->start - job->submit);
	number_cell(table, ran, outcome->end - job->submit);
	if (ran && run > 0)
		ft_table_real(
		    table, (double)(outcome->end - job->submit) / (double)run);
	else
		ft_table_unset(table);
	add_spans(&spans, &replay->result.replay.place[i], ' ');
	ft_table_text(table, ran ? ft_str_text(&spans) : "");
	ft_table_text(table, "-1");
	ft_table_text(table, "");
	ft_table_row(table);
}

/* ---- both ---------------------------------------------------------------- */

/* A file with a line for each job. */
struct lines {
	const struct ft_column *column;
	size_t n;
	void (*row)(
	    const struct fsim_replay *replay, struct ft_table *table, size_t i);
};

static enum ft_status
write_jobs(const struct fsim_replay *replay, const char *path,
    const struct lines *lines, struct ft_error *err)
{
	const struct ft_table_options options = { .format = FT_FORMAT_CSV };
	struct ft_outfile file;
	struct ft_table *table;
	struct ft_out out;

	FT_TRY(ft_outfile_open(&file, path, err));
	ft_out_init(&out, file.file);
	table = ft_table_open(&out, &options, lines->column, lines->n);
	for (size_t i = 0; i < replay->source.trace.n; i++)
		lines->row(replay, table, i);
	ft_table_close(table);
	ft_out_free(&out);
	return ft_outfile_finish(&file, true, err);
}

/* ---- pictures ------------------------------------------------------------ */

static bool
is_folder(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static enum ft_status
write_folder(const struct fsim_replay *replay, const struct ft_chart *chart,
    size_t n, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < n && status == FT_OK; i++) {
		const struct ft_plot_look look = { chart[i].title,
			replay->look.color.theme };
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
		struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };

		ft_str_addf(&name, "%s.svg", chart[i].name);
		ft_plot_svg(&out, &chart[i], 1, &look);
		status = ft_outfile_write_in(
		    replay->svg, ft_str_text(&name), &out.text, err);
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

static enum ft_status
write_gantt(const struct fsim_replay *replay, struct ft_error *err)
{
	const struct ft_plot_look look = { "Gantt chart of a replay",
		replay->look.color.theme };
	struct fsim_gantt gantt;
	enum ft_status status;

	fsim_gantt_init(&gantt, replay);
	status = ft_charts_svg(replay->gantt_file, &gantt.chart, 1, &look, err);
	fsim_gantt_free(&gantt);
	return status;
}

enum ft_status
fsim_replay_files(const struct fsim_replay *replay, struct ft_error *err)
{
	const struct lines jobs = { columns,
		FT_COUNT(columns) - (replay->plans ? 0 : PLANS), job_row };
	static const struct lines batsim = { batsim_columns,
		FT_COUNT(batsim_columns), batsim_row };

	if (replay->jobs_out)
		FT_TRY(write_jobs(replay, replay->jobs_out, &jobs, err));
	if (replay->batsim_out)
		FT_TRY(write_jobs(replay, replay->batsim_out, &batsim, err));
	if (replay->svg)
		FT_TRY(write_pictures(replay, err));
	return replay->gantt_file ? write_gantt(replay, err) : FT_OK;
}
