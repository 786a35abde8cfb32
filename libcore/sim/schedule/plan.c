/*
 * plan.c - which nodes have no planned job, and when; the picture is in
 * plan_private.h.
 */

#include "sim/schedule/plan_private.h"

#include "base/bisect.h"

/* Returns the index of the stretch of LANE that contains TIME; n after its
 * end. */
static size_t
stretch_at(const struct ft_plan_lane *lane, int64_t time)
{
	size_t i;

	FT_BISECT(i, 0, lane->n, lane->stretch[i + 1].begin <= time);
	return i;
}

/* Returns the nodes on which a plan ends where stretch AT, not the first,
 * begins. */
static ft_nodes
released_at(const struct ft_plan_stretch *at)
{
	return at->nodes & ~at[-1].nodes;
}

void
ft_plan_init(struct ft_plan *plan, uint32_t n_word, int64_t begin, int64_t end,
    const ft_nodes *nodes)
{
	*plan = (struct ft_plan){ .n_word = n_word, .n = 1 };
	plan->time = ft_vec_grow(NULL, &plan->cap, 2, sizeof *plan->time);
	plan->time[0] = begin;
	plan->time[1] = end;
	plan->lane = ft_calloc(n_word, sizeof *plan->lane);
	for (uint32_t w = 0; w < n_word; w++) {
		struct ft_plan_lane *lane = &plan->lane[w];

		lane->n = 1;
		lane->stretch = ft_vec_grow(
		    NULL, &lane->cap, lane->n + 2, sizeof *lane->stretch);
		lane->stretch[0] =
		    (struct ft_plan_stretch){ begin, nodes[w], nodes[w], 0 };
		lane->stretch[1] = (struct ft_plan_stretch){ end, ~UINT64_C(0),
			~UINT64_C(0), INT64_MAX };
		lane->stretch[2] = lane->stretch[1];
		lane->stretch[2].begin = INT64_MAX;
	}
}

void
ft_plan_clear(struct ft_plan *plan)
{
	for (uint32_t w = 0; w < plan->n_word; w++)
		ft_free(plan->lane[w].stretch);
	ft_free(plan->lane);
	ft_free(plan->time);
	*plan = (struct ft_plan){ .lane = NULL };
}

/* Returns the index of the stretch of LANE that begins at TIME, after splitting
 * the one that contains TIME if none does; n if TIME is after the end. */
static size_t
split_at(struct ft_plan_lane *lane, int64_t time)
{
	size_t i = stretch_at(lane, time);

	if (i == lane->n || lane->stretch[i].begin >= time)
		return i;
	lane->stretch = ft_vec_grow(
	    lane->stretch, &lane->cap, lane->n + 3, sizeof *lane->stretch);
	memmove(lane->stretch + i + 1, lane->stretch + i,
	    (lane->n + 2 - i) * sizeof *lane->stretch);
	lane->n++;
	lane->stretch[++i].begin = time;
	lane->stretch[i].room = 0;
	return i;
}

/* Add TIME to the times of PLAN, unless it is there or outside of the plan. */
static void
add_time(struct ft_plan *plan, int64_t time)
{
	size_t i;

	if (time <= plan->time[0] || time >= plan->time[plan->n])
		return;
	FT_BISECT(i, 1, plan->n, plan->time[i] <= time);
	if (plan->time[i - 1] == time)
		return;
	plan->time = ft_vec_grow(
	    plan->time, &plan->cap, plan->n + 2, sizeof *plan->time);
	memmove(plan->time + i + 1, plan->time + i,
	    (plan->n + 1 - i) * sizeof *plan->time);
	plan->time[i] = time;
	plan->n++;
}

/* Compute the room of stretch AT, which is not the first one. */
static void
measure_room(struct ft_plan_stretch *at)
{
	const struct ft_plan_stretch *until = at;
	ft_nodes released = released_at(at);

	if (released & at->rest) {
		at->room = INT64_MAX;
		return;
	}
	while (released) {
		until++;
		released &= until->nodes;
	}
	at->room = until->begin - at->begin;
}

/* Plan a job on NODES of LANE from FROM until TO. */
static void
reserve_in_lane(
    struct ft_plan_lane *lane, int64_t from, int64_t to, ft_nodes nodes)
{
	size_t first = split_at(lane, from), last = split_at(lane, to);
	struct ft_plan_stretch *at = lane->stretch + first;

	if (first >= last)
		return;
	for (size_t i = first; i < last; i++)
		lane->stretch[i].nodes &= ~nodes;
	/* where `rest` lacks them already, it does in all stretches before */
	for (size_t i = last; i > 0 && lane->stretch[i - 1].rest & nodes; i--)
		lane->stretch[i - 1].rest &= ~nodes;
	if (last < lane->n)
		measure_room(lane->stretch + last);
	/* the last plan on each node before this one leaves less room now */
	for (; nodes && at > lane->stretch; at--)
		if (nodes & ~at[-1].nodes) {
			nodes &= at[-1].nodes;
			measure_room(at);
		}
}

/* Returns those of NODE[n] from index *i on that are in the same word as
 * NODE[*i], as a set; *i becomes the index after them. */
static ft_nodes
take_word(const struct ft_job_node *node, size_t *i, size_t n)
{
	ft_nodes nodes = 0;
	uint32_t word = node[*i].node / 64;

	for (; *i < n && node[*i].node / 64 == word; ++*i)
		ft_nodes_put(&nodes, node[*i].node % 64);
	return nodes;
}

void
ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n)
{
	add_time(plan, from);
	add_time(plan, to);
	for (size_t i = 0; i < n;) {
		struct ft_plan_lane *lane = &plan->lane[node[i].node / 64];

		reserve_in_lane(lane, from, to, take_word(node, &i, n));
	}
}

/* Returns when the first plan on NODES of LANE begins or continues at FROM or
 * later; INT64_MAX if none does. */
static int64_t
first_plan(const struct ft_plan_lane *lane, int64_t from, ft_nodes nodes)
{
	size_t i = stretch_at(lane, from);

	if (!(nodes & ~lane->stretch[i].rest))
		return INT64_MAX;
	while (!(nodes & ~lane->stretch[i].nodes))
		i++;
	return lane->stretch[i].begin;
}

int64_t
ft_plan_until(const struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n)
{
	int64_t first = INT64_MAX;

	for (size_t i = 0; i < n;) {
		const struct ft_plan_lane *lane =
		    &plan->lane[node[i].node / 64];
		int64_t begin = first_plan(lane, from, take_word(node, &i, n));

		if (begin < to && begin < first)
			first = begin;
	}
	return first;
}

int64_t
ft_plan_meets(
    const struct ft_plan *plan, int64_t from, int64_t to, const ft_nodes *nodes)
{
	int64_t first = INT64_MAX;

	for (uint32_t w = 0; w < plan->n_word; w++) {
		int64_t begin = first_plan(&plan->lane[w], from - 1, nodes[w]);

		if (begin < to && begin < first)
			first = begin;
	}
	return first;
}

void
ft_plan_remove_planned(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes)
{
	for (uint32_t w = 0; w < plan->n_word; w++) {
		const struct ft_plan_lane *lane = &plan->lane[w];

		if (!nodes[w])
			continue;
		for (size_t i = stretch_at(lane, from);
		     i < lane->n && lane->stretch[i].begin < to; i++)
			nodes[w] &= lane->stretch[i].nodes;
	}
}

/* ---- a window that moves on ------------------------------------------------ */

struct ft_plan_window
ft_plan_window(struct ft_plan *plan, const ft_nodes *member,
    const ft_nodes *suited, int64_t seconds, ft_nodes *nodes)
{
	uint32_t first = 0, last = plan->n_word;

	memset(nodes, 0, plan->n_word * sizeof *nodes);
	while (first < last && !member[first])
		first++;
	while (first < last && !member[last - 1])
		last--;
	for (uint32_t w = first; w < last; w++) {
		struct ft_plan_lane *lane = &plan->lane[w];

		lane->next_end = lane->next_room = lane->clear_until = 0;
		lane->next_end_at = lane->clear_same = INT64_MIN;
		lane->clear = suited[w];
	}
	return (struct ft_plan_window){ plan, member, suited, nodes, seconds,
		first, last, 0, 0 };
}

/* Set LANE's next_end to the first end of a plan on a MEMBER after TIME, which
 * is in LANE and not before the present next_end.  Returns the stretch that
 * contains TIME. */
static const struct ft_plan_stretch *
find_next_end(struct ft_plan_lane *lane, int64_t time, ft_nodes member)
{
	const struct ft_plan_stretch *at = lane->stretch + lane->next_end,
				     *here;
	const struct ft_plan_stretch *end = lane->stretch + lane->n;

	while (at[1].begin <= time)
		at++;
	here = at;
	do
		at++;
	while (at < end && !(released_at(at) & member));
	lane->next_end = (size_t)(at - lane->stretch);
	lane->next_end_at = at < end ? at->begin : INT64_MAX;
	return here;
}

/* Returns the first stretch of LANE after AT at which a plan on a node of
 * SUITED ends and at least SECONDS may pass before the next plan there. */
static const struct ft_plan_stretch *
find_room(const struct ft_plan_lane *lane, const struct ft_plan_stretch *at,
    int64_t seconds, ft_nodes suited)
{
	const struct ft_plan_stretch *end = lane->stretch + lane->n;

	do
		while ((++at)->room < seconds)
			;
	while (at <= end && !(suited & released_at(at)));
	return at;
}

/* Update the nodes of LANE that are clear in a window of SECONDS from START on:
 * drop those that a plan at its end takes, add those that were released before
 * START. */
static void
find_clear(
    struct ft_plan_lane *lane, int64_t start, int64_t seconds, ft_nodes suited)
{
	const struct ft_plan_stretch *until = lane->stretch + lane->clear_until;
	const struct ft_plan_stretch *room = lane->stretch + lane->next_room;
	ft_nodes clear = lane->clear;

	for (; clear && until->begin < start + seconds; until++)
		clear &= until->nodes;
	while (room->begin <= start) {
		const struct ft_plan_stretch *at = room;
		ft_nodes more = lane->next_room ? suited & released_at(at) : 0;

		for (; more && at->begin < start + seconds; at++)
			more &= at->nodes;
		if (more)
			until = at;
		clear |= more;
		room = find_room(lane, room, seconds, suited);
		lane->next_room = (size_t)(room - lane->stretch);
	}
	lane->clear = clear;
	lane->clear_same = room->begin;
	if (clear & ~until->rest) {
		while (!(clear & ~until->nodes))
			until++;
		if (until->begin - seconds < lane->clear_same)
			lane->clear_same = until->begin - seconds + 1;
	}
	lane->clear_until = (size_t)(until - lane->stretch);
}

/* Move WINDOW to START; returns whether its nodes changed. */
static bool
move_to(struct ft_plan_window *window, int64_t start)
{
	int64_t next = INT64_MAX, same = INT64_MAX;
	bool changed = false;

	for (uint32_t w = window->first; w < window->last; w++) {
		struct ft_plan_lane *lane = &window->plan->lane[w];

		if (lane->next_end_at <= start)
			find_next_end(lane, start, window->member[w]);
		if (lane->next_end_at < next)
			next = lane->next_end_at;
		if (lane->clear_same <= start)
			find_clear(
			    lane, start, window->seconds, window->suited[w]);
		if (lane->clear_same < same)
			same = lane->clear_same;
		changed |= window->nodes[w] != lane->clear;
		window->nodes[w] = lane->clear;
	}
	window->next_end = next;
	window->same = same;
	return changed;
}

/* Advance WINDOW's next end to the first end of a plan on a member at TIME or
 * later. Returns it if it is before FOUND, else the last end before TIME. */
static int64_t
skip_ends(struct ft_plan_window *window, int64_t time, int64_t found)
{
	int64_t last = window->next_end, next = INT64_MAX;

	for (uint32_t w = window->first; w < window->last; w++) {
		struct ft_plan_lane *lane = &window->plan->lane[w];

		if (lane->next_end_at < time) {
			const struct ft_plan_stretch *from =
			    lane->stretch + lane->next_end;
			const struct ft_plan_stretch *at =
			    find_next_end(lane, time - 1, window->member[w]);

			while (
			    at > from && !(released_at(at) & window->member[w]))
				at--;
			if (at->begin > last)
				last = at->begin;
		}
		if (lane->next_end_at < next)
			next = lane->next_end_at;
	}
	window->next_end = next;
	return next < found ? next : last;
}

int64_t
ft_plan_move(struct ft_plan_window *window, int64_t start, int64_t found)
{
	const struct ft_plan *plan = window->plan;

	while (!move_to(window, start) && window->next_end < found) {
		int64_t time = window->same < found ? window->same : found;

		if (time > plan->time[plan->n])
			time = plan->time[plan->n];
		start = window->next_end < time ? skip_ends(window, time, found)
						: window->next_end;
	}
	return start;
}
