#include "view/args.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/word.h"
#include "common/lesson.h"

enum view_option_key {
	KEY_CLUSTER = 1,
	KEY_LESSON,
	KEY_FRAME,
	KEY_AT,
	KEY_PAGE,
	KEY_PLAY,
	KEY_SPEED,
	KEY_NO_COLOR,
	KEY_ASCII,
	KEY_NO_MOUSE,
	KEY_NO_ANIM,
	KEY_READONLY,
	KEY_KEYS,
	KEY_SIZE,
	KEY_DUMP,
	KEY_FROM,
	KEY_TO,
	KEY_EVERY,
	KEY_ANSI,
	KEY_FORM_FEED,
	KEY_RECORD,
	KEY_SVG,
	KEY_TRACE,
	KEY_JSON,
	KEY_DOT
};

#define MOST_ROWS 1000
#define MOST_COLS 1000

const struct ft_option view_options[] = {
	{ 'M', "cluster", "NAME", KEY_CLUSTER, 0, FT_COMPLETE_CLUSTER,
	    "show this cluster instead of the one ClusterName names" },
	{ 0, "clusters", "NAME", KEY_CLUSTER, FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, "the same as --cluster" },
	FT_SESSION_SHARE_OPTIONS("", "; only Fair Tree takes steps"),
	{ 0, "lesson", "NAME", KEY_LESSON, 0, FT_COMPLETE_LESSON,
	    "play a lesson, by name, number or file; \"list\" lists them" },
	{ 0, "frame", "N", KEY_FRAME, 0, FT_COMPLETE_NONE,
	    "start where N events have been told; 50% is the middle, 100% the "
	    "end" },
	{ 0, "at", "NAME", KEY_AT, 0, FT_COMPLETE_USER,
	    "start where this user (or user@account) gets its rank, or this "
	    "account is entered" },
	{ 0, "page", VIEW_PAGE_NAMES, KEY_PAGE, 0, FT_COMPLETE_CHOICE,
	    "start with this page" },
	{ 0, "play", NULL, KEY_PLAY, 0, FT_COMPLETE_NONE,
	    "start playing at once" },
	{ 0, "speed", "X", KEY_SPEED, 0, FT_COMPLETE_NONE,
	    "play X times as fast: 0.25, 0.5, 1, 2, 4, 8 or 16" },
	{ 0, "readonly", NULL, KEY_READONLY, 0, FT_COMPLETE_NONE,
	    "refuse to write edits to the store" },
	FT_COLOR_OPTION,
	{ 0, "no-color", NULL, KEY_NO_COLOR, 0, FT_COMPLETE_NONE,
	    "the same as --color=never" },
	{ 0, "ascii", NULL, KEY_ASCII, 0, FT_COMPLETE_NONE,
	    "draw with ASCII only" },
	{ 0, "no-mouse", NULL, KEY_NO_MOUSE, 0, FT_COMPLETE_NONE,
	    "leave the mouse to the terminal" },
	{ 0, "no-anim", NULL, KEY_NO_ANIM, 0, FT_COMPLETE_NONE,
	    "step without movement in between" },
	{ 0, "keys", "SCRIPT", KEY_KEYS, FT_OPT_LINES, FT_COMPLETE_NONE,
	    "press these keys, as 'llL/alice\\n:save out.txt\\nq'; @FILE: "
	    "those "
	    "in a file" },
	{ 0, "size", "COLSxROWS", KEY_SIZE, 0, FT_COMPLETE_NONE,
	    "size of the frames that are written (80x24)" },
	{ 0, "dump-frames", "DIR", KEY_DUMP, FT_OPT_OPTIONAL_ARG,
	    FT_COMPLETE_FILE,
	    "write frames as text, to standard output or as files into a "
	    "folder; with --keys: one after each key" },
	{ 0, "from", "N", KEY_FROM, 0, FT_COMPLETE_NONE,
	    "first event written (the start); 50% is the middle" },
	{ 0, "to", "N", KEY_TO, 0, FT_COMPLETE_NONE,
	    "last event written (the end)" },
	{ 0, "every", "N", KEY_EVERY, 0, FT_COMPLETE_NONE,
	    "write only every N-th frame" },
	{ 0, "ansi", NULL, KEY_ANSI, 0, FT_COMPLETE_NONE,
	    "keep attributes and colours in written frames, as escape "
	    "sequences" },
	{ 0, "form-feed", NULL, KEY_FORM_FEED, 0, FT_COMPLETE_NONE,
	    "end each written frame by a form feed instead of a heading" },
	{ 0, "record", "FILE", KEY_RECORD, 0, FT_COMPLETE_FILE,
	    "write a recording (asciicast v2) of the film, or of --keys" },
	{ 0, "svg", "FILE", KEY_SVG, 0, FT_COMPLETE_FILE,
	    "write a picture (SVG) of one frame; with --from, --to or --keys: "
	    "one that moves" },
	{ 0, "trace", "json", KEY_TRACE, FT_OPT_OPTIONAL_ARG,
	    FT_COMPLETE_CHOICE,
	    "print the walk through the tree step by step, as slurmctld logs "
	    "it or as JSON lines; the default where there is no terminal" },
	{ 0, "json", NULL, KEY_JSON, 0, FT_COMPLETE_NONE,
	    "the same as --trace=json" },
	{ 0, "dot", NULL, KEY_DOT, 0, FT_COMPLETE_NONE,
	    "print the ranked tree for Graphviz" },
	FT_SESSION_NOW_OPTION,
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

/* ---- values -------------------------------------------------------------------- */

/* "80x24" */
static enum ft_status
set_size(struct view_args *args, const char *arg, struct ft_error *err)
{
	size_t len = strcspn(arg, "xX");
	char cols[8] = "";
	uint32_t n_cols, n_rows;

	if (len < sizeof cols)
		snprintf(cols, sizeof cols, "%.*s", (int)len, arg);
	if (!arg[len] || !ft_num_u32(cols, &n_cols) ||
	    !ft_num_u32(arg + len + 1, &n_rows) || n_cols < 1 || n_rows < 1 ||
	    n_cols > MOST_COLS || n_rows > MOST_ROWS)
		return ft_fail(err, FT_EINVAL,
		    "bad size: '%s' (columns x rows, as 80x24, up to %dx%d)",
		    arg, MOST_COLS, MOST_ROWS);
	args->cols = (int)n_cols;
	args->rows = (int)n_rows;
	return FT_OK;
}

/* "37", "50%" */
static enum ft_status
set_instant(struct view_instant *instant, const char *name, const char *arg,
    struct ft_error *err)
{
	size_t len = strlen(arg);
	char number[24] = "";

	instant->given = true;
	instant->percent = len > 0 && arg[len - 1] == '%';
	len -= instant->percent;
	if (len < sizeof number)
		snprintf(number, sizeof number, "%.*s", (int)len, arg);
	if (!ft_num_u64(number, &instant->number) ||
	    (instant->percent && instant->number > 100))
		return ft_fail(
		    err, FT_EINVAL, "bad number for --%s: '%s'", name, arg);
	return FT_OK;
}

static enum ft_status
set_trace(struct view_args *args, const char *arg, struct ft_error *err)
{
	size_t json = 0;
	enum ft_status status = FT_OK;

	if (arg)
		status = ft_opt_choice("trace", "text|json", arg, &json, err);
	args->trace = true;
	args->json = json;
	return status;
}

static enum ft_status
set_speed(struct view_args *args, const char *arg, struct ft_error *err)
{
	static const struct {
		const char *text;
		int doubled;
	} speeds[] = {
		{ "0.25", -2 },
		{ "0.5", -1 },
		{ "1", 0 },
		{ "2", 1 },
		{ "4", 2 },
		{ "8", 3 },
		{ "16", 4 },
	};

	for (size_t i = 0; i < FT_COUNT(speeds); i++) {
		if (strcmp(arg, speeds[i].text) == 0) {
			args->speed = speeds[i].doubled;
			return FT_OK;
		}
	}
	return ft_fail(err, FT_EINVAL,
	    "bad number for --speed: '%s' (0.25, 0.5, 1, 2, 4, 8 or 16)", arg);
}

static enum ft_status
set_lesson(struct view_args *args, const char *arg)
{
	args->loader.lesson_name = arg;
	if (strcmp(arg, "list") != 0)
		return FT_OK;
	ft_lesson_list(args->context->out);
	return FT_OPT_STOP;
}

/* ---- options ------------------------------------------------------------------- */

/* What is shown, and how. */
static enum ft_status
set_view(struct view_args *args, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_CLUSTER:
		args->loader.cluster = arg;
		break;
	case KEY_LESSON:
		return set_lesson(args, arg);
	case KEY_FRAME:
		return set_instant(&args->frame, "frame", arg, err);
	case KEY_AT:
		args->at = arg;
		break;
	case KEY_PAGE:
		return ft_opt_choice(
		    "page", VIEW_PAGE_NAMES, arg, &args->page, err);
	case KEY_PLAY:
		args->play = true;
		break;
	case KEY_SPEED:
		return set_speed(args, arg, err);
	case KEY_READONLY:
		args->loader.readonly = true;
		break;
	case FT_COLOR_KEY:
		return ft_color_set(&args->color, arg, err);
	case KEY_NO_COLOR:
		args->color = FT_COLOR_NEVER;
		break;
	case KEY_ASCII:
		args->ascii = true;
		break;
	case KEY_NO_MOUSE:
		args->no_mouse = true;
		break;
	case KEY_NO_ANIM:
		args->no_anim = true;
		break;
	case KEY_KEYS:
		args->keys = arg;
		break;
	default:
		return ft_session_option(&args->loader.wish, key, arg, err);
	}
	return FT_OK;
}

enum ft_status
view_args_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	struct view_args *args = ctx;

	switch (key) {
	case KEY_SIZE:
		return set_size(args, arg, err);
	case KEY_DUMP:
		args->dump = true;
		args->dump_folder = arg && strcmp(arg, "-") != 0 ? arg : NULL;
		break;
	case KEY_FROM:
		return set_instant(&args->from, "from", arg, err);
	case KEY_TO:
		return set_instant(&args->to, "to", arg, err);
	case KEY_EVERY:
		return ft_opt_number(
		    "every", arg, 1, UINT64_MAX, &args->every, err);
	case KEY_ANSI:
		args->ansi = true;
		break;
	case KEY_FORM_FEED:
		args->form_feed = true;
		break;
	case KEY_RECORD:
		args->record = arg;
		break;
	case KEY_SVG:
		args->svg = arg;
		break;
	case KEY_TRACE:
		return set_trace(args, arg, err);
	case KEY_JSON:
		args->trace = args->json = true;
		break;
	case KEY_DOT:
		args->dot = true;
		break;
	default:
		return set_view(args, key, arg, err);
	}
	return FT_OK;
}

enum ft_status
view_args_check(const struct view_args *args, struct ft_error *err)
{
	int outputs = args->dump + (args->record != NULL) +
		      (args->svg != NULL) + args->trace + args->dot;

	if (outputs > 1)
		return ft_fail(err, FT_EINVAL,
		    "one output at a time: --dump-frames, --record, --svg, "
		    "--trace or --dot");
	if (args->at && args->frame.given)
		return ft_fail(
		    err, FT_EINVAL, "--at and --frame both say where to start");
	if (args->loader.lesson_name &&
	    (args->loader.cluster || args->loader.wish.db ||
		args->loader.wish.conf_file || args->loader.wish.now_text))
		return ft_fail(err, FT_EINVAL,
		    "a lesson brings its own cluster: --lesson does not go "
		    "with --db, --conf, --now and -M");
	if ((args->from.given || args->to.given || args->every > 1) &&
	    !args->dump && !args->record && !args->svg)
		return ft_fail(err, FT_EINVAL,
		    "--from, --to and --every go with --dump-frames, --record "
		    "and --svg");
	return FT_OK;
}

void
view_args_init(struct view_args *args, struct ft_context *context)
{
	*args = (struct view_args){ .context = context, .every = 1 };
	view_loader_init(&args->loader, context);
}

void
view_args_free(struct view_args *args)
{
	view_loader_free(&args->loader);
}
