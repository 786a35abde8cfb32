#include "io/text/cells.h"

void
ft_cells_free(struct ft_cells *cells)
{
	ft_str_free(&cells->line);
	ft_free(cells->cell);
}

char *
ft_cells_begin(struct ft_cells *cells, const struct ft_cursor *cursor)
{
	ft_str_clear(&cells->line);
	ft_str_add_n(&cells->line, cursor->at, cursor->len);
	/* not NULL, even for an empty line */
	ft_str_add_char(&cells->line, '\0');
	cells->n = 0;
	return cells->line.data;
}

void
ft_cells_add(struct ft_cells *cells, char *cell)
{
	*ft_vec_add(cells->cell, cells->n, cells->cap) = cell;
}

void
ft_cells_cut(struct ft_cells *cells, const struct ft_cursor *cursor,
    char delimiter, size_t want)
{
	char *at = ft_cells_begin(cells, cursor), *end;

	for (;; at = end + 1) {
		ft_cells_add(cells, at);
		end = strchr(at, delimiter);
		if (!end)
			break;
		*end = '\0';
	}
	if (cells->n > 1 && !*at && (!want || cells->n - 1 == want))
		cells->n--;
}

const char *
ft_cells_place(const struct ft_cells *cells, const struct ft_cursor *cursor,
    const char *at)
{
	return cursor->at + (at - cells->line.data);
}
