
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

/* In COLS columns: "37/911 by user 2x 1:21 left · playing". */
static void
add_title(const struct fview_scene *scene, int cols, struct ft_str *str)
{
	const struct fview *view = scene->view;
	const char *state = view->playing ? " · playing" : " · paused";
	const char *left = " left";

	ft_str_addf(str, "%zu/%zu ", scene->cursor, scene->film->n);
	fview_add_pace(view, str);
	if (scene->cursor < scene->film->n) {
		ft_str_add_char(str, ' ');
		fview_add_clock(str, fview_rest(view));
		if (fview_text_width(str->data) + fview_text_width(left) +
			fview_text_width(state) <=
		    cols)
			ft_str_add(str, left);
	}
	ft_str_add(str, state);
	if (view->what)
		ft_str_add(str, " · what if");
	if (view->held)
		ft_str_addf(
		    str, " · held%s", view->waiting ? ": a change waits" : "");
	if (!view->follow)
		ft_str_add(str, " · F: follow");
}

static void
add_now(const struct fview_scene *scene, struct ft_str *str)
{
	if (scene->cursor > 0)
		fview_add_sentence(scene->data, scene->cursor - 1, str);
	else
		ft_str_addf(str,
		    scene->film->stepless ? "%s: no places yet"
					  : "%s: the walk has not begun",
		    scene->data->cluster);
}

void
fview_draw_timeline(
    const struct fview_scene *scene, const struct fview_layout *layout)
{
	struct fview_box inside = fview_inside(&layout->timeline);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_title(scene, layout->timeline.cols - 6, &str);
	fview_frame(&layout->timeline, str.data);
	ft_str_clear(&str);
	add_now(scene, &str);
	inside = fview_left(&inside, inside.cols - 1);
	fview_put_fit(&inside, 0, 1, FVIEW_STYLE_NOTE, ft_str_text(&str));
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

	if (grid->rows == 1)
		ft_str_addf(&str, "%zu/%zu ", scene->cursor, scene->film->n);
	add_now(scene, &str);
	if (scene->view->message.len > 0) {
		ft_str_clear(&str);
		ft_str_add(&str, scene->view->message.data);
	}
	fview_line(&lines, FVIEW_STYLE_NORMAL, 0, "%s", str.data);
	if (now && (now->kind == FT_EVENT_LEVEL_FS))
		fview_add_equation(scene->data, now->node, &lines);
	if (grid->rows > 1) {
		body.rows--;
		ft_str_clear(&str);
		ft_str_addf(&str, "%zu/%zu %s", scene->cursor, scene->film->n,
		    scene->view->playing ? "playing" : "paused");
		fview_put_fit(
		    &all, grid->rows - 1, 0, FVIEW_STYLE_TITLE, str.data);
	}
	(void)fview_lines_draw(&lines, &body, 0);
}
