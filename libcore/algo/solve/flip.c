/*
 * What puts one of two siblings before the other, under Fair Tree.
 */
#include "algo/solve/solve.h"

#include "algo/share/fairtree_internal.h"
#include "algo/solve/private.h"

#define USAGE_MAX (UINT64_MAX >> 1) /* TRES-seconds, as stored */

/* The two and their account, as a tree of their own that may be changed. */
struct pair {
	struct ft_tree tree;
	uint32_t shares[3], acct[3];
	uint8_t flags[3];
	ft_real usage[3];
	uint64_t level_shares[1];
	struct ft_share_input input;
	uint64_t rest; /* shares of other siblings */
	uint32_t changed;
};

enum { OWNER, AHEAD, BEHIND };

static void
fill_pair(struct pair *pair, const struct ft_share_input *input,
    const uint32_t node[3], uint64_t rest)
{
	const struct ft_tree *tree = input->tree;

	*pair = (struct pair){ .rest = rest };
	for (int i = 0; i < 3; i++) {
		pair->shares[i] = tree->shares[node[i]];
		pair->flags[i] = tree->flags[node[i]];
		pair->usage[i] = input->usage[node[i]];
	}
	/* acct[OWNER] is 0 */
	pair->level_shares[0] =
	    rest + pair->shares[AHEAD] + pair->shares[BEHIND];
	pair->tree = (struct ft_tree){ .n = 3,
		.shares = pair->shares,
		.acct = pair->acct,
		.flags = pair->flags };
	pair->input.tree = &pair->tree;
	pair->input.usage = pair->usage;
	pair->input.params = input->params;
}

/* Returns <0 if BEHIND is before AHEAD. */
static int
compare_pair(const struct pair *pair)
{
	return ft_level_cmp(
	    ft_level_of(&pair->input, pair->level_shares, AHEAD, OWNER),
	    ft_level_of(&pair->input, pair->level_shares, BEHIND, OWNER));
}

/* ---- one number changes --------------------------------------------------- */

/* Returns whether the two are flipped with NUMBER for pair->changed. */
typedef bool flips_fn(struct pair *pair, uint64_t number);

FT_WRAPS static bool
flips_with_shares(struct pair *pair, uint64_t number)
{
	uint32_t *shares = &pair->shares[pair->changed], old = *shares;
	bool flips;

	*shares = (uint32_t)number;
	pair->level_shares[0] += number - old;
	flips = compare_pair(pair) < 0;
	pair->level_shares[0] -= number - old;
	*shares = old;
	return flips;
}

FT_WRAPS static bool
flips_with_usage(struct pair *pair, uint64_t number)
{
	ft_real usage = pair->usage[pair->changed], above = pair->usage[OWNER];
	bool flips;

	pair->usage[pair->changed] = (ft_real)number;
	/* that of the others stays; it cannot be negative but by rounding */
	pair->usage[OWNER] = above - usage + (ft_real)number;
	if (pair->usage[OWNER] < (ft_real)number)
		pair->usage[OWNER] = (ft_real)number;
	flips = compare_pair(pair) < 0;
	pair->usage[pair->changed] = usage;
	pair->usage[OWNER] = above;
	return flips;
}

/*
 * The number nearest to FROM, up or down to END, that flips them; the further
 * the more it does.
 */
static struct ft_flip_way
find_way(struct pair *pair, uint32_t changed, flips_fn *flips, uint64_t from,
    uint64_t end)
{
	struct ft_flip_way way = { .from = from, .to = end };
	uint64_t bad = from;

	pair->changed = changed;
	if (!flips(pair, end)) {
		way.to = from;
		return way;
	}
	way.possible = true;
	if (flips(pair, from)) {
		way.to = from;
		return way;
	}
	while ((way.to > bad ? way.to - bad : bad - way.to) > 1) {
		uint64_t middle = bad < way.to ? bad + (way.to - bad) / 2
					       : way.to + (bad - way.to) / 2;

		if (flips(pair, middle))
			way.to = middle;
		else
			bad = middle;
	}
	return way;
}

/* ---- the question --------------------------------------------------------- */

static void
find_ways(struct pair *pair, struct ft_flip *flip)
{
	uint32_t ahead = pair->shares[AHEAD], behind = pair->shares[BEHIND];
	uint32_t most =
	    ft_solve_limit(pair->input.params.ties, pair->rest + ahead);

	flip->raise.from = flip->raise.to = behind;
	flip->lower.from = flip->lower.to = ahead;
	if (!(pair->flags[BEHIND] & FT_NODE_PARENT) && behind < most)
		flip->raise =
		    find_way(pair, BEHIND, flips_with_shares, behind, most);
	if (!(pair->flags[AHEAD] & FT_NODE_PARENT))
		flip->lower =
		    find_way(pair, AHEAD, flips_with_shares, ahead, 0);
	flip->use = find_way(pair, AHEAD, flips_with_usage,
	    ft_real_u64(pair->usage[AHEAD]), USAGE_MAX);
	flip->fade = find_way(pair, BEHIND, flips_with_usage,
	    ft_real_u64(pair->usage[BEHIND]), 0);
}

enum ft_status
ft_solve_flip(const struct ft_share_input *input, uint32_t a, uint32_t b,
    struct ft_flip *flip, struct ft_error *err)
{
	const struct ft_tree *tree = input->tree;
	uint32_t node[3], owner, acct;
	uint64_t sum, two;
	struct pair pair;
	int order;

	*flip = (struct ft_flip){ .ahead = a, .behind = b };
	owner = a && a < tree->n ? ft_tree_fs_parent(tree, a) : FT_NODE_NONE;
	if (a == b || owner == FT_NODE_NONE || !b || b >= tree->n ||
	    ft_tree_fs_parent(tree, b) != owner)
		return ft_fail(
		    err, FT_EINVAL, "only two siblings can be flipped");
	acct = tree->acct[owner];
	sum = ft_share_sum(tree, acct, FT_TIES_DOCUMENTED, NULL);
	if (sum != ft_share_sum(tree, acct, input->params.ties, NULL))
		return ft_fail(err, FT_EINVAL,
		    "shares below association %" PRIu32
		    " add up to more than %" PRIu32,
		    tree->id[owner], UINT32_MAX);
	two = (uint64_t)tree->shares[a] + tree->shares[b];
	node[OWNER] = owner;
	node[AHEAD] = a;
	node[BEHIND] = b;
	fill_pair(&pair, input, node, sum - two);
	order = compare_pair(&pair);
	flip->tied = !order;
	if (order < 0) {
		flip->ahead = node[AHEAD] = b;
		flip->behind = node[BEHIND] = a;
		fill_pair(&pair, input, node, sum - two);
	}
	flip->ahead_usage = pair.usage[AHEAD];
	flip->behind_usage = pair.usage[BEHIND];
	find_ways(&pair, flip);
	return FT_OK;
}
