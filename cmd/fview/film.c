#include "fview/film.h"

#include "algo/share/rank.h"
#include "base/bisect.h"

static void
make_stops(struct fview_film *film, struct fview_stops *stops, uint32_t most)
{
	stops->at = ft_arena_alloc(&film->arena, most * sizeof *stops->at);
}

static void
add_stop(struct fview_stops *stops, uint32_t index)
{
	stops->at[stops->n++] = index;
}

struct fview_film *
fview_film_new(const struct ft_tree *tree)
{
	struct fview_film *film = ft_calloc(1, sizeof *film);
	struct ft_arena *arena = &film->arena;
	size_t n = tree->n;

	film->n_node = tree->n;
	film->n_user = tree->n_user;
	film->step = ft_arena_alloc(arena, n * sizeof *film->step);
	memset(film->step, 0xff, n * sizeof *film->step);
	film->family = ft_arena_calloc(arena, n, sizeof *film->family);
	film->leader = ft_arena_calloc(arena, n, sizeof *film->leader);
	film->place = ft_arena_calloc(arena, n, sizeof *film->place);
	film->shares = ft_arena_calloc(arena, n, sizeof *film->shares);
	film->usage = ft_arena_calloc(arena, n, sizeof *film->usage);
	film->level_fs = ft_arena_calloc(arena, n, sizeof *film->level_fs);
	film->before = ft_arena_calloc(arena, n, sizeof *film->before);
	film->after = ft_arena_calloc(arena, n, sizeof *film->after);
	film->from = ft_arena_calloc(arena, n, sizeof *film->from);
	film->to = ft_arena_calloc(arena, n, sizeof *film->to);
	film->start = ft_arena_calloc(arena, tree->n_acct, sizeof *film->start);
	film->count = ft_arena_calloc(arena, tree->n_acct, sizeof *film->count);
	film->index = ft_arena_calloc(arena, n, sizeof *film->index);
	film->ranked =
	    ft_arena_calloc(arena, tree->n_user, sizeof *film->ranked);
	make_stops(film, &film->enter, tree->n_acct);
	make_stops(film, &film->moving, tree->n_acct);
	make_stops(film, &film->stop[FVIEW_UNIT_USER], tree->n_user);
	make_stops(film, &film->stop[FVIEW_UNIT_ACCOUNT], tree->n_acct);
	make_stops(film, &film->stop[FVIEW_UNIT_LEVEL], tree->n_acct);
	film->family[0] = FT_NODE_NONE;
	for (uint32_t i = 0; i < tree->n; i++)
		film->leader[i] = i;
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		film->count[a] = tree->first[a + 1] - tree->first[a];
		film->start[a] = tree->first[a] - 1;
		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++)
			film->family[i] = tree->node[a];
	}
	return film;
}

void
fview_film_free(struct fview_film *film)
{
	if (!film)
		return;
	ft_arena_clear(&film->arena);
	ft_free(film->event);
	ft_tie_rules_free(&film->rules);
	ft_idmap_free(&film->associations);
	ft_free(film->help);
	ft_free(film);
}

/* ---- recording ------------------------------------------------------------ */

static uint32_t
add_event(struct fview_film *film, const struct ft_event *event)
{
	if (film->n == film->cap)
		film->event = ft_vec_grow(
		    film->event, &film->cap, film->n + 1, sizeof *film->event);
	film->event[film->n] = (struct fview_event){ .kind = event->kind,
		.node = event->node,
		.other = event->other,
		.place = event->place,
		.rank = event->rank };
	return (uint32_t)film->n++;
}

/* NODE is the one with which another is tied. */
static void
echo(struct fview_film *film, uint32_t node, uint32_t index)
{
	if (node != FT_NODE_NONE && film->step[node].echoed == FVIEW_NEVER)
		film->step[node].echoed = index;
}

static void
take_merge(
    struct fview_film *film, const struct ft_event *event, uint32_t index)
{
	film->step[event->node].merged = index;
	film->leader[event->node] = event->other;
	film->n_account_ties++;
	echo(film, event->other, index);
}

static void
take_level(
    struct fview_film *film, const struct ft_event *event, uint32_t index)
{
	uint32_t node = event->node;

	film->step[node].level = index;
	film->shares[node] = event->shares;
	film->usage[node] = event->usage;
	film->level_fs[node] = event->level_fs;
}

static void
take_sort(struct fview_film *film, const struct ft_event *event, uint32_t index)
{
	for (uint32_t i = 0; i < event->place; i++) {
		uint32_t node = event->order[i];

		film->step[node].sorted = index;
		film->after[film->filled + i] = node;
		film->to[node] = film->filled + i;
	}
	film->event[index].other = film->filled;
	film->filled += event->place;
	add_stop(&film->stop[FVIEW_UNIT_LEVEL], index);
	if (fview_film_moves(&film->event[index]))
		add_stop(&film->moving, index);
}

static void
take_rank(struct fview_film *film, const struct ft_event *event, uint32_t index)
{
	film->step[event->node].ranked = index;
	film->place[event->node] = film->n_user + 1 - event->rank;
	film->index[event->node] = film->n_ranked;
	film->ranked[film->n_ranked++] = event->node;
	add_stop(&film->stop[FVIEW_UNIT_USER], index);
}

static void
take(void *ctx, const struct ft_event *event)
{
	struct fview_film *film = ctx;
	uint32_t index = add_event(film, event), node = event->node;

	switch (event->kind) {
	case FT_EVENT_MERGE:
		take_merge(film, event, index);
		break;
	case FT_EVENT_ENTER:
		film->step[node].entered = index;
		add_stop(&film->enter, index);
		break;
	case FT_EVENT_LEVEL_FS:
		take_level(film, event, index);
		break;
	case FT_EVENT_SORT:
		take_sort(film, event, index);
		break;
	case FT_EVENT_TIE:
		echo(film, event->other, index);
		film->step[node].tied = index;
		break;
	case FT_EVENT_INHERIT:
		film->step[node].tied = index;
		break;
	case FT_EVENT_RANK:
		take_rank(film, event, index);
		break;
	case FT_EVENT_LEAVE:
		film->step[node].left = index;
		add_stop(&film->stop[FVIEW_UNIT_ACCOUNT], index);
		break;
	case FT_EVENT_START:
	case FT_EVENT_END:
	case FT_EVENT_COUNT:
		break;
	}
}

struct ft_event_sink
fview_film_sink(struct fview_film *film)
{
	return (struct ft_event_sink){ take, film };
}

/* The positions of the families and levels of the run, and the ends of merged ones. */
static void
place_levels(struct fview_film *film, const struct ft_tree *tree)
{
	/* before those are counted that are tied and not merged */
	bool merged = film->n_account_ties > 0;

	for (size_t i = 0; i < film->n; i++) {
		const struct fview_event *event = &film->event[i];

		if (event->kind == FT_EVENT_SORT)
			film->count[tree->acct[event->node]] = event->place;
		if (event->kind == FT_EVENT_SORT && event->place > 0)
			film->start[tree->acct[event->node]] = event->other;
		if (event->kind == FT_EVENT_TIE &&
		    event->other != FT_NODE_NONE &&
		    !ft_tree_is_user(tree, event->node) &&
		    !ft_tree_is_user(tree, event->other))
			film->n_account_ties++;
	}
	for (size_t i = 0, total = 0; merged && i < film->n; i++) {
		struct fview_event *event = &film->event[i];
		uint32_t acct = tree->acct[event->node], size;

		if (event->kind != FT_EVENT_MERGE)
			continue;
		size = tree->first[acct + 1] - tree->first[acct];
		if (i == 0 || event[-1].kind != FT_EVENT_MERGE ||
		    event[-1].other != event->other) {
			uint32_t lead = tree->acct[event->other];

			total = tree->first[lead + 1] - tree->first[lead];
		}
		film->start[acct] =
		    film->start[tree->acct[event->other]] + (uint32_t)total;
		total += size;
		event->place = (uint32_t)total;
		film->step[event->node].entered =
		    film->step[event->other].entered;
		film->step[event->node].left = film->step[event->other].left;
	}
}

/*
 * Before they are sorted, siblings stand as sshare lists them: an order in
 * which they were added means nothing to anybody, and the sort is seen.
 */
static void
order_families(struct fview_film *film, const struct ft_tree *tree,
    const struct ft_names_set *names)
{
	uint32_t *order FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n * sizeof *order);
	uint32_t *next FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n_acct * sizeof *next);

	ft_tree_display_order(tree, names, FT_SIBLINGS_NAME, order);
	memcpy(next, film->start, tree->n_acct * sizeof *next);
	for (uint32_t i = 0; i < tree->n; i++) {
		uint32_t node = order[i], family = film->family[node];

		if (family == FT_NODE_NONE)
			continue;
		film->from[node] = next[tree->acct[family]]++;
		film->before[film->from[node]] = node;
	}
}

/* The level fairshares of a level become known in the order in which its
 * children stand. */
static void
order_events(struct fview_film *film, const struct ft_tree *tree)
{
	for (uint32_t i = 0; i < film->enter.n; i++) {
		uint32_t index = film->enter.at[i];
		uint32_t acct = tree->acct[film->event[index].node];
		const uint32_t *child = film->before + film->start[acct];

		for (uint32_t k = 0; k < film->count[acct]; k++) {
			film->event[++index].node = child[k];
			film->event[index].place = k;
			film->step[child[k]].level = index;
		}
	}
}

void
fview_film_finish(struct fview_film *film, const struct ft_tree *tree,
    const struct ft_names_set *names)
{
	place_levels(film, tree);
	order_families(film, tree, names);
	order_events(film, tree);
}

static int
compare_places(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b; /* pairs of place and node */

	if (x[0] != y[0])
		return x[0] < y[0] ? -1 : 1;
	return (x[1] > y[1]) - (x[1] < y[1]);
}

void
fview_film_stepless(struct fview_film *film, const struct ft_tree *tree,
    const struct ft_share *share)
{
	struct ft_event start = { .kind = FT_EVENT_START,
		.other = FT_NODE_NONE,
		.rank = tree->n_user };
	struct ft_event end = { .kind = FT_EVENT_END,
		.other = FT_NODE_NONE,
		.rank = tree->n_user };
	uint32_t(*pair)[2] = ft_alloc(tree->n_user * sizeof *pair);
	uint32_t n = 0;

	film->stepless = true;
	take(film, &start);
	take(film, &end);
	ft_rank_users(tree, share, film->place);
	for (uint32_t i = 0; i < tree->n; i++) {
		if (!ft_tree_is_user(tree, i))
			continue;
		film->step[i].ranked = 1;
		pair[n][0] = film->place[i];
		pair[n++][1] = i;
	}
	qsort(pair, n, sizeof *pair, compare_places);
	for (uint32_t i = 0; i < n; i++) {
		film->ranked[i] = pair[i][1];
		film->index[pair[i][1]] = i;
	}
	film->n_ranked = n;
	ft_free(pair);
}

/* ---- stops ---------------------------------------------------------------- */

uint32_t
fview_stops_before(const struct fview_stops *stops, size_t cursor)
{
	uint32_t i;

	FT_BISECT(i, 0, stops->n, fview_happened(stops->at[i], cursor));
	return i;
}

size_t
fview_film_stop(const struct fview_film *film, enum fview_unit unit,
    size_t cursor, size_t steps, size_t end)
{
	const struct fview_stops *stops = &film->stop[unit];
	size_t next = cursor + steps, passed;

	if (unit != FVIEW_UNIT_STEP) {
		passed = fview_stops_before(stops, cursor) + steps;
		next = passed <= stops->n ? (size_t)stops->at[passed - 1] + 1
					  : end;
	}
	return next < end ? next : end;
}

size_t
fview_film_stops(const struct fview_film *film, enum fview_unit unit,
    size_t cursor, size_t end)
{
	const struct fview_stops *stops = &film->stop[unit];
	uint32_t first, last;

	if (cursor >= end)
		return 0;
	if (unit == FVIEW_UNIT_STEP)
		return end - cursor;
	first = fview_stops_before(stops, cursor);
	last = fview_stops_before(stops, end - 1);
	return last - first + 1;
}

bool
fview_film_moves(const struct fview_event *event)
{
	return event->kind == FT_EVENT_SORT && event->place > 1 &&
	       event->place <= FVIEW_MOVING;
}

/* ---- asking --------------------------------------------------------------- */

/* How many children the level of the leader NODE has so far at CURSOR. */
static uint32_t
gathered(const struct fview_film *film, const struct ft_tree *tree,
    uint32_t node, size_t cursor)
{
	uint32_t acct = tree->acct[node], entered = film->step[node].entered;
	uint32_t own = tree->first[acct + 1] - tree->first[acct];

	if (fview_happened(entered, cursor) || film->stepless)
		return film->count[acct];
	/* the MERGEs come just before the ENTER; the last one shown has the count */
	if (cursor > 0 && film->event[cursor - 1].kind == FT_EVENT_MERGE &&
	    film->event[cursor - 1].other == node)
		return film->event[cursor - 1].place;
	return own;
}

uint32_t
fview_film_children(const struct fview_film *film, const struct ft_tree *tree,
    uint32_t node, size_t cursor, const uint32_t **list)
{
	uint32_t acct = tree->acct[node], start, n;

	*list = NULL;
	if (ft_tree_is_user(tree, node) ||
	    fview_happened(film->step[node].merged, cursor))
		return 0;
	n = gathered(film, tree, node, cursor);
	if (!n)
		return 0;
	start = film->start[acct];
	*list = film->before + start;
	if (fview_happened(film->step[(*list)[0]].sorted, cursor))
		*list = film->after + start;
	return n;
}

uint32_t
fview_film_above(const struct fview_film *film, uint32_t node, size_t cursor)
{
	uint32_t family = film->family[node];

	if (family != FT_NODE_NONE &&
	    fview_happened(film->step[family].merged, cursor))
		return film->leader[family];
	return family;
}

uint32_t
fview_film_place(const struct fview_film *film, const struct ft_tree *tree,
    uint32_t node, size_t cursor)
{
	uint32_t above = fview_film_above(film, node, cursor), start;

	if (above == FT_NODE_NONE)
		return 0;
	start = film->start[tree->acct[above]];
	return (fview_happened(film->step[node].sorted, cursor)
		       ? film->to[node]
		       : film->from[node]) -
	       start;
}

const struct fview_event *
fview_film_now(const struct fview_film *film, size_t cursor)
{
	return cursor > 0 && cursor <= film->n ? &film->event[cursor - 1]
					       : NULL;
}

uint32_t
fview_film_account(const struct fview_film *film, size_t cursor)
{
	const struct fview_event *now = fview_film_now(film, cursor);
	uint32_t above;

	if (!now)
		return 0;
	if (now->kind == FT_EVENT_ENTER || now->kind == FT_EVENT_SORT)
		return now->node;
	if (now->kind == FT_EVENT_START || now->kind == FT_EVENT_END)
		return 0;
	above = fview_film_above(
	    film, now->kind == FT_EVENT_MERGE ? now->other : now->node, cursor);
	return above == FT_NODE_NONE ? 0 : above;
}

uint32_t
fview_film_ranks(const struct fview_film *film, size_t cursor)
{
	uint32_t i;

	FT_BISECT(i, 0, film->n_ranked,
	    fview_happened(film->step[film->ranked[i]].ranked, cursor));
	return i;
}

bool
fview_film_places(const struct fview_film *film, uint32_t node, size_t cursor,
    uint32_t *first, uint32_t *last)
{
	const struct fview_steps *step = &film->step[node];
	uint32_t from, to;

	if (!fview_happened(step->left, cursor))
		return false;
	from = fview_film_ranks(film, step->entered);
	to = fview_film_ranks(film, step->left);
	if (from >= to)
		return false;
	*first = film->place[film->ranked[from]];
	*last = film->place[film->ranked[to - 1]];
	return true;
}

bool
fview_film_is_tied(
    const struct fview_film *film, uint32_t index, uint32_t ranks)
{
	uint32_t place = film->place[film->ranked[index]];

	return (index > 0 && film->place[film->ranked[index - 1]] == place) ||
	       (index + 1 < ranks &&
		   film->place[film->ranked[index + 1]] == place);
}
