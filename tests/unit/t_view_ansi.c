/*
 * From one screen to the next: what is written is played on a small terminal
 * of our own, which must then show the second one.
 */
#include "fview/output/ansi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/utf8.h"
#include "tap/tap.h"
#include "fview/output/cast.h"

#define ROWS 6
#define COLS 20

/* A terminal that knows what fview_ansi_change may say. */
struct terminal {
	struct fview_grid grid; /* style: number of the last SGR */
	int row, col, style;
	bool lost; /* the cursor stands behind the last column */
	bool bad;
};

static void
add_sequence(struct ft_str *str, int style, const struct ft_paint *paint)
{
	const struct fview_style_info *info = &fview_styles[style];

	ft_paint_add(str, paint, info->attributes, info->role);
}

/* Which style has this SGR. */
static int
style_of(const char *code, size_t len, const struct ft_paint *paint)
{
	for (int style = 0; style < FVIEW_STYLE_COUNT; style++) {
		struct ft_str str = { 0 };
		bool same;

		add_sequence(&str, style, paint);
		same = str.len == len && memcmp(str.data, code, len) == 0;
		ft_str_free(&str);
		if (same)
			return style;
	}
	return -1;
}

/* A sequence; returns where it ends. */
static const char *
escape(struct terminal *terminal, const char *at, const struct ft_paint *paint)
{
	const char *end = at + 2 + strspn(at + 2, "0123456789;?");

	switch (*end) {
	case 'm':
		terminal->style = style_of(at, (size_t)(end + 1 - at), paint);
		break;
	case 'H':
		terminal->row = atoi(at + 2) - 1;
		terminal->col = atoi(strchr(at, ';') + 1) - 1;
		terminal->lost = false;
		break;
	case 'J':
		fview_grid_clear(&terminal->grid, ROWS, COLS);
		break;
	default:
		terminal->bad = true;
	}
	return end + 1;
}

static void
play(struct terminal *terminal, const char *text, const struct ft_paint *paint)
{
	while (*text && !terminal->bad) {
		const char *start = text;
		struct fview_box all = { &terminal->grid, 0, 0, ROWS, COLS };
		char one[8] = "";
		int width;

		if (*text == '\033') {
			text = escape(terminal, text, paint);
			continue;
		}
		ft_utf8_next(&text, NULL);
		memcpy(one, start, (size_t)(text - start));
		width = fview_text_width(one);
		terminal->bad |= terminal->lost || terminal->style < 0 ||
				 terminal->col + width > COLS ||
				 terminal->row >= ROWS;
		fview_put(&all, terminal->row, terminal->col,
		    (enum fview_style)terminal->style, one);
		terminal->col += width;
		terminal->lost = terminal->col >= COLS;
	}
}

/* Some text somewhere, wide characters too. */
static void
scribble(struct fview_grid *grid, struct ft_rng *rng)
{
	static const char *const words[] = { "alice", " ", "  bob ",
		"\xe2\x94\x82", "\xe6\x97\xa5\xe6\x9c\xac",
		"\xe2\x96\x88\xe2\x96\x88", "x" };
	struct fview_box all = { grid, 0, 0, ROWS, COLS };

	for (uint32_t n = ft_rng_below(rng, 8); n > 0; n--)
		fview_put(&all, (int)ft_rng_below(rng, ROWS),
		    (int)ft_rng_below(rng, COLS),
		    (enum fview_style)ft_rng_below(rng, FVIEW_STYLE_COUNT),
		    words[ft_rng_below(rng, FT_COUNT(words))]);
}

/* Returns the first style that is written as STYLE is. */
static int
written_as(int style, const struct ft_paint *paint)
{
	struct ft_str str = { 0 };
	int first;

	add_sequence(&str, style, paint);
	first = style_of(str.data, str.len, paint);
	ft_str_free(&str);
	return first;
}

/* How many cells look otherwise. */
static size_t
differences(const struct fview_grid *a, const struct fview_grid *b,
    const struct ft_paint *paint)
{
	size_t n = 0;

	for (int row = 0; row < ROWS; row++) {
		for (int col = 0; col < COLS; col++) {
			const struct fview_cell *one =
			    fview_cell_at(a, row, col);
			const struct fview_cell *two =
			    fview_cell_at(b, row, col);

			n += strcmp(one->text, two->text) != 0 ||
			     one->width != two->width ||
			     written_as(one->style, paint) !=
				 written_as(two->style, paint);
		}
	}
	return n;
}

static void
test_changes(const struct ft_paint *paint, const char *name)
{
	struct terminal terminal = { .style = FVIEW_STYLE_NORMAL };
	struct fview_grid from, to;
	struct ft_rng rng;
	size_t wrong = 0, idle = 0;

	fview_grid_init(&from);
	fview_grid_init(&to);
	fview_grid_init(&terminal.grid);
	fview_grid_clear(&to, ROWS, COLS);
	to.paint = *paint;
	fview_grid_clear(&terminal.grid, ROWS, COLS);
	ft_rng_init(&rng, 11);
	for (int i = 0; i < 3000; i++) {
		struct ft_str text = { 0 };
		bool first = i % 100 == 0;

		fview_grid_copy(&from, &to);
		if (ft_rng_below(&rng, 20) == 0)
			fview_grid_clear(&to, ROWS, COLS);
		scribble(&to, &rng);
		fview_ansi_change(&text, first ? NULL : &from, &to);
		play(&terminal, ft_str_text(&text), paint);
		wrong +=
		    terminal.bad || differences(&terminal.grid, &to, paint) > 0;
		idle += !first && text.len > 0 &&
			memcmp(from.cell, to.cell,
			    ROWS * COLS * sizeof *to.cell) == 0;
		ft_str_free(&text);
	}
	is_u64(wrong, 0, "%s: 3000 screens arrive", name);
	is_u64(idle, 0, "%s: nothing is said when nothing changes", name);
	fview_grid_free(&terminal.grid);
	fview_grid_free(&from);
	fview_grid_free(&to);
}

static void
test_lines(void)
{
	struct fview_grid grid;
	struct fview_box all = { &grid, 0, 0, 2, 10 };
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_grid_clear(&grid, 2, 10);
	grid.paint = (struct ft_paint){ FT_THEME_DARK, FT_DEPTH_256 };
	fview_put(&all, 0, 1, FVIEW_STYLE_PATH, "ab");
	fview_put(&all, 1, 0, FVIEW_STYLE_NORMAL, "c");
	fview_ansi_lines(&str, &grid);
	is_str(str.data, " \033[0;1;38;5;220mab\033[0m\nc\n",
	    "lines end where nothing is left to see");
	fview_grid_clear(&grid, 1, 4);
	grid.paint = (struct ft_paint){ FT_THEME_HIGH_CONTRAST, FT_DEPTH_8 };
	fview_put(&all, 0, 1, FVIEW_STYLE_TITLE, "a");
	ft_str_clear(&str);
	fview_ansi_lines(&str, &grid);
	is_str(str.data,
	    "\033[0;37;40m \033[0;1;37;40ma\033[0;37;40m  \033[0m\n",
	    "but a background goes on");
	ft_str_free(&str);
	fview_grid_free(&grid);
}

static void
test_cast(void)
{
	struct fview_grid grid;
	struct fview_box all = { &grid, 0, 0, 1, 4 };
	struct ft_str str = { 0 };
	struct fview_cast cast = { .str = &str };

	fview_grid_init(&grid);
	fview_grid_clear(&grid, 1, 4);
	fview_cast_begin(&cast, 1, 4, "a \"b\" \\");
	fview_put(&all, 0, 0, FVIEW_STYLE_NORMAL, "ab");
	fview_cast_frame(&cast, 0, &grid);
	fview_cast_frame(&cast, 500, &grid);
	fview_cast_mark(&cast, 1500, "one\n");
	fview_put(&all, 0, 1, FVIEW_STYLE_NORMAL, "\xc3\xa9");
	fview_cast_frame(&cast, 61001, &grid);
	fview_cast_end(&cast, 61001);
	is_str(str.data,
	    "{\"version\": 2, \"width\": 4, \"height\": 1, "
	    "\"theme\": {\"fg\": \"#d8dee9\", \"bg\": \"#1c2128\", "
	    "\"palette\": \"#1c2128:#ff7b72:#56d364:#ffd75f:#58a6ff:"
	    "#ff9bce:#39d3f2:#d8dee9\"}, \"title\": \"a \\\"b\\\" \\\\\"}\n"
	    "[0.000, \"o\", \"\\u001b[?25l\"]\n"
	    "[0.000, \"o\", \"\\u001b[0m\\u001b[2J\\u001b[1;1Hab\"]\n"
	    "[1.500, \"m\", \"one\\u000a\"]\n"
	    "[61.001, \"o\", \"\\u001b[1;2H\\u001b[0m\xc3\xa9\"]\n"
	    "[61.001, \"o\", \"\\u001b[0m\\u001b[?25h\"]\n",
	    "a recording: nothing is said twice");
	fview_cast_free(&cast);
	fview_grid_free(&grid);
	ft_str_free(&str);
}

int
main(void)
{
	test_lines();
	test_changes(&(struct ft_paint){ 0 }, "no colours");
	test_changes(
	    &(struct ft_paint){ FT_THEME_DARK, FT_DEPTH_8 }, "8 colours");
	test_changes(
	    &(struct ft_paint){ FT_THEME_AUTO, FT_DEPTH_256 }, "256 colours");
	test_changes(&(struct ft_paint){ FT_THEME_HIGH_CONTRAST, FT_DEPTH_256 },
	    "with a background");
	test_cast();
	return done_testing();
}
