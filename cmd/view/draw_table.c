#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "view/table.h"
#include "view/view_int.h"

/* Columns that go first where there is no room, and how wide they are. */
struct plan {
	bool shown[VIEW_COLUMNS];
	int width[VIEW_COLUMNS];
};

static const int first_to_go[] = { 5, 3, 6, 2, 4, 9, 7, 1, 8 };

static int
needed(const struct plan *plan)
{
	int cols = 0;

	for (int i = 0; i < VIEW_COLUMNS; i++)
		cols += plan->shown[i] ? plan->width[i] + 1 : 0;
	return cols;
}

static struct plan
plan_columns(int cols)
{
	struct plan plan;

	for (int i = 0; i < VIEW_COLUMNS; i++) {
		plan.shown[i] = true;
		plan.width[i] = abs(share_fields[view_columns[i]].width);
	}
	for (size_t k = 0; k < sizeof first_to_go / sizeof *first_to_go &&
			   needed(&plan) > cols;
	     k++)
		plan.shown[first_to_go[k]] = false;
	/* names take what is left */
	if (needed(&plan) < cols) {
		int left = cols - needed(&plan);

		plan.width[0] += left / 2 < 20 ? left / 2 : 20;
		plan.width[1] += left / 2 < 10 ? left / 2 : 10;
	}
	return plan;
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

static void
add_cell(const struct view_scene *scene, uint32_t node,
    const struct ft_share_values *values, enum share_field field,
    struct ft_str *str)
{
	const struct view_data *data = scene->data;
	const char *text;

	switch ((int)field) {
	case SHARE_ACCOUNT:
		ft_str_add_fill(str, ' ', indent(data->tree, node));
		text = ft_tree_account(data->tree, &data->names, node);
		ft_str_add(str, text ? text : "");
		break;
	case SHARE_USER:
		if (ft_tree_is_user(data->tree, node))
			view_add_name(data, node, str);
		break;
	case SHARE_RAW_SHARES:
		if (data->tree->flags[node] & FT_NODE_PARENT)
			ft_str_add(str, "parent");
		else if (node != 0)
			ft_str_addf(str, "%" PRIu32, data->tree->shares[node]);
		break;
	case SHARE_NORM_SHARES:
		view_add_real(str, (ft_real)values->norm_shares);
		break;
	case SHARE_RAW_USAGE:
		ft_str_addf(str, "%" PRIu64, ft_real_u64(data->usage[node]));
		break;
	case SHARE_NORM_USAGE:
		if (values->has_norm_usage)
			view_add_real(str, values->norm_usage);
		break;
	case SHARE_EFFECTIVE_USAGE:
		view_add_real(str, values->effective_usage);
		break;
	case SHARE_FAIR_SHARE:
		if (values->has_factor)
			view_add_real(str, (ft_real)values->factor);
		break;
	case SHARE_LEVEL_FS:
		if (values->has_level_fs)
			view_add_real(str, values->level_fs);
		break;
	case SHARE_RANK:
		if (values->rank > 0)
			ft_str_addf(str, "%" PRIu32, values->rank);
		break;
	default:
		break;
	}
}

static enum view_style
cell_style(const struct ft_share_values *values, enum share_field field)
{
	if (field == SHARE_LEVEL_FS && values->has_level_fs)
		return values->level_fs < 1 ? VIEW_STYLE_OVER
					    : VIEW_STYLE_UNDER;
	if (field == SHARE_RANK || field == SHARE_FAIR_SHARE)
		return VIEW_STYLE_RANK;
	return VIEW_STYLE_NORMAL;
}

static void
put_row(const struct view_scene *scene, const struct view_box *box, int row,
    const struct plan *plan, uint32_t node)
{
	struct ft_share_values values;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	int at = 0;

	view_values(scene->data, node, &values);
	for (int i = 0; i < VIEW_COLUMNS; i++) {
		int width = plan->width[i], text;
		bool left = share_fields[view_columns[i]].width < 0;

		if (!plan->shown[i])
			continue;
		ft_str_clear(&str);
		ft_str_add(&str, "");
		add_cell(scene, node, &values, view_columns[i], &str);
		text = view_text_width(str.data);
		view_put_fit(scene->grid, box, row,
		    left || text > width ? at : at + width - text, width,
		    cell_style(&values, view_columns[i]), str.data);
		at += width + 1;
	}
}

static void
put_header(const struct view_scene *scene, const struct view_box *box,
    const struct plan *plan)
{
	const struct view *view = scene->view;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	int at = 0;

	for (int i = 0; i < VIEW_COLUMNS; i++) {
		const struct ft_field *field = &share_fields[view_columns[i]];
		int width = plan->width[i], text;

		if (!plan->shown[i])
			continue;
		ft_str_clear(&str);
		ft_str_addf(&str, "%s%s",
		    field->id != view->sort_field ? ""
		    : view->sort_down             ? "↓"
						  : "↑",
		    field->header ? field->header : field->name);
		text = view_text_width(str.data);
		view_put_fit(scene->grid, box, 0,
		    field->width < 0 || text > width ? at : at + width - text,
		    width + 1, VIEW_STYLE_TITLE, str.data);
		at += width + 1;
	}
}

void
view_draw_table(const struct view_scene *scene, const struct view_box *box)
{
	const struct view *view = scene->view;
	struct view_box inside = view_inside(box);
	struct plan plan = plan_columns(inside.cols);
	int rows = inside.rows - 1;
	uint32_t top = view_table_top(view, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&title, "share table, %" PRIu32 " row%s", view->n_row,
	    view->n_row == 1 ? "" : "s");
	if (view->words.len > 0)
		ft_str_addf(&title, " with '%s'", view->words.data);
	ft_str_add(&title, " · s sorts, r turns, f filters");
	view_frame(scene->grid, box, title.data);
	put_header(scene, &inside, &plan);
	for (int i = 0; i < rows && top + (uint32_t)i < view->n_row; i++) {
		uint32_t index = top + (uint32_t)i;

		put_row(scene, &inside, i + 1, &plan, view->row[index]);
		if (index == view->row_select)
			view_restyle(scene->grid, &inside, i + 1, 0,
			    inside.cols, VIEW_STYLE_SELECT);
	}
}
