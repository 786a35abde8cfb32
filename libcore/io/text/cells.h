/*
 * cells.h - a copy of a line, cut into cells.
 */
#ifndef FT_IO_TEXT_CELLS_H
#define FT_IO_TEXT_CELLS_H

#include "base/cursor.h"

struct ft_cells {
	struct ft_str line; /* each cell terminated */
	char **cell;        /* [n]; into line */
	size_t n, cap;
};

void ft_cells_free(struct ft_cells *cells);
/* Copy the line that CURSOR is at; returns the copy, which has no cells yet. */
char *ft_cells_begin(struct ft_cells *cells, const struct ft_cursor *cursor);
void ft_cells_add(struct ft_cells *cells, char *cell);
/*
 * Copy the line and cut it at each DELIMITER.  -p ends each line with one: the empty
 * cell after it does not count if there are WANT others, or if WANT is 0.
 */
void ft_cells_cut(struct ft_cells *cells, const struct ft_cursor *cursor,
    char delimiter, size_t want);
/* Returns the place in the file of AT, which is in the copy. */
const char *ft_cells_place(const struct ft_cells *cells,
    const struct ft_cursor *cursor, const char *at);

#endif
