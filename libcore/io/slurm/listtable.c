#include "io/slurm/listtable.h"

#include "io/text/logical.h"

/* ---- cells between bars ------------------------------------------------------- */

/* Split the line at each bar, without the empty last cell of -p. */
static void
split_bars(struct ft_listtable *table)
{
	ft_cells_cut(&table->row, &table->cursor, '|', table->n);
}

/* ---- cells as wide as the dashes ------------------------------------------------- */

/* Whether a line is dashes and single blanks. */
static bool
is_dashes(const struct ft_cursor *cursor)
{
	if (!cursor->len || cursor->at[0] != '-')
		return false;
	for (size_t i = 1; i < cursor->len; i++)
		if (cursor->at[i] != '-' &&
		    (cursor->at[i] != ' ' || cursor->at[i - 1] != '-'))
			return false;
	return true;
}

/* Take the widths from the dashes; returns how many there are. */
static size_t
take_widths(struct ft_listtable *table)
{
	const char *at = table->cursor.at, *end = at + table->cursor.len;
	size_t n = 0;

	ft_free(table->width);
	table->width = ft_calloc(table->cursor.len, sizeof *table->width);
	for (; at < end; at++)
		if (*at == '-')
			table->width[n]++;
		else
			n++;
	/* lines end with a blank, unless somebody removed it */
	return n + (end[-1] == '-');
}

/*
 * Returns the end of the cell that starts at FROM.  Nothing is cut but texts, and
 * these do not contain blanks where they are wide: a cell goes on to the next blank.
 */
static size_t
cell_end(const struct ft_listtable *table, size_t from, size_t width)
{
	size_t len = table->cursor.len, end = from + width;

	while (end < len && table->cursor.at[end] != ' ')
		end++;
	return end < len ? end : len;
}

/* Split an aligned row; the first cell keeps its indentation. */
static void
split_aligned(struct ft_listtable *table)
{
	char *text = ft_cells_begin(&table->row, &table->cursor);
	size_t len = table->cursor.len, from = 0;

	for (size_t i = 0; i < table->n; i++) {
		size_t end = cell_end(table, from, table->width[i]);
		char *cell = text + from;

		while (i && cell < text + end && *cell == ' ')
			cell++;
		ft_cells_add(&table->row, cell);
		from = end < len ? end + 1 : len;
		while (text + end > cell && text[end - 1] == ' ')
			end--;
		text[end] = '\0';
	}
	if (text[from + strspn(text + from, " ")])
		ft_cells_add(&table->row, text + from);
}

/* ---- the header -------------------------------------------------------------- */

static void
take_titles(struct ft_listtable *table)
{
	const char *from = table->row.line.data;

	ft_str_clear(&table->head);
	ft_str_add_n(&table->head, table->row.line.data, table->row.line.len);
	for (size_t i = 0; i < table->row.n; i++) {
		char *title = table->head.data + (table->row.cell[i] - from);

		*ft_vec_add(table->title, table->n, table->cap_title) =
		    title + strspn(title, " ");
	}
}

/* The header of an aligned table, which the cursor is at; DASHES: at the line
 * below. */
static enum ft_status
open_aligned(struct ft_listtable *table, const struct ft_cursor *dashes,
    struct ft_error *err)
{
	struct ft_cursor header = table->cursor;

	table->cursor = *dashes;
	table->n = take_widths(table);
	table->cursor = header;
	split_aligned(table);
	if (table->row.n > table->n)
		return ft_listtable_fail(table, FT_LISTTABLE_NONE, err,
		    "the header is wider than the dashes below it");
	table->n = 0;
	take_titles(table);
	table->cursor = *dashes;
	return FT_OK;
}

enum ft_status
ft_listtable_open(struct ft_listtable *table, const struct ft_input *input,
    const char *expected, struct ft_error *err)
{
	struct ft_cursor *cursor = &table->cursor, below;

	*table = (struct ft_listtable){ 0 };
	ft_cursor_init(cursor, input->file, input->text, input->size);
	do
		if (!ft_cursor_line(cursor))
			return ft_cursor_fail(
			    cursor, NULL, err, "the table is empty");
	while (!cursor->len);
	FT_TRY(ft_logical_check_line(cursor, err));
	below = *cursor;
	if (ft_cursor_line(&below) && is_dashes(&below))
		return open_aligned(table, &below, err);
	if (!memchr(cursor->at, '|', cursor->len) &&
	    memchr(cursor->at, ' ', cursor->len))
		return ft_cursor_fail(cursor, NULL, err,
		    "expected the header of %s, with bars between the columns "
		    "or dashes below it",
		    expected);
	split_bars(table);
	take_titles(table);
	return FT_OK;
}

void
ft_listtable_close(struct ft_listtable *table)
{
	ft_str_free(&table->head);
	ft_cells_free(&table->row);
	ft_free(table->title);
	ft_free(table->width);
}

/* ---- rows -------------------------------------------------------------------- */

enum ft_status
ft_listtable_next(struct ft_listtable *table, bool *more, struct ft_error *err)
{
	struct ft_cursor *cursor = &table->cursor;

	table->row.n = 0;
	do {
		*more = ft_cursor_line(cursor);
		if (!*more)
			return FT_OK;
	} while (!cursor->len);
	FT_TRY(ft_logical_check_line(cursor, err));
	if (table->width)
		split_aligned(table);
	else
		split_bars(table);
	if (table->row.n != table->n)
		return ft_listtable_fail(table, FT_LISTTABLE_NONE, err,
		    "%zu cell%s, the header has %zu", table->row.n,
		    table->row.n == 1 ? "" : "s", table->n);
	return FT_OK;
}

size_t
ft_listtable_find(const struct ft_listtable *table, const char *title)
{
	for (size_t i = 0; i < table->n; i++)
		if (!strcasecmp(table->title[i], title))
			return i;
	return FT_LISTTABLE_NONE;
}

const char *
ft_listtable_cell(const struct ft_listtable *table, size_t column)
{
	return column == FT_LISTTABLE_NONE ? "" : table->row.cell[column];
}

enum ft_status
ft_listtable_check(
    const struct ft_listtable *table, size_t column, struct ft_error *err)
{
	const char *cell = ft_listtable_cell(table, column);
	size_t len = strlen(cell);

	/* a text that was cut fills its column */
	if (!table->width || !len || cell[len - 1] != '+' ||
	    len != table->width[column])
		return FT_OK;
	return ft_listtable_fail(table, column, err,
	    "%s '%s' may have been cut; print the table with -P",
	    table->title[column], cell + strspn(cell, " "));
}

/* Returns where the cell, or before the first row the title, is in the line. */
static size_t
offset_of(const struct ft_listtable *table, size_t column)
{
	if (column == FT_LISTTABLE_NONE)
		return 0;
	return (size_t)(table->row.n
			    ? table->row.cell[column] - table->row.line.data
			    : table->title[column] - table->head.data);
}

uint32_t
ft_listtable_column(const struct ft_listtable *table, size_t column)
{
	return (uint32_t)offset_of(table, column) + 1;
}

enum ft_status
ft_listtable_fail(const struct ft_listtable *table, size_t column,
    struct ft_error *err, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ft_cursor_fail(&table->cursor,
	    table->cursor.at + offset_of(table, column), err, "%s", text);
}
