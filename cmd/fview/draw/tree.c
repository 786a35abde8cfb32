/* tree.c - the page of the tree: branches, names, and the columns beside them. */

#include "fview/draw/table.h"

/* ---- the columns ---------------------------------------------------------- */

#define NAMES_LEAST   12 /* columns of marks, lines and name */
#define NAMES_STEP    8  /* so that few changes of the rows move the columns */
#define BAR_COLS_MOST 24

static int
digits(uint32_t number)
{
	int n = 1;

	while (number >= 10) {
		number /= 10;
		n++;
	}
	return n;
}

/* ---- the left part -------------------------------------------------------- */

/* The tree lines before NODE's name, the deepest last: STEP columns a level. */
static void
add_branches(
    const struct fview *view, uint32_t node, int step, struct ft_str *str)
{
	const char *piece[64];
	int n = 0;
	const uint32_t *list;
	bool self = true;

	while (node != view->limit && n < 64) {
		uint32_t above = fview_above(view, node);
		bool last;

		if (above == FT_NODE_NONE)
			break;
		last = fview_place(view, node) + 1 ==
		       fview_children(view, above, &list);
		piece[n++] = self ? (last ? "└" : "├") : (last ? " " : "│");
		self = false;
		node = above;
	}
	while (n > 0) {
		ft_str_add(str, piece[--n]);
		if (n > 0)
			ft_str_add_fill(str, ' ', (size_t)step - 1);
	}
}

/* The direction of the playhead: down into an account, up out of it, or on. */
static const char *
way(const struct fview_scene *scene)
{
	const struct fview_event *now = scene->now;

	if (now && now->kind == FT_EVENT_ENTER)
		return "↓";
	return now && now->kind == FT_EVENT_LEAVE ? "↑" : ">";
}

/*
 * ">" the playhead, "*" the selection, "m" the marked one, "!" one of the two
 * that decide a comparison.
 */
static void
put_marks(const struct fview_scene *scene, const struct fview_box *box, int row,
    uint32_t node)
{
	const struct fview *view = scene->view;
	bool selected = !view->follow && node == view->select;
	bool head = scene->cursor > 0 && node == scene->head;

	if (head)
		fview_put(box, row, 0, FVIEW_STYLE_PATH, way(scene));
	if (node == scene->pair[0] || node == scene->pair[1])
		fview_put(box, row, 0, FVIEW_STYLE_MATCH, "!");
	if (fview_is_marked(view, node))
		fview_put(box, row, 1, FVIEW_STYLE_MATCH, "m");
	else if (selected)
		fview_put(box, row, 1, FVIEW_STYLE_PATH, "*");
}

static enum fview_style
name_style(const struct fview_scene *scene, uint32_t node)
{
	const struct fview_steps *step = &scene->film->step[node];
	const struct fview_event *now = scene->now;

	if (scene->view->pattern.len > 0 && fview_matches(scene->view, node))
		return FVIEW_STYLE_MATCH;
	if (now && now->node == node &&
	    (now->kind == FT_EVENT_LEVEL_FS || now->kind == FT_EVENT_INHERIT))
		return FVIEW_STYLE_PATH;
	if (now && now->node == node && now->kind == FT_EVENT_TIE)
		return FVIEW_STYLE_TIE;
	if (ft_tree_is_user(scene->data->tree, node)) {
		uint32_t above =
		    fview_film_above(scene->film, node, scene->cursor);

		if (now && now->kind == FT_EVENT_RANK && now->node == node)
			return FVIEW_STYLE_STAMP;
		if (fview_happened(
			scene->film->step[above].left, scene->cursor))
			return FVIEW_STYLE_DONE;
		return fview_happened(step->ranked, scene->cursor)
			   ? FVIEW_STYLE_PLACE
			   : FVIEW_STYLE_NORMAL;
	}
	if (fview_happened(step->left, scene->cursor))
		return FVIEW_STYLE_DONE;
	if (fview_happened(step->merged, scene->cursor))
		return FVIEW_STYLE_TIE;
	return fview_happened(step->entered, scene->cursor)
		   ? FVIEW_STYLE_PATH
		   : FVIEW_STYLE_NORMAL;
}

static bool
is_tied(const struct fview_scene *scene, uint32_t node)
{
	const struct fview_film *film = scene->film;
	const struct fview_steps *step = &film->step[node];

	if (fview_happened(step->ranked, scene->cursor))
		return fview_film_is_tied(
		    film, film->index[node], scene->places);
	return fview_happened(step->tied, scene->cursor) ||
	       fview_happened(step->echoed, scene->cursor) ||
	       fview_happened(step->merged, scene->cursor);
}

/* The remark after a name: its real parent, or who was merged into it. */
static void
add_remark(const struct fview_scene *scene, uint32_t node, struct ft_str *str)
{
	const struct ft_tree *tree = scene->data->tree;
	uint32_t parent = tree->parent[node];
	uint32_t above = fview_film_above(scene->film, node, scene->cursor);

	if (fview_happened(scene->film->step[node].merged, scene->cursor))
		ft_str_addf(str, " joins %s",
		    fview_name(scene->data, scene->film->leader[node]));
	else if (parent != above && parent != FT_NODE_NONE)
		ft_str_addf(str, " of %s", fview_name(scene->data, parent));
	if (!ft_tree_is_user(tree, node) && tree->flags[node] & FT_NODE_PARENT)
		ft_str_add(str, " (parent)");
}

#define NEAR 32 /* siblings on each side from which a cut name differs */

/* The name of NODE in COLS columns, unlike those of its siblings. */
static void
add_name(const struct fview_scene *scene, uint32_t node, int cols,
    struct ft_str *str)
{
	const char *name = fview_name_of(scene->texts, scene->data, node);
	const char *other[2 * NEAR + 1];
	const uint32_t *list;
	uint32_t above = fview_above(scene->view, node), place, n, i;
	size_t n_other = 0;

	if (fview_text_width(name) > cols && above != FT_NODE_NONE) {
		n = fview_children(scene->view, above, &list);
		place = fview_place(scene->view, node);
		for (i = place > NEAR ? place - NEAR : 0;
		     i < n && i <= place + NEAR; i++)
			other[n_other++] =
			    fview_name_of(scene->texts, scene->data, list[i]);
	}
	if (cols > 0)
		fview_add_cut_unlike(str, name, cols, other, n_other);
}

struct fview_branch
fview_branch_cols(const struct fview_scene *scene, uint32_t node)
{
	struct fview_branch branch;
	int levels;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_branches(scene->view, node, 1, &str);
	levels = fview_text_width(ft_str_text(&str));
	ft_str_add(&str, is_tied(scene, node) ? "=" : "");
	ft_str_add(&str, fview_name_of(scene->texts, scene->data, node));
	branch.narrow = 4 + fview_text_width(ft_str_text(&str));
	branch.wide = branch.narrow + (levels > 0 ? levels - 1 : 0);
	ft_str_clear(&str);
	add_remark(scene, node, &str);
	branch.remark = fview_text_width(ft_str_text(&str));
	return branch;
}

void
fview_put_branch(const struct fview_scene *scene, const struct fview_box *box,
    int row, uint32_t node, int step)
{
	const struct fview *view = scene->view;
	struct fview_box part = { box->grid, box->row, box->col + 2, box->rows,
		box->cols - 2 };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const uint32_t *list;
	int at, width;

	add_branches(view, node, step, &str);
	width = fview_text_width(ft_str_text(&str));
	/* deep trees: keep the lines nearest to the name */
	at = width > part.cols / 2 ? part.cols / 2 - width : 0;
	at += fview_put(&part, row, at, FVIEW_STYLE_FRAME, ft_str_text(&str));
	if (fview_children(view, node, &list) > 0)
		at += fview_put(&part, row, at, FVIEW_STYLE_NORMAL,
		    fview_is_open(view, node) ? "▾" : "▸");
	else if (width > 0)
		at += fview_put(&part, row, at, FVIEW_STYLE_FRAME, "─");
	at++;
	if (is_tied(scene, node))
		at += fview_put(&part, row, at, name_style(scene, node), "=");
	ft_str_clear(&str);
	add_name(scene, node, part.cols - at, &str);
	at += fview_put(
	    &part, row, at, name_style(scene, node), ft_str_text(&str));
	ft_str_clear(&str);
	add_remark(scene, node, &str);
	fview_put_fit(&part, row, at, FVIEW_STYLE_NOTE, ft_str_text(&str));
}

/* ---- the right part ------------------------------------------------------- */

/* Known from the start, but dim until the walk computes it. */
static enum fview_style
add_level_fs(const struct fview_scene *scene, uint32_t node, struct ft_str *str)
{
	ft_real level_fs = scene->film->level_fs[node];

	if (node == 0)
		return FVIEW_STYLE_NORMAL;
	ft_str_add(str, fview_real_of(scene->texts, level_fs));
	if (!fview_happened(scene->film->step[node].level, scene->cursor))
		return FVIEW_STYLE_DONE;
	return level_fs < 1 ? FVIEW_STYLE_OVER : FVIEW_STYLE_UNDER;
}

/* How many places the current sort moves NODE. */
static bool
add_movement(const struct fview_scene *scene, uint32_t node, struct ft_str *str)
{
	const struct fview_event *now = scene->now;
	const struct fview_film *film = scene->film;

	if (!now || now->kind != FT_EVENT_SORT ||
	    film->step[node].sorted != scene->cursor - 1)
		return false;
	if (film->to[node] < film->from[node])
		ft_str_addf(
		    str, "↑ %" PRIu32, film->from[node] - film->to[node]);
	else if (film->to[node] > film->from[node])
		ft_str_addf(
		    str, "↓ %" PRIu32, film->to[node] - film->from[node]);
	else
		ft_str_add(str, "stays");
	return true;
}

/* "12→9": the place before the edits or the last change, and now. */
static bool
add_change(const struct fview_scene *scene, uint32_t node, struct ft_str *str)
{
	const uint32_t *moved = scene->view->moved;
	uint32_t place = scene->film->place[node];

	if (!moved || !moved[node] || moved[node] == place)
		return false;
	ft_str_addf(str, "%" PRIu32 "→%" PRIu32, moved[node], place);
	return true;
}

static enum fview_style
add_place(const struct fview_row *row, struct ft_str *str)
{
	const struct fview_scene *scene = row->scene;
	const struct fview_film *film = scene->film;
	uint32_t node = row->node;
	const struct fview_steps *step = &film->step[node];
	uint32_t first, last;

	if (add_movement(scene, node, str))
		return FVIEW_STYLE_PATH;
	if (ft_tree_is_user(scene->data->tree, node)) {
		if (!fview_happened(step->ranked, scene->cursor))
			return FVIEW_STYLE_NORMAL;
		if (add_change(scene, node, str))
			return FVIEW_STYLE_EDIT;
		ft_str_addf(str, "%c%" PRIu32, is_tied(scene, node) ? '=' : '#',
		    film->place[node]);
		if (step->ranked == scene->cursor - 1 && !film->stepless)
			return FVIEW_STYLE_STAMP;
		return is_tied(scene, node) ? FVIEW_STYLE_TIE
					    : FVIEW_STYLE_PLACE;
	}
	if (fview_film_places(
		scene->film, node, scene->cursor, &first, &last)) {
		ft_str_addf(str, "#%" PRIu32, first);
		if (last != first)
			ft_str_add_char(str, '-');
		if (last != first && !row->brief)
			ft_str_addf(str, "%" PRIu32, last);
		return FVIEW_STYLE_DONE;
	}
	if (fview_happened(step->left, scene->cursor))
		ft_str_add(str, "done");
	else if (fview_happened(step->merged, scene->cursor))
		ft_str_add(str, "(tie)");
	else if (fview_happened(step->entered, scene->cursor))
		ft_str_add(
		    str, node == fview_film_account(scene->film, scene->cursor)
			     ? "here"
			     : "›");
	return fview_happened(step->left, scene->cursor) ? FVIEW_STYLE_DONE
							 : FVIEW_STYLE_PATH;
}

static enum fview_style
put_cell(const void *ctx, int column, struct ft_str *str)
{
	const struct fview_row *row = ctx;
	const struct fview_scene *scene = row->scene;
	uint32_t ranked = scene->film->step[row->node].ranked;

	if (column == FVIEW_COLUMN_LEVEL_FS)
		return add_level_fs(scene, row->node, str);
	if (column == FVIEW_COLUMN_PLACE)
		return add_place(row, str);
	/* as its place, it is the result of the walk */
	if (column == FVIEW_COLUMN_FAIR_SHARE &&
	    ft_tree_is_user(scene->data->tree, row->node) &&
	    !fview_happened(ranked, scene->cursor))
		return FVIEW_STYLE_NORMAL;
	return fview_column_cell(row, column, str);
}

/* The rows of the tree and its columns, as they are drawn. */
struct shown_tree {
	struct fview_list list;
	uint32_t *node;
	struct fview_row *row; /* [n], and one with the scene alone */
	int n;
	int step;           /* columns that a level is indented */
	int names, remarks; /* columns that names need, and with remarks */
	int narrow;         /* columns that names need with steps of 1 */
	int place, brief;   /* columns that places need, and brief ones */
};

static void
shown_tree_free(struct shown_tree *tree)
{
	ft_free(tree->node);
	ft_free(tree->row);
}

static void
put_row(const struct shown_tree *tree, int at)
{
	const struct fview_row *row = &tree->row[at];
	const struct fview_scene *scene = row->scene;
	const struct fview *view = scene->view;
	const struct fview_box *box = &tree->list.box;
	struct fview_box names =
	    fview_left(box, tree->list.width[FVIEW_COLUMN_NAME]);
	uint32_t node = row->node;

	fview_list_row(&tree->list, at, put_cell, row);
	fview_column_bars(row, &tree->list, at);
	put_marks(scene, box, at, node);
	fview_put_branch(scene, &names, at, node, tree->step);
	if (!view->follow && node == view->select)
		fview_restyle(box, at, 0, box->cols, FVIEW_STYLE_SELECT);
}

/* ---- fitting -------------------------------------------------------------- */

/* The columns that the title of column I and its texts need. */
static int
column_cols(const struct shown_tree *tree, int i)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	int cols;

	fview_column_title(tree->row->scene->view, FVIEW_PAGE_TREE, i, &str);
	cols = fview_text_width(str.data);
	for (int k = 0; k < tree->n; k++) {
		ft_str_clear(&str);
		(void)put_cell(&tree->row[k], i, &str);
		if (fview_text_width(ft_str_text(&str)) > cols)
			cols = fview_text_width(str.data);
	}
	return cols;
}

static void
set_brief(struct shown_tree *tree, bool brief)
{
	for (int i = 0; i < tree->n; i++)
		tree->row[i].brief = brief;
}

/* Make columns as wide as what they show; that of the places as wide as all that
 * it may come to show, because its texts come with the walk. */
static void
set_widths(struct shown_tree *tree)
{
	const struct fview_film *film = tree->row->scene->film;
	struct fview_column *column = tree->list.column;
	int place = 2 + 2 * digits(film->n_user); /* "#10-12", "12→9" */

	fview_columns_set(&tree->list, FVIEW_PAGE_TREE);
	set_brief(tree, true);
	tree->brief = column_cols(tree, FVIEW_COLUMN_PLACE);
	set_brief(tree, false);
	for (int i = FVIEW_COLUMN_NAME + 1; i < FVIEW_COLUMNS; i++)
		if (column[i].width > 0 && i != FVIEW_COLUMN_BARS)
			column[i].width = column_cols(tree, i);
	tree->place = column[FVIEW_COLUMN_PLACE].width;
	if (place > tree->place)
		column[FVIEW_COLUMN_PLACE].width = place;
	if (film->stepless) {
		column[FVIEW_COLUMN_LEVEL_FS].width = 0;
		column[FVIEW_COLUMN_FAIR_SHARE].stays = true;
	}
}

/* Long names give way to places and to this column. */
static int
result_column(const struct fview_list *list)
{
	return list->column[FVIEW_COLUMN_LEVEL_FS].width > 0
		   ? FVIEW_COLUMN_LEVEL_FS
		   : FVIEW_COLUMN_FAIR_SHARE;
}

/* Whether the panel beside the tree says the place of the user asked about; while
 * shares are edited, places of all are looked at. */
static bool
says_place(const struct fview *view)
{
	return view->side != FVIEW_SIDE_NOW && view->side != FVIEW_SIDE_EDIT;
}

/* Drop the places; *room: the columns that are left for names. */
static void
drop_places(const struct fview *view, struct shown_tree *tree, int *room)
{
	int *place = &tree->list.column[FVIEW_COLUMN_PLACE].width;

	if (fview_column_of(FVIEW_PAGE_TREE, view->sort_field) ==
	    FVIEW_COLUMN_PLACE)
		return;
	*room += *place + 1;
	*place = 0;
}

/*
 * Give the names what they need.  The first to give way is the room for places to
 * come and the last place of an account; then, before the walk begins, the places,
 * of which there are none yet; the indentation; the places beside an answer.
 * Returns the columns for names.
 */
static int
give_way(const struct fview *view, struct shown_tree *tree)
{
	struct fview_list *list = &tree->list;
	int *place = &list->column[FVIEW_COLUMN_PLACE].width;
	int room = list->box.cols - *place - 3 -
		   list->column[result_column(list)].width;
	int names = tree->remarks;

	tree->step = 2;
	if (names > room) {
		room += *place - tree->place;
		*place = tree->place;
	}
	if (names > room && tree->brief < tree->place) {
		set_brief(tree, true);
		room += tree->place - tree->brief;
		*place = tree->brief;
	}
	if (names > room && view->cursor == 0)
		drop_places(view, tree, &room);
	if (tree->names > room) {
		tree->step = 1;
		names -= tree->names - tree->narrow;
	}
	if (tree->step == 1 && tree->narrow > room && *place > 0 &&
	    says_place(view))
		drop_places(view, tree, &room);
	names = (names + NAMES_STEP - 1) / NAMES_STEP * NAMES_STEP;
	names = names < room ? names : room;
	return names > NAMES_LEAST ? names : NAMES_LEAST;
}

static void
fit_columns(const struct fview *view, struct shown_tree *tree)
{
	struct fview_list *list = &tree->list;
	int left, more;

	list->column[FVIEW_COLUMN_NAME].width = give_way(view, tree);
	left = fview_columns_fit(list, view, FVIEW_PAGE_TREE);
	if (list->width[FVIEW_COLUMN_BARS] > 0 && left > 0) {
		more = BAR_COLS_MOST - list->width[FVIEW_COLUMN_BARS];
		more = left < more ? left : more;
		list->width[FVIEW_COLUMN_BARS] += more;
		left -= more;
	}
	list->width[FVIEW_COLUMN_NAME] += left;
}

/* Find the rows of a tree in the frame BOX, and what they need. */
static void
find_rows(const struct fview_scene *scene, const struct fview_box *box,
    struct shown_tree *tree)
{
	int rows;

	*tree = (struct shown_tree){ .list = { .box = fview_inside(box) } };
	rows = tree->list.box.rows;
	tree->node = ft_alloc(((size_t)rows + 1) * sizeof *tree->node);
	tree->row = ft_calloc((size_t)rows + 1, sizeof *tree->row);
	tree->n = fview_window(scene->view, rows, tree->node);
	tree->row->scene = scene;
	for (int i = 0; i < tree->n; i++) {
		struct fview_branch branch =
		    fview_branch_cols(scene, tree->node[i]);
		int remarks = branch.wide + branch.remark;

		if (branch.narrow > tree->narrow)
			tree->narrow = branch.narrow;
		if (branch.wide > tree->names)
			tree->names = branch.wide;
		if (remarks > tree->remarks)
			tree->remarks = remarks;
		fview_row_fill(&tree->row[i], scene, tree->node[i]);
	}
	set_widths(tree);
}

int
fview_tree_cols(const struct fview_scene *scene, const struct fview_box *box)
{
	struct shown_tree tree FT_CLEANUP(shown_tree_free);
	int cols;

	find_rows(scene, box, &tree);
	cols = tree.remarks > NAMES_LEAST ? tree.remarks : NAMES_LEAST;
	cols += 4 + tree.list.column[result_column(&tree.list)].width;
	if (!says_place(scene->view))
		cols += 1 + tree.brief;
	return cols;
}

int
fview_tree_column(
    const struct fview_scene *scene, const struct fview_box *box, int col)
{
	struct shown_tree tree FT_CLEANUP(shown_tree_free);

	find_rows(scene, box, &tree);
	fit_columns(scene->view, &tree);
	return fview_list_column(&tree.list, col);
}

/* ---- the panel ------------------------------------------------------------ */

/* The path to NODE in COLS columns: its last accounts if not all fit. */
static void
add_path(const struct fview_scene *scene, uint32_t node, int cols,
    struct ft_str *str)
{
	const char *path = fview_name(scene->data, node);

	if (fview_text_width(path) > cols - (node == 0 ? 0 : 4)) {
		fview_add_cut(str, path, cols);
		return;
	}
	for (uint32_t above = node;;) {
		const char *longer;
		int mark;

		above = fview_film_above(scene->film, above, scene->cursor);
		if (above == FT_NODE_NONE)
			break;
		longer = ft_arena_text(scene->texts, "%s › %s",
		    fview_name(scene->data, above), path);
		/* the mark for what is left out needs room, too */
		mark = above == 0 ? 0 : 4;
		if (fview_text_width(longer) + mark > cols) {
			ft_str_add(str, "… › ");
			break;
		}
		path = longer;
	}
	ft_str_add(str, path);
}

/* The titles of the columns, in the upper line of the frame; of the names: the
 * path. */
static void
put_heads(const struct fview_scene *scene, const struct fview_list *list)
{
	const struct fview_box *box = &list->box;
	struct fview_box line = { box->grid, box->row - 1, box->col, 1,
		box->cols };

	for (int i = FVIEW_COLUMN_NAME + 1; i < FVIEW_COLUMNS; i++) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
		int col = fview_list_col(list, i);
		bool down;

		if (!list->width[i])
			continue;
		ft_str_add_char(&str, ' ');
		fview_column_title(scene->view, FVIEW_PAGE_TREE, i, &str);
		ft_str_add_char(&str, ' ');
		if (list->column[i].right)
			col += list->width[i] + 2 - fview_text_width(str.data);
		fview_put(&line, 0, col - 1,
		    fview_column_sorts(scene->view, FVIEW_PAGE_TREE, i, &down)
			? FVIEW_STYLE_TITLE
			: FVIEW_STYLE_FRAME,
		    str.data);
	}
}

void
fview_draw_tree(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct shown_tree tree FT_CLEANUP(shown_tree_free);
	struct fview_box title_box = *box;
	int names;
	bool down;
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	find_rows(scene, box, &tree);
	fit_columns(view, &tree);
	names = tree.list.width[FVIEW_COLUMN_NAME];
	if (fview_column_sorts(view, FVIEW_PAGE_TREE, FVIEW_COLUMN_NAME, &down))
		ft_str_add(&title, down ? "↓" : "↑");
	add_path(scene, fview_film_account(scene->film, scene->cursor),
	    names - 5, &title);
	if (view->limit != 0)
		ft_str_addf(
		    &title, " (only %s)", fview_name(scene->data, view->limit));
	fview_frame(box, NULL);
	title_box.cols = names + 2;
	fview_title(&title_box, FVIEW_STYLE_TITLE, title.data);
	put_heads(scene, &tree.list);
	for (int i = 0; i < tree.n; i++)
		put_row(&tree, i);
}
