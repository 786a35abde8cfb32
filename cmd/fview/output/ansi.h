/*
 * ansi.h - cells as text with escape sequences, and what it takes to turn one
 * screen into the next.
 *
 * Only sequences of ECMA-48 and 256-colour SGR.  For files and recordings; a
 * terminal is drawn on by screen.h, which asks terminfo.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_ANSI_H
#define FT_CMD_FVIEW_OUTPUT_ANSI_H

#include "fview/output/grid.h"

enum fview_colors {
	FVIEW_COLORS_NONE, /* attributes only */
	FVIEW_COLORS_8,
	FVIEW_COLORS_256
};

/* Append what selects STYLE, from any other. */
void fview_ansi_style(
    struct ft_str *str, enum fview_style style, enum fview_colors colors);
/* In these a grid without colour is written without. */
/* Append the rows of GRID, each ended by a newline, without blanks at its end. */
void fview_ansi_lines(struct ft_str *str, const struct fview_grid *grid,
    enum fview_colors colors);
/*
 * Append what turns a screen that shows FROM (NULL: a cleared one) into TO; of
 * the same size.  Nothing is appended when they are the same.
 */
void fview_ansi_change(struct ft_str *str, const struct fview_grid *from,
    const struct fview_grid *to, enum fview_colors colors);

/* Returns cell ROW, COL of GRID. */
const struct fview_cell *fview_cell_at(
    const struct fview_grid *grid, int row, int col);
/*
 * Returns whether the character at ROW, COL of TO is to be written where FROM
 * (NULL: blanks) is seen; false for the right half of a wide one.
 */
bool fview_cell_changed(const struct fview_grid *from,
    const struct fview_grid *to, int row, int col);
/* Make TO what FROM is. */
void fview_grid_copy(struct fview_grid *to, const struct fview_grid *from);

#endif
