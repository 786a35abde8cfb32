#include "fairtree.h"

#include "io/slurm/slurmconf.h"
#include "load/load.h"

/* The structs of version 1.0, to their last member: what grows after it. */
#define OPTIONS_1_0 (offsetof(struct ft_shares_options, now) + sizeof(int64_t))
#define ROW_1_0     (offsetof(struct ft_shares_row, fair_share) + sizeof(double))

struct ft_shares {
	struct ft_load load;
	struct ft_names_set names;
	struct ft_arena arena;
	char *cluster;
	int64_t now;
	bool basic;        /* PriorityType=priority/basic computes nothing */
	uint32_t *order;   /* by row: its node, in the order of fshare */
	size_t *row;       /* by node: its row */
	const char **path; /* by row */
};

const char *
ft_version(void)
{
	return FT_VERSION;
}

/* ---- opening -------------------------------------------------------------- */

/*
 * Copy the options of a program, which may know fewer members than there are
 * here, or more: those it must not use.
 */
static enum ft_status
copy_options(const struct ft_shares_options *from, struct ft_shares_options *to,
    struct ft_error *err)
{
	size_t size = from->size;
	const unsigned char *bytes = (const unsigned char *)from;

	if (size < OPTIONS_1_0)
		return ft_fail(err, FT_EINVAL,
		    "size of the options is not set: %zu bytes", size);
	for (size_t i = sizeof *to; i < size; i++) {
		if (bytes[i])
			return ft_fail(err, FT_EINVAL,
			    "an option that libfairtree %s does not know",
			    FT_VERSION);
	}
	memcpy(to, from, size < sizeof *to ? size : sizeof *to);
	return FT_OK;
}

/* Lines of the program over what the store says; a slip must not go unseen. */
static enum ft_status
add_settings(struct ft_conf *conf, const char *text, struct ft_error *err)
{
	size_t n = conf->n_line;

	FT_TRY(ft_slurmconf_parse(conf,
	    &(struct ft_slurmconf_source){
		.file = "settings", .text = text, .size = strlen(text) },
	    err));
	for (; n < conf->n_line; n++)
		if (!conf->line[n].known)
			return ft_fail(err, FT_ENOENT, "unknown setting '%s'",
			    conf->line[n].key);
	return ft_conf_check(conf, err);
}

static void
keep_names(struct ft_shares *shares, const struct ft_shares_options *options,
    const struct ft_conf *conf)
{
	const char *cluster = options->cluster;

	if (!cluster || !*cluster)
		cluster = ft_conf_text(conf, FT_CONF_CLUSTER_NAME);
	shares->cluster = ft_arena_strdup(&shares->arena, cluster);
	shares->basic = strcasecmp(ft_conf_text(conf, FT_CONF_PRIORITY_TYPE),
			    "priority/basic") == 0;
}

/* Settings, cluster and clock of STORE, then its shares; one instant of it. */
static enum ft_status
load(struct ft_shares *shares, struct ft_store *store,
    const struct ft_shares_options *options, struct ft_conf *conf,
    struct ft_error *err)
{
	struct ft_store_clock clock = { .now = options->now };
	uint32_t cluster = 0;

	FT_TRY(ft_store_freeze(store, err));
	FT_TRY(ft_load_conf(store, true, conf, err));
	if (options->settings)
		FT_TRY(add_settings(conf, options->settings, err));
	FT_TRY(ft_load_cluster(store, conf, options->cluster, &cluster, err));
	if (!options->now)
		FT_TRY(ft_store_get_clock(store, cluster, &clock, err));
	shares->now = clock.now;
	FT_TRY(ft_load_shares(&shares->load,
	    &(struct ft_load_source){ store, conf, cluster, shares->now },
	    &(struct ft_load_rules){
		.algorithm = options->algorithm, .ties = options->ties },
	    err));
	FT_TRY(ft_store_read_names(store, &shares->names, err));
	keep_names(shares, options, conf);
	return FT_OK;
}

static enum ft_status
open_store(struct ft_shares *shares, const char *path,
    const struct ft_shares_options *options, struct ft_error *err)
{
	static const struct ft_store_options read_only = { .read_only = true };
	struct ft_store *store;
	struct ft_conf conf;
	enum ft_status status;

	FT_TRY(ft_store_open(&store, path, &read_only, err));
	ft_conf_init(&conf);
	status = load(shares, store, options, &conf, err);
	ft_conf_free(&conf);
	ft_store_close(store);
	return status;
}

static const char *
name_of(const struct ft_shares *shares, uint32_t node)
{
	const struct ft_tree *tree = shares->load.tree;

	return ft_tree_is_user(tree, node)
		   ? ft_tree_user(tree, &shares->names, node)
		   : ft_tree_account(tree, &shares->names, node);
}

/* Rows in the order of fshare; a parent comes before what is below it. */
static void
put_in_order(struct ft_shares *shares)
{
	const struct ft_tree *tree = shares->load.tree;
	struct ft_str path = { 0 };

	shares->order = ft_calloc(tree->n, sizeof *shares->order);
	shares->row = ft_calloc(tree->n, sizeof *shares->row);
	shares->path = ft_calloc(tree->n, sizeof *shares->path);
	ft_tree_display_order(
	    tree, &shares->names, FT_SIBLINGS_NAME, shares->order);
	for (size_t i = 0; i < tree->n; i++) {
		uint32_t node = shares->order[i], parent = tree->parent[node];

		shares->row[node] = i;
		ft_str_clear(&path);
		if (parent != FT_NODE_NONE)
			ft_str_addf(
			    &path, "%s/", shares->path[shares->row[parent]]);
		ft_str_add(&path, name_of(shares, node));
		shares->path[i] =
		    ft_arena_strdup(&shares->arena, ft_str_text(&path));
	}
	ft_str_free(&path);
}

struct ft_shares *
ft_shares_open(const char *path, const struct ft_shares_options *options,
    char *error, size_t size)
{
	struct ft_shares_options known = { 0 };
	struct ft_shares *shares = ft_calloc(1, sizeof *shares);
	struct ft_error err = { 0 };
	enum ft_status status = FT_OK;

	if (!path)
		status = ft_fail(&err, FT_EINVAL, "no path of a store");
	if (status == FT_OK && options)
		status = copy_options(options, &known, &err);
	if (status == FT_OK)
		status = open_store(shares, path, &known, &err);
	if (status != FT_OK) {
		if (error)
			snprintf(error, size, "%s", err.text);
		ft_shares_close(shares);
		return NULL;
	}
	put_in_order(shares);
	return shares;
}

void
ft_shares_close(struct ft_shares *shares)
{
	if (!shares)
		return;
	ft_load_free(&shares->load);
	ft_names_set_free(&shares->names);
	ft_arena_clear(&shares->arena);
	ft_free(shares->order);
	ft_free(shares->row);
	ft_free(shares->path);
	ft_free(shares);
}

/* ---- what it was computed for --------------------------------------------- */

const char *
ft_shares_cluster(const struct ft_shares *shares)
{
	return shares->cluster;
}

const char *
ft_shares_algorithm(const struct ft_shares *shares)
{
	return shares->load.algo->name;
}

const char *
ft_shares_ties(const struct ft_shares *shares)
{
	return shares->load.input.params.ties == FT_TIES_SLURM ? "slurm"
							       : "documented";
}

int64_t
ft_shares_now(const struct ft_shares *shares)
{
	return shares->now;
}

uint32_t
ft_shares_users(const struct ft_shares *shares)
{
	return shares->load.tree->n_user;
}

/* ---- rows ----------------------------------------------------------------- */

size_t
ft_shares_count(const struct ft_shares *shares)
{
	return shares->load.tree->n;
}

static const char *
partition_of(const struct ft_shares *shares, uint32_t node)
{
	const struct ft_tree *tree = shares->load.tree;

	if (!tree->partition || !tree->partition[node])
		return NULL;
	return ft_names_get(&shares->names.partition, tree->partition[node]);
}

/* What the algorithm has to say of NODE. */
static void
add_values(
    const struct ft_shares *shares, uint32_t node, struct ft_shares_row *row)
{
	struct ft_share_values values;

	if (shares->basic)
		return;
	ft_share_values_of(
	    &shares->load.input, &shares->load.share, node, &values);
	row->place = values.rank;
	row->norm_shares = values.norm_shares;
	row->effective_usage = (double)values.effective_usage;
	row->has_norm_usage = values.has_norm_usage;
	row->norm_usage = values.has_norm_usage ? (double)values.norm_usage : 0;
	row->has_level_fs = values.has_level_fs;
	row->level_fs = values.has_level_fs ? (double)values.level_fs : 0;
	row->has_fair_share = values.has_factor;
	row->fair_share = values.has_factor ? values.factor : 0;
}

/* The whole of association I, as this version knows it. */
static void
fill(const struct ft_shares *shares, size_t i, struct ft_shares_row *row)
{
	const struct ft_tree *tree = shares->load.tree;
	uint32_t node = shares->order[i], parent = tree->parent[node];
	uint32_t above = ft_tree_fs_parent(tree, node);
	uint64_t level =
	    above == FT_NODE_NONE
		? 0
		: shares->load.share.level_shares[tree->acct[above]];

	*row = (struct ft_shares_row){
		.path = shares->path[i],
		.account = ft_tree_account(tree, &shares->names, node),
		.user = ft_tree_user(tree, &shares->names, node),
		.partition = partition_of(shares, node),
		.parent = parent == FT_NODE_NONE ? FT_SHARES_NONE
						 : shares->row[parent],
		.id = tree->id[node],
		.depth = ft_tree_depth(tree, node),
		.raw_shares = tree->shares[node],
		.level_shares =
		    level < UINT32_MAX ? (uint32_t)level : UINT32_MAX,
		.level_shares_64 = level,
		.parent_shares = tree->flags[node] & FT_NODE_PARENT,
		.raw_usage = (double)shares->load.raw[node],
	};
	add_values(shares, node, row);
}

bool
ft_shares_row(
    const struct ft_shares *shares, size_t i, struct ft_shares_row *row)
{
	struct ft_shares_row full;
	size_t size = row->size;
	size_t known = size < sizeof full ? size : sizeof full;

	if (i >= shares->load.tree->n || size < ROW_1_0)
		return false;
	fill(shares, i, &full);
	full.size = size;
	memcpy(row, &full, known);
	memset((unsigned char *)row + known, 0, size - known);
	return true;
}

static bool
is_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

size_t
ft_shares_find(const struct ft_shares *shares, const char *account,
    const char *user, const char *partition)
{
	const struct ft_tree *tree = shares->load.tree;

	for (size_t i = 0; i < tree->n; i++) {
		uint32_t node = shares->order[i];

		if (is_same(ft_tree_user(tree, &shares->names, node), user) &&
		    is_same(
			ft_tree_account(tree, &shares->names, node), account) &&
		    is_same(partition_of(shares, node), partition))
			return i;
	}
	return FT_SHARES_NONE;
}

/* ---- the walk ------------------------------------------------------------- */

struct walk {
	const struct ft_shares *shares;
	ft_shares_step_fn *fn;
	void *ctx;
	size_t *order; /* [tree->n], room for a level */
};

static size_t
row_of(const struct ft_shares *shares, uint32_t node)
{
	return node == FT_NODE_NONE ? FT_SHARES_NONE : shares->row[node];
}

/* Whether the event has a level fairshare that is defined. */
static bool
has_level(const struct ft_event *event)
{
	return event->level_fs != FT_LEVEL_FS_NONE &&
	       event->kind != FT_EVENT_START && event->kind != FT_EVENT_SORT &&
	       event->kind != FT_EVENT_LEAVE && event->kind != FT_EVENT_END;
}

static void
take_step(void *ctx, const struct ft_event *event)
{
	struct walk *walk = ctx;
	bool has_level_fs = has_level(event);
	struct ft_shares_step step = {
		.size = sizeof step,
		.name = ft_event_infos[event->kind].name,
		.row = row_of(walk->shares, event->node),
		.other = row_of(walk->shares, event->other),
		.kind = (enum ft_shares_step_kind)event->kind,
		.depth = event->depth,
		.place = event->place,
		.rank = event->rank,
		.has_level_fs = has_level_fs,
		.shares = event->shares,
		.usage = (double)event->usage,
		.level_fs = has_level_fs ? (double)event->level_fs : 0,
	};

	if (event->kind == FT_EVENT_SORT) {
		for (uint32_t i = 0; i < event->place; i++)
			walk->order[i] = row_of(walk->shares, event->order[i]);
		step.order = walk->order;
	}
	walk->fn(walk->ctx, &step);
}

/* The numbers of the public header are those inside. */
_Static_assert((int)FT_STEP_START == (int)FT_EVENT_START &&
		   (int)FT_STEP_MERGE == (int)FT_EVENT_MERGE &&
		   (int)FT_STEP_ENTER == (int)FT_EVENT_ENTER &&
		   (int)FT_STEP_LEVEL_FS == (int)FT_EVENT_LEVEL_FS &&
		   (int)FT_STEP_SORT == (int)FT_EVENT_SORT &&
		   (int)FT_STEP_TIE == (int)FT_EVENT_TIE &&
		   (int)FT_STEP_INHERIT == (int)FT_EVENT_INHERIT &&
		   (int)FT_STEP_RANK == (int)FT_EVENT_RANK &&
		   (int)FT_STEP_LEAVE == (int)FT_EVENT_LEAVE &&
		   (int)FT_STEP_END == (int)FT_EVENT_END,
    "steps have other numbers than events");

bool
ft_shares_walk(const struct ft_shares *shares, ft_shares_step_fn *fn, void *ctx)
{
	const struct ft_load *data = &shares->load;
	struct walk walk = { shares, fn, ctx, NULL };
	struct ft_event_sink sink = { take_step, &walk };
	struct ft_share share = { 0 };
	struct ft_error err;

	if (shares->basic || strcmp(data->algo->name, "fairtree") != 0)
		return false;
	walk.order = ft_calloc(data->tree->n, sizeof *walk.order);
	/* what was ranked once cannot fail */
	(void)ft_share_run(data->algo, &data->input, &share, &sink, &err);
	ft_share_free(&share);
	ft_free(walk.order);
	return true;
}
