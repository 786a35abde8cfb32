#include "fview/args.h"

#include "common/lesson.h"
#include "fview/internal.h"

#define MOST_ROWS 1000
#define MOST_COLS 1000

#define FT_SETTINGS struct fview_args

/* ---- values -------------------------------------------------------------------- */

/* "80x24" */
static enum ft_status
set_size(const struct ft_opt_use *use)
{
	struct fview_args *args = use->settings;
	const char *arg = use->arg;
	size_t len = strcspn(arg, "xX");
	char cols[8] = "";
	uint32_t n_cols, n_rows;

	if (len < sizeof cols)
		snprintf(cols, sizeof cols, "%.*s", (int)len, arg);
	if (!arg[len] || !ft_num_u32(cols, &n_cols) ||
	    !ft_num_u32(arg + len + 1, &n_rows) || n_cols < 1 || n_rows < 1 ||
	    n_cols > MOST_COLS || n_rows > MOST_ROWS)
		return ft_fail(use->err, FT_EINVAL,
		    "bad size: '%s' (columns x rows, as 80x24, up to %dx%d)",
		    arg, MOST_COLS, MOST_ROWS);
	args->cols = (int)n_cols;
	args->rows = (int)n_rows;
	return FT_OK;
}

/* "37", "50%" */
static enum ft_status
set_instant(const struct ft_opt_use *use)
{
	struct fview_instant *instant = ft_opt_member(use);
	const char *arg = use->arg;
	size_t len = strlen(arg);
	char number[24] = "";

	instant->given = true;
	instant->percent = len > 0 && arg[len - 1] == '%';
	len -= instant->percent;
	if (len < sizeof number)
		snprintf(number, sizeof number, "%.*s", (int)len, arg);
	if (!ft_num_u64(number, &instant->number) ||
	    (instant->percent && instant->number > 100))
		return ft_fail(use->err, FT_EINVAL, "bad number for --%s: '%s'",
		    use->row->name, arg);
	return FT_OK;
}

static enum ft_status
set_trace(const struct ft_opt_use *use)
{
	struct fview_args *args = use->settings;

	args->trace = true;
	return ft_opt_trace(use, &args->json);
}

static enum ft_status
set_dump(const struct ft_opt_use *use)
{
	struct fview_args *args = use->settings;

	args->dump = true;
	args->dump_folder =
	    use->arg && strcmp(use->arg, "-") != 0 ? use->arg : NULL;
	return FT_OK;
}

static enum ft_status
set_speed(const struct ft_opt_use *use)
{
	struct fview_args *args = use->settings;

	args->speed_given = true;
	for (int i = 0; i < FVIEW_SPEEDS; i++) {
		size_t len = strlen(fview_speeds[i].text) - 1;

		if (strlen(use->arg) == len &&
		    strncmp(use->arg, fview_speeds[i].text, len) == 0) {
			args->speed = i - FVIEW_SPEED_1;
			return FT_OK;
		}
	}
	return ft_fail(use->err, FT_EINVAL,
	    "bad number for --speed: '%s' (0.25, 0.5, 1, 2, 4, 8 or 16)",
	    use->arg);
}

static enum ft_status
set_fit(const struct ft_opt_use *use)
{
	struct fview_args *args = use->settings;

	if (fview_parse_length(use->arg, &args->fit))
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "bad time for --fit: '%s' (60s, 5m or 1:30, up to 24h)", use->arg);
}

static enum ft_status
set_lesson(const struct ft_opt_use *use)
{
	struct fview_args *args = use->settings;

	args->loader.lesson_name = use->arg;
	if (strcmp(use->arg, "list") != 0)
		return FT_OK;
	ft_lesson_list(args->context->out);
	return FT_OPT_STOP;
}

/* ---- options ------------------------------------------------------------------- */

const struct ft_option fview_options[] = {
	{ 'M', "cluster", "NAME", "show this cluster instead of ClusterName",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_TEXT(loader.cluster) },
	{ 0, "clusters", "NAME", "the same as --cluster", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_TEXT(loader.cluster) },
	FT_SESSION_SHARE_OPTIONS(loader.options, "; only Fair Tree has steps"),
	{ 0, "lesson", "NAME",
	    "play a lesson, by name, number or file; list: list the lessons",
	    .complete = FT_COMPLETE_LESSON, FT_INTO_CALL(set_lesson) },
	{ 0, "frame", "N",
	    "start after N events; 50% is the middle, 100% the end",
	    FT_INTO_CALL_AT(set_instant, frame) },
	{ 0, "at", "NAME",
	    "start where this user (or user@account) gets its place, or where "
	    "this account is entered",
	    .complete = FT_COMPLETE_USER, FT_INTO_TEXT(at) },
	{ 0, "page", FVIEW_PAGE_NAMES, "start with this page",
	    FT_INTO_CHOICE(page) },
	{ 0, "play", NULL, "start playing immediately", FT_INTO_FLAG(play) },
	{ 0, "speed", "X", "play X times as fast: 0.25, 0.5, 1, 2, 4, 8 or 16",
	    FT_INTO_CALL(set_speed) },
	{ 0, "play-by", FVIEW_UNIT_NAMES,
	    "stop at every step, at each user that gets a place, at each "
	    "account that is done, or at each level that is sorted",
	    FT_INTO_CHOICE(unit) },
	{ 0, "fit", "TIME",
	    "play at the speed at which the rest takes this time: 60s, 5m or "
	    "1:30",
	    FT_INTO_CALL(set_fit) },
	{ 0, "readonly", NULL, "refuse to write edits to the store",
	    FT_INTO_FLAG(loader.readonly) },
	FT_COLOR_OPTIONS(color),
	{ 0, "no-color", NULL, "the same as --color=never",
	    FT_INTO_VALUE(color.use, FT_COLOR_NEVER) },
	{ 0, "ascii", NULL, "draw with ASCII only", FT_INTO_FLAG(ascii) },
	{ 0, "no-mouse", NULL, "leave the mouse to the terminal",
	    FT_INTO_FLAG(no_mouse) },
	{ 0, "no-anim", NULL, "do not animate steps", FT_INTO_FLAG(no_anim) },
	{ 0, "keys", "SCRIPT",
	    "press these keys, such as 'llL/alice\\n:save out.txt\\nq'; "
	    "@FILE: read them from a file",
	    FT_OPT_LINES, FT_INTO_TEXT(keys) },
	{ 0, "size", "COLSxROWS", "size of written frames (default 80x24)",
	    FT_INTO_CALL(set_size) },
	{ 0, "dump-frames", "DIR",
	    "write frames as text to standard output, or as files into a "
	    "folder; with --keys: one after each key",
	    FT_OPT_OPTIONAL_ARG, FT_COMPLETE_FILE, FT_INTO_CALL(set_dump) },
	{ 0, "from", "N",
	    "first event to write (default: the start); 50% is the middle",
	    FT_INTO_CALL_AT(set_instant, from) },
	{ 0, "to", "N", "last event to write (default: the end)",
	    FT_INTO_CALL_AT(set_instant, to) },
	{ 0, "every", "N", "write only every Nth frame",
	    FT_INTO_NUMBER(every, 1, UINT64_MAX) },
	{ 0, "ansi", NULL,
	    "write attributes and colours of frames as escape sequences",
	    FT_INTO_FLAG(ansi) },
	{ 0, "form-feed", NULL,
	    "end each written frame with a form feed, without a heading",
	    FT_INTO_FLAG(form_feed) },
	{ 0, "record", "FILE",
	    "write a recording (asciicast v2) of the film, or of --keys",
	    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(record) },
	{ 0, "svg", "FILE",
	    "write a picture (SVG) of one frame; with --from, --to or --keys: "
	    "an animated one",
	    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(svg) },
	{ 0, "trace", "json",
	    "print each step of the walk, as slurmctld logs it or as JSON "
	    "lines (the default without a terminal)",
	    FT_OPT_OPTIONAL_ARG, FT_COMPLETE_CHOICE, FT_INTO_CALL(set_trace) },
	{ 0, "json", NULL, "the same as --trace=json",
	    FT_INTO_VALUE(json, true), FT_GIVEN(trace) },
	{ 0, "dot", NULL, "print the tree with its places for Graphviz",
	    FT_INTO_FLAG(dot) },
	FT_SESSION_NOW_OPTION(loader.options),
	FT_SESSION_OPTIONS(loader.options),
	{ 0 },
};

enum ft_status
fview_args_check(const struct fview_args *args, struct ft_error *err)
{
	int outputs = args->dump + (args->record != NULL) +
		      (args->svg != NULL) + args->trace + args->dot;

	if (outputs > 1)
		return ft_fail(err, FT_EINVAL,
		    "one output at a time: --dump-frames, --record, --svg, "
		    "--trace or --dot");
	if (args->at && args->who)
		return ft_fail(err, FT_EINVAL,
		    "--at says where to start, and so does '%s'", args->who);
	if (args->at && args->frame.given)
		return ft_fail(
		    err, FT_EINVAL, "--at and --frame both say where to start");
	if (args->fit && args->speed_given)
		return ft_fail(err, FT_EINVAL,
		    "--fit and --speed both say how fast to play");
	if (args->loader.lesson_name &&
	    (args->loader.cluster || args->loader.options.db ||
		args->loader.options.conf_file ||
		args->loader.options.now_text))
		return ft_fail(err, FT_EINVAL,
		    "a lesson brings its own cluster: --lesson does not go "
		    "with --db, --conf, --now and -M");
	if ((args->from.given || args->to.given || args->every > 1) &&
	    !args->dump && !args->record && !args->svg)
		return ft_fail(err, FT_EINVAL,
		    "--from, --to and --every need --dump-frames, --record or "
		    "--svg");
	return FT_OK;
}

void
fview_args_init(void *settings)
{
	struct fview_args *args = settings;

	args->every = 1;
	fview_loader_init(&args->loader, args->context);
}
