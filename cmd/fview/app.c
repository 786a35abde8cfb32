#include "fview/app.h"

#include "common/lesson.h"
#include "files/outfile.h"
#include "fview/output/dump.h"
#include "fview/output/svg.h"
#include "fview/internal.h"

enum ft_status
fview_app_open(struct fview_app *app, struct fview_loader *loader,
    const struct fview_caps *caps, struct ft_error *err)
{
	struct fview_data *data;
	enum ft_status status = fview_loader_read(loader, false, &data, err);

	*app = (struct fview_app){ .loader = loader, .caps = *caps };
	if (status != FT_OK)
		return status;
	app->view = fview_new(data);
	if (loader->lesson_name)
		fview_set_lesson(app->view, &loader->played.lesson);
	return FT_OK;
}

void
fview_app_close(struct fview_app *app)
{
	if (app->view)
		fview_free(app->view);
	ft_str_free(&app->commands);
}

/* ---- the store ---------------------------------------------------------------- */

/* If the store has changed since, its next state is read soon. */
static enum ft_status
complete_history(struct fview_app *app, struct ft_error *err)
{
	struct fview_history *history = NULL;

	if (!fview_wants_history(app->view))
		return FT_OK;
	FT_TRY(fview_loader_read_history(
	    app->loader, fview_stored(app->view), &history, err));
	fview_set_history(app->view, history);
	return FT_OK;
}

static enum ft_status
complete_queue(struct fview_app *app, struct ft_error *err)
{
	struct fview_queue *queue;
	struct fview_data *data;

	if (fview_has_queue(app->view) || !fview_wants_queue(app->view) ||
	    !app->loader->open)
		return FT_OK;
	FT_TRY(fview_loader_read_queue(app->loader, &queue, err));
	if (queue) {
		fview_set_queue(app->view, queue);
		return FT_OK;
	}
	/* the jobs are those of a later state: show all of that */
	FT_TRY(fview_loader_read(app->loader, true, &data, err));
	fview_replace(app->view, data);
	return FT_OK;
}

enum ft_status
fview_app_complete(struct fview_app *app, struct ft_error *err)
{
	enum ft_status status = complete_queue(app, err);

	if (status != FT_OK) {
		fview_forgo_queue(app->view);
		return status;
	}
	status = complete_history(app, err);
	if (status != FT_OK)
		fview_forgo_history(app->view);
	return status;
}

/* The answers; the viewer folds them. */
static void
begin_page(
    const struct fview_app *app, struct ft_page *page, struct ft_out *out)
{
	const struct ft_page_options options = { .kept = true };

	ft_out_init(out, NULL);
	ft_page_init(page, out, &options);
	if (fview_is_behind(app->view))
		ft_page_text(page,
		    "Changes of the store are held: what follows is about "
		    "its newest state, not the one shown (p shows it).");
}

bool
fview_app_answer(struct fview_app *app)
{
	struct fview_question asked = fview_asks(app->view);
	struct ft_page page FT_CLEANUP(ft_page_free) = { 0 };
	struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };
	struct ft_error err = { 0 };

	if (asked.kind == FVIEW_TOPIC_NOTHING)
		return false;
	begin_page(app, &page, &out);
	if (fview_loader_answer(app->loader, &asked, &page, &err) != FT_OK)
		ft_page_text(&page, err.text);
	fview_answer(app->view, &page);
	return true;
}

/* The same answer, with the forecast. */
static void
answer_again(struct fview_app *app)
{
	struct ft_page page FT_CLEANUP(ft_page_free) = { 0 };
	struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };

	begin_page(app, &page, &out);
	fview_loader_answer_again(app->loader, &page);
	fview_forget(app->view);
	fview_answer(app->view, &page);
}

void
fview_app_look_ahead(struct fview_app *app)
{
	fview_set_progress(app->view,
	    fview_loader_forecast(app->loader, fview_awaits(app->view)));
}

bool
fview_app_foresee(struct fview_app *app)
{
	struct fview *view = app->view;
	enum fview_topic what = fview_awaits(view);
	const struct ft_forecast *forecast;
	struct ft_error err = { 0 };

	if (what == FVIEW_TOPIC_NOTHING)
		return false;
	if (fview_loader_foresee(app->loader, what, &forecast, &err) != FT_OK) {
		fview_forgo_forecast(view);
		fview_show_message(view, err.text);
	} else if (!forecast) {
		fview_foresee_job(view);
	} else if (!ft_forecast_is_done(forecast)) {
		fview_set_progress(view, forecast);
	} else if (what == FVIEW_TOPIC_JOB) {
		answer_again(app);
		fview_foresee_job(view);
	} else {
		fview_foresee(view, forecast,
		    ft_visibility_shows_all(&app->loader->session.visibility,
			FT_VISIBILITY_BIT(JOBS)));
	}
	return fview_awaits(view) != FVIEW_TOPIC_NOTHING;
}

/* After a key or a change: a page that cannot be shown is left. */
static void
complete(struct fview_app *app)
{
	struct ft_error err = { 0 };

	if (fview_app_complete(app, &err) == FT_OK)
		return;
	fview_show_message(app->view, err.text);
}

static bool
renew(struct fview_app *app)
{
	struct fview_data *data;
	struct ft_error err = { 0 };

	if (fview_loader_read(app->loader, fview_wants_queue(app->view), &data,
		&err) != FT_OK) {
		fview_show_message(app->view, err.text);
		return true;
	}
	fview_renew(app->view, data);
	complete(app);
	return true;
}

/* Reported at once, and again after the answer to a key has been read. */
static bool
say_gone(struct fview_app *app)
{
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };

	if (app->gone && !fview_is_silent(app->view))
		return false;
	app->gone = true;
	ft_str_addf(&said, "the store is gone; this is its last state: %s",
	    app->loader->session.path);
	fview_show_message(app->view, ft_str_text(&said));
	return true;
}

bool
fview_app_watch(struct fview_app *app)
{
	switch (fview_loader_look(app->loader)) {
	case FVIEW_STORE_SAME:
		break;
	case FVIEW_STORE_CHANGED:
		app->gone = false;
		return renew(app);
	case FVIEW_STORE_GONE:
		return say_gone(app);
	}
	return false;
}

static void
ask_apply(struct fview_app *app)
{
	struct ft_error err = { 0 };

	ft_str_clear(&app->commands);
	fview_edit_commands(app->view, &app->commands);
	if (fview_loader_may_write(app->loader, &err) != FT_OK)
		fview_show_message(app->view, err.text);
	else if (app->commands.len == 0)
		fview_show_message(app->view, "nothing is edited (w edits)");
	else
		app->asking = true;
}

static void
apply(struct fview_app *app)
{
	struct ft_error err = { 0 };
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t change;

	if (fview_loader_apply(app->loader, ft_str_text(&app->commands),
		&change, &err) != FT_OK) {
		ft_str_addf(&said, "nothing was changed: %s", err.text);
	} else {
		renew(app);
		if (change == 0)
			ft_str_add(&said, "nothing to do: the store already "
					  "has these values");
		else
			ft_str_addf(&said,
			    "applied: change %u (facctmgr undo %u reverts it)",
			    change, change);
	}
	fview_show_message(app->view, ft_str_text(&said));
}

/* Any other key withdraws the question: a later y is no answer. */
static void
answer(struct fview_app *app, uint32_t key)
{
	app->asking = false;
	if (key == 'y' || key == 'Y')
		apply(app);
	else
		fview_show_message(app->view, "nothing was changed");
}

/* ---- lessons ---------------------------------------------------------------------- */

/* Returns why there is no such lesson. */
static const char *
no_lesson(const struct fview_app *app, int way, bool bundled)
{
	if (!app->loader->lesson_name)
		return "this is the store, not a lesson: see fview --lesson "
		       "list";
	if (!bundled)
		return "this lesson is a file: there is none beside it";
	return way > 0 ? "this is the last lesson" : "this is the first lesson";
}

/* Play the next lesson, or the previous one (-1). */
static void
turn_lesson(struct fview_app *app, int way)
{
	const char *name = app->loader->lesson_name;
	bool bundled = false;
	const struct ft_lesson_text *beside =
	    name ? ft_lesson_beside(name, way, &bundled) : NULL;
	struct fview_played old;
	struct fview_data *data;
	struct ft_error err = { 0 };
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };

	if (!beside) {
		fview_show_message(app->view, no_lesson(app, way, bundled));
		return;
	}
	if (fview_loader_next_lesson(
		app->loader, beside->name, &data, &old, &err) != FT_OK) {
		fview_show_message(app->view, err.text);
		return;
	}
	app->view = fview_new_after(app->view, data);
	fview_played_free(&old);
	fview_set_lesson(app->view, &app->loader->played.lesson);
	ft_str_addf(
	    &said, "lesson %s: ) next, ( back", ft_lesson_short_name(beside));
	fview_show_message(app->view, ft_str_text(&said));
}

/* ---- :save ---------------------------------------------------------------------- */

static bool
ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len >= n && strcmp(name + len - n, end) == 0;
}

/* The suffix of the name selects the format. */
static void
save(struct fview_app *app, int rows, int cols)
{
	const char *name = fview_argument(app->view);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };
	struct fview_grid grid FT_CLEANUP(fview_grid_free);

	fview_grid_init(&grid);
	fview_app_frame(app, rows, cols, &grid);
	if (ends_with(name, ".svg"))
		fview_svg_still(&text, &grid, "fview");
	else if (ends_with(name, ".ans"))
		fview_ansi_lines(&text, &grid);
	else
		fview_dump_text(&text, &grid);
	if (strcmp(name, "-") == 0)
		ft_str_add(&said, "name a file: the terminal shows the frame");
	else if (ft_outfile_write(name, &text, &err) == FT_OK)
		ft_str_addf(&said, "saved: %s", name);
	else
		ft_str_add(&said, err.text);
	fview_show_message(app->view, ft_str_text(&said));
}

/* ---- keys ----------------------------------------------------------------------- */

static void
perform(struct fview_app *app, enum fview_app_action action, int rows, int cols)
{
	switch (action) {
	case FVIEW_APP_NONE:
		break;
	case FVIEW_APP_QUIT:
		app->quit = true;
		break;
	case FVIEW_APP_REDRAW:
		app->redraw = true;
		break;
	case FVIEW_APP_SUSPEND:
		app->suspend = true;
		break;
	case FVIEW_APP_NEXT_LESSON:
		turn_lesson(app, 1);
		break;
	case FVIEW_APP_PREVIOUS_LESSON:
		turn_lesson(app, -1);
		break;
	case FVIEW_APP_SAVE:
		save(app, rows, cols);
		break;
	case FVIEW_APP_APPLY:
		ask_apply(app);
		break;
	}
}

void
fview_app_press(struct fview_app *app, uint32_t key, int rows, int cols)
{
	if (key == 3) /* Ctrl-C, if it is not a signal */
		app->quit = true;
	else if (app->asking)
		answer(app, key);
	else
		perform(
		    app, fview_press(app->view, key, rows, cols), rows, cols);
	complete(app);
}

void
fview_app_mouse(
    struct fview_app *app, const struct fview_click *click, int rows, int cols)
{
	if (!app->asking)
		perform(
		    app, fview_mouse(app->view, click, rows, cols), rows, cols);
}

/* ---- drawing -------------------------------------------------------------------- */

void
fview_app_draw(
    const struct fview_app *app, int rows, int cols, struct fview_grid *grid)
{
	grid->ascii = app->caps.ascii;
	fview_draw(app->view, &app->caps, rows, cols, grid);
}

#define QUESTION "y  yes, one change, can be undone    n  no"

/* A command as rows of WIDTH columns; all but the first start with blanks. */
static void
wrap_line(struct fview_lines *lines, struct ft_word line, int width)
{
	enum fview_style style =
	    *line.at == '#' ? FVIEW_STYLE_DONE : FVIEW_STYLE_EDIT;
	const char *at = ft_arena_strndup(&lines->arena, line.at, line.len);
	const char *indent = "";

	while (*at) {
		int room = *indent ? width - 2 : width;
		size_t fits = fview_text_fit(at, room), most = fits;

		/* at a blank, if there is one */
		while (at[most] && fits > 0 && at[fits] != ' ')
			fits--;
		if (fits == 0)
			fits = most;
		fview_line(lines, style, 0, "%s%.*s", indent, (int)fits, at);
		if (fits == 0)
			break;
		at += fits + strspn(at + fits, " ");
		indent = "  ";
	}
}

static void
wrap_commands(const struct fview_app *app, int width, struct fview_lines *lines)
{
	const char *text = ft_str_text(&app->commands);
	struct ft_word line;

	while (ft_word_next(&text, "\n", &line))
		if (line.len > 0)
			wrap_line(lines, line, width);
}

/* As many commands as fit; the question stays visible. */
static void
put_commands(const struct fview_box *box, const struct fview_lines *lines)
{
	int room = box->rows - 2;

	for (int i = 0; i < room && (size_t)i < lines->n; i++)
		if (i + 1 == room && (size_t)i + 1 < lines->n)
			fview_put(box, i + 1, 1, FVIEW_STYLE_NOTE, "...");
		else
			fview_put(box, i + 1, 1, lines->item[i].style,
			    lines->item[i].text);
}

/* The width of the widest command, but not more than MOST. */
static int
widest(const struct fview_app *app, int most)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	int width = fview_text_width(QUESTION);

	wrap_commands(app, most, &lines);
	for (size_t i = 0; i < lines.n; i++)
		if (fview_text_width(lines.item[i].text) > width)
			width = fview_text_width(lines.item[i].text);
	return width < most ? width : most;
}

bool
fview_app_question(const struct fview_app *app, struct fview_grid *grid,
    struct fview_box *place)
{
	/* a frame and a blank on both sides */
	int rows = place->rows, cols = place->cols;
	int width = widest(app, cols > 5 ? cols - 4 : 1);
	struct fview_box box = { grid, 0, 0, 0, width + 4 }, inside;
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	if (!app->asking)
		return false;
	/* a frame, a blank row above and below the commands, the question */
	wrap_commands(app, width, &lines);
	box.rows = (int)lines.n + 5;
	if (box.rows > rows)
		box.rows = rows;
	grid->ascii = app->caps.ascii;
	fview_grid_clear(grid, box.rows, box.cols);
	inside = fview_frame(&box, "Write this to the store?");
	put_commands(&inside, &lines);
	fview_put(&inside, inside.rows - 1, 1, FVIEW_STYLE_KEY,
	    width >= fview_text_width(QUESTION) ? QUESTION : "y / n");
	*place = box;
	place->row = rows > box.rows ? (rows - box.rows) / 2 : 0;
	place->col = cols > box.cols ? (cols - box.cols) / 2 : 0;
	return true;
}

void
fview_app_frame(
    struct fview_app *app, int rows, int cols, struct fview_grid *grid)
{
	struct fview_grid over FT_CLEANUP(fview_grid_free) = { 0 };
	struct fview_box place;

	(void)fview_app_answer(app);
	while (fview_app_foresee(app))
		;
	fview_app_draw(app, rows, cols, grid);
	place = (struct fview_box){ NULL, 0, 0, grid->rows, grid->cols };
	if (!fview_app_question(app, &over, &place))
		return;
	for (int r = 0; r < over.rows && place.row + r < grid->rows; r++)
		for (int c = 0; c < over.cols && place.col + c < grid->cols;
		     c++)
			grid->cell[(size_t)(place.row + r) *
				       (size_t)grid->cols +
				   (size_t)(place.col + c)] =
			    *fview_cell_at(&over, r, c);
}
