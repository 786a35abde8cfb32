/* fsim trace: a synthetic trace. */

#include "cli/opt.h"
#include "io/research/swffile.h"
#include "model/research/tracegen.h"
#include "report/format/out.h"
#include "fsim/verbs.h"

#define FT_SETTINGS struct making
#define MOST        100000000

struct making {
	const struct ft_context *context;
	struct ft_tracegen gen;
	bool loaded; /* --load was given */
};

static enum ft_status
set_limits(const struct ft_opt_use *use)
{
	return ft_estimate_parse(ft_opt_member(use), use->arg, use->err);
}

static const struct ft_option options[] = {
	{ 0, "model", FT_TRACEGEN_MODELS,
	    "what draws jobs: users who submit series of similar ones (series, "
	    "the default), or the model of Lublin and Feitelson with one class "
	    "of jobs, with its batch or interactive jobs, or with both",
	    FT_INTO_CHOICE(gen.model) },
	{ 0, "limits", "MODEL",
	    "draw time limits with f=X (uniform from the run time to 1 + X "
	    "times as much), modal or modal=MAX (few round values up to MAX); "
	    "default: those of series, none with lublin",
	    FT_INTO_CALL_AT(set_limits, gen.limits) },
	{ 0, "seed", "N", "random seed (default 1)",
	    FT_INTO_NUMBER(gen.seed, 0, UINT64_MAX) },
	{ 0, "jobs", "N", "number of jobs (default 3000)",
	    FT_INTO_NUMBER(gen.jobs, 1, MOST) },
	{ 0, "users", "N",
	    "number of users, u1 is the most active (default 40)",
	    FT_INTO_NUMBER(gen.users, 1, MOST) },
	{ 0, "accounts", "N",
	    "number of accounts, g1 has the most users (default 6)",
	    FT_INTO_NUMBER(gen.accounts, 1, MOST) },
	{ 0, "nodes", "N", "nodes of the machine (default 64)",
	    FT_INTO_NUMBER(gen.nodes, 1, MOST) },
	{ 0, "cpus", "N", "processors per node (default 16)",
	    FT_INTO_NUMBER(gen.cpus, 1, MOST) },
	{ 0, "load", "X",
	    "requested work relative to the machine's capacity; above 1 the "
	    "queue grows (default 0.85; with lublin what its arrivals make of "
	    "it)",
	    FT_INTO_REAL(gen.load), FT_GIVEN(loaded) },
	{ 0 },
};

static const struct ft_example examples[] = {
	{ "fsim trace > month.swf", "four weeks of a small cluster" },
	{ "fsim trace --jobs 100000 --load 1.2 --seed 7 > long.swf",
	    "a long trace with a growing queue" },
	{ "fsim trace --model lublin --limits modal > published.swf",
	    "a published model of jobs and of the limits that people request" },
	{ NULL, NULL },
};

static int
go(void *settings, int argc, char **argv)
{
	struct making *making = settings;
	struct ft_error err = { 0 };
	struct ft_trace trace FT_CLEANUP(ft_trace_free);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_trace_init(&trace);
	if (argc > 0)
		return ft_cmd_misuse(
		    making->context, "unexpected word '%s'", argv[0]);
	making->gen.own_load =
	    making->gen.model != FT_TRACEGEN_SERIES && !making->loaded;
	if (ft_tracegen_make(&making->gen, &trace, &err) != FT_OK)
		return ft_cmd_fail(making->context, &err);
	ft_swffile_write(&text, &trace);
	fwrite(text.data, 1, text.len, making->context->out);
	return 0;
}

static void
init(void *settings)
{
	struct making *making = settings;

	ft_tracegen_init(&making->gen);
}

const struct ft_cmd fsim_verb_trace = {
	.name = "trace",
	.slurm_name = "",
	.summary = "write a synthetic trace of submitted jobs",
	.synopsis = "[options] > FILE.swf",
	.options = options,
	.examples = examples,
	FT_CMD_SETTINGS(struct making, context),
	.init = init,
	.pages = true,
	.go = go,
};
