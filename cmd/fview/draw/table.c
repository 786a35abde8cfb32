
#include "fview/draw/table.h"

/* The share table: which rows it has, and by which column they are sorted. */

/* ---- choice --------------------------------------------------------------- */

static bool
is_wanted(const struct fview *view, uint32_t node)
{
	const struct fview_data *data = fview_shown(view);

	if (view->limit != 0 && !ft_tree_below(data->tree, node, view->limit))
		return false;
	return view->words.len == 0 ||
	       fview_holds(ft_tree_account(data->tree, &data->names, node),
		   &view->words) ||
	       fview_holds(
		   ft_tree_user(data->tree, &data->names, node), &view->words);
}

void
fview_table_fill(struct fview *view)
{
	const struct fview_data *data = fview_shown(view);
	uint32_t *order, n = 0;

	fview_order_forget(view);
	if (view->page != FVIEW_PAGE_TABLE)
		return;
	order = ft_alloc(data->tree->n * sizeof *order);
	ft_tree_display_order(
	    data->tree, &data->names, FT_SIBLINGS_NAME, order);
	for (uint32_t i = 0; i < data->tree->n; i++) {
		if (is_wanted(view, order[i]))
			order[n++] = order[i];
	}
	ft_free(view->row);
	view->row = order;
	view->n_row = n;
	if (view->sort_field >= 0)
		fview_order_sort(
		    view, FVIEW_PAGE_TABLE, view->row, view->n_row);
	fview_table_show(view, fview_selected(view));
}

void
fview_table_show(struct fview *view, uint32_t node)
{
	view->row_select = 0;
	for (uint32_t i = 0; i < view->n_row; i++) {
		if (view->row[i] == node)
			view->row_select = i;
	}
}

static void
choose(struct fview *view, uint32_t index)
{
	view->row_select = index;
	view->select = view->row[index];
	view->follow = false;
	fview_reveal(view, view->select);
	view->top = view->select;
}

void
fview_table_move(struct fview *view, int steps)
{
	if (view->n_row > 0)
		choose(view, (uint32_t)fview_list_move(
				 view->row_select, view->n_row, steps));
}

void
fview_table_click(struct fview *view, int row, int n)
{
	size_t at = fview_list_at(view->row_select, view->n_row, n, row);

	if (at < view->n_row)
		choose(view, (uint32_t)at);
}

/* ---- sorting -------------------------------------------------------------- */

/* The field of the next column of PAGE that sorts; -1 after the last. */
static int
next_field(enum fview_page page, int field)
{
	int i = field < 0 ? -1 : fview_column_of(page, field);

	if (field >= 0 && i < 0)
		return -1;
	for (i++; i < FVIEW_COLUMNS; i++)
		if (fview_columns[i].field >= 0 && fview_column_on(page, i))
			return fview_columns[i].field;
	return -1;
}

/* The order is another one: show it, and say so. */
static void
resort(struct fview *view)
{
	bool tree = view->page == FVIEW_PAGE_TREE;

	fview_table_fill(view);
	if (view->sort_field < 0)
		fview_notify(view, false,
		    tree ? "in the order of the walk"
			 : "in the order of the tree");
	else
		fview_notify(view, false, "sorted by %s%s%s",
		    ft_shares_fields[view->sort_field].name,
		    view->sort_down ? ", from the top down" : "",
		    tree ? "; s: next column, then the walk again" : "");
}

void
fview_table_sort(struct fview *view, int turn)
{
	enum fview_page page = view->page;

	if (page != FVIEW_PAGE_TABLE && page != FVIEW_PAGE_TREE) {
		fview_notify(view, true,
		    "the tree and the table are sorted: press t first");
		return;
	}
	if (turn)
		view->sort_down = !view->sort_down;
	else
		view->sort_field = next_field(page, view->sort_field);
	resort(view);
}

void
fview_table_click_head(struct fview *view, int column)
{
	const struct fview_table_column *at =
	    column < 0 ? NULL : &fview_columns[column];
	bool first;

	if (!at || at->field < 0)
		return;
	/* names from A, places from 1, other numbers from the largest */
	first = at->shown != FVIEW_SHOWN_NAME &&
		at->shown != FVIEW_SHOWN_ACCOUNT &&
		at->shown != FVIEW_SHOWN_USER && at->shown != FVIEW_SHOWN_PLACE;
	if (column != fview_column_of(view->page, view->sort_field)) {
		view->sort_field = at->field;
		view->sort_down = first;
	} else if (view->sort_down == first) {
		view->sort_down = !first;
	} else {
		view->sort_field = -1;
	}
	resort(view);
}

bool
fview_table_shows(int field)
{
	return fview_column_of(FVIEW_PAGE_TABLE, field) >= 0;
}

bool
fview_table_sort_by(struct fview *view, const char *word)
{
	bool down = *word == '-';
	const struct ft_column *field = ft_columns_find(
	    ft_shares_fields, word + down, strlen(word + down), FT_RELEASE_ANY);

	int index = field ? (int)(field - ft_shares_fields) : -1;

	if (index == FT_SHARES_RANK)
		index = FT_SHARES_PLACE;
	if (!word[down] || !fview_table_shows(index))
		return false;
	view->sort_field = index;
	view->sort_down = down;
	if (view->page != FVIEW_PAGE_TREE ||
	    fview_column_of(FVIEW_PAGE_TREE, view->sort_field) < 0)
		view->page = FVIEW_PAGE_TABLE;
	resort(view);
	return true;
}
