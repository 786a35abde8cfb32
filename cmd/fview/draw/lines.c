/* lines.c - the lines of a panel, folded to its width and scrolled. */

#include "fview/internal.h"

void
fview_lines_free(struct fview_lines *lines)
{
	ft_arena_clear(&lines->arena);
	ft_free(lines->item);
	*lines = (struct fview_lines){ 0 };
}

void
fview_line(struct fview_lines *lines, enum fview_style style, int hang,
    const char *format, ...)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	*ft_vec_add(lines->item, lines->n, lines->cap) =
	    (struct fview_line){ style, hang,
		    ft_arena_strdup(&lines->arena, ft_str_text(&str)) };
}

void
fview_paragraphs(
    struct fview_lines *lines, enum fview_style style, const char *text)
{
	while (*text) {
		const char *end = strstr(text, "\n\n");
		size_t len = end ? (size_t)(end - text) : strlen(text);

		fview_line(lines, style, 0, "%.*s", (int)len, text);
		if (end)
			fview_line(lines, style, 0, "%s", "");
		text += len + (end ? 2 : 0);
	}
}

/*
 * Returns how many bytes of TEXT make a row of COLS columns: up to a blank, or
 * as much as fits if one word is wider.  *skip: the blanks after it.
 */
static size_t
row_bytes(const char *text, int cols, size_t *skip)
{
	size_t fit = fview_text_fit(text, cols < 1 ? 1 : cols), end = fit;

	*skip = 0;
	if (!text[fit])
		return fit;
	/* a number and its % stay together */
	while (end > 0 && (text[end] != ' ' || text[end + 1] == '%'))
		end--;
	if (end == 0) {
		/* not even a wide character fits: take one anyway */
		return fit > 0 ? fit : fview_text_fit(text, 2);
	}
	while (text[end + *skip] == ' ')
		++*skip;
	while (end > 0 && text[end - 1] == ' ') {
		end--;
		++*skip;
	}
	return end;
}

/* Call with each row; returns the rows. */
static int
each_row(const struct fview_line *line, int cols, const struct fview_box *box,
    int row)
{
	const char *at = line->text;
	int rows = 0, indent = 0;

	do {
		size_t skip, len = row_bytes(at, cols - indent, &skip);

		if (box && row + rows >= 0 && row + rows < box->rows) {
			char *part FT_CLEANUP(ft_free_at) = ft_strndup(at, len);

			fview_put(box, row + rows, indent, line->style, part);
		}
		if (len + skip == 0)
			break;
		at += len + skip;
		indent = line->hang < cols / 2 ? line->hang : cols / 2;
		rows++;
	} while (*at);
	return rows > 0 ? rows : 1;
}

int
fview_lines_rows(const struct fview_lines *lines, int cols)
{
	int rows = 0;

	for (size_t i = 0; i < lines->n; i++)
		rows += each_row(&lines->item[i], cols, NULL, 0);
	return rows;
}

bool
fview_lines_draw(
    const struct fview_lines *lines, const struct fview_box *box, int scroll)
{
	int total = fview_lines_rows(lines, box->cols), row;

	if (scroll > total - box->rows)
		scroll = total - box->rows;
	if (scroll < 0)
		scroll = 0;
	row = -scroll;
	for (size_t i = 0; i < lines->n; i++)
		row += each_row(&lines->item[i], box->cols, box, row);
	return total - scroll > box->rows;
}

void
fview_lines_in_frame(
    const struct fview_lines *lines, const struct fview_box *frame, int scroll)
{
	struct fview_box inside = fview_inside(frame), line;

	if (inside.cols > 2) {
		inside.col++;
		inside.cols -= 2;
	}
	line = (struct fview_box){ frame->grid, frame->row + frame->rows - 1,
		inside.col, 1, inside.cols };
	if (fview_lines_draw(lines, &inside, scroll) && line.cols > 8)
		fview_put(
		    &line, 0, line.cols - 8, FVIEW_STYLE_TITLE, " more ↓ ");
}
