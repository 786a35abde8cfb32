
#include "fview/draw/table.h"

/* Columns in the order in which a narrow screen drops them. */
static const int first_to_go[] = { 5, 3, 6, 2, 4, 9, 7, 1, 8, -1 };

static void
fit_columns(struct fview_list *list)
{
	int half = fview_list_fit(list, first_to_go, list->box.cols) / 2;

	/* names get the rest */
	if (half > 0) {
		list->width[0] += half < 20 ? half : 20;
		list->width[1] += half < 10 ? half : 10;
	}
}

#define INDENT_MAX 12 /* deeper ones are not indented further */

static size_t
indent(const struct ft_tree *tree, uint32_t node)
{
	size_t depth = 0;

	while (depth < INDENT_MAX && tree->parent[node] != FT_NODE_NONE) {
		node = tree->parent[node];
		depth++;
	}
	return depth;
}

/* A row and the scene it is drawn in. */
struct row {
	const struct fview_scene *scene;
	uint32_t node;
	struct ft_share_values values;
};

static void
add_cell(const struct row *row, const struct fview_table_column *column,
    struct ft_str *str)
{
	const struct fview_data *data = row->scene->data;
	uint32_t node = row->node;
	const char *account = ft_tree_account(data->tree, &data->names, node);
	bool user = ft_tree_is_user(data->tree, node);
	ft_real number = 0;
	bool has =
	    fview_table_number(data, node, &row->values, column, &number);

	switch (column->shown) {
	case FVIEW_SHOWN_ACCOUNT:
		ft_str_add_fill(str, ' ', indent(data->tree, node));
		ft_str_add(str, account ? account : "");
		break;
	case FVIEW_SHOWN_USER:
		if (user)
			ft_str_add(
			    str, fview_name_of(row->scene->texts, data, node));
		break;
	case FVIEW_SHOWN_SHARES:
		if (!has)
			ft_str_add(str, "parent");
		else if (node != 0)
			ft_str_addf(str, "%" PRIu32, data->tree->shares[node]);
		break;
	case FVIEW_SHOWN_USAGE:
	case FVIEW_SHOWN_PLACE:
		if (has)
			ft_str_addf(str, "%" PRIu64, ft_real_u64(number));
		break;
	case FVIEW_SHOWN_REAL:
	case FVIEW_SHOWN_DOUBLE:
		if (has)
			ft_str_add(
			    str, fview_real_of(row->scene->texts, number));
		break;
	}
}

static enum fview_style
put_cell(const void *ctx, int i, struct ft_str *str)
{
	const struct row *row = ctx;
	enum ft_shares_field field = fview_columns[i].field;

	add_cell(row, &fview_columns[i], str);
	if (field == FT_SHARES_LEVEL_FS && row->values.has_level_fs)
		return row->values.level_fs < 1 ? FVIEW_STYLE_OVER
						: FVIEW_STYLE_UNDER;
	if (field == FT_SHARES_PLACE || field == FT_SHARES_FAIR_SHARE)
		return FVIEW_STYLE_RANK;
	return FVIEW_STYLE_NORMAL;
}

static enum fview_style
put_title(const void *ctx, int i, struct ft_str *str)
{
	const struct fview *view = ctx;
	const struct ft_column *field =
	    &ft_shares_fields[fview_columns[i].field];

	if (field - ft_shares_fields == view->sort_field)
		ft_str_add(str, view->sort_down ? "↓" : "↑");
	ft_str_add(str, field->header ? field->header : field->name);
	return FVIEW_STYLE_TITLE;
}

void
fview_draw_table(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct fview_list list = { .box = fview_inside(box),
		.n = FVIEW_COLUMNS };
	int rows = list.box.rows - 1;
	size_t top = fview_list_top(view->row_select, view->n_row, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0; i < FVIEW_COLUMNS; i++) {
		int width = ft_shares_fields[fview_columns[i].field].width;

		list.column[i] =
		    (struct fview_column){ NULL, abs(width), width > 0 };
	}
	fit_columns(&list);
	ft_str_addf(&title, "share table, %" PRIu32 " row%s", view->n_row,
	    view->n_row == 1 ? "" : "s");
	if (view->words.len > 0)
		ft_str_addf(&title, " with '%s'", view->words.data);
	ft_str_add(&title, " · s sorts, r turns, f filters");
	fview_frame(box, title.data);
	fview_list_row(&list, 0, put_title, view);
	for (int i = 0; i < rows && top + (size_t)i < view->n_row; i++) {
		size_t index = top + (size_t)i;
		struct row row = { .scene = scene, .node = view->row[index] };

		fview_values(scene->data, row.node, &row.values);
		fview_list_row(&list, i + 1, put_cell, &row);
		if (index == view->row_select)
			fview_restyle(&list.box, i + 1, 0, list.box.cols,
			    FVIEW_STYLE_SELECT);
	}
}
