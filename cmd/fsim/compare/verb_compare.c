/* fsim compare: the same jobs under two settings, side by side. */

#include "cli/formats.h"
#include "cli/opt.h"
#include "files/progress.h"
#include "fsim/compare/compare.h"
#include "files/stop.h"
#include "fsim/verbs.h"

#define USUAL_TOP 10
#define SEEDS_MAX 10000

#define FT_SETTINGS struct compare

static const struct ft_operand operands[] = {
	{ "A.conf B.conf", "settings, each a slurm.conf", FT_COMPLETE_FILE },
	{ "TRACE ...",
	    "traces in the Standard Workload Format, optionally gzipped, "
	    "output of sacct -P, or a folder of fairtree-collect",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim compare now.conf later.conf trace.swf",
	    "measures side by side, and which users gain or lose" },
	{ "fsim compare --seeds 20 now.conf later.conf trace.swf",
	    "with confidence intervals" },
	{ "fsim compare now.conf later.conf jan.swf feb.swf mar.swf",
	    "over three traces: each is a unit of the confidence interval" },
	{ "fsim compare --resample weeks --seeds 200 now.conf later.conf "
	  "trace.swf",
	    "how far the difference depends on which weeks there were" },
	{ "fsim compare --db site.db slurm.conf later.conf site.tar.gz",
	    "what other settings would have done to the jobs of your cluster" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------- */

static const struct ft_option options[] = {
	{ 0, "seeds", "N",
	    "replay N shaken or resampled copies (at least 2) of each trace "
	    "under both settings and print intervals (default: replay the "
	    "unmodified trace once; 200 with --resample)",
	    FT_INTO_NUMBER(seeds, 2, SEEDS_MAX) },
	{ 0, "seed", "N", "the first of the seeds (default 1)",
	    FT_INTO_NUMBER(seed, 1, INT64_C(1000000000000)), FT_GIVEN(seeded) },
	{ 0, "shake", "SECONDS",
	    "how far submissions of a shaken trace move either way (default "
	    "3600)",
	    FT_INTO_NUMBER(shake, 1, 1000000000), FT_GIVEN(shaken) },
	FSIM_RESAMPLE_OPTION(source.trial.resample),
	FSIM_CONFIDENCE_OPTION(confidence),
	{ 0, "top", "N",
	    "show the N accounts and users that gain most and lose most "
	    "(default 10)",
	    FT_INTO_NUMBER(top, 0, 1000000) },
	{ 0, "plot", NULL, "draw waits and shares of accounts as bars",
	    FT_INTO_FLAG(plot) },
	{ 0, "svg", "FILE", "draw the charts as an SVG picture",
	    .complete = FT_COMPLETE_FILE, FT_INTO_BESIDE(svg) },
	FT_COLOR_OPTIONS(color),
	{ 'j', "processes", "N",
	    "replay N traces at once (default: one per core)",
	    FT_INTO_NUMBER(processes, 1, 10000) },
	{ 'q', "quiet", NULL, "show no progress and no warnings",
	    FT_INTO_FLAG(quiet) },
	FT_FORMATS_OPTIONS("the comparison", format),
	FSIM_SOURCE_OPTIONS(source),
	{ 0 },
};

/* ---- work ---------------------------------------------------------------- */

static enum ft_status
work(struct compare *compare, char **argv, bool *interrupted,
    struct ft_error *err)
{
	FT_TRY(fsim_source_check(&compare->source, err));
	compare->source.want_real = true;
	FT_TRY(fsim_source_open(
	    &compare->source, compare->trace, compare->n_trace, err));
	for (size_t side = 0; side < COMPARE_SIDES; side++) {
		compare->file[side] = argv[side];
		FT_TRY(fsim_source_conf(
		    &compare->source, &compare->conf[side], argv[side], err));
	}
	return compare_run(compare, interrupted, err);
}

static int
go(void *settings, int argc, char **argv)
{
	struct compare *compare = settings;
	const struct ft_context *context = compare->source.context;
	struct ft_error err = { 0 };
	bool interrupted = false;

	if (argc < 3)
		return ft_cmd_misuse(context,
		    "expected two settings and a trace: A.conf B.conf TRACE");
	compare->trace = argv + 2;
	compare->n_trace = (size_t)argc - 2;
	if (compare->source.trial.resample && !compare->seeds)
		compare->seeds = FSIM_RESAMPLINGS;
	if (compare->seeded && !compare->seeds)
		return ft_cmd_misuse(context, "--seed needs --seeds");
	if (compare->shaken &&
	    (!compare->seeds || compare->source.trial.resample))
		return ft_cmd_misuse(
		    context, "--shake needs --seeds, and no --resample");
	if (compare->plot && compare->format != FT_FORMAT_TABLE)
		return ft_cmd_misuse(context,
		    "--plot draws for people: not with another format");
	if (compare->quiet)
		ft_progress_abandon();
	if (work(compare, argv, &interrupted, &err) != FT_OK)
		return ft_cmd_fail_file(context, &err);
	if (interrupted)
		return ft_stopped(context);
	compare_print(compare);
	if (compare_draw(compare, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	return compare_judge(compare) ? 0 : 1;
}

static void
init(void *settings)
{
	struct compare *compare = settings;
	const struct ft_context *context = compare->source.context;

	*compare = (struct compare){ .shake = FSIM_TRIAL_SHAKE,
		.seed = 1,
		.top = USUAL_TOP,
		.confidence = FSIM_CONFIDENCE };
	fsim_source_init(&compare->source, context);
	for (size_t side = 0; side < COMPARE_SIDES; side++)
		ft_conf_init(&compare->conf[side]);
}

const struct ft_cmd fsim_verb_compare = {
	.name = "compare",
	.slurm_name = "",
	.summary = "replay traces under two settings, side by side",
	.synopsis = "[options] A.conf B.conf TRACE ...",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct compare, source.context),
	.init = init,
	.pages = true,
	.go = go,
	.free = compare_free,
};
