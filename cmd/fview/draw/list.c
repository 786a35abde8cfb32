#include "fview/draw/list.h"

/* The width of all columns, each followed by a blank. */
static int
needed(const struct fview_list *list)
{
	int cols = 0;

	for (int i = 0; i < list->n; i++)
		cols += list->width[i] ? list->width[i] + 1 : 0;
	return cols;
}

int
fview_list_fit(struct fview_list *list, const int *first_to_go, int cols)
{
	for (int i = 0; i < list->n; i++)
		list->width[i] = list->column[i].width;
	for (; *first_to_go >= 0 && needed(list) > cols; first_to_go++)
		if (!list->column[*first_to_go].stays)
			list->width[*first_to_go] = 0;
	return cols - needed(list);
}

int
fview_list_col(const struct fview_list *list, int column)
{
	int col = 0;

	for (int i = 0; i < column; i++)
		col += list->width[i] ? list->width[i] + 1 : 0;
	return col;
}

int
fview_list_column(const struct fview_list *list, int col)
{
	col -= list->box.col;
	for (int i = 0, at = 0; i < list->n && col >= 0; i++) {
		at += list->width[i] ? list->width[i] + 1 : 0;
		if (col < at)
			return i;
	}
	return -1;
}

void
fview_list_row(const struct fview_list *list, int row, fview_cell_fn *cell,
    const void *ctx)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0, at = 0; i < list->n; i++) {
		int width = list->width[i], text;
		struct fview_box box;
		enum fview_style style;

		if (!width)
			continue;
		ft_str_clear(&str);
		style = cell(ctx, i, &str);
		text = fview_text_width(ft_str_text(&str));
		/* a mark before a title may use the blank after it */
		box = fview_left(&list->box, at + width + !row);
		fview_put_cut(&box, row,
		    list->column[i].right && text <= width ? at + width - text
							   : at,
		    style, ft_str_text(&str));
		at += width + 1;
	}
}

size_t
fview_list_top(size_t select, size_t n, int rows)
{
	size_t shown = rows > 0 ? (size_t)rows : 1;
	size_t top = select > shown / 2 ? select - shown / 2 : 0;

	if (top + shown > n)
		top = n > shown ? n - shown : 0;
	return top;
}

size_t
fview_list_move(size_t select, size_t n, int steps)
{
	int64_t at = (int64_t)select + steps;

	if (at >= (int64_t)n)
		at = (int64_t)n - 1;
	return at < 0 ? 0 : (size_t)at;
}

size_t
fview_list_at(size_t select, size_t n, int rows, int row)
{
	if (row < 0 || row >= rows)
		return n;
	return fview_list_top(select, n, rows) + (size_t)row;
}
