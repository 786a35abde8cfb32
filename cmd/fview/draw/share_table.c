/* share_table.c - the page of the share table. */

#include "fview/draw/table.h"

/* The rows that are shown, and the columns. */
struct shown_table {
	struct fview_list list;
	struct fview_row *row; /* [n] */
	int n;
};

static void
shown_table_free(struct shown_table *table)
{
	ft_free(table->row);
}

/* Find the rows of a table in the frame BOX. */
static void
find_rows(const struct fview_scene *scene, const struct fview_box *box,
    struct shown_table *table)
{
	const struct fview *view = scene->view;
	int rows;
	size_t top;

	*table = (struct shown_table){ .list = { .box = fview_inside(box) } };
	rows = table->list.box.rows - 1;
	top = fview_list_top(view->row_select, view->n_row, rows);
	table->row = ft_calloc(rows > 0 ? (size_t)rows : 1, sizeof *table->row);
	while (table->n < rows && top + (size_t)table->n < view->n_row) {
		fview_row_fill(&table->row[table->n], scene,
		    view->row[top + (size_t)table->n]);
		table->n++;
	}
}

/* Widen COLUMN to what its texts need, as far as LEFT columns go; returns what is
 * left of them. */
static int
widen(struct shown_table *table, int column, int left)
{
	int *width = &table->list.width[column], need = *width;

	for (int i = 0; i<table->n && * width> 0; i++) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		(void)fview_column_cell(&table->row[i], column, &str);
		if (fview_text_width(ft_str_text(&str)) > need)
			need = fview_text_width(str.data);
	}
	need -= *width;
	need = need < left ? need : left;
	*width += need > 0 ? need : 0;
	return left - (need > 0 ? need : 0);
}

#define BAR_MORE     12
#define ACCOUNT_MORE 20

static void
fit_columns(const struct fview *view, struct shown_table *table)
{
	struct fview_list *list = &table->list;
	int left, bars;

	fview_columns_set(list, FVIEW_PAGE_TABLE);
	/* there, users are worth more than deep accounts */
	if (list->box.cols < 60)
		list->column[FVIEW_COLUMN_ACCOUNT].width = 12;
	left = fview_columns_fit(list, view, FVIEW_PAGE_TABLE);
	left = widen(table, FVIEW_COLUMN_USER, left);
	left = widen(table, FVIEW_COLUMN_ACCOUNT, left);
	bars = left < BAR_MORE ? left : BAR_MORE;
	if (list->width[FVIEW_COLUMN_BARS] > 0 && bars > 0) {
		list->width[FVIEW_COLUMN_BARS] += bars;
		left -= bars;
	}
	if (left > 0)
		list->width[FVIEW_COLUMN_ACCOUNT] +=
		    left < ACCOUNT_MORE ? left : ACCOUNT_MORE;
}

int
fview_table_column(
    const struct fview_scene *scene, const struct fview_box *box, int col)
{
	struct shown_table table FT_CLEANUP(shown_table_free);

	find_rows(scene, box, &table);
	fit_columns(scene->view, &table);
	return fview_list_column(&table.list, col);
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
	struct shown_table table FT_CLEANUP(shown_table_free);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	find_rows(scene, box, &table);
	fit_columns(view, &table);
	ft_str_addf(&title, "share table, %" PRIu32 " row%s", view->n_row,
	    view->n_row == 1 ? "" : "s");
	if (view->words.len > 0)
		ft_str_addf(&title, " with '%s'", view->words.data);
	fview_frame(box, title.data);
	fview_list_row(&table.list, 0, put_title, view);
	for (int i = 0; i < table.n; i++) {
		const struct fview_row *row = &table.row[i];

		fview_list_row(&table.list, i + 1, put_cell, row);
		fview_column_bars(row, &table.list, i + 1);
		if (row->node == view->row[view->row_select])
			fview_restyle(&table.list.box, i + 1, 0,
			    table.list.box.cols, FVIEW_STYLE_SELECT);
	}
}
