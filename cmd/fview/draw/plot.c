#include "fview/draw/plot.h"

#include "fview/output/ansi.h"

#define DOTS_DOWN 4 /* of a braille character */
#define DOTS_WIDE 2

/* Dots of one curve: a byte per cell, a bit per dot. */
struct dots {
	uint8_t *cell;
	int rows, cols;
};

size_t
fview_plot_columns(const struct fview_box *box)
{
	int cols = box->cols > 0 ? box->cols : 1;

	return (size_t)(box->grid->ascii ? cols : cols * DOTS_WIDE);
}

static void
set_dot(struct dots *dots, int x, int y)
{
	static const uint8_t bit[DOTS_WIDE][DOTS_DOWN] = {
		{ 0x01, 0x02, 0x04, 0x40 }, { 0x08, 0x10, 0x20, 0x80 }
	};
	int cell = y / DOTS_DOWN * dots->cols + x / DOTS_WIDE;

	dots->cell[cell] |= bit[x % DOTS_WIDE][y % DOTS_DOWN];
}

/* Returns the line of VALUE, 0 at the top of LINES. */
static int
line_of(double value, double top, int lines)
{
	double part = value / top;

	part = part < 0 ? 0 : part > 1 ? 1 : part;
	return (int)((1 - part) * (lines - 1) + 0.5);
}

static bool
is_shown(const struct fview_curve *curve, int x)
{
	return !isnan(curve->value[x]) && (!curve->dotted || x % 4 < 2);
}

/* Set the dots of CURVE, with what joins each to the one before. */
static void
set_dots(struct dots *dots, const struct fview_curve *curve, double top)
{
	int lines = dots->rows * DOTS_DOWN, before = -1;

	for (int x = 0; x < dots->cols * DOTS_WIDE; x++) {
		int y;

		if (isnan(curve->value[x])) {
			before = -1;
			continue;
		}
		y = line_of(curve->value[x], top, lines);
		if (is_shown(curve, x))
			set_dot(dots, x, y);
		for (int at = before; before >= 0 && at != y;
		     at += at < y ? 1 : -1)
			if (!curve->dotted || at % 2 == 0)
				set_dot(dots, x, at);
		before = y;
	}
}

static void
put_dots(const struct fview_box *box, const struct dots *dots,
    enum fview_style style)
{
	for (int i = 0; i < dots->rows * dots->cols; i++) {
		unsigned bits = dots->cell[i];
		/* U+2800 and the bits */
		const char text[] = { (char)0xe2, (char)(0xa0 | bits >> 6),
			(char)(0x80 | (bits & 0x3f)), '\0' };

		if (bits)
			fview_put(
			    box, i / dots->cols, i % dots->cols, style, text);
	}
}

/* Whether a sign is in that cell: neither dots, a line nor nothing. */
static bool
is_taken(const struct fview_box *box, int row, int col)
{
	const char *text =
	    fview_cell_at(box->grid, box->row + row, box->col + col)->text;

	return *text > ' ' && *text < 0x7f;
}

static void
put_letters(
    const struct fview_box *box, const struct fview_curve *curve, double top)
{
	for (int x = 0; x < box->cols; x++)
		if (!isnan(curve->value[x]))
			fview_put(box, line_of(curve->value[x], top, box->rows),
			    x, curve->style,
			    curve->sign     ? curve->sign
			    : curve->dotted ? "o"
					    : "*");
}

/* Put the sign of CURVE on it near column COL, not over another. */
static void
put_sign(const struct fview_box *box, const struct fview_curve *curve, int col,
    double top)
{
	for (int away = 0; away < box->cols; away++) {
		/* to the right, to the left, further to the right, ... */
		int at = away % 2 ? col - (away + 1) / 2 : col + away / 2;
		int x = at * DOTS_WIDE, row;

		if (at < 0 || at >= box->cols || isnan(curve->value[x]))
			continue;
		row = line_of(curve->value[x], top, box->rows * DOTS_DOWN) /
		      DOTS_DOWN;
		if (!is_taken(box, row, at)) {
			fview_put(box, row, at, curve->style, curve->sign);
			return;
		}
	}
}

void
fview_plot(const struct fview_box *box, const struct fview_curve *curve,
    size_t n, double top)
{
	struct dots dots = { .rows = box->rows, .cols = box->cols };
	size_t size, all = n;

	if (box->rows < 1 || box->cols < 1)
		return;
	size = (size_t)dots.rows * (size_t)dots.cols;
	dots.cell = ft_alloc(size);
	for (; n > 0 && n--;) {
		if (box->grid->ascii) {
			put_letters(box, &curve[n], top);
			continue;
		}
		memset(dots.cell, 0, size);
		set_dots(&dots, &curve[n], top);
		put_dots(box, &dots, curve[n].style);
	}
	for (size_t i = 0; i < all && !box->grid->ascii; i++)
		if (curve[i].sign)
			put_sign(box, &curve[i],
			    box->cols * (int)(2 * i + 1) / (int)(2 * all), top);
	ft_free(dots.cell);
}
