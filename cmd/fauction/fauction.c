/*
 * fauction: the scheduler game.  Each verb is a command of its own.
 */
#include "fauction/run/run.h"
#include "fauction/verbs.h"
#include "cli/opt.h"

/* Options that may precede the verb; their rows are those of the verbs. */
static const struct ft_option options[] = {
	{ 0, "db", "FILE", "use this store", FT_OPT_HIDDEN, FT_COMPLETE_FILE,
	    FT_INTO_NOTHING },
	{ 0, "conf", "FILE", "read settings from this file", FT_OPT_HIDDEN,
	    FT_COMPLETE_FILE, FT_INTO_NOTHING },
	{ 0 },
};

static const struct ft_cmd *const verbs[] = {
	&fauction_verb_run,
	&fauction_verb_queue,
	&fauction_verb_misreport,
	&fauction_verb_study,
	NULL,
};

const struct ft_cmd ft_cmd_fauction = {
	.name = "fauction",
	.slurm_name = "",
	.summary = "let jobs bid for nodes: the scheduler game",
	.synopsis = "command [options]",
	.options = options,
	.options_first = true,
	.fields = run_fields,
	.verbs = verbs,
};
