/* rows.c - rows of a report being made. */

#include "freport/freport.h"

struct freport_row *
freport_add_row(struct freport_rows *rows, const struct freport *report,
    const struct freport_data *data)
{
	struct freport_row *row = ft_vec_add(rows->item, rows->n, rows->cap);

	*row = (struct freport_row){ .report = report,
		.cluster = ft_arena_strdup(&rows->arena, data->cluster) };
	return row;
}

const char *
freport_join(
    struct ft_arena *arena, const char *a, const char *between, const char *b)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&text, "%s%s%s", a, between, b);
	return ft_arena_strdup(arena, ft_str_text(&text));
}

bool
freport_asks(const struct freport_request *request,
    const struct freport_data *data, uint32_t node)
{
	const struct ft_arglist *list = &request->list[FREPORT_WORD_ACCOUNTS];

	for (; list->n && node != FT_ROLLUP_NONE;
	     node = data->node[node].parent) {
		bool root = data->node[node].parent == FT_ROLLUP_NONE;

		if (ft_arglist_have(list, data->node[node].account) &&
		    !(root && request->rootless))
			return true;
		if (request->exact)
			return false;
	}
	return list->n == 0;
}

const char *
freport_account(struct freport_rows *rows,
    const struct freport_request *request, const struct freport_data *data,
    uint32_t node, bool indent)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (uint32_t up = data->node[node].parent;
	     indent && up != FT_ROLLUP_NONE && freport_asks(request, data, up);
	     up = data->node[up].parent)
		ft_str_add_char(&text, ' ');
	ft_str_add(&text, data->node[node].account);
	return ft_arena_strdup(&rows->arena, ft_str_text(&text));
}

const char *
freport_tres(
    struct freport_rows *rows, const struct freport_data *data, size_t tres)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_tres_add_name(&name, &data->tres.item[tres]);
	return ft_arena_strdup(&rows->arena, ft_str_text(&name));
}
