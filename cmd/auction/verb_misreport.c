/* fauction misreport: does it pay not to tell the truth? */
#include "auction/misreport.h"
#include "auction/verbs.h"
#include "common/opt.h"

enum misreport_key {
	KEY_JOB = 1,
	KEY_ALL,
	KEY_FROM,
	KEY_TO,
	KEY_STEP,
	KEY_ALLOCATOR,
	KEY_PAYMENT,
	KEY_EXPERIMENT,
	KEY_SAMPLE
};

static const struct ft_option options[] = {
	{ 'j', "job", "JOB", KEY_JOB, 0, FT_COMPLETE_NONE,
	    "who reports something else than the truth: a job by its name or "
	    "its place in the sample (the first)" },
	{ 'a', "all", NULL, KEY_ALL, 0, FT_COMPLETE_NONE,
	    "try every job with every report, and tell who gains most" },
	{ 0, "from", "BID", KEY_FROM, 0, FT_COMPLETE_NONE,
	    "begin the sweep here: a whole number, or a part of the true "
	    "value like 0.5x (0)" },
	{ 0, "to", "BID", KEY_TO, 0, FT_COMPLETE_NONE, "end it here (2x)" },
	{ 0, "step", "BID", KEY_STEP, 0, FT_COMPLETE_NONE,
	    "from one bid to the next (0.1x)" },
	{ 0, "allocator", "LIST", KEY_ALLOCATOR, 0, FT_COMPLETE_NONE,
	    "only these, parted by commas: exact, halt, continue, "
	    "priority-halt, priority-continue, backfill" },
	{ 0, "payment", "LIST", KEY_PAYMENT, 0, FT_COMPLETE_NONE,
	    "only these: rerun, critical, none" },
	{ 0, "experiment", "NAME", KEY_EXPERIMENT, 0, FT_COMPLETE_NONE,
	    "jobs are worth what they bid in this experiment (1B)" },
	{ 0, "sample", "N", KEY_SAMPLE, 0, FT_COMPLETE_NONE,
	    "of jobs that are drawn, the sample of this number (1)" },
	AUCTION_SHOW_OPTIONS,
	AUCTION_SOURCE_OPTIONS,
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "JOBS",
	    "jobs as for run: CSV, a trace, output of sacct -P; without it "
	    "(and without --class, --pending, --db) the worked example of "
	    "five jobs on ten nodes",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fauction misreport",
	    "job A of the worked example, every mechanism" },
	{ "fauction misreport --all", "who could gain, and how much" },
	{ "fauction misreport -j D --allocator continue --plot",
	    "one job under one allocator, drawn" },
	{ "fauction misreport --all --class 16:40:19:62%",
	    "the study's kind of sample" },
	{ NULL, NULL },
};

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct misreport *misreport = ctx;
	const char **text = NULL;

	switch (key) {
	case KEY_JOB:
		text = &misreport->job;
		break;
	case KEY_FROM:
		text = &misreport->from;
		break;
	case KEY_TO:
		text = &misreport->to;
		break;
	case KEY_STEP:
		text = &misreport->step;
		break;
	case KEY_ALLOCATOR:
		text = &misreport->how_text;
		break;
	case KEY_PAYMENT:
		text = &misreport->payment_text;
		break;
	case KEY_EXPERIMENT:
		text = &misreport->experiment;
		break;
	case KEY_ALL:
		misreport->all = true;
		return FT_OK;
	case KEY_SAMPLE:
		return ft_opt_number(
		    "sample", arg, 1, 10000, &misreport->number, err);
	default:
		if (auction_show_option(&misreport->show, key, arg))
			return FT_OK;
		return auction_source_option(&misreport->source, key, arg, err);
	}
	*text = arg;
	return FT_OK;
}

/* What does not go together; NULL: all does. */
static const char *
clash(const struct misreport *misreport)
{
	if (!misreport->all)
		return NULL;
	if (misreport->job)
		return "--all tries every job, --job one";
	if (misreport->from || misreport->to || misreport->step)
		return "--all searches the best report, and sweeps none: not "
		       "with --from, --to or --step";
	if (misreport->show.plot || misreport->show.svg)
		return "--plot and --svg draw the sweep of one job, not --all";
	return NULL;
}

static int
go(void *ctx, int argc, char **argv)
{
	struct misreport *misreport = ctx;
	struct ft_context *context = misreport->context;
	struct ft_error err = { 0 };

	if (argc > 1)
		return ft_cmd_misuse(context, "one file of jobs at most");
	if (clash(misreport))
		return ft_cmd_misuse(context, "%s", clash(misreport));
	if (auction_show_check(&misreport->show, &err) != FT_OK)
		return ft_cmd_misuse(context, "%s", err.text);
	if (misreport_run(misreport, argc ? argv[0] : NULL, &err) != FT_OK)
		return ft_cmd_fail_file(context, &err);
	misreport_print(misreport);
	if (!misreport->all && misreport_draw(misreport, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	return 0;
}

static int
run(struct ft_context *context, int argc, char **argv)
{
	struct misreport misreport = {
		.context = context, .experiment = "1B", .number = 1
	};
	int status;

	ft_arena_init(&misreport.arena);
	auction_source_init(&misreport.source, context);
	ft_game_jobs_init(&misreport.sample.jobs);
	status = ft_opt_run(context, argc, argv, set, go, &misreport);
	misreport_free(&misreport);
	return status;
}

const struct ft_cmd auction_verb_misreport = {
	.name = "misreport",
	.slurm_name = "",
	.summary = "see whether it pays to bid something else than the truth",
	.synopsis = "[options] [JOBS]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.run = run,
};
