/*
 * due.c - entitlements: the machine is divided down the tree by shares.
 */

#include "sim/metrics/private.h"

#define NONE FT_NODE_NONE

struct child {
	uint32_t node;
	double weight, wants;
};

struct metrics_due {
	struct ft_arena arena; /* of everything below */
	const struct ft_tree *tree;
	uint32_t *up; /* by node: the parent its shares are relative to */
	/* by node: valid if the stamp is that of this turn */
	uint32_t *stamp;
	uint32_t *first, *next; /* children with demand; NONE at the end */
	double *wants, *gets;
	uint32_t turn;
	struct child *child;
	uint32_t *stack; /* accounts still to be divided */
	size_t n_stack;
};

struct metrics_due *
ft_metrics_due_new(const struct ft_tree *tree)
{
	struct metrics_due *due = ft_calloc(1, sizeof *due);
	struct ft_arena *arena = &due->arena;

	due->tree = tree;
	due->up = ft_arena_calloc(arena, tree->n, sizeof *due->up);
	due->stamp = ft_arena_calloc(arena, tree->n, sizeof *due->stamp);
	due->first = ft_arena_calloc(arena, tree->n, sizeof *due->first);
	due->next = ft_arena_calloc(arena, tree->n, sizeof *due->next);
	due->wants = ft_arena_calloc(arena, tree->n, sizeof *due->wants);
	due->gets = ft_arena_calloc(arena, tree->n, sizeof *due->gets);
	due->child = ft_arena_calloc(arena, tree->n, sizeof *due->child);
	due->stack = ft_arena_calloc(arena, tree->n, sizeof *due->stack);
	for (uint32_t i = 0; i < tree->n; i++)
		due->up[i] = ft_tree_fs_parent(tree, i);
	return due;
}

void
ft_metrics_due_free(struct metrics_due *due)
{
	if (due)
		ft_arena_clear(&due->arena);
	ft_free(due);
}

static double
weight_of(const struct ft_tree *tree, uint32_t node)
{
	if (tree->flags[node] & FT_NODE_PARENT)
		return ft_tree_is_user(tree, node) ? 1 : 0;
	return tree->shares[node];
}

/* ---- the whole tree ------------------------------------------------------ */

void
ft_promise_norm(const struct ft_tree *tree, double *norm)
{
	for (uint32_t i = 0; i < tree->n; i++)
		norm[i] = 0;
	norm[0] = 1;
	/* parents precede their families */
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		double sum = 0;

		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++)
			sum += weight_of(tree, i);
		for (uint32_t i = tree->first[a];
		     sum > 0 && i < tree->first[a + 1]; i++)
			norm[i] =
			    norm[tree->node[a]] * weight_of(tree, i) / sum;
	}
}

/* ---- one division -------------------------------------------------------- */

/* Add NODE to this turn, without children so far. */
static void
begin(struct metrics_due *due, uint32_t node)
{
	due->stamp[node] = due->turn;
	due->first[node] = NONE;
	due->wants[node] = due->gets[node] = 0;
}

/* NODE has demand in this turn, for the first time: add it to its parent. */
static void
join(struct metrics_due *due, uint32_t node)
{
	bool hangs = false;

	begin(due, node);
	for (uint32_t up = due->up[node]; up != NONE && !hangs;
	     node = up, up = due->up[node]) {
		hangs = due->stamp[up] == due->turn;
		if (!hangs)
			begin(due, up);
		due->next[node] = due->first[up];
		due->first[up] = node;
	}
}

/* Order by who is satisfied first if all are filled in proportion to their
 * weights: smallest demand per weight first, then those without weight. */
static int
by_filling(const void *one, const void *other)
{
	const struct child *a = one, *b = other;
	double left = a->wants * b->weight, right = b->wants * a->weight;

	if ((a->weight > 0) != (b->weight > 0))
		return a->weight > 0 ? -1 : 1;
	if (!(a->weight > 0)) {
		left = a->wants;
		right = b->wants;
	}
	if (left < right || right < left)
		return left < right ? -1 : 1;
	return (a->node > b->node) - (a->node < b->node);
}

static size_t
list_children(struct metrics_due *due, uint32_t node)
{
	size_t n = 0;

	for (uint32_t i = due->first[node]; i != NONE; i = due->next[i])
		due->child[n++] = (struct child){ .node = i,
			.weight = weight_of(due->tree, i),
			.wants = due->wants[i] };
	qsort(due->child, n, sizeof *due->child, by_filling);
	return n;
}

static void
give(struct metrics_due *due, uint32_t node, double gets)
{
	due->gets[node] = gets;
	if (due->first[node] != NONE)
		due->stack[due->n_stack++] = node;
}

/*
 * Divide what NODE gets among its children.  From the first child on that is
 * not satisfied, the rest is divided entirely; it is assigned outright, not
 * subtracted, so that no rounding error remains.
 */
static void
fill(struct metrics_due *due, uint32_t node)
{
	size_t n = list_children(due, node);
	double left = due->gets[node], weights = 0;
	bool content = true;

	for (size_t i = 0; i < n; i++)
		weights += due->child[i].weight;
	for (size_t i = 0; i < n; i++) {
		const struct child *child = &due->child[i];
		bool weighs = child->weight > 0;
		double part = weighs ? left * (child->weight / weights)
				     : left / (double)(n - i);
		bool enough = child->wants <= part;

		if (!weighs && !content)
			part = 0;
		give(due, child->node, enough ? child->wants : part);
		if (weighs)
			content = content && enough;
		if (content)
			left -= enough ? child->wants : part;
		if (content)
			weights -= child->weight;
	}
}

void
ft_metrics_divide(
    struct metrics_due *due, double capacity, const struct ft_claims *claims)
{
	due->turn++;
	for (size_t i = 0; i < claims->n; i++) {
		uint32_t at = claims->leaf[i];

		if (due->stamp[at] != due->turn)
			join(due, at);
		for (; at != NONE; at = due->up[at])
			due->wants[at] += claims->wants[i];
	}
	if (claims->n) {
		due->gets[0] =
		    due->wants[0] < capacity ? due->wants[0] : capacity;
		due->stack[due->n_stack++] = 0;
	}
	while (due->n_stack)
		fill(due, due->stack[--due->n_stack]);
	for (size_t i = 0; i < claims->n; i++)
		claims->promised[i] = due->gets[claims->leaf[i]];
}
