#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "view/table.h"
#include "view/view_int.h"

/*
 * The rows of the share table: which there are and in which order.  The
 * columns are those of `fshare -l`.
 */

const enum share_field view_columns[VIEW_COLUMNS] = { SHARE_ACCOUNT, SHARE_USER,
	SHARE_RAW_SHARES, SHARE_NORM_SHARES, SHARE_RAW_USAGE, SHARE_NORM_USAGE,
	SHARE_EFFECTIVE_USAGE, SHARE_FAIR_SHARE, SHARE_LEVEL_FS, SHARE_RANK };

void
view_values(
    const struct view_data *data, uint32_t node, struct ft_share_values *values)
{
	struct ft_share_input input = {
		.tree = data->tree, .usage = data->usage, .params = data->params
	};

	ft_share_values_of(&input, &data->share, node, values);
}

/* ---- order ---------------------------------------------------------------- */

struct keyed {
	const char *text;
	ft_real number;
	uint32_t order; /* in the tree's order: the last key */
	uint32_t node;
};

static int
compare_up(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	int order = x->text ? strcmp(x->text, y->text)
			    : ft_real_cmp(x->number, y->number);

	return order ? order : (x->order > y->order) - (x->order < y->order);
}

static int
compare_down(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	int order = x->text ? strcmp(y->text, x->text)
			    : ft_real_cmp(y->number, x->number);

	return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* The number of a field; what is blank comes before all others. */
static ft_real
number_of(const struct view_data *data, uint32_t node, enum share_field field)
{
	struct ft_share_values values;

	view_values(data, node, &values);
	switch ((int)field) {
	case SHARE_RAW_SHARES:
		return data->tree->flags[node] & FT_NODE_PARENT
			   ? -1
			   : (ft_real)data->tree->shares[node];
	case SHARE_NORM_SHARES:
		return (ft_real)values.norm_shares;
	case SHARE_RAW_USAGE:
		return data->usage[node];
	case SHARE_NORM_USAGE:
		return values.has_norm_usage ? values.norm_usage : -1;
	case SHARE_EFFECTIVE_USAGE:
		return values.effective_usage;
	case SHARE_FAIR_SHARE:
		return values.has_factor ? (ft_real)values.factor : -1;
	case SHARE_LEVEL_FS:
		return values.has_level_fs ? values.level_fs : -1;
	case SHARE_RANK:
		return values.rank > 0 ? (ft_real)values.rank : -1;
	default:
		return (ft_real)data->tree->id[node];
	}
}

static void
set_key(const struct view_data *data, struct keyed *key, int field)
{
	const char *user = ft_tree_user(data->tree, &data->names, key->node);

	if (field == SHARE_ACCOUNT) {
		key->text =
		    ft_tree_account(data->tree, &data->names, key->node);
		key->text = key->text ? key->text : "";
	} else if (field == SHARE_USER) {
		key->text = user ? user : "";
	} else {
		key->number =
		    number_of(data, key->node, (enum share_field)field);
	}
}

static void
sort_rows(struct view *view)
{
	const struct view_data *data = view_shown(view);
	struct keyed *key FT_CLEANUP(ft_free_at) =
	    ft_calloc(view->n_row + 1, sizeof *key);

	for (uint32_t i = 0; i < view->n_row; i++) {
		key[i].node = view->row[i];
		key[i].order = i;
		set_key(data, &key[i], view->sort_field);
	}
	qsort(key, view->n_row, sizeof *key,
	    view->sort_down ? compare_down : compare_up);
	for (uint32_t i = 0; i < view->n_row; i++)
		view->row[i] = key[i].node;
}

/* ---- choice --------------------------------------------------------------- */

static bool
holds(const char *text, const struct ft_str *word)
{
	for (; text && *text; text++) {
		if (strncasecmp(text, word->data, word->len) == 0)
			return true;
	}
	return false;
}

static bool
is_wanted(const struct view *view, uint32_t node)
{
	const struct view_data *data = view_shown(view);

	if (view->limit != 0 && !ft_tree_below(data->tree, node, view->limit))
		return false;
	return view->words.len == 0 ||
	       holds(ft_tree_account(data->tree, &data->names, node),
		   &view->words) ||
	       holds(
		   ft_tree_user(data->tree, &data->names, node), &view->words);
}

void
view_table_fill(struct view *view)
{
	const struct view_data *data = view_shown(view);
	uint32_t *order, n = 0;

	if (view->page != VIEW_PAGE_TABLE)
		return;
	order = ft_alloc(data->tree->n * sizeof *order);
	ft_tree_display_order(data->tree, &data->names, order);
	for (uint32_t i = 0; i < data->tree->n; i++) {
		if (is_wanted(view, order[i]))
			order[n++] = order[i];
	}
	ft_free(view->row);
	view->row = order;
	view->n_row = n;
	if (view->sort_field >= 0)
		sort_rows(view);
	view_table_show(view, view_selected(view));
}

void
view_table_show(struct view *view, uint32_t node)
{
	view->row_select = 0;
	for (uint32_t i = 0; i < view->n_row; i++) {
		if (view->row[i] == node)
			view->row_select = i;
	}
}

static void
choose(struct view *view, uint32_t index)
{
	view->row_select = index;
	view->select = view->row[index];
	view->follow = false;
	view_reveal(view, view->select);
	view->top = view->select;
}

void
view_table_move(struct view *view, int steps)
{
	int64_t at = (int64_t)view->row_select + steps;

	if (view->n_row == 0)
		return;
	if (at >= view->n_row)
		at = view->n_row - 1;
	choose(view, at < 0 ? 0 : (uint32_t)at);
}

uint32_t
view_table_top(const struct view *view, int rows)
{
	uint32_t n = rows > 0 ? (uint32_t)rows : 1;
	uint32_t top = view->row_select > n / 2 ? view->row_select - n / 2 : 0;

	if (top + n > view->n_row)
		top = view->n_row > n ? view->n_row - n : 0;
	return top;
}

void
view_table_click(struct view *view, int row, int n)
{
	uint32_t at = view_table_top(view, n) + (uint32_t)(row < 0 ? 0 : row);

	if (row >= 0 && row < n && at < view->n_row)
		choose(view, at);
}

/* ---- sorting -------------------------------------------------------------- */

void
view_table_sort(struct view *view, int turn)
{
	int column = -1;

	if (view->page != VIEW_PAGE_TABLE) {
		view_tell(view, true, "the table is sorted: press t first");
		return;
	}
	for (int i = 0; i < VIEW_COLUMNS; i++) {
		if ((int)view_columns[i] == view->sort_field)
			column = i;
	}
	if (turn)
		view->sort_down = !view->sort_down;
	else
		view->sort_field = column + 1 < VIEW_COLUMNS
				       ? (int)view_columns[column + 1]
				       : -1;
	view_table_fill(view);
	if (view->sort_field < 0)
		view_tell(view, false, "in the order of the tree");
	else
		view_tell(view, false, "sorted by %s%s",
		    share_fields[view->sort_field].name,
		    view->sort_down ? ", from the top down" : "");
}

bool
view_table_sort_by(struct view *view, const char *word)
{
	bool down = *word == '-';
	const struct ft_field *field =
	    ft_field_find(share_fields, word + down, strlen(word + down), true);

	if (!field || !word[down])
		return false;
	view->sort_field = field->id;
	view->sort_down = down;
	view->page = VIEW_PAGE_TABLE;
	view_table_fill(view);
	return true;
}
