#include "fview/terminal/layer.h"

#include <wchar.h>

#include "base/text/utf8.h"
#include "fview/output/ansi.h"

static attr_t
attributes_of(const struct fview_style_info *info, const struct ft_paint *paint)
{
	unsigned wanted =
	    ft_paint_attributes(paint, info->attributes, info->role);
	attr_t attributes = A_NORMAL;

	if (wanted & FT_BOLD)
		attributes |= A_BOLD;
	if (wanted & FT_DIM)
		attributes |= A_DIM;
	if (wanted & FT_REVERSE)
		attributes |= A_REVERSE;
	if (wanted & FT_UNDERLINE)
		attributes |= A_UNDERLINE;
	return attributes;
}

/* ---- cells --------------------------------------------------------------------- */

/*
 * CELL as wide characters.  If this system has another width for it, ? is drawn
 * instead, in the same number of columns.
 */
static void
wide_text(const struct fview_cell *cell, wchar_t text[CCHARW_MAX + 1])
{
	const char *at = cell->text;
	size_t n = 0;

	while (*at && n < CCHARW_MAX)
		text[n++] = (wchar_t)ft_utf8_next(&at, NULL);
	text[n] = L'\0';
	if (n == 0 || wcwidth(text[0]) != cell->width) {
		text[0] = L'?';
		text[1] = L'\0';
	}
}

/* Writing the last cell moves the cursor out of the window: no error. */
static void
put_at(struct fview_layer *layer, int row, int col, const cchar_t *shown)
{
	if (fview_curses.wmove(layer->window, row, col) != ERR)
		(void)fview_curses.wadd_wch(layer->window, shown);
}

static void
put_cell(struct fview_layer *layer, int row, int col,
    const struct fview_cell *cell, const struct ft_paint *paint)
{
	const struct fview_style_info *info = &fview_styles[cell->style];
	wchar_t text[CCHARW_MAX + 1];
	cchar_t shown;

	wide_text(cell, text);
	fview_curses.setcchar(&shown, text, attributes_of(info, paint),
	    (short)(paint->depth == FT_DEPTH_NONE ? 0 : cell->style + 1), NULL);
	put_at(layer, row, col, &shown);
	if (cell->width == 2 && *text == L'?')
		put_at(layer, row, col + 1, &shown);
}

void
fview_layer_put(struct fview_layer *layer, const struct fview_grid *grid)
{
	if (layer->shown.rows != grid->rows ||
	    layer->shown.cols != grid->cols ||
	    layer->shown.paint.depth != grid->paint.depth)
		layer->fresh = true;
	for (int row = 0; row < grid->rows; row++) {
		for (int col = 0; col < grid->cols; col++) {
			const struct fview_cell *cell =
			    fview_cell_at(grid, row, col);

			if (layer->fresh ? cell->width > 0
					 : fview_cell_changed(
					       &layer->shown, grid, row, col))
				put_cell(layer, row, col, cell, &grid->paint);
		}
	}
	fview_grid_copy(&layer->shown, grid);
	layer->fresh = false;
}

/* ---- windows ------------------------------------------------------------------- */

void
fview_layer_close(struct fview_layer *layer)
{
	if (layer->panel)
		fview_curses.del_panel(layer->panel);
	if (layer->window)
		fview_curses.delwin(layer->window);
	fview_grid_free(&layer->shown);
	*layer = (struct fview_layer){ .fresh = true };
}

/* A window of ROWS x COLS at ROW, COL; unchanged if it is already so. */
bool
fview_layer_place(
    struct fview_layer *layer, int rows, int cols, int row, int col)
{
	if (layer->window && fview_curses.getmaxy(layer->window) == rows &&
	    fview_curses.getmaxx(layer->window) == cols &&
	    fview_curses.getbegy(layer->window) == row &&
	    fview_curses.getbegx(layer->window) == col)
		return true;
	fview_layer_close(layer);
	layer->window = fview_curses.newwin(rows, cols, row, col);
	if (layer->window)
		layer->panel = fview_curses.new_panel(layer->window);
	return layer->panel != NULL;
}
