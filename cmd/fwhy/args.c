#include "cli/formats.h"
#include "fwhy/fwhy.h"

#define USUAL_DAYS  7
#define FT_SETTINGS struct fwhy_args

const struct ft_option fwhy_options[] = {
	{ 0, "lint", NULL, "check whether the weights and shares make sense",
	    FT_OPT_OURS, FT_INTO_FLAG(lint) },
	{ 0, "legend", NULL, "say what the columns mean", FT_OPT_OURS,
	    FT_INTO_FLAG(legend) },
	FT_FORMATS_OPTIONS("what it is made of", format),
	{ 0, "markdown", NULL, "print Markdown, to be pasted into a ticket",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FWHY_MARKDOWN) },
	{ 0, "no-pager", NULL, "use no pager on a terminal", FT_OPT_OURS,
	    FT_INTO_FLAG(no_pager) },
	FT_COLOR_OPTION(color),
	FT_SESSION_SHARE_OPTIONS(session, ""),
	{ 'M', "cluster", "NAME", "explain this cluster", FT_OPT_OURS,
	    FT_COMPLETE_CLUSTER, FT_INTO_TEXT(cluster) },
	FT_WHATIF_OPTIONS("explain", what_if),
	{ 0, "load", "FILE",
	    "look ahead with the load of this file, lines of account, user "
	    "and billing TRES in use, instead of that of the last days",
	    FT_OPT_OURS, FT_COMPLETE_FILE, FT_INTO_TEXT(load_file) },
	{ 0, "rate", "WHO=NUMBER",
	    "look ahead with this user using that many billing TRES",
	    FT_OPT_OURS, FT_INTO_TEXTS(rate) },
	{ 0, "days", "N", "take the load of the last N days, instead of 7",
	    FT_OPT_OURS, FT_INTO_NUMBER(days, 1, 36500), FT_GIVEN(days_given) },
	{ 0, "lesson", "NAME",
	    "explain this lesson, bundled or a file, instead of the store; "
	    "list names them",
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
