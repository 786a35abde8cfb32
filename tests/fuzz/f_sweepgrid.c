/* Grids of a sweep, a key a line: as many points as values make, each named.  A line
 * that begins with ? is a text of --against. */
#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "fsim/sweep/sweep.h"

#define FEW 1000 /* points that are compared with a row */

/* What names a row has its values, and no row fits that has others. */
static void
compare(const struct sweep_grid *grid, const char *line)
{
	struct sweep_against against = { .text = line };
	struct ft_error err = { 0 };
	struct sweep_table table;
	bool parsed;

	sweep_table_init(&table);
	sweep_table_of_grid(&table, grid, 0);
	parsed = sweep_against_parse(&against, &table, &err) == FT_OK;
	must(parsed || (*err.text && !strchr(err.text, '\n')), "a reason");
	for (size_t k = 0; parsed && k < table.n_key; k++)
		must(!against.value[k] || strstr(line, against.value[k]),
		    "a value of the text");
	for (size_t i = 0; parsed && i < grid->points; i++) {
		const char **text = ft_calloc(grid->n + 1, sizeof *text);
		bool same = true;

		for (size_t k = 0; k < grid->n; k++) {
			text[k] = sweep_grid_value(grid, i, k);
			same = same && (!against.value[k] ||
					   !strcmp(against.value[k], text[k]));
		}
		must(sweep_against_fits(&against, &table, text) == same,
		    "rows with these values fit");
		ft_free(text);
	}
	if (parsed && sweep_against_check(&against, grid, &table, &err))
		must(*err.text && !strchr(err.text, '\n'), "a reason");
	ft_arena_clear(&against.arena);
	sweep_table_free(&table);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size), *end;
	struct ft_str name = { 0 };
	struct ft_error err = { 0 };
	struct sweep_grid grid;
	const char *against = NULL;
	size_t points = 1;

	sweep_grid_init(&grid);
	for (char *line = text; line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		if (*line == '?')
			against = line + 1;
		else if (sweep_grid_add(&grid, line, &err) != FT_OK)
			must(*err.text && !strchr(err.text, '\n'), "a reason");
	}
	for (size_t i = 0; i < grid.n; i++) {
		must(grid.key[i].n > 0, "a value of each key");
		points *= grid.key[i].n;
	}
	must(points == grid.points && points <= SWEEP_POINTS_MAX, "points");
	sweep_grid_name(&grid, points - 1, &name);
	must(!grid.n || name.len, "a name of the last");
	ft_str_free(&name);
	if (against && points <= FEW)
		compare(&grid, against);
	sweep_grid_free(&grid);
	ft_free(text);
	return 0;
}
