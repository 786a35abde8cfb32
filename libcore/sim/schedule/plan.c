/* Nodes without a plan, by time; and lower bounds of starts. */

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

int64_t
ft_plan_next(const struct ft_plan *plan, int64_t from, const ft_nodes *member)
{
	uint32_t words = plan->n_word;

	for (size_t i = find(plan, from); i + 1 < plan->n; i++) {
		const ft_nodes *here = plan->nodes + i * words;

		for (uint32_t w = 0; w < words; w++)
			if (here[words + w] & ~here[w] & member[w])
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

/* ---- lower bounds -------------------------------------------------------- */

static bool
is_alike(const struct ft_job *a, const struct ft_job *b)
{
	/* interned texts are equal if their pointers are */
	return a->gres == b->gres && a->licenses == b->licenses &&
	       a->features == b->features && a->req_nodes == b->req_nodes &&
	       a->exc_nodes == b->exc_nodes && a->exclusive == b->exclusive &&
	       a->cpus_per_task == b->cpus_per_task &&
	       a->tasks_per_node == b->tasks_per_node &&
	       a->nodes_given == b->nodes_given &&
	       memcmp(&a->shape, &b->shape, sizeof a->shape) == 0;
}

/* Returns a number that grows with the memory requested: 0 means all, unset
 * none. */
static uint64_t
memory(uint64_t asked)
{
	if (asked == FT_MEM_UNSET)
		return 0;
	return asked ? asked : UINT64_MAX;
}

static bool
asks_as_much(const struct ft_job *job, const struct ft_job *other)
{
	uint32_t most = job->max_nodes ? job->max_nodes : UINT32_MAX;
	uint32_t other_most = other->max_nodes ? other->max_nodes : UINT32_MAX;

	return job->tasks_wanted >= other->tasks_wanted &&
	       job->min_nodes >= other->min_nodes && most <= other_most &&
	       memory(job->mem_per_node) >= memory(other->mem_per_node) &&
	       memory(job->mem_per_cpu) >= memory(other->mem_per_cpu) &&
	       is_alike(job, other);
}

int64_t
ft_bounds_start(const struct ft_bounds *bounds, const struct ft_bound *asked)
{
	int64_t start = 0;

	for (size_t i = 0; i < bounds->n && start != INT64_MAX; i++) {
		const struct ft_bound *bound = &bounds->bound[i];

		if (bound->start > start &&
		    bound->partition == asked->partition &&
		    bound->seconds <= asked->seconds &&
		    asks_as_much(asked->job, bound->job))
			start = bound->start;
	}
	return start;
}

void
ft_bounds_add(struct ft_bounds *bounds, const struct ft_bound *bound)
{
	bounds->bound[bounds->next] = *bound;
	bounds->next = (bounds->next + 1) % FT_BOUNDS;
	bounds->added++;
	if (bounds->n < FT_BOUNDS)
		bounds->n++;
}
