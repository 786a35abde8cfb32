#include "fview/output/svg.h"

#include "base/text/utf8.h"
#include "fview/output/ansi.h"

/*
 * Sizes in tenths of a pixel, so that no fraction depends on rounding.  A
 * monospace font is about 0.6 of its size wide; textLength makes it exact.
 */
#define FONT      140
#define CELL_COLS 84
#define CELL_ROWS 164
#define MARGIN    120
#define BASELINE  124 /* below the upper edge of a row */

/* ---- numbers, text ------------------------------------------------------------ */

static void
add_tenths(struct ft_str *str, int value)
{
	ft_str_addf(str, "%d", value / 10);
	if (value % 10)
		ft_str_addf(str, ".%d", value % 10);
}

static void
add_attribute(struct ft_str *str, const char *name, int value)
{
	ft_str_addf(str, " %s=\"", name);
	add_tenths(str, value);
	ft_str_add_char(str, '"');
}

static void
add_escaped(struct ft_str *str, const char *text)
{
	for (; *text; text++) {
		if (*text == '&')
			ft_str_add(str, "&amp;");
		else if (*text == '<')
			ft_str_add(str, "&lt;");
		else if (*text == '>')
			ft_str_add(str, "&gt;");
		else
			ft_str_add_char(str, *text);
	}
}

/* ---- colours ------------------------------------------------------------------- */

/* Without colours only reversed cells have a background. */
static const char *
color_of(int style, bool color, bool ground)
{
	const struct fview_style_info *info = &fview_styles[style];
	bool turned = !color && info->attributes & FVIEW_REVERSE;

	if (!color)
		info = &fview_styles[FVIEW_STYLE_NORMAL];
	return ground != turned ? info->bg : info->fg;
}

/* ---- rows --------------------------------------------------------------------- */

/* Parts of bars are drawn as rectangles, because glyphs leave seams. */
enum block { NO_BLOCK, LEFT_BLOCK, UPPER_BLOCK, LOWER_BLOCK };

/* Cells of a row with the same style, drawn as one. */
struct run {
	int col, cols;
	int style;
	bool blank;
	enum block block;
};

static bool
is_blank(const struct fview_cell *cell)
{
	return strcmp(cell->text, " ") == 0;
}

static uint32_t
character(const struct fview_cell *cell)
{
	const char *at = cell->text;

	return *at ? ft_utf8_next(&at, NULL) : 0;
}

static enum block
block_of(const struct fview_cell *cell)
{
	uint32_t c = character(cell);

	return c == 0x2580                  ? UPPER_BLOCK
	       : c == 0x2584                ? LOWER_BLOCK
	       : c >= 0x2588 && c <= 0x258f ? LEFT_BLOCK
					    : NO_BLOCK;
}

/* Eighths of the columns of a cell that a block fills. */
static int
eighths(const struct fview_cell *cell)
{
	return block_of(cell) == LEFT_BLOCK ? (int)(0x2590 - character(cell))
					    : 8;
}

/*
 * The run that starts at COL.  Wide characters are runs of their own, and so
 * are several blanks in a row: fonts agree on neither width.
 */
static struct run
run_at(const struct fview_grid *grid, int row, int col, int end)
{
	const struct fview_cell *first = fview_cell_at(grid, row, col);
	struct run run = { col, 0, first->style, is_blank(first),
		block_of(first) };

	if (first->width == 2) {
		run.cols = 2;
		return run;
	}
	for (int at = col; at < end; at++) {
		const struct fview_cell *cell = fview_cell_at(grid, row, at);
		bool blank = is_blank(cell);

		if (cell->style != run.style || cell->width != 1 ||
		    block_of(cell) != run.block)
			break;
		/* one blank between two words is part of the text */
		if (blank != run.blank &&
		    (run.blank || at + 1 >= end ||
			is_blank(fview_cell_at(grid, row, at + 1))))
			break;
		run.cols++;
	}
	if (run.cols == 0)
		run.cols = 1;
	return run;
}

static void
add_run(struct ft_str *str, const struct fview_grid *grid, int row,
    const struct run *run)
{
	ft_str_add(str, "<tspan");
	add_attribute(str, "x", MARGIN + run->col * CELL_COLS);
	if (run->cols > 1)
		add_attribute(str, "textLength", run->cols * CELL_COLS);
	if (run->style != FVIEW_STYLE_NORMAL)
		ft_str_addf(
		    str, " class=\"%s\"", fview_styles[run->style].name);
	ft_str_add_char(str, '>');
	for (int i = 0; i < run->cols; i++)
		add_escaped(str, fview_cell_at(grid, row, run->col + i)->text);
	ft_str_add(str, "</tspan>");
}

/* A rectangle of WIDTH where RUN is: all of its height, or half of it. */
static void
add_rectangle(struct ft_str *str, int row, const struct run *run, int width,
    const char *color)
{
	bool upper = run->block == UPPER_BLOCK;
	int half = upper || run->block == LOWER_BLOCK ? CELL_ROWS / 2 : 0;

	ft_str_add(str, "<rect");
	add_attribute(str, "x", MARGIN + run->col * CELL_COLS);
	add_attribute(str, "y", MARGIN + row * CELL_ROWS + (upper ? 0 : half));
	add_attribute(str, "width", width);
	add_attribute(str, "height", CELL_ROWS - half);
	ft_str_addf(str, " fill=\"%s\"/>", color);
}

/* The background of RUN, or its bar. */
static void
add_ground_of(struct ft_str *str, const struct fview_grid *grid, int row,
    const struct run *run)
{
	const char *ground = color_of(run->style, grid->color, true);
	int width = 0;

	if (strcmp(ground, fview_styles[FVIEW_STYLE_NORMAL].bg) != 0) {
		struct run all = *run;

		all.block = NO_BLOCK;
		add_rectangle(str, row, &all, run->cols * CELL_COLS, ground);
	}
	if (!run->block)
		return;
	for (int i = 0; i < run->cols; i++)
		width += eighths(fview_cell_at(grid, row, run->col + i));
	add_rectangle(str, row, run, width * CELL_COLS / 8,
	    color_of(run->style, grid->color, false));
}

/* Append ROW from COL to END: backgrounds, then a line of text. */
static void
add_part(struct ft_str *str, const struct fview_grid *grid, int row, int col,
    int end)
{
	bool any = false;
	struct run run;

	for (int at = col; at < end; at += run.cols) {
		run = run_at(grid, row, at, end);
		add_ground_of(str, grid, row, &run);
		any |= !run.blank && !run.block;
	}
	if (!any)
		return;
	ft_str_add(str, "<text");
	add_attribute(str, "y", MARGIN + row * CELL_ROWS + BASELINE);
	ft_str_add_char(str, '>');
	for (int at = col; at < end; at += run.cols) {
		run = run_at(grid, row, at, end);
		if (!run.blank && !run.block)
			add_run(str, grid, row, &run);
	}
	ft_str_add(str, "</text>");
}

/* ---- the picture around them -------------------------------------------------- */

static void
add_style_rules(struct ft_str *str, bool color)
{
	ft_str_addf(str,
	    "text{font:%dpx ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,"
	    "'Liberation Mono',monospace;fill:%s;white-space:pre}\n",
	    FONT / 10, fview_styles[FVIEW_STYLE_NORMAL].fg);
	ft_str_add(str, "rect{shape-rendering:crispEdges}\n");
	for (int i = 0; i < FVIEW_STYLE_COUNT; i++) {
		const struct fview_style_info *info = &fview_styles[i];

		if (i == FVIEW_STYLE_NORMAL)
			continue;
		ft_str_addf(
		    str, ".%s{fill:%s", info->name, color_of(i, color, false));
		if (!color && info->attributes & FVIEW_DIM)
			ft_str_add(str, ";opacity:.6");
		if (info->attributes & FVIEW_BOLD)
			ft_str_add(str, ";font-weight:bold");
		if (info->attributes & FVIEW_UNDERLINE)
			ft_str_add(str, ";text-decoration:underline");
		ft_str_add(str, "}\n");
	}
}

static void
add_head(struct ft_str *str, int rows, int cols, bool color, const char *title)
{
	int width = 2 * MARGIN + cols * CELL_COLS;
	int height = 2 * MARGIN + rows * CELL_ROWS;

	ft_str_add(str, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	add_attribute(str, "width", width);
	add_attribute(str, "height", height);
	ft_str_add(str, " viewBox=\"0 0 ");
	add_tenths(str, width);
	ft_str_add_char(str, ' ');
	add_tenths(str, height);
	ft_str_add(str, "\" role=\"img\">\n<title>");
	add_escaped(str, title);
	ft_str_add(str, "</title>\n<style>\n");
	add_style_rules(str, color);
}

static void
add_ground(struct ft_str *str)
{
	ft_str_addf(str,
	    "</style>\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" "
	    "fill=\"%s\"/>\n",
	    fview_styles[FVIEW_STYLE_NORMAL].bg);
}

void
fview_svg_still(
    struct ft_str *str, const struct fview_grid *grid, const char *title)
{
	add_head(str, grid->rows, grid->cols, grid->color, title);
	add_ground(str);
	for (int row = 0; row < grid->rows; row++) {
		size_t before = str->len;

		add_part(str, grid, row, 0, grid->cols);
		if (str->len > before)
			ft_str_add_char(str, '\n');
	}
	ft_str_add(str, "</svg>\n");
}

/* ---- moving -------------------------------------------------------------------- */

#define NONE SIZE_MAX

/*
 * One content of a part of a row, and the times at which it is visible.  Rows are
 * separated where the lines of frames cross them, so that a change on one side
 * does not repeat the other.
 */
struct look {
	char *markup;
	int64_t *at; /* [n] when it appears, disappears, appears ... */
	size_t n, cap;
	size_t next; /* another content of the same place */
};

struct fview_svg {
	int rows, cols;
	bool color; /* of the last frame */
	struct look *look;
	size_t n, cap;
	size_t
	    *first;  /* [rows * cols] contents of the parts that start there */
	size_t *now; /* [rows * cols] the visible one */
};

struct fview_svg *
fview_svg_new(int rows, int cols)
{
	struct fview_svg *svg = ft_calloc(1, sizeof *svg);
	size_t n = (size_t)rows * (size_t)cols;

	svg->rows = rows;
	svg->cols = cols;
	svg->first = ft_calloc(n, sizeof *svg->first);
	svg->now = ft_calloc(n, sizeof *svg->now);
	for (size_t i = 0; i < n; i++)
		svg->first[i] = svg->now[i] = NONE;
	return svg;
}

void
fview_svg_free(struct fview_svg *svg)
{
	if (!svg)
		return;
	for (size_t i = 0; i < svg->n; i++) {
		ft_free(svg->look[i].markup);
		ft_free(svg->look[i].at);
	}
	ft_free(svg->look);
	ft_free(svg->first);
	ft_free(svg->now);
	ft_free(svg);
}

static void
turn(struct look *look, int64_t ms)
{
	/* gone and back in the same instant: it stayed */
	if (look->n > 0 && look->at[look->n - 1] == ms) {
		look->n--;
		return;
	}
	*ft_vec_add(look->at, look->n, look->cap) = ms;
}

/* Returns the content of PLACE with this MARKUP; makes it if there is none. */
static size_t
find_look(struct fview_svg *svg, size_t place, const char *markup)
{
	for (size_t i = svg->first[place]; i != NONE; i = svg->look[i].next) {
		if (strcmp(svg->look[i].markup, markup) == 0)
			return i;
	}
	svg->look =
	    ft_vec_grow(svg->look, &svg->cap, svg->n + 1, sizeof *svg->look);
	svg->look[svg->n] = (struct look){ .markup = ft_strdup(markup),
		.next = svg->first[place] };
	svg->first[place] = svg->n;
	return svg->n++;
}

/* Returns whether the line of a frame crosses ROW at COL. */
static bool
is_border(const struct fview_grid *grid, int row, int col)
{
	const struct fview_cell *cell = fview_cell_at(grid, row, col);

	return cell->style == FVIEW_STYLE_FRAME &&
	       (strcmp(cell->text, "\u2502") == 0 ||
		   strcmp(cell->text, "|") == 0);
}

/* Returns the end of the part that starts at COL; a line is a part of its own. */
static int
part_end(const struct fview_grid *grid, int row, int col)
{
	int end = col + 1;

	if (is_border(grid, row, col))
		return end;
	while (end < grid->cols && !is_border(grid, row, end))
		end++;
	return end;
}

/* From MS on, PLACE shows the content SHOWN, or nothing. */
static void
show(struct fview_svg *svg, size_t place, size_t shown, int64_t ms)
{
	if (svg->now[place] == shown)
		return;
	if (svg->now[place] != NONE)
		turn(&svg->look[svg->now[place]], ms);
	if (shown != NONE)
		turn(&svg->look[shown], ms);
	svg->now[place] = shown;
}

void
fview_svg_frame(void *ctx, int64_t ms, const struct fview_grid *grid)
{
	struct fview_svg *svg = ctx;
	struct ft_str markup FT_CLEANUP(ft_str_free) = { 0 };

	svg->color = grid->color;
	for (int row = 0; row < svg->rows; row++) {
		int end = 0;

		for (int col = 0; col < svg->cols; col++) {
			size_t place =
			    (size_t)row * (size_t)svg->cols + (size_t)col;

			if (col < end) {
				show(svg, place, NONE, ms);
				continue;
			}
			end = part_end(grid, row, col);
			ft_str_clear(&markup);
			add_part(&markup, grid, row, col, end);
			show(svg, place,
			    markup.len > 0 ? find_look(svg, place, markup.data)
					   : NONE,
			    ms);
		}
	}
}

/* Append MS as a percentage of END, with three decimals. */
static void
add_percent(struct ft_str *str, int64_t ms, int64_t end)
{
	int64_t thousandths = (ms * 100000 + end / 2) / end;

	ft_str_addf(str, "%d", (int)(thousandths / 1000));
	if (thousandths % 1000) {
		ft_str_addf(str, ".%03d", (int)(thousandths % 1000));
		while (str->data[str->len - 1] == '0')
			str->data[--str->len] = '\0';
	}
	ft_str_add_char(str, '%');
}

static bool
is_steady(const struct look *look)
{
	return look->n == 1 && look->at[0] == 0;
}

static void
add_keyframes(
    struct ft_str *str, const struct look *look, size_t number, int64_t end)
{
	bool shown = false;

	if (is_steady(look))
		return;
	ft_str_addf(str, "@keyframes k%zu{", number);
	if (look->at[0] > 0)
		ft_str_add(str, "0%{visibility:hidden}");
	for (size_t i = 0; i < look->n; i++) {
		shown = !shown;
		add_percent(str, look->at[i], end);
		ft_str_addf(
		    str, "{visibility:%s}", shown ? "visible" : "hidden");
	}
	/* step-end: the last state stays to the end */
	ft_str_addf(str, "}\n#r%zu{animation-name:k%zu}\n", number, number);
}

void
fview_svg_finish(struct ft_str *str, const struct fview_svg *svg, int64_t end,
    const char *title)
{
	if (end < 1)
		end = 1;
	add_head(str, svg->rows, svg->cols, svg->color, title);
	ft_str_addf(str,
	    ".h{visibility:hidden}\n.m{animation:%dms step-end infinite}\n",
	    (int)end);
	for (size_t i = 0; i < svg->n; i++)
		add_keyframes(str, &svg->look[i], i, end);
	ft_str_add(str, "@media (prefers-reduced-motion:reduce)"
			"{.m{animation:none}}\n");
	add_ground(str);
	for (size_t i = 0; i < svg->n; i++) {
		const struct look *look = &svg->look[i];

		if (is_steady(look))
			ft_str_addf(str, "%s\n", look->markup);
		else
			ft_str_addf(str,
			    "<g id=\"r%zu\" class=\"m%s\">%s</g>\n", i,
			    look->n % 2 ? "" : " h", look->markup);
	}
	ft_str_add(str, "</svg>\n");
}
