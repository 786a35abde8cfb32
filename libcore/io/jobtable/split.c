/* split.c - split a line of a job table into cells. */

#include "io/jobtable/private.h"

/* Trim blanks at both ends; returns the new beginning of CELL. */
static char *
trim(char *cell)
{
	size_t len;

	cell += strspn(cell, " ");
	len = strlen(cell);
	while (len && cell[len - 1] == ' ')
		cell[--len] = '\0';
	return cell;
}

/* ---- cells separated by | ------------------------------------------------------ */

/* Returns whether users choose the text: a reason has blanks, but no bar. */
static bool
is_free_text(const struct ft_jobtable_column *column)
{
	return column && (column->flags & FT_JOBTABLE_WORDS) &&
	       column->at != offsetof(struct ft_jobtable_job, reason);
}

/*
 * There are more cells than columns: a job is named a|b.  The columns before and
 * after the one with text are right.
 */
static void
join_words(struct ft_jobtable_reading *reading)
{
	size_t more = reading->row.n - reading->n, at = 0;

	while (at < reading->n && !is_free_text(reading->column[at]))
		at++;
	if (at == reading->n)
		return;
	for (size_t i = at; i < at + more; i++)
		reading->row.cell[i + 1][-1] = reading->delimiter;
	memmove(reading->row.cell + at + 1, reading->row.cell + at + 1 + more,
	    (reading->row.n - at - 1 - more) * sizeof *reading->row.cell);
	reading->row.n -= more;
}

void
ft_jobtable_cut(struct ft_jobtable_reading *reading)
{
	ft_cells_cut(
	    &reading->row, &reading->cursor, reading->delimiter, reading->n);
	if (reading->n && reading->row.n > reading->n)
		join_words(reading);
	for (size_t i = 0; i < reading->row.n; i++)
		reading->row.cell[i] = trim(reading->row.cell[i]);
}

/* ---- words ------------------------------------------------------------------ */

void
ft_jobtable_cut_words(struct ft_jobtable_reading *reading)
{
	char *at = ft_cells_begin(&reading->row, &reading->cursor);

	for (at += strspn(at, " "); *at; at += strspn(at, " ")) {
		char *end = at + strcspn(at, " ");

		ft_cells_add(&reading->row, at);
		if (*end)
			*end++ = '\0';
		at = end;
	}
}

/* Join cells FIRST to LAST to one. */
static void
glue(struct ft_jobtable_reading *reading, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++)
		reading->row.cell[i][strlen(reading->row.cell[i])] = ' ';
	memmove(reading->row.cell + first + 1, reading->row.cell + last + 1,
	    (reading->row.n - last - 1) * sizeof *reading->row.cell);
	reading->row.n -= last - first;
}

/*
 * There are more words than columns.  A reason in parentheses at the end may be a
 * sentence; else the first column that may contain blanks has them, such as the
 * job's name.
 */
static bool
glue_words(struct ft_jobtable_reading *reading)
{
	size_t last = reading->row.n - 1, at;
	const char *end = reading->row.cell[last];

	at = last;
	if (end[strlen(end) - 1] == ')')
		while (at > 0 && reading->row.cell[at][0] != '(' &&
		       last - at < reading->row.n - reading->n)
			at--;
	if (at < last && reading->row.cell[at][0] == '(')
		glue(reading, at, last);
	if (reading->row.n == reading->n)
		return true;
	for (at = 0; at < reading->n; at++)
		if (reading->column[at] &&
		    (reading->column[at]->flags & FT_JOBTABLE_WORDS))
			break;
	if (at == reading->n)
		return false;
	glue(reading, at, at + reading->row.n - reading->n);
	return true;
}

/* ---- aligned columns -------------------------------------------------------- */

/* Mark in used[WIDTH] where some line is not blank; returns a new array. */
static char *
find_used(const struct ft_jobtable_reading *reading, size_t width)
{
	struct ft_cursor cursor = reading->cursor;
	char *used = ft_calloc(width + 1, 1);

	do {
		for (size_t i = 0; i < cursor.len && i < width; i++)
			if (cursor.at[i] != ' ')
				used[i] = 1;
	} while (ft_cursor_line(&cursor));
	return used;
}

/*
 * Each range of positions that are not blank in some line must have one word of the
 * header; the last range goes on to the end of the line.
 */
void
ft_jobtable_find_spans(struct ft_jobtable_reading *reading)
{
	size_t width = reading->cursor.len, n = reading->row.n;
	const char *line = reading->row.line.data;
	char *used FT_CLEANUP(ft_free_at) = find_used(reading, width);
	size_t column = 0, at = 0;

	reading->span = ft_calloc(n + 1, sizeof *reading->span);
	while (at < width && column < n) {
		size_t from, word = (size_t)(reading->row.cell[column] - line);

		while (at < width && !used[at])
			at++;
		from = at;
		while (at < width && used[at])
			at++;
		if (word < from || word >= at)
			break;
		reading->span[column++] = from;
		if (column < n &&
		    (size_t)(reading->row.cell[column] - line) < at)
			break;
	}
	reading->aligned = column == n;
	/* nothing may be before the first */
	reading->span[0] = 0;
}

static void
cut_spans(struct ft_jobtable_reading *reading)
{
	char *text = ft_cells_begin(&reading->row, &reading->cursor);
	size_t len = reading->cursor.len;

	for (size_t i = 0; i < reading->n; i++) {
		size_t from = reading->span[i] < len ? reading->span[i] : len;

		/* before it is a blank that all lines have */
		if (i && from < len)
			text[from - 1] = '\0';
		ft_cells_add(&reading->row, text + from);
	}
	for (size_t i = 0; i < reading->n; i++)
		reading->row.cell[i] = trim(reading->row.cell[i]);
}

/* Whether only cells that may contain blanks do; else a position was blank in all
 * lines by chance. */
static bool
is_sound(const struct ft_jobtable_reading *reading)
{
	for (size_t i = 0; i < reading->n; i++) {
		const struct ft_jobtable_column *column = reading->column[i];
		const char *cell = reading->row.cell[i];

		if (column && !(column->flags & FT_JOBTABLE_WORDS) &&
		    *cell != '(' && strchr(cell, ' '))
			return false;
	}
	return true;
}

bool
ft_jobtable_cut_aligned(struct ft_jobtable_reading *reading)
{
	if (reading->aligned) {
		cut_spans(reading);
		if (is_sound(reading))
			return true;
	}
	ft_jobtable_cut_words(reading);
	if (reading->row.n > reading->n)
		return glue_words(reading);
	return reading->row.n == reading->n;
}
