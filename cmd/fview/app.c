#include "fview/app.h"

#include "files/outfile.h"
#include "fview/output/dump.h"
#include "fview/output/svg.h"
#include "fview/view_int.h"

enum ft_status
view_app_open(struct view_app *app, struct view_loader *loader,
    const struct view_caps *caps, struct ft_error *err)
{
	struct view_data *data;
	enum ft_status status = view_loader_read(loader, &data, err);

	*app = (struct view_app){ .loader = loader, .caps = *caps };
	if (status != FT_OK)
		return status;
	app->view = view_new(data);
	if (loader->lesson_name)
		view_set_lesson(app->view, &loader->played.lesson);
	return FT_OK;
}

void
view_app_close(struct view_app *app)
{
	if (app->view)
		view_free(app->view);
	ft_str_free(&app->commands);
}

/* ---- the store ---------------------------------------------------------------- */

static bool
renew(struct view_app *app)
{
	struct view_data *data;
	struct ft_error err = { 0 };

	if (view_loader_read(app->loader, &data, &err) != FT_OK) {
		view_say(app->view, err.text);
		return true;
	}
	view_renew(app->view, data);
	return true;
}

/* Said at once, and again when what a key said has been read. */
static bool
say_gone(struct view_app *app)
{
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };

	if (app->gone && !view_is_silent(app->view))
		return false;
	app->gone = true;
	ft_str_addf(&said, "the store is gone, this is how it was: %s",
	    app->loader->session.path);
	view_say(app->view, ft_str_text(&said));
	return true;
}

bool
view_app_watch(struct view_app *app)
{
	switch (view_loader_look(app->loader)) {
	case VIEW_STORE_SAME:
		break;
	case VIEW_STORE_CHANGED:
		app->gone = false;
		return renew(app);
	case VIEW_STORE_GONE:
		return say_gone(app);
	}
	return false;
}

static void
ask_apply(struct view_app *app)
{
	struct ft_error err = { 0 };

	ft_str_clear(&app->commands);
	view_edit_commands(app->view, &app->commands);
	if (view_loader_may_write(app->loader, &err) != FT_OK)
		view_say(app->view, err.text);
	else if (app->commands.len == 0)
		view_say(app->view, "nothing is edited (w edits)");
	else
		app->asking = true;
}

static void
apply(struct view_app *app)
{
	struct ft_error err = { 0 };
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t change;

	if (view_loader_apply(app->loader, ft_str_text(&app->commands), &change,
		&err) != FT_OK) {
		ft_str_addf(&said, "nothing was changed: %s", err.text);
	} else {
		renew(app);
		if (change == 0)
			ft_str_add(&said, "all of it is true already");
		else
			ft_str_addf(&said,
			    "applied: change %u (facctmgr undo %u takes it "
			    "back)",
			    change, change);
	}
	view_say(app->view, ft_str_text(&said));
}

/* A y behind another key is no answer any more. */
static void
answer(struct view_app *app, uint32_t key)
{
	app->asking = false;
	if (key == 'y' || key == 'Y')
		apply(app);
	else
		view_say(app->view, "nothing was changed");
}

/* ---- :save ---------------------------------------------------------------------- */

static bool
ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len >= n && strcmp(name + len - n, end) == 0;
}

/* The name says what it becomes. */
static void
save(struct view_app *app, int rows, int cols)
{
	const char *name = view_argument(app->view);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str said FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };
	struct view_grid grid FT_CLEANUP(view_grid_free);

	view_grid_init(&grid);
	view_app_frame(app, rows, cols, &grid);
	if (ends_with(name, ".svg"))
		view_svg_still(&text, &grid, "fview");
	else if (ends_with(name, ".ans"))
		view_ansi_lines(&text, &grid, app->colors);
	else
		view_dump_text(&text, &grid);
	if (ft_outfile_write(name, &text, &err) == FT_OK)
		ft_str_addf(&said, "saved: %s", name);
	else
		ft_str_add(&said, err.text);
	view_say(app->view, ft_str_text(&said));
}

/* ---- keys ----------------------------------------------------------------------- */

static void
grant(struct view_app *app, enum view_wish wish, int rows, int cols)
{
	switch (wish) {
	case VIEW_WISH_NONE:
		break;
	case VIEW_WISH_QUIT:
		app->quit = true;
		break;
	case VIEW_WISH_REDRAW:
		app->redraw = true;
		break;
	case VIEW_WISH_SUSPEND:
		app->suspend = true;
		break;
	case VIEW_WISH_SAVE:
		save(app, rows, cols);
		break;
	case VIEW_WISH_APPLY:
		ask_apply(app);
		break;
	}
}

void
view_app_press(struct view_app *app, uint32_t key, int rows, int cols)
{
	if (key == 3) /* Ctrl-C, where it is no signal */
		app->quit = true;
	else if (app->asking)
		answer(app, key);
	else
		grant(app, view_press(app->view, key, rows, cols), rows, cols);
}

void
view_app_mouse(
    struct view_app *app, const struct view_click *click, int rows, int cols)
{
	if (!app->asking)
		grant(
		    app, view_mouse(app->view, click, rows, cols), rows, cols);
}

/* ---- drawing -------------------------------------------------------------------- */

void
view_app_draw(
    const struct view_app *app, int rows, int cols, struct view_grid *grid)
{
	grid->ascii = app->caps.ascii;
	view_draw(app->view, &app->caps, rows, cols, grid);
}

#define QUESTION "y  yes, one change, can be undone    n  no"

/* A command as rows of WIDTH columns; all but the first start with blanks. */
static void
wrap_line(struct view_lines *lines, struct ft_word line, int width)
{
	enum view_style style =
	    *line.at == '#' ? VIEW_STYLE_DONE : VIEW_STYLE_EDIT;
	const char *at = ft_arena_strndup(&lines->arena, line.at, line.len);
	const char *indent = "";

	while (*at) {
		int room = *indent ? width - 2 : width;
		size_t fits = view_text_fit(at, room), most = fits;

		/* at a blank, if there is one */
		while (at[most] && fits > 0 && at[fits] != ' ')
			fits--;
		if (fits == 0)
			fits = most;
		view_line(lines, style, 0, "%s%.*s", indent, (int)fits, at);
		if (fits == 0)
			break;
		at += fits + strspn(at + fits, " ");
		indent = "  ";
	}
}

static void
wrap_commands(const struct view_app *app, int width, struct view_lines *lines)
{
	const char *text = ft_str_text(&app->commands);
	struct ft_word line;

	while (ft_word_next(&text, "\n", &line))
		if (line.len > 0)
			wrap_line(lines, line, width);
}

/* As many commands as there is room for; the question stays in sight. */
static void
put_commands(const struct view_box *box, const struct view_lines *lines)
{
	int room = box->rows - 2;

	for (int i = 0; i < room && (size_t)i < lines->n; i++)
		if (i + 1 == room && (size_t)i + 1 < lines->n)
			view_put(box, i + 1, 1, VIEW_STYLE_NOTE, "...");
		else
			view_put(box, i + 1, 1, lines->item[i].style,
			    lines->item[i].text);
}

/* The width of the widest command, but not more than MOST. */
static int
widest(const struct view_app *app, int most)
{
	struct view_lines lines FT_CLEANUP(view_lines_free) = { 0 };
	int width = view_text_width(QUESTION);

	wrap_commands(app, most, &lines);
	for (size_t i = 0; i < lines.n; i++)
		if (view_text_width(lines.item[i].text) > width)
			width = view_text_width(lines.item[i].text);
	return width < most ? width : most;
}

bool
view_app_question(
    const struct view_app *app, struct view_grid *grid, struct view_box *place)
{
	/* a frame and a blank on both sides */
	int rows = place->rows, cols = place->cols;
	int width = widest(app, cols > 5 ? cols - 4 : 1);
	struct view_box box = { grid, 0, 0, 0, width + 4 }, inside;
	struct view_lines lines FT_CLEANUP(view_lines_free) = { 0 };

	if (!app->asking)
		return false;
	/* a frame, a blank row above and below the commands, the question */
	wrap_commands(app, width, &lines);
	box.rows = (int)lines.n + 5;
	if (box.rows > rows)
		box.rows = rows;
	grid->ascii = app->caps.ascii;
	view_grid_clear(grid, box.rows, box.cols);
	inside = view_frame(&box, "Write this to the store?");
	put_commands(&inside, &lines);
	view_put(&inside, inside.rows - 1, 1, VIEW_STYLE_KEY,
	    width >= view_text_width(QUESTION) ? QUESTION : "y / n");
	*place = box;
	place->row = rows > box.rows ? (rows - box.rows) / 2 : 0;
	place->col = cols > box.cols ? (cols - box.cols) / 2 : 0;
	return true;
}

void
view_app_frame(
    const struct view_app *app, int rows, int cols, struct view_grid *grid)
{
	struct view_grid over FT_CLEANUP(view_grid_free) = { 0 };
	struct view_box place;

	view_app_draw(app, rows, cols, grid);
	place = (struct view_box){ NULL, 0, 0, grid->rows, grid->cols };
	if (!view_app_question(app, &over, &place))
		return;
	for (int r = 0; r < over.rows && place.row + r < grid->rows; r++)
		for (int c = 0; c < over.cols && place.col + c < grid->cols;
		     c++)
			grid->cell[(size_t)(place.row + r) *
				       (size_t)grid->cols +
				   (size_t)(place.col + c)] =
			    *view_cell_at(&over, r, c);
}
