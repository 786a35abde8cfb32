/* fsim solve: which settings of a grid reach targets. */

#include "fsim/solve/solve.h"

#include "cli/formats.h"
#include "files/progress.h"
#include "fsim/stop.h"
#include "fsim/sweep/shares.h"
#include "fsim/verbs.h"

#define FT_SETTINGS struct solve

static const struct ft_operand operands[] = {
	{ "TRACE",
	    "a trace in the Standard Workload Format, optionally gzipped",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim solve --grid PriorityWeightFairshare=0,1000,10000 --grid "
	  "PriorityDecayHalfLife=1-0,7-0,14-0 --target 'account_jain >= 0.8' "
	  "--target 'p90 wait of jobs under 4 processors <= 1h' trace.swf",
	    "weights and a half-life that are fair, and do not let small jobs "
	    "wait" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------------ */

static enum ft_status
add_grid(const struct ft_opt_use *use)
{
	return sweep_grid_add(ft_opt_member(use), use->arg, use->err);
}

static enum ft_status
add_target(const struct ft_opt_use *use)
{
	struct solve *solve = use->settings;

	return solve_target_parse(
	    ft_vec_add(solve->target, solve->n_target, solve->cap_target),
	    use->arg, &solve->arena, use->err);
}

static const struct ft_option options[] = {
	{ 't', "target", "TARGET",
	    "what is wanted: MEASURE <= VALUE or MEASURE >= VALUE; several "
	    "are wanted together",
	    FT_INTO_CALL(add_target) },
	{ 'g', "grid", "KEY=VALUES",
	    "try these values, as fsim sweep does; several --grid are combined",
	    FT_INTO_CALL_AT(add_grid, grid) },
	{ 0, "finalists", "N",
	    "replay the whole trace for the best N points (default 5)",
	    FT_INTO_NUMBER(finalists, 1, SWEEP_POINTS_MAX) },
	{ 0, "copies", "N",
	    "replay N shaken copies for each of them (default 5)",
	    FT_INTO_NUMBER(shaken, 0, 1000) },
	{ 0, "shake", "SECONDS",
	    "how far the copies move submissions either way (default 3600)",
	    FT_INTO_NUMBER(shake, 1, 1000000000) },
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

static enum ft_status
prepare(struct solve *solve, char *const *trace, struct ft_error *err)
{
	if (sweep_grid_has(&solve->grid, SWEEP_ORDER))
		solve->source.ordered = true;
	if (!sweep_grid_has(&solve->grid, SWEEP_POLICY))
		FT_TRY(fsim_source_check(&solve->source, err));
	FT_TRY(fsim_source_open_all(&solve->source, trace, 1, err));
	for (size_t i = 0; i < solve->n_target; i++)
		FT_TRY(solve_target_check(
		    &solve->target[i], &solve->source.trace, err));
	FT_TRY(sweep_grid_check(&solve->grid, &solve->source, NULL, err));
	return sweep_shares_check(&solve->grid, &solve->source, err);
}

/* Returns what is wrong with these options together; NULL: nothing. */
static const char *
find_misuse(const struct solve *solve, int argc)
{
	if (argc != 1)
		return "solve needs one trace";
	if (!solve->n_target)
		return "nothing is wanted: --target 'MEASURE <= VALUE'";
	if (!solve->grid.n)
		return "nothing to try: --grid KEY=VALUE,VALUE,...";
	if (sweep_grid_has(&solve->grid, SWEEP_SEED) ||
	    sweep_grid_has(&solve->grid, SWEEP_USERS) ||
	    sweep_grid_has(&solve->grid, SWEEP_WEEKS))
		return "seeds cannot be chosen at a site: leave them out of "
		       "the grid (--copies varies the trace)";
	return NULL;
}

static int
go(void *settings, int argc, char **argv)
{
	struct solve *solve = settings;
	const struct ft_context *context = solve->source.context;
	const char *misuse = find_misuse(solve, argc);
	struct ft_error err = { 0 };
	bool interrupted = false;
	enum ft_status status;

	if (misuse)
		return ft_cmd_misuse(context, "%s", misuse);
	if (solve->quiet)
		ft_progress_abandon();
	status = prepare(solve, argv, &err);
	if (status == FT_OK)
		status = solve_search(solve, &interrupted, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(context, &err);
	if (interrupted)
		return fsim_stopped(context);
	solve_print(solve);
	return 0;
}

static void
init(void *settings)
{
	struct solve *solve = settings;
	const struct ft_context *context = solve->source.context;

	*solve = (struct solve){ .finalists = SOLVE_FINALISTS,
		.shaken = SOLVE_SHAKEN,
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
	ft_free(solve->spreads);
	ft_free(solve->target);
	ft_arena_clear(&solve->arena);
	sweep_grid_free(&solve->grid);
	fsim_source_free(&solve->source);
}

const struct ft_cmd fsim_verb_solve = {
	.name = "solve",
	.slurm_name = "",
	.summary = "find the settings that reach targets",
	.synopsis = "--target TARGET --grid KEY=VALUE,... [options] TRACE",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = fsim_measures,
	FT_CMD_SETTINGS(struct solve, source.context),
	.init = init,
	.pages = true,
	.go = go,
	.free = solve_free,
};
