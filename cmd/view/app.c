#include "view/app.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "view/dump.h"
#include "view/svg.h"

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
		return false;
	}
	view_renew(app->view, data);
	return true;
}

bool
view_app_watch(struct view_app *app)
{
	return view_loader_changed(app->loader) && renew(app);
}

/* Returns whether there is a command among the lines of TEXT. */
static bool
has_command(const char *text)
{
	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		if (*text != '#' && *text != '\n')
			return true;
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
	else if (!has_command(app->commands.data))
		view_say(app->view,
		    "no command sets usage: such edits stay in the view");
	else
		app->asking = true;
}

static void
apply(struct view_app *app)
{
	struct ft_error err = { 0 };
	struct ft_str said = { 0 };
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
	ft_str_free(&said);
}

/* Other keys than these leave the question open. */
static void
answer(struct view_app *app, uint32_t key)
{
	if (key == 'y' || key == 'Y') {
		app->asking = false;
		apply(app);
	} else if (key == 'n' || key == 'N' || key == 'q' ||
		   key == VIEW_KEY_ESCAPE) {
		app->asking = false;
		view_say(app->view, "nothing was changed");
	}
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
	struct ft_str text = { 0 }, said = { 0 };
	struct ft_error err = { 0 };
	struct view_grid grid;

	view_grid_init(&grid);
	view_app_frame(app, rows, cols, &grid);
	if (ends_with(name, ".svg"))
		view_svg_still(&text, &grid, "fview");
	else if (ends_with(name, ".ans"))
		view_ansi_lines(&text, &grid, app->colors);
	else
		view_dump_text(&text, &grid);
	if (view_write_file(name, &text, &err) == FT_OK)
		ft_str_addf(&said, "saved: %s", name);
	else
		ft_str_add(&said, err.text);
	view_say(app->view, ft_str_text(&said));
	view_grid_free(&grid);
	ft_str_free(&said);
	ft_str_free(&text);
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
    struct view_app *app, int button, int row, int col, int rows, int cols)
{
	if (!app->asking)
		grant(app, view_mouse(app->view, button, row, col, rows, cols),
		    rows, cols);
}

/* ---- drawing -------------------------------------------------------------------- */

void
view_app_draw(
    const struct view_app *app, int rows, int cols, struct view_grid *grid)
{
	grid->ascii = app->caps.ascii;
	view_draw(app->view, &app->caps, rows, cols, grid);
}

struct question {
	int rows, cols; /* inside the frame */
};

static struct question
measure(const char *text, int rows, int cols)
{
	struct question size = { 3, 46 };

	for (size_t len; *text; text += len + (text[len] == '\n')) {
		char *line;
		int width;

		len = strcspn(text, "\n");
		line = ft_strndup(text, len);
		width = view_text_width(line) + 2;
		if (width > size.cols)
			size.cols = width;
		size.rows++;
		ft_free(line);
	}
	if (size.rows > rows - 2)
		size.rows = rows - 2;
	if (size.cols > cols - 2)
		size.cols = cols - 2;
	return size;
}

/* As many commands as there is room for; the question stays in sight. */
static void
put_commands(struct view_grid *grid, const struct view_box *box,
    const char *text, int room)
{
	int row = 1;

	for (size_t len; *text; text += len + (text[len] == '\n')) {
		bool last = row == room;
		char *line;

		len = strcspn(text, "\n");
		line = ft_strndup(text, len);
		if (last && text[len] && text[len + 1]) {
			view_put(grid, box, row, 1, VIEW_STYLE_NOTE, "...");
			ft_free(line);
			break;
		}
		view_put_fit(grid, box, row++, 1, box->cols - 2,
		    *line == '#' ? VIEW_STYLE_DONE : VIEW_STYLE_EDIT, line);
		ft_free(line);
	}
}

bool
view_app_question(const struct view_app *app, int rows, int cols,
    struct view_grid *grid, int *row, int *col)
{
	struct question size;
	struct view_box box, inside;

	if (!app->asking)
		return false;
	size = measure(ft_str_text(&app->commands), rows, cols);
	if (size.rows < 1)
		size.rows = 1;
	if (size.cols < 1)
		size.cols = 1;
	box = (struct view_box){ 0, 0, size.rows + 2, size.cols + 2 };
	grid->ascii = app->caps.ascii;
	view_grid_clear(grid, box.rows, box.cols);
	inside = view_frame(grid, &box, "Write this to the store?");
	put_commands(
	    grid, &inside, ft_str_text(&app->commands), inside.rows - 2);
	view_put(grid, &inside, inside.rows - 1, 1, VIEW_STYLE_KEY,
	    inside.cols > 44 ? "y  yes, one change, can be undone    n  no"
			     : "y / n");
	*row = rows > box.rows ? (rows - box.rows) / 2 : 0;
	*col = cols > box.cols ? (cols - box.cols) / 2 : 0;
	return true;
}

void
view_app_frame(
    const struct view_app *app, int rows, int cols, struct view_grid *grid)
{
	struct view_grid over;
	int row, col;

	view_app_draw(app, rows, cols, grid);
	view_grid_init(&over);
	if (view_app_question(app, grid->rows, grid->cols, &over, &row, &col)) {
		for (int r = 0; r < over.rows && row + r < grid->rows; r++) {
			for (int c = 0; c < over.cols && col + c < grid->cols;
			     c++)
				grid->cell[(size_t)(row + r) *
					       (size_t)grid->cols +
					   (size_t)(col + c)] =
				    *view_cell_at(&over, r, c);
		}
	}
	view_grid_free(&over);
}
