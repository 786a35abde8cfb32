/* share_table.c - the page of the share table. */

#include "fview/draw/table.h"

/* Add what is left of LEFT columns to column I, at most MOST. */
static int
widen(struct fview_list *list, int i, int left, int most)
{
	int more = left < most ? left : most;

	if (more <= 0 || list->width[i] == 0)
		return left;
	list->width[i] += more;
	return left - more;
}

static void
fit_columns(struct fview_list *list, const struct fview *view)
{
	int left;

	fview_columns_set(list, FVIEW_PAGE_TABLE);
	/* there, users are worth more than deep accounts */
	if (list->box.cols < 60)
		list->column[FVIEW_COLUMN_ACCOUNT].width = 12;
	left = fview_columns_fit(list, view, FVIEW_PAGE_TABLE);
	left = widen(list, FVIEW_COLUMN_ACCOUNT, left, 20);
	left = widen(list, FVIEW_COLUMN_USER, left, 10);
	(void)widen(list, FVIEW_COLUMN_BARS, left, 12);
}

int
fview_table_column(
    const struct fview *view, const struct fview_box *box, int col)
{
	struct fview_list list = { .box = fview_inside(box) };

	fit_columns(&list, view);
	return fview_list_column(&list, col);
}

static enum fview_style
put_cell(const void *ctx, int i, struct ft_str *str)
{
	return fview_column_cell(ctx, i, str);
}

static enum fview_style
put_title(const void *ctx, int i, struct ft_str *str)
{
	fview_column_title(ctx, FVIEW_PAGE_TABLE, i, str);
	return FVIEW_STYLE_TITLE;
}

void
fview_draw_table(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct fview_list list = { .box = fview_inside(box) };
	int rows = list.box.rows - 1;
	size_t top = fview_list_top(view->row_select, view->n_row, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	fit_columns(&list, view);
	ft_str_addf(&title, "share table, %" PRIu32 " row%s", view->n_row,
	    view->n_row == 1 ? "" : "s");
	if (view->words.len > 0)
		ft_str_addf(&title, " with '%s'", view->words.data);
	fview_frame(box, title.data);
	fview_list_row(&list, 0, put_title, view);
	for (int i = 0; i < rows && top + (size_t)i < view->n_row; i++) {
		size_t index = top + (size_t)i;
		struct fview_row row;

		fview_row_fill(&row, scene, view->row[index]);
		fview_list_row(&list, i + 1, put_cell, &row);
		fview_column_bars(&row, &list, i + 1);
		if (index == view->row_select)
			fview_restyle(&list.box, i + 1, 0, list.box.cols,
			    FVIEW_STYLE_SELECT);
	}
}
