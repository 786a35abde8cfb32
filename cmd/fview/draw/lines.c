
#include "fview/view_int.h"

void
view_lines_free(struct view_lines *lines)
{
	ft_arena_clear(&lines->arena);
	ft_free(lines->item);
	*lines = (struct view_lines){ 0 };
}

void
view_line(struct view_lines *lines, enum view_style style, int hang,
    const char *format, ...)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	*ft_vec_add(lines->item, lines->n, lines->cap) =
	    (struct view_line){ style, hang,
		    ft_arena_strdup(&lines->arena, ft_str_text(&str)) };
}

void
view_paragraphs(
    struct view_lines *lines, enum view_style style, const char *text)
{
	while (*text) {
		const char *end = strstr(text, "\n\n");
		size_t len = end ? (size_t)(end - text) : strlen(text);

		view_line(lines, style, 0, "%.*s", (int)len, text);
		if (end)
			view_line(lines, style, 0, "%s", "");
		text += len + (end ? 2 : 0);
	}
}

/*
 * Returns how many bytes of TEXT make a row of COLS columns: up to a blank, or
 * as much as there is room for when one word is wider.  *skip: blanks behind.
 */
static size_t
row_bytes(const char *text, int cols, size_t *skip)
{
	size_t fit = view_text_fit(text, cols < 1 ? 1 : cols), end = fit;

	*skip = 0;
	if (!text[fit])
		return fit;
	while (end > 0 && text[end] != ' ')
		end--;
	if (end == 0) {
		/* not even a wide character fits: take one anyway */
		return fit > 0 ? fit : view_text_fit(text, 2);
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
each_row(
    const struct view_line *line, int cols, const struct view_box *box, int row)
{
	const char *at = line->text;
	int rows = 0, indent = 0;

	do {
		size_t skip, len = row_bytes(at, cols - indent, &skip);

		if (box && row + rows >= 0 && row + rows < box->rows) {
			char *part = ft_strndup(at, len);

			view_put(box, row + rows, indent, line->style, part);
			ft_free(part);
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
view_lines_rows(const struct view_lines *lines, int cols)
{
	int rows = 0;

	for (size_t i = 0; i < lines->n; i++)
		rows += each_row(&lines->item[i], cols, NULL, 0);
	return rows;
}

bool
view_lines_draw(
    const struct view_lines *lines, const struct view_box *box, int scroll)
{
	int total = view_lines_rows(lines, box->cols), row;

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
view_lines_in_frame(
    const struct view_lines *lines, const struct view_box *frame, int scroll)
{
	struct view_box inside = view_inside(frame), line;

	if (inside.cols > 2) {
		inside.col++;
		inside.cols -= 2;
	}
	line = (struct view_box){ frame->grid, frame->row + frame->rows - 1,
		inside.col, 1, inside.cols };
	if (view_lines_draw(lines, &inside, scroll) && line.cols > 8)
		view_put(&line, 0, line.cols - 8, VIEW_STYLE_TITLE, " more ↓ ");
}
