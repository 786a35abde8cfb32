/* Grids of a sweep, a key a line: as many points as values make, each named. */
#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"
#include "fsim/sweep/sweep.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size), *end;
	struct ft_str name = { 0 };
	struct ft_error err = { 0 };
	struct sweep_grid grid;
	size_t points = 1;

	sweep_grid_init(&grid);
	for (char *line = text; line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		if (sweep_grid_add(&grid, line, &err) != FT_OK)
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
	sweep_grid_free(&grid);
	ft_free(text);
	return 0;
}
