/* fsim solve: which settings of a grid reach targets. */

#include "fsim/solve/solve.h"

#include "cli/formats.h"
#include "files/progress.h"
#include "files/stop.h"
#include "fsim/sweep/shares.h"
#include "fsim/verbs.h"

#define FT_SETTINGS struct solve

static const struct ft_operand operands[] = {
	{ "TRACE ...",
	    "traces in the Standard Workload Format, optionally gzipped",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim solve --grid PriorityWeightFairshare=0,1000,10000 --grid "
	  "PriorityDecayHalfLife=1-0,7-0,14-0 --target 'account_jain >= 0.8' "
	  "--target 'p90 wait of jobs under 4 processors <= 1h' trace.swf",
	    "weights and a half-life that are fair, and do not let small jobs "
	    "wait" },
	{ "fsim solve --grid nodes=64..128 --target 'wait_mean <= 1h' "
	  "--resample weeks trace.swf",
	    "how many nodes are enough, whichever weeks come" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------------ */

static enum ft_status
add_target(const struct ft_opt_use *use)
{
	struct solve *solve = use->settings;

	return solve_target_parse(
	    ft_vec_add(solve->target, solve->n_target, solve->cap_target),
	    use->arg, &solve->arena, use->err);
}

static void
note_given(const struct ft_opt_use *use)
{
	struct solve *solve = use->settings;

	sweep_grid_met(&solve->grid, use->row);
}

static const struct ft_option options[] = {
	{ 't', "target", "TARGET",
	    "what is wanted: MEASURE <= VALUE or MEASURE >= VALUE; several "
	    "are wanted together",
	    FT_INTO_CALL(add_target) },
	{ 'g', "grid", "KEY=VALUES",
	    "try these values, as fsim sweep does; several --grid are combined",
	    FT_INTO_CALL_AT(sweep_grid_option, grid) },
	{ 0, "finalists", "N",
	    "replay the whole trace for the best N points (default 5)",
	    FT_INTO_NUMBER(finalists, 1, SWEEP_POINTS_MAX) },
	{ 0, "copies", "N",
	    "replay N shaken or resampled copies of each trace for each of "
	    "them (default 5, with several traces 0, with --resample 200); 0: "
	    "the trace as it is",
	    FT_INTO_NUMBER(copies, 0, 10000), FT_GIVEN(copied) },
	{ 0, "shake", "SECONDS",
	    "how far shaken copies move submissions either way (default 3600)",
	    FT_INTO_NUMBER(shake, 1, 1000000000), FT_GIVEN(shaken) },
	FSIM_RESAMPLE_OPTION(source.trial.resample),
	FSIM_CONFIDENCE_OPTION(confidence),
	{ 'j', "processes", "N",
	    "simulate N points at once (default: one per core)",
	    FT_INTO_NUMBER(processes, 1, 10000) },
	{ 'q', "quiet", NULL, "do not show progress", FT_INTO_FLAG(quiet) },
	FT_FORMATS_OPTIONS("the finalists", format),
	FSIM_SOURCE_OPTIONS(source),
	{ 0 },
};

/* ---- the command -------------------------------------------------------------- */

/* TRACE, of FILE, must have the jobs that targets are about. */
static enum ft_status
check_targets(struct solve *solve, const char *file,
    const struct ft_trace *trace, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; i < solve->n_target && status == FT_OK; i++)
		status = solve_target_check(&solve->target[i], trace, err);
	if (status != FT_OK && solve->source.n_more)
		ft_error_prefix(err, "%s: ", file);
	return status;
}

/* Fill in what depends on the number of traces. */
static void
set_copies(struct solve *solve, size_t traces)
{
	if (!solve->copied)
		solve->copies = solve->source.trial.resample ? FSIM_RESAMPLINGS
				: traces > 1                 ? 0
							     : SOLVE_SHAKEN;
}

static enum ft_status
prepare(struct solve *solve, char *const *file, size_t n, struct ft_error *err)
{
	FT_TRY(sweep_grid_prepare(&solve->grid, &solve->source, err));
	FT_TRY(fsim_source_open(&solve->source, file, n, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(check_targets(
		    solve, file[i], fsim_source_trace(&solve->source, i), err));
	FT_TRY(sweep_grid_check(&solve->grid, &solve->source, NULL, err));
	return sweep_shares_check(&solve->grid, &solve->source, err);
}

/* Returns what is wrong with these options together; NULL: nothing. */
static const char *
find_misuse(const struct solve *solve, int argc)
{
	if (argc < 1)
		return "no trace to replay";
	if (!solve->n_target)
		return "nothing is wanted: --target 'MEASURE <= VALUE'";
	if (!solve->grid.n)
		return "nothing to try: --grid KEY=VALUE,VALUE,...";
	if (sweep_grid_has(&solve->grid, SWEEP_GENERATOR) ||
	    sweep_grid_has(&solve->grid, SWEEP_SEED) ||
	    sweep_grid_has(&solve->grid, SWEEP_USERS) ||
	    sweep_grid_has(&solve->grid, SWEEP_WEEKS))
		return "seeds and traces cannot be chosen at a site: leave "
		       "them out of the grid (--copies varies the trace)";
	if (!solve->copies && solve->source.trial.resample)
		return "--resample needs --copies above 0";
	if (solve->shaken && (!solve->copies || solve->source.trial.resample))
		return "--shake needs --copies, and no --resample";
	return NULL;
}

static int
go(void *settings, int argc, char **argv)
{
	struct solve *solve = settings;
	const struct ft_context *context = solve->source.context;
	const char *misuse;
	struct ft_error err = { 0 };
	bool interrupted = false;
	enum ft_status status;

	set_copies(solve, (size_t)argc);
	misuse = find_misuse(solve, argc);
	if (misuse)
		return ft_cmd_misuse(context, "%s", misuse);
	if (solve->quiet)
		ft_progress_abandon();
	status = prepare(solve, argv, (size_t)argc, &err);
	if (status == FT_OK)
		status = solve_search(solve, &interrupted, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(context, &err);
	if (interrupted)
		return ft_stopped(context);
	solve_print(solve);
	return 0;
}

static void
init(void *settings)
{
	struct solve *solve = settings;
	const struct ft_context *context = solve->source.context;

	*solve = (struct solve){ .finalists = SOLVE_FINALISTS,
		.shake = FSIM_TRIAL_SHAKE,
		.confidence = FSIM_CONFIDENCE };
	fsim_source_init(&solve->source, context);
	sweep_grid_init(&solve->grid);
}

static void
solve_free(void *settings)
{
	struct solve *solve = settings;

	ft_free(solve->alive);
	ft_free(solve->all);
	ft_free(solve->samples);
	ft_free(solve->target);
	ft_arena_clear(&solve->arena);
	sweep_grid_free(&solve->grid);
	fsim_source_free(&solve->source);
}

const struct ft_cmd fsim_verb_solve = {
	.name = "solve",
	.slurm_name = "",
	.summary = "find the settings that reach targets",
	.synopsis = "--target TARGET --grid KEY=VALUE,... [options] TRACE ...",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = fsim_measures,
	FT_CMD_SETTINGS(struct solve, source.context),
	.init = init,
	.pages = true,
	.go = go,
	.free = solve_free,
	.met = note_given,
};
