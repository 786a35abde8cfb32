/* levelbased.c - computes the 64-bit numbers that levelbased.h defines, and
 * ranks by them. */
#include "algo/share/levelbased.h"

#include "algo/share/rank.h"
#include "algo/share/internal.h"

#define BITS       64
#define LEVELS_MAX 63

/* 2^-(U / S) among siblings; shares: those of the level. */
static double
local_factor(const struct ft_share_input *input, uint32_t node, uint32_t parent,
    uint64_t shares)
{
	const struct ft_tree *tree = input->tree;

	/* nothing competes: an account with `parent` shares has no level */
	if (tree->flags[node] & FT_NODE_PARENT)
		return 1;
	if (!tree->shares[node] || !shares)
		return 0;
	return (double)exp2l(-ft_share_part(input, node, parent) *
			     (ft_real)shares / (ft_real)tree->shares[node]);
}

/* FACTOR, 0..1, as an integer of WIDTH bits, cut. */
static uint64_t
bucket_of(double factor, uint32_t width)
{
	uint64_t most = UINT64_MAX >> (BITS - width);
	/* a double cannot hold 2^64 - 1 */
	long double scaled = (long double)factor * (long double)most;

	return scaled >= (long double)most ? most : (uint64_t)scaled;
}

/* Fill the number of every node; a parent's is there before its children's. */
static void
fill_buckets(const struct ft_share_input *input, struct ft_share *share)
{
	const struct ft_tree *tree = input->tree;
	uint32_t levels = input->params.levels, width = BITS / levels;
	uint32_t *level = ft_alloc(tree->n_acct * sizeof *level);

	share->bucket[0] = 0;
	level[0] = 0;
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		uint32_t owner = tree->node[a], below = level[a] + 1;
		uint64_t sum = ft_share_sum(tree, a, input->params.ties, NULL);

		share->level_shares[a] = sum;
		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++) {
			double factor = local_factor(input, i, owner, sum);

			share->bucket[i] = share->bucket[owner];
			if (below <= levels)
				share->bucket[i] |= bucket_of(factor, width)
						    << (BITS - below * width);
			if (!ft_tree_is_user(tree, i))
				level[tree->acct[i]] = below;
		}
	}
	ft_free(level);
}

static void
rank_users(const struct ft_tree *tree, struct ft_share *share)
{
	uint32_t *place = ft_alloc(tree->n * sizeof *place), n = tree->n_user;

	ft_rank_by_key(tree, share->bucket, place);
	for (uint32_t i = 0; i < tree->n; i++)
		share->factor[i] =
		    place[i] ? (n + 1 - place[i]) / (double)n : 0;
	ft_free(place);
}

static enum ft_status
run(const struct ft_share_input *input, struct ft_share *share,
    struct ft_event_sink *sink, struct ft_error *err)
{
	(void)sink;
	if (!input->params.levels || input->params.levels > LEVELS_MAX)
		return ft_fail(err, FT_EINVAL,
		    "number of levels '%u' is not 1 to %d",
		    input->params.levels, LEVELS_MAX);
	FT_TRY(ft_share_check_usages(input, err));
	if (!share->bucket)
		share->bucket = ft_alloc(share->n * sizeof *share->bucket);
	fill_buckets(input, share);
	rank_users(input->tree, share);
	return FT_OK;
}

static void
values(const struct ft_share_input *input, const struct ft_share *share,
    uint32_t node, struct ft_share_values *out)
{
	out->norm_shares = 1;
	out->effective_usage = 1;
	if (!node)
		return;
	out->norm_shares =
	    ft_share_norm(input->tree, share->level_shares, node, 1);
	out->effective_usage =
	    ft_share_part(input, node, ft_tree_fs_parent(input->tree, node));
}

const struct ft_algo ft_algo_levelbased = {
	.name = "levelbased",
	.summary = "one number of 64 bits per user, cut into a bucket for "
		   "each level",
	.level_fs = false,
	.ranks = true,
	.run = run,
	.values = values,
};
