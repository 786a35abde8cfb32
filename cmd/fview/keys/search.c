/* search.c - keys that go to a node: the next match, or a given one. */

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
			return;
		}
	}
	fview_notify(view, true, "no name contains '%s'", view->pattern.data);
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
	if (!view->follow || step == FVIEW_NEVER)
		fview_select(view, node);
}
