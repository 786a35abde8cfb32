/* Curves in a box: braille dots, and letters in ASCII. */
#include "fview/draw/plot.h"

#include <math.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

#define NONE (double)NAN

/* Returns row ROW of the picture of CURVE[n] as text. */
static const char *
row_of(struct fview_grid *grid, int row)
{
	static struct ft_str text;

	ft_str_clear(&text);
	for (int col = 0; col < grid->cols; col++)
		ft_str_add(&text, grid->cell[row * grid->cols + col].text);
	return ft_str_text(&text);
}

static struct fview_box
box_of(struct fview_grid *grid, bool ascii, int rows, int cols)
{
	fview_grid_init(grid);
	fview_grid_clear(grid, rows, cols);
	grid->ascii = ascii;
	return (struct fview_box){ grid, 0, 0, rows, cols };
}

/*
 * A row has four lines of dots, 0 at the top.  The first value is at the bottom,
 * dot 0x40; the second at the top, with what joins them: 0x08, 0x10, 0x20 and 0x80.
 * Together U+28F8.  Nothing joins the last one, 0x80, to them.
 */
static void
test_braille(void)
{
	static const double value[] = { 0, 5, NONE, 0 };
	const struct fview_curve curve = { value, FVIEW_STYLE_BAR, false,
		NULL };
	struct fview_grid grid;
	struct fview_box box = box_of(&grid, false, 1, 2);

	is_u64(fview_plot_columns(&box), 4, "two values in a column");
	fview_plot(&box, &curve, 1, 5);
	is_str(row_of(&grid, 0), "\u28f8\u2880", "a step, a gap, a point");
	is_u64(grid.cell[0].style, FVIEW_STYLE_BAR, "in its style");
	fview_grid_free(&grid);
}

/* Dotted: two columns of dots, then none for two. */
static void
test_dotted(void)
{
	static const double value[] = { 0, 0, 0, 0, 0, 0 };
	static const double high[] = { 9, 9, 9, 9, 9, 9 };
	const struct fview_curve curve[] = {
		{ high, FVIEW_STYLE_BAR, false, NULL },
		{ value, FVIEW_STYLE_EDIT, true, NULL },
	};
	struct fview_grid grid;
	struct fview_box box = box_of(&grid, false, 2, 3);

	fview_plot(&box, curve, 2, 9);
	is_str(row_of(&grid, 0), "\u2809\u2809\u2809", "a line at the top");
	is_str(row_of(&grid, 1), "\u28c0 \u28c0", "a dotted one at the bottom");
	fview_grid_free(&grid);
}

static void
test_ascii(void)
{
	static const double value[] = { 0, 1, 2, NONE, 99 };
	static const double other[] = { 2, 2, 2, 2, NONE };
	const struct fview_curve curve[] = {
		{ value, FVIEW_STYLE_BAR, false, NULL },
		{ other, FVIEW_STYLE_EDIT, true, NULL },
	};
	struct fview_grid grid;
	struct fview_box box = box_of(&grid, true, 3, 5);

	is_u64(fview_plot_columns(&box), 5, "one value in a column");
	fview_plot(&box, curve, 2, 2);
	is_str(row_of(&grid, 0), "oo*o*", "the first is in front, and cut");
	is_str(row_of(&grid, 1), " *   ", "the middle");
	is_str(row_of(&grid, 2), "*    ", "the bottom");
	fview_grid_free(&grid);
}

/*
 * Signs of two curves in four columns: at 4 x 1 / 4 = 1 and 4 x 3 / 4 = 3, or the
 * nearest column where there is a value and no other sign.
 */
static void
test_signs(void)
{
	static const double all[] = { 0, 0, 0, 0, 0, 0, 0, 0 };
	static const double first[] = { 0, 0, NONE, NONE, NONE, NONE, NONE,
		NONE };
	const struct fview_curve curve[] = {
		{ all, FVIEW_STYLE_BAR, false, "1" },
		{ all, FVIEW_STYLE_EDIT, false, "2" },
	};
	const struct fview_curve lone = { first, FVIEW_STYLE_BAR, false, "1" };
	struct fview_grid grid;
	struct fview_box box = box_of(&grid, false, 1, 4);

	fview_plot(&box, curve, 2, 9);
	is_str(row_of(&grid, 0), "\u28c01\u28c02", "a sign on each");
	is_u64(grid.cell[3].style, FVIEW_STYLE_EDIT, "in its style");
	fview_grid_clear(&grid, 1, 4);
	fview_plot(&box, &lone, 1, 9);
	is_str(row_of(&grid, 0), "1   ", "where the curve is");
	box.cols = 1;
	fview_grid_clear(&grid, 1, 4);
	fview_plot(&box, curve, 2, 9);
	is_str(row_of(&grid, 0), "1   ", "no second one over the first");
	grid.ascii = true;
	box.cols = 2;
	fview_plot(&box, &curve[1], 1, 9);
	is_str(row_of(&grid, 0), "22  ", "in ASCII they are the curve");
	fview_grid_free(&grid);
}

static void
test_no_room(void)
{
	static const double value[] = { 1, 1 };
	const struct fview_curve curve = { value, FVIEW_STYLE_BAR, false,
		NULL };
	struct fview_grid grid;
	struct fview_box box = box_of(&grid, false, 1, 1);

	box.rows = 0;
	fview_plot(&box, &curve, 1, 1);
	is_str(row_of(&grid, 0), " ", "no rows, nothing drawn");
	box.cols = -3;
	is_u64(fview_plot_columns(&box), 2, "there is always one column");
	fview_grid_free(&grid);
}

int
main(void)
{
	test_braille();
	test_dotted();
	test_ascii();
	test_signs();
	test_no_room();
	return done_testing();
}
