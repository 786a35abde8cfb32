/*
 * What the algorithms have in common: checks of usage, sums of shares, and a
 * node's shares and usage as fractions of its siblings' and its parent's.
 */
#include "algo/share/internal.h"

/* ---- sums of shares ------------------------------------------------------- */

typedef uint32_t shares8 __attribute__((vector_size(32)));

/* Returns the sum; zero: whether some are 0. */
FT_WIDE(return, uint64_t, add_up,
    (const uint32_t *shares, uint32_t n, bool *zero), (shares, n, zero))
{
	shares8 sums = { 0 }, carries = { 0 }, zeros = { 0 };
	uint64_t sum = 0;
	uint32_t i = 0, any_zero = 0;

	for (; i + 8 <= n; i += 8) {
		shares8 some;

		memcpy(&some, shares + i, sizeof some);
		sums += some;
		/* true is -1 */
		carries -= (shares8)(sums < some);
		zeros |= (shares8)(some == 0);
	}
	for (; i < n; i++) {
		sum += shares[i];
		any_zero |= !shares[i];
	}
	for (int lane = 0; lane < 8; lane++) {
		sum += sums[lane] + ((uint64_t)carries[lane] << 32);
		any_zero |= zeros[lane];
	}
	*zero = any_zero;
	return sum;
}

uint64_t
ft_share_sum(
    const struct ft_tree *tree, uint32_t acct, enum ft_ties ties, bool *zero)
{
	uint32_t first = tree->first[acct];
	bool any_zero = false;
	uint64_t sum = add_up(
	    tree->shares + first, tree->first[acct + 1] - first, &any_zero);

	if (zero)
		*zero = any_zero;
	return ties == FT_TIES_SLURM ? (uint32_t)sum : sum;
}

/* ---- usage and shares of a node -------------------------------------------- */

enum ft_status
ft_share_check_usage(
    const struct ft_share_input *input, uint32_t node, struct ft_error *err)
{
	ft_real usage = input->usage[node];

	if (usage >= 0 && usage < (ft_real)INFINITY)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "usage of association %" PRIu32 " is not a number from 0 on",
	    input->tree->id[node]);
}

enum ft_status
ft_share_check_usages(const struct ft_share_input *input, struct ft_error *err)
{
	for (uint32_t i = 0; i < input->tree->n; i++)
		FT_TRY(ft_share_check_usage(input, i, err));
	return FT_OK;
}

ft_real
ft_share_part(
    const struct ft_share_input *input, uint32_t node, uint32_t parent)
{
	ft_real above = input->usage[parent];

	return above == 0 ? 0 : input->usage[node] / above;
}

double
ft_share_norm(const struct ft_tree *tree, const uint64_t *level_shares,
    uint32_t node, double root)
{
	uint64_t level;

	if (tree->flags[node] & FT_NODE_PARENT)
		node = ft_tree_fs_parent(tree, node);
	if (!node)
		return root;
	level = level_shares[tree->acct[ft_tree_fs_parent(tree, node)]];
	return level ? (double)tree->shares[node] / (double)level : 0;
}

ft_real
ft_share_norm_usage(const struct ft_share_input *input, uint32_t node)
{
	ft_real part = ft_share_part(input, node, 0);

	return part > 1 ? 1 : part;
}

double
ft_share_power(ft_real usage, double shares, uint32_t dampening)
{
	if (!(shares > 0))
		return 0;
	return pow(2, -(double)(usage / (ft_real)shares / dampening));
}

uint32_t
ft_share_place(double factor, uint32_t n)
{
	return n + 1 - (uint32_t)lrint(factor * n);
}
