
#include "algo/compare.h"
#include "report/explain/diff.h"
#include "fview/view_int.h"

/* ---- who moved ------------------------------------------------------------ */

static void
compare(struct ft_compare *result, const struct fview_data *old,
    const struct fview_data *new)
{
	struct ft_compare_side before = { old->tree, &old->share, &old->names };
	struct ft_compare_side after = { new->tree, &new->share, &new->names };

	ft_compare_init(result, &before, &after, FT_MATCH_ID);
}

/* "bob@physics 12 -> 9, 4 others". */
static void
add_moves(const struct fview_data *old, const struct fview_data *new,
    struct ft_str *str)
{
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_compare result;
	size_t best = FT_COMPARE_NONE;

	compare(&result, old, new);
	if (result.fall != FT_COMPARE_NONE)
		best = result.fall;
	if (result.rise != FT_COMPARE_NONE &&
	    (best == FT_COMPARE_NONE ||
		ft_move_size(&result.move[result.rise]) >=
		    -ft_move_size(&result.move[best])))
		best = result.rise;
	if (best == FT_COMPARE_NONE) {
		ft_str_add(str, "nobody moves");
	} else {
		const struct ft_move *move = &result.move[best];

		ft_str_addf(str, "%s %" PRIu32 " → %" PRIu32,
		    fview_title_of(&texts, new, move->after), move->rank_before,
		    move->rank_after);
		if (result.moved > 1)
			ft_str_addf(str, ", %zu other%s", result.moved - 1,
			    result.moved > 2 ? "s" : "");
	}
	if (result.added > 0)
		ft_str_addf(str, ", %zu added", result.added);
	if (result.removed > 0)
		ft_str_addf(str, ", %zu gone", result.removed);
	ft_compare_clear(&result);
}

/* By node of NEW: the place it had in OLD, 0 none; the caller's. */
static uint32_t *
old_places(const struct fview_data *old, const struct fview_data *new)
{
	uint32_t *match = fview_match_ids(new->tree, old->tree);

	for (uint32_t i = 0; i < new->tree->n; i++)
		match[i] =
		    match[i] == FT_NODE_NONE ? 0 : old->film->place[match[i]];
	return match;
}

void
fview_add_moved(
    const struct fview_scene *scene, uint32_t node, struct ft_str *str)
{
	const uint32_t *moved = scene->view->moved;
	uint32_t place = scene->film->place[node];

	if (!moved || !place || moved[node] == place)
		return;
	if (moved[node] == 0)
		ft_str_add(str, "new");
	else
		ft_str_addf(str, "%s from %" PRIu32,
		    place < moved[node] ? "↑" : "↓", moved[node]);
}

#define MOVERS 100 /* who moves is listed so far: more than any screen holds */

void
fview_set_moved(struct fview *view, const struct fview_data *old)
{
	const struct fview_data *new = fview_shown(view);
	const struct fview_film *film = new->film;

	ft_free(view->moved);
	view->moved = NULL;
	view->n_mover = 0;
	ft_str_clear(&view->moves);
	if (!old)
		return;
	view->moved = old_places(old, new);
	add_moves(old, new, &view->moves);
	for (uint32_t i = 0; i < film->n_ranked && view->n_mover < MOVERS;
	     i++) {
		uint32_t node = film->ranked[i];

		if (view->moved[node] == film->place[node])
			continue;
		*ft_vec_add(view->mover, view->n_mover, view->cap_mover) = node;
	}
}

void
fview_moved_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	for (size_t i = 0; i < scene->view->n_mover; i++) {
		uint32_t node = scene->view->mover[i];
		struct ft_str moved FT_CLEANUP(ft_str_free) = { 0 };

		fview_add_moved(scene, node, &moved);
		fview_line(lines, FVIEW_STYLE_EDIT, 6, "%4" PRIu32 " %s %s",
		    scene->film->place[node], ft_str_text(&moved),
		    fview_title_of(&lines->arena, scene->data, node));
	}
}

/* ---- keeping the place ---------------------------------------------------- */

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

static uint32_t
carry(const uint32_t *match, uint32_t node, uint32_t otherwise)
{
	if (node == FT_NODE_NONE || match[node] == FT_NODE_NONE)
		return otherwise;
	return match[node];
}

void
fview_carry_over(struct fview *view, const struct fview_data *old)
{
	const struct fview_data *new = fview_shown(view);
	uint32_t *match = fview_match_ids(old->tree, new->tree);
	uint8_t *fold = ft_calloc(new->tree->n, sizeof *fold);
	const struct fview_event *now = fview_film_now(old->film, view->cursor);
	bool playing = view->playing;

	for (uint32_t i = 0; i < old->tree->n; i++) {
		if (match[i] != FT_NODE_NONE)
			fold[match[i]] = view->fold[i];
	}
	ft_free(view->fold);
	view->fold = fold;
	view->select = carry(match, view->select, 0);
	view->top = carry(match, view->top, 0);
	view->limit = carry(match, view->limit, 0);
	view->mark = carry(match, view->mark, FT_NODE_NONE);
	if (view->limit != 0 && ft_tree_is_user(new->tree, view->limit))
		view->limit = 0;
	fview_go(view,
	    same_moment(view, old->film,
		now ? carry(match, now->node, FT_NODE_NONE) : 0, now),
	    false);
	view->playing = playing && view->cursor < new->film->n;
	if (view->mark == FT_NODE_NONE && view->side == FVIEW_SIDE_COMPARE)
		view->side = FVIEW_SIDE_NOW;
	ft_free(match);
	fview_table_fill(view);
}

void
fview_renew(struct fview *view, struct fview_data *data)
{
	struct fview_data *old = view->data, *what = view->what;
	const struct fview_data *shown = fview_shown(view);
	const struct fview_job *job = fview_queue_selected(view);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (view->held) {
		fview_data_free(view->waiting);
		view->waiting = data;
		return;
	}
	view->data = data;
	view->what = NULL;
	fview_queue_keep(view, job);
	fview_carry_over(view, shown);
	fview_set_moved(view, old);
	ft_str_addf(&str, "the store has changed: %s", view->moves.data);
	fview_edits_prune(view);
	if (view->n_edit > 0)
		fview_edit_run(view);
	fview_tell(view, false, "%s", str.data);
	fview_data_free(what);
	fview_data_free(old);
}
