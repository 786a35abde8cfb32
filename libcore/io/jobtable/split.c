/* split.c - split a line of a job table into cells. */

#include "io/jobtable/private.h"

static void
add_cell(struct ft_jobtable_reading *reading, const char *cell)
{
	*ft_vec_add(reading->cell, reading->n_cell, reading->cap_cell) = cell;
}

/* Make a copy of the line that may be changed. */
static char *
copy_line(struct ft_jobtable_reading *reading)
{
	ft_str_clear(&reading->line);
	ft_str_add_n(&reading->line, reading->cursor.at, reading->cursor.len);
	/* not NULL, even for an empty line */
	ft_str_add_char(&reading->line, '\0');
	reading->n_cell = 0;
	return reading->line.data;
}

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
	size_t more = reading->n_cell - reading->n, at = 0;

	while (at < reading->n && !is_free_text(reading->column[at]))
		at++;
	if (at == reading->n)
		return;
	for (size_t i = at; i < at + more; i++) {
		char *end = reading->line.data +
			    (reading->cell[i + 1] - reading->line.data) - 1;

		*end = reading->delimiter;
	}
	memmove(reading->cell + at + 1, reading->cell + at + 1 + more,
	    (reading->n_cell - at - 1 - more) * sizeof *reading->cell);
	reading->n_cell -= more;
}

void
ft_jobtable_cut(struct ft_jobtable_reading *reading)
{
	char *at = copy_line(reading);

	for (;;) {
		char *bar = strchr(at, reading->delimiter);

		add_cell(reading, at);
		if (!bar)
			break;
		*bar = '\0';
		at = bar + 1;
	}
	/* sacct -p ends each line with one */
	if (reading->n_cell > 1 && !*reading->cell[reading->n_cell - 1] &&
	    (!reading->n || reading->n_cell == reading->n + 1))
		reading->n_cell--;
	if (reading->n && reading->n_cell > reading->n)
		join_words(reading);
	for (size_t i = 0; i < reading->n_cell; i++) {
		char *cell = reading->line.data +
			     (reading->cell[i] - reading->line.data);

		reading->cell[i] = trim(cell);
	}
}

/* ---- words ------------------------------------------------------------------ */

void
ft_jobtable_cut_words(struct ft_jobtable_reading *reading)
{
	char *at = copy_line(reading);

	for (at += strspn(at, " "); *at; at += strspn(at, " ")) {
		char *end = at + strcspn(at, " ");

		add_cell(reading, at);
		if (*end)
			*end++ = '\0';
		at = end;
	}
}

/* Join cells FIRST to LAST to one. */
static void
glue(struct ft_jobtable_reading *reading, size_t first, size_t last)
{
	char *text = reading->line.data;

	for (size_t i = first; i < last; i++)
		text[(size_t)(reading->cell[i] - text) +
		     strlen(reading->cell[i])] = ' ';
	memmove(reading->cell + first + 1, reading->cell + last + 1,
	    (reading->n_cell - last - 1) * sizeof *reading->cell);
	reading->n_cell -= last - first;
}

/*
 * There are more words than columns.  A reason in parentheses at the end may be a
 * sentence; else the first column that may contain blanks has them, such as the
 * job's name.
 */
static bool
glue_words(struct ft_jobtable_reading *reading)
{
	size_t last = reading->n_cell - 1, at;
	const char *end = reading->cell[last];

	at = last;
	if (end[strlen(end) - 1] == ')')
		while (at > 0 && reading->cell[at][0] != '(' &&
		       last - at < reading->n_cell - reading->n)
			at--;
	if (at < last && reading->cell[at][0] == '(')
		glue(reading, at, last);
	if (reading->n_cell == reading->n)
		return true;
	for (at = 0; at < reading->n; at++)
		if (reading->column[at] &&
		    (reading->column[at]->flags & FT_JOBTABLE_WORDS))
			break;
	if (at == reading->n)
		return false;
	glue(reading, at, at + reading->n_cell - reading->n);
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
	size_t width = reading->cursor.len, n = reading->n_cell;
	const char *line = reading->line.data;
	char *used FT_CLEANUP(ft_free_at) = find_used(reading, width);
	size_t column = 0, at = 0;

	reading->span = ft_calloc(n + 1, sizeof *reading->span);
	while (at < width && column < n) {
		size_t from, word = (size_t)(reading->cell[column] - line);

		while (at < width && !used[at])
			at++;
		from = at;
		while (at < width && used[at])
			at++;
		if (word < from || word >= at)
			break;
		reading->span[column++] = from;
		if (column < n && (size_t)(reading->cell[column] - line) < at)
			break;
	}
	reading->aligned = column == n;
	/* nothing may be before the first */
	reading->span[0] = 0;
}

static void
cut_spans(struct ft_jobtable_reading *reading)
{
	char *text = copy_line(reading);
	size_t len = reading->cursor.len;

	for (size_t i = 0; i < reading->n; i++) {
		size_t from = reading->span[i] < len ? reading->span[i] : len;

		/* before it is a blank that all lines have */
		if (i && from < len)
			text[from - 1] = '\0';
		add_cell(reading, text + from);
	}
	for (size_t i = 0; i < reading->n; i++)
		reading->cell[i] =
		    trim(text + (reading->cell[i] - reading->line.data));
}

/* Whether only cells that may contain blanks do; else a position was blank in all
 * lines by chance. */
static bool
is_sound(const struct ft_jobtable_reading *reading)
{
	for (size_t i = 0; i < reading->n; i++) {
		const struct ft_jobtable_column *column = reading->column[i];
		const char *cell = reading->cell[i];

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
	if (reading->n_cell > reading->n)
		return glue_words(reading);
	return reading->n_cell == reading->n;
}
