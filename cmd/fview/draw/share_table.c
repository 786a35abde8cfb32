
#include "fview/draw/table.h"

/* Columns that go first where there is no room. */
static const int first_to_go[] = { 5, 3, 6, 2, 4, 9, 7, 1, 8, -1 };

static void
fit_columns(struct view_list *list)
{
	int half = view_list_fit(list, first_to_go, list->box.cols) / 2;

	/* names take what is left */
	if (half > 0) {
		list->width[0] += half < 20 ? half : 20;
		list->width[1] += half < 10 ? half : 10;
	}
}

#define INDENT_MAX 12 /* deeper ones stand no further to the right */

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
	const struct view_scene *scene;
	uint32_t node;
	struct ft_share_values values;
};

static void
add_cell(const struct row *row, const struct view_table_column *column,
    struct ft_str *str)
{
	const struct view_data *data = row->scene->data;
	uint32_t node = row->node;
	const char *account = ft_tree_account(data->tree, &data->names, node);
	bool user = ft_tree_is_user(data->tree, node);
	ft_real number = 0;
	bool has = view_table_number(data, node, &row->values, column, &number);

	switch (column->shown) {
	case VIEW_SHOWN_ACCOUNT:
		ft_str_add_fill(str, ' ', indent(data->tree, node));
		ft_str_add(str, account ? account : "");
		break;
	case VIEW_SHOWN_USER:
		if (user)
			ft_str_add(
			    str, view_name_of(row->scene->texts, data, node));
		break;
	case VIEW_SHOWN_SHARES:
		if (!has)
			ft_str_add(str, "parent");
		else if (node != 0)
			ft_str_addf(str, "%" PRIu32, data->tree->shares[node]);
		break;
	case VIEW_SHOWN_USAGE:
	case VIEW_SHOWN_RANK:
		if (has)
			ft_str_addf(str, "%" PRIu64, ft_real_u64(number));
		break;
	case VIEW_SHOWN_REAL:
	case VIEW_SHOWN_DOUBLE:
		if (has)
			ft_str_add(
			    str, view_real_of(row->scene->texts, number));
		break;
	}
}

static enum view_style
put_cell(const void *ctx, int i, struct ft_str *str)
{
	const struct row *row = ctx;
	enum share_field field = view_columns[i].field;

	add_cell(row, &view_columns[i], str);
	if (field == SHARE_LEVEL_FS && row->values.has_level_fs)
		return row->values.level_fs < 1 ? VIEW_STYLE_OVER
						: VIEW_STYLE_UNDER;
	if (field == SHARE_RANK || field == SHARE_FAIR_SHARE)
		return VIEW_STYLE_RANK;
	return VIEW_STYLE_NORMAL;
}

static enum view_style
put_title(const void *ctx, int i, struct ft_str *str)
{
	const struct view *view = ctx;
	const struct ft_column *field = &share_fields[view_columns[i].field];

	if (field - share_fields == view->sort_field)
		ft_str_add(str, view->sort_down ? "↓" : "↑");
	ft_str_add(str, field->header ? field->header : field->name);
	return VIEW_STYLE_TITLE;
}

void
view_draw_table(const struct view_scene *scene, const struct view_box *box)
{
	const struct view *view = scene->view;
	struct view_list list = { .box = view_inside(box), .n = VIEW_COLUMNS };
	int rows = list.box.rows - 1;
	size_t top = view_list_top(view->row_select, view->n_row, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0; i < VIEW_COLUMNS; i++) {
		int width = share_fields[view_columns[i].field].width;

		list.column[i] =
		    (struct view_column){ NULL, abs(width), width > 0 };
	}
	fit_columns(&list);
	ft_str_addf(&title, "share table, %" PRIu32 " row%s", view->n_row,
	    view->n_row == 1 ? "" : "s");
	if (view->words.len > 0)
		ft_str_addf(&title, " with '%s'", view->words.data);
	ft_str_add(&title, " · s sorts, r turns, f filters");
	view_frame(box, title.data);
	view_list_row(&list, 0, put_title, view);
	for (int i = 0; i < rows && top + (size_t)i < view->n_row; i++) {
		size_t index = top + (size_t)i;
		struct row row = { .scene = scene, .node = view->row[index] };

		view_values(scene->data, row.node, &row.values);
		view_list_row(&list, i + 1, put_cell, &row);
		if (index == view->row_select)
			view_restyle(&list.box, i + 1, 0, list.box.cols,
			    VIEW_STYLE_SELECT);
	}
}
