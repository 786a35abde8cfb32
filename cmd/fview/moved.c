/* moved.c - which users have another place than before. */

#include "algo/compare.h"
#include "fview/internal.h"

static void
compare(struct ft_compare *result, const struct fview_data *old,
    const struct fview_data *new)
{
	struct ft_compare_side before = { old->tree, &old->share, &old->names };
	struct ft_compare_side after = { new->tree, &new->share, &new->names };

	ft_compare_init(result, &before, &after, FT_MATCH_NAME);
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
	uint32_t *match = fview_match(new, old);

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

#define MOVERS 100 /* users listed at most: more than any screen shows */

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
