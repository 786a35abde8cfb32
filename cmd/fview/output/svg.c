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
#define DOTS      8  /* of a Braille character */
#define DOT       18 /* the side of one */
#define AREAS     DOTS
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

/* Append the colour of ROLE in a picture of PAINT's theme. */
static void
add_color(struct ft_str *str, const struct ft_paint *paint, enum ft_role role)
{
	const struct ft_paint picture = { paint->theme, FT_DEPTH_PICTURE };

	ft_str_addf(str, "#%06x", (unsigned)ft_paint_color(&picture, role));
}

static bool
is_colorless(const struct ft_paint *paint)
{
	return paint->depth == FT_DEPTH_NONE || paint->theme == FT_THEME_MONO;
}

/* The role that fills the cells of STYLE; ground: their background. */
static enum ft_role
role_of(int style, const struct ft_paint *paint, bool ground)
{
	const struct fview_style_info *info = &fview_styles[style];
	bool reverse = info->attributes & FT_REVERSE;

	if (ground != reverse)
		return FT_ROLE_GROUND;
	return is_colorless(paint) ? FT_ROLE_TEXT : info->role;
}

/* ---- drawn cells --------------------------------------------------------------- */

/* Part of a cell, in tenths of a pixel from its upper left corner. */
struct area {
	int x, y, width, height;
};

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

/* Lines from the middle of a cell to its edges. */
static const struct {
	uint32_t c;
	unsigned ways;
	int thick;
} lines[] = {
	{ 0x2500, LEFT | RIGHT, 10 },
	{ 0x2501, LEFT | RIGHT, 30 },
	{ 0x2502, UP | DOWN, 10 },
	{ 0x250c, DOWN | RIGHT, 10 },
	{ 0x2510, DOWN | LEFT, 10 },
	{ 0x2514, UP | RIGHT, 10 },
	{ 0x2518, UP | LEFT, 10 },
	{ 0x251c, UP | DOWN | RIGHT, 10 },
	{ 0x2524, UP | DOWN | LEFT, 10 },
	{ 0x252c, DOWN | LEFT | RIGHT, 10 },
	{ 0x2534, UP | LEFT | RIGHT, 10 },
	{ 0x253c, UP | DOWN | LEFT | RIGHT, 10 },
};

/* The two bars of a character of lines. */
static int
line_areas(unsigned ways, int thick, struct area area[2])
{
	int x = (CELL_COLS - thick) / 2, y = (CELL_ROWS - thick) / 2;
	int left = ways & LEFT ? 0 : x, top = ways & UP ? 0 : y;
	int right = ways & RIGHT ? CELL_COLS : x + thick;
	int bottom = ways & DOWN ? CELL_ROWS : y + thick;
	int n = 0;

	if (ways & (UP | DOWN))
		area[n++] = (struct area){ x, top, thick, bottom - top };
	if (ways & (LEFT | RIGHT)) /* the last: neighbours join it */
		area[n++] = (struct area){ left, y, right - left, thick };
	return n;
}

/*
 * The dots of the Braille character C: the curves of the history page.  Bit N of
 * it is dot N; the fourth row came later.
 */
static int
dot_areas(uint32_t c, struct area area[DOTS])
{
	static const struct {
		int row, col;
	} dots[DOTS] = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 0, 1 }, { 1, 1 },
		{ 2, 1 }, { 3, 0 }, { 3, 1 } };
	int n = 0;

	for (int i = 0; i < DOTS; i++)
		if (c >> i & 1)
			area[n++] = (struct area){
				CELL_COLS * (2 * dots[i].col + 1) / 4 - DOT / 2,
				CELL_ROWS * (2 * dots[i].row + 1) / 8 - DOT / 2,
				DOT, DOT
			};
	return n;
}

/*
 * The areas that CELL fills if it is a line of a frame, a block or dots: glyphs
 * of fonts leave gaps between them, or do not meet, and many fonts have no
 * Braille of this width.  Returns how many, 0: it is text.
 */
static int
areas_of(const struct fview_cell *cell, struct area area[AREAS])
{
	const char *at = cell->text;
	uint32_t c = *at ? ft_utf8_next(&at, NULL) : 0;
	int part;

	for (size_t i = 0; i < FT_COUNT(lines); i++) {
		if (lines[i].c == c)
			return line_areas(lines[i].ways, lines[i].thick, area);
	}
	if (c >= 0x2800 && c <= 0x28ff)
		return dot_areas(c - 0x2800, area);
	if (c < 0x2580 || c > 0x258f)
		return 0;
	*area = (struct area){ 0, 0, CELL_COLS, CELL_ROWS };
	if (c == 0x2580) { /* the upper half */
		area->height = CELL_ROWS / 2;
	} else if (c <= 0x2588) { /* eighths from below */
		part = CELL_ROWS * (int)(c - 0x2580) / 8;
		area->y = CELL_ROWS - part;
		area->height = part;
	} else { /* and from the left */
		area->width = CELL_COLS * (int)(0x2590 - c) / 8;
	}
	return 1;
}

/* ---- rows --------------------------------------------------------------------- */

/* Cells of a row with the same style, drawn as one. */
struct run {
	int col, cols;
	int style;
	enum kind { BLANK, TEXT, DRAWN } kind;
};

static enum kind
kind_of(const struct fview_cell *cell)
{
	struct area area[AREAS];

	if (strcmp(cell->text, " ") == 0)
		return BLANK;
	return areas_of(cell, area) > 0 ? DRAWN : TEXT;
}

/* Returns whether a blank at AT is part of the text before it: one between two
 * words is. */
static bool
joins_words(const struct fview_grid *grid, int row, int at, int end)
{
	return at + 1 < end &&
	       kind_of(fview_cell_at(grid, row, at + 1)) == TEXT;
}

/*
 * The run that starts at COL.  Wide characters are runs of their own, and so
 * are several blanks in a row: fonts agree on neither width.
 */
static struct run
run_at(const struct fview_grid *grid, int row, int col, int end)
{
	const struct fview_cell *first = fview_cell_at(grid, row, col);
	struct run run = { col, 1, first->style, kind_of(first) };

	if (first->width == 2) {
		run.cols = 2;
		return run;
	}
	for (int at = col + 1; at < end; at++, run.cols++) {
		const struct fview_cell *cell = fview_cell_at(grid, row, at);
		enum kind kind = kind_of(cell);

		if (cell->style != run.style || cell->width != 1)
			break;
		if (kind != run.kind && !(run.kind == TEXT && kind == BLANK &&
					    joins_words(grid, row, at, end)))
			break;
	}
	return run;
}

static void
add_class(struct ft_str *str, int style)
{
	if (style != FVIEW_STYLE_NORMAL)
		ft_str_addf(str, " class=\"%s\"", fview_styles[style].name);
}

static void
add_run(struct ft_str *str, const struct fview_grid *grid, int row,
    const struct run *run)
{
	ft_str_add(str, "<tspan");
	add_attribute(str, "x", MARGIN + run->col * CELL_COLS);
	if (run->cols > 1)
		add_attribute(str, "textLength", run->cols * CELL_COLS);
	add_class(str, run->style);
	ft_str_add_char(str, '>');
	for (int i = 0; i < run->cols; i++)
		add_escaped(str, fview_cell_at(grid, row, run->col + i)->text);
	ft_str_add(str, "</tspan>");
}

static enum ft_role
ground_at(const struct fview_grid *grid, int row, int col)
{
	return role_of(
	    fview_cell_at(grid, row, col)->style, &grid->paint, true);
}

/* The backgrounds from COL to END that are not that of the picture, each in one
 * piece: some programs draw seams between pieces. */
static void
add_grounds(struct ft_str *str, const struct fview_grid *grid, int row, int col,
    int end)
{
	for (int at = col, next; at < end; at = next) {
		enum ft_role ground = ground_at(grid, row, at);

		for (next = at + 1;
		     next < end && ground_at(grid, row, next) == ground; next++)
			;
		if (ground == FT_ROLE_GROUND)
			continue;
		ft_str_add(str, "<rect");
		add_attribute(str, "x", MARGIN + at * CELL_COLS);
		add_attribute(str, "y", MARGIN + row * CELL_ROWS);
		add_attribute(str, "width", (next - at) * CELL_COLS);
		add_attribute(str, "height", CELL_ROWS);
		ft_str_add(str, " fill=\"");
		add_color(str, &grid->paint, ground);
		ft_str_add(str, "\"/>");
	}
}

/* Append a rectangle to the outline of a path. */
static void
add_outline(struct ft_str *str, const struct area *area)
{
	ft_str_add_char(str, 'M');
	add_tenths(str, area->x);
	ft_str_add_char(str, ' ');
	add_tenths(str, area->y);
	ft_str_add_char(str, 'h');
	add_tenths(str, area->width);
	ft_str_add_char(str, 'v');
	add_tenths(str, area->height);
	ft_str_add(str, "h-");
	add_tenths(str, area->width);
	ft_str_add_char(str, 'z');
}

/* The lines and blocks of RUN as one path; neighbours are joined. */
static void
add_drawn(struct ft_str *str, const struct fview_grid *grid, int row,
    const struct run *run)
{
	struct area last = { 0 };

	ft_str_add(str, "<path");
	add_class(str, run->style);
	ft_str_add(str, " d=\"");
	for (int i = 0; i < run->cols; i++) {
		struct area area[AREAS];
		int n = areas_of(fview_cell_at(grid, row, run->col + i), area);

		for (int k = 0; k < n; k++) {
			area[k].x += MARGIN + (run->col + i) * CELL_COLS;
			area[k].y += MARGIN + row * CELL_ROWS;
			if (last.x + last.width == area[k].x &&
			    last.y == area[k].y &&
			    last.height == area[k].height) {
				last.width += area[k].width;
				continue;
			}
			if (last.width > 0)
				add_outline(str, &last);
			last = area[k];
		}
	}
	add_outline(str, &last);
	ft_str_add(str, "\"/>");
}

/* Append ROW from COL to END: backgrounds and drawn cells, then a line of text. */
static void
add_part(struct ft_str *str, const struct fview_grid *grid, int row, int col,
    int end)
{
	bool any = false;
	struct run run;

	add_grounds(str, grid, row, col, end);
	for (int at = col; at < end; at += run.cols) {
		run = run_at(grid, row, at, end);
		if (run.kind == DRAWN)
			add_drawn(str, grid, row, &run);
		any |= run.kind == TEXT;
	}
	if (!any)
		return;
	ft_str_add(str, "<text");
	add_attribute(str, "y", MARGIN + row * CELL_ROWS + BASELINE);
	ft_str_add_char(str, '>');
	for (int at = col; at < end; at += run.cols) {
		run = run_at(grid, row, at, end);
		if (run.kind == TEXT)
			add_run(str, grid, row, &run);
	}
	ft_str_add(str, "</text>");
}

/* ---- the picture around them -------------------------------------------------- */

static void
add_style_rules(struct ft_str *str, const struct ft_paint *paint)
{
	ft_str_addf(str,
	    "text{font:%dpx ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,"
	    "'Liberation Mono',monospace;white-space:pre}\ntext,path{fill:",
	    FONT / 10);
	add_color(str, paint, FT_ROLE_TEXT);
	ft_str_add(str, "}\nrect,path{shape-rendering:crispEdges}\n");
	for (int i = 0; i < FVIEW_STYLE_COUNT; i++) {
		const struct fview_style_info *info = &fview_styles[i];

		if (i == FVIEW_STYLE_NORMAL)
			continue;
		ft_str_addf(str, ".%s{fill:", info->name);
		add_color(str, paint, role_of(i, paint, false));
		if (is_colorless(paint) && info->attributes & FT_DIM)
			ft_str_add(str, ";opacity:.6");
		if (info->attributes & FT_BOLD)
			ft_str_add(str, ";font-weight:bold");
		if (info->attributes & FT_UNDERLINE)
			ft_str_add(str, ";text-decoration:underline");
		ft_str_add(str, "}\n");
	}
}

static void
add_head(struct ft_str *str, const struct fview_grid *grid, const char *title)
{
	int width = 2 * MARGIN + grid->cols * CELL_COLS;
	int height = 2 * MARGIN + grid->rows * CELL_ROWS;

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
	add_style_rules(str, &grid->paint);
}

static void
add_ground(struct ft_str *str, const struct ft_paint *paint)
{
	ft_str_add(str, "</style>\n<rect width=\"100%\" height=\"100%\" "
			"rx=\"8\" fill=\"");
	add_color(str, paint, FT_ROLE_GROUND);
	ft_str_add(str, "\"/>\n");
}

void
fview_svg_still(
    struct ft_str *str, const struct fview_grid *grid, const char *title)
{
	add_head(str, grid, title);
	add_ground(str, &grid->paint);
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
	struct ft_paint paint; /* of the last frame */
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

	svg->paint = grid->paint;
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
	ft_str_addf(str, "}\n#r%zu{animation-name:k%zu,o}\n", number, number);
}

void
fview_svg_finish(struct ft_str *str, const struct fview_svg *svg, int64_t end,
    const char *title)
{
	const struct fview_grid last = {
		.rows = svg->rows, .cols = svg->cols, .paint = svg->paint
	};

	if (end < 1)
		end = 1;
	add_head(str, &last, title);
	/* Inkscape knows no visibility, and no animation either */
	ft_str_addf(str,
	    ".h{visibility:hidden;opacity:0}\n"
	    "@keyframes o{0%%,100%%{opacity:1}}\n"
	    ".m{animation:%dms step-end infinite}\n",
	    (int)end);
	for (size_t i = 0; i < svg->n; i++)
		add_keyframes(str, &svg->look[i], i, end);
	ft_str_add(str, "@media (prefers-reduced-motion:reduce)"
			"{.m{animation:none}}\n");
	add_ground(str, &svg->paint);
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
