/*
 * ansi.h - cells as text with escape sequences, and the sequences that turn one
 * screen into the next.
 *
 * Only sequences of ECMA-48 and SGR of 256 colours.  For files and recordings;
 * screen.h draws on a terminal, with the help of terminfo.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_ANSI_H
#define FT_CMD_FVIEW_OUTPUT_ANSI_H

#include "fview/output/grid.h"

/* Append the rows of GRID, each without trailing blanks and with a newline. */
void fview_ansi_lines(struct ft_str *str, const struct fview_grid *grid);
/*
 * Append what turns a screen that shows FROM (NULL: a cleared one) into TO, which
 * has the same size.  Nothing is appended if they are equal.
 */
void fview_ansi_change(struct ft_str *str, const struct fview_grid *from,
    const struct fview_grid *to);

/* Returns cell ROW, COL of GRID. */
const struct fview_cell *fview_cell_at(
    const struct fview_grid *grid, int row, int col);
/*
 * Returns whether the character at ROW, COL of TO has to be written over FROM
 * (NULL: blanks); false for the right half of a wide one.
 */
bool fview_cell_changed(const struct fview_grid *from,
    const struct fview_grid *to, int row, int col);
void fview_grid_copy(struct fview_grid *to, const struct fview_grid *from);

#endif
