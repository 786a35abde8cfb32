/*
 * layer.h - a curses window with its panel, and the grid it shows.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_LAYER_H
#define FT_CMD_FVIEW_TERMINAL_LAYER_H

#include "fview/output/grid.h"
#include "fview/terminal/curses.h"

struct fview_layer {
	WINDOW *window; /* NULL: closed */
	PANEL *panel;
	struct fview_grid shown;
	bool fresh; /* nothing has been drawn yet */
};

/*
 * Make it a window of ROWS x COLS at ROW, COL; unchanged if it is already so.
 * Returns false if curses fails.
 */
bool fview_layer_place(
    struct fview_layer *layer, int rows, int cols, int row, int col);
/* Draw the changed cells of GRID, which has the size of the window. */
void fview_layer_put(struct fview_layer *layer, const struct fview_grid *grid);
void fview_layer_close(struct fview_layer *layer);

#endif
