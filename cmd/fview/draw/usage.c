#include "fview/view_int.h"

/*
 * What each row of the tree used, as a bar: its part of all usage.
 */

static bool
is_over(const struct view_scene *scene, uint32_t node)
{
	return scene->film->level_fs[node] < 1 && node != 0 &&
	       !scene->film->stepless;
}

static void
put_bar(const struct view_scene *scene, const struct view_box *box, int row,
    uint32_t node)
{
	ft_real all = scene->data->usage[0];
	ft_real part = all > 0 ? scene->data->usage[node] / all : 0;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	view_add_bar(&str, part, box->cols);
	view_put(box, row, 0,
	    is_over(scene, node) ? VIEW_STYLE_OVER : VIEW_STYLE_BAR,
	    ft_str_text(&str));
}

static void
put_row(const struct view_scene *scene, const struct view_box *box, int row,
    uint32_t node, int names)
{
	const struct view *view = scene->view;
	struct view_box bar = { box->grid, box->row, box->col + names + 23,
		box->rows, box->cols - names - 24 };
	const char *usage =
	    view_usage_of(scene->texts, scene->data->usage[node]);

	view_put_branch(scene, box, row, node, names);
	view_put(box, row, names + 12 - view_text_width(usage),
	    VIEW_STYLE_NORMAL, usage);
	if (scene->data->usage[0] > 0)
		view_putf(box, row, names + 13, VIEW_STYLE_NORMAL, "%5.1Lf %%",
		    scene->data->usage[node] / scene->data->usage[0] * 100);
	if (is_over(scene, node))
		view_put(box, row, names + 21, VIEW_STYLE_OVER, ">");
	if (bar.cols > 0)
		put_bar(scene, &bar, row, node);
	if (!view->follow && node == view->select)
		view_restyle(box, row, 0, names, VIEW_STYLE_SELECT);
}

void
view_draw_usage(const struct view_scene *scene, const struct view_box *box)
{
	struct view_box inside = view_inside(box);
	uint32_t *row FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(inside.rows + 1) * sizeof *row);
	int n = view_window(scene->view, inside.rows, row);
	int names = inside.cols / 3 < 40 ? inside.cols / 3 : 40;

	view_frame(box, "usage now, part of all of it · > more than its share");
	for (int i = 0; i < n; i++)
		put_row(scene, &inside, i, row[i], names);
}
