#include "fview/output/ansi.h"

#define BRIDGE 6 /* columns; to say where to go takes six to eight bytes */

/* ---- cells ------------------------------------------------------------------ */

const struct view_cell *
view_cell_at(const struct view_grid *grid, int row, int col)
{
	return &grid->cell[(size_t)row * (size_t)grid->cols + (size_t)col];
}

static bool
differs(
    const struct view_grid *from, const struct view_grid *to, int row, int col)
{
	static const struct view_cell blank = { .text = " ", .width = 1 };
	const struct view_cell *a =
	    from ? view_cell_at(from, row, col) : &blank;
	const struct view_cell *b = view_cell_at(to, row, col);

	return a->style != b->style || a->width != b->width ||
	       strcmp(a->text, b->text) != 0;
}

/* The first of a wide character is written when either half has changed. */
bool
view_cell_changed(
    const struct view_grid *from, const struct view_grid *to, int row, int col)
{
	int width = view_cell_at(to, row, col)->width;

	return width > 0 && (differs(from, to, row, col) ||
				(width == 2 && col + 1 < to->cols &&
				    differs(from, to, row, col + 1)));
}

/* How many cells of ROW are no plain blanks at its end. */
static int
used_of(const struct view_grid *grid, int row)
{
	int used = grid->cols;

	while (used > 0) {
		const struct view_cell *cell =
		    view_cell_at(grid, row, used - 1);

		if (strcmp(cell->text, " ") != 0 ||
		    view_styles[cell->style].attributes &
			(VIEW_REVERSE | VIEW_UNDERLINE) ||
		    view_styles[cell->style].bg256 >= 0)
			break;
		used--;
	}
	return used;
}

void
view_grid_copy(struct view_grid *to, const struct view_grid *from)
{
	view_grid_clear(to, from->rows, from->cols);
	to->ascii = from->ascii;
	to->color = from->color;
	memcpy(to->cell, from->cell,
	    (size_t)from->rows * (size_t)from->cols * sizeof *from->cell);
}

/* ---- sequences -------------------------------------------------------------- */

static void
add_color(struct ft_str *str, int color, int base, enum view_colors colors)
{
	if (color < 0)
		return;
	if (colors == VIEW_COLORS_256)
		ft_str_addf(str, ";%d;5;%d", base + 8, color);
	else
		ft_str_addf(str, ";%d", base + color);
}

void
view_ansi_style(
    struct ft_str *str, enum view_style style, enum view_colors colors)
{
	static const struct {
		unsigned attribute;
		const char *code;
	} codes[] = {
		{ VIEW_BOLD, ";1" },
		{ VIEW_DIM, ";2" },
		{ VIEW_UNDERLINE, ";4" },
		{ VIEW_REVERSE, ";7" },
	};
	const struct view_style_info *info = &view_styles[style];
	bool many = colors == VIEW_COLORS_256;

	ft_str_add(str, "\033[0");
	for (size_t i = 0; i < FT_COUNT(codes); i++) {
		if (info->attributes & codes[i].attribute)
			ft_str_add(str, codes[i].code);
	}
	if (colors != VIEW_COLORS_NONE) {
		add_color(str, many ? info->fg256 : info->fg16, 30, colors);
		add_color(str, many ? info->bg256 : info->bg16, 40, colors);
	}
	ft_str_add_char(str, 'm');
}

void
view_ansi_lines(
    struct ft_str *str, const struct view_grid *grid, enum view_colors colors)
{
	if (!grid->color)
		colors = VIEW_COLORS_NONE;
	for (int row = 0; row < grid->rows; row++) {
		int used = used_of(grid, row);
		int style = VIEW_STYLE_NORMAL;

		for (int col = 0; col < used; col++) {
			const struct view_cell *cell =
			    view_cell_at(grid, row, col);

			if (cell->style != style)
				view_ansi_style(
				    str, (enum view_style)cell->style, colors);
			style = cell->style;
			ft_str_add(str, cell->text);
		}
		if (style != VIEW_STYLE_NORMAL)
			ft_str_add(str, "\033[0m");
		ft_str_add_char(str, '\n');
	}
}

/* ---- from one screen to the next ---------------------------------------------- */

struct pen {
	struct ft_str *str;
	const struct view_grid *from, *to;
	enum view_colors colors;
	int style;    /* selected, -1 not known */
	int row, col; /* where the next character goes, -1 not known */
};

/*
 * Go on to COL by writing what is there already, where that is shorter than
 * saying where to go.  Returns whether it could be done.
 */
static bool
bridge(struct pen *pen, int row, int col)
{
	if (pen->row != row || pen->col < 0 || pen->col > col ||
	    col - pen->col > BRIDGE)
		return false;
	for (int at = pen->col; at < col; at++) {
		const struct view_cell *cell = view_cell_at(pen->to, row, at);

		if (cell->style != pen->style || cell->width != 1)
			return false;
	}
	for (int at = pen->col; at < col; at++)
		ft_str_add(pen->str, view_cell_at(pen->to, row, at)->text);
	return true;
}

static void
put(struct pen *pen, int row, int col)
{
	const struct view_cell *cell = view_cell_at(pen->to, row, col);

	if (!bridge(pen, row, col))
		ft_str_addf(pen->str, "\033[%d;%dH", row + 1, col + 1);
	if (cell->style != pen->style)
		view_ansi_style(
		    pen->str, (enum view_style)cell->style, pen->colors);
	ft_str_add(pen->str, cell->text);
	pen->style = cell->style;
	pen->row = row;
	/* where the cursor is behind the last column differs by terminal */
	pen->col = col + cell->width < pen->to->cols ? col + cell->width : -1;
}

static void
put_row(struct pen *pen, int row)
{
	for (int col = 0; col < pen->to->cols; col++)
		if (view_cell_changed(pen->from, pen->to, row, col))
			put(pen, row, col);
}

void
view_ansi_change(struct ft_str *str, const struct view_grid *from,
    const struct view_grid *to, enum view_colors colors)
{
	struct pen pen = { .str = str,
		.from = from,
		.to = to,
		.colors = to->color ? colors : VIEW_COLORS_NONE,
		.style = from ? -1 : VIEW_STYLE_NORMAL,
		.row = -1,
		.col = -1 };

	if (from && from->color != to->color)
		pen.from = from = NULL;
	if (!from)
		ft_str_add(str, "\033[0m\033[2J");
	for (int row = 0; row < to->rows; row++)
		put_row(&pen, row);
}
