
#include "fview/internal.h"

/*
 * The rows of the tree.  Each is found from its neighbour, so that the cost of a
 * frame depends on its height, not on the size of the tree.
 */

static bool
is_moving(const struct fview *view, uint32_t account)
{
	return view->n_moving > 0 &&
	       fview_film_of(view)->event[view->cursor - 1].node == account;
}

uint32_t
fview_children(const struct fview *view, uint32_t node, const uint32_t **list)
{
	const struct fview_data *data = fview_shown(view);
	uint32_t n;

	if (view->order.n == 0 && is_moving(view, node)) {
		*list = view->moving;
		return view->n_moving;
	}
	n = fview_film_children(
	    data->film, data->tree, node, view->cursor, list);
	if (n > 0)
		*list = fview_order_of(view, node, *list, n);
	return n;
}

uint32_t
fview_above(const struct fview *view, uint32_t node)
{
	return fview_film_above(fview_film_of(view), node, view->cursor);
}

uint32_t
fview_place(const struct fview *view, uint32_t node)
{
	const struct fview_data *data = fview_shown(view);
	uint32_t above = fview_above(view, node);
	const uint32_t *list;

	if (above != FT_NODE_NONE && view->order.n > 0) {
		(void)fview_children(view, above, &list);
		return fview_order_place(&view->order, above, node);
	}
	if (is_moving(view, above)) {
		for (uint32_t i = 0; i < view->n_moving; i++) {
			if (view->moving[i] == node)
				return i;
		}
	}
	return fview_film_place(data->film, data->tree, node, view->cursor);
}

bool
fview_is_open(const struct fview *view, uint32_t node)
{
	const struct fview_data *data = fview_shown(view);
	const struct fview_steps *step = &data->film->step[node];

	if (ft_tree_is_user(data->tree, node))
		return false;
	if (view->fold[node] != FVIEW_FOLD_AUTO)
		return view->fold[node] == FVIEW_FOLD_OPEN;
	if (node == 0 || node == view->limit || data->tree->n <= FVIEW_SMALL)
		return true;
	return fview_happened(step->entered, view->cursor) &&
	       !fview_happened(step->left, view->cursor);
}

/* The row after NODE; FT_NODE_NONE at the end. */
static uint32_t
next_row(const struct fview *view, uint32_t node)
{
	const uint32_t *list;

	if (fview_is_open(view, node) && fview_children(view, node, &list) > 0)
		return list[0];
	while (node != view->limit) {
		uint32_t above = fview_above(view, node), place, n;

		if (above == FT_NODE_NONE)
			break;
		n = fview_children(view, above, &list);
		place = fview_place(view, node);
		if (place + 1 < n)
			return list[place + 1];
		node = above;
	}
	return FT_NODE_NONE;
}

static uint32_t
previous_row(const struct fview *view, uint32_t node)
{
	const uint32_t *list;
	uint32_t above, place;

	if (node == view->limit)
		return FT_NODE_NONE;
	above = fview_above(view, node);
	if (above == FT_NODE_NONE)
		return FT_NODE_NONE;
	place = fview_place(view, node);
	if (place == 0)
		return above;
	(void)fview_children(view, above, &list);
	node = list[place - 1];
	for (uint32_t n; fview_is_open(view, node) &&
			 (n = fview_children(view, node, &list)) > 0;)
		node = list[n - 1];
	return node;
}

uint32_t
fview_visible(const struct fview *view, uint32_t node)
{
	uint32_t shown = node;
	bool inside = node == view->limit;

	for (uint32_t above = fview_above(view, node); above != FT_NODE_NONE;
	     above = fview_above(view, above)) {
		if (shown == view->limit)
			break;
		if (!fview_is_open(view, above))
			shown = above;
		inside |= above == view->limit;
	}
	return inside ? shown : view->limit;
}

void
fview_reveal(struct fview *view, uint32_t node)
{
	uint32_t above = fview_above(view, node);

	if (fview_visible(view, node) == view->limit && node != view->limit &&
	    view->limit != 0) {
		/* it may be outside the filter */
		uint32_t at = node;

		while (at != FT_NODE_NONE && at != view->limit)
			at = fview_above(view, at);
		if (at == FT_NODE_NONE)
			view->limit = 0;
	}
	for (; above != FT_NODE_NONE; above = fview_above(view, above)) {
		if (!fview_is_open(view, above))
			view->fold[above] = FVIEW_FOLD_OPEN;
	}
}

/* ---- the window on the rows -------------------------------------------------- */

/* Fill row[n] from TOP down, or from further up if that leaves rows empty. */
static int
fill_from(const struct fview *view, uint32_t top, int n, uint32_t *row)
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
climb(const struct fview *view, uint32_t node, int steps)
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
 * The first row when the tree follows the playhead: the account being ranked
 * stays in the upper part as long as the playhead fits into the window, too.
 */
static uint32_t
top_at_playhead(const struct fview *view, int n)
{
	uint32_t head = fview_visible(view, fview_playhead(view)), node = head;
	uint32_t account = fview_visible(
	    view, fview_film_account(fview_film_of(view), view->cursor));
	int reach = n - n / 4 - 1;

	for (int i = 0; i < reach && node != FT_NODE_NONE; i++) {
		if (node == account)
			return climb(view, account, n / 4);
		node = previous_row(view, node);
	}
	return climb(view, head, n / 2);
}

int
fview_window(const struct fview *view, int n, uint32_t *row)
{
	uint32_t selected = fview_visible(view, view->select);
	int filled;

	if (n <= 0)
		return 0;
	if (view->follow)
		return fill_from(view, top_at_playhead(view, n), n, row);
	filled = fill_from(view, fview_visible(view, view->top), n, row);
	for (int i = 0; i < filled; i++)
		if (row[i] == selected)
			return filled;
	/* the screen has become smaller */
	return fill_from(view, climb(view, selected, n / 2), n, row);
}

/* Select NODE and, if it is out of sight, scroll it into row AT. */
static void
select_at(struct fview *view, uint32_t node, int at)
{
	int n = fview_tree_height(view);
	uint32_t *row FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(n > 0 ? n : 1) * sizeof *row);
	int filled = fview_window(view, n, row);
	bool seen = false;

	if (filled > 0)
		view->top = row[0];
	view->follow = false;
	view->select = node;
	if (view->side == FVIEW_SIDE_NOW)
		view->side_scroll = 0;
	for (int i = 0; i < filled; i++)
		seen |= row[i] == node;
	if (!seen)
		view->top = climb(view, node, at);
}

void
fview_select(struct fview *view, uint32_t node)
{
	select_at(view, node, fview_tree_height(view) / 2);
}

void
fview_move(struct fview *view, int steps)
{
	uint32_t node = fview_visible(view, fview_selected(view)), next;
	bool up = steps < 0;

	for (; steps != 0; steps += up ? 1 : -1) {
		next = up ? previous_row(view, node) : next_row(view, node);
		if (next == FT_NODE_NONE)
			break;
		node = next;
	}
	select_at(view, node, up ? 0 : fview_tree_height(view) - 1);
}
