/* fauction misreport: does it pay to misreport one's value? */
#include "fauction/misreport/misreport.h"
#include "fauction/verbs.h"
#include "cli/opt.h"

#define FT_SETTINGS struct misreport

static const struct ft_option options[] = {
	{ 'j', "job", "JOB",
	    "the job that misreports, by its name or its number in the sample "
	    "(default: the first)",
	    FT_INTO_TEXT(job) },
	{ 'a', "all", NULL,
	    "try every job with every report, and show which gains most",
	    FT_INTO_FLAG(all) },
	{ 0, "from", "BID",
	    "start of the sweep: a whole number, or a multiple of the true "
	    "value like 0.5x (default 0)",
	    FT_INTO_TEXT(from) },
	{ 0, "to", "BID", "end of the sweep (default 2x)", FT_INTO_TEXT(to) },
	{ 0, "step", "BID", "step from one bid to the next (default 0.1x)",
	    FT_INTO_TEXT(step) },
	{ 0, "allocator", "LIST",
	    "only these comma-separated allocators: exact, halt, continue, "
	    "priority-halt, priority-continue, backfill",
	    FT_INTO_TEXT(how_text) },
	{ 0, "payment", "LIST", "only these payments: rerun, critical, none",
	    FT_INTO_TEXT(payment_text) },
	{ 0, "experiment", "NAME",
	    "true values are the bids of this experiment (default 1B)",
	    FT_INTO_TEXT(experiment) },
	{ 0, "sample", "N",
	    "number of the sample, if jobs are drawn (default 1)",
	    FT_INTO_NUMBER(number, 1, 10000) },
	FAUCTION_SHOW_OPTIONS(show),
	FAUCTION_SOURCE_OPTIONS(source),
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
	{ "fauction misreport --all", "which jobs could gain, and how much" },
	{ "fauction misreport -j D --allocator continue --plot",
	    "one job under one allocator, with charts" },
	{ "fauction misreport --all --class 16:40:19:62%",
	    "the study's kind of sample" },
	{ NULL, NULL },
};

/* Returns what cannot be combined; NULL: everything can. */
static const char *
clash(const struct misreport *misreport)
{
	if (!misreport->all)
		return NULL;
	if (misreport->job)
		return "--all and --job exclude each other";
	if (misreport->from || misreport->to || misreport->step)
		return "--all searches for the best report: not with --from, "
		       "--to or --step";
	if (misreport->show.plot || misreport->show.svg)
		return "--plot and --svg draw the sweep of one job, not --all";
	return NULL;
}

static int
go(void *settings, int argc, char **argv)
{
	struct misreport *misreport = settings;
	struct ft_context *context = misreport->context;
	struct ft_error err = { 0 };

	if (argc > 1)
		return ft_cmd_misuse(context, "more than one file of jobs");
	if (clash(misreport))
		return ft_cmd_misuse(context, "%s", clash(misreport));
	if (fauction_show_check(&misreport->show, &err) != FT_OK)
		return ft_cmd_misuse(context, "%s", err.text);
	if (misreport_run(misreport, argc ? argv[0] : NULL, &err) != FT_OK)
		return ft_cmd_fail_file(context, &err);
	misreport_print(misreport);
	if (!misreport->all && misreport_draw(misreport, &err) != FT_OK)
		return ft_cmd_fail(context, &err);
	return 0;
}

static void
init(void *settings)
{
	struct misreport *misreport = settings;

	misreport->show.context = misreport->context;
	misreport->experiment = "1B";
	misreport->number = 1;
	fauction_source_init(&misreport->source, misreport->context);
}

const struct ft_cmd fauction_verb_misreport = {
	.name = "misreport",
	.slurm_name = "",
	.summary = "check whether it pays to misreport one's value",
	.synopsis = "[options] [JOBS]",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct misreport, context),
	.init = init,
	.pages = true,
	.go = go,
	.free = misreport_free,
};
