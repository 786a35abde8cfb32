#include "fview/output/grid.h"

#include "base/text/text.h"
#include "base/text/utf8.h"

const struct fview_style_info fview_styles[FVIEW_STYLE_COUNT] = {
#define FVIEW_STYLE(id, ...) [FVIEW_STYLE_##id] = { __VA_ARGS__ },
#include "fview/draw/style.def"
#undef FVIEW_STYLE
};

/* ---- characters ----------------------------------------------------------- */

/* The ASCII replacement of character C; 0: none. */
static char
ascii_of(uint32_t c)
{
	static const struct {
		uint32_t c;
		char ascii;
	} table[] = {
		{ 0xb7, '.' },   /* middle dot */
		{ 0xd7, 'x' },   /* times */
		{ 0x2013, '-' }, /* dashes */
		{ 0x2014, '-' },
		{ 0x2026, '+' }, /* ellipsis: cut, as Slurm marks it */
		{ 0x203a, '>' }, { 0x2190, '<' }, /* arrows */
		{ 0x2191, '^' }, { 0x2192, '>' }, { 0x2193, 'v' },
		{ 0x2500, '-' }, /* lines */
		{ 0x2501, '#' }, /* heavy: the finished part of a bar */
		{ 0x2502, '|' }, { 0x250c, '+' }, { 0x2510, '+' },
		{ 0x2514, '`' }, /* the last branch of a tree */
		{ 0x2518, '+' }, { 0x251c, '|' }, { 0x2524, '+' },
		{ 0x252c, '+' }, { 0x2534, '+' }, { 0x253c, '+' },
		{ 0x2580, '^' }, { 0x2584, '_' }, /* bars of half a row */
		{ 0x2578, '#' }, { 0x2591, '.' }, { 0x25b8, '+' }, /* folded */
		{ 0x25be, '-' }, /* unfolded */
	};

	for (size_t i = 0; i < FT_COUNT(table); i++) {
		if (table[i].c == c)
			return table[i].ascii;
	}
	if (c >= 0x2580 && c <= 0x258f) /* blocks and their eighths */
		return c <= 0x258c ? '#' : '=';
	return 0;
}

int
fview_text_width(const char *text)
{
	int width = 0;

	while (*text) {
		uint32_t c = ft_utf8_next(&text, NULL);

		width += ft_text_is_unsafe(c) ? 1 : ft_utf8_width(c);
	}
	return width;
}

size_t
fview_text_fit(const char *text, int cols)
{
	const char *at = text, *end = text;
	int width = 0;

	while (*at) {
		uint32_t c = ft_utf8_next(&at, NULL);

		width += ft_text_is_unsafe(c) ? 1 : ft_utf8_width(c);
		if (width > cols)
			break;
		end = at;
	}
	return (size_t)(end - text);
}

/* ---- the grid ------------------------------------------------------------- */

void
fview_grid_init(struct fview_grid *grid)
{
	*grid = (struct fview_grid){ 0 };
}

void
fview_grid_free(struct fview_grid *grid)
{
	ft_free(grid->cell);
	fview_grid_init(grid);
}

/* The content of one cell, or of two. */
struct glyph {
	const char *text;
	size_t len;
	int width;
	enum fview_style style;
};

static void
set_cell(struct fview_cell *cell, const struct glyph *glyph)
{
	memset(cell, 0, sizeof *cell);
	if (glyph->len < sizeof cell->text)
		memcpy(cell->text, glyph->text, glyph->len);
	cell->width = (uint8_t)glyph->width;
	cell->style = (uint8_t)glyph->style;
}

void
fview_grid_clear(struct fview_grid *grid, int rows, int cols)
{
	size_t n;

	grid->rows = rows < 1 ? 1 : rows;
	grid->cols = cols < 1 ? 1 : cols;
	n = (size_t)grid->rows * (size_t)grid->cols;
	grid->cell = ft_realloc(grid->cell, n, sizeof *grid->cell);
	for (size_t i = 0; i < n; i++)
		set_cell(&grid->cell[i],
		    &(struct glyph){ " ", 1, 1, FVIEW_STYLE_NORMAL });
}

/* Returns the cell at ROW, COL, NULL outside the grid. */
static struct fview_cell *
cell_at(const struct fview_grid *grid, int row, int col)
{
	if (row < 0 || col < 0 || row >= grid->rows || col >= grid->cols)
		return NULL;
	return &grid->cell[(size_t)row * (size_t)grid->cols + (size_t)col];
}

/* When half of a wide character is overwritten, the other half becomes a blank. */
static void
break_wide(struct fview_grid *grid, int row, int col)
{
	struct fview_cell *cell = cell_at(grid, row, col);
	struct fview_cell *other;

	if (!cell || cell->width == 1)
		return;
	other = cell_at(grid, row, cell->width ? col + 1 : col - 1);
	if (other)
		set_cell(other, &(struct glyph){ " ", 1, 1,
				    (enum fview_style)other->style });
}

static void
put_cell(struct fview_grid *grid, int row, int col, const struct glyph *glyph)
{
	const struct glyph right = { "", 0, 0, glyph->style };

	for (int i = 0; i < glyph->width; i++) {
		struct fview_cell *cell;

		break_wide(grid, row, col + i);
		cell = cell_at(grid, row, col + i);
		if (cell)
			set_cell(cell, i ? &right : glyph);
	}
}

/* Attach a zero-width character to the one before it. */
static void
combine(struct fview_grid *grid, int row, int col, const char *text, size_t len)
{
	struct fview_cell *cell = cell_at(grid, row, col - 1);
	size_t used;

	if (cell && !cell->width)
		cell = cell_at(grid, row, col - 2);
	if (!cell)
		return;
	used = strlen(cell->text);
	if (used + len < sizeof cell->text)
		memcpy(cell->text + used, text, len);
}

/* As many columns as the character had, to keep the alignment. */
static void
put_ascii(struct fview_grid *grid, int row, int col, uint32_t c,
    const struct glyph *glyph)
{
	char ascii = c < 0x7f ? (char)c : ascii_of(c);

	if (!ascii)
		ascii = '?';
	for (int i = 0; i < glyph->width; i++)
		put_cell(grid, row, col + i,
		    &(struct glyph){ &ascii, 1, 1, glyph->style });
}

int
fview_put(const struct fview_box *box, int row, int col, enum fview_style style,
    const char *text)
{
	struct fview_grid *grid = box->grid;
	int at = col;

	if (row < 0 || row >= box->rows)
		return 0;
	while (*text) {
		struct glyph glyph = { .text = text, .style = style };
		uint32_t c = ft_utf8_next(&text, NULL);

		glyph.len = (size_t)(text - glyph.text);
		if (ft_text_is_unsafe(c) || c == FT_UTF8_BAD) {
			c = '?';
			glyph.text = "?";
			glyph.len = 1;
		}
		glyph.width = ft_utf8_width(c);
		if (at + glyph.width > box->cols)
			break;
		if (at < 0 && glyph.width > 0) {
			/* left of the box: counted but not shown */
		} else if (grid->ascii) {
			put_ascii(
			    grid, box->row + row, box->col + at, c, &glyph);
		} else if (glyph.width) {
			put_cell(grid, box->row + row, box->col + at, &glyph);
		} else if (at > col) {
			combine(grid, box->row + row, box->col + at, glyph.text,
			    glyph.len);
		}
		at += glyph.width;
	}
	return at - col;
}

int
fview_putf(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *format, ...)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	return fview_put(box, row, col, style, ft_str_text(&str));
}

int
fview_put_fit(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *text)
{
	struct fview_box part = *box;
	int width = fview_text_width(text), cols = box->cols - col;

	if (cols <= 0)
		return 0;
	if (width <= cols)
		return fview_put(&part, row, col, style, text);
	part.cols--;
	width = fview_put(&part, row, col, style, text);
	/* a wide character that did not fit leaves a column */
	part.cols++;
	return width + fview_put(&part, row, col + width, style, "…");
}

struct fview_box
fview_left(const struct fview_box *box, int cols)
{
	struct fview_box part = *box;

	if (cols < part.cols)
		part.cols = cols;
	return part;
}

void
fview_restyle(const struct fview_box *box, int row, int col, int cols,
    enum fview_style style)
{
	struct fview_grid *grid = box->grid;
	if (row < 0 || row >= box->rows)
		return;
	for (int i = col < 0 ? 0 : col; i < col + cols && i < box->cols; i++) {
		struct fview_cell *cell =
		    cell_at(grid, box->row + row, box->col + i);

		if (cell)
			cell->style = (uint8_t)style;
	}
}

/* ---- lines ---------------------------------------------------------------- */

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

static const char *const line_text[16] = { [LEFT] = "─",
	[RIGHT] = "─",
	[LEFT | RIGHT] = "─",
	[UP] = "│",
	[DOWN] = "│",
	[UP | DOWN] = "│",
	[DOWN | RIGHT] = "┌",
	[DOWN | LEFT] = "┐",
	[UP | RIGHT] = "└",
	[UP | LEFT] = "┘",
	[UP | DOWN | RIGHT] = "├",
	[UP | DOWN | LEFT] = "┤",
	[LEFT | RIGHT | DOWN] = "┬",
	[LEFT | RIGHT | UP] = "┴",
	[UP | DOWN | LEFT | RIGHT] = "┼" };

/* The directions of the line in CELL; 0: no line. */
static int
ways_of(const struct fview_cell *cell)
{
	for (int ways = 1; ways < 16; ways++) {
		if (line_text[ways] && strcmp(cell->text, line_text[ways]) == 0)
			return ways == LEFT ? LEFT | RIGHT
			       : ways == UP ? UP | DOWN
					    : ways;
	}
	return 0;
}

/* Join frames that share an edge. */
static void
put_line(struct fview_grid *grid, int row, int col, int ways)
{
	struct fview_cell *cell = cell_at(grid, row, col);
	const char *text;

	/* keep text on the line of a frame */
	if (!cell || cell->style == FVIEW_STYLE_TITLE)
		return;
	if (grid->ascii) {
		bool across = ways == (LEFT | RIGHT) || ways == (UP | DOWN);
		const char *line = ways == (LEFT | RIGHT) ? "-"
				   : across               ? "|"
							  : "+";

		if (cell->style == FVIEW_STYLE_FRAME &&
		    (!across || strcmp(cell->text, line) != 0) &&
		    strchr("-|+", *cell->text))
			line = "+";
		put_cell(grid, row, col,
		    &(struct glyph){ line, 1, 1, FVIEW_STYLE_FRAME });
		return;
	}
	if (cell->style == FVIEW_STYLE_FRAME)
		ways |= ways_of(cell);
	text = line_text[ways];
	put_cell(grid, row, col,
	    &(struct glyph){ text, strlen(text), 1, FVIEW_STYLE_FRAME });
}

bool
fview_drop_clause(struct ft_str *text)
{
	/* the first one stands between whole entries */
	static const char *const ends[] = { " · ", ", ", ": ", "? " };
	size_t cut = 0;

	for (size_t i = 0; i < FT_COUNT(ends) && !(i == 1 && cut > 0); i++)
		for (const char *at = text->data; (at = strstr(at, ends[i]));
		     at++)
			if ((size_t)(at - text->data) >= cut)
				cut = (size_t)(at - text->data) + (*at == '?');
	if (cut == 0)
		return false;
	text->len = cut;
	text->data[cut] = '\0';
	return true;
}

/* Returns the columns up to its end; 0: it was not put. */
static int
put_title(
    const struct fview_box *box, enum fview_style style, const char *title)
{
	struct fview_box line = { box->grid, box->row, box->col + 2, 1,
		box->cols - 5 };
	int width;

	if (!title || !*title || box->cols <= 6)
		return 0;
	width = fview_put_fit(&line, 0, 1, style, title);
	line.cols++;
	fview_put(&line, 0, 0, style, " ");
	fview_put(&line, 0, 1 + width, style, " ");
	return 2 + 1 + width + 1;
}

void
fview_title(
    const struct fview_box *box, enum fview_style style, const char *title)
{
	(void)put_title(box, style, title);
}

void
fview_title_over(
    const struct fview_box *box, enum fview_style style, const char *title)
{
	struct fview_cell *cell;
	int col = put_title(box, style, title);

	for (; col > 0 && col < box->cols - 1; col++) {
		cell = cell_at(box->grid, box->row, box->col + col);
		if (!cell || cell->style == FVIEW_STYLE_FRAME)
			return;
		cell->style = FVIEW_STYLE_NORMAL;
		put_line(box->grid, box->row, box->col + col, LEFT | RIGHT);
	}
}

struct fview_box
fview_inside(const struct fview_box *box)
{
	struct fview_box inside = { box->grid, box->row + 1, box->col + 1,
		box->rows - 2, box->cols - 2 };

	if (inside.rows < 0)
		inside.rows = 0;
	if (inside.cols < 0)
		inside.cols = 0;
	return inside;
}

/* The left part of BOX, up to what a frame above it wrote into its upper line. */
static struct fview_box
before_text(const struct fview_box *box)
{
	for (int col = 1; col < box->cols - 1; col++) {
		const struct fview_cell *cell =
		    cell_at(box->grid, box->row, box->col + col);

		if (cell && cell->style != FVIEW_STYLE_FRAME)
			return fview_left(box, col + 1);
	}
	return *box;
}

struct fview_box
fview_frame(const struct fview_box *box, const char *title)
{
	struct fview_grid *grid = box->grid;
	int top = box->row, bottom = box->row + box->rows - 1;
	int left = box->col, right = box->col + box->cols - 1;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct fview_box head;

	if (box->rows < 2 || box->cols < 2)
		return fview_inside(box);
	for (int col = left + 1; col < right; col++) {
		put_line(grid, top, col, LEFT | RIGHT);
		put_line(grid, bottom, col, LEFT | RIGHT);
	}
	for (int row = top + 1; row < bottom; row++) {
		put_line(grid, row, left, UP | DOWN);
		put_line(grid, row, right, UP | DOWN);
	}
	put_line(grid, top, left, DOWN | RIGHT);
	put_line(grid, top, right, DOWN | LEFT);
	put_line(grid, bottom, left, UP | RIGHT);
	put_line(grid, bottom, right, UP | LEFT);
	ft_str_add(&text, title ? title : "");
	head = before_text(box);
	while (text.len > 0 && fview_text_width(text.data) > head.cols - 6 &&
	       fview_drop_clause(&text))
		;
	fview_title(&head, FVIEW_STYLE_TITLE, ft_str_text(&text));
	return fview_inside(box);
}
