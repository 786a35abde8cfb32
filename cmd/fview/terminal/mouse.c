#include "fview/view_int.h"

static bool
is_in(const struct view_box *box, const struct view_click *click)
{
	return click->row >= box->row && click->row < box->row + box->rows &&
	       click->col >= box->col && click->col < box->col + box->cols;
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
wheel(struct view *view, const struct view_layout *layout, int steps,
    const struct view_click *click)
{
	enum view_focus focus = view->focus;

	view->focus = is_in(&layout->ranks, click)  ? VIEW_FOCUS_RANKS
		      : is_in(&layout->tree, click) ? VIEW_FOCUS_TREE
		      : is_in(&layout->side, click) ? VIEW_FOCUS_SIDE
						    : VIEW_FOCUS_TREE;
	view_cursor_keys(view, steps);
	view->focus = focus;
}

/* Button 1 somewhere on the page. */
static void
click_page(struct view *view, const struct view_box *top, int row)
{
	struct view_box list = *top;

	if (view->page == VIEW_PAGE_USAGE) {
		click_tree(view, top, row);
	} else if (view->page == VIEW_PAGE_TABLE) {
		view_table_click(
		    view, row - list.row - 2, view_inside(&list).rows - 1);
	} else if (view->page == VIEW_PAGE_QUEUE) {
		list = view_queue_list(view, top);
		view_queue_click(
		    view, row - list.row - 2, view_inside(&list).rows - 1);
	}
}

enum view_wish
view_mouse(
    struct view *view, const struct view_click *click, int rows, int cols)
{
	const struct view_box screen = { NULL, 0, 0, rows, cols };
	struct view_layout layout;

	view->rows = rows;
	view->cols = cols;
	view_lay_out(view, &screen, &layout);
	if (layout.line)
		return VIEW_WISH_NONE;
	if (click->button == 4 || click->button == 5) {
		wheel(view, &layout, click->button == 4 ? -3 : 3, click);
	} else if (click->button == 1 && is_in(&layout.bar, click)) {
		size_t at = (size_t)(click->col - layout.bar.col);
		size_t last = (size_t)layout.bar.cols - 1;

		view_go(
		    view, last > 0 ? view_count(view) * at / last : 0, false);
	} else if (click->button == 1 && view->page == VIEW_PAGE_TREE &&
		   is_in(&layout.tree, click)) {
		click_tree(view, &layout.tree, click->row);
	} else if (click->button == 1 && is_in(&layout.top, click)) {
		click_page(view, &layout.top, click->row);
	}
	return VIEW_WISH_NONE;
}
