
#include "algo/compare.h"
#include "report/explain/diff.h"
#include "fview/view_int.h"

/* ---- who moved ------------------------------------------------------------ */

static void
compare(struct ft_compare *result, const struct view_data *old,
    const struct view_data *new)
{
	struct ft_compare_side before = { old->tree, &old->share, &old->names };
	struct ft_compare_side after = { new->tree, &new->share, &new->names };

	ft_compare_init(result, &before, &after, FT_MATCH_ID);
}

/* "bob@physics 12 -> 9, 4 others". */
static void
add_moves(const struct view_data *old, const struct view_data *new,
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
		    view_title_of(&texts, new, move->after), move->rank_before,
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
old_places(const struct view_data *old, const struct view_data *new)
{
	uint32_t *match = view_match_ids(new->tree, old->tree);

	for (uint32_t i = 0; i < new->tree->n; i++)
		match[i] =
		    match[i] == FT_NODE_NONE ? 0 : old->film->place[match[i]];
	return match;
}

void
view_add_moved(
    const struct view_scene *scene, uint32_t node, struct ft_str *str)
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
view_set_moved(struct view *view, const struct view_data *old)
{
	const struct view_data *new = view_shown(view);
	const struct view_film *film = new->film;

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
view_moved_lines(const struct view_scene *scene, struct view_lines *lines)
{
	for (size_t i = 0; i < scene->view->n_mover; i++) {
		uint32_t node = scene->view->mover[i];
		struct ft_str moved FT_CLEANUP(ft_str_free) = { 0 };

		view_add_moved(scene, node, &moved);
		view_line(lines, VIEW_STYLE_EDIT, 6, "%4" PRIu32 " %s %s",
		    scene->film->place[node], ft_str_text(&moved),
		    view_title_of(&lines->arena, scene->data, node));
	}
}

/* ---- keeping the place ---------------------------------------------------- */

/* The event of that kind that NODE has in the film shown; VIEW_NEVER. */
static uint32_t
same_event(const struct view *view, uint32_t node, enum ft_event_kind kind)
{
	const struct view_film *film = view_film_of(view);
	const struct view_steps *step = &film->step[node];
	const uint32_t *list;

	if (kind == FT_EVENT_MERGE || kind == FT_EVENT_ENTER)
		return step->entered;
	if (kind == FT_EVENT_LEVEL_FS)
		return step->level;
	if (kind == FT_EVENT_LEAVE)
		return step->left;
	if (kind == FT_EVENT_SORT)
		return view_film_children(film, view_shown(view)->tree, node,
			   film->n, &list) > 0
			   ? film->step[list[0]].sorted
			   : VIEW_NEVER;
	return step->ranked != VIEW_NEVER ? step->ranked : step->entered;
}

/* The event of the new film that corresponds to the present one of the old. */
static size_t
same_moment(const struct view *view, const struct view_film *old, uint32_t node,
    const struct view_event *now)
{
	const struct view_film *film = view_film_of(view);
	uint32_t at = VIEW_NEVER;

	if (!now)
		return 0;
	if (now->kind == FT_EVENT_START)
		return 1;
	if (view->cursor == old->n)
		return film->n;
	if (node != FT_NODE_NONE)
		at = same_event(view, node, now->kind);
	if (at != VIEW_NEVER)
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
view_carry_over(struct view *view, const struct view_data *old)
{
	const struct view_data *new = view_shown(view);
	uint32_t *match = view_match_ids(old->tree, new->tree);
	uint8_t *fold = ft_calloc(new->tree->n, sizeof *fold);
	const struct view_event *now = view_film_now(old->film, view->cursor);
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
	view_go(view,
	    same_moment(view, old->film,
		now ? carry(match, now->node, FT_NODE_NONE) : 0, now),
	    false);
	view->playing = playing && view->cursor < new->film->n;
	if (view->mark == FT_NODE_NONE && view->side == VIEW_SIDE_COMPARE)
		view->side = VIEW_SIDE_NOW;
	ft_free(match);
	view_table_fill(view);
}

void
view_renew(struct view *view, struct view_data *data)
{
	struct view_data *old = view->data, *what = view->what;
	const struct view_data *shown = view_shown(view);
	const struct view_job *job = view_queue_selected(view);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (view->held) {
		view_data_free(view->waiting);
		view->waiting = data;
		return;
	}
	view->data = data;
	view->what = NULL;
	view_queue_keep(view, job);
	view_carry_over(view, shown);
	view_set_moved(view, old);
	ft_str_addf(&str, "the store has changed: %s", view->moves.data);
	view_edits_prune(view);
	if (view->n_edit > 0)
		view_edit_run(view);
	view_tell(view, false, "%s", str.data);
	view_data_free(what);
	view_data_free(old);
}
