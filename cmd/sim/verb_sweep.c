/* fsim sweep: the same trace under every combination of settings. */
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "common/formats.h"
#include "common/infile.h"
#include "common/opt.h"
#include "sim/sweep.h"
#include "sim/verbs.h"

enum sweep_option {
	KEY_GRID = 1,
	KEY_OUT,
	KEY_SHARD,
	KEY_COLLECT,
	KEY_EMIT,
	KEY_SHAKE,
	KEY_SORT,
	KEY_FORMAT,
	KEY_PROCESSES,
	KEY_QUIET
};

static const struct ft_option options[] = {
	{ 'g', "grid", "KEY=VALUES", KEY_GRID, 0, FT_COMPLETE_NONE,
	    "try each of these comma-separated values (separated by | if there "
	    "is one) of a parameter of slurm.conf, of a word of a list such as "
	    "bf_interval, or of policy, order, nodes, cpus or seed; all "
	    "combinations of several --grid are tried" },
	{ 0, "out", "FILE", KEY_OUT, 0, FT_COMPLETE_FILE,
	    "keep results in this file as they come, and do only what it does "
	    "not have yet" },
	{ 0, "shard", "I/N", KEY_SHARD, 0, FT_COMPLETE_NONE,
	    "do only the I-th of N parts" },
	{ 0, "collect", NULL, KEY_COLLECT, 0, FT_COMPLETE_NONE,
	    "simulate nothing: put the results of the files named together, "
	    "and with --out into one" },
	{ 0, "emit-slurm-array", "N", KEY_EMIT, FT_OPT_OPTIONAL_ARG,
	    FT_COMPLETE_NONE,
	    "simulate nothing: print a job script for a cluster of Slurm that "
	    "runs the sweep as an array of N tasks (a task for each point, at "
	    "most 1000)" },
	{ 0, "shake", "SECONDS", KEY_SHAKE, 0, FT_COMPLETE_NONE,
	    "how far a seed other than 0 moves submissions either way (3600)" },
	{ 0, "sort", "METRIC", KEY_SORT, 0, FT_COMPLETE_NONE,
	    "print the best by this metric first" },
	{ 'o', "format", "METRICS", KEY_FORMAT, 0, FT_COMPLETE_FIELD,
	    "print these metrics, parted by commas" },
	{ 'j', "processes", "N", KEY_PROCESSES, 0, FT_COMPLETE_NONE,
	    "simulate so many points at once instead of one on each core" },
	{ 'q', "quiet", NULL, KEY_QUIET, 0, FT_COMPLETE_NONE,
	    "print nothing but errors" },
	FT_FORMATS_OPTIONS("the results"),
	SIM_SOURCE_OPTIONS,
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "TRACE", "workload trace in the Standard Workload Format, also .gz",
	    FT_COMPLETE_FILE },
	{ "FILE ...", "with --collect: files of results", FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim sweep --grid PriorityWeightFairshare=1000 --grid "
	  "PriorityDecayHalfLife=1-0,7-0,14-0 --grid PriorityWeightAge=0,1000 "
	  "--sort wait_mean trace.swf",
	    "six combinations, that with the shortest mean wait first; without "
	    "a weight of fair share the half-life would change nothing" },
	{ "fsim sweep --grid nodes=64,96,128 --grid seed=1..5 --out "
	  "nodes.csv trace.swf",
	    "how many nodes are enough; run again, it goes on where it was" },
	{ "fsim sweep --grid nodes=64,96,128 --emit-slurm-array trace.swf "
	  ">sweep.sh",
	    "the same on a cluster: sbatch sweep.sh" },
	{ "fsim sweep --collect sweep.csv.*", "and its results" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------------- */

/* What makes the same sweep again. */
static void
note_again(struct sweep *sweep, int key, const char *arg)
{
	for (const struct ft_option *row = options; row->sentence; row++) {
		if (row->key != key)
			continue;
		ft_str_addf(&sweep->again, " --%s ", row->name);
		ft_str_add_shell(&sweep->again, arg);
	}
}

static enum ft_status
set_shard(struct sweep *sweep, const char *arg, struct ft_error *err)
{
	const char *slash = strchr(arg, '/');
	char *first = ft_strndup(arg, slash ? (size_t)(slash - arg) : 0);
	bool good = slash && ft_num_u64(first, &sweep->shard) &&
		    ft_num_u64(slash + 1, &sweep->shards) &&
		    sweep->shard >= 1 && sweep->shard <= sweep->shards;

	ft_free(first);
	return good
		   ? FT_OK
		   : ft_fail(err, FT_EINVAL,
			 "--shard needs I/N with I from 1 to N, not '%s'", arg);
}

static enum ft_status
set_number(const char *name, const char *arg, uint64_t most, uint64_t *number,
    struct ft_error *err)
{
	return ft_opt_number(name, arg, 1, most, number, err);
}

static enum ft_status
set_emit(struct sweep *sweep, const char *arg, struct ft_error *err)
{
	sweep->emit = true;
	return arg ? set_number(
			 "emit-slurm-array", arg, 4000000, &sweep->tasks, err)
		   : FT_OK;
}

static enum ft_status
set_shake(struct sweep *sweep, const char *arg, struct ft_error *err)
{
	uint64_t seconds = 0;
	enum ft_status status =
	    set_number("shake", arg, 1000000000, &seconds, err);

	if (status == FT_OK)
		sweep->shake = (int64_t)seconds;
	note_again(sweep, KEY_SHAKE, arg);
	return status;
}

/* Options of the sweep itself; FT_ENOENT if KEY is none. */
static enum ft_status
set_own(struct sweep *sweep, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_GRID:
		note_again(sweep, key, arg);
		return sweep_grid_add(&sweep->grid, arg, err);
	case KEY_OUT:
		sweep->file.path = arg;
		return *arg ? FT_OK : ft_fail(err, FT_EINVAL, "empty --out");
	case KEY_SHARD:
		return set_shard(sweep, arg, err);
	case KEY_COLLECT:
		sweep->collect = true;
		return FT_OK;
	case KEY_EMIT:
		return set_emit(sweep, arg, err);
	case KEY_SHAKE:
		return set_shake(sweep, arg, err);
	case KEY_PROCESSES:
		return set_number(
		    "processes", arg, 10000, &sweep->processes, err);
	default:
		return FT_ENOENT;
	}
}

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct sweep *sweep = ctx;

	switch (key) {
	case KEY_SORT:
		sweep->sort_text = arg;
		return FT_OK;
	case KEY_FORMAT:
		sweep->format_text = arg;
		return FT_OK;
	case KEY_QUIET:
		sweep->quiet = true;
		return FT_OK;
	default:
		if (ft_formats_option(key, &sweep->format))
			return FT_OK;
		break;
	}
	if (key < SIM_SOURCE_POLICY)
		return set_own(sweep, key, arg, err);
	if (key == FT_SESSION_CONF)
		sweep->conf_given = true;
	note_again(sweep, key, arg);
	return sim_source_option(&sweep->source, key, arg, err);
}

/* ---- collect ------------------------------------------------------------------- */

static enum ft_status
read_results(struct sweep *sweep, const char *path, struct ft_error *err)
{
	struct ft_str text = { 0 };
	enum ft_status status =
	    ft_infile_read(FT_BOUND_RESULTS, path, &text, err);

	if (status == FT_OK)
		status = sweep_table_read(
		    &sweep->table, path, ft_str_text(&text), text.len, err);
	ft_str_free(&text);
	return status;
}

/* Tell what is missing; returns the exit status. */
static int
tell_missing(const struct sweep *sweep)
{
	const struct sweep_table *table = &sweep->table;
	struct ft_str list = { 0 };
	size_t named = 0;

	if (table->n == table->points)
		return 0;
	for (size_t i = 0; i < table->points && named < 10; i++)
		if (!table->row[i].text)
			ft_str_addf(&list, "%s%zu", named++ ? ", " : "", i + 1);
	ft_cmd_error(sweep->source.context,
	    "%zu of %zu points have no result: %s%s", table->points - table->n,
	    table->points, ft_str_text(&list),
	    table->points - table->n > named ? ", ..." : "");
	ft_str_free(&list);
	return 1;
}

static enum ft_status
collect(struct sweep *sweep, int n, char **file, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (int i = 0; i < n && status == FT_OK; i++)
		status = read_results(sweep, file[i], err);
	if (status == FT_OK && !sweep->table.row)
		return ft_fail(err, FT_EINVAL, "no results in these files");
	if (status == FT_OK && sweep->file.path)
		status = sweep_file_open(&sweep->file, &sweep->table, err);
	if (status == FT_OK && sweep->file.path)
		status = sweep_file_sort(&sweep->file, &sweep->table, err);
	return status;
}

static int
go_collect(struct sweep *sweep, int argc, char **argv)
{
	struct ft_error err = { 0 };
	enum ft_status status;

	if (sweep->grid.n || sweep->shards || sweep->emit)
		return ft_cmd_misuse(sweep->source.context,
		    "--collect stands alone: the files say what was swept");
	if (argc == 0)
		return ft_cmd_misuse(
		    sweep->source.context, "--collect needs files of results");
	status = sweep_check_columns(sweep, &err);
	if (status == FT_OK)
		status = collect(sweep, argc, argv, &err);
	if (status == FT_OK && !sweep->quiet)
		status = sweep_print(sweep, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(sweep->source.context, &err);
	return sweep_judge(sweep) ? tell_missing(sweep) : 1;
}

/* ---- sweep --------------------------------------------------------------------- */

/* Every combination, before the first is simulated. */
static enum ft_status
check_points(struct sweep *sweep, struct ft_error *err)
{
	struct sim_trial trial = sweep->source.trial;
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < sweep->grid.points && status == FT_OK; i++) {
		struct ft_conf *conf = &sweep->source.session.conf;
		struct ft_str name = { 0 };

		status = sweep_grid_set(&sweep->grid, i, &trial, conf, err);
		sweep->first_come[sim_trial_first_come(&trial, conf)]++;
		sweep_grid_name(&sweep->grid, i, &name);
		if (status != FT_OK)
			ft_error_prefix(err, "%s: ", ft_str_text(&name));
		ft_str_free(&name);
	}
	return status;
}

/* An order counts on a pool: of all points, or of some if policies are swept. */
static enum ft_status
check_order(struct sweep *sweep, struct ft_error *err)
{
	for (size_t i = 0; i < sweep->grid.n; i++) {
		if (sweep->grid.key[i].kind == SWEEP_POLICY)
			return FT_OK;
		if (sweep->grid.key[i].kind == SWEEP_ORDER)
			sweep->source.ordered = true;
	}
	return sim_source_check(&sweep->source, err);
}

static enum ft_status
prepare(struct sweep *sweep, const char *trace, struct ft_error *err)
{
	uint64_t mark = 0;

	FT_TRY(sweep_check_columns(sweep, err));
	FT_TRY(check_order(sweep, err));
	FT_TRY(sim_source_open(&sweep->source, trace, err));
	/* of the settings as they are without the grid */
	FT_TRY(sweep_mark(sweep, &mark, err));
	FT_TRY(check_points(sweep, err));
	sweep_table_of_grid(&sweep->table, &sweep->grid, mark);
	return sweep->file.path && !sweep->emit
		   ? sweep_file_open(&sweep->file, &sweep->table, err)
		   : FT_OK;
}

static int
go_sweep(struct sweep *sweep, const char *trace)
{
	const struct ft_context *context = sweep->source.context;
	struct ft_error err = { 0 };
	bool interrupted = false;
	size_t failed = 0;
	enum ft_status status = prepare(sweep, trace, &err);

	if (status != FT_OK)
		return ft_cmd_fail_file(context, &err);
	if (sweep->emit) {
		sweep_emit(sweep, trace);
		return 0;
	}
	status = sweep_run(sweep, &interrupted, &failed, &err);
	if (status == FT_OK && !sweep->quiet && !interrupted)
		status = sweep_print(sweep, &err);
	if (status != FT_OK)
		return ft_cmd_fail(context, &err);
	if (interrupted)
		return 130;
	return sweep_judge(sweep) && !failed ? 0 : 1;
}

static int
go(void *ctx, int argc, char **argv)
{
	struct sweep *sweep = ctx;
	const struct ft_context *context = sweep->source.context;

	if (sweep->collect)
		return go_collect(sweep, argc, argv);
	if (argc == 0)
		return ft_cmd_misuse(context, "no trace to replay");
	if (argc > 1)
		return ft_cmd_misuse(context, "unexpected word '%s'", argv[1]);
	if (!sweep->grid.n)
		return ft_cmd_misuse(
		    context, "nothing to sweep: --grid KEY=VALUE,VALUE,...");
	if (sweep->emit && sweep->shards)
		return ft_cmd_misuse(
		    context, "--emit-slurm-array makes the shards: no --shard");
	return go_sweep(sweep, argv[0]);
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct sweep sweep = { .file.fd = -1, .shake = SIM_TRIAL_SHAKE };
	int status;

	sim_source_init(&sweep.source, context);
	sweep_grid_init(&sweep.grid);
	sweep_table_init(&sweep.table);
	status = ft_opt_run(context, argc, argv, set, go, &sweep);
	ft_free(sweep.todo);
	ft_str_free(&sweep.again);
	sweep_file_close(&sweep.file);
	sweep_table_free(&sweep.table);
	sweep_grid_free(&sweep.grid);
	sim_source_free(&sweep.source);
	return status;
}

const struct ft_cmd sim_verb_sweep = {
	.name = "sweep",
	.slurm_name = "",
	.summary = "replay a trace under every combination of settings",
	.synopsis = "--grid KEY=VALUE,... [options] TRACE",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = sim_measure_fields,
	.run = run,
};
