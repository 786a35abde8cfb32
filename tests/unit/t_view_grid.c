/*
 * Cells: widths, clipping, ASCII, frames that join.
 */
#include "fview/output/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

/* The text of row ROW, without the blanks at its end. */
static const char *
row_text(const struct fview_grid *grid, int row, struct ft_str *str)
{
	ft_str_clear(str);
	ft_str_add(str, "");
	for (int col = 0; col < grid->cols; col++)
		ft_str_add(str, grid->cell[row * grid->cols + col].text);
	while (str->len > 0 && str->data[str->len - 1] == ' ')
		str->data[--str->len] = '\0';
	return ft_str_text(str);
}

static const struct {
	const char *text;
	int width;
} widths[] = {
	{ "", 0 },
	{ "abc", 3 },
	{ "\xc3\xa9", 1 },                 /* e acute */
	{ "e\xcc\x81", 1 },                /* e and a combining acute */
	{ "\xe6\xbc\xa2\xe5\xad\x97", 4 }, /* two Han characters */
	{ "\xef\xbc\xa1", 2 },             /* full-width A */
	{ "\xef\xbd\xb1", 1 },             /* half-width katakana */
	{ "\xf0\x9f\x8c\xb2", 2 },         /* a tree, beyond 16 bits */
	{ "\xe2\x94\x80\xe2\x96\x88", 2 }, /* line, block: ambiguous */
	{ "\xff\xc3", 2 },                 /* bad bytes, one each */
	{ "\xc0\x80", 2 },                 /* overlong */
	{ "\xed\xa0\x80", 3 },             /* a surrogate */
	{ "\xe2\x80\xae", 1 },             /* turns the line around: ? */
	{ "a\tb\x7f", 4 },
};

static const struct {
	const char *text;
	int cols;
	const char *utf8, *ascii;
} puts_[] = {
	{ "abc", 5, "abc", "abc" },
	{ "abcdef", 5, "abcde", "abcde" },
	{ "a\033[31m", 8, "a?[31m", "a?[31m" },
	{ "\xe6\xbc\xa2\xe5\xad\x97", 5, "\xe6\xbc\xa2\xe5\xad\x97", "????" },
	/* the second would be cut in two */
	{ "\xe6\xbc\xa2\xe5\xad\x97", 3, "\xe6\xbc\xa2", "??" },
	{ "e\xcc\x81x", 5, "e\xcc\x81x", "ex" },
	{ "a\xffz", 5, "a?z", "a?z" },
	{ "├─ x → y ━━─", 14, "├─ x → y ━━─", "|- x > y ##-" },
	{ "█▏…·", 6, "█▏…·", "#=+." },
};

static void
check_puts(void)
{
	struct fview_grid grid;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	for (size_t i = 0; i < FT_COUNT(puts_); i++) {
		for (int ascii = 0; ascii < 2; ascii++) {
			struct fview_box box = { &grid, 1, 2, 1,
				puts_[i].cols };

			fview_grid_clear(&grid, 3, 30);
			grid.ascii = ascii;
			fview_put(
			    &box, 0, 0, FVIEW_STYLE_NORMAL, puts_[i].text);
			row_text(&grid, 1, &str);
			is_str(ft_str_text(&str) + 2,
			    ascii ? puts_[i].ascii : puts_[i].utf8, "put %zu%s",
			    i, ascii ? ", ASCII" : "");
			is_str(row_text(&grid, 0, &str), "", "nothing above");
		}
	}
	fview_grid_free(&grid);
	ft_str_free(&str);
}

static void
check_clipping(void)
{
	struct fview_grid grid;
	struct fview_box all = { &grid, 0, 0, 2, 6 },
			 outside = { &grid, -1, 4, 5, 9 };
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_grid_clear(&grid, 2, 6);
	is_i64(
	    fview_put(&all, 2, 0, FVIEW_STYLE_NORMAL, "x"), 0, "below the box");
	is_i64(fview_put(&all, -1, 0, FVIEW_STYLE_NORMAL, "x"), 0,
	    "above the box");
	fview_put(&outside, 1, 0, FVIEW_STYLE_NORMAL, "abcdef");
	is_str(row_text(&grid, 0, &str), "    ab", "the edge of the grid");
	fview_put(&outside, 0, 0, FVIEW_STYLE_NORMAL, "abcdef");
	fview_put(&outside, 4, 0, FVIEW_STYLE_NORMAL, "abcdef");
	is_str(row_text(&grid, 1, &str), "", "rows outside of the grid");
	fview_put(&all, 1, -2, FVIEW_STYLE_NORMAL, "abcd");
	is_str(row_text(&grid, 1, &str), "cd", "from the left of the box");
	fview_restyle(&all, 1, -3, 99, FVIEW_STYLE_DONE);
	fview_restyle(&all, 9, 0, 99, FVIEW_STYLE_DONE);
	is_u64(grid.cell[11].style, FVIEW_STYLE_DONE, "restyled to the edge");
	is_u64(grid.cell[5].style, FVIEW_STYLE_NORMAL, "and no further");
	fview_grid_clear(&grid, 0, -1);
	is_i64(grid.rows * grid.cols, 1, "at least one cell");
	fview_grid_free(&grid);
	ft_str_free(&str);
}

/* Writing over half of a wide character leaves no half behind. */
static void
check_wide(void)
{
	struct fview_grid grid;
	struct fview_box all = { &grid, 0, 0, 1, 6 };
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_grid_clear(&grid, 1, 6);
	fview_put(&all, 0, 0, FVIEW_STYLE_NORMAL, "漢字漢");
	fview_put(&all, 0, 1, FVIEW_STYLE_NORMAL, "x");
	is_str(row_text(&grid, 0, &str), " x字漢", "the right half");
	fview_put(&all, 0, 4, FVIEW_STYLE_NORMAL, "y");
	is_str(row_text(&grid, 0, &str), " x字y", "the left half");
	is_u64(grid.cell[3].width, 0, "right of a wide one");
	fview_put(&all, 0, 1, FVIEW_STYLE_NORMAL, "漢");
	is_str(row_text(&grid, 0, &str), " 漢 y", "a wide one over a half");
	fview_grid_free(&grid);
	ft_str_free(&str);
}

static const struct {
	const char *text;
	int cols;
	const char *want;
} fits[] = {
	{ "physics", 7, "physics" },
	{ "physics", 6, "physi…" },
	{ "physics", 1, "…" },
	{ "physics", 0, "" },
	{ "漢字漢", 6, "漢字漢" },
	{ "漢字漢", 5, "漢字…" },
	{ "漢字漢", 4, "漢…" },
};

static void
check_fits(void)
{
	struct fview_grid grid;
	struct fview_box all = { &grid, 0, 0, 1, 12 }, part;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	for (size_t i = 0; i < FT_COUNT(fits); i++) {
		fview_grid_clear(&grid, 1, 12);
		part = fview_left(&all, fits[i].cols);
		fview_put_fit(&part, 0, 0, FVIEW_STYLE_NORMAL, fits[i].text);
		is_str(row_text(&grid, 0, &str), fits[i].want, "%s in %d",
		    fits[i].text, fits[i].cols);
	}
	is_u64(fview_text_fit("漢字", 3), 3, "whole characters only");
	fview_grid_free(&grid);
	ft_str_free(&str);
}

static void
check_frames(bool ascii, const char *const *want)
{
	struct fview_grid grid;
	struct fview_box left = { &grid, 0, 0, 4, 8 },
			 right = { &grid, 0, 7, 4, 9 };
	struct fview_box bottom = { &grid, 3, 0, 3, 16 },
			 flat = { &grid, 5, 0, 1, 16 };
	struct fview_box inside;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_grid_clear(&grid, 6, 16);
	grid.ascii = ascii;
	inside = fview_frame(&left, "a");
	is_i64(inside.row * 1000 + inside.col * 100 + inside.rows * 10 +
		   inside.cols,
	    1126, "the inside of a frame");
	fview_frame(&right, "a long title");
	fview_frame(&bottom, NULL);
	inside = fview_frame(&flat, "x");
	is_i64(inside.rows, 0, "no room for a frame");
	for (int row = 0; row < 6; row++)
		is_str(row_text(&grid, row, &str), want[row], "frame row %d%s",
		    row, ascii ? ", ASCII" : "");
	fview_grid_free(&grid);
	ft_str_free(&str);
}

int
main(void)
{
	static const char *const utf8[] = { "┌─ a ──┬─ a … ─┐",
		"│      │       │", "│      │       │", "├──────┴───────┤",
		"│              │", "└──────────────┘" };
	static const char *const ascii[] = { "+- a --+- a + -+",
		"|      |       |", "|      |       |", "+------+-------+",
		"|              |", "+--------------+" };

	for (size_t i = 0; i < FT_COUNT(widths); i++)
		is_i64(fview_text_width(widths[i].text), widths[i].width,
		    "width %zu", i);
	check_puts();
	check_clipping();
	check_wide();
	check_fits();
	check_frames(false, utf8);
	check_frames(true, ascii);
	return done_testing();
}
