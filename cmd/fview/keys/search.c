/* search.c - keys that go to a node: the next match, also while its name is typed,
 * or a given one. */

#include "fview/internal.h"

/* The node after or before NODE in the order of the walk, wrapping around. */
static uint32_t
neighbour(const struct fview *view, uint32_t node, bool backwards)
{
	const struct fview_film *film = fview_film_of(view);
	const struct fview_data *data = fview_shown(view);
	const uint32_t *list;
	uint32_t n, above, place;

	if (backwards) {
		above = fview_film_above(film, node, film->n);
		if (above != FT_NODE_NONE) {
			place =
			    fview_film_place(film, data->tree, node, film->n);
			if (place == 0)
				return above;
			(void)fview_film_children(
			    film, data->tree, above, film->n, &list);
			node = list[place - 1];
		}
		while ((n = fview_film_children(
			    film, data->tree, node, film->n, &list)) > 0)
			node = list[n - 1];
		return node;
	}
	if (fview_film_children(film, data->tree, node, film->n, &list) > 0)
		return list[0];
	while (
	    (above = fview_film_above(film, node, film->n)) != FT_NODE_NONE) {
		n = fview_film_children(
		    film, data->tree, above, film->n, &list);
		place = fview_film_place(film, data->tree, node, film->n);
		if (place + 1 < n)
			return list[place + 1];
		node = above;
	}
	return 0;
}

/* "match 3 of 12": where NODE stands among those that match. */
static void
tell_matches(struct fview *view, uint32_t node)
{
	uint32_t at = 0, n = 0, next = 0;

	do {
		if (fview_matches(view, next)) {
			n++;
			if (next == node)
				at = n;
		}
		next = neighbour(view, next, false);
	} while (next != 0);
	fview_notify(view, false, "match %" PRIu32 " of %" PRIu32, at, n);
}

void
fview_search(struct fview *view, int way)
{
	uint32_t start = fview_selected(view), node = start;

	if (view->pattern.len == 0) {
		fview_notify(view, true, "nothing to search for: type / first");
		return;
	}
	for (uint32_t i = 0; i <= fview_shown(view)->tree->n; i++) {
		node = neighbour(view, node, way < 0);
		if (fview_matches(view, node)) {
			fview_reveal(view, node);
			fview_select(view, node);
			if (view->page == FVIEW_PAGE_TABLE)
				fview_table_show(view, node);
			tell_matches(view, node);
			return;
		}
	}
	fview_notify(view, true, "no name contains '%s'", view->pattern.data);
}

/* ---- while it is typed ---------------------------------------------------- */

static void
set_text(struct ft_str *to, const struct ft_str *from)
{
	ft_str_clear(to);
	ft_str_add(to, ft_str_text(from));
}

void
fview_search_begin(struct fview *view)
{
	struct fview_origin *origin = &view->origin;
	uint32_t n = fview_shown(view)->tree->n;

	origin->kept = true;
	origin->follow = view->follow;
	origin->select = view->select;
	origin->top = view->top;
	origin->limit = view->limit;
	origin->row_top = view->row_top;
	origin->row_select = view->row_select;
	origin->fold = ft_realloc(origin->fold, n, sizeof *origin->fold);
	memcpy(origin->fold, view->fold, n * sizeof *origin->fold);
	set_text(&origin->pattern, &view->pattern);
}

static void
restore(struct fview *view)
{
	const struct fview_origin *origin = &view->origin;

	if (!origin->kept)
		return;
	view->follow = origin->follow;
	view->select = origin->select;
	view->top = origin->top;
	view->limit = origin->limit;
	view->row_top = origin->row_top;
	view->row_select = origin->row_select;
	memcpy(view->fold, origin->fold,
	    fview_shown(view)->tree->n * sizeof *origin->fold);
}

void
fview_search_typed(struct fview *view)
{
	restore(view);
	set_text(&view->pattern, &view->input);
	if (view->pattern.len > 0)
		fview_search(view, 1);
}

void
fview_search_end(struct fview *view, bool stay)
{
	if (stay && fview_matches(view, fview_selected(view))) {
		tell_matches(view, fview_selected(view));
	} else if (stay) {
		fview_search(view, 1);
	} else {
		restore(view);
		set_text(&view->pattern, &view->origin.pattern);
	}
	view->origin.kept = false;
}

void
fview_goto(struct fview *view, uint32_t node)
{
	const struct fview_steps *steps = &fview_film_of(view)->step[node];
	uint32_t step = ft_tree_is_user(fview_shown(view)->tree, node)
			    ? steps->ranked
			    : steps->entered;

	if (step != FVIEW_NEVER)
		fview_go(view, step + 1, false);
	fview_reveal(view, node);
	fview_select(view, node);
}
