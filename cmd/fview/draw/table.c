
#include "fview/draw/table.h"

/*
 * The share table: which rows it has, and in which order.  Its columns are those
 * of `fshare -l`.
 */

#define OF(member) offsetof(struct ft_share_values, member)
const struct fview_table_column fview_columns[FVIEW_COLUMNS] = {
	{ FT_SHARES_ACCOUNT, FVIEW_SHOWN_ACCOUNT, 0, 0 },
	{ FT_SHARES_USER, FVIEW_SHOWN_USER, 0, 0 },
	{ FT_SHARES_RAW_SHARES, FVIEW_SHOWN_SHARES, 0, 0 },
	{ FT_SHARES_NORM_SHARES, FVIEW_SHOWN_DOUBLE, OF(norm_shares), 0 },
	{ FT_SHARES_RAW_USAGE, FVIEW_SHOWN_USAGE, 0, 0 },
	{ FT_SHARES_NORM_USAGE, FVIEW_SHOWN_REAL, OF(norm_usage),
	    OF(has_norm_usage) },
	{ FT_SHARES_EFFECTIVE_USAGE, FVIEW_SHOWN_REAL, OF(effective_usage), 0 },
	{ FT_SHARES_FAIR_SHARE, FVIEW_SHOWN_DOUBLE, OF(factor),
	    OF(has_factor) },
	{ FT_SHARES_LEVEL_FS, FVIEW_SHOWN_REAL, OF(level_fs),
	    OF(has_level_fs) },
	{ FT_SHARES_PLACE, FVIEW_SHOWN_PLACE, 0, 0 },
};

void
fview_values(const struct fview_data *data, uint32_t node,
    struct ft_share_values *values)
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
	uint32_t order; /* position in the tree: the last sort key */
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
fview_table_number(const struct fview_data *data, uint32_t node,
    const struct ft_share_values *values,
    const struct fview_table_column *column, ft_real *number)
{
	const char *base = (const char *)values;
	double real;

	switch (column->shown) {
	case FVIEW_SHOWN_ACCOUNT:
	case FVIEW_SHOWN_USER:
		return false;
	case FVIEW_SHOWN_SHARES:
		*number = (ft_real)data->tree->shares[node];
		return !(data->tree->flags[node] & FT_NODE_PARENT);
	case FVIEW_SHOWN_USAGE:
		*number = data->usage[node];
		return true;
	case FVIEW_SHOWN_PLACE:
		*number = (ft_real)values->rank;
		return values->rank > 0;
	case FVIEW_SHOWN_REAL:
		memcpy(number, base + column->at, sizeof *number);
		break;
	case FVIEW_SHOWN_DOUBLE:
		memcpy(&real, base + column->at, sizeof real);
		*number = (ft_real)real;
		break;
	}
	return !column->has || *(const bool *)(base + column->has);
}

/* Returns the column of FIELD, NULL if the table has none. */
static const struct fview_table_column *
column_of(int field)
{
	for (int i = 0; i < FVIEW_COLUMNS; i++)
		if ((int)fview_columns[i].field == field)
			return &fview_columns[i];
	return NULL;
}

/* Blank cells sort before all others; a field without a column sorts by id. */
static void
set_key(const struct fview_data *data, struct keyed *key,
    const struct fview_table_column *column)
{
	struct ft_share_values values;

	key->number = -1;
	if (!column) {
		key->number = (ft_real)data->tree->id[key->node];
	} else if (column->shown == FVIEW_SHOWN_ACCOUNT) {
		key->text =
		    ft_tree_account(data->tree, &data->names, key->node);
		key->text = key->text ? key->text : "";
	} else if (column->shown == FVIEW_SHOWN_USER) {
		key->text = ft_tree_user(data->tree, &data->names, key->node);
		key->text = key->text ? key->text : "";
	} else {
		fview_values(data, key->node, &values);
		if (!fview_table_number(
			data, key->node, &values, column, &key->number))
			key->number = -1;
	}
}

static void
sort_rows(struct fview *view)
{
	const struct fview_data *data = fview_shown(view);
	const struct fview_table_column *column = column_of(view->sort_field);
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
		sort_rows(view);
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

void
fview_table_sort(struct fview *view, int turn)
{
	const struct fview_table_column *column = column_of(view->sort_field);
	const struct fview_table_column *next =
	    column ? column + 1 : fview_columns;

	if (view->page != FVIEW_PAGE_TABLE) {
		fview_notify(view, true, "the table is sorted: press t first");
		return;
	}
	if (turn)
		view->sort_down = !view->sort_down;
	else
		view->sort_field = next < fview_columns + FVIEW_COLUMNS
				       ? (int)next->field
				       : -1;
	fview_table_fill(view);
	if (view->sort_field < 0)
		fview_notify(view, false, "in the order of the tree");
	else
		fview_notify(view, false, "sorted by %s%s",
		    ft_shares_fields[view->sort_field].name,
		    view->sort_down ? ", from the top down" : "");
}

bool
fview_table_sort_by(struct fview *view, const char *word)
{
	bool down = *word == '-';
	const struct ft_column *field = ft_columns_find(
	    ft_shares_fields, word + down, strlen(word + down), FT_RELEASE_ANY);

	if (!field || !word[down])
		return false;
	view->sort_field = (int)(field - ft_shares_fields);
	if (view->sort_field == FT_SHARES_RANK)
		view->sort_field = FT_SHARES_PLACE;
	view->sort_down = down;
	view->page = FVIEW_PAGE_TABLE;
	fview_table_fill(view);
	return true;
}
