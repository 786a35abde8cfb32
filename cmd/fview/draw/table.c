
#include "fview/draw/table.h"

/*
 * The rows of the share table: which there are and in which order.  The
 * columns are those of `fshare -l`.
 */

#define OF(member) offsetof(struct ft_share_values, member)
const struct view_table_column view_columns[VIEW_COLUMNS] = {
	{ SHARE_ACCOUNT, VIEW_SHOWN_ACCOUNT, 0, 0 },
	{ SHARE_USER, VIEW_SHOWN_USER, 0, 0 },
	{ SHARE_RAW_SHARES, VIEW_SHOWN_SHARES, 0, 0 },
	{ SHARE_NORM_SHARES, VIEW_SHOWN_DOUBLE, OF(norm_shares), 0 },
	{ SHARE_RAW_USAGE, VIEW_SHOWN_USAGE, 0, 0 },
	{ SHARE_NORM_USAGE, VIEW_SHOWN_REAL, OF(norm_usage),
	    OF(has_norm_usage) },
	{ SHARE_EFFECTIVE_USAGE, VIEW_SHOWN_REAL, OF(effective_usage), 0 },
	{ SHARE_FAIR_SHARE, VIEW_SHOWN_DOUBLE, OF(factor), OF(has_factor) },
	{ SHARE_LEVEL_FS, VIEW_SHOWN_REAL, OF(level_fs), OF(has_level_fs) },
	{ SHARE_RANK, VIEW_SHOWN_RANK, 0, 0 },
};

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
	bool down;
	uint32_t order; /* in the tree's order: the last key */
	uint32_t node;
};

static int
compare_keys(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	int order = x->text ? strcmp(x->text, y->text)
			    : ft_real_cmp(x->number, y->number);

	if (order)
		return x->down ? -order : order;
	return (x->order > y->order) - (x->order < y->order);
}

bool
view_table_number(const struct view_data *data, uint32_t node,
    const struct ft_share_values *values,
    const struct view_table_column *column, ft_real *number)
{
	const char *base = (const char *)values;
	double real;

	switch (column->shown) {
	case VIEW_SHOWN_ACCOUNT:
	case VIEW_SHOWN_USER:
		return false;
	case VIEW_SHOWN_SHARES:
		*number = (ft_real)data->tree->shares[node];
		return !(data->tree->flags[node] & FT_NODE_PARENT);
	case VIEW_SHOWN_USAGE:
		*number = data->usage[node];
		return true;
	case VIEW_SHOWN_RANK:
		*number = (ft_real)values->rank;
		return values->rank > 0;
	case VIEW_SHOWN_REAL:
		memcpy(number, base + column->at, sizeof *number);
		break;
	case VIEW_SHOWN_DOUBLE:
		memcpy(&real, base + column->at, sizeof real);
		*number = (ft_real)real;
		break;
	}
	return !column->has || *(const bool *)(base + column->has);
}

/* Returns the column of FIELD, NULL if the table has none. */
static const struct view_table_column *
column_of(int field)
{
	for (int i = 0; i < VIEW_COLUMNS; i++)
		if ((int)view_columns[i].field == field)
			return &view_columns[i];
	return NULL;
}

/* What is blank comes before all others; a field of no column: by id. */
static void
set_key(const struct view_data *data, struct keyed *key,
    const struct view_table_column *column)
{
	struct ft_share_values values;

	key->number = -1;
	if (!column) {
		key->number = (ft_real)data->tree->id[key->node];
	} else if (column->shown == VIEW_SHOWN_ACCOUNT) {
		key->text =
		    ft_tree_account(data->tree, &data->names, key->node);
		key->text = key->text ? key->text : "";
	} else if (column->shown == VIEW_SHOWN_USER) {
		key->text = ft_tree_user(data->tree, &data->names, key->node);
		key->text = key->text ? key->text : "";
	} else {
		view_values(data, key->node, &values);
		if (!view_table_number(
			data, key->node, &values, column, &key->number))
			key->number = -1;
	}
}

static void
sort_rows(struct view *view)
{
	const struct view_data *data = view_shown(view);
	const struct view_table_column *column = column_of(view->sort_field);
	struct keyed *key FT_CLEANUP(ft_free_at) =
	    ft_calloc(view->n_row + 1, sizeof *key);

	for (uint32_t i = 0; i < view->n_row; i++) {
		key[i].node = view->row[i];
		key[i].order = i;
		key[i].down = view->sort_down;
		set_key(data, &key[i], column);
	}
	qsort(key, view->n_row, sizeof *key, compare_keys);
	for (uint32_t i = 0; i < view->n_row; i++)
		view->row[i] = key[i].node;
}

/* ---- choice --------------------------------------------------------------- */

static bool
is_wanted(const struct view *view, uint32_t node)
{
	const struct view_data *data = view_shown(view);

	if (view->limit != 0 && !ft_tree_below(data->tree, node, view->limit))
		return false;
	return view->words.len == 0 ||
	       view_holds(ft_tree_account(data->tree, &data->names, node),
		   &view->words) ||
	       view_holds(
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
	if (view->n_row > 0)
		choose(view, (uint32_t)view_list_move(
				 view->row_select, view->n_row, steps));
}

void
view_table_click(struct view *view, int row, int n)
{
	size_t at = view_list_at(view->row_select, view->n_row, n, row);

	if (at < view->n_row)
		choose(view, (uint32_t)at);
}

/* ---- sorting -------------------------------------------------------------- */

void
view_table_sort(struct view *view, int turn)
{
	const struct view_table_column *column = column_of(view->sort_field);
	const struct view_table_column *next =
	    column ? column + 1 : view_columns;

	if (view->page != VIEW_PAGE_TABLE) {
		view_tell(view, true, "the table is sorted: press t first");
		return;
	}
	if (turn)
		view->sort_down = !view->sort_down;
	else
		view->sort_field =
		    next < view_columns + VIEW_COLUMNS ? (int)next->field : -1;
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
	const struct ft_column *field = ft_columns_find(
	    share_fields, word + down, strlen(word + down), true);

	if (!field || !word[down])
		return false;
	view->sort_field = (int)(field - share_fields);
	view->sort_down = down;
	view->page = VIEW_PAGE_TABLE;
	view_table_fill(view);
	return true;
}
