/*
 * livemin.c - the least work that one user's change and new rank can be: the
 * bound for a library that keeps ranks up to date.
 *
 *   livemin FILE.bin [CHANGES]
 *
 * No exact comparison, no ties, no decay, usage only grows, whole double usages,
 * one shape of tree.  The usage of an account is common to its children, so
 * the order is kept by shares / usage and on each level one child moves, in an
 * array: a large family is memory to be moved.  A rank is a sum over the path.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "bench/treefile.h"

struct bound {
	uint32_t n;
	uint32_t *first, *last;   /* by account node: its children's places */
	uint32_t *below;          /* users at or below a node */
	uint32_t *order, *before; /* by place: node, users before it */
	uint32_t *place;          /* by node */
	double *key;              /* by place */
};

static double
key_of(const struct treefile *tree, uint32_t node)
{
	if (tree->shares[node] == TREEFILE_SHARES_PARENT)
		return (double)INFINITY;
	return (double)tree->shares[node] / tree->usage[node];
}

/* ---- building ------------------------------------------------------------- */

struct child {
	double key;
	uint32_t node;
};

static int
compare_children(const void *a, const void *b)
{
	const struct child *x = a, *y = b;
	int order = (x->key < y->key) - (x->key > y->key);

	return order ? order : (x->node > y->node) - (x->node < y->node);
}

static void
order_family(struct bound *b, const struct treefile *tree, struct child *child,
    uint32_t account)
{
	uint32_t first = b->first[account], n = b->last[account] - first;
	uint32_t before = 0;

	for (uint32_t i = 0; i < n; i++)
		child[i] = (struct child){ key_of(tree, b->order[first + i]),
			b->order[first + i] };
	qsort(child, n, sizeof *child, compare_children);
	for (uint32_t i = 0; i < n; i++) {
		b->order[first + i] = child[i].node;
		b->place[child[i].node] = first + i;
		b->key[first + i] = child[i].key;
		b->before[first + i] = before;
		before += b->below[child[i].node];
	}
}

static void
build(struct bound *b, const struct treefile *tree)
{
	uint32_t n = tree->n, at = 0;
	struct child *child = ft_alloc(n * sizeof *child);

	b->n = n;
	b->first = ft_calloc(n, sizeof *b->first);
	b->last = ft_calloc(n, sizeof *b->last);
	b->below = ft_calloc(n, sizeof *b->below);
	b->order = ft_calloc(n, sizeof *b->order);
	b->before = ft_calloc(n, sizeof *b->before);
	b->place = ft_calloc(n, sizeof *b->place);
	b->key = ft_calloc(n, sizeof *b->key);
	for (uint32_t i = n; i > 1 && i--;) {
		b->below[i] += tree->user[i];
		b->below[tree->parent[i]] += b->below[i];
		b->last[tree->parent[i]]++;
	}
	for (uint32_t i = 0; i < n; i++) {
		b->first[i] = at;
		at += b->last[i];
		b->last[i] = b->first[i];
	}
	for (uint32_t i = 1; i < n; i++)
		b->order[b->last[tree->parent[i]]++] = i;
	for (uint32_t i = 0; i < n; i++)
		order_family(b, tree, child, i);
	ft_free(child);
}

/* ---- changing ------------------------------------------------------------- */

/* The child at place P of a family that ends at END has less now. */
static uint32_t
move_back(struct bound *b, uint32_t p, uint32_t end, double key)
{
	uint32_t low = p + 1, high = end, node = b->order[p];
	uint32_t users = b->below[node], after = b->before[p];

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (b->key[middle] > key)
			low = middle + 1;
		else
			high = middle;
	}
	for (; p + 1 < low; p++) {
		b->order[p] = b->order[p + 1];
		b->key[p] = b->key[p + 1];
		b->before[p] = b->before[p + 1] - users;
		b->place[b->order[p]] = p;
		after = b->before[p] + b->below[b->order[p]];
	}
	b->order[p] = node;
	b->place[node] = p;
	b->key[p] = key;
	b->before[p] = after;
	return after;
}

/* Returns the users before USER after it used AMOUNT more. */
static uint32_t
change(
    struct bound *b, const struct treefile *tree, uint32_t user, double amount)
{
	uint32_t before = 0;

	for (uint32_t node = user; node;) {
		uint32_t parent = (uint32_t)tree->parent[node];

		tree->usage[node] += amount;
		before += move_back(
		    b, b->place[node], b->last[parent], key_of(tree, node));
		node = parent;
	}
	tree->usage[0] += amount;
	return before;
}

int
main(int argc, char **argv)
{
	struct treefile tree;
	struct bound b = { 0 };
	long changes = argc > 2 ? atol(argv[2]) : 20000;
	uint64_t x = UINT64_C(88172645463325252), sum = 0;
	double *times;

	if (argc < 2 || changes < 1) {
		fprintf(stderr, "usage: livemin FILE.bin [CHANGES]\n");
		return 2;
	}
	treefile_read(&tree, argv[1]);
	build(&b, &tree);
	times = ft_calloc((size_t)changes, sizeof *times);
	for (long i = 0; i < changes; i++) {
		uint32_t user = bench_some_user(&tree, &x);
		double amount = bench_some_amount(x), start = bench_now();

		sum += change(&b, &tree, user, amount);
		times[i] = bench_now() - start;
	}
	bench_print_times(times, (int)changes);
	printf(" sum %llu\n", (unsigned long long)sum);
	treefile_free(&tree);
	return 0;
}
