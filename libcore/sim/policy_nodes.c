/*
 * policy_nodes.c - nodes in use by an association or a QOS, each counted once.
 */
#include <assert.h>
#include <string.h>

#include "sim/policy_int.h"

#define LIST_MAX 64

/* The place of NODE in the list, or where it would be. */
static uint32_t
place_of(const struct ft_policy_nodes *nodes, uint32_t node)
{
	uint32_t low = 0, high = nodes->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (nodes->item[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
ft_policy_has_node(const struct ft_policy_nodes *nodes, uint32_t node)
{
	uint32_t at;

	if (nodes->jobs)
		return nodes->jobs[node] > 0;
	at = place_of(nodes, node);
	return at < nodes->n && nodes->item[at].node == node;
}

static void
grow(struct ft_policy *policy, struct ft_policy_nodes *nodes, size_t n_node)
{
	uint32_t cap = nodes->cap ? nodes->cap * 2 : 4;
	struct ft_policy_node_jobs *item;

	if (cap > LIST_MAX) {
		nodes->jobs = ft_arena_calloc(
		    &policy->arena, n_node, sizeof *nodes->jobs);
		for (uint32_t i = 0; i < nodes->n; i++)
			nodes->jobs[nodes->item[i].node] = nodes->item[i].jobs;
		nodes->item = NULL;
		return;
	}
	item = ft_arena_alloc(&policy->arena, cap * sizeof *item);
	if (nodes->n)
		memcpy(item, nodes->item, nodes->n * sizeof *item);
	nodes->item = item;
	nodes->cap = cap;
}

static void
take(struct ft_policy *policy, struct ft_policy_nodes *nodes, uint32_t node,
    size_t n_node)
{
	uint32_t at;

	if (!nodes->jobs && nodes->n == nodes->cap &&
	    !ft_policy_has_node(nodes, node))
		grow(policy, nodes, n_node);
	if (nodes->jobs) {
		nodes->n += nodes->jobs[node]++ == 0;
		return;
	}
	assert(nodes->item);
	at = place_of(nodes, node);
	if (at < nodes->n && nodes->item[at].node == node) {
		nodes->item[at].jobs++;
		return;
	}
	memmove(&nodes->item[at + 1], &nodes->item[at],
	    (nodes->n - at) * sizeof *nodes->item);
	nodes->item[at] = (struct ft_policy_node_jobs){ node, 1 };
	nodes->n++;
}

static void
give(struct ft_policy_nodes *nodes, uint32_t node)
{
	uint32_t at;

	if (nodes->jobs) {
		if (nodes->jobs[node] > 0 && --nodes->jobs[node] == 0)
			nodes->n--;
		return;
	}
	at = place_of(nodes, node);
	if (at == nodes->n || nodes->item[at].node != node ||
	    --nodes->item[at].jobs > 0)
		return;
	nodes->n--;
	memmove(&nodes->item[at], &nodes->item[at + 1],
	    (nodes->n - at) * sizeof *nodes->item);
}

void
ft_policy_take_nodes(struct ft_policy *policy, struct ft_policy_nodes *nodes,
    const struct ft_job *job, size_t n_node)
{
	for (size_t i = 0; i < job->n_node; i++)
		take(policy, nodes, job->node[i].node, n_node);
}

void
ft_policy_give_nodes(struct ft_policy_nodes *nodes, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++)
		give(nodes, job->node[i].node);
}
