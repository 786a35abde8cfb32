#include "fview/output/ansi.h"

#define BRIDGE 6 /* columns; a cursor movement takes six to eight bytes */

/* ---- cells ------------------------------------------------------------------ */

const struct fview_cell *
fview_cell_at(const struct fview_grid *grid, int row, int col)
{
	return &grid->cell[(size_t)row * (size_t)grid->cols + (size_t)col];
}

static bool
differs(const struct fview_grid *from, const struct fview_grid *to, int row,
    int col)
{
	static const struct fview_cell blank = { .text = " ", .width = 1 };
	const struct fview_cell *a =
	    from ? fview_cell_at(from, row, col) : &blank;
	const struct fview_cell *b = fview_cell_at(to, row, col);

	return a->style != b->style || a->width != b->width ||
	       strcmp(a->text, b->text) != 0;
}

/* A wide character is written when either half has changed. */
bool
fview_cell_changed(const struct fview_grid *from, const struct fview_grid *to,
    int row, int col)
{
	int width = fview_cell_at(to, row, col)->width;

	return width > 0 && (differs(from, to, row, col) ||
				(width == 2 && col + 1 < to->cols &&
				    differs(from, to, row, col + 1)));
}

/* The length of ROW without its trailing plain blanks. */
static int
used_of(const struct fview_grid *grid, int row)
{
	int used = grid->cols;

	while (used > 0) {
		const struct fview_cell *cell =
		    fview_cell_at(grid, row, used - 1);

		if (strcmp(cell->text, " ") != 0 ||
		    fview_styles[cell->style].attributes &
			(FT_REVERSE | FT_UNDERLINE))
			break;
		used--;
	}
	return used;
}

void
fview_grid_copy(struct fview_grid *to, const struct fview_grid *from)
{
	fview_grid_clear(to, from->rows, from->cols);
	to->ascii = from->ascii;
	to->paint = from->paint;
	memcpy(to->cell, from->cell,
	    (size_t)from->rows * (size_t)from->cols * sizeof *from->cell);
}

/* ---- sequences -------------------------------------------------------------- */

/* Select STYLE, whatever was selected before. */
static void
add_style(struct ft_str *str, const struct fview_grid *grid, int style)
{
	const struct fview_style_info *info = &fview_styles[style];

	ft_paint_add(str, &grid->paint, info->attributes, info->role);
}

void
fview_ansi_lines(struct ft_str *str, const struct fview_grid *grid)
{
	/* a theme that brings its background along fills the lines with it */
	bool own = ft_paint_color(&grid->paint, FT_ROLE_GROUND) == FT_COLOR_OWN;

	for (int row = 0; row < grid->rows; row++) {
		int used = own ? used_of(grid, row) : grid->cols;
		int style = own ? FVIEW_STYLE_NORMAL : -1;

		for (int col = 0; col < used; col++) {
			const struct fview_cell *cell =
			    fview_cell_at(grid, row, col);

			if (cell->style != style)
				add_style(str, grid, cell->style);
			style = cell->style;
			ft_str_add(str, cell->text);
		}
		if (!own || style != FVIEW_STYLE_NORMAL)
			ft_str_add(str, FT_PAINT_END);
		ft_str_add_char(str, '\n');
	}
}

/* ---- from one screen to the next ---------------------------------------------- */

struct pen {
	struct ft_str *str;
	const struct fview_grid *from, *to;
	int style;    /* selected; -1: not known */
	int row, col; /* position of the next character; -1: not known */
};

/*
 * Advance to COL by reprinting the cells already there, if that is shorter than a
 * cursor movement.  Returns whether it was possible.
 */
static bool
bridge(struct pen *pen, int row, int col)
{
	if (pen->row != row || pen->col < 0 || pen->col > col ||
	    col - pen->col > BRIDGE)
		return false;
	for (int at = pen->col; at < col; at++) {
		const struct fview_cell *cell = fview_cell_at(pen->to, row, at);

		if (cell->style != pen->style || cell->width != 1)
			return false;
	}
	for (int at = pen->col; at < col; at++)
		ft_str_add(pen->str, fview_cell_at(pen->to, row, at)->text);
	return true;
}

static void
put(struct pen *pen, int row, int col)
{
	const struct fview_cell *cell = fview_cell_at(pen->to, row, col);

	if (!bridge(pen, row, col))
		ft_str_addf(pen->str, "\033[%d;%dH", row + 1, col + 1);
	if (cell->style != pen->style)
		add_style(pen->str, pen->to, cell->style);
	ft_str_add(pen->str, cell->text);
	pen->style = cell->style;
	pen->row = row;
	/* terminals differ in where the cursor is after the last column */
	pen->col = col + cell->width < pen->to->cols ? col + cell->width : -1;
}

static void
put_row(struct pen *pen, int row)
{
	for (int col = 0; col < pen->to->cols; col++)
		if (fview_cell_changed(pen->from, pen->to, row, col))
			put(pen, row, col);
}

void
fview_ansi_change(struct ft_str *str, const struct fview_grid *from,
    const struct fview_grid *to)
{
	struct pen pen = { .str = str,
		.from = from,
		.to = to,
		.style = from ? -1 : FVIEW_STYLE_NORMAL,
		.row = -1,
		.col = -1 };

	if (from && from->paint.depth != to->paint.depth)
		pen.from = from = NULL;
	if (!from)
		ft_str_add(str, "\033[0m\033[2J");
	for (int row = 0; row < to->rows; row++)
		put_row(&pen, row);
}
