/*
 * levels.c - a small table of LevelFS, S and U, for the panel beside the tree.
 */

#include "fview/internal.h"

#define LEVELS    7 /* of a path, at most */
#define NAME_COLS 8 /* left for names; S and U give way to them */

enum { NAME, LEVEL, PLACE, SHARES, USAGE, COLUMNS };

struct row {
	const char *text[COLUMNS];
};

struct table {
	struct row row[LEVELS + 1]; /* the first has the headings */
	size_t n;
	int width[COLUMNS];
	int columns; /* that are shown */
};

/* ---- what is in it -------------------------------------------------------- */

static void
put_node(const struct fview_data *data, uint32_t node, struct ft_arena *arena,
    struct row *row)
{
	const struct fview_film *film = data->film;
	uint32_t above = fview_film_above(film, node, film->n);
	bool parent = data->tree->flags[node] & FT_NODE_PARENT;
	const uint32_t *list;
	uint32_t n =
	    fview_film_children(film, data->tree, above, film->n, &list);

	row->text[NAME] = fview_name_of(arena, data, node);
	row->text[LEVEL] = fview_real_of(arena, film->level_fs[node]);
	row->text[SHARES] =
	    parent ? "parent"
		   : fview_real_of(arena, (ft_real)film->shares[node]);
	row->text[USAGE] = fview_real_of(arena, film->usage[node]);
	/* accounts with parent shares stand in no list */
	row->text[PLACE] =
	    parent && !ft_tree_is_user(data->tree, node)
		? ""
		: ft_arena_text(arena, "%" PRIu32 "/%" PRIu32,
		      fview_film_place(film, data->tree, node, film->n) + 1, n);
}

/* ---- how wide it is ------------------------------------------------------- */

/* Drop a column, or the two of S and U; false: none but the first is left. */
static bool
narrower(struct table *table)
{
	if (table->columns <= PLACE)
		return false;
	table->columns = table->columns > SHARES ? SHARES : PLACE;
	return true;
}

/* Leave S and U out rather than cut the names, then the places. */
static void
fit(struct table *table, int cols)
{
	int all;

	for (size_t i = 0; i < table->n; i++)
		for (int k = 0; k < COLUMNS; k++) {
			int width = fview_text_width(table->row[i].text[k]);

			if (width > table->width[k])
				table->width[k] = width;
		}
	table->columns = COLUMNS;
	do {
		all = 0;
		for (int k = LEVEL; k < table->columns; k++)
			all += 1 + table->width[k];
	} while (all + NAME_COLS > cols && narrower(table));
	if (table->width[NAME] > cols - all)
		table->width[NAME] = cols - all > 2 ? cols - all : 2;
}

static void
add_row(const struct table *table, const struct row *row,
    enum fview_style style, struct fview_lines *lines)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	fview_add_cut(&str, row->text[NAME], table->width[NAME]);
	for (int at = fview_text_width(ft_str_text(&str));
	     at < table->width[NAME]; at++)
		ft_str_add_char(&str, ' ');
	for (int k = LEVEL; k < table->columns; k++)
		ft_str_addf(&str, " %*s", table->width[k], row->text[k]);
	fview_line(lines, style, 0, "%s", str.data);
}

void
fview_level_table(const struct fview_data *data, const uint32_t *node, size_t n,
    struct fview_lines *lines)
{
	struct table table = { .row[0].text = {
				   "", "LevelFS", "Place", "S", "U" } };

	if (data->film->stepless || n == 0)
		return;
	for (table.n = 1; table.n <= n && table.n <= LEVELS; table.n++)
		put_node(data, node[table.n - 1], &lines->arena,
		    &table.row[table.n]);
	fit(&table, lines->cols);
	for (size_t i = 0; i < table.n; i++)
		add_row(&table, &table.row[i],
		    i == 0             ? FVIEW_STYLE_DONE
		    : i + 1 == table.n ? FVIEW_STYLE_TITLE
				       : FVIEW_STYLE_NORMAL,
		    lines);
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
