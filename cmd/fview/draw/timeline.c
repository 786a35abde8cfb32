
#include "fview/view_int.h"

/* The bar: what has been, and what is to come. */
static void
put_bar(const struct view_scene *scene, const struct view_box *bar)
{
	size_t n = scene->film->n, at = scene->cursor;
	int done =
	    n > 0 ? (int)((at * (size_t)bar->cols + n / 2) / n) : bar->cols;

	for (int col = 0; col < bar->cols; col++)
		view_put(bar, 0, col,
		    col < done ? VIEW_STYLE_BAR : VIEW_STYLE_DONE,
		    col < done ? "━" : "─");
}

static void
add_title(const struct view_scene *scene, struct ft_str *str)
{
	const struct view *view = scene->view;

	ft_str_addf(str, "%zu/%zu %s %s", scene->cursor, scene->film->n,
	    view_speed_text(view), view->playing ? "playing" : "paused");
	if (view->what)
		ft_str_add(str, " · what if");
	if (view->held)
		ft_str_addf(
		    str, " · held%s", view->waiting ? ": a change waits" : "");
	if (!view->follow)
		ft_str_add(str, " · F follows");
}

static void
add_now(const struct view_scene *scene, struct ft_str *str)
{
	if (scene->cursor > 0)
		view_add_sentence(scene->data, scene->cursor - 1, str);
	else
		ft_str_addf(str,
		    scene->film->stepless ? "%s: not ranked yet"
					  : "%s: the walk has not begun",
		    scene->data->cluster);
}

void
view_draw_timeline(
    const struct view_scene *scene, const struct view_layout *layout)
{
	struct view_box inside = view_inside(&layout->timeline);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_title(scene, &str);
	view_frame(&layout->timeline, str.data);
	ft_str_clear(&str);
	add_now(scene, &str);
	inside = view_left(&inside, inside.cols - 1);
	view_put_fit(&inside, 0, 1, VIEW_STYLE_NOTE, ft_str_text(&str));
	put_bar(scene, &layout->bar);
}

/* Nothing but text, as much as there is room for. */
void
view_draw_line_mode(const struct view_scene *scene)
{
	struct view_grid *grid = scene->grid;
	struct view_box all = { grid, 0, 0, grid->rows, grid->cols };
	struct view_box body = all;
	struct view_lines lines FT_CLEANUP(
	    view_lines_free) = { .cols = grid->cols };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const struct view_event *now = scene->now;

	if (grid->rows == 1)
		ft_str_addf(&str, "%zu/%zu ", scene->cursor, scene->film->n);
	add_now(scene, &str);
	if (scene->view->message.len > 0) {
		ft_str_clear(&str);
		ft_str_add(&str, scene->view->message.data);
	}
	view_line(&lines, VIEW_STYLE_NORMAL, 0, "%s", str.data);
	if (now && (now->kind == FT_EVENT_LEVEL_FS))
		view_add_equation(scene->data, now->node, &lines);
	if (grid->rows > 1) {
		body.rows--;
		ft_str_clear(&str);
		ft_str_addf(&str, "%zu/%zu %s", scene->cursor, scene->film->n,
		    scene->view->playing ? "playing" : "paused");
		view_put_fit(&all, grid->rows - 1, 0, VIEW_STYLE_KEY, str.data);
	}
	(void)view_lines_draw(&lines, &body, 0);
}
