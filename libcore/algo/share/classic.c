/*
 * factor = 2^-(UE / S / dampening), where for node n with parent p
 *
 *   S(n)  = shares(n) / shares of its level x S(p)
 *   UE(n) = U(n) + (UE(p) - U(n)) x shares(n) / shares of its level
 *
 * and U is usage as a fraction of all usage.  Depth oblivious has another UE:
 * depth_oblivious_usage().  Source: classic_fair_share.html.
 */
#include "algo/share/classic.h"

#include "algo/share/internal.h"

/* Slurm's mark for a usage that is not computed yet. */
#define USAGE_UNSET 4294967294.0L
/* How fast a child's own balance loses weight (Slurm's constant). */
#define DEPTH_WEIGHT 5.0L
/* Levels multiplied from the node upwards; above them products are reused. */
#define PRODUCT_MAX 64

struct classic {
	const struct ft_share_input *input;
	const struct ft_tree *tree;
	struct ft_share *share;
};

/*
 * Usage of siblings with a number of shares; in the first pass, as far as it is
 * computed when it is the turn of one of them (see classic.h): accounts in their
 * order, then users in theirs.
 */
struct siblings {
	ft_real all;
	ft_real accounts;      /* all of them */
	ft_real seen_accounts; /* up to and with the one whose turn it is */
	ft_real seen_users;
	uint32_t users;
	uint32_t unseen_accounts;
	uint32_t unseen_users;
};

/* ---- shares --------------------------------------------------------------- */

/*
 * S of NODE.  The product is taken from the node upwards, because that is how
 * Slurm's is rounded; nodes with `parent` shares on the way count as 1.
 */
static double
norm_shares(const struct classic *classic, uint32_t node, uint32_t parent)
{
	const struct ft_tree *tree = classic->tree;
	const struct ft_share *share = classic->share;
	double norm = 1;

	if (tree->flags[node] & FT_NODE_PARENT)
		return share->norm[parent];
	for (int i = 0; node && i < PRODUCT_MAX; i++) {
		uint64_t level;

		parent = ft_tree_fs_parent(tree, node);
		level = share->level_shares[tree->acct[parent]];
		if (!level)
			return 0;
		norm *= (double)tree->shares[node] / (double)level;
		node = parent;
	}
	return node ? norm * share->norm[node] : norm;
}

/* ---- usage ---------------------------------------------------------------- */

static struct siblings
survey(const struct classic *classic, uint32_t acct)
{
	const struct ft_tree *tree = classic->tree;
	struct siblings all = { 0 };

	for (uint32_t i = tree->first[acct]; i < tree->first[acct + 1]; i++) {
		ft_real usage = ft_share_norm_usage(classic->input, i);

		if (tree->flags[i] & FT_NODE_PARENT)
			continue;
		all.all += usage;
		if (ft_tree_is_user(tree, i)) {
			all.users++;
			continue;
		}
		all.unseen_accounts++;
		all.accounts += usage;
	}
	all.unseen_users = all.users;
	return all;
}

/* NODE is computed next; returns the usage of it and its siblings together. */
static ft_real
siblings_usage(
    const struct classic *classic, uint32_t node, struct siblings *all)
{
	ft_real usage = ft_share_norm_usage(classic->input, node);

	if (!classic->input->params.first_pass)
		return all->all;
	if (ft_tree_is_user(classic->tree, node)) {
		all->unseen_users--;
		all->seen_users += usage;
		return all->accounts + all->seen_users +
		       USAGE_UNSET * (ft_real)all->unseen_users;
	}
	all->unseen_accounts--;
	all->seen_accounts += usage;
	return all->seen_accounts +
	       USAGE_UNSET * (ft_real)all->unseen_accounts +
	       USAGE_UNSET * (ft_real)all->users;
}

/*
 * UE = r x l^w x S, with the ratio of usage to shares of the parent, r, and that
 * of the node among its siblings, l.  Where the two balance (one above 1, one
 * below) w = 1 / (1 + (5 ln r)^2): the further the parent is from its target,
 * the less a node gains by being better than its siblings.
 * siblings: their usage and the node's, added up.
 */
static ft_real
depth_oblivious_usage(const struct classic *classic, uint32_t node,
    uint32_t parent, ft_real siblings)
{
	const struct ft_share *share = classic->share;
	ft_real usage = ft_share_norm_usage(classic->input, node);
	ft_real shares = (ft_real)share->norm[node];
	ft_real parent_shares = (ft_real)share->norm[parent];
	ft_real ratio_parent, ratio_local, balance = 0, weight = 1;

	if (shares == 0 || parent_shares == 0 ||
	    share->effective[parent] == 0 || usage == 0)
		return usage;
	ratio_parent = share->effective[parent] / parent_shares;
	ratio_local = usage / shares / (siblings / parent_shares);
	if (ratio_parent != 0 && ratio_local != 0)
		balance = logl(ratio_parent) * logl(ratio_local);
	if (balance < 0) {
		weight = DEPTH_WEIGHT * logl(ratio_parent);
		weight = 1 / (1 + weight * weight);
	}
	return ratio_parent *
	       (ft_real)pow((double)ratio_local, (double)weight) * shares;
}

static ft_real
effective_usage(const struct classic *classic, uint32_t node, uint32_t parent,
    struct siblings *all)
{
	const struct ft_tree *tree = classic->tree;
	uint64_t level = classic->share->level_shares[tree->acct[parent]];
	ft_real above = classic->share->effective[parent];
	ft_real usage = ft_share_norm_usage(classic->input, node);

	if (!parent)
		return usage;
	if (tree->flags[node] & FT_NODE_PARENT)
		return above;
	if (classic->input->params.depth_oblivious)
		return depth_oblivious_usage(
		    classic, node, parent, siblings_usage(classic, node, all));
	if (!level)
		return above;
	return usage +
	       (above - usage) * (ft_real)tree->shares[node] / (ft_real)level;
}

/* ---- the algorithm -------------------------------------------------------- */

static enum ft_status
run(const struct ft_share_input *input, struct ft_share *share,
    struct ft_event_sink *sink, struct ft_error *err)
{
	const struct ft_tree *tree = input->tree;
	struct classic classic = { input, tree, share };
	enum ft_status status = ft_share_check_usages(input, err);

	(void)sink;
	if (status)
		return status;
	if (!input->params.dampening)
		return ft_fail(
		    err, FT_EINVAL, "dampening factor 0 is not 1 or more");
	if (!share->norm) {
		share->norm = ft_alloc(tree->n * sizeof *share->norm);
		share->effective = ft_alloc(tree->n * sizeof *share->effective);
	}
	for (uint32_t a = 0; a < tree->n_acct; a++)
		share->level_shares[a] =
		    ft_share_sum(tree, a, input->params.ties, NULL);
	share->norm[0] = 1;
	share->effective[0] = 1;
	/* families come in the order of their owners: top down */
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		struct siblings all = survey(&classic, a);

		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++) {
			uint32_t parent = tree->node[a];

			share->norm[i] = norm_shares(&classic, i, parent);
			share->effective[i] =
			    effective_usage(&classic, i, parent, &all);
		}
	}
	for (uint32_t i = 0; i < tree->n; i++)
		share->factor[i] = ft_share_power(share->effective[i],
		    share->norm[i], input->params.dampening);
	return FT_OK;
}

static void
values(const struct ft_share_input *input, const struct ft_share *share,
    uint32_t node, struct ft_share_values *out)
{
	out->norm_shares = share->norm[node];
	out->effective_usage = share->effective[node];
	out->has_level_fs =
	    !node || !(input->tree->flags[node] & FT_NODE_PARENT);
}

const struct ft_algo ft_algo_classic = {
	.name = "classic",
	.summary = "2^-(usage / shares), both taken along the whole way to "
		   "the root",
	.level_fs = false,
	.run = run,
	.values = values,
};
