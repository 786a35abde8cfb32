/* fsim sweep: the same trace under every combination of settings. */

#include "cli/formats.h"
#include "files/infile.h"
#include "files/progress.h"
#include "cli/opt.h"
#include "files/stop.h"
#include "fsim/sweep/shares.h"
#include "fsim/sweep/sweep.h"
#include "fsim/verbs.h"

#define FT_SETTINGS struct sweep

static const struct ft_operand operands[] = {
	{ "TRACE ...",
	    "traces in the Standard Workload Format, optionally gzipped, "
	    "output of sacct -P, or a folder of fairtree-collect",
	    FT_COMPLETE_FILE },
	{ "FILE ...", "with --collect: files of results", FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim sweep --grid PriorityWeightFairshare=1000 --grid "
	  "PriorityDecayHalfLife=1-0,7-0,14-0 --grid PriorityWeightAge=0,1000 "
	  "--sort wait_mean trace.swf",
	    "six combinations, shortest mean wait first; without a fair-share "
	    "weight the half-life would have no effect" },
	{ "fsim sweep --grid nodes=64,96,128 --grid seed=1..5 --out "
	  "nodes.csv trace.swf",
	    "how many nodes are enough; if interrupted, run it again to "
	    "resume" },
	{ "fsim sweep --grid nodes=64,96,128 --emit-slurm-array trace.swf "
	  ">sweep.sh",
	    "the same on a cluster: sbatch sweep.sh" },
	{ "fsim sweep --collect sweep.csv.*", "collect its results" },
	{ "fsim sweep --grid seed=1..10000 --emit-commands --chunk 50 "
	  "trace.swf "
	  "| parallel",
	    "10,000 points by GNU parallel, in tasks of 50" },
	{ "fsim sweep --grid policy=easy,fcfs --means jan.swf feb.swf mar.swf",
	    "means over three traces, with confidence intervals" },
	{ "fsim sweep --policy easy --grid order=submit,sjf --grid "
	  "trace.load=0.7,0.9 --grid trace.seed=1..20 --means",
	    "two orders under two loads, over 20 drawn traces" },
	{ "fsim sweep --grid nodes=64,96 --grid resample.weeks=1..200 --means "
	  "--against nodes=64 trace.swf",
	    "what more nodes change, whichever weeks come" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------- */

/* Keep the options that define the same sweep: the source, the grid, the
 * shaking. */
static void
note_again(const struct ft_opt_use *use)
{
	const struct ft_option *row = use->row;
	struct sweep *sweep = use->settings;
	size_t source = offsetof(struct sweep, source);
	bool is_source =
	    row->at >= source && row->at < source + sizeof sweep->source;

	sweep_grid_met(&sweep->grid, row);
	if (row->at == offsetof(struct sweep, source.session.conf_file))
		sweep->conf_given = true;
	if (!row->size ||
	    (!is_source && row->at != offsetof(struct sweep, grid) &&
		row->at != offsetof(struct sweep, shake)))
		return;
	ft_str_addf(&sweep->again, " --%s", row->name);
	if (!use->arg)
		return;
	ft_str_add_char(&sweep->again, ' ');
	ft_str_add_shell(&sweep->again, use->arg);
}

static enum ft_status
set_shard(const struct ft_opt_use *use)
{
	struct sweep *sweep = use->settings;
	const char *arg = use->arg;
	const char *slash = strchr(arg, '/');
	char *first = ft_strndup(arg, slash ? (size_t)(slash - arg) : 0);
	bool good = slash && ft_num_u64(first, &sweep->shard) &&
		    ft_num_u64(slash + 1, &sweep->shards) &&
		    sweep->shard >= 1 && sweep->shard <= sweep->shards;

	ft_free(first);
	if (good)
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "--shard needs I/N with I from 1 to N, not '%s'", arg);
}

static const struct ft_option options[] = {
	{ 'g', "grid", "KEY=VALUES",
	    "try each of these comma-separated values (separated by | if it "
	    "contains one) of a parameter of slurm.conf, an option in a list "
	    "such as bf_interval, of fairshare.ACCOUNT, or of policy, order, "
	    "depth, nodes, cpus, overrun, feedback, outages, on-failure, "
	    "limits, bound, warmup, cooldown, "
	    "trace.OPTION of fsim trace, seed, resample.users or "
	    "resample.weeks; several --grid are combined",
	    FT_INTO_CALL_AT(sweep_grid_option, grid) },
	{ 0, "out", "FILE",
	    "keep results in this file, and simulate only points it does not "
	    "have yet",
	    .complete = FT_COMPLETE_FILE, FT_INTO_BESIDE(file.path) },
	{ 0, "shard", "I/N", "simulate only the I-th of N shards",
	    FT_INTO_CALL(set_shard) },
	{ 0, "collect", NULL,
	    "simulate nothing: combine the results of the named files, with "
	    "--out into one file",
	    FT_INTO_FLAG(collect) },
	{ 0, "tasks", "N",
	    "with --collect: the sweep ran in N tasks; name those to run again "
	    "if points are missing",
	    FT_INTO_NUMBER(ran, 1, SWEEP_POINTS_MAX) },
	{ 0, "emit-slurm-array", "N",
	    "simulate nothing: print a job script that runs the sweep on a "
	    "Slurm cluster as an array of N tasks (default: one per point, at "
	    "most 1000)",
	    FT_OPT_OPTIONAL_ARG, FT_INTO_NUMBER(tasks, 1, 4000000),
	    FT_GIVEN(emit) },
	{ 0, "emit-commands", "N",
	    "simulate nothing: print a command line for each of N tasks "
	    "(default: one per point, at most 1000), for GNU parallel, xargs "
	    "and the like",
	    FT_OPT_OPTIONAL_ARG, FT_INTO_NUMBER(tasks, 1, 4000000),
	    FT_GIVEN(commands) },
	{ 0, "chunk", "N",
	    "with --emit-slurm-array and --emit-commands: tasks of at most N "
	    "points",
	    FT_INTO_NUMBER(chunk, 1, SWEEP_POINTS_MAX) },
	{ 0, "shake", "SECONDS",
	    "how far a seed other than 0 moves submissions either way (default "
	    "3600)",
	    FT_INTO_NUMBER(shake, 1, 1000000000), FT_GIVEN(shaken) },
	{ 0, "means", NULL,
	    "print means and intervals over the traces, or over the seeds of "
	    "one trace, for each combination of the other keys",
	    FT_INTO_FLAG(means) },
	{ 0, "against", "KEY=VALUE,...",
	    "with --means: print the differences from the row with these "
	    "values, or from the first row (--against first), and their "
	    "intervals",
	    FT_INTO_TEXT(against.text) },
	{ 0, "confidence", "PERCENT",
	    "with --means: confidence level of the intervals (default 95)",
	    FT_INTO_CALL_AT(fsim_set_confidence, confidence),
	    FT_GIVEN(confident) },
	{ 0, "sort", "METRIC", "sort by this measure, best first",
	    FT_INTO_TEXT(sort_text) },
	{ 'o', "format", "METRICS", "print these comma-separated measures",
	    .complete = FT_COMPLETE_FIELD, FT_INTO_TEXT(format_text) },
	{ 'j', "processes", "N",
	    "simulate N points at once (default: one per core)",
	    FT_INTO_NUMBER(processes, 1, 10000) },
	{ 'q', "quiet", NULL, "print nothing but errors", FT_INTO_FLAG(quiet) },
	FT_FORMATS_OPTIONS("the results", format),
	FSIM_GENERATE_OPTION(source),
	FSIM_SOURCE_OPTIONS(source),
	{ 0 },
};

/* Returns whether tasks are printed instead of run. */
static bool
emits(const struct sweep *sweep)
{
	return sweep->emit || sweep->commands;
}

/* ---- collect ------------------------------------------------------------- */

static enum ft_status
read_results(struct sweep *sweep, const char *path, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_RESULTS, path, &text, err));
	return sweep_table_read(
	    &sweep->table, path, ft_str_text(&text), text.len, err);
}

/* Append the first points without a result. */
static void
add_missing(const struct sweep_table *table, struct ft_str *str)
{
	size_t named = 0;

	for (size_t i = 0; i < table->points && named < 10; i++)
		if (!table->row[i].text)
			ft_str_addf(str, "%s%zu", named++ ? ", " : "", i + 1);
	ft_str_add(str, table->points - table->n > named ? ", ..." : "");
}

/* Append the tasks of RAN that have points without a result, as the option --array
 * of sbatch takes them: "2,5-7". */
static void
add_tasks(const struct sweep_table *table, uint64_t ran, struct ft_str *str)
{
	bool *again FT_CLEANUP(ft_free_at) =
	    ft_calloc((size_t)ran, sizeof *again);
	size_t first = 0;

	for (size_t i = 0; i < table->points; i++)
		if (!table->row[i].text)
			again[i % ran] = true;
	for (size_t i = 0; i < ran; i++) {
		if (!again[i])
			continue;
		if (i == 0 || !again[i - 1])
			first = i;
		if (i + 1 < ran && again[i + 1])
			continue;
		ft_str_addf(str, "%s%zu", str->len ? "," : "", first + 1);
		if (first < i)
			ft_str_addf(str, "-%zu", i + 1);
	}
}

/* Report what is missing; returns the exit status. */
static int
tell_missing(const struct sweep *sweep)
{
	const struct sweep_table *table = &sweep->table;
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };
	size_t missing = table->points - table->n;

	if (!missing)
		return 0;
	if (sweep->ran) {
		add_tasks(table, sweep->ran, &list);
		ft_cmd_error(sweep->source.context,
		    "%zu of %zu points have no result: run tasks %s again "
		    "(sbatch --array=%s, or these lines of the commands)",
		    missing, table->points, ft_str_text(&list),
		    ft_str_text(&list));
		return 1;
	}
	add_missing(table, &list);
	ft_cmd_error(sweep->source.context,
	    "%zu of %zu points have no result: %s (--tasks names the tasks to "
	    "run again)",
	    missing, table->points, ft_str_text(&list));
	return 1;
}

static enum ft_status
collect(struct sweep *sweep, int n, char **file, struct ft_error *err)
{
	struct ft_meter *meter = ft_progress_meter();

	ft_meter_begin(meter, "collecting", "files", (uint64_t)n);
	for (int i = 0; i < n; i++, ft_meter_step(meter)) {
		ft_meter_look(meter);
		FT_TRY(read_results(sweep, file[i], err));
	}
	ft_meter_begin(meter, NULL, NULL, 0);
	if (!sweep->table.row)
		return ft_fail(err, FT_EINVAL, "no results in these files");
	if (sweep->ran > sweep->table.points)
		return ft_fail(err, FT_EINVAL,
		    "--tasks: %" PRIu64 " tasks, but only %zu points",
		    sweep->ran, sweep->table.points);
	if (sweep->against.text)
		FT_TRY(
		    sweep_against_parse(&sweep->against, &sweep->table, err));
	if (sweep->file.path)
		FT_TRY(sweep_file_open(&sweep->file, &sweep->table, err));
	if (sweep->file.path)
		FT_TRY(sweep_file_sort(&sweep->file, &sweep->table, err));
	return FT_OK;
}

static int
go_collect(struct sweep *sweep, int argc, char **argv)
{
	struct ft_error err = { 0 };
	enum ft_status status;

	if (sweep->again.len || sweep->shards || emits(sweep))
		return ft_cmd_misuse(sweep->source.context,
		    "--collect takes no options of a sweep: the files record "
		    "what was swept");
	if (argc == 0)
		return ft_cmd_misuse(
		    sweep->source.context, "--collect needs files of results");
	if (sweep->quiet)
		ft_progress_abandon();
	status = sweep_check_columns(sweep, &err);
	if (status == FT_OK)
		status = collect(sweep, argc, argv, &err);
	if (status == FT_OK && !sweep->quiet)
		status = sweep_print(sweep, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(sweep->source.context, &err);
	return sweep_judge(sweep) ? tell_missing(sweep) : 1;
}

/* ---- sweep --------------------------------------------------------------- */

/* Before the first point is simulated. */
static enum ft_status
check_means(struct sweep *sweep, struct ft_error *err)
{
	struct sweep_groups groups;
	enum ft_status status = sweep_groups_make(
	    &groups, &sweep->table, &sweep->against, sweep->confidence, err);

	sweep_groups_free(&groups);
	if (status != FT_OK || !sweep->against.text)
		return status;
	FT_TRY(sweep_against_parse(&sweep->against, &sweep->table, err));
	return sweep_against_check(
	    &sweep->against, &sweep->grid, &sweep->table, err);
}

static enum ft_status
prepare(struct sweep *sweep, char *const *trace, size_t n, struct ft_error *err)
{
	uint64_t mark = 0;

	FT_TRY(sweep_check_columns(sweep, err));
	FT_TRY(sweep_grid_prepare(&sweep->grid, &sweep->source, err));
	sweep->source.want_real = sweep_grid_is_real(&sweep->grid);
	sweep->source.trial.resample = sweep_grid_resample(&sweep->grid);
	if (n > 1)
		FT_TRY(sweep_grid_add_traces(&sweep->grid, trace, n, err));
	FT_TRY(fsim_source_open(&sweep->source, trace, n, err));
	/* the settings without the grid */
	FT_TRY(sweep_mark(sweep, &mark, err));
	FT_TRY(sweep_grid_check(
	    &sweep->grid, &sweep->source, sweep->first_come, err));
	FT_TRY(sweep_shares_check(&sweep->grid, &sweep->source, err));
	sweep_table_of_grid(&sweep->table, &sweep->grid, mark);
	if (sweep->means)
		FT_TRY(check_means(sweep, err));
	return sweep->file.path && !emits(sweep)
		   ? sweep_file_open(&sweep->file, &sweep->table, err)
		   : FT_OK;
}

static int
go_sweep(struct sweep *sweep, char *const *trace, size_t n)
{
	const struct ft_context *context = sweep->source.context;
	struct ft_error err = { 0 };
	bool interrupted = false;
	size_t failed = 0;
	enum ft_status status;

	if (sweep->quiet)
		ft_progress_abandon();
	status = prepare(sweep, trace, n, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(context, &err);
	if (emits(sweep)) {
		sweep_emit(sweep, trace, n);
		return 0;
	}
	status = sweep_run(sweep, &interrupted, &failed, &err);
	if (status == FT_OK && !sweep->quiet && !interrupted)
		status = sweep_print(sweep, &err);
	if (status != FT_OK)
		return ft_cmd_fail(context, &err);
	if (interrupted)
		return ft_stopped(context);
	return sweep_judge(sweep) && !failed ? 0 : 1;
}

/* Returns what is wrong with these options together; NULL: nothing. */
static const char *
find_misuse(const struct sweep *sweep)
{
	if (sweep->confident && !sweep->means)
		return "--confidence needs --means";
	if (sweep->against.text && !sweep->means)
		return "--against needs --means";
	if (emits(sweep) && sweep->means)
		return "--emit-slurm-array and --emit-commands simulate "
		       "nothing: --means is for --collect";
	if (sweep->emit && sweep->commands)
		return "--emit-slurm-array and --emit-commands exclude each "
		       "other";
	if (sweep->chunk && (!emits(sweep) || sweep->tasks))
		return "--chunk needs --emit-slurm-array or --emit-commands, "
		       "without a number of tasks";
	if (sweep->ran && !sweep->collect)
		return "--tasks needs --collect";
	if (sweep->collect)
		return NULL;
	if (sweep->emit && sweep->shards)
		return "--emit-slurm-array and --shard exclude each other";
	if (sweep->commands && sweep->shards)
		return "--emit-commands and --shard exclude each other";
	if (!sweep->grid.n)
		return "nothing to sweep: --grid KEY=VALUE,VALUE,...";
	if (sweep->shaken && !sweep_grid_has(&sweep->grid, SWEEP_SEED))
		return "--shake needs --grid seed=...";
	return NULL;
}

static int
go(void *settings, int argc, char **argv)
{
	struct sweep *sweep = settings;
	const struct ft_context *context = sweep->source.context;
	const char *misuse = find_misuse(sweep);
	bool generated;

	generated = sweep->source.generated ||
		    sweep_grid_has(&sweep->grid, SWEEP_GENERATOR);
	if (!misuse && !sweep->collect && !generated == !argc)
		misuse = argc ? "the trace is generated: name no TRACE"
			      : "no trace to replay";
	if (misuse)
		return ft_cmd_misuse(context, "%s", misuse);
	return sweep->collect ? go_collect(sweep, argc, argv)
			      : go_sweep(sweep, argv, (size_t)argc);
}

static void
init(void *settings)
{
	struct sweep *sweep = settings;
	const struct ft_context *context = sweep->source.context;

	*sweep = (struct sweep){ .file.fd = -1,
		.shake = FSIM_TRIAL_SHAKE,
		.error = (double)NAN,
		.confidence = FSIM_CONFIDENCE };
	fsim_source_init(&sweep->source, context);
	sweep_grid_init(&sweep->grid);
	sweep_table_init(&sweep->table);
}

static void
sweep_free(void *settings)
{
	struct sweep *sweep = settings;

	ft_free(sweep->todo);
	ft_str_free(&sweep->again);
	sweep_file_close(&sweep->file);
	ft_arena_clear(&sweep->against.arena);
	sweep_table_free(&sweep->table);
	sweep_grid_free(&sweep->grid);
	fsim_source_free(&sweep->source);
}

const struct ft_cmd fsim_verb_sweep = {
	.name = "sweep",
	.slurm_name = "",
	.summary = "replay traces under every combination of settings",
	.synopsis = "--grid KEY=VALUE,... [options] TRACE ...",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = fsim_measures,
	FT_CMD_SETTINGS(struct sweep, source.context),
	.init = init,
	.pages = true,
	.go = go,
	.free = sweep_free,
	.met = note_again,
};
