/* timeline.c - the timeline, and the sentence above it. */

#include "fview/internal.h"

/* The timeline: the part of the film already played, and the rest. */
static void
put_bar(const struct fview_scene *scene, const struct fview_box *bar)
{
	size_t n = scene->film->n, at = scene->cursor;
	int done =
	    n > 0 ? (int)((at * (size_t)bar->cols + n / 2) / n) : bar->cols;

	for (int col = 0; col < bar->cols; col++)
		fview_put(bar, 0, col,
		    col < done ? FVIEW_STYLE_BAR : FVIEW_STYLE_DONE,
		    col < done ? "━" : "─");
}

static void
add_if_fits(struct ft_str *str, const char *text, int cols)
{
	if (fview_text_width(str->data) + fview_text_width(text) <= cols)
		ft_str_add(str, text);
}

/* In COLS columns: "37/911 by user 2x 1:21 left · playing". */
static void
add_title(const struct fview_scene *scene, int cols, struct ft_str *str)
{
	const struct fview *view = scene->view;
	static const char left[] = " left", follow[] = " · F: follow";
	struct ft_str state FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&state, view->playing ? " · playing" : " · paused");
	if (view->what)
		ft_str_add(&state, " · what if");
	if (view->held)
		ft_str_addf(&state, " · held%s",
		    view->waiting ? ": a change waits" : "");

	ft_str_addf(str, "%zu/%zu ", scene->cursor, scene->film->n);
	fview_add_pace(view, str);
	if (scene->cursor < scene->film->n) {
		ft_str_add_char(str, ' ');
		fview_add_clock(str, fview_rest(view));
		add_if_fits(str, left, cols - fview_text_width(state.data));
	}
	ft_str_add(str, state.data);
	if (!view->follow)
		add_if_fits(str, follow, cols);
}

/* Whether the cursor asks about somebody, and no panel BESIDE the tree answers. */
static bool
is_asked(const struct fview *view, bool beside)
{
	return !beside && !view->follow && view->page <= FVIEW_PAGE_TABLE;
}

/* What happens, or who is at the cursor. */
static void
add_now(const struct fview *view, bool beside, struct ft_str *str)
{
	const struct fview_data *data = fview_shown(view);

	if (is_asked(view, beside))
		fview_add_standing(
		    data, fview_visible(view, view->select), str);
	else if (view->cursor > 0)
		fview_add_sentence(data, view->cursor - 1, str);
	else if (fview_is_empty(data))
		ft_str_add(str,
		    "no users yet: `fimport sshare FILE` or `facctmgr add` "
		    "brings some");
	else
		ft_str_addf(str,
		    data->film->stepless ? "%s: no places yet"
					 : "%s: the walk has not begun",
		    data->cluster);
}

/* ---- the sentence --------------------------------------------------------- */

#define NARROW 60 /* columns in which many sentences need two rows */
#define LOW    14 /* rows of a screen that has no second one to spare */

static int
rows_of(const char *text, int cols)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_line(&lines, FVIEW_STYLE_NOTE, 0, "%s", text);
	return fview_lines_rows(&lines, cols);
}

int
fview_timeline_rows(const struct fview *view, bool beside, int rows, int cols)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	int need;

	if (rows < LOW)
		return 1;
	add_now(view, beside, &str);
	need = rows_of(ft_str_text(&str), cols - 4);
	/* an answer that only this place can give gets a third row */
	if (cols < NARROW)
		return is_asked(view, beside) && need > 2 ? 3 : 2;
	return need > 1 ? 2 : 1;
}

static void
abbreviate(struct ft_str *text)
{
	static const char words[] = "level fairshare";
	char *found = strstr(text->data, words);
	size_t skip = sizeof words - 1;

	if (!found)
		return;
	memcpy(found, "LF", 2);
	memmove(found + 2, found + skip, strlen(found + skip) + 1);
	text->len -= skip - 2;
}

/* No number is cut in the middle: what is least important is left out first. */
static void
put_sentence(
    const struct fview_scene *scene, const struct fview_box *box, bool beside)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_now(scene->view, beside, &str);
	if (rows_of(str.data, box->cols) > box->rows)
		abbreviate(&str);
	while (
	    rows_of(str.data, box->cols) > box->rows && fview_drop_clause(&str))
		;
	fview_line(&lines, FVIEW_STYLE_NOTE, 0, "%s", str.data);
	if (box->rows > 1)
		(void)fview_lines_draw(&lines, box, 0);
	else
		fview_put_fit(box, 0, 0, FVIEW_STYLE_NOTE, str.data);
}

void
fview_draw_timeline(
    const struct fview_scene *scene, const struct fview_layout *layout)
{
	struct fview_box inside = fview_inside(&layout->timeline);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_title(scene, layout->timeline.cols - 6, &str);
	fview_frame(&layout->timeline, str.data);
	inside.col++;
	inside.cols -= 2;
	inside.rows--;
	put_sentence(scene, &inside, layout->side.rows > 0);
	put_bar(scene, &layout->bar);
}

/* Only text, as much as fits. */
void
fview_draw_line_mode(const struct fview_scene *scene)
{
	struct fview_grid *grid = scene->grid;
	struct fview_box all = { grid, 0, 0, grid->rows, grid->cols };
	struct fview_box body = all;
	struct fview_lines lines FT_CLEANUP(
	    fview_lines_free) = { .cols = grid->cols };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const struct fview_event *now = scene->now;
	bool walk = scene->view->page == FVIEW_PAGE_TREE;

	if (walk && grid->rows == 1)
		ft_str_addf(&str, "%zu/%zu ", scene->cursor, scene->film->n);
	if (walk)
		add_now(scene->view, false, &str);
	else
		ft_str_addf(&str,
		    "this page needs %dx%d characters; F2: the walk",
		    FVIEW_LINE_COLS, FVIEW_LINE_ROWS);
	if (scene->view->message.len > 0) {
		ft_str_clear(&str);
		ft_str_add(&str, scene->view->message.data);
	}
	fview_line(&lines, FVIEW_STYLE_NORMAL, 0, "%s", str.data);
	if (walk && now && now->kind == FT_EVENT_LEVEL_FS)
		fview_add_equation(scene->data, now->node, &lines);
	if (walk && grid->rows > 1) {
		body.rows--;
		ft_str_clear(&str);
		ft_str_addf(&str, "%zu/%zu %s", scene->cursor, scene->film->n,
		    scene->view->playing ? "playing" : "paused");
		fview_put_fit(
		    &all, grid->rows - 1, 0, FVIEW_STYLE_TITLE, str.data);
	}
	(void)fview_lines_draw(&lines, &body, 0);
}
