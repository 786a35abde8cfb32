#include "common/formats.h"
#include "why/why.h"

#define DAY       INT64_C(86400)
#define WINDOW    (7 * DAY)
#define MOST_DAYS 36500

enum why_key {
	KEY_LINT = 1,
	KEY_LEGEND,
	KEY_MARKDOWN,
	KEY_NO_PAGER,
	KEY_CLUSTER,
	KEY_LESSON,
	KEY_LOAD,
	KEY_RATE,
	KEY_DAYS
};

const struct ft_option why_options[] = {
	{ 0, "lint", NULL, KEY_LINT, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "check whether the weights and shares make sense" },
	{ 0, "legend", NULL, KEY_LEGEND, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "say what the columns mean" },
	FT_FORMATS_OPTIONS("what it is made of"),
	{ 0, "markdown", NULL, KEY_MARKDOWN, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print Markdown, to be pasted into a ticket" },
	{ 0, "no-pager", NULL, KEY_NO_PAGER, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "use no pager on a terminal" },
	FT_COLOR_OPTION,
	FT_SESSION_SHARE_OPTIONS("", ""),
	{ 'M', "cluster", "NAME", KEY_CLUSTER, FT_OPT_OURS, FT_COMPLETE_CLUSTER,
	    "explain this cluster" },
	FT_WHATIF_OPTIONS("explain"),
	{ 0, "load", "FILE", KEY_LOAD, FT_OPT_OURS, FT_COMPLETE_FILE,
	    "look ahead with the load of this file, lines of account, user "
	    "and billing TRES in use, instead of that of the last days" },
	{ 0, "rate", "WHO=NUMBER", KEY_RATE, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "look ahead with this user using that many billing TRES" },
	{ 0, "days", "N", KEY_DAYS, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "take the load of the last N days, instead of 7" },
	{ 0, "lesson", "NAME", KEY_LESSON, FT_OPT_OURS, FT_COMPLETE_LESSON,
	    "explain this lesson, bundled or a file, instead of the store; "
	    "list names them" },
	FT_SESSION_NOW_OPTION,
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

static enum ft_status
set_days(struct why_args *args, const char *arg, struct ft_error *err)
{
	uint64_t days = 0;
	enum ft_status status =
	    ft_opt_number("days", arg, 1, MOST_DAYS, &days, err);

	if (status == FT_OK)
		args->window = (int64_t)days * DAY;
	args->window_given = true;
	return status;
}

/* What is shown, and how. */
static enum ft_status
set_shown(struct why_args *args, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_LINT:
		args->lint = true;
		break;
	case KEY_LEGEND:
		args->legend = true;
		break;
	case KEY_MARKDOWN:
		args->format = WHY_MARKDOWN;
		break;
	case KEY_NO_PAGER:
		args->no_pager = true;
		break;
	case FT_COLOR_KEY:
		return ft_color_set(&args->color, arg, err);
	default:
		if (!ft_formats_option(key, &args->document))
			return FT_ENOENT;
		args->format = WHY_DOCUMENT;
		break;
	}
	return FT_OK;
}

/* Of what. */
static enum ft_status
set_source(
    struct why_args *args, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_CLUSTER:
		args->cluster = arg;
		break;
	case KEY_LESSON:
		args->lesson = arg;
		break;
	case KEY_LOAD:
		args->load_file = arg;
		break;
	case KEY_RATE:
		ft_whatif_lines_add(&args->rate, arg);
		break;
	case KEY_DAYS:
		return set_days(args, arg, err);
	default:
		if (ft_whatif_option(&args->what_if, key, arg))
			break;
		return ft_session_option(&args->session, key, arg, err);
	}
	return FT_OK;
}

enum ft_status
why_args_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	enum ft_status status = set_shown(ctx, key, arg, err);

	return status == FT_ENOENT ? set_source(ctx, key, arg, err) : status;
}

void
why_args_init(struct why_args *args, struct ft_context *context)
{
	*args = (struct why_args){ .context = context, .window = WINDOW };
	ft_session_init(&args->session);
}

void
why_args_free(struct why_args *args)
{
	ft_whatif_free(&args->what_if);
	ft_whatif_lines_free(&args->rate);
	ft_session_close(&args->session);
}
