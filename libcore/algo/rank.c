#include "algo/rank.h"

#include <stdlib.h>

#include "algo/classic.h"
#include "algo/share_int.h"
#include "base/mem.h"

struct placed {
	double factor;
	uint32_t node;
};

static int
compare_placed(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int order = (x->factor < y->factor) - (x->factor > y->factor);

	return order ? order : (x->node > y->node) - (x->node < y->node);
}

static void
sort_users(
    const struct ft_tree *tree, const struct ft_share *share, uint32_t *rank)
{
	struct placed *user = ft_alloc(tree->n_user * sizeof *user);
	uint32_t n = 0, place = 0;

	for (uint32_t i = 0; i < tree->n; i++) {
		rank[i] = 0;
		if (ft_tree_is_user(tree, i))
			user[n++] = (struct placed){ share->factor[i], i };
	}
	qsort(user, n, sizeof *user, compare_placed);
	for (uint32_t i = 0; i < n; i++) {
		if (!i || user[i].factor < user[i - 1].factor)
			place = i + 1;
		rank[user[i].node] = place;
	}
	ft_free(user);
}

void
ft_rank_users(
    const struct ft_tree *tree, const struct ft_share *share, uint32_t *rank)
{
	/* the others make their factors of places */
	if (share->algo == &ft_algo_classic) {
		sort_users(tree, share, rank);
		return;
	}
	for (uint32_t i = 0; i < tree->n; i++)
		rank[i] = ft_tree_is_user(tree, i)
			      ? ft_share_place(share->factor[i], tree->n_user)
			      : 0;
}

uint32_t
ft_rank_user(
    const struct ft_tree *tree, const struct ft_share *share, uint32_t node)
{
	uint32_t before = 0;

	for (uint32_t i = 0; i < tree->n; i++)
		before += ft_tree_is_user(tree, i) &&
			  share->factor[i] > share->factor[node];
	return before + 1;
}
