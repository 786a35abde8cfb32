/*
 * Properties of trees built from random rows.
 */
#include "model/tree/tree.h"

#include <stdlib.h>
#include <string.h>

#include "lib/gen.h"
#include "lib/seeds.h"
#include "tap/tap.h"

/* Every node is in one family, after its parent, and what its row says. */
static bool
holds_together(const struct gen_tree *gen, const struct ft_tree *tree)
{
	bool good = tree->n == gen->n && tree->n_user == gen->n_user &&
		    tree->n_acct == gen->n - gen->n_user &&
		    tree->first[0] == 1 && tree->first[tree->n_acct] == gen->n;

	for (uint32_t a = 0; a < tree->n_acct; a++) {
		good &= tree->acct[tree->node[a]] == a;
		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++)
			good &= ft_tree_fs_parent(tree, i) == tree->node[a] &&
				i > tree->node[a];
		/* preorder: an owner is in a family laid out before */
		good &= !a || tree->node[a] < tree->first[a];
	}
	for (uint32_t r = 0; r < gen->n; r++) {
		const struct ft_tree_row *row = &gen->row[r];
		uint32_t node = ft_tree_find(tree, row->id);

		good &= tree->flags[node] == row->flags;
		good &= tree->shares[node] ==
			(row->flags & FT_NODE_PARENT ? 0 : row->shares);
		good &= row->parent
			    ? tree->id[tree->parent[node]] == row->parent
			    : tree->parent[node] == FT_NODE_NONE && !node;
	}
	return good;
}

/* The order of rows is irrelevant, only positions count. */
static bool
ignores_row_order(struct gen_tree *gen, const struct ft_tree *tree)
{
	struct ft_tree *other;
	bool good;

	for (uint32_t i = 0, j = gen->n - 1; i < j; i++, j--) {
		struct ft_tree_row row = gen->row[i];

		gen->row[i] = gen->row[j];
		gen->row[j] = row;
	}
	other = gen_tree_build(gen);
	good = !memcmp(tree->id, other->id, tree->n * sizeof *tree->id) &&
	       !memcmp(tree->first, other->first,
		   (tree->n_acct + 1) * sizeof *tree->first);
	ft_tree_free(other);
	return good;
}

static bool
tree_holds(uint64_t seed, const void *ctx)
{
	const enum gen_kind *kind = ctx;
	struct gen_tree gen;
	struct ft_tree *tree;
	struct ft_rng rng;
	bool good;

	ft_rng_init(&rng, seed);
	gen_tree_init(&gen, &rng, *kind, 2 + ft_rng_below(&rng, 40));
	tree = gen_tree_build(&gen);
	good = holds_together(&gen, tree) && ignores_row_order(&gen, tree);
	if (!good)
		gen_tree_print(&gen);
	ft_tree_free(tree);
	gen_tree_free(&gen);
	return good;
}

int
main(int argc, char **argv)
{
	static const enum gen_kind kinds[] = { GEN_PLAIN, GEN_PARENT };
	const struct seeds seeds = seeds_of(argc, argv, 1, 300);

	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		seeds_hold(seeds, tree_holds, &kinds[i],
		    "%s trees: families, order of rows",
		    gen_kind_name(kinds[i]));
	return done_testing();
}
