/*
 * metrics.c - fshare --prometheus: the samples that exporters publish from
 * sshare, under their names, and also level fairshare, places and the path of
 * each account in the tree.
 */
#include "fshare/fshare.h"

/* A column as samples: of accounts, and of users. */
#define FAMILY(field, name, help)                                              \
	{                                                                      \
		FT_SHARES_##field,                                             \
		{                                                              \
			{ "slurm_account_fairshare" name, FT_METRIC_GAUGE,     \
				"Accounts: " help "." },                       \
			{                                                      \
				"slurm_user_fairshare" name, FT_METRIC_GAUGE,  \
				    "Users: " help "."                         \
			}                                                      \
		}                                                              \
	}

static const struct {
	enum ft_shares_field field;
	struct ft_metric_family of[2];
} families[] = {
	FAMILY(FAIR_SHARE, "", "fair-share factor, 0 to 1"),
	FAMILY(RAW_SHARES, "_raw_shares", "shares as configured"),
	FAMILY(NORM_SHARES, "_norm_shares",
	    "shares as a fraction of those of all "
	    "siblings, 0 to 1"),
	FAMILY(RAW_USAGE, "_raw_usage_cpu_seconds",
	    "decayed usage in billing-seconds"),
	FAMILY(NORM_USAGE, "_norm_usage",
	    "usage as a fraction of that of the cluster"),
	FAMILY(EFFECTIVE_USAGE, "_effective_usage",
	    "usage as a fraction of that of the account above"),
	FAMILY(LEVEL_FS, "_level",
	    "level fairshare, above 1 under-served, below 1 over-served"),
	FAMILY(PLACE, "_rank", "place among all users, 1 is first"),
};
#define FAMILIES FT_COUNT(families)

void
fshare_metrics_open(struct ft_exposition *all)
{
	struct ft_metric_family table[2 * FAMILIES];

	for (size_t i = 0; i < FAMILIES; i++) {
		table[i] = families[i].of[false];
		table[FAMILIES + i] = families[i].of[true];
	}
	ft_exposition_init(all, table, 2 * FAMILIES);
}

static void
label(struct ft_prometheus *to, const struct ft_shares_row *row,
    const char *row_path)
{
	ft_prometheus_label(to, "cluster", row->cluster);
	ft_prometheus_label(to, "account", row->account);
	if (row->is_user)
		ft_prometheus_label(to, "user", row->user);
	if (row->is_user && row->shares->data.tree->partition)
		ft_prometheus_label(to, "partition", row->partition);
	ft_prometheus_label(to, "parent", row->parent);
	ft_prometheus_label_u64(to, "depth", row->depth);
	ft_prometheus_label(to, "path", row_path);
}

static void
add_samples(const struct ft_shares_row *row, struct ft_str *room,
    struct ft_exposition *all, const char *row_path)
{
	for (size_t i = 0; i < FAMILIES; i++) {
		enum ft_shares_field field = families[i].field;
		struct ft_prometheus *to =
		    &all->family[i + (row->is_user ? FAMILIES : 0)];
		struct ft_value value = { .room = room };

		ft_column_value(&ft_shares_fields[field], row, &value);
		if (row->is_root && field == FT_SHARES_NORM_SHARES)
			continue;
		if (value.kind == FT_VALUE_REAL) {
			label(to, row, row_path);
			ft_prometheus_real(to, (double)value.real);
		} else if (value.kind == FT_VALUE_U64) {
			label(to, row, row_path);
			ft_prometheus_u64(to, value.number);
		}
	}
}

void
fshare_metrics(const struct fshare_table *table, struct ft_exposition *all)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 },
			   room FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_shares_row row;

	for (size_t i = 0; i < table->n; i++) {
		fshare_row_fill(&row, table, i);
		ft_str_clear(&path);
		ft_tree_add_path(table->shares.data.tree, &table->shares.names,
		    row.node, &path);
		add_samples(&row, &room, all, ft_str_text(&path));
	}
}
