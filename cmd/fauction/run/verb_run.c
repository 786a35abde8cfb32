/* fauction run: the experiments of the study, on samples of jobs. */

#include "fauction/run/run.h"
#include "fauction/verbs.h"
#include "cli/opt.h"

#define USUAL_FIELDS "Experiment,TV,TP,PM,SP,PL,Winners,Idle,Ratio,Efficiency"

#define FT_SETTINGS struct run

static const struct ft_operand operands[] = {
	{ "JOBS",
	    "jobs to draw from: CSV with columns nodes, planned and, if "
	    "known, real and name; a trace in the Standard Workload Format, "
	    "packed by gzip or not; what sacct -P prints; - is the standard "
	    "input.  Without it jobs are generated",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fauction run", "all experiments on ten samples of generated jobs" },
	{ "fauction run --each --csv --seed 7 >game.csv",
	    "every sample, for a spreadsheet" },
	{ "fauction run --worked --jobs",
	    "five jobs, small enough to follow by hand" },
	{ "fauction run --class 16:40:19:62% --samples 100 --plot",
	    "the study's mix of jobs, with charts" },
	{ "fauction run --experiment 1B,1Bm --payment critical",
	    "greedy with payments that make the truth the best bid" },
	{ "fauction run --allocator exact --bid real trace.swf.gz",
	    "an experiment of your own on a trace" },
	{ "fauction run --pending", "the pending jobs of the store" },
	{ NULL, NULL },
};

/* ---- options ------------------------------------------------------------- */

static enum ft_status
help_format(const struct ft_opt_use *use)
{
	for (const struct ft_column *row = run_fields; row->name; row++)
		fprintf(
		    use->context->out, "%-11s %s\n", row->name, row->sentence);
	return FT_OPT_STOP;
}

static enum ft_status
add_experiments(const struct ft_opt_use *use)
{
	struct run *run = use->settings;
	const char *at = use->arg;

	for (;;) {
		struct ft_word word = ft_word_until(at, ",");
		const struct fauction_experiment *found =
		    fauction_experiment_find(word);

		if (!found)
			return ft_fail(use->err, FT_EINVAL,
			    "--experiment: no experiment '%.*s'",
			    (int)(word.len > 40 ? 40 : word.len), at);
		if (run->n == RUN_EXPERIMENTS)
			return ft_fail(use->err, FT_EINVAL,
			    "--experiment: more than %d at once",
			    RUN_EXPERIMENTS);
		run->experiment[run->n++] = *found;
		if (!at[word.len])
			return FT_OK;
		at += word.len + 1;
	}
}

static enum ft_status
set_format(const struct ft_opt_use *use)
{
	struct run *run = use->settings;
	struct ft_error inner = { 0 };

	run->format = use->arg;
	ft_columns_free(&run->fields);
	if (ft_columns_choose(&run->fields, run_fields, use->arg,
		(struct ft_column_rules){
		    FT_COLUMN_RULE_EMPTY, FT_RELEASE_ANY },
		&inner) == FT_OK)
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "--format: no field '%s' (--helpformat lists them)", inner.text);
}

static const struct ft_option options[] = {
	{ 0, "experiment", "LIST",
	    "run these comma-separated experiments: 1A, 1B, 2B, 3B, 4B, 1Bm, "
	    "4Bm, priority, simulator",
	    FT_INTO_CALL(add_experiments), FT_GIVEN(chosen) },
	{ 0, "allocator", FAUCTION_HOW_NAMES,
	    "run an experiment of your own with this allocator; --bid, --unit "
	    "and --payment complete it",
	    FT_INTO_CHOICE(allocator) },
	{ 0, "bid", FAUCTION_BID_NAMES,
	    "what jobs bid: nodes x planned minutes, or 1.1 x nodes x real "
	    "minutes",
	    FT_INTO_CHOICE(bid) },
	{ 0, "unit", FAUCTION_UNIT_NAMES,
	    "what greedy allocators divide bids by: nodes, or nodes x real "
	    "minutes",
	    FT_INTO_CHOICE(unit) },
	{ 0, "payment", FAUCTION_PAYMENT_NAMES,
	    "what winners pay: the value that others lose because they win "
	    "(rerun), the smallest bid that wins (critical), or nothing",
	    FT_INTO_CHOICE(payment) },
	{ 0, "greedy", "halt|continue",
	    "whether an allocator that works in order stops at the first job "
	    "that does not fit",
	    FT_INTO_CHOICE(greedy) },
	FAUCTION_SAMPLES_OPTION(source),
	FAUCTION_SOURCE_OPTIONS(source),
	{ 0, "each", NULL, "show every sample, not only the means",
	    FT_INTO_FLAG(each) },
	{ 0, "jobs", "SAMPLE",
	    "list only which jobs win in this sample and what they pay "
	    "(default sample 1)",
	    FT_OPT_OPTIONAL_ARG, FT_INTO_NUMBER(jobs, 1, 10000), .value = 1 },
	FAUCTION_SHOW_OPTIONS(show),
	{ 'o', "format", "FIELDS",
	    "print these comma-separated fields, each name[%[-]width]",
	    .complete = FT_COMPLETE_FIELD, FT_INTO_CALL(set_format) },
	{ 'e', "helpformat", NULL, "list the fields that --format knows",
	    FT_INTO_CALL(help_format) },
	{ 'n', "noheader", NULL, "print no header and no text around the table",
	    FT_INTO_FLAG(no_header) },
	{ 0 },
};

/* ---- which experiments --------------------------------------------------- */

static void
set_greedy(struct fauction_experiment *experiment, bool halt)
{
	switch (experiment->how) {
	case FAUCTION_HALT:
	case FAUCTION_CONTINUE:
		experiment->how = halt ? FAUCTION_HALT : FAUCTION_CONTINUE;
		break;
	case FAUCTION_ORDER_HALT:
	case FAUCTION_ORDER_CONTINUE:
		experiment->how =
		    halt ? FAUCTION_ORDER_HALT : FAUCTION_ORDER_CONTINUE;
		break;
	case FAUCTION_EXACT:
	case FAUCTION_BACKFILL:
	case FAUCTION_HOWS:
		break;
	}
}

/* Options of the command line apply to all experiments. */
static void
vary(const struct run *run, struct fauction_experiment *experiment)
{
	if (run->allocator >= 0)
		experiment->how = (enum fauction_how)run->allocator;
	if (run->bid >= 0)
		experiment->bid = (enum ft_game_bid)run->bid;
	if (run->unit >= 0)
		experiment->unit = (enum ft_game_unit)run->unit;
	if (run->payment >= 0)
		experiment->payment = (enum ft_payment)run->payment;
	if (run->greedy >= 0)
		set_greedy(experiment, run->greedy == 0);
}

static enum ft_status
choose_experiments(struct run *run, struct ft_error *err)
{
	if (run->allocator >= 0 && run->chosen)
		return ft_fail(err, FT_EINVAL,
		    "--allocator and --experiment exclude each other");
	if (run->allocator >= 0) {
		run->experiment[run->n] =
		    fauction_experiments[FAUCTION_EXPERIMENT_1A];
		run->experiment[run->n].name = "own";
		run->experiment[run->n++].sentence =
		    "an experiment of your own";
	}
	while (run->allocator < 0 && !run->chosen &&
	       run->n < FAUCTION_EXPERIMENTS) {
		run->experiment[run->n] = fauction_experiments[run->n];
		run->n++;
	}
	for (size_t i = 0; i < run->n; i++)
		vary(run, &run->experiment[i]);
	return FT_OK;
}

/* ---- work ---------------------------------------------------------------- */

static enum ft_status
choose_fields(struct run *run, struct ft_error *err)
{
	const char *usual = USUAL_FIELDS;

	if (run->format)
		return FT_OK;
	if (run->each || !fauction_show_people(&run->show))
		ft_columns_add(&run->fields, &run_fields[RUN_SAMPLE], 0);
	return ft_columns_choose(&run->fields, run_fields, usual,
	    (struct ft_column_rules){ FT_COLUMN_RULE_EMPTY, FT_RELEASE_ANY },
	    err);
}

static enum ft_status
check(const struct run *run, struct ft_error *err)
{
	if (run->jobs && (run->show.plot || run->show.svg || run->each))
		return ft_fail(err, FT_EINVAL,
		    "--jobs lists one sample: not with --plot, --svg or "
		    "--each");
	if (run->jobs && run->format)
		return ft_fail(err, FT_EINVAL,
		    "--jobs has columns of its own: not with --format");
	return fauction_show_check(&run->show, err);
}

static enum ft_status
work(struct run *run, const char *file, struct ft_error *err)
{
	FT_TRY(check(run, err));
	FT_TRY(choose_experiments(run, err));
	FT_TRY(choose_fields(run, err));
	FT_TRY(fauction_source_open(&run->source, file, err));
	if (run->jobs)
		return run_jobs(run, err);
	FT_TRY(run_play(run, err));
	run_print(run);
	return run_draw(run, err);
}

static int
go(void *settings, int argc, char **argv)
{
	struct run *run = settings;
	struct ft_error err = { 0 };

	if (argc > 1)
		return ft_cmd_misuse(run->context,
		    "only one file of jobs, unexpected '%s'", argv[1]);
	if (work(run, argc ? argv[0] : NULL, &err) != FT_OK)
		return ft_cmd_fail_file(run->context, &err);
	return 0;
}

static void
init(void *settings)
{
	struct run *run = settings;

	run->show.context = run->context;
	run->allocator = run->bid = run->unit = -1;
	run->payment = run->greedy = -1;
	fauction_source_init(&run->source, run->context);
}

static void
run_free(void *settings)
{
	struct run *run = settings;

	ft_columns_free(&run->fields);
	ft_free(run->row);
	fauction_source_free(&run->source);
}

const struct ft_cmd fauction_verb_run = {
	.name = "run",
	.slurm_name = "",
	.summary = "run the experiments of the study on samples of jobs",
	.synopsis = "[options] [JOBS]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = run_fields,
	FT_CMD_SETTINGS(struct run, context),
	.init = init,
	.go = go,
	.free = run_free,
};
