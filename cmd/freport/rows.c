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
