/* Nodes without a plan, by time. */

#include "sim/schedule/plan_private.h"

static ft_nodes *
set_of(const struct ft_plan *plan, size_t i)
{
	return plan->nodes + i * plan->n_word;
}

/* Returns the index of the first interval that ends after TIME. */
static size_t
find(const struct ft_plan *plan, int64_t time)
{
	size_t low = 0, high = plan->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (plan->interval[middle].end > time)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void
grow(struct ft_plan *plan, size_t n)
{
	plan->interval =
	    ft_vec_grow(plan->interval, &plan->cap, n, sizeof *plan->interval);
	plan->nodes = ft_vec_grow(plan->nodes, &plan->cap_nodes,
	    n * plan->n_word, sizeof *plan->nodes);
	plan->rest = ft_vec_grow(
	    plan->rest, &plan->cap_rest, n * plan->n_word, sizeof *plan->rest);
}

void
ft_plan_init(struct ft_plan *plan, uint32_t n_word, int64_t begin, int64_t end,
    const ft_nodes *nodes)
{
	*plan = (struct ft_plan){ .n_word = n_word };
	grow(plan, 1);
	plan->interval[0] = (struct ft_interval){ begin, end };
	memcpy(plan->nodes, nodes, n_word * sizeof *nodes);
	memcpy(plan->rest, nodes, n_word * sizeof *nodes);
	plan->n = 1;
}

void
ft_plan_clear(struct ft_plan *plan)
{
	ft_free(plan->interval);
	ft_free(plan->nodes);
	ft_free(plan->rest);
	ft_free(plan->scratch);
	*plan = (struct ft_plan){ .interval = NULL };
}

/* Split the interval that contains TIME so that one begins there. */
static void
split_at(struct ft_plan *plan, int64_t time)
{
	size_t i = find(plan, time), words = plan->n_word;

	if (i == plan->n || plan->interval[i].begin >= time)
		return;
	grow(plan, plan->n + 1);
	memmove(plan->interval + i + 1, plan->interval + i,
	    (plan->n - i) * sizeof *plan->interval);
	memmove(plan->nodes + (i + 1) * words, plan->nodes + i * words,
	    (plan->n - i) * words * sizeof *plan->nodes);
	memmove(plan->rest + (i + 1) * words, plan->rest + i * words,
	    (plan->n - i) * words * sizeof *plan->rest);
	plan->n++;
	plan->interval[i].end = plan->interval[i + 1].begin = time;
}

void
ft_plan_reserve(struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n)
{
	size_t first, last;

	split_at(plan, from);
	split_at(plan, to);
	first = find(plan, from);
	for (last = first; last < plan->n && plan->interval[last].begin < to;
	     last++)
		for (size_t j = 0; j < n; j++)
			ft_nodes_drop(set_of(plan, last), node[j].node);
	/* the rest loses them where no later plan took them */
	for (size_t j = 0; j < n; j++)
		for (size_t i = last; i > 0 && i--;) {
			ft_nodes *rest = plan->rest + i * plan->n_word;

			if (!ft_nodes_has(rest, node[j].node))
				break;
			ft_nodes_drop(rest, node[j].node);
		}
}

int64_t
ft_plan_until(const struct ft_plan *plan, int64_t from, int64_t to,
    const struct ft_job_node *node, size_t n)
{
	size_t i = find(plan, from);
	bool any = false;

	for (size_t j = 0; i < plan->n && j < n; j++)
		any |=
		    !ft_nodes_has(plan->rest + i * plan->n_word, node[j].node);
	for (; any && i < plan->n && plan->interval[i].begin < to; i++)
		for (size_t j = 0; j < n; j++)
			if (!ft_nodes_has(set_of(plan, i), node[j].node))
				return plan->interval[i].begin;
	return INT64_MAX;
}

void
ft_plan_leave(
    const struct ft_plan *plan, int64_t from, int64_t to, ft_nodes *nodes)
{
	size_t i = find(plan, from);
	uint32_t words = plan->n_word;

	if (i < plan->n && plan->interval[plan->n - 1].begin < to) {
		ft_nodes_and(nodes, plan->rest + i * words, words);
		return;
	}
	for (; i < plan->n && plan->interval[i].begin < to; i++)
		ft_nodes_and(nodes, plan->nodes + i * words, words);
}

/* ---- a window that moves on ------------------------------------------------ */

struct ft_plan_window
ft_plan_window(
    struct ft_plan *plan, const ft_nodes *member, const ft_nodes *nodes)
{
	plan->scratch = ft_vec_grow(plan->scratch, &plan->cap_scratch,
	    (plan->n + 1) * plan->n_word, sizeof *plan->scratch);
	return (struct ft_plan_window){
		.plan = plan, .member = member, .nodes = nodes
	};
}

/* Begin again with the intervals of WINDOW until TO, all of them before MIDDLE. */
static void
restart(struct ft_plan_window *window, int64_t to)
{
	const struct ft_plan *plan = window->plan;
	uint32_t words = plan->n_word;
	size_t size = words * sizeof *plan->nodes, i = window->from;

	while (i < plan->n && plan->interval[i].begin < to)
		i++;
	window->middle = window->to = i;
	memset(plan->scratch + plan->n * words, 0xff, size);
	memset(plan->scratch + i * words, 0xff, size);
	for (size_t at = i * words; at > window->from * words && at--;)
		plan->scratch[at] = plan->scratch[at + words] & plan->nodes[at];
}

/* Set TO to what A, B and C have in common; returns whether that changed it. */
static inline bool
meet(ft_nodes *to, const ft_nodes *a, const ft_nodes *b, const ft_nodes *c,
    uint32_t words)
{
	ft_nodes changed = 0;

	for (uint32_t w = 0; w < words; w++) {
		ft_nodes word = a[w] & b[w] & c[w];

		changed |= to[w] ^ word;
		to[w] = word;
	}
	return changed;
}

bool
ft_plan_move(
    struct ft_plan_window *window, int64_t from, int64_t to, ft_nodes *nodes)
{
	const struct ft_plan *plan = window->plan;
	uint32_t words = plan->n_word;
	const ft_nodes *all = window->nodes, *here;
	ft_nodes *ahead = plan->scratch + plan->n * words;

	while (
	    window->from < plan->n && plan->interval[window->from].end <= from)
		window->from++;
	if (window->from == plan->n)
		return meet(nodes, all, all, all, words);
	if (plan->interval[plan->n - 1].begin < to) {
		here = plan->rest + window->from * words;
		return meet(nodes, all, here, here, words);
	}
	if (window->from > window->middle || !window->to)
		restart(window, to);
	for (; plan->interval[window->to].begin < to; window->to++)
		ft_nodes_and(ahead, plan->nodes + window->to * words, words);
	here = plan->scratch + window->from * words;
	return meet(nodes, all, here, ahead, words);
}

int64_t
ft_plan_next(const struct ft_plan_window *window)
{
	const struct ft_plan *plan = window->plan;
	uint32_t words = plan->n_word;

	for (size_t i = window->from; i + 1 < plan->n; i++) {
		const ft_nodes *here = plan->nodes + i * words;

		for (uint32_t w = 0; w < words; w++)
			if (here[words + w] & ~here[w] & window->member[w])
				return plan->interval[i].end;
	}
	return 0;
}

int64_t
ft_plan_meets(
    const struct ft_plan *plan, int64_t time, int64_t to, const ft_nodes *nodes)
{
	uint32_t words = plan->n_word;

	for (size_t i = find(plan, time - 1);
	     i < plan->n && plan->interval[i].begin < to; i++) {
		const ft_nodes *here = plan->nodes + i * words;

		for (uint32_t w = 0; w < words; w++)
			if (plan->interval[i].begin >= time &&
			    nodes[w] & ~here[w])
				return plan->interval[i].begin;
	}
	return INT64_MAX;
}
