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

enum view_colors {
	VIEW_COLORS_NONE, /* attributes only */
	VIEW_COLORS_8,
	VIEW_COLORS_256
};

/* Append what selects STYLE, from any other. */
void view_ansi_style(
    struct ft_str *str, enum view_style style, enum view_colors colors);
/* In these a grid without colour is written without. */
/* Append the rows of GRID, each ended by a newline, without blanks at its end. */
void view_ansi_lines(
    struct ft_str *str, const struct view_grid *grid, enum view_colors colors);
/*
 * Append what turns a screen that shows FROM (NULL: a cleared one) into TO; of
 * the same size.  Nothing is appended when they are the same.
 */
void view_ansi_change(struct ft_str *str, const struct view_grid *from,
    const struct view_grid *to, enum view_colors colors);

/* Returns cell ROW, COL of GRID. */
const struct view_cell *view_cell_at(
    const struct view_grid *grid, int row, int col);
/*
 * Returns whether the character at ROW, COL of TO is to be written where FROM
 * (NULL: blanks) is seen; false for the right half of a wide one.
 */
bool view_cell_changed(
    const struct view_grid *from, const struct view_grid *to, int row, int col);
/* Make TO what FROM is. */
void view_grid_copy(struct view_grid *to, const struct view_grid *from);

#endif
