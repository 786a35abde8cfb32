/* fsim compare: the same jobs under two settings, side by side. */
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "common/formats.h"
#include "common/opt.h"
#include "sim/compare.h"
#include "sim/verbs.h"

#define USUAL_TOP        10
#define USUAL_CONFIDENCE 0.95
#define SEEDS_MAX        10000

enum compare_key {
	KEY_SEEDS = 1,
	KEY_SHAKE,
	KEY_CONFIDENCE,
	KEY_TOP,
	KEY_PLOT,
	KEY_SVG,
	KEY_PROCESSES,
	KEY_QUIET
};

static const struct ft_option options[] = {
	{ 0, "seeds", "N", KEY_SEEDS, 0, FT_COMPLETE_NONE,
	    "replay N shaken traces (2 at least) under both settings and tell "
	    "how far the differences can be trusted; without it the trace is "
	    "replayed once as it is" },
	{ 0, "shake", "SECONDS", KEY_SHAKE, 0, FT_COMPLETE_NONE,
	    "how far submissions of a shaken trace move either way (3600)" },
	{ 0, "confidence", "PERCENT", KEY_CONFIDENCE, 0, FT_COMPLETE_NONE,
	    "of the intervals (95)" },
	{ 0, "top", "N", KEY_TOP, 0, FT_COMPLETE_NONE,
	    "show the N accounts and users who gain most and who lose most "
	    "(10)" },
	{ 0, "plot", NULL, KEY_PLOT, 0, FT_COMPLETE_NONE,
	    "draw waits and shares of accounts as bars" },
	{ 0, "svg", "FILE", KEY_SVG, 0, FT_COMPLETE_FILE,
	    "draw them as a picture" },
	{ 'j', "processes", "N", KEY_PROCESSES, 0, FT_COMPLETE_NONE,
	    "replay so many traces at once instead of one on each core" },
	{ 'q', "quiet", NULL, KEY_QUIET, 0, FT_COMPLETE_NONE,
	    "show no progress and no warnings" },
	FT_FORMATS_OPTIONS("it"),
	SIM_SOURCE_OPTIONS,
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "A.conf B.conf", "settings, each a slurm.conf", FT_COMPLETE_FILE },
	{ "TRACE", "workload trace in the Standard Workload Format, also .gz",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fsim compare now.conf later.conf trace.swf",
	    "metrics side by side, who gains and who loses" },
	{ "fsim compare --seeds 20 now.conf later.conf trace.swf",
	    "with confidence intervals" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------------- */

static enum ft_status
set_confidence(struct compare *compare, const char *arg, struct ft_error *err)
{
	double percent;

	if (!ft_num_double(arg, &percent) || !(percent > 0) || !(percent < 100))
		return ft_fail(err, FT_EINVAL,
		    "--confidence needs a percentage between 0 and 100, not "
		    "'%s'",
		    arg);
	compare->confidence = percent / 100;
	return FT_OK;
}

static enum ft_status
set_shake(struct compare *compare, const char *arg, struct ft_error *err)
{
	uint64_t seconds = 0;
	enum ft_status status =
	    ft_opt_number("shake", arg, 1, 1000000000, &seconds, err);

	if (status == FT_OK)
		compare->shake = (int64_t)seconds;
	return status;
}

static enum ft_status
set_number(
    struct compare *compare, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_SEEDS:
		return ft_opt_number(
		    "seeds", arg, 2, SEEDS_MAX, &compare->seeds, err);
	case KEY_SHAKE:
		return set_shake(compare, arg, err);
	case KEY_CONFIDENCE:
		return set_confidence(compare, arg, err);
	case KEY_TOP:
		return ft_opt_number(
		    "top", arg, 0, 1000000, &compare->top, err);
	case KEY_PROCESSES:
		return ft_opt_number(
		    "processes", arg, 1, 10000, &compare->processes, err);
	default:
		return sim_source_option(&compare->source, key, arg, err);
	}
}

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct compare *compare = ctx;

	switch (key) {
	case KEY_PLOT:
		compare->plot = true;
		return FT_OK;
	case KEY_SVG:
		compare->svg = arg;
		return FT_OK;
	case KEY_QUIET:
		compare->quiet = true;
		return FT_OK;
	default:
		if (ft_formats_option(key, &compare->format))
			return FT_OK;
		return set_number(compare, key, arg, err);
	}
}

/* ---- work ---------------------------------------------------------------------- */

static enum ft_status
work(struct compare *compare, char **argv, bool *interrupted, size_t *failed,
    struct ft_error *err)
{
	enum ft_status status = sim_source_check(&compare->source, err);

	if (status == FT_OK)
		status = sim_source_open(&compare->source, argv[2], err);
	for (size_t side = 0; side < COMPARE_SIDES && status == FT_OK; side++) {
		compare->file[side] = argv[side];
		status = sim_source_conf(
		    &compare->source, &compare->conf[side], argv[side], err);
	}
	if (status == FT_OK)
		status = compare_run(compare, interrupted, failed, err);
	return status;
}

static int
go(void *ctx, int argc, char **argv)
{
	struct compare *compare = ctx;
	const struct ft_context *context = compare->source.context;
	struct ft_error err = { 0 };
	bool interrupted = false;
	size_t failed = 0;

	if (argc != 3)
		return ft_cmd_misuse(context,
		    "two settings and a trace are needed: A.conf B.conf "
		    "TRACE");
	if (compare->plot && compare->format != FT_FORMAT_TABLE)
		return ft_cmd_misuse(context,
		    "--plot draws for people: it goes with no other format");
	if (work(compare, argv, &interrupted, &failed, &err) != FT_OK)
		return ft_cmd_fail_file(context, &err);
	if (interrupted)
		return 130;
	/* pairs would be missing */
	if (failed)
		return 1;
	compare_print(compare);
	if (compare_draw(compare, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	return compare_judge(compare) ? 0 : 1;
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct compare compare = { .shake = SIM_TRIAL_SHAKE,
		.top = USUAL_TOP,
		.confidence = USUAL_CONFIDENCE };
	int status;

	sim_source_init(&compare.source, context);
	for (size_t side = 0; side < COMPARE_SIDES; side++)
		ft_conf_init(&compare.conf[side]);
	ft_map_init(&compare.index);
	ft_arena_init(&compare.arena);
	status = ft_opt_run(context, argc, argv, set, go, &compare);
	compare_free(&compare);
	return status;
}

const struct ft_cmd sim_verb_compare = {
	.name = "compare",
	.slurm_name = "",
	.summary = "replay a trace under two settings, side by side",
	.synopsis = "[options] A.conf B.conf TRACE",
	.options = options,
	.operands = operands,
	.examples = examples,
	.run = run,
};
