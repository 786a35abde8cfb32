/* fsim replay: a trace on a cluster, and how good the schedule was. */

#include "cli/formats.h"
#include "cli/opt.h"
#include "files/progress.h"
#include "report/chart/metrics.h"
#include "fsim/replay/replay.h"
#include "files/stop.h"

#define FT_SETTINGS struct fsim_replay

static const struct ft_operand operands[] = {
	{ "TRACE",
	    "jobs in the Standard Workload Format, optionally gzipped, or "
	    "output of sacct -P; - is standard input",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim replay trace.swf.gz --policy easy --plot",
	    "backfill on one pool of processors in Fair Tree order, with "
	    "charts" },
	{ "fsim replay trace.swf --conf slurm.conf --accounts",
	    "as Slurm would schedule it with these settings, with a table of "
	    "accounts" },
	{ "fsim replay trace.swf --db site.db --map who.map --users",
	    "with the shares of a store; who.map maps the trace's users" },
	{ "fsim replay trace.swf --policy fcfs --order submit --csv",
	    "first come, first served, for a spreadsheet" },
	{ "fsim replay --verify --db site.db sacct/*",
	    "how far predicted waits are from the real ones" },
	{ "fsim replay --verify --db site.db site.tar.gz",
	    "the same with what fairtree-collect collected" },
	{ "fsim replay - --nodes 64 --cpus 32 --svg replay.svg <trace.swf",
	    "another machine, and a picture" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------- */

static enum ft_status
set_charts(const struct ft_opt_use *use)
{
	unsigned *charts = ft_opt_member(use);
	const char *word = use->arg;

	for (;;) {
		size_t len = strcspn(word, ","), i = 0;

		while (i < FT_METRICS_CHARTS &&
		       (strlen(ft_metrics_chart_names[i]) != len ||
			   strncmp(ft_metrics_chart_names[i], word, len) != 0))
			i++;
		if (i == FT_METRICS_CHARTS)
			return ft_fail(use->err, FT_EINVAL,
			    "--charts: no chart '%.*s'", (int)len, word);
		*charts |= 1U << i;
		if (!word[len])
			return FT_OK;
		word += len + 1;
	}
}

static const struct ft_option options[] = {
	FSIM_SOURCE_OPTIONS(source),
	{ 0, "shake", "TIME",
	    "move each submission at random by up to TIME either way",
	    FT_INTO_CALL_AT(fsim_source_seconds, shake), FT_GIVEN(shaken) },
	{ 0, "seed", "N", "random seed of --shake (default 1)",
	    FT_INTO_NUMBER(seed, 1, UINT64_MAX), FT_GIVEN(seeded) },
	{ 0, "window", "TIME",
	    "length of the windows in which fairness is measured (default: "
	    "depends on the length of the trace)",
	    FT_INTO_CALL_AT(fsim_source_seconds, window) },
	{ 0, "verify", NULL,
	    "compare with what really happened: each TRACE is output of sacct "
	    "-P, or a folder of fairtree-collect; all of them are one trace",
	    FT_INTO_FLAG(verify) },
	{ 0, "accounts", NULL, "print a table of the accounts",
	    FT_INTO_BIT(tables, REPLAY_ACCOUNTS) },
	{ 0, "users", NULL, "print a table of the users",
	    FT_INTO_BIT(tables, REPLAY_USERS) },
	{ 0, "windows", NULL, "print a table of the windows",
	    FT_INTO_BIT(tables, REPLAY_WINDOWS) },
	{ 0, "jobs-out", "FILE",
	    "write a line per job to FILE, as CSV (here and below - is "
	    "standard output)",
	    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(jobs_out) },
	{ 0, "plans", NULL,
	    "with --jobs-out, add when each job was first and last planned to "
	    "start: takes longer, as each pass plans all it may",
	    FT_INTO_FLAG(plans) },
	{ 0, "batsim-out", "FILE",
	    "write a line per job to FILE, as Batsim does: for evalys",
	    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(batsim_out) },
	{ 0, "gantt", "FILE",
	    "draw who used which processors or nodes over time, on the "
	    "terminal, or as an SVG picture",
	    FT_OPT_OPTIONAL_ARG, .complete = FT_COMPLETE_FILE,
	    FT_INTO_TEXT(gantt_file), FT_GIVEN(gantt) },
	{ 0, "plot", NULL, "draw charts on the terminal", FT_INTO_FLAG(plot) },
	{ 0, "svg", "FILE",
	    "draw the charts as an SVG picture; if FILE is a folder, one "
	    "picture per chart",
	    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(svg) },
	{ 0, "charts", "NAMES",
	    "draw these comma-separated charts: utilisation, waiting, wait, "
	    "share, shares, fairness",
	    FT_INTO_CALL_AT(set_charts, charts) },
	FSIM_LOOK_OPTIONS(look),
	{ 'q', "quiet", NULL,
	    "print nothing but errors, and the file whose name is -",
	    FT_INTO_FLAG(quiet) },
	FT_FORMATS_OPTIONS("the measures, or the requested table,", format),
	{ 0 },
};

/* Standard output takes one thing. */
static enum ft_status
check_standard_output(const struct fsim_replay *replay, struct ft_error *err)
{
	const struct {
		const char *name, *path;
	} files[] = { { "jobs-out", replay->jobs_out },
		{ "batsim-out", replay->batsim_out }, { "svg", replay->svg },
		{ "gantt", replay->gantt_file } };
	const char *taken = NULL;

	for (size_t i = 0; i < FT_COUNT(files); i++) {
		if (!files[i].path || strcmp(files[i].path, "-") != 0)
			continue;
		if (taken)
			return ft_fail(err, FT_EINVAL,
			    "--%s and --%s would both print to standard output",
			    taken, files[i].name);
		taken = files[i].name;
	}
	return taken && !replay->quiet
		   ? ft_fail(err, FT_EINVAL,
			 "--%s - needs --quiet: both would print to standard "
			 "output",
			 taken)
		   : FT_OK;
}

static enum ft_status
check_wishes(const struct fsim_replay *replay, struct ft_error *err)
{
	if (ft_formats_has_rows(replay->format) && replay->tables &&
	    replay->tables & (replay->tables - 1))
		return ft_fail(err, FT_EINVAL,
		    "--csv, -p and -P print one table: --accounts, --users or "
		    "--windows");
	if (replay->charts && !replay->plot && !replay->svg)
		return ft_fail(
		    err, FT_EINVAL, "--charts needs --plot or --svg");
	if (replay->seeded && !replay->shaken)
		return ft_fail(err, FT_EINVAL, "--seed needs --shake");
	if (replay->format != FT_FORMAT_TABLE && replay->plot)
		return ft_fail(err, FT_EINVAL,
		    "--plot draws for people: not with --csv, --json or "
		    "--yaml");
	if (replay->plans && !replay->jobs_out)
		return ft_fail(err, FT_EINVAL, "--plans needs --jobs-out");
	if (replay->format != FT_FORMAT_TABLE && replay->gantt &&
	    !replay->gantt_file)
		return ft_fail(err, FT_EINVAL,
		    "--gantt draws for people: not with --csv, --json or "
		    "--yaml (--gantt=FILE is a picture)");
	FT_TRY(check_standard_output(replay, err));
	return fsim_source_check(&replay->source, err);
}

/* Other jobs, or another machine, never really happened. */
static enum ft_status
check_verify(const struct fsim_replay *replay, struct ft_error *err)
{
	if (replay->shaken || replay->source.repeat > 1 ||
	    fsim_rules_any(&replay->source))
		return ft_fail(err, FT_EINVAL,
		    "--verify needs the jobs as they were: not with --shake, "
		    "--repeat, --limits, --overrun, --feedback or --outages");
	if (replay->source.trial.policy != FT_REPLAY_SLURM)
		return ft_fail(err, FT_EINVAL,
		    "--verify needs --policy slurm: pools know no cancelled "
		    "or delayed jobs");
	if (replay->tables || replay->plot || replay->svg || replay->gantt)
		return ft_fail(err, FT_EINVAL,
		    "--verify prints a report of its own: not with --accounts, "
		    "--users, --windows, --plot, --svg or --gantt");
	return FT_OK;
}

/* ---- work ---------------------------------------------------------------- */

static bool
report(void *ctx, double done)
{
	struct ft_meter *meter = ctx;

	if (meter)
		meter->done = (uint64_t)(done * (double)meter->total + 0.5);
	ft_meter_look(meter);
	return !ft_stop_asked();
}

static enum ft_status
play(struct fsim_replay *replay, struct ft_error *err)
{
	struct fsim_trial *trial = &replay->source.trial;
	struct ft_meter *meter = ft_progress_meter();

	trial->seed = replay->shaken ? replay->seed : 0;
	trial->shake = replay->shake;
	trial->window = replay->window;
	trial->plans = replay->plans;
	trial->places = replay->jobs_out || replay->batsim_out || replay->gantt;
	trial->report = report;
	trial->ctx = meter;
	ft_meter_begin(meter, "replaying", "jobs", replay->source.trace.n);
	ft_stop_catch();
	return fsim_trial_run(
	    trial, &replay->source.trace, &replay->result, err);
}

static enum ft_status
work(struct fsim_replay *replay, char *const *file, size_t n,
    struct ft_error *err)
{
	FT_TRY(check_wishes(replay, err));
	if (replay->verify)
		FT_TRY(check_verify(replay, err));
	FT_TRY(replay->verify
		   ? fsim_source_open_real(&replay->source, file, n, err)
		   : fsim_source_open(&replay->source, file, 1, err));
	FT_TRY(play(replay, err));
	return replay->result.replay.stopped ? FT_OK
					     : fsim_replay_files(replay, err);
}

static int
go(void *settings, int argc, char **argv)
{
	struct fsim_replay *replay = settings;
	struct ft_error err = { 0 };

	if (!argc)
		return ft_cmd_misuse(
		    replay->context, "missing trace (a file, or -)");
	if (argc > 1 && !replay->verify)
		return ft_cmd_misuse(replay->context,
		    "only one trace, unexpected '%s'", argv[1]);
	replay->file = argv[0];
	if (replay->quiet)
		ft_progress_abandon();
	if (work(replay, argv, (size_t)argc, &err) != FT_OK)
		return ft_cmd_fail_file(replay->context, &err);
	if (replay->result.replay.stopped)
		return ft_stopped(replay->context);
	if (!replay->quiet && replay->verify)
		fsim_verify_print(replay);
	else if (!replay->quiet)
		fsim_replay_print(replay);
	return fsim_replay_started(replay, &err)
		   ? 0
		   : ft_cmd_fail(replay->context, &err);
}

static void
init(void *settings)
{
	struct fsim_replay *replay = settings;

	replay->seed = 1;
	fsim_source_init(&replay->source, replay->context);
}

static void
replay_free(void *settings)
{
	struct fsim_replay *replay = settings;

	fsim_result_free(&replay->result);
	fsim_source_free(&replay->source);
}

const struct ft_cmd fsim_verb_replay = {
	.name = "replay",
	.slurm_name = "",
	.summary = "replay a trace and measure the schedule",
	.synopsis = "[options] TRACE ...",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fsim_replay, context),
	.init = init,
	.pages = true,
	.go = go,
	.free = replay_free,
};
