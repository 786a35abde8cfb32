/*
 * layer.h - a window of curses with its panel, and the grid it shows.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_LAYER_H
#define FT_CMD_FVIEW_TERMINAL_LAYER_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <panel.h>

#include "fview/output/grid.h"

struct view_layer {
	WINDOW *window; /* NULL: closed */
	PANEL *panel;
	struct view_grid shown;
	bool fresh; /* nothing of shown is true */
	bool color; /* colours are used */
};

/*
 * Make it a window of ROWS x COLS at ROW, COL; as it is when it is so already.
 * Returns false when curses refuses.
 */
bool view_layer_place(
    struct view_layer *layer, int rows, int cols, int row, int col);
/* Put what has changed of GRID, of the window's size, into the window. */
void view_layer_put(
    struct view_layer *layer, const struct view_grid *grid, bool color);
void view_layer_close(struct view_layer *layer);

#endif
