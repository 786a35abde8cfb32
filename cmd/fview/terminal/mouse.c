/* mouse.c - clicks and the wheel. */

#include "fview/internal.h"

static bool
is_in(const struct fview_box *box, const struct fview_click *click)
{
	return click->row >= box->row && click->row < box->row + box->rows &&
	       click->col >= box->col && click->col < box->col + box->cols;
}

static void
click_tree(struct fview *view, const struct fview_box *box, int row)
{
	struct fview_box inside = fview_inside(box);
	uint32_t *list FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(inside.rows + 1) * sizeof *list);
	int n = fview_window(view, inside.rows, list), i = row - inside.row;

	if (i >= 0 && i < n) {
		/* the second click on an account folds it */
		if (!view->follow && view->select == list[i])
			fview_fold_row(view, 0);
		else
			fview_select(view, list[i]);
		view->focus = FVIEW_FOCUS_TREE;
	}
}

static void
wheel(struct fview *view, const struct fview_layout *layout, int steps,
    const struct fview_click *click)
{
	enum fview_focus focus = view->focus;

	view->focus = is_in(&layout->places, click)   ? FVIEW_FOCUS_PLACES
		      : is_in(&layout->lesson, click) ? FVIEW_FOCUS_LESSON
		      : is_in(&layout->tree, click)   ? FVIEW_FOCUS_TREE
		      : is_in(&layout->side, click)   ? FVIEW_FOCUS_SIDE
						      : FVIEW_FOCUS_TREE;
	fview_cursor_keys(view, steps);
	view->focus = focus;
}

/* Button 1 anywhere on the page that SCENE is. */
static void
click_page(struct fview *view, const struct fview_scene *scene,
    const struct fview_box *top, const struct fview_click *click)
{
	struct fview_box list = *top;
	int row = click->row;

	if (view->page == FVIEW_PAGE_USAGE) {
		click_tree(view, top, row);
	} else if (view->page == FVIEW_PAGE_TABLE && row == list.row + 1) {
		fview_table_click_head(
		    view, fview_table_column(scene, top, click->col));
	} else if (view->page == FVIEW_PAGE_TABLE) {
		fview_table_click(
		    view, row - list.row - 2, fview_inside(&list).rows - 1);
	} else if (view->page == FVIEW_PAGE_QUEUE) {
		list = fview_queue_list(view, top);
		fview_queue_click(
		    view, row - list.row - 2, fview_inside(&list).rows - 1);
	}
}

enum fview_app_action
fview_mouse(
    struct fview *view, const struct fview_click *click, int rows, int cols)
{
	const struct fview_box screen = { NULL, 0, 0, rows, cols };
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct fview_layout layout;
	struct fview_scene scene;

	view->rows = rows;
	view->cols = cols;
	scene = fview_scene_of(view, &texts);
	fview_lay_out(&scene, &screen, &layout);
	if (layout.line)
		return FVIEW_APP_NONE;
	if (click->button == 1 && is_in(&layout.keys, click)) {
		uint32_t key = fview_footer_key(view, cols, click->col);

		return key == FVIEW_KEY_NONE
			   ? FVIEW_APP_NONE
			   : fview_press(view, key, rows, cols);
	}
	if (click->button == 4 || click->button == 5) {
		wheel(view, &layout, click->button == 4 ? -3 : 3, click);
	} else if (click->button == 1 && is_in(&layout.bar, click)) {
		size_t at = (size_t)(click->col - layout.bar.col);
		size_t last = (size_t)layout.bar.cols - 1;

		fview_go(
		    view, last > 0 ? fview_count(view) * at / last : 0, false);
	} else if (click->button == 1 && view->page == FVIEW_PAGE_TREE &&
		   is_in(&layout.tree, click)) {
		if (click->row == layout.tree.row)
			fview_table_click_head(
			    view, fview_tree_column(
				      &scene, &layout.tree, click->col));
		else
			click_tree(view, &layout.tree, click->row);
	} else if (click->button == 1 && is_in(&layout.top, click)) {
		click_page(view, &scene, &layout.top, click);
	}
	return FVIEW_APP_NONE;
}
