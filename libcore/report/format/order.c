#include "report/format/order.h"

struct key {
	struct ft_value value;
	size_t place;
	const struct ft_order *order;
};

/* A word in a column of numbers ("parent") counts as unset. */
static bool
is_set(const struct ft_value *value)
{
	enum ft_column_type type = value->column->type;

	if (value->ordered)
		return true;
	if (type == FT_COLUMN_UINT || type == FT_COLUMN_REAL)
		return value->kind != FT_VALUE_UNSET &&
		       value->kind != FT_VALUE_TEXT;
	return value->kind != FT_VALUE_UNSET;
}

static int
compare(const void *a_key, const void *b_key)
{
	const struct key *a = a_key, *b = b_key;
	bool a_set = is_set(&a->value), b_set = is_set(&b->value);
	int place = (a->place > b->place) - (a->place < b->place), order;

	if (a_set != b_set)
		return a_set == a->order->first ? 1 : -1;
	if (!a_set)
		return a->order->turn ? -place : place;
	order = ft_value_compare(&a->value, &b->value, a->order->near);
	if (order != 0)
		return a->order->down ? -order : order;
	return place;
}

/* Returns the indices of rows 0 to N-1 in their new order (the caller frees
 * them). */
static size_t *
sort_places(const struct ft_order *order, size_t n)
{
	struct key *key FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *key);
	size_t *place = ft_alloc((n + 1) * sizeof *place);
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_str room FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct ft_value *value = &key[i].value;

		key[i].order = order;
		key[i].place = i;
		value->room = &room;
		ft_column_value(
		    order->column, order->row(order->ctx, i), value);
		if (order->none && value->kind == FT_VALUE_UNSET)
			ft_value_text(value, order->none);
		if (value->kind == FT_VALUE_TEXT && value->text == room.data)
			value->text = ft_arena_strdup(&arena, value->text);
	}
	qsort(key, n, sizeof *key, compare);
	for (size_t i = 0; i < n; i++)
		place[i] = key[i].place;
	return place;
}

/* An array whose elements are what columns show. */
struct elements {
	const char *rows;
	size_t size;
};

static const void *
element(void *ctx, size_t i)
{
	const struct elements *elements = ctx;

	return elements->rows + i * elements->size;
}

void
ft_order_sort(const struct ft_order *order, void *rows, size_t n, size_t size)
{
	struct elements elements = { rows, size };
	struct ft_order by = *order;
	size_t *place FT_CLEANUP(ft_free_at) = NULL;
	char *copy FT_CLEANUP(ft_free_at) = ft_alloc((n + 1) * size);

	if (!by.row) {
		by.row = element;
		by.ctx = &elements;
	}
	place = sort_places(&by, n);
	for (size_t i = 0; i < n; i++)
		memcpy(copy + i * size, elements.rows + place[i] * size, size);
	if (n)
		memcpy(rows, copy, n * size);
}
