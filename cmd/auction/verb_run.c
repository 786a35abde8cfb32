/* fauction run: the experiments of the study, on samples of jobs. */
#include <string.h>

#include "auction/run.h"
#include "auction/verbs.h"
#include "base/mem.h"
#include "common/opt.h"

#define USUAL_FIELDS "Experiment,TV,TP,PM,SP,PL,Winners,Idle,Ratio,Efficiency"

enum run_key {
	KEY_EXPERIMENT = 1,
	KEY_ALLOCATOR,
	KEY_BID,
	KEY_UNIT,
	KEY_PAYMENT,
	KEY_GREEDY,
	KEY_EACH,
	KEY_JOBS,
	KEY_FORMAT,
	KEY_HELP_FORMAT,
	KEY_NO_HEADER
};

static const struct ft_option options[] = {
	{ 0, "experiment", "LIST", KEY_EXPERIMENT, 0, FT_COMPLETE_NONE,
	    "run these: some of 1A, 1B, 2B, 3B, 4B, 1Bm, 4Bm, priority, "
	    "simulator, parted by commas" },
	{ 0, "allocator", AUCTION_HOW_NAMES, KEY_ALLOCATOR, 0,
	    FT_COMPLETE_CHOICE,
	    "run one experiment of your own: who wins; --bid, --unit and "
	    "--payment say the rest" },
	{ 0, "bid", AUCTION_BID_NAMES, KEY_BID, 0, FT_COMPLETE_CHOICE,
	    "what all bid: nodes x planned minutes, or 1.1 x nodes x real "
	    "minutes" },
	{ 0, "unit", AUCTION_UNIT_NAMES, KEY_UNIT, 0, FT_COMPLETE_CHOICE,
	    "what greedy allocators divide bids by: nodes, or nodes x real "
	    "minutes" },
	{ 0, "payment", AUCTION_PAYMENT_NAMES, KEY_PAYMENT, 0,
	    FT_COMPLETE_CHOICE,
	    "what winners pay: what the others lose by them, the least bid "
	    "that wins, nothing" },
	{ 0, "greedy", "halt|continue", KEY_GREEDY, 0, FT_COMPLETE_CHOICE,
	    "whether who goes in order stops at the first job that does not "
	    "fit" },
	AUCTION_SAMPLES_OPTION,
	AUCTION_SOURCE_OPTIONS,
	{ 0, "each", NULL, KEY_EACH, 0, FT_COMPLETE_NONE,
	    "show every sample, not the means alone" },
	{ 0, "jobs", "SAMPLE", KEY_JOBS, FT_OPT_OPTIONAL_ARG, FT_COMPLETE_NONE,
	    "list who wins and pays what in this sample instead, 1 if not "
	    "said" },
	AUCTION_SHOW_OPTIONS,
	{ 'o', "format", "FIELDS", KEY_FORMAT, 0, FT_COMPLETE_FIELD,
	    "print these fields, name[%[-]width] each, parted by commas" },
	{ 'e', "helpformat", NULL, KEY_HELP_FORMAT, 0, FT_COMPLETE_NONE,
	    "list the fields that --format knows" },
	{ 'n', "noheader", NULL, KEY_NO_HEADER, 0, FT_COMPLETE_NONE,
	    "print no header and no words around the table" },
	{ 0 },
};

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
	    "the study's crowd, and charts" },
	{ "fauction run --experiment 1B,1Bm --payment critical",
	    "greedy with payments that make the truth the best bid" },
	{ "fauction run --allocator exact --bid real trace.swf.gz",
	    "an experiment of your own on a trace" },
	{ "fauction run --pending", "the jobs that wait in the store" },
	{ NULL, NULL },
};

/* ---- options ----------------------------------------------------------------- */

static void
help_format(const struct ft_context *context)
{
	for (const struct ft_field *row = run_fields; row->name; row++)
		fprintf(context->out, "%-11s %s\n", row->name, row->sentence);
}

static enum ft_status
add_experiments(struct run *run, const char *list, struct ft_error *err)
{
	const char *word = list;

	run->chosen = true;
	for (;;) {
		size_t len = strcspn(word, ",");
		const struct auction_experiment *found =
		    auction_experiment_find(word, len);

		if (!found)
			return ft_fail(err, FT_EINVAL,
			    "--experiment: no experiment '%.*s'",
			    (int)(len > 40 ? 40 : len), word);
		if (run->n == RUN_EXPERIMENTS)
			return ft_fail(err, FT_EINVAL,
			    "--experiment: more than %d at once",
			    RUN_EXPERIMENTS);
		run->experiment[run->n++] = *found;
		if (!word[len])
			return FT_OK;
		word += len + 1;
	}
}

static enum ft_status
set_word(const char *name, const char *choices, const char *arg,
    const char **word, struct ft_error *err)
{
	size_t choice;

	*word = arg;
	return ft_opt_choice(name, choices, arg, &choice, err);
}

static enum ft_status
set_rule(struct run *run, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_ALLOCATOR:
		return set_word(
		    "allocator", AUCTION_HOW_NAMES, arg, &run->allocator, err);
	case KEY_BID:
		return set_word("bid", AUCTION_BID_NAMES, arg, &run->bid, err);
	case KEY_UNIT:
		return set_word(
		    "unit", AUCTION_UNIT_NAMES, arg, &run->unit, err);
	case KEY_PAYMENT:
		return set_word(
		    "payment", AUCTION_PAYMENT_NAMES, arg, &run->payment, err);
	case KEY_GREEDY:
		return set_word(
		    "greedy", "halt|continue", arg, &run->greedy, err);
	default:
		if (auction_show_option(&run->show, key, arg))
			return FT_OK;
		return auction_source_option(&run->source, key, arg, err);
	}
}

static enum ft_status
set_format(struct run *run, const char *arg, struct ft_error *err)
{
	struct ft_error inner = { 0 };

	run->format = arg;
	ft_field_list_free(&run->fields);
	if (ft_field_choose(&run->fields, run_fields, arg, FT_FIELD_RULE_EMPTY,
		&inner) == FT_OK)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "--format: no field '%s' (--helpformat lists them)", inner.text);
}

static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct run *run = ctx;

	switch (key) {
	case KEY_EXPERIMENT:
		return add_experiments(run, arg, err);
	case KEY_EACH:
		run->each = true;
		return FT_OK;
	case KEY_JOBS:
		run->jobs = 1;
		return arg ? ft_opt_number(
				 "jobs", arg, 1, 10000, &run->jobs, err)
			   : FT_OK;
	case KEY_FORMAT:
		return set_format(run, arg, err);
	case KEY_HELP_FORMAT:
		help_format(run->context);
		return FT_OPT_STOP;
	case KEY_NO_HEADER:
		run->no_header = true;
		return FT_OK;
	default:
		return set_rule(run, key, arg, err);
	}
}

/* ---- which experiments ---------------------------------------------------------- */

/* The place of WORD, which is one of CHOICES. */
static size_t
place_of(const char *choices, const char *word)
{
	size_t choice = 0;

	ft_opt_choice("", choices, word, &choice, NULL);
	return choice;
}

static void
set_greedy(struct auction_experiment *experiment, bool halt)
{
	switch (experiment->how) {
	case AUCTION_HALT:
	case AUCTION_CONTINUE:
		experiment->how = halt ? AUCTION_HALT : AUCTION_CONTINUE;
		break;
	case AUCTION_ORDER_HALT:
	case AUCTION_ORDER_CONTINUE:
		experiment->how =
		    halt ? AUCTION_ORDER_HALT : AUCTION_ORDER_CONTINUE;
		break;
	case AUCTION_EXACT:
	case AUCTION_BACKFILL:
	case AUCTION_HOWS:
		break;
	}
}

/* What the command line says holds for all that are run. */
static void
vary(const struct run *run, struct auction_experiment *experiment)
{
	if (run->allocator)
		experiment->how = (enum auction_how)place_of(
		    AUCTION_HOW_NAMES, run->allocator);
	if (run->bid)
		experiment->bid =
		    (enum ft_game_bid)place_of(AUCTION_BID_NAMES, run->bid);
	if (run->unit)
		experiment->unit =
		    (enum ft_game_unit)place_of(AUCTION_UNIT_NAMES, run->unit);
	if (run->payment)
		experiment->payment = (enum ft_payment)place_of(
		    AUCTION_PAYMENT_NAMES, run->payment);
	if (run->greedy)
		set_greedy(experiment, strcmp(run->greedy, "halt") == 0);
}

static enum ft_status
choose_experiments(struct run *run, struct ft_error *err)
{
	if (run->allocator && run->chosen)
		return ft_fail(err, FT_EINVAL,
		    "--allocator is an experiment of its own, not with "
		    "--experiment");
	if (run->allocator) {
		run->experiment[run->n] =
		    auction_experiments[AUCTION_EXPERIMENT_1A];
		run->experiment[run->n].name = "own";
		run->experiment[run->n++].sentence =
		    "an experiment of your own";
	}
	while (
	    !run->allocator && !run->chosen && run->n < AUCTION_EXPERIMENTS) {
		run->experiment[run->n] = auction_experiments[run->n];
		run->n++;
	}
	for (size_t i = 0; i < run->n; i++)
		vary(run, &run->experiment[i]);
	return FT_OK;
}

/* ---- work ---------------------------------------------------------------------- */

static enum ft_status
choose_fields(struct run *run, struct ft_error *err)
{
	const char *usual = USUAL_FIELDS;

	if (run->format)
		return FT_OK;
	if (run->each || !auction_show_people(&run->show))
		ft_field_list_add(&run->fields, &run_fields[RUN_SAMPLE], 0);
	return ft_field_choose(
	    &run->fields, run_fields, usual, FT_FIELD_RULE_EMPTY, err);
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
	return auction_show_check(&run->show, err);
}

static enum ft_status
work(struct run *run, const char *file, struct ft_error *err)
{
	FT_TRY(check(run, err));
	FT_TRY(choose_experiments(run, err));
	FT_TRY(choose_fields(run, err));
	FT_TRY(auction_source_open(&run->source, file, err));
	if (run->jobs)
		return run_jobs(run, err);
	FT_TRY(run_play(run, err));
	run_print(run);
	return run_draw(run, err);
}

static int
go(void *ctx, int argc, char **argv)
{
	struct run *run = ctx;
	struct ft_error err = { 0 };

	if (argc > 1)
		return ft_cmd_misuse(run->context,
		    "one file of jobs at a time, not '%s' too", argv[1]);
	if (work(run, argc ? argv[0] : NULL, &err) != FT_OK)
		return ft_cmd_fail_file(run->context, &err);
	return 0;
}

static int
run_run(struct ft_context *context, int argc, char **argv)
{
	struct run run = { .context = context };
	int status;

	auction_source_init(&run.source, context);
	ft_field_list_init(&run.fields);
	status = ft_opt_run(context, argc, argv, set, go, &run);
	ft_field_list_free(&run.fields);
	ft_free(run.row);
	auction_source_free(&run.source);
	return status;
}

const struct ft_cmd auction_verb_run = {
	.name = "run",
	.slurm_name = "",
	.summary = "run the experiments of the study on samples of jobs",
	.synopsis = "[options] [JOBS]",
	.options = options,
	.operands = operands,
	.examples = examples,
	.fields = run_fields,
	.run = run_run,
};
