/* columns.c - the columns of the share table and of the tree: one row each. */

#include "fview/draw/table.h"

#define OF(member)      offsetof(struct ft_share_values, member)
#define REAL(name)      FVIEW_SHOWN_REAL, OF(name), 0
#define REAL_IF(name)   FVIEW_SHOWN_REAL, OF(name), OF(has_##name)
#define DOUBLE(name)    FVIEW_SHOWN_DOUBLE, OF(name), 0
#define DOUBLE_IF(name) FVIEW_SHOWN_DOUBLE, OF(name), OF(has_##name)
#define SHOWN(kind)     FVIEW_SHOWN_##kind, 0, 0

/* clang-format off */
const struct fview_table_column fview_columns[FVIEW_COLUMNS] = {
	[FVIEW_COLUMN_NAME] = { FT_SHARES_ACCOUNT, SHOWN(NAME), FVIEW_STAYS, 0 },
	[FVIEW_COLUMN_ACCOUNT] = { FT_SHARES_ACCOUNT, SHOWN(ACCOUNT), 0, FVIEW_STAYS },
	[FVIEW_COLUMN_USER] = { FT_SHARES_USER, SHOWN(USER), 0, 11 },
	[FVIEW_COLUMN_RAW_SHARES] = { FT_SHARES_RAW_SHARES, SHOWN(SHARES), 5, 5 },
	[FVIEW_COLUMN_NORM_SHARES] = { FT_SHARES_NORM_SHARES, DOUBLE(norm_shares), 3, 3 },
	[FVIEW_COLUMN_RAW_USAGE] = { FT_SHARES_RAW_USAGE, SHOWN(USAGE), 4, 6 },
	[FVIEW_COLUMN_NORM_USAGE] = { FT_SHARES_NORM_USAGE, REAL_IF(norm_usage), 1, 2 },
	[FVIEW_COLUMN_EFFECTIVE_USAGE] = { FT_SHARES_EFFECTIVE_USAGE, REAL(effective_usage), 2, 4 },
	[FVIEW_COLUMN_BARS] = { -1, SHOWN(DRAWN), 7, 1 },
	[FVIEW_COLUMN_FAIR_SHARE] = { FT_SHARES_FAIR_SHARE, DOUBLE_IF(factor), 6, 8 },
	[FVIEW_COLUMN_LEVEL_FS] = { FT_SHARES_LEVEL_FS, REAL_IF(level_fs), 8, 10 },
	[FVIEW_COLUMN_PLACE] = { FT_SHARES_PLACE, SHOWN(PLACE), 9, 7 },
};
/* clang-format on */

#define BAR_COLS 12 /* at least */

/* ---- values --------------------------------------------------------------- */

void
fview_values(const struct fview_data *data, uint32_t node,
    struct ft_share_values *values)
{
	struct ft_share_input input = {
		.tree = data->tree, .usage = data->usage, .params = data->params
	};

	ft_share_values_of(&input, &data->share, node, values);
}

void
fview_row_fill(
    struct fview_row *row, const struct fview_scene *scene, uint32_t node)
{
	*row = (struct fview_row){ .scene = scene, .node = node };
	fview_values(scene->data, node, &row->values);
}

bool
fview_table_number(const struct fview_data *data, uint32_t node,
    const struct ft_share_values *values,
    const struct fview_table_column *column, ft_real *number)
{
	const char *base = (const char *)values;
	double real;

	switch (column->shown) {
	case FVIEW_SHOWN_NAME:
	case FVIEW_SHOWN_ACCOUNT:
	case FVIEW_SHOWN_USER:
	case FVIEW_SHOWN_DRAWN:
		return false;
	case FVIEW_SHOWN_SHARES:
		*number = (ft_real)data->tree->shares[node];
		return !(data->tree->flags[node] & FT_NODE_PARENT);
	case FVIEW_SHOWN_USAGE:
		*number = data->usage[node];
		return true;
	case FVIEW_SHOWN_PLACE:
		*number = (ft_real)values->rank;
		return values->rank > 0;
	case FVIEW_SHOWN_REAL:
		memcpy(number, base + column->at, sizeof *number);
		break;
	case FVIEW_SHOWN_DOUBLE:
		memcpy(&real, base + column->at, sizeof real);
		*number = (ft_real)real;
		break;
	}
	return !column->has || *(const bool *)(base + column->has);
}

/* ---- which ---------------------------------------------------------------- */

static int
goes(enum fview_page page, int column)
{
	return page == FVIEW_PAGE_TABLE ? fview_columns[column].table
					: fview_columns[column].tree;
}

bool
fview_column_on(enum fview_page page, int column)
{
	return goes(page, column) > 0;
}

int
fview_column_of(enum fview_page page, int field)
{
	/* the tree has one column of names */
	if (page != FVIEW_PAGE_TABLE && field == FT_SHARES_USER)
		return FVIEW_COLUMN_NAME;
	for (int i = 0; i < FVIEW_COLUMNS; i++)
		if (field >= 0 && fview_columns[i].field == field &&
		    fview_column_on(page, i))
			return i;
	return -1;
}

void
fview_columns_set(struct fview_list *list, enum fview_page page)
{
	list->n = FVIEW_COLUMNS;
	for (int i = 0; i < FVIEW_COLUMNS; i++) {
		int field = fview_columns[i].field;
		int width =
		    field < 0 ? -BAR_COLS : ft_shares_fields[field].width;

		list->column[i] = (struct fview_column){ .width = abs(width),
			.right = width > 0 };
		if (!fview_column_on(page, i))
			list->column[i].width = 0;
	}
}

int
fview_columns_fit(
    struct fview_list *list, const struct fview *view, enum fview_page page)
{
	int first_to_go[FVIEW_COLUMNS + 1], n = 0;
	int sorted = fview_column_of(page, view->sort_field);

	for (int order = 1; order < FVIEW_STAYS && n < FVIEW_COLUMNS; order++)
		for (int i = 0; i < FVIEW_COLUMNS; i++)
			if (goes(page, i) == order)
				first_to_go[n++] = i;
	first_to_go[n] = -1;
	if (sorted >= 0)
		list->column[sorted].stays = true;
	return fview_list_fit(list, first_to_go, list->box.cols);
}

/* ---- texts ---------------------------------------------------------------- */

/* Whether the rows are in the order of that column; *down: highest first. */
bool
fview_column_sorts(
    const struct fview *view, enum fview_page page, int column, bool *down)
{
	const struct fview_film *film = fview_film_of(view);

	*down = view->sort_down;
	if (view->sort_field >= 0)
		return column == fview_column_of(page, view->sort_field);
	/* the walk has sorted every level when it ends */
	*down = true;
	return page == FVIEW_PAGE_TREE && column == FVIEW_COLUMN_LEVEL_FS &&
	       !film->stepless && view->cursor == film->n;
}

void
fview_column_title(const struct fview *view, enum fview_page page, int column,
    struct ft_str *str)
{
	const struct ft_column *field;
	bool down;

	if (fview_columns[column].field < 0) {
		ft_str_add(str, "S▀ U▄");
		return;
	}
	field = &ft_shares_fields[fview_columns[column].field];
	if (fview_column_sorts(view, page, column, &down))
		ft_str_add(str, down ? "↓" : "↑");
	ft_str_add(str, field->header ? field->header : field->name);
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

static void
add_cell(const struct fview_row *row, const struct fview_table_column *column,
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
	case FVIEW_SHOWN_NAME:
	case FVIEW_SHOWN_DRAWN:
		break;
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

enum fview_style
fview_column_cell(const struct fview_row *row, int column, struct ft_str *str)
{
	add_cell(row, &fview_columns[column], str);
	if (column == FVIEW_COLUMN_LEVEL_FS && row->values.has_level_fs)
		return row->values.level_fs < 1 ? FVIEW_STYLE_OVER
						: FVIEW_STYLE_UNDER;
	if (column == FVIEW_COLUMN_PLACE || column == FVIEW_COLUMN_FAIR_SHARE)
		return FVIEW_STYLE_PLACE;
	return FVIEW_STYLE_NORMAL;
}

/* ---- bars ----------------------------------------------------------------- */

/* The columns of PART, if COLS are MOST; what is not zero is seen. */
static int
length(ft_real part, ft_real most, int cols)
{
	int cells = (int)(part / most * (ft_real)cols + 0.5L);

	return part > 0 && cells == 0 ? 1 : cells;
}

/* Both have the scale of the larger one: the longer one shows who is served. */
void
fview_column_bars(
    const struct fview_row *row, const struct fview_list *list, int at)
{
	int col = fview_list_col(list, FVIEW_COLUMN_BARS);
	int cols = list->width[FVIEW_COLUMN_BARS], shares, usage;
	ft_real s = (ft_real)row->values.norm_shares;
	ft_real u = row->values.effective_usage, most = s > u ? s : u;

	if (cols == 0 || !row->values.has_level_fs || !(most > 0))
		return;
	shares = length(s, most, cols);
	usage = length(u, most, cols);
	for (int i = 0; i < shares || i < usage; i++)
		fview_put(&list->box, at, col + i,
		    i >= usage    ? FVIEW_STYLE_UNDER
		    : i >= shares ? FVIEW_STYLE_OVER
				  : FVIEW_STYLE_BAR,
		    i >= usage    ? "▀"
		    : i >= shares ? "▄"
				  : "█");
}
