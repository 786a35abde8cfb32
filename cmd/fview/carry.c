/*
 * carry.c - the view keeps its place, folds and marks when other data is shown.
 */

#include "fview/internal.h"

/* The event of that kind that NODE has in the film shown; FVIEW_NEVER. */
static uint32_t
same_event(const struct fview *view, uint32_t node, enum ft_event_kind kind)
{
	const struct fview_film *film = fview_film_of(view);
	const struct fview_steps *step = &film->step[node];
	const uint32_t *list;

	if (kind == FT_EVENT_MERGE || kind == FT_EVENT_ENTER)
		return step->entered;
	if (kind == FT_EVENT_LEVEL_FS)
		return step->level;
	if (kind == FT_EVENT_LEAVE)
		return step->left;
	if (kind == FT_EVENT_SORT)
		return fview_film_children(film, fview_shown(view)->tree, node,
			   film->n, &list) > 0
			   ? film->step[list[0]].sorted
			   : FVIEW_NEVER;
	return step->ranked != FVIEW_NEVER ? step->ranked : step->entered;
}

/* The event of the new film that corresponds to the present one of the old. */
static size_t
same_moment(const struct fview *view, const struct fview_film *old,
    uint32_t node, const struct fview_event *now)
{
	const struct fview_film *film = fview_film_of(view);
	uint32_t at = FVIEW_NEVER;

	if (!now)
		return 0;
	if (now->kind == FT_EVENT_START)
		return 1;
	if (view->cursor == old->n)
		return film->n;
	if (node != FT_NODE_NONE)
		at = same_event(view, node, now->kind);
	if (at != FVIEW_NEVER)
		return (size_t)at + 1;
	return (
	    size_t)((double)view->cursor / (double)old->n * (double)film->n);
}

uint32_t *
fview_match(const struct fview_data *from, const struct fview_data *to)
{
	uint32_t *match = ft_tree_match(from->tree, to->tree);

	for (uint32_t i = 0; i < from->tree->n; i++)
		if (match[i] != FT_NODE_NONE &&
		    strcmp(fview_name(from, i), fview_name(to, match[i])) != 0)
			match[i] = FT_NODE_NONE;
	match[0] = 0;
	return match;
}

static uint32_t
carry(const uint32_t *match, uint32_t node, uint32_t otherwise)
{
	if (node == FT_NODE_NONE || match[node] == FT_NODE_NONE)
		return otherwise;
	return match[node];
}

static void
carry_marks(struct fview *view, const uint32_t *match)
{
	size_t n = 0;

	for (size_t i = 0; i < view->n_mark; i++) {
		uint32_t node = carry(match, view->mark[i], FT_NODE_NONE);

		if (node != FT_NODE_NONE)
			view->mark[n++] = node;
	}
	view->n_mark = n;
}

void
fview_carry_over(struct fview *view, const struct fview_data *old)
{
	const struct fview_data *new = fview_shown(view);
	uint32_t *match FT_CLEANUP(ft_free_at) = fview_match(old, new);
	uint8_t *fold = ft_calloc(new->tree->n, sizeof *fold);
	const struct fview_event *now = fview_film_now(old->film, view->cursor);
	bool playing = view->playing;

	for (uint32_t i = 0; i < old->tree->n; i++) {
		if (match[i] != FT_NODE_NONE)
			fold[match[i]] = view->fold[i];
	}
	ft_free(view->fold);
	view->fold = fold;
	view->origin.kept = false; /* its nodes are the old ones */
	view->select = carry(match, view->select, 0);
	view->top = carry(match, view->top, 0);
	view->limit = carry(match, view->limit, 0);
	carry_marks(view, match);
	if (view->limit != 0 && ft_tree_is_user(new->tree, view->limit))
		view->limit = 0;
	fview_go(view,
	    same_moment(view, old->film,
		now ? carry(match, now->node, FT_NODE_NONE) : 0, now),
	    false);
	view->playing = playing && view->cursor < new->film->n;
	if (view->n_mark == 0 && view->side == FVIEW_SIDE_COMPARE)
		view->side = FVIEW_SIDE_NOW;
	fview_table_fill(view);
}
