
#include "fview/internal.h"

/* Columns to the right of the names. */
struct columns {
	int name;            /* columns of marks, lines and name */
	int level_fs, place; /* first column; 0: not shown */
	int place_cols;
};

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

static struct columns
part_columns(const struct fview_scene *scene, int cols)
{
	struct columns columns = { .name = cols };

	/* "#12 (tie)", "#2-5" */
	columns.place_cols = 7 + digits(scene->film->n_user);
	if (cols >= 24 + columns.place_cols - 8) {
		columns.place = columns.name - columns.place_cols;
		columns.name = columns.place - 1;
	}
	if (columns.name >= 27 && !scene->film->stepless) {
		columns.level_fs = columns.name - 10;
		columns.name = columns.level_fs - 1;
	}
	return columns;
}

/* ---- the left part -------------------------------------------------------- */

/* The tree lines before NODE's name, the deepest last. */
static void
add_branches(const struct fview *view, uint32_t node, struct ft_str *str)
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
		piece[n++] = self ? (last ? "└" : "├") : (last ? "  " : "│ ");
		self = false;
		node = above;
	}
	while (n > 0)
		ft_str_add(str, piece[--n]);
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
	if (node == view->mark)
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
			   ? FVIEW_STYLE_RANK
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
		    film, film->index[node], scene->ranks);
	return fview_happened(step->tied, scene->cursor) ||
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

void
fview_put_branch(const struct fview_scene *scene, const struct fview_box *box,
    int row, uint32_t node, int cols)
{
	const struct fview *view = scene->view;
	struct fview_box part = { box->grid, box->row, box->col + 2, box->rows,
		cols - 2 };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	const uint32_t *list;
	int at, width;

	add_branches(view, node, &str);
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
	at += fview_put_fit(&part, row, at, name_style(scene, node),
	    ft_arena_text(scene->texts, "%s%s", is_tied(scene, node) ? "=" : "",
		fview_name_of(scene->texts, scene->data, node)));
	ft_str_clear(&str);
	add_remark(scene, node, &str);
	fview_put_fit(&part, row, at, FVIEW_STYLE_NOTE, ft_str_text(&str));
}

/* ---- the right part ------------------------------------------------------- */

static void
put_level_fs(const struct fview_scene *scene, const struct fview_box *box,
    int row, int col, uint32_t node)
{
	ft_real level_fs = scene->film->level_fs[node];
	const char *text = fview_real_of(scene->texts, level_fs);

	if (fview_happened(scene->film->step[node].level, scene->cursor))
		fview_put(box, row, col + 10 - fview_text_width(text),
		    level_fs < 1 ? FVIEW_STYLE_OVER : FVIEW_STYLE_UNDER, text);
}

/* The first and last place in the subtree of an account. */
static bool
places_inside(const struct fview_scene *scene, uint32_t node, uint32_t *first,
    uint32_t *last)
{
	const struct fview_steps *step = &scene->film->step[node];
	uint32_t from, to;

	if (!fview_happened(step->left, scene->cursor))
		return false;
	from = fview_film_ranks(scene->film, step->entered);
	to = fview_film_ranks(scene->film, step->left);
	if (from >= to)
		return false;
	*first = scene->film->place[scene->film->ranked[from]];
	*last = scene->film->place[scene->film->ranked[to - 1]];
	return true;
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
add_place(const struct fview_scene *scene, uint32_t node, struct ft_str *str)
{
	const struct fview_film *film = scene->film;
	const struct fview_steps *step = &film->step[node];
	uint32_t first, last;

	if (add_movement(scene, node, str))
		return FVIEW_STYLE_PATH;
	if (ft_tree_is_user(scene->data->tree, node)) {
		if (!fview_happened(step->ranked, scene->cursor))
			return FVIEW_STYLE_NORMAL;
		if (add_change(scene, node, str))
			return FVIEW_STYLE_EDIT;
		ft_str_addf(str, "#%" PRIu32 "%s", film->place[node],
		    is_tied(scene, node) ? " (tie)" : "");
		if (step->ranked == scene->cursor - 1 && !film->stepless)
			return FVIEW_STYLE_STAMP;
		return is_tied(scene, node) ? FVIEW_STYLE_TIE
					    : FVIEW_STYLE_RANK;
	}
	if (places_inside(scene, node, &first, &last)) {
		ft_str_addf(str, "#%" PRIu32, first);
		if (last != first)
			ft_str_addf(str, "-%" PRIu32, last);
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

static void
put_row(const struct fview_scene *scene, const struct fview_box *box, int row,
    uint32_t node, const struct columns *columns)
{
	const struct fview *view = scene->view;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	enum fview_style style;

	put_marks(scene, box, row, node);
	fview_put_branch(scene, box, row, node, columns->name);
	if (columns->level_fs > 0 && node != 0)
		put_level_fs(scene, box, row, columns->level_fs, node);
	if (columns->place > 0) {
		style = add_place(scene, node, &str);
		fview_put(box, row,
		    columns->place + columns->place_cols -
			fview_text_width(ft_str_text(&str)),
		    style, ft_str_text(&str));
	}
	if (!view->follow && node == view->select)
		fview_restyle(box, row, 0, box->cols, FVIEW_STYLE_SELECT);
}

/* ---- the panel ------------------------------------------------------------ */

/* The path to NODE in COLS columns: its last accounts if not all fit. */
static void
add_path(const struct fview_scene *scene, uint32_t node, int cols,
    struct ft_str *str)
{
	uint32_t way[16];
	int n = 0, used;

	used = fview_text_width(fview_name(scene->data, node));
	while (node != FT_NODE_NONE && n < 16) {
		way[n++] = node;
		node = fview_film_above(scene->film, node, scene->cursor);
		if (node == FT_NODE_NONE)
			break;
		used += 3 + fview_text_width(fview_name(scene->data, node));
		/* the mark for what is left out needs room, too */
		if (used > cols - (node == 0 ? 0 : 4))
			break;
	}
	if (node != FT_NODE_NONE)
		ft_str_add(str, "… › ");
	while (n > 0) {
		ft_str_add(str, fview_name(scene->data, way[--n]));
		if (n > 0)
			ft_str_add(str, " › ");
	}
}

/* The titles of the columns on the right, in the upper line of the frame. */
static void
put_heads(const struct fview_box *inside, const struct columns *columns)
{
	struct fview_box line = { inside->grid, inside->row - 1, inside->col, 1,
		inside->cols };

	if (columns->level_fs > 0)
		fview_put(&line, 0, columns->level_fs + 1, FVIEW_STYLE_FRAME,
		    " LevelFS ");
	if (columns->place > 0)
		fview_put(&line, 0, columns->place + columns->place_cols - 6,
		    FVIEW_STYLE_FRAME, " place");
}

void
fview_draw_tree(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct fview_box inside = fview_inside(box), title_box = *box;
	struct columns columns;
	uint32_t *row FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(inside.rows + 1) * sizeof *row);
	int n = fview_window(view, inside.rows, row);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	inside.cols -= inside.cols > 1;
	columns = part_columns(scene, inside.cols);
	add_path(scene, fview_film_account(scene->film, scene->cursor),
	    columns.name - 6, &title);
	if (view->limit != 0)
		ft_str_addf(
		    &title, " (only %s)", fview_name(scene->data, view->limit));
	fview_frame(box, NULL);
	title_box.cols = columns.name + 2;
	fview_title(&title_box, FVIEW_STYLE_TITLE, title.data);
	put_heads(&inside, &columns);
	for (int i = 0; i < n; i++)
		put_row(scene, &inside, i, row[i], &columns);
}
