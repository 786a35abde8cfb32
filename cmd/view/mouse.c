#include "view/view_int.h"

static bool
is_in(const struct view_box *box, int row, int col)
{
	return row >= box->row && row < box->row + box->rows &&
	       col >= box->col && col < box->col + box->cols;
}

static void
click_tree(struct view *view, const struct view_box *box, int row)
{
	struct view_box inside = view_inside(box);
	uint32_t *list FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(inside.rows + 1) * sizeof *list);
	int n = view_window(view, inside.rows, list), i = row - inside.row;

	if (i >= 0 && i < n) {
		/* the second click on an account folds it */
		if (!view->follow && view->select == list[i])
			view_fold_row(view, 0);
		else
			view_select(view, list[i]);
		view->focus = VIEW_FOCUS_TREE;
	}
}

static void
wheel(struct view *view, const struct view_layout *layout, int steps, int row,
    int col)
{
	enum view_focus focus = view->focus;

	view->focus = is_in(&layout->ranks, row, col)  ? VIEW_FOCUS_RANKS
		      : is_in(&layout->tree, row, col) ? VIEW_FOCUS_TREE
		      : is_in(&layout->side, row, col) ? VIEW_FOCUS_SIDE
						       : VIEW_FOCUS_TREE;
	view_cursor_keys(view, steps);
	view->focus = focus;
}

enum view_wish
view_mouse(struct view *view, int button, int row, int col, int rows, int cols)
{
	const struct view_box screen = { NULL, 0, 0, rows, cols };
	struct view_layout layout;

	view->rows = rows;
	view->cols = cols;
	view_lay_out(view, &screen, &layout);
	if (layout.line)
		return VIEW_WISH_NONE;
	if (button == 4 || button == 5) {
		wheel(view, &layout, button == 4 ? -3 : 3, row, col);
	} else if (button == 1 && is_in(&layout.bar, row, col)) {
		size_t at = (size_t)(col - layout.bar.col);
		size_t last = (size_t)layout.bar.cols - 1;

		view_go(
		    view, last > 0 ? view_count(view) * at / last : 0, false);
	} else if (button == 1 && is_in(&layout.tree, row, col) &&
		   view->page == VIEW_PAGE_TREE) {
		click_tree(view, &layout.tree, row);
	} else if (button == 1 && view->page == VIEW_PAGE_USAGE &&
		   is_in(&layout.top, row, col)) {
		click_tree(view, &layout.top, row);
	} else if (button == 1 && view->page == VIEW_PAGE_TABLE &&
		   is_in(&layout.top, row, col)) {
		view_table_click(view, row - layout.top.row - 2,
		    view_inside(&layout.top).rows - 1);
	} else if (button == 1 && view->page == VIEW_PAGE_QUEUE &&
		   is_in(&layout.top, row, col)) {
		struct view_box list = view_queue_list(view, &layout.top);

		view_queue_click(
		    view, row - list.row - 2, view_inside(&list).rows - 1);
	}
	return VIEW_WISH_NONE;
}
