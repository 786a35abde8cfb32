/* Files that fsim replay writes beside its report: lines per job, pictures. */
#include <sys/stat.h>

#include "common/charts.h"
#include "files/outfile.h"
#include "model/job/job.h"
#include "report/chart/metrics.h"
#include "report/chart/plot.h"
#include "fsim/replay/replay.h"

/* ---- jobs ---------------------------------------------------------------- */

/* A job; times and seconds below 0, and NAN, are not known. */
struct line {
	uint64_t number;
	const char *user, *account, *state, *nodes, *partition, *qos;
	uint32_t procs;
	int64_t submit, start, end, limit, wait, run, turnaround;
	int64_t planned_first, planned;
	double slowdown;
	bool success;
	struct ft_str spans;
};

static void
get_known(const void *row, struct ft_value *value)
{
	const int64_t *number = ft_column_member(value->column, row);

	if (*number >= 0)
		ft_value_i64(value, *number);
}

#define LINE(name_, member) .name = name_, FT_MEMBER(struct line, member)
#define KNOWN(name, member) LINE(name, member), .get = get_known
static const struct ft_column columns[] = {
	{ LINE("job", number) },
	{ LINE("user", user) },
	{ LINE("account", account) },
	{ LINE("cpus", procs) },
	{ KNOWN("submit", submit) },
	{ KNOWN("start", start) },
	{ KNOWN("end", end) },
	{ KNOWN("wait", wait) },
	{ KNOWN("run", run) },
	{ LINE("slowdown", slowdown) },
	{ LINE("state", state) },
	{ LINE("nodes", nodes) },
	{ LINE("partition", partition) },
	{ LINE("qos", qos) },
	/* the last PLANS: with --plans only */
	{ KNOWN("planned_first", planned_first) },
	{ KNOWN("planned", planned) },
};

#define PLANS 2

/* Returns "0-3,7", with SEPARATOR between the spans; LINE keeps it. */
static const char *
spans(struct line *line, const struct ft_replay_place *place, char separator)
{
	struct ft_str *str = &line->spans;

	ft_str_clear(str);
	for (size_t i = 0; i < place->n; i++) {
		if (i)
			ft_str_add_char(str, separator);
		ft_str_add_u64(str, place->span[i].first);
		if (place->span[i].last == place->span[i].first)
			continue;
		ft_str_add_char(str, '-');
		ft_str_add_u64(str, place->span[i].last);
	}
	return ft_str_text(str);
}

static double
slowdown(int64_t wait, int64_t run, int64_t bound)
{
	double value =
	    (double)(wait + run) / (double)(run > bound ? run : bound);

	return value > 1 ? value : 1;
}

static void
fill_job(const struct fsim_replay *replay, size_t i, struct line *line)
{
	const struct fsim_source *source = &replay->source;
	const struct ft_replay *result = &replay->result.replay;
	const struct ft_trace_job *job = &source->trace.job[i];
	const struct ft_outcome *outcome = &result->outcome[i];
	bool started = outcome->start >= 0, ended = outcome->end >= 0;

	line->number = job->number;
	line->user =
	    ft_tree_user(result->tree, &result->names, result->leaf[i]);
	line->account =
	    ft_tree_account(result->tree, &result->names, result->leaf[i]);
	line->procs = job->procs;
	line->submit = job->submit;
	line->start = outcome->start;
	line->end = outcome->end;
	if (started)
		line->wait = outcome->start - job->submit;
	if (started && ended) {
		line->run = outcome->end - outcome->start;
		line->slowdown = slowdown(
		    line->wait, line->run, replay->result.metrics.bound);
	}
	line->state = ft_job_state_name((enum ft_job_state)outcome->state);
	/* on a pool the numbers of its processors */
	line->nodes = result->place[i].nodes;
	if (!line->nodes)
		line->nodes = spans(line, &result->place[i], ',');
	line->partition = source->trace.partition.name[job->partition];
	line->qos = source->trace.qos.name[job->qos];
	if (replay->plans) {
		line->planned_first = result->planned[i].first;
		line->planned = result->planned[i].last;
	}
}

/* ---- jobs as Batsim writes them ------------------------------------------ */

static const struct ft_column batsim_columns[] = {
	{ LINE("job_id", number) },
	{ .name = "workload_name", .get = ft_column_get_arg, .arg = "w0" },
	{ LINE("profile", user) },
	{ KNOWN("submission_time", submit) },
	{ LINE("requested_number_of_resources", procs) },
	{ KNOWN("requested_time", limit) },
	{ LINE("success", success) },
	{ LINE("final_state", state) },
	{ KNOWN("starting_time", start) },
	{ KNOWN("execution_time", run) },
	{ KNOWN("finish_time", end) },
	{ KNOWN("waiting_time", wait) },
	{ KNOWN("turnaround_time", turnaround) },
	{ LINE("stretch", slowdown) },
	{ LINE("allocated_resources", nodes) },
	{ .name = "consumed_energy", .get = ft_column_get_arg, .arg = "-1" },
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
fill_batsim(const struct fsim_replay *replay, size_t i, struct line *line)
{
	const struct ft_trace *trace = &replay->source.trace;
	const struct ft_trace_job *job = &trace->job[i];
	const struct ft_outcome *outcome = &replay->result.replay.outcome[i];
	int64_t from = trace->job[0].submit;

	line->number = job->number;
	line->user = trace->user.name[job->user];
	line->submit = job->submit - from;
	line->procs = resources_of(replay, i);
	if (job->limit > 0)
		line->limit = job->limit;
	line->state = batsim_state(outcome);
	if (outcome->start < 0 || outcome->end < 0)
		return;
	line->success = outcome->state == FT_JOB_COMPLETED;
	line->start = outcome->start - from;
	line->run = outcome->end - outcome->start;
	line->end = outcome->end - from;
	line->wait = outcome->start - job->submit;
	line->turnaround = outcome->end - job->submit;
	if (line->run > 0)
		line->slowdown = (double)line->turnaround / (double)line->run;
	line->nodes = spans(line, &replay->result.replay.place[i], ' ');
}

/* ---- both ---------------------------------------------------------------- */

/* A file with a line for each job. */
struct lines {
	const struct ft_column *column;
	size_t n;
	/* fills LINE with what is known of job I */
	void (*fill)(
	    const struct fsim_replay *replay, size_t i, struct line *line);
};

static enum ft_status
write_jobs(const struct fsim_replay *replay, const char *path,
    const struct lines *lines, struct ft_error *err)
{
	const struct ft_table_options options = { .format = FT_FORMAT_CSV };
	struct ft_outfile file;
	struct line line = { 0 };
	struct ft_table *table;
	struct ft_out out;

	FT_TRY(ft_outfile_open(&file, path, err));
	ft_out_init(&out, file.file);
	table = ft_table_open(&out, &options, lines->column, lines->n);
	for (size_t i = 0; i < replay->source.trace.n; i++) {
		line = (struct line){ .submit = -1,
			.start = -1,
			.end = -1,
			.limit = -1,
			.wait = -1,
			.run = -1,
			.turnaround = -1,
			.planned_first = -1,
			.planned = -1,
			.slowdown = (double)NAN,
			.spans = line.spans };
		lines->fill(replay, i, &line);
		ft_table_put(table, &(const struct line *){ &line });
	}
	ft_str_free(&line.spans);
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
		FT_COUNT(columns) - (replay->plans ? 0 : PLANS), fill_job };
	static const struct lines batsim = { batsim_columns,
		FT_COUNT(batsim_columns), fill_batsim };

	if (replay->jobs_out)
		FT_TRY(write_jobs(replay, replay->jobs_out, &jobs, err));
	if (replay->batsim_out)
		FT_TRY(write_jobs(replay, replay->batsim_out, &batsim, err));
	if (replay->svg)
		FT_TRY(write_pictures(replay, err));
	return replay->gantt_file ? write_gantt(replay, err) : FT_OK;
}
