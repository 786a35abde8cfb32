/*
 * grid.h - a screen as cells of text and style: the form of every picture of the
 * viewer before curses, a text dump, SVG or a recording shows it.
 *
 * No curses here.  Columns and rows from 0.  Writing outside is clipped, so
 * that a frame of 1x1 needs no special case.  The width of a character does not
 * depend on the locale: base/text/utf8.h.  Characters that Unicode calls ambiguous
 * count one column; of these only lines, blocks and arrows are drawn.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_GRID_H
#define FT_CMD_FVIEW_OUTPUT_GRID_H

#include "base/base.h"
#include "report/color/color.h"

/* What a cell means: style.def. */
enum fview_style {
#define FVIEW_STYLE(id, ...) FVIEW_STYLE_##id,
#include "fview/draw/style.def"
#undef FVIEW_STYLE
	FVIEW_STYLE_COUNT
};

struct fview_style_info {
	const char *name;
	unsigned attributes; /* enum ft_attribute; with and without colour */
	enum ft_role role;
};
extern const struct fview_style_info fview_styles[FVIEW_STYLE_COUNT];

#define FVIEW_CELL_BYTES 24 /* a character and what is combined with it */

struct fview_cell {
	char text[FVIEW_CELL_BYTES]; /* UTF-8; "" right of a wide one */
	uint8_t width;               /* columns: 1, 2; 0 right of a wide one */
	uint8_t style;               /* enum fview_style */
};

struct fview_grid {
	int rows, cols;          /* >= 1 */
	struct fview_cell *cell; /* [rows * cols] */
	bool ascii; /* text put here is turned to ASCII: lines, bars, names
	               (other characters become ?) */
	struct ft_paint paint; /* colours it may be shown in */
};

void fview_grid_init(struct fview_grid *grid);
void fview_grid_free(struct fview_grid *grid);
/* Make it ROWS x COLS blanks. */
void fview_grid_clear(struct fview_grid *grid, int rows, int cols);

/* Where text may go: a rectangle of a grid. */
struct fview_box {
	struct fview_grid *grid;
	int row, col, rows, cols;
};

/*
 * Put UTF-8 TEXT at ROW, COL of BOX, cut at its right edge; bad bytes and
 * control characters become ?.  Returns the columns taken.
 */
int fview_put(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *text);
/* The same, formatted. */
int fview_putf(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The same as fview_put, of COLS columns at most; what is cut ends in an
 * ellipsis. */
int fview_put_fit(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *text);
/* Returns the left COLS columns of BOX, all of it if it has not as many. */
struct fview_box fview_left(const struct fview_box *box, int cols);
/* Give COLS columns from ROW, COL on another style. */
void fview_restyle(const struct fview_box *box, int row, int col, int cols,
    enum fview_style style);
/* Returns the columns TEXT takes. */
int fview_text_width(const char *text);
/* Returns how many bytes of TEXT fit into COLS columns. */
size_t fview_text_fit(const char *text, int cols);
/*
 * Draw a frame around BOX with TITLE in its upper line; returns the inside.
 * Frames that share an edge are joined.
 */
struct fview_box fview_frame(const struct fview_box *box, const char *title);
struct fview_box fview_inside(const struct fview_box *box);
/* Drop what follows the last sign between clauses of TEXT; false: none. */
bool fview_drop_clause(struct ft_str *text);
/* Put a title into the upper line of a frame. */
void fview_title(
    const struct fview_box *box, enum fview_style style, const char *title);
/* Put one into a line that may have a text already; if it covers the start of that
 * text, the rest becomes line again. */
void fview_title_over(
    const struct fview_box *box, enum fview_style style, const char *title);

#endif
