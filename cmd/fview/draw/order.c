/* order.c - nodes in the order of a column: rows of the table, siblings. */

#include "fview/draw/table.h"

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

/* Blank cells sort before all others; a field without a column sorts by id. */
static void
set_key(const struct fview_data *data, struct keyed *key,
    const struct fview_table_column *column)
{
	struct ft_share_values values;

	key->number = -1;
	if (!column) {
		key->number = (ft_real)data->tree->id[key->node];
	} else if (column->shown == FVIEW_SHOWN_NAME) {
		key->text = fview_name(data, key->node);
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

/* In the tree accounts have places, too: the first one sorts them. */
static void
set_place_key(const struct fview_data *data, struct keyed *key)
{
	uint32_t first, last;

	if (fview_film_places(
		data->film, key->node, data->film->n, &first, &last))
		key->number = (ft_real)first;
}

void
fview_order_sort(
    const struct fview *view, enum fview_page page, uint32_t *node, uint32_t n)
{
	int column = fview_column_of(page, view->sort_field);
	struct keyed *key FT_CLEANUP(ft_free_at) =
	    ft_calloc((size_t)n + 1, sizeof *key);

	for (uint32_t i = 0; i < n; i++) {
		key[i].node = node[i];
		key[i].order = i;
		key[i].down = view->sort_down;
		set_key(fview_shown(view), &key[i],
		    column < 0 ? NULL : &fview_columns[column]);
		if (page == FVIEW_PAGE_TREE && column == FVIEW_COLUMN_PLACE &&
		    !ft_tree_is_user(fview_shown(view)->tree, node[i]))
			set_place_key(fview_shown(view), &key[i]);
	}
	qsort(key, n, sizeof *key, compare_keys);
	for (uint32_t i = 0; i < n; i++)
		node[i] = key[i].node;
}

/* ---- the siblings of the tree --------------------------------------------- */

void
fview_order_forget(struct fview *view)
{
	struct fview_order *order = &view->order;

	for (uint32_t i = 0; i < order->n; i++)
		ft_free(order->list[i]);
	ft_free(order->list);
	ft_free(order->size);
	ft_free(order->place);
	*order = (struct fview_order){ 0 };
	if (view->sort_field < 0)
		return;
	order->n = fview_shown(view)->tree->n;
	order->list = ft_calloc(order->n, sizeof *order->list);
	order->size = ft_calloc(order->n, sizeof *order->size);
	order->place = ft_calloc(order->n, sizeof *order->place);
}

/*
 * Each level is sorted when it is first drawn.  The children of an account
 * change only when others are merged into it, and then their number does.
 */
const uint32_t *
fview_order_of(const struct fview *view, uint32_t account, const uint32_t *list,
    uint32_t n)
{
	const struct fview_order *order = &view->order;

	if (order->n == 0)
		return list;
	if (order->size[account] != n) {
		order->list[account] =
		    ft_realloc(order->list[account], n, sizeof *list);
		order->size[account] = n;
		memcpy(order->list[account], list, n * sizeof *list);
		fview_order_sort(
		    view, FVIEW_PAGE_TREE, order->list[account], n);
	}
	return order->list[account];
}

/* The places are noted when one is asked for that is not right. */
uint32_t
fview_order_place(
    const struct fview_order *order, uint32_t account, uint32_t node)
{
	const uint32_t *list = order->list[account];
	uint32_t n = order->size[account];

	if (order->place[node] >= n || list[order->place[node]] != node)
		for (uint32_t i = 0; i < n; i++)
			order->place[list[i]] = i;
	return order->place[node];
}
