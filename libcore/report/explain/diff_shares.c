/* diff_shares.c - two results of trees that differ in shares only. */
#include "report/explain/diff.h"

/* Nodes have the same numbers as long as nobody comes, goes or moves. */
static bool
same_shape(const struct ft_tree *before, const struct ft_tree *after)
{
	return before->n == after->n &&
	       memcmp(before->id, after->id, before->n * sizeof *before->id) ==
		   0 &&
	       memcmp(before->parent, after->parent,
		   before->n * sizeof *before->parent) == 0 &&
	       memcmp(before->flags, after->flags,
		   before->n * sizeof *before->flags) == 0;
}

/* The only node whose shares differ, FT_NODE_NONE if it is not one. */
static uint32_t
only_change(const struct ft_tree *before, const struct ft_tree *after)
{
	uint32_t found = FT_NODE_NONE;

	if (!same_shape(before, after))
		return FT_NODE_NONE;
	for (uint32_t i = 0; i < before->n; i++) {
		if (before->shares[i] == after->shares[i])
			continue;
		if (found != FT_NODE_NONE)
			return FT_NODE_NONE;
		found = i;
	}
	return found;
}

/* The name of a user, with his account where he has several. */
static void
add_user(const struct ft_compare *compare, uint32_t node, struct ft_str *str)
{
	const struct ft_tree *tree = compare->after.tree;
	const struct ft_names_set *names = compare->after.names;
	const char *user = ft_tree_user(tree, names, node);
	size_t n = 0;

	for (uint32_t i = 0; i < tree->n; i++)
		n +=
		    ft_tree_is_user(tree, i) && tree->who[i] == tree->who[node];
	if (n == 1 && user)
		ft_str_add(str, user);
	else
		ft_tree_add_name(tree, names, node, str);
}

static void
add_first(const struct ft_compare *compare, const char *words, size_t i,
    struct ft_str *str)
{
	const struct ft_move *move = &compare->move[i];

	ft_str_addf(str, "; %s: ", words);
	add_user(compare, move->after, str);
	ft_str_addf(str, ", %" PRIu32 " -> %" PRIu32 " of %" PRIu32,
	    move->rank_before, move->rank_after, compare->after.tree->n_user);
}

bool
ft_diff_sentence(const struct ft_compare *compare, struct ft_str *str)
{
	const struct ft_tree *before = compare->before.tree;
	const struct ft_tree *after = compare->after.tree;
	uint32_t node = only_change(before, after), users = after->n_user;

	if (node == FT_NODE_NONE)
		return false;
	ft_str_add(str, after->shares[node] > before->shares[node]
			    ? "Raising "
			    : "Lowering ");
	ft_tree_add_name(after, compare->after.names, node, str);
	ft_str_addf(str, " from %" PRIu32 " to %" PRIu32 " shares moves ",
	    before->shares[node], after->shares[node]);
	if (compare->moved)
		ft_str_addf(str, "%zu", compare->moved);
	else
		ft_str_add(str, "none");
	ft_str_addf(
	    str, " of %" PRIu32 " user%s", users, users == 1 ? "" : "s");
	if (compare->fall != FT_COMPARE_NONE)
		add_first(compare, "largest fall", compare->fall, str);
	else if (compare->rise != FT_COMPARE_NONE)
		add_first(
		    compare, "nobody falls, largest rise", compare->rise, str);
	ft_str_add_char(str, '.');
	return true;
}

bool
ft_diff_keeps_ratios(const struct ft_compare *compare)
{
	const struct ft_tree *before = compare->before.tree;
	const struct ft_tree *after = compare->after.tree;
	bool any = false;

	if (!same_shape(before, after))
		return false;
	for (uint32_t a = 0; a < before->n_acct; a++) {
		uint32_t first = before->first[a], one = FT_NODE_NONE;

		for (uint32_t i = first; i < before->first[a + 1]; i++) {
			uint64_t was = before->shares[i];
			uint64_t is = after->shares[i];

			any = any || was != is;
			if (!was != !is)
				return false;
			if (one == FT_NODE_NONE && was)
				one = i;
			if (was && was * after->shares[one] !=
				       is * before->shares[one])
				return false;
		}
	}
	/* the root's own shares count for nothing */
	return any;
}
