/* Places from factors, or from any other key. */
#include "algo/share/rank.h"

#include "algo/share/internal.h"

struct placed {
	uint64_t key;
	uint32_t node;
};

/* Greatest first. */
static int
compare_placed(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	return (x->key < y->key) - (x->key > y->key);
}

void
ft_rank_by_key(const struct ft_tree *tree, const uint64_t *key, uint32_t *rank)
{
	struct placed *user FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n_user * sizeof *user);
	uint32_t n = 0;

	for (uint32_t i = 0; i < tree->n; i++) {
		rank[i] = 0;
		if (ft_tree_is_user(tree, i))
			user[n++] = (struct placed){ key[i], i };
	}
	qsort(user, n, sizeof *user, compare_placed);
	for (uint32_t i = 0; i < n; i++)
		rank[user[i].node] = i && user[i].key == user[i - 1].key
					 ? rank[user[i - 1].node]
					 : i + 1;
}

void
ft_rank_users(
    const struct ft_tree *tree, const struct ft_share *share, uint32_t *rank)
{
	if (!share->algo->ranks) {
		/* factors are not negative: their bits sort as they do */
		uint64_t *key = ft_alloc(tree->n * sizeof *key);

		memcpy(key, share->factor, tree->n * sizeof *key);
		ft_rank_by_key(tree, key, rank);
		ft_free(key);
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

void
ft_rank_range(const struct ft_tree *tree, const struct ft_share *share,
    uint32_t node, uint32_t *first, uint32_t *last)
{
	uint32_t *place FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n * sizeof *place);

	*first = *last = 0;
	ft_rank_users(tree, share, place);
	/* a parent has a smaller number than its children */
	for (uint32_t i = node; i < tree->n; i++) {
		if (!place[i] || !ft_tree_below(tree, i, node))
			continue;
		if (!*first || place[i] < *first)
			*first = place[i];
		if (place[i] > *last)
			*last = place[i];
	}
}
