/* args.c - options of fwhy. */

#include "cli/formats.h"
#include "fwhy/fwhy.h"

#define USUAL_DAYS   7
#define USUAL_ORDERS 30
#define FT_SETTINGS  struct fwhy_args

const struct ft_option fwhy_options[] = {
	{ 0, "lint", NULL, "check whether the weights and shares make sense",
	    FT_OPT_OURS, FT_INTO_FLAG(lint) },
	{ 0, "alternatives", NULL,
	    "simulate when the job would start in the user's other accounts, "
	    "in "
	    "other partitions, with a shorter time limit or a smaller size",
	    FT_OPT_OURS, FT_INTO_FLAG(alternatives) },
	{ 0, "blame", "N",
	    "split the wait of the job among the accounts that made it wait; "
	    "more than 6 of them: over N random orders (default 30)",
	    FT_OPT_OURS | FT_OPT_OPTIONAL_ARG,
	    FT_INTO_NUMBER(orders, 1, 100000), .value = USUAL_ORDERS,
	    FT_GIVEN(blame) },
	{ 0, "legend", NULL, "explain the columns", FT_OPT_OURS,
	    FT_INTO_FLAG(legend) },
	FT_FORMATS_OPTIONS("the facts", format),
	{ 0, "markdown", NULL, "print Markdown, for a ticket", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FWHY_MARKDOWN) },
	FT_COLOR_OPTIONS(color),
	FT_SESSION_SHARE_OPTIONS(session, ""),
	{ 'M', "cluster", "NAME", "explain this cluster", FT_OPT_OURS,
	    FT_COMPLETE_CLUSTER, FT_INTO_TEXT(cluster) },
	FT_WHATIF_OPTIONS("explain", what_if, session),
	{ 0, "load", "FILE",
	    "predict with the load in this file (lines of account, user and "
	    "billing TRES in use) instead of the load of the last days",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_TEXT(load_file) },
	{ 0, "rate", "WHO=NUMBER",
	    "predict with this user using NUMBER billing TRES", FT_OPT_OURS,
	    FT_INTO_TEXTS(rate) },
	{ 0, "days", "N",
	    "predict with the load of the last N days (default 7)", FT_OPT_OURS,
	    FT_INTO_NUMBER(days, 1, 36500), FT_GIVEN(days_given) },
	{ 0, "lesson", "NAME",
	    "explain this lesson, bundled or a file, instead of the store; "
	    "list: list the lessons",
	    FT_OPT_OURS, FT_COMPLETE_LESSON, FT_INTO_TEXT(lesson) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

void
fwhy_args_init(void *settings)
{
	struct fwhy_args *args = settings;

	args->days = USUAL_DAYS;
}
