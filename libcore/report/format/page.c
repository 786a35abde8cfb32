#include "report/format/page.h"

#include "base/text/text.h"
#include "base/text/utf8.h"

#define INDENT 2
#define WIDTH  80 /* of tables, if lines are not folded */
#define NAMES  8  /* columns that are left for the names in a table */
#define LAST   16 /* columns in which the last cell of a row is folded */

void
ft_page_init(struct ft_page *page, struct ft_out *out,
    const struct ft_page_options *options)
{
	*page = (struct ft_page){ .out = out, .options = *options };
}

void
ft_page_free(struct ft_page *page)
{
	ft_str_free(&page->cells);
	ft_free(page->head);
	ft_page_kept_free(page->kept, page->n_kept);
}

void
ft_page_kept_free(struct ft_page_kept *kept, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ft_free(kept[i].cells);
	ft_free(kept);
}

/* ---- text ----------------------------------------------------------------- */

/* Append TEXT; in Markdown, escape characters that would be markup. */
static void
add_text(struct ft_page *page, const char *text, size_t len)
{
	struct ft_str *str = &page->out->text, masked = { 0 };

	ft_text_mask(&masked, text, len, FT_TEXT_WORD);
	text = ft_str_text(&masked);
	len = masked.len;
	for (size_t i = 0; i < len; i++) {
		if (page->options.markdown && strchr("\\`*_[]<|", text[i]))
			ft_str_add_char(str, '\\');
		ft_str_add_char(str, text[i]);
	}
	ft_str_free(&masked);
}

/* Returns the bytes of the first word of TEXT; a number and its % are one. */
static size_t
word_bytes(const char *text)
{
	size_t len = strcspn(text, " ");

	while (text[len] && text[len + 1] == '%')
		len += 1 + strcspn(text + len + 1, " ");
	return len;
}

/* Append TEXT folded between words, lines after the first indented. */
static void
add_folded(struct ft_page *page, const char *text, size_t indent)
{
	struct ft_str *str = &page->out->text;
	size_t column = indent, width = (size_t)page->options.width;

	if (page->options.width <= 0 || page->options.markdown) {
		add_text(page, text, strlen(text));
		return;
	}
	while (*text) {
		size_t len = word_bytes(text);
		size_t columns = ft_utf8_columns(text, len);

		if (column > indent && column + 1 + columns > width) {
			ft_str_add_char(str, '\n');
			ft_str_add_fill(str, ' ', indent);
			column = indent;
		} else if (column > indent) {
			ft_str_add_char(str, ' ');
			column++;
		}
		add_text(page, text, len);
		column += columns;
		text += len + strspn(text + len, " ");
	}
}

/* Separate two elements by an empty line. */
static void
part(struct ft_page *page)
{
	if (page->begun)
		ft_str_add_char(&page->out->text, '\n');
	page->begun = true;
	page->list = false;
}

void
ft_page_head(struct ft_page *page, const char *text)
{
	struct ft_str *str = &page->out->text;

	part(page);
	*ft_vec_add(page->head, page->n_head, page->head_cap) = str->len;
	if (page->options.markdown)
		ft_str_add(str, "### ");
	if (page->options.paint.depth != FT_DEPTH_NONE)
		ft_paint_add(str, &page->options.paint, FT_BOLD, FT_ROLE_TEXT);
	add_folded(page, text, 0);
	if (page->options.paint.depth != FT_DEPTH_NONE)
		ft_str_add(str, FT_PAINT_END);
	ft_str_add_char(str, '\n');
	/* a plain heading is followed directly by its text */
	page->begun = page->options.markdown;
}

void
ft_page_text(struct ft_page *page, const char *text)
{
	part(page);
	add_folded(page, text, 0);
	ft_str_add_char(&page->out->text, '\n');
}

void
ft_page_item(struct ft_page *page, const char *text)
{
	struct ft_str *str = &page->out->text;

	if (!page->list)
		part(page);
	page->list = true;
	ft_str_add(str, page->options.markdown ? "- " : "  ");
	add_folded(page, text, page->options.markdown ? 0 : INDENT);
	ft_str_add_char(str, '\n');
}

void
ft_page_take_text(struct ft_page *page, struct ft_str *str)
{
	if (str->len)
		ft_page_text(page, ft_str_text(str));
	ft_str_free(str);
}

void
ft_page_take_item(struct ft_page *page, struct ft_str *str)
{
	if (str->len)
		ft_page_item(page, ft_str_text(str));
	ft_str_free(str);
}

/* ---- tables --------------------------------------------------------------- */

void
ft_page_table(struct ft_page *page, const char *const *header, size_t n)
{
	page->header = header;
	page->columns = n;
	page->n_cell = 0;
	ft_str_clear(&page->cells);
}

void
ft_page_cell(struct ft_page *page, const char *text)
{
	/* a terminated string each, in one buffer; a name may hold anything */
	ft_text_mask(&page->cells, text, strlen(text), FT_TEXT_WORD);
	ft_str_add_n(&page->cells, "", 1);
	page->n_cell++;
}

void
ft_page_cellf(struct ft_page *page, const char *format, ...)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	ft_page_cell(page, ft_str_text(&str));
}

static bool
is_right(const struct ft_page *page, size_t column)
{
	return page->header[column][0] == '>';
}

static const char *
header_of(const struct ft_page *page, size_t column)
{
	return page->header[column] + (page->header[column][0] == '>' ||
					  page->header[column][0] == '<');
}

/* Fill width[columns] with the widths that the cells need. */
static void
measure(const struct ft_page *page, size_t *width)
{
	const char *cell = page->cells.data;

	for (size_t i = 0; i < page->columns; i++)
		width[i] = ft_utf8_columns(
		    header_of(page, i), strlen(header_of(page, i)));
	for (size_t i = 0; i < page->n_cell; i++) {
		size_t columns = ft_utf8_columns(cell, strlen(cell));

		if (columns > width[i % page->columns])
			width[i % page->columns] = columns;
		cell += strlen(cell) + 1;
	}
}

/* No wider than the page, if the names in the first column may be cut. */
static void
narrow(const struct ft_page *page, size_t *width)
{
	size_t most =
	    page->options.width > 0 ? (size_t)page->options.width : WIDTH;
	size_t all = 0;

	for (size_t i = 0; i < page->columns; i++)
		all += INDENT + width[i];
	if (page->options.markdown || page->header[0][0] != '<' ||
	    all <= most || width[0] <= NAMES)
		return;
	width[0] =
	    width[0] > NAMES + all - most ? width[0] - (all - most) : NAMES;
}

static void
add_cell(
    struct ft_page *page, const char *text, const size_t *widths, size_t column)
{
	size_t width = widths[column], start = INDENT;
	struct ft_str *str = &page->out->text;
	size_t columns = ft_utf8_columns(text, strlen(text));
	size_t room = width > columns ? width - columns : 0;
	bool last = column + 1 == page->columns;

	for (size_t i = 0; i < column; i++)
		start += widths[i] + INDENT;
	if (page->options.markdown) {
		ft_str_add(str, column ? " | " : "| ");
		add_text(page, text, strlen(text));
		ft_str_add(str, last ? " |\n" : "");
		return;
	}
	ft_str_add_fill(str, ' ', INDENT);
	if (is_right(page, column))
		ft_str_add_fill(str, ' ', room);
	if (columns > width)
		/* "  compu...physics" */
		ft_utf8_add_ends(str, text, (width - 2) / 2,
		    width - 3 - (width - 2) / 2, "...");
	else if (last && start + LAST <= (size_t)page->options.width)
		add_folded(page, text, start);
	else
		ft_str_add(str, text);
	if (last)
		ft_str_add_char(str, '\n');
	else if (!is_right(page, column))
		ft_str_add_fill(str, ' ', room);
}

/* Plain text: no blanks at the end of a line. */
static void
trim_line(struct ft_str *str)
{
	size_t end = str->len;

	if (!end || str->data[end - 1] != '\n')
		return;
	for (end--; end && str->data[end - 1] == ' '; end--)
		;
	str->data[end] = '\n';
	str->data[end + 1] = '\0';
	str->len = end + 1;
}

static void
add_header(struct ft_page *page, const size_t *width)
{
	struct ft_str *str = &page->out->text;

	for (size_t i = 0; i < page->columns; i++)
		add_cell(page, header_of(page, i), width, i);
	if (!page->options.markdown) {
		trim_line(str);
		return;
	}
	for (size_t i = 0; i < page->columns; i++)
		ft_str_add(str, is_right(page, i) ? "|---:" : "|---");
	ft_str_add(str, "|\n");
}

static void
add_rows(struct ft_page *page, const size_t *width)
{
	const char *cell = page->cells.data;

	add_header(page, width);
	for (size_t i = 0; i < page->n_cell; i++) {
		add_cell(page, cell, width, i % page->columns);
		if (!page->options.markdown &&
		    i % page->columns + 1 == page->columns)
			trim_line(&page->out->text);
		cell += strlen(cell) + 1;
	}
}

/* ---- tables that are too wide --------------------------------------------- */

/* Whether the columns fit on the page; the last one may be folded. */
static bool
fits(const struct ft_page *page, const size_t *width)
{
	size_t last = page->columns - 1, all = INDENT + width[last];

	if (page->options.markdown || page->options.width <= 0)
		return true;
	if (!is_right(page, last) && all > INDENT + LAST)
		all = INDENT + LAST;
	for (size_t i = 0; i < last; i++)
		all += INDENT + width[i];
	return all <= (size_t)page->options.width;
}

/* Add TEXT, which is not folded, to a row that is COLUMN wide so far; more lines of
 * the row start at INDENT.  Returns the width then. */
static size_t
add_whole(struct ft_page *page, const char *text, size_t column, size_t indent)
{
	struct ft_str *str = &page->out->text;
	size_t columns = ft_utf8_columns(text, strlen(text));

	if (column + 1 + columns <= (size_t)page->options.width) {
		ft_str_addf(str, " %s", text);
		return column + 1 + columns;
	}
	ft_str_add_char(str, '\n');
	ft_str_add_fill(str, ' ', indent);
	ft_str_add(str, text);
	return indent + columns;
}

/* "Weight 10000,", "14.6 %," */
static void
add_pair(struct ft_str *str, const char *header, const char *cell, bool more)
{
	if (strcmp(header, "%") == 0)
		ft_str_addf(str, "%s %%%s", cell, more ? "," : "");
	else
		ft_str_addf(str, "%s %s%s", header, cell, more ? "," : "");
}

/* CELLS of one row: "age: Weight 10000, Points 52," and so on, texts at the end
 * of a row on lines of their own. */
static void
add_folded_row(struct ft_page *page, const char *const *cells)
{
	size_t n = page->columns, column;
	size_t indent = strspn(cells[0], " ") + (size_t)2 * INDENT;
	struct ft_str *str = &page->out->text,
		      pair FT_CLEANUP(ft_str_free) = { 0 };
	bool text = !is_right(page, n - 1) && n > 1;
	size_t last = text ? n - 2 : n - 1;

	while (last > 0 && !*cells[last])
		last--;
	ft_str_addf(str, "%*s%s%s", INDENT, "", cells[0], last ? ":" : "");
	column = INDENT + ft_utf8_columns(cells[0], strlen(cells[0])) + 1;
	for (size_t i = 1; i <= last; i++) {
		if (!*cells[i])
			continue;
		ft_str_clear(&pair);
		add_pair(&pair, header_of(page, i), cells[i], i < last);
		column = add_whole(page, pair.data, column, indent);
	}
	ft_str_add_char(str, '\n');
	if (!text || !*cells[n - 1])
		return;
	ft_str_add_fill(str, ' ', indent);
	ft_str_clear(&pair);
	ft_str_addf(&pair, "%s: %s", header_of(page, n - 1), cells[n - 1]);
	add_folded(page, pair.data, indent);
	ft_str_add_char(str, '\n');
}

static void
add_folded_rows(struct ft_page *page)
{
	const char **row FT_CLEANUP(ft_free_at) =
	    ft_calloc(page->columns, sizeof *row);
	const char *cell = page->cells.data;

	for (size_t i = 0; i < page->n_cell; i++) {
		row[i % page->columns] = cell;
		if (i % page->columns + 1 == page->columns)
			add_folded_row(page, row);
		cell += strlen(cell) + 1;
	}
}

/* ---- the end of a table --------------------------------------------------- */

static void
keep(struct ft_page *page, size_t from)
{
	*ft_vec_add(page->kept, page->n_kept, page->kept_cap) =
	    (struct ft_page_kept){ .header = page->header,
		    .columns = page->columns,
		    .n_cell = page->n_cell,
		    .cells = ft_str_take(&page->cells),
		    .from = from,
		    .to = page->out->text.len };
}

void
ft_page_table_end(struct ft_page *page)
{
	size_t *width FT_CLEANUP(ft_free_at) =
	    ft_calloc(page->columns, sizeof *width);
	size_t from;

	assert(page->n_cell % page->columns == 0);
	measure(page, width);
	narrow(page, width);
	part(page);
	from = page->out->text.len;
	if (fits(page, width))
		add_rows(page, width);
	else
		add_folded_rows(page);
	if (page->options.kept)
		keep(page, from);
}

void
ft_page_table_again(struct ft_page *page, const struct ft_page_kept *table)
{
	const char *cell = table->cells;

	ft_page_table(page, table->header, table->columns);
	for (size_t i = 0; i < table->n_cell; i++) {
		ft_page_cell(page, cell);
		cell += strlen(cell) + 1;
	}
	ft_page_table_end(page);
}
