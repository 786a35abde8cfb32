#include "fview/output/output.h"

#include <sys/stat.h>

#include "files/infile.h"
#include "files/outfile.h"
#include "fview/output/cast.h"
#include "fview/output/dump.h"
#include "fview/reel.h"
#include "fview/output/svg.h"
#include "fview/internal.h"

#define ROWS 24 /* of frames, without --size */
#define COLS 80
#define HOLD 3000 /* milliseconds a moving picture stays at its end */

/* ---- keys, start --------------------------------------------------------------- */

enum ft_status
fview_read_keys(
    const char *keys, struct fview_script *script, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (*keys != '@')
		return fview_script_parse(script, NULL, keys, err);
	FT_TRY(ft_infile_read(FT_BOUND_KEYS, keys + 1, &text, err));
	return fview_script_parse(script, keys + 1, ft_str_text(&text), err);
}

static enum ft_status
find_instant(const struct fview_instant *instant, const char *name,
    size_t count, size_t *event, struct ft_error *err)
{
	if (instant->percent) {
		*event = count * (size_t)instant->number / 100;
		return FT_OK;
	}
	if (instant->number > count)
		return ft_fail(err, FT_EINVAL,
		    "--%s %llu: there are only %zu events", name,
		    (unsigned long long)instant->number, count);
	*event = (size_t)instant->number;
	return FT_OK;
}

/* The node that NAME means; option: how it was given, "--at: " or "". */
static enum ft_status
find_name(const struct fview *view, const char *option, const char *name,
    uint32_t *node, struct ft_error *err)
{
	const char *near;

	*node = fview_find_name(view, name);
	if (*node != FT_NODE_NONE)
		return FT_OK;
	near = fview_near_name(view, name);
	if (near)
		return ft_fail(err, FT_ENOENT,
		    "%sno user or account '%s'; did you mean '%s'?", option,
		    name, near);
	return ft_fail(
	    err, FT_ENOENT, "%sno user or account '%s'", option, name);
}

static enum ft_status
find_at(const struct fview *view, const char *name, size_t *event,
    struct ft_error *err)
{
	const struct fview_film *film = fview_film_of(view);
	uint32_t node, step;

	FT_TRY(find_name(view, "--at: ", name, &node, err));
	step = ft_tree_is_user(fview_shown(view)->tree, node)
		   ? film->step[node].ranked
		   : film->step[node].entered;
	if (step == FVIEW_NEVER)
		return ft_fail(err, FT_ENOENT,
		    "--at: '%s' is not entered and gets no place", name);
	*event = (size_t)step + 1;
	return FT_OK;
}

/* Put the cursor on WHO, at the end of the film, where all places are known. */
static enum ft_status
start_at(const struct fview_args *args, struct fview *view, size_t *event,
    struct ft_error *err)
{
	uint32_t node;

	FT_TRY(find_name(view, "", args->who, &node, err));
	if (!args->frame.given)
		*event = fview_count(view);
	fview_reveal(view, node);
	fview_select(view, node);
	return FT_OK;
}

enum ft_status
fview_start(
    const struct fview_args *args, struct fview_app *app, struct ft_error *err)
{
	size_t event = 0;

	if (args->at)
		FT_TRY(find_at(app->view, args->at, &event, err));
	else if (args->frame.given)
		FT_TRY(find_instant(&args->frame, "frame",
		    fview_count(app->view), &event, err));
	if (args->no_anim)
		fview_set_motion(app->view, false);
	for (int i = 0; i < args->speed; i++)
		fview_press(app->view, ']', ROWS, COLS);
	for (int i = 0; i > args->speed; i--)
		fview_press(app->view, '[', ROWS, COLS);
	fview_press(
	    app->view, FVIEW_KEY_F1 + 1 + (uint32_t)args->page, ROWS, COLS);
	FT_TRY(fview_app_complete(app, err));
	if (args->who)
		FT_TRY(start_at(args, app->view, &event, err));
	fview_seek(app->view, event);
	fview_set_unit(app->view, (enum fview_unit)args->unit);
	if (args->fit)
		fview_fit(app->view, args->fit);
	fview_set_playing(app->view, args->play);
	return FT_OK;
}

/* ---- frames -------------------------------------------------------------------- */

/* One run that writes output. */
struct writer {
	struct fview_args *args;
	struct fview_app app;
	struct fview_script script;
	int rows, cols;
	size_t from, to;
	struct fview_grid grid;
	struct ft_str file; /* the content of the file */
	struct ft_out *out;
};

static enum ft_status
find_range(struct writer *writer, struct ft_error *err)
{
	const struct fview_args *args = writer->args;
	size_t count = fview_count(writer->app.view);

	writer->from = 0;
	writer->to = count;
	if (args->from.given)
		FT_TRY(find_instant(
		    &args->from, "from", count, &writer->from, err));
	if (args->to.given)
		FT_TRY(find_instant(&args->to, "to", count, &writer->to, err));
	if (writer->from > writer->to)
		return ft_fail(err, FT_EINVAL, "--from %zu is after --to %zu",
		    writer->from, writer->to);
	return FT_OK;
}

static enum ft_status
make_folder(const char *folder, struct ft_error *err)
{
	if (mkdir(folder, 0777) == 0 || errno == EEXIST)
		return FT_OK;
	return ft_fail(err, FT_EIO, "cannot make folder '%s': %s", folder,
	    strerror(errno));
}

/* A frame for each event. */
static enum ft_status
dump_film(
    struct writer *writer, const struct fview_dump *dump, struct ft_error *err)
{
	size_t count = fview_count(writer->app.view);
	struct ft_str label FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t at = writer->from; at <= writer->to;
	     at += (size_t)writer->args->every) {
		fview_seek(writer->app.view, at);
		fview_app_frame(
		    &writer->app, writer->rows, writer->cols, &writer->grid);
		ft_str_clear(&label);
		ft_str_addf(&label, "frame %zu/%zu", at, count);
		FT_TRY(
		    fview_dump_frame(dump, &writer->grid, at, label.data, err));
		if (writer->to - at < writer->args->every)
			break;
	}
	return FT_OK;
}

/* Time passes only as the script says. */
static void
let_pass(struct fview *view, int64_t ms)
{
	int64_t wait;

	while (ms > 0 && (wait = fview_tick(view, 0)) >= 0 && wait <= ms) {
		if (wait < 1)
			wait = 1;
		fview_tick(view, wait);
		ms -= wait;
	}
	if (ms > 0)
		fview_tick(view, ms);
}

/* A frame for each key; DUMP NULL: only press them. */
static enum ft_status
dump_keys(
    struct writer *writer, const struct fview_dump *dump, struct ft_error *err)
{
	struct ft_str label FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < writer->script.n; i++) {
		const struct fview_stroke *stroke = &writer->script.stroke[i];

		ft_str_clear(&label);
		ft_str_addf(&label, "key %zu/%zu ", i + 1, writer->script.n);
		if (stroke->key) {
			fview_app_press(&writer->app, stroke->key, writer->rows,
			    writer->cols);
			fview_script_name(&label, stroke->key);
		} else {
			let_pass(writer->app.view, stroke->wait);
			ft_str_addf(
			    &label, "<Wait %lld>", (long long)stroke->wait);
		}
		if (writer->app.quit)
			break;
		if (!dump || (i + 1) % writer->args->every)
			continue;
		fview_app_frame(
		    &writer->app, writer->rows, writer->cols, &writer->grid);
		FT_TRY(fview_dump_frame(
		    dump, &writer->grid, i + 1, label.data, err));
	}
	return FT_OK;
}

static enum ft_status
write_dump(struct writer *writer, struct ft_error *err)
{
	const struct fview_args *args = writer->args;
	struct fview_dump dump = { .folder = args->dump_folder,
		.ansi = args->ansi,
		.form_feed = args->form_feed };

	if (args->dump_folder)
		FT_TRY(make_folder(args->dump_folder, err));
	else
		dump.out = writer->out;
	if (args->keys)
		return dump_keys(writer, &dump, err);
	/* a single frame, if one is asked for */
	if ((args->frame.given || args->at || args->who) && !args->from.given &&
	    !args->to.given)
		writer->from = writer->to = fview_cursor(writer->app.view);
	return dump_film(writer, &dump, err);
}

/* ---- by the virtual clock ------------------------------------------------------- */

static struct fview_reel
reel_of(struct writer *writer)
{
	const struct fview_args *args = writer->args;

	if (args->from.given || (!args->frame.given && !args->at && !args->who))
		fview_seek(writer->app.view, writer->from);
	if (!args->keys)
		writer->app.view->until = writer->to;
	if (args->fit)
		fview_fit(writer->app.view, args->fit);
	return (struct fview_reel){ .app = &writer->app,
		.script = args->keys ? &writer->script : NULL,
		.rows = writer->rows,
		.cols = writer->cols,
		.to = writer->to };
}

static const char *
title_of(const struct writer *writer, struct ft_str *str)
{
	if (writer->args->loader.lesson_name)
		ft_str_add(str, writer->args->loader.played.lesson.title);
	else
		ft_str_addf(str, "Fair Tree on cluster %s",
		    fview_shown(writer->app.view)->cluster);
	return ft_str_text(str);
}

/* Run REEL; *end: its length in milliseconds. */
static enum ft_status
run_reel(struct fview_reel *reel, int64_t *end, struct ft_error *err)
{
	*end = fview_reel_run(reel);
	if (!reel->cut)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "this would last longer than an hour: choose a part by --from and "
	    "--to, a higher --speed, --fit or --play-by");
}

static enum ft_status
write_cast(struct writer *writer, struct ft_error *err)
{
	struct fview_reel reel = reel_of(writer);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };
	struct fview_cast cast FT_CLEANUP(fview_cast_free) = {
		.str = &writer->file, .theme = writer->app.caps.paint.theme
	};
	int64_t end;

	fview_cast_begin(
	    &cast, writer->rows, writer->cols, title_of(writer, &title));
	reel.frame = fview_cast_frame;
	reel.mark = fview_cast_mark;
	reel.ctx = &cast;
	FT_TRY(run_reel(&reel, &end, err));
	fview_cast_end(&cast, end + HOLD);
	return ft_outfile_write(writer->args->record, &writer->file, err);
}

static enum ft_status
write_moving(struct writer *writer, const char *title, struct ft_error *err)
{
	struct fview_reel reel = reel_of(writer);
	struct fview_svg *svg = fview_svg_new(writer->rows, writer->cols);
	enum ft_status status;
	int64_t end;

	reel.frame = fview_svg_frame;
	reel.ctx = svg;
	status = run_reel(&reel, &end, err);
	fview_svg_finish(&writer->file, svg, end + HOLD, title);
	fview_svg_free(svg);
	return status;
}

static enum ft_status
write_svg(struct writer *writer, struct ft_error *err)
{
	const struct fview_args *args = writer->args;
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	(void)title_of(writer, &title);
	if (args->from.given || args->to.given || args->keys) {
		FT_TRY(write_moving(writer, title.data, err));
	} else {
		fview_app_frame(
		    &writer->app, writer->rows, writer->cols, &writer->grid);
		fview_svg_still(&writer->file, &writer->grid, title.data);
	}
	return ft_outfile_write(args->svg, &writer->file, err);
}

static enum ft_status
write_frames(
    struct writer *writer, const struct fview_caps *caps, struct ft_error *err)
{
	struct fview_args *args = writer->args;

	FT_TRY(fview_app_open(&writer->app, &args->loader, caps, err));
	if (args->keys)
		FT_TRY(fview_read_keys(args->keys, &writer->script, err));
	FT_TRY(fview_start(args, &writer->app, err));
	FT_TRY(find_range(writer, err));
	if (args->dump)
		return write_dump(writer, err);
	if (args->record)
		return write_cast(writer, err);
	return args->svg ? write_svg(writer, err)
			 : dump_keys(writer, NULL, err);
}

/* A recording brings its background along, as a picture does. */
static struct ft_paint
paint_of(const struct fview_args *args)
{
	struct ft_paint paint = { ft_color_theme(args->context, args->color),
		args->color.use == FT_COLOR_NEVER ? FT_DEPTH_NONE
						  : FT_DEPTH_256 };

	if (args->record && paint.theme == FT_THEME_AUTO)
		paint.theme = FT_THEME_DARK;
	return paint;
}

enum ft_status
fview_write_frames(
    struct fview_args *args, struct ft_out *out, struct ft_error *err)
{
	struct writer writer = { .args = args,
		.rows = args->rows ? args->rows : ROWS,
		.cols = args->cols ? args->cols : COLS,
		.out = out };
	const struct fview_caps caps = { args->ascii, paint_of(args) };
	enum ft_status status = write_frames(&writer, &caps, err);

	fview_app_close(&writer.app);
	fview_script_free(&writer.script);
	fview_grid_free(&writer.grid);
	ft_str_free(&writer.file);
	return status;
}
