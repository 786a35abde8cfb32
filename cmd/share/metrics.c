/*
 * metrics.c - fshare --prometheus: what exporters publish of sshare, under
 * their names, and what they leave out: level fairshare, ranks, and where an
 * account stands in the tree.
 */
#include "share/share.h"

enum family {
	ACCOUNT_FACTOR,
	ACCOUNT_RAW_SHARES,
	ACCOUNT_NORM_SHARES,
	ACCOUNT_RAW_USAGE,
	ACCOUNT_NORM_USAGE,
	ACCOUNT_EFFECTIVE,
	ACCOUNT_LEVEL,
	USER_FACTOR,
	USER_RAW_SHARES,
	USER_NORM_SHARES,
	USER_RAW_USAGE,
	USER_NORM_USAGE,
	USER_EFFECTIVE,
	USER_LEVEL,
	USER_RANK,
	FAMILIES
};

#define ACCOUNT(id, name, help)                                                \
	[ACCOUNT_##id] = { "slurm_account_fairshare" name, FT_METRIC_GAUGE,    \
		"Accounts: " help "." }
#define USER(id, name, help)                                                   \
	[USER_##id] = { "slurm_user_fairshare" name, FT_METRIC_GAUGE,          \
		"Users: " help "." }
#define SAME(id, name, help) ACCOUNT(id, name, help), USER(id, name, help)

static const struct ft_metric_family families[FAMILIES] = {
	SAME(FACTOR, "", "fair-share factor, 0 to 1"),
	SAME(RAW_SHARES, "_raw_shares", "shares as configured"),
	SAME(NORM_SHARES, "_norm_shares",
	    "shares as part of those it has to "
	    "do with, 0 to 1"),
	SAME(RAW_USAGE, "_raw_usage_cpu_seconds",
	    "decayed usage in billing-seconds"),
	SAME(NORM_USAGE, "_norm_usage", "usage as part of that of the cluster"),
	SAME(EFFECTIVE, "_effective_usage",
	    "usage as part of that of the account above"),
	SAME(LEVEL, "_level",
	    "level fairshare, above 1 under-served, below 1 over-served"),
	USER(RANK, "_rank", "place among all users, 1 the best"),
};

void
share_metrics_open(struct ft_exposition *all)
{
	ft_exposition_init(all, families, FAMILIES);
}

/* A row on its way out: its labels come with each sample. */
struct sample {
	const struct share_table *table;
	struct ft_exposition *all;
	uint32_t node;
	bool user;
	struct ft_str path;
};

static struct ft_prometheus *
begin(const struct sample *sample, enum family account, enum family user)
{
	const struct share_table *table = sample->table;
	const struct ft_tree *tree = table->data.tree;
	const struct ft_names_set *names = &table->names;
	uint32_t node = sample->node, parent = tree->parent[node];
	struct ft_prometheus *to =
	    &sample->all->family[sample->user ? user : account];

	ft_prometheus_label(to, "cluster", table->cluster);
	ft_prometheus_label(to, "account", ft_tree_account(tree, names, node));
	if (sample->user)
		ft_prometheus_label(
		    to, "user", ft_tree_user(tree, names, node));
	if (sample->user && tree->partition)
		ft_prometheus_label(to, "partition",
		    ft_names_get(&names->partition, tree->partition[node]));
	ft_prometheus_label(to, "parent",
	    parent == FT_NODE_NONE ? NULL
				   : ft_tree_account(tree, names, parent));
	ft_prometheus_label_u64(to, "depth", ft_tree_depth(tree, node));
	ft_prometheus_label(to, "path", ft_str_text(&sample->path));
	return to;
}

#define TO(sample, id) begin(sample, ACCOUNT_##id, USER_##id)

static void
tell(const struct sample *sample)
{
	const struct share_table *table = sample->table;
	const struct ft_tree *tree = table->data.tree;
	uint32_t node = sample->node;
	bool root = tree->parent[node] == FT_NODE_NONE;
	struct ft_share_values values;

	share_values(table, node, &values);
	if (values.has_factor)
		ft_prometheus_real(TO(sample, FACTOR), values.factor);
	if (!root && !(tree->flags[node] & FT_NODE_PARENT))
		ft_prometheus_u64(TO(sample, RAW_SHARES), tree->shares[node]);
	if (!root && !table->basic)
		ft_prometheus_real(TO(sample, NORM_SHARES), values.norm_shares);
	ft_prometheus_u64(
	    TO(sample, RAW_USAGE), ft_real_u64(table->data.raw[node]));
	if (values.has_norm_usage)
		ft_prometheus_real(
		    TO(sample, NORM_USAGE), (double)values.norm_usage);
	ft_prometheus_real(
	    TO(sample, EFFECTIVE), (double)values.effective_usage);
	if (values.has_level_fs)
		ft_prometheus_real(TO(sample, LEVEL), (double)values.level_fs);
	if (sample->user && values.rank > 0)
		ft_prometheus_u64(
		    begin(sample, USER_RANK, USER_RANK), values.rank);
}

void
share_metrics(const struct share_table *table, struct ft_exposition *all)
{
	struct sample sample = { .table = table, .all = all };

	for (size_t i = 0; i < table->n; i++) {
		sample.node = table->row[i];
		sample.user = ft_tree_is_user(table->data.tree, sample.node);
		ft_str_clear(&sample.path);
		share_add_path(table, sample.node, &sample.path);
		tell(&sample);
	}
	ft_str_free(&sample.path);
}
