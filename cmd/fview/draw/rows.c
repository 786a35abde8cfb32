
#include "fview/view_int.h"

/*
 * Which rows the tree has.  Rows are found one from the other, so that what a
 * frame costs depends on its height, not on the tree.
 */

static bool
is_moving(const struct view *view, uint32_t account)
{
	return view->n_moving > 0 &&
	       view_film_of(view)->event[view->cursor - 1].node == account;
}

uint32_t
view_children(const struct view *view, uint32_t node, const uint32_t **list)
{
	const struct view_data *data = view_shown(view);

	if (is_moving(view, node)) {
		*list = view->moving;
		return view->n_moving;
	}
	return view_film_children(
	    data->film, data->tree, node, view->cursor, list);
}

uint32_t
view_above(const struct view *view, uint32_t node)
{
	return view_film_above(view_film_of(view), node, view->cursor);
}

uint32_t
view_place(const struct view *view, uint32_t node)
{
	const struct view_data *data = view_shown(view);

	if (is_moving(view, view_above(view, node))) {
		for (uint32_t i = 0; i < view->n_moving; i++) {
			if (view->moving[i] == node)
				return i;
		}
	}
	return view_film_place(data->film, data->tree, node, view->cursor);
}

bool
view_is_open(const struct view *view, uint32_t node)
{
	const struct view_data *data = view_shown(view);
	const struct view_steps *step = &data->film->step[node];

	if (ft_tree_is_user(data->tree, node))
		return false;
	if (view->fold[node] != VIEW_FOLD_AUTO)
		return view->fold[node] == VIEW_FOLD_OPEN;
	if (node == 0 || node == view->limit || data->tree->n <= VIEW_SMALL)
		return true;
	return view_happened(step->entered, view->cursor) &&
	       !view_happened(step->left, view->cursor);
}

/* The row behind NODE; FT_NODE_NONE at the end. */
static uint32_t
next_row(const struct view *view, uint32_t node)
{
	const uint32_t *list;

	if (view_is_open(view, node) && view_children(view, node, &list) > 0)
		return list[0];
	while (node != view->limit) {
		uint32_t above = view_above(view, node), place, n;

		if (above == FT_NODE_NONE)
			break;
		n = view_children(view, above, &list);
		place = view_place(view, node);
		if (place + 1 < n)
			return list[place + 1];
		node = above;
	}
	return FT_NODE_NONE;
}

static uint32_t
previous_row(const struct view *view, uint32_t node)
{
	const uint32_t *list;
	uint32_t above, place;

	if (node == view->limit)
		return FT_NODE_NONE;
	above = view_above(view, node);
	if (above == FT_NODE_NONE)
		return FT_NODE_NONE;
	place = view_place(view, node);
	if (place == 0)
		return above;
	(void)view_children(view, above, &list);
	node = list[place - 1];
	for (uint32_t n; view_is_open(view, node) &&
			 (n = view_children(view, node, &list)) > 0;)
		node = list[n - 1];
	return node;
}

uint32_t
view_visible(const struct view *view, uint32_t node)
{
	uint32_t shown = node;
	bool inside = node == view->limit;

	for (uint32_t above = view_above(view, node); above != FT_NODE_NONE;
	     above = view_above(view, above)) {
		if (shown == view->limit)
			break;
		if (!view_is_open(view, above))
			shown = above;
		inside |= above == view->limit;
	}
	return inside ? shown : view->limit;
}

void
view_reveal(struct view *view, uint32_t node)
{
	uint32_t above = view_above(view, node);

	if (view_visible(view, node) == view->limit && node != view->limit &&
	    view->limit != 0) {
		/* it may lie outside of the filter */
		uint32_t at = node;

		while (at != FT_NODE_NONE && at != view->limit)
			at = view_above(view, at);
		if (at == FT_NODE_NONE)
			view->limit = 0;
	}
	for (; above != FT_NODE_NONE; above = view_above(view, above)) {
		if (!view_is_open(view, above))
			view->fold[above] = VIEW_FOLD_OPEN;
	}
}

/* ---- what a window shows -------------------------------------------------- */

/* Fill row[n] from TOP down, or from further up if that leaves rows empty. */
static int
fill_from(const struct view *view, uint32_t top, int n, uint32_t *row)
{
	int filled = 0;
	uint32_t node = top;

	for (; filled < n && node != FT_NODE_NONE; node = next_row(view, node))
		row[filled++] = node;
	while (filled < n && (top = previous_row(view, top)) != FT_NODE_NONE) {
		for (int i = filled; i > 0; i--)
			row[i] = row[i - 1];
		row[0] = top;
		filled++;
	}
	return filled;
}

/* Returns the row STEPS above NODE, or the first one. */
static uint32_t
climb(const struct view *view, uint32_t node, int steps)
{
	while (steps > 0 && steps--) {
		uint32_t before = previous_row(view, node);

		if (before == FT_NODE_NONE)
			break;
		node = before;
	}
	return node;
}

/*
 * The first row when the tree follows the playhead: the account being worked
 * on stays in the upper part as long as the playhead can be seen with it.
 */
static uint32_t
top_at_playhead(const struct view *view, int n)
{
	uint32_t head = view_visible(view, view_playhead(view)), node = head;
	uint32_t account = view_visible(
	    view, view_film_account(view_film_of(view), view->cursor));
	int reach = n - n / 4 - 1;

	for (int i = 0; i < reach && node != FT_NODE_NONE; i++) {
		if (node == account)
			return climb(view, account, n / 4);
		node = previous_row(view, node);
	}
	return climb(view, head, n / 2);
}

int
view_window(const struct view *view, int n, uint32_t *row)
{
	uint32_t top;

	if (n <= 0)
		return 0;
	top = view->follow ? top_at_playhead(view, n)
			   : view_visible(view, view->top);
	return fill_from(view, top, n, row);
}

/* Select NODE; where it cannot be seen, it comes into row AT. */
static void
select_at(struct view *view, uint32_t node, int at)
{
	int n = view_tree_height(view);
	uint32_t *row FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(n > 0 ? n : 1) * sizeof *row);
	int filled = view_window(view, n, row);
	bool seen = false;

	if (filled > 0)
		view->top = row[0];
	view->follow = false;
	view->select = node;
	for (int i = 0; i < filled; i++)
		seen |= row[i] == node;
	if (!seen)
		view->top = climb(view, node, at);
}

void
view_select(struct view *view, uint32_t node)
{
	select_at(view, node, view_tree_height(view) / 2);
}

void
view_move(struct view *view, int steps)
{
	uint32_t node = view_visible(view, view_selected(view)), next;
	bool up = steps < 0;

	for (; steps != 0; steps += up ? 1 : -1) {
		next = up ? previous_row(view, node) : next_row(view, node);
		if (next == FT_NODE_NONE)
			break;
		node = next;
	}
	select_at(view, node, up ? 0 : view_tree_height(view) - 1);
}

/* ---- movement ------------------------------------------------------------- */

struct mover {
	int64_t at; /* between its old and its new place */
	uint32_t to;
	uint32_t node;
};

static int
compare_movers(const void *a, const void *b)
{
	const struct mover *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

void
view_set_moving(struct view *view)
{
	const struct view_data *data = view_shown(view);
	const struct view_film *film = data->film;
	const struct view_event *now = view_film_now(film, view->cursor);
	struct mover mover[VIEW_MOVING];
	const uint32_t *list;
	uint32_t n;

	view->n_moving = 0;
	if (!now || now->kind != FT_EVENT_SORT ||
	    view->substep >= VIEW_SUBSTEPS || now->place > VIEW_MOVING)
		return;
	n = view_film_children(
	    film, data->tree, now->node, view->cursor, &list);
	for (uint32_t i = 0; i < n; i++) {
		int64_t from = film->from[list[i]], to = film->to[list[i]];

		mover[i].node = list[i];
		mover[i].to = (uint32_t)to;
		mover[i].at =
		    from * (VIEW_SUBSTEPS - view->substep) + to * view->substep;
	}
	qsort(mover, n, sizeof *mover, compare_movers);
	view->moving =
	    ft_realloc(view->moving, VIEW_MOVING, sizeof *view->moving);
	for (uint32_t i = 0; i < n; i++)
		view->moving[i] = mover[i].node;
	view->n_moving = n;
}
