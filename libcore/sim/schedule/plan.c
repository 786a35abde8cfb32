/* Nodes without a plan, by time. */

#include "sim/schedule/plan_private.h"

/* Returns the index of the first stretch of LANE that ends after TIME. */
static size_t
find(const struct ft_lane *lane, int64_t time)
{
	size_t low = 0, high = lane->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lane->stretch[middle + 1].begin > time)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
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
		struct ft_lane *lane = &plan->lane[w];

		lane->n = 1;
		lane->stretch = ft_vec_grow(
		    NULL, &lane->cap, lane->n + 2, sizeof *lane->stretch);
		lane->stretch[0] =
		    (struct ft_stretch){ begin, nodes[w], nodes[w], 0 };
		lane->stretch[1] = (struct ft_stretch){ end, ~UINT64_C(0),
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

/* Returns the index of the first stretch of LANE that begins at TIME or later;
 * one that TIME is in is split. */
static size_t
split_at(struct ft_lane *lane, int64_t time)
{
	size_t i = find(lane, time);

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

/* Count TIME, if it is between the ends of PLAN, among the times. */
static void
note(struct ft_plan *plan, int64_t time)
{
	size_t i = plan->n;

	if (time <= plan->time[0] || time >= plan->time[i])
		return;
	while (plan->time[i - 1] > time)
		i--;
	if (plan->time[i - 1] == time)
		return;
	plan->time = ft_vec_grow(
	    plan->time, &plan->cap, plan->n + 2, sizeof *plan->time);
	memmove(plan->time + i + 1, plan->time + i,
	    (plan->n + 1 - i) * sizeof *plan->time);
	plan->time[i] = time;
	plan->n++;
}

/* Set the room of the stretch AT, which is not the first one. */
static void
measure(struct ft_stretch *at)
{
	const struct ft_stretch *until = at;
	ft_nodes back = at->nodes & ~at[-1].nodes;

	if (back & at->rest) {
		at->room = INT64_MAX;
		return;
	}
	while (back) {
		until++;
		back &= until->nodes;
	}
	at->room = until->begin - at->begin;
}

static void
reserve(struct ft_lane *lane, int64_t from, int64_t to, ft_nodes nodes)
{
	size_t first = split_at(lane, from), last = split_at(lane, to);
	struct ft_stretch *at = lane->stretch + first;

	if (first >= last)
		return;
	for (size_t i = first; i < last; i++)
		lane->stretch[i].nodes &= ~nodes;
	/* the rest loses them where no later plan took them */
	for (size_t i = last; i > 0 && lane->stretch[i - 1].rest & nodes; i--)
		lane->stretch[i - 1].rest &= ~nodes;
	if (last < lane->n)
		measure(lane->stretch + last);
	/* the plans before this one leave less room */
	for (; nodes && at > lane->stretch; at--)
		if (nodes & ~at[-1].nodes) {
			nodes &= at[-1].nodes;
			measure(at);
		}
}

/* Returns the nodes from NODE[*i] on of one word, of LIMIT; *i goes past them. */
static ft_nodes
word_of(const struct ft_job_node *node, size_t *i, size_t limit)
{
	ft_nodes nodes = 0;
	uint32_t word = node[*i].node / 64;

	for (; *i < limit && node[*i].node / 64 == word; ++*i)
		ft_nodes_put(&nodes, node[*i].node % 64);
	return nodes;
}

void
ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n)
{
	note(plan, from);
	note(plan, to);
	for (size_t i = 0; i < n;) {
		struct ft_lane *lane = &plan->lane[node[i].node / 64];

		reserve(lane, from, to, word_of(node, &i, n));
	}
}

int64_t
ft_plan_until(const struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n)
{
	int64_t until = INT64_MAX;

	for (size_t j = 0; j < n;) {
		const struct ft_lane *lane = &plan->lane[node[j].node / 64];
		ft_nodes nodes = word_of(node, &j, n);
		size_t i = find(lane, from);

		if (!(nodes & ~lane->stretch[i].rest))
			continue;
		while (!(nodes & ~lane->stretch[i].nodes))
			i++;
		if (lane->stretch[i].begin < to &&
		    lane->stretch[i].begin < until)
			until = lane->stretch[i].begin;
	}
	return until;
}

void
ft_plan_leave(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes)
{
	for (uint32_t w = 0; w < plan->n_word; w++) {
		const struct ft_lane *lane = &plan->lane[w];

		if (!nodes[w])
			continue;
		for (size_t i = find(lane, from);
		     i < lane->n && lane->stretch[i].begin < to; i++)
			nodes[w] &= lane->stretch[i].nodes;
	}
}

int64_t
ft_plan_meets(
    const struct ft_plan *plan, int64_t time, int64_t to, const ft_nodes *nodes)
{
	int64_t meets = INT64_MAX;

	for (uint32_t w = 0; w < plan->n_word; w++) {
		const struct ft_lane *lane = &plan->lane[w];
		size_t i = find(lane, time - 1);

		if (!(nodes[w] & ~lane->stretch[i].rest))
			continue;
		while (!(nodes[w] & ~lane->stretch[i].nodes))
			i++;
		if (lane->stretch[i].begin < to &&
		    lane->stretch[i].begin < meets)
			meets = lane->stretch[i].begin;
	}
	return meets;
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
		struct ft_lane *lane = &plan->lane[w];

		lane->next = lane->back = lane->to = 0;
		lane->ends = lane->same = INT64_MIN;
		lane->clear = suited[w];
	}
	return (struct ft_plan_window){ plan, member, suited, nodes, seconds,
		first, last, 0, 0 };
}

/* Find the next end of a plan on a MEMBER after TIME, where LANE's next one is not;
 * TIME is not after the end.  Returns the stretch that TIME is in. */
static const struct ft_stretch *
find_end(struct ft_lane *lane, int64_t time, ft_nodes member)
{
	const struct ft_stretch *at = lane->stretch + lane->next, *last;
	const struct ft_stretch *end = lane->stretch + lane->n;

	while (at[1].begin <= time)
		at++;
	last = at;
	do
		at++;
	while (at < end && !(at->nodes & ~at[-1].nodes & member));
	lane->next = (size_t)(at - lane->stretch);
	lane->ends = at < end ? at->begin : INT64_MAX;
	return last;
}

/* Returns the first stretch of LANE after AT at whose beginning a plan ends that
 * leaves one of SUITED room for SECONDS. */
static const struct ft_stretch *
find_room(const struct ft_lane *lane, const struct ft_stretch *at,
    int64_t seconds, ft_nodes suited)
{
	const struct ft_stretch *end = lane->stretch + lane->n;

	do
		while ((++at)->room < seconds)
			;
	while (at <= end && !(suited & at->nodes & ~at[-1].nodes));
	return at;
}

/* Find the clear nodes of LANE for a window from START on. */
static void
find_clear(
    struct ft_lane *lane, int64_t start, int64_t seconds, ft_nodes suited)
{
	const struct ft_stretch *to = lane->stretch + lane->to;
	const struct ft_stretch *back = lane->stretch + lane->back;
	ft_nodes clear = lane->clear;

	for (; clear && to->begin < start + seconds; to++)
		clear &= to->nodes;
	while (back->begin <= start) {
		const struct ft_stretch *at = back;
		ft_nodes more =
		    lane->back ? suited & at->nodes & ~at[-1].nodes : 0;

		for (; more && at->begin < start + seconds; at++)
			more &= at->nodes;
		if (more)
			to = at;
		clear |= more;
		back = find_room(lane, back, seconds, suited);
		lane->back = (size_t)(back - lane->stretch);
	}
	lane->clear = clear;
	lane->same = back->begin;
	if (clear & ~to->rest) {
		while (!(clear & ~to->nodes))
			to++;
		if (to->begin - seconds < lane->same)
			lane->same = to->begin - seconds + 1;
	}
	lane->to = (size_t)(to - lane->stretch);
}

/* Move WINDOW on to START; returns whether its nodes changed. */
static bool
move(struct ft_plan_window *window, int64_t start)
{
	int64_t next = INT64_MAX, same = INT64_MAX;
	bool changed = false;

	for (uint32_t w = window->first; w < window->last; w++) {
		struct ft_lane *lane = &window->plan->lane[w];

		if (lane->ends <= start)
			find_end(lane, start, window->member[w]);
		if (lane->ends < next)
			next = lane->ends;
		if (lane->same <= start)
			find_clear(
			    lane, start, window->seconds, window->suited[w]);
		if (lane->same < same)
			same = lane->same;
		changed |= window->nodes[w] != lane->clear;
		window->nodes[w] = lane->clear;
	}
	window->next = next;
	window->same = same;
	return changed;
}

/* Returns the first end of a plan on a member from TIME on, but if that is not before
 * FOUND the last one before TIME. */
static int64_t
skip(struct ft_plan_window *window, int64_t time, int64_t found)
{
	int64_t last = window->next, next = INT64_MAX;

	for (uint32_t w = window->first; w < window->last; w++) {
		struct ft_lane *lane = &window->plan->lane[w];

		if (lane->ends < time) {
			const struct ft_stretch *from =
			    lane->stretch + lane->next;
			const struct ft_stretch *at =
			    find_end(lane, time - 1, window->member[w]);

			while (at > from &&
			       !(at->nodes & ~at[-1].nodes & window->member[w]))
				at--;
			if (at->begin > last)
				last = at->begin;
		}
		if (lane->ends < next)
			next = lane->ends;
	}
	window->next = next;
	return next < found ? next : last;
}

int64_t
ft_plan_move(struct ft_plan_window *window, int64_t start, int64_t found)
{
	const struct ft_plan *plan = window->plan;

	while (!move(window, start) && window->next < found) {
		int64_t time = window->same < found ? window->same : found;

		if (time > plan->time[plan->n])
			time = plan->time[plan->n];
		start = window->next < time ? skip(window, time, found)
					    : window->next;
	}
	return start;
}
