#include "model/tree/usage.h"

#include <float.h>

double
ft_decay_factor(const struct ft_decay *decay, int64_t seconds)
{
	double time = (double)seconds, left;

	if (!decay->half_life)
		return 1;
	if (decay->kind == FT_DECAY_EXACT)
		left = exp2(-time / (double)decay->half_life);
	else
		/* Slurm's first-order approximation of the decay */
		left = pow(1 - 0.693 / (double)decay->half_life, time);
	return left < DBL_MIN ? DBL_MIN : left;
}

/* In trees deeper than this, totals are no longer summed leaf by leaf. */
#define DEPTH_MAX 256

/*
 * Add USAGE[from..end), neighbours with the same ancestors, to ABOVE[n] of
 * these.  An addition waits for the one before it in its own sum only, so four
 * sums at a time take no longer than one.
 */
static void
add_run(ft_real *usage, uint32_t from, uint32_t end, const uint32_t *above,
    uint32_t n)
{
	uint32_t i = 0;

	for (; i + 4 <= n; i += 4) {
		ft_real a = usage[above[i]], b = usage[above[i + 1]];
		ft_real c = usage[above[i + 2]], d = usage[above[i + 3]];

		for (uint32_t j = from; j < end; j++) {
			a += usage[j];
			b += usage[j];
			c += usage[j];
			d += usage[j];
		}
		usage[above[i]] = a;
		usage[above[i + 1]] = b;
		usage[above[i + 2]] = c;
		usage[above[i + 3]] = d;
	}
	for (; i < n; i++) {
		ft_real sum = usage[above[i]];

		for (uint32_t j = from; j < end; j++)
			sum += usage[j];
		usage[above[i]] = sum;
	}
}

/*
 * Nodes are taken in order and a parent comes before its children, so when it is
 * a node's turn its value is still its own usage, and every total is the sum of
 * own usages in node order.
 */
static void
add_leaves(const struct ft_tree *tree, ft_real *usage)
{
	uint32_t above[DEPTH_MAX];

	for (uint32_t i = 1, end; i < tree->n; i = end) {
		uint32_t parent = tree->parent[i], n = 0;

		for (end = i + 1; end < tree->n; end++)
			if (tree->parent[end] != parent)
				break;
		for (; parent != FT_NODE_NONE; parent = tree->parent[parent])
			above[n++] = parent;
		add_run(usage, i, end, above, n);
	}
}

/* Returns whether a node has more than DEPTH_MAX ancestors. */
static bool
is_too_deep(const struct ft_tree *tree)
{
	uint16_t *depth = ft_calloc(tree->n_acct, sizeof *depth);
	bool found = false;

	for (uint32_t a = 1; a < tree->n_acct && !found; a++) {
		uint32_t parent = tree->acct[tree->parent[tree->node[a]]];

		depth[a] = (uint16_t)(depth[parent] + 1);
		found = depth[a] >= DEPTH_MAX;
	}
	ft_free(depth);
	return found;
}

void
ft_usage_roll_up(const struct ft_tree *tree, ft_real *usage)
{
	if (!is_too_deep(tree)) {
		add_leaves(tree, usage);
		return;
	}
	/* no real tree is that deep; time must not grow with depth x size */
	for (uint32_t i = tree->n; i > 1 && i--;)
		usage[tree->parent[i]] += usage[i];
}
