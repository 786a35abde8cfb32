#include "fview/internal.h"

/*
 * The usage of each row of the tree as a bar: its part of all usage.
 */

static bool
is_over(const struct fview_scene *scene, uint32_t node)
{
	return scene->film->level_fs[node] < 1 && node != 0 &&
	       !scene->film->stepless;
}

static void
put_bar(const struct fview_scene *scene, const struct fview_box *box, int row,
    uint32_t node)
{
	ft_real all = scene->data->usage[0];
	ft_real part = all > 0 ? scene->data->usage[node] / all : 0;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	fview_add_bar(&str, part, box->cols);
	fview_put(box, row, 0,
	    is_over(scene, node) ? FVIEW_STYLE_OVER : FVIEW_STYLE_BAR,
	    ft_str_text(&str));
}

static void
put_row(const struct fview_scene *scene, const struct fview_box *box, int row,
    uint32_t node, int names)
{
	/* what the widest number, that of the root, leaves free */
	int spare = 11 - fview_text_width(fview_usage_of(
			     scene->texts, scene->data->usage[0]));
	const struct fview *view = scene->view;
	struct fview_box bar = { box->grid, box->row, box->col + names + 23,
		box->rows, box->cols - names - 24 };
	const char *usage =
	    fview_usage_of(scene->texts, scene->data->usage[node]);

	fview_put_branch(
	    scene, box, row, node, names + (spare > 0 ? spare : 0));
	fview_put(box, row, names + 12 - fview_text_width(usage),
	    FVIEW_STYLE_NORMAL, usage);
	if (scene->data->usage[0] > 0)
		fview_putf(box, row, names + 13, FVIEW_STYLE_NORMAL,
		    "%5.1Lf %%",
		    scene->data->usage[node] / scene->data->usage[0] * 100);
	if (is_over(scene, node))
		fview_put(box, row, names + 21, FVIEW_STYLE_OVER, ">");
	if (bar.cols > 0)
		put_bar(scene, &bar, row, node);
	if (!view->follow && node == view->select)
		fview_restyle(box, row, 0, names, FVIEW_STYLE_SELECT);
}

void
fview_draw_usage(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_box inside = fview_inside(box);
	uint32_t *row FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(inside.rows + 1) * sizeof *row);
	int n = fview_window(scene->view, inside.rows, row);
	int names = inside.cols / 3 < 40 ? inside.cols / 3 : 40;

	fview_frame(box, "usage, % of all · > over its share");
	for (int i = 0; i < n; i++)
		put_row(scene, &inside, i, row[i], names);
}
