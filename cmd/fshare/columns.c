/* Every column, and what it shows of a row. */

#include "fshare/fshare.h"
#include "report/format/scalar.h"

#define UINT  FT_COLUMN_UINT
#define REAL  FT_COLUMN_REAL
#define TRES  FT_COLUMN_TRES
#define OURS  FT_COLUMN_OURS
#define UNION FT_COLUMN_UNION
#define BLANK FT_COLUMN_BLANK

#define MEMBER(name)        FT_MEMBER(struct fshare_row, name)
#define VALUE(name)         FT_MEMBER(struct fshare_row, values.name)
#define VALUE_IF(name, has) FT_MEMBER_IF(struct fshare_row, values.name, has)

void
fshare_row_fill(
    struct fshare_row *row, const struct fshare_table *table, size_t i)
{
	const struct ft_tree *tree = table->data.tree;
	const struct ft_names_set *names = &table->names;
	uint32_t node = table->row[i], parent = tree->parent[node];
	bool user = ft_tree_is_user(tree, node);

	*row = (struct fshare_row){
		.record = row,
		.table = table,
		.node = node,
		.i = i,
		.id = tree->id[node],
		.depth = ft_tree_depth(tree, node),
		.is_user = user,
		.is_root = parent == FT_NODE_NONE,
		.has_norm_shares = !table->basic,
		.shares_of_parent = tree->flags[node] & FT_NODE_PARENT,
		.cluster = table->cluster,
		.account = ft_tree_account(tree, names, node),
		.user = ft_tree_user(tree, names, node),
		.partition = tree->partition ? ft_names_get(&names->partition,
						   tree->partition[node])
					     : NULL,
	};
	row->name = user ? row->user : row->account;
	if (!row->is_root)
		row->parent = ft_tree_account(tree, names, parent);
	/* Without the multifactor plugin nobody computes anything. */
	if (table->basic)
		row->values = (struct ft_share_values){
			.has_level_fs = !row->shares_of_parent,
			.has_factor = user,
		};
	else
		ft_share_values_of(
		    &table->data.input, &table->data.share, node, &row->values);
	row->has_rank = row->values.rank > 0;
}

/* ---- names ---------------------------------------------------------------- */

/* With what stands in front of it, in tables; a drawn tree has users, too. */
static void
account(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;
	const char *name = row->lines ? row->name : row->account;

	if (!row->lead)
		ft_value_text(value, row->account);
	else
		ft_str_addf(
		    ft_value_build(value), "%s%s", row->lead, name ? name : "");
}

/* The rows stand in the order of their paths. */
static void
path(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;

	ft_tree_add_path(row->table->data.tree, &row->table->names, row->node,
	    ft_value_build(value));
	ft_value_order(value, (ft_real)row->i);
}

static void
cluster(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;

	ft_value_text(value, row->cluster);
	ft_value_order(value, (ft_real)row->i);
}

static void
type(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;

	ft_value_text(value, row->is_user ? "USER" : "ASSOCIATION");
}

/* ---- numbers -------------------------------------------------------------- */

static void
raw_shares(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;

	if (row->is_root)
		return;
	if (row->shares_of_parent)
		ft_value_text(value, "parent");
	else
		ft_value_u64(value, row->table->data.tree->shares[row->node]);
}

static void
raw_usage(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;
	ft_real usage = row->table->data.raw[row->node];

	ft_value_u64(value, ft_real_u64(usage));
	ft_value_order(value, usage);
}

static void
level_fs(const void *at, struct ft_value *value)
{
	const struct ft_share_values *values =
	    &((const struct fshare_row *)at)->values;

	if (!values->has_level_fs)
		return;
	ft_value_real(value, values->level_fs);
	value->style = values->level_fs < 1 ? FT_STYLE_BAD : FT_STYLE_GOOD;
}

/* ---- TRES ----------------------------------------------------------------- */

/* Returns the first limit of association ID, NULL if there is none. */
static const struct ft_limit *
first_limit(const struct fshare_table *table, uint32_t id)
{
	size_t low = 0, high = table->n_limit;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->limit[middle].owner < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < table->n_limit && table->limit[low].owner == id
		   ? &table->limit[low]
		   : NULL;
}

static void
add_tres(struct ft_str *str, const struct ft_tres *tres, uint64_t count)
{
	if (str->len > 0)
		ft_str_add_char(str, ',');
	ft_tres_add_name(str, tres);
	ft_str_add_char(str, '=');
	ft_format_u64(str, count);
}

static void
grp_tres_mins(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;
	const struct fshare_table *table = row->table;
	const struct ft_limit *limit = first_limit(table, row->id);
	const struct ft_limit *end;
	struct ft_str *str;

	if (table->n_limit == 0)
		return;
	end = table->limit + table->n_limit;
	str = ft_value_build(value);
	for (; limit && limit < end && limit->owner == row->id; limit++) {
		const struct ft_tres *tres =
		    ft_tres_get(&table->tres, limit->tres);

		if (tres)
			add_tres(str, tres, limit->value);
	}
}

/*
 * TRES-seconds, COUNT being [tres.n][tree.n] or NULL for nothing: as they are
 * in documents, else in minutes.
 */
static void
seconds(
    const struct fshare_row *row, const uint64_t *count, struct ft_value *value)
{
	const struct fshare_table *table = row->table;
	enum ft_format_kind format = table->args->format;
	bool document = format == FT_FORMAT_JSON || format == FT_FORMAT_YAML;
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < table->tres.n; i++) {
		uint64_t used =
		    count ? count[i * table->data.tree->n + row->node] : 0;

		add_tres(
		    str, &table->tres.item[i], document ? used : used / 60);
	}
}

static void
grp_tres_raw(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;

	seconds(row, row->table->tres_usage, value);
}

static void
tres_run_mins(const void *at, struct ft_value *value)
{
	const struct fshare_row *row = at;

	seconds(row, row->table->promised, value);
}

/* ---- the tables ----------------------------------------------------------- */

/* clang-format off */
const struct ft_column fshare_fields[] = {
	/* in the order in which prefixes match */
	[FSHARE_ACCOUNT] = { "Account", .width = -20, .get = account,
	  .sentence =
	  "account, indented by its depth; of a user: the one it belongs to" },
	{ "Cluster", .width = 10, .key = "cluster", .place = 2, .get = cluster,
	  .sentence = "cluster" },
	[FSHARE_EFFECTIVE_USAGE] = { "EffectvUsage", .width = 13, .type = REAL,
	  .key = "effective_usage", .place = 14, VALUE(effective_usage),
	  .sentence =
	  "usage as part of the usage of the account above; classic: "
	  "effective usage" },
	[FSHARE_FAIR_SHARE] = { "FairShare", .width = 10, .type = REAL,
	  .flags = UNION, .key = "fairshare.factor", .place = 17,
	  VALUE_IF(factor, values.has_factor),
	  .sentence =
	  "fair-share factor, 0 to 1: the rank divided by the number of user "
	  "associations; accounts have none under Fair Tree" },
	{ "GrpTRESMins", .width = 30, .type = TRES,
	  .key = "tres.group_minutes", .place = 12, .get = grp_tres_mins,
	  .own = FSHARE_NEEDS_LIMITS,
	  .sentence =
	  "limits of the resource-minutes all jobs together may use" },
	{ "GrpTRESRaw", .width = 30, .type = TRES, .key = "tres.usage",
	  .place = 13, .get = grp_tres_raw, .own = FSHARE_NEEDS_USAGE,
	  .sentence = "resource-minutes used, decayed" },
	{ "ID", .width = 6, .type = UINT, .key = "id", .place = 1, MEMBER(id),
	  .sentence = "number of the association" },
	[FSHARE_LEVEL_FS] = { "LevelFS", .width = 10, .type = REAL,
	  .flags = UNION, .key = "fairshare.level", .place = 18,
	  .get = level_fs,
	  .sentence =
	  "level fairshare: NormShares divided by EffectvUsage; above 1 "
	  "under-served, below 1 over-served" },
	[FSHARE_NORM_SHARES] = { "NormShares", .width = 11, .type = REAL,
	  .flags = UNION, .key = "shares_normalized", .place = 8,
	  VALUE_IF(norm_shares, has_norm_shares),
	  .sentence =
	  "shares as part of the shares of all siblings; classic: of the "
	  "whole cluster" },
	[FSHARE_NORM_USAGE] = { "NormUsage", .width = 11, .type = REAL,
	  .flags = UNION, .key = "usage_normalized", .place = 15,
	  VALUE_IF(norm_usage, values.has_norm_usage),
	  .sentence = "usage as part of the usage of the cluster" },
	{ "Partition", .width = 12, .flags = BLANK, .key = "partition",
	  .place = 5, MEMBER(partition),
	  .sentence = "partition the association is for" },
	[FSHARE_RAW_SHARES] = { "RawShares", .width = 10, .type = UINT,
	  .flags = UNION, .key = "shares", .place = 9, .get = raw_shares,
	  .sentence = "shares as configured, or parent" },
	[FSHARE_RAW_USAGE] = { "RawUsage", .width = 11, .type = UINT,
	  .key = "usage", .place = 16, .get = raw_usage,
	  .sentence = "billing-seconds used, decayed, cut to an integer" },
	{ "TRESRunMins", .width = 30, .type = TRES, .key = "tres.run_seconds",
	  .place = 11, .get = tres_run_mins, .own = FSHARE_NEEDS_RUNNING,
	  .sentence = "resource-minutes that running jobs may still use" },
	[FSHARE_USER] = { "User", .width = 10, MEMBER(user),
	  .sentence = "user; blank for accounts" },
	{ "Parent", .width = 10, .flags = OURS | BLANK, .key = "parent",
	  .place = 4, MEMBER(parent),
	  .sentence = "account above; of a user: its account" },
	{ "Depth", .width = 5, .type = UINT, .flags = OURS, .key = "depth",
	  .place = 7, MEMBER(depth), .sentence = "number of accounts above" },
	{ "Path", .width = -20, .flags = OURS, .key = "path", .place = 6,
	  .get = path, .sentence = "names from the root down, separated by /" },
	[FSHARE_RANK] = { "Rank", .width = 6, .type = UINT,
	  .flags = OURS | UNION, .key = "rank", .place = 19,
	  VALUE_IF(rank, has_rank),
	  .sentence =
	  "place among all users, 1 the best; tied users have the same" },
	{ .name = NULL },
};

/* In documents only. */
static const struct ft_column more[] = {
	{ "Name", .key = "name", .place = 3, MEMBER(name) },
	{ "OfParent", .type = FT_COLUMN_BOOL, .key = "shares_of_parent",
	  .place = 10, MEMBER(shares_of_parent) },
	{ "Type", .type = FT_COLUMN_LIST, .key = "type", .place = 20,
	  .get = type },
	{ .name = NULL },
};
/* clang-format on */

void
fshare_document_columns(struct ft_columns *columns)
{
	ft_columns_add_keys(columns, fshare_fields);
	ft_columns_add_keys(columns, more);
}
