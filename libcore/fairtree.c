#include "fairtree.h"

#include <stdio.h>

#include "base/mem.h"
#include "load/load.h"

struct ft_shares {
	struct ft_load load;
	struct ft_names_set names;
	uint32_t *order; /* nodes in the order of fshare */
};

/* Settings, cluster and clock of STORE, then its shares; one instant of it. */
static enum ft_status
load(struct ft_shares *shares, struct ft_store *store,
    const struct ft_shares_options *options, struct ft_conf *conf,
    struct ft_error *err)
{
	struct ft_store_clock clock = { 0 };
	uint32_t cluster = 0;
	enum ft_status status = ft_store_freeze(store, err);

	if (status == FT_OK)
		status = ft_load_conf(store, true, conf, err);
	if (status == FT_OK)
		status = ft_load_cluster(
		    store, conf, options->cluster, &cluster, err);
	if (status == FT_OK && !options->now)
		status = ft_store_get_clock(store, cluster, &clock, err);
	if (status == FT_OK)
		status = ft_load_shares(&shares->load, store, conf, cluster,
		    options->now ? options->now : clock.now, options->algorithm,
		    options->ties, NULL, err);
	if (status == FT_OK)
		status = ft_store_read_names(store, &shares->names, err);
	return status;
}

static enum ft_status
open_store(struct ft_shares *shares, const char *path,
    const struct ft_shares_options *options, struct ft_error *err)
{
	static const struct ft_store_options read_only = { .read_only = true };
	struct ft_store *store;
	struct ft_conf conf;
	enum ft_status status = ft_store_open(&store, path, &read_only, err);

	if (status != FT_OK)
		return status;
	ft_conf_init(&conf);
	status = load(shares, store, options, &conf, err);
	ft_conf_free(&conf);
	ft_store_close(store);
	return status;
}

struct ft_shares *
ft_shares_open(const char *path, const struct ft_shares_options *options,
    char *error, size_t size)
{
	static const struct ft_shares_options defaults;
	struct ft_shares *shares = ft_calloc(1, sizeof *shares);
	struct ft_error err;

	ft_names_set_init(&shares->names);
	if (open_store(shares, path, options ? options : &defaults, &err)) {
		if (error)
			snprintf(error, size, "%s", err.text);
		ft_shares_close(shares);
		return NULL;
	}
	shares->order = ft_calloc(shares->load.tree->n, sizeof *shares->order);
	ft_tree_display_order(shares->load.tree, &shares->names, shares->order);
	return shares;
}

void
ft_shares_close(struct ft_shares *shares)
{
	if (!shares)
		return;
	ft_load_free(&shares->load);
	ft_names_set_free(&shares->names);
	ft_free(shares->order);
	ft_free(shares);
}

size_t
ft_shares_count(const struct ft_shares *shares)
{
	return shares->load.tree->n;
}

void
ft_shares_row(
    const struct ft_shares *shares, size_t i, struct ft_shares_row *row)
{
	const struct ft_tree *tree = shares->load.tree;
	uint32_t node = shares->order[i];
	struct ft_share_values values;

	ft_share_values_of(
	    &shares->load.input, &shares->load.share, node, &values);
	*row = (struct ft_shares_row){
		.account = ft_tree_account(tree, &shares->names, node),
		.user = ft_tree_user(tree, &shares->names, node),
		.depth = ft_tree_depth(tree, node),
		.parent_shares = tree->flags[node] & FT_NODE_PARENT,
		.raw_shares = tree->shares[node],
		.norm_shares = values.norm_shares,
		.raw_usage = (double)shares->load.raw[node],
		.norm_usage = (double)values.norm_usage,
		.effective_usage = (double)values.effective_usage,
		.has_level_fs = values.has_level_fs,
		.level_fs = (double)values.level_fs,
		.has_fair_share = values.has_factor,
		.fair_share = values.factor,
		.rank = values.rank,
	};
	if (tree->partition && tree->partition[node])
		row->partition = ft_names_get(
		    &shares->names.partition, tree->partition[node]);
}
