/*
 * levels.c - a small table of S, U and LevelFS, for the panel beside the tree.
 */

#include "fview/internal.h"

#define LEVELS 7 /* of a path, at most */

/* Columns of the table; the names have what the others leave. */
#define NAME_COLS  8
#define LEVEL_COLS 10
#define PART_COLS  9
#define PLACE_COLS 8

/* The texts of one row. */
struct row {
	const char *name, *level, *shares, *usage, *place;
};

/* Put ROW into as many columns as there are: without S and U if they are few. */
static void
add_row(
    const struct row *row, enum fview_style style, struct fview_lines *lines)
{
	bool wide =
	    lines->cols >= NAME_COLS + LEVEL_COLS + 2 * PART_COLS + PLACE_COLS;
	int cols =
	    lines->cols - LEVEL_COLS - PLACE_COLS - (wide ? 2 * PART_COLS : 0);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	fview_add_cut(&str, row->name, cols > 2 ? cols : 2);
	for (int at = fview_text_width(ft_str_text(&str)); at < cols; at++)
		ft_str_add_char(&str, ' ');
	ft_str_addf(&str, "%*s", LEVEL_COLS, row->level);
	if (wide)
		ft_str_addf(&str, "%*s%*s", PART_COLS, row->shares, PART_COLS,
		    row->usage);
	ft_str_addf(&str, "%*s", PLACE_COLS, row->place);
	fview_line(lines, style, 0, "%s", str.data);
}

static void
add_node(const struct fview_data *data, uint32_t node, bool last,
    struct fview_lines *lines)
{
	const struct fview_film *film = data->film;
	struct ft_arena *arena = &lines->arena;
	uint32_t above = fview_film_above(film, node, film->n);
	const uint32_t *list;
	uint32_t n =
	    fview_film_children(film, data->tree, above, film->n, &list);
	struct row row = { .name = fview_name_of(arena, data, node),
		.level = fview_real_of(arena, film->level_fs[node]),
		.shares = fview_real_of(arena, (ft_real)film->shares[node]),
		.usage = fview_real_of(arena, film->usage[node]),
		.place = "" };

	if (data->tree->flags[node] & FT_NODE_PARENT)
		row.shares = "parent";
	/* accounts with parent shares stand in no list */
	if (ft_tree_is_user(data->tree, node) ||
	    !(data->tree->flags[node] & FT_NODE_PARENT))
		row.place = ft_arena_text(arena, "%" PRIu32 "/%" PRIu32,
		    fview_film_place(film, data->tree, node, film->n) + 1, n);
	add_row(&row, last ? FVIEW_STYLE_TITLE : FVIEW_STYLE_NORMAL, lines);
}

void
fview_level_table(const struct fview_data *data, const uint32_t *node, size_t n,
    struct fview_lines *lines)
{
	static const struct row header = { "", "LevelFS", "S", "U", "place" };

	if (data->film->stepless || n == 0)
		return;
	add_row(&header, FVIEW_STYLE_DONE, lines);
	for (size_t i = 0; i < n; i++)
		add_node(data, node[i], i + 1 == n, lines);
}

void
fview_path_table(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines)
{
	uint32_t path[LEVELS];
	size_t at = LEVELS;

	for (; node != 0 && at > 0; node = data->film->family[node])
		path[--at] = node;
	if (node != 0)
		fview_line(
		    lines, FVIEW_STYLE_DONE, 0, "(the last %d levels)", LEVELS);
	fview_level_table(data, path + at, LEVELS - at, lines);
}
