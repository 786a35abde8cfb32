/* columns.c - every column of the share table, and its value in a row. */

#include "shares/columns.h"

#include "base/bisect.h"
#include "base/text/timefmt.h"

#define UINT  FT_COLUMN_UINT
#define REAL  FT_COLUMN_REAL
#define TRES  FT_COLUMN_TRES
#define OURS  FT_COLUMN_OURS
#define UNION FT_COLUMN_UNION
#define BLANK FT_COLUMN_BLANK

#define MEMBER(name)         FT_MEMBER(struct ft_shares_row, name)
#define MEMBER_IF(name, has) FT_MEMBER_IF(struct ft_shares_row, name, has)
#define VALUE(name)          FT_MEMBER(struct ft_shares_row, values.name)
#define VALUE_IF(name, has)  FT_MEMBER_IF(struct ft_shares_row, values.name, has)

void
ft_shares_row_fill(
    struct ft_shares_row *row, const struct ft_shares *shares, uint32_t node)
{
	const struct ft_tree *tree = shares->data.tree;
	const struct ft_names_set *names = &shares->names;
	uint32_t parent = tree->parent[node];
	bool user = ft_tree_is_user(tree, node);

	*row = (struct ft_shares_row){
		.record = row,
		.shares = shares,
		.node = node,
		.use = node,
		.id = tree->id[node],
		.depth = ft_tree_depth(tree, node),
		.is_user = user,
		.is_root = parent == FT_NODE_NONE,
		.has_norm_shares = !shares->basic,
		.shares_of_parent = tree->flags[node] & FT_NODE_PARENT,
		.raw = shares->data.raw[node],
		.raw_shares = tree->shares[node],
		.at = shares->now,
		.cluster = shares->cluster,
		.account = ft_tree_account(tree, names, node),
		.user = ft_tree_user(tree, names, node),
		.partition = tree->partition ? ft_names_get(&names->partition,
						   tree->partition[node])
					     : NULL,
	};
	row->name = user ? row->user : row->account;
	if (!row->is_root)
		row->parent = ft_tree_account(tree, names, parent);
	/* without the multifactor plugin nothing is computed */
	if (shares->basic)
		row->values = (struct ft_share_values){
			.has_level_fs = !row->shares_of_parent,
			.has_factor = user,
		};
	else
		ft_share_values_of(&shares->data.input, &shares->data.share,
		    node, &row->values);
	row->has_place = row->values.rank > 0;
}

/* ---- names ---------------------------------------------------------------- */

/* In tables after its lead; a drawn tree has the users in this column, too. */
static void
account(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;
	const char *name = row->drawn ? row->name : row->account;

	if (!row->lead)
		ft_value_text(value, row->account);
	else
		ft_str_addf(
		    ft_value_build(value), "%s%s", row->lead, name ? name : "");
}

/* Rows are in the order of their paths already. */
static void
path(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	if (row->path)
		ft_value_text(value, row->path);
	else
		ft_tree_add_path(row->shares->data.tree, &row->shares->names,
		    row->node, ft_value_build(value));
	ft_value_order(value, (ft_real)row->order);
}

static void
cluster(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_text(value, row->cluster);
	ft_value_order(value, (ft_real)row->order);
}

static void
type(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_text(value, row->is_user ? "USER" : "ASSOCIATION");
}

/* ---- numbers -------------------------------------------------------------- */

static void
raw_shares(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	if (row->is_root)
		return;
	if (row->shares_of_parent)
		ft_value_text(value, "parent");
	else
		ft_value_u64(value, row->raw_shares);
}

static void
raw_usage(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_u64(value, ft_real_u64(row->raw));
	ft_value_order(value, row->raw);
}

static void
time_of(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_time_add_date(ft_value_build(value), row->at);
	ft_value_order(value, (ft_real)row->at);
}

static void
level_fs(const void *at, struct ft_value *value)
{
	const struct ft_share_values *values =
	    &((const struct ft_shares_row *)at)->values;

	if (!values->has_level_fs)
		return;
	ft_value_real(value, values->level_fs);
	value->style = values->level_fs < 1 ? FT_STYLE_BAD : FT_STYLE_GOOD;
}

/* ---- TRES ----------------------------------------------------------------- */

/* Returns the first limit of association ID, NULL if there is none. */
static const struct ft_limit *
first_limit(const struct ft_shares *shares, uint32_t id)
{
	size_t i;

	FT_BISECT(i, 0, shares->n_limit, shares->limit[i].owner < id);
	return i < shares->n_limit && shares->limit[i].owner == id
		   ? &shares->limit[i]
		   : NULL;
}

static void
add_tres_name(struct ft_str *str, const struct ft_tres *tres)
{
	if (str->len > 0)
		ft_str_add_char(str, ',');
	ft_tres_add_name(str, tres);
	ft_str_add_char(str, '=');
}

static void
add_tres(struct ft_str *str, const struct ft_tres *tres, uint64_t count)
{
	add_tres_name(str, tres);
	ft_str_add_u64(str, count);
}

static void
grp_tres_mins(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;
	const struct ft_shares *shares = row->shares;
	const struct ft_limit *limit = first_limit(shares, row->id);
	const struct ft_limit *end;
	struct ft_str *str;

	if (shares->n_limit == 0)
		return;
	end = shares->limit + shares->n_limit;
	str = ft_value_build(value);
	for (; limit && limit < end && limit->owner == row->id; limit++) {
		const struct ft_tres *tres =
		    ft_tres_get(&shares->tres, limit->tres);

		if (tres)
			add_tres(str, tres, limit->value);
	}
}

const struct ft_limit *
ft_shares_limit(const struct ft_shares *shares, uint32_t id, uint32_t tres)
{
	const struct ft_limit *limit = first_limit(shares, id);

	if (!limit)
		return NULL;
	for (; limit < shares->limit + shares->n_limit && limit->owner == id;
	     limit++)
		if (limit->tres == tres)
			return limit;
	return NULL;
}

/* Add the TRES-seconds of resource I. */
static void
add_seconds(struct ft_str *str, const struct ft_shares *shares, size_t i,
    uint64_t seconds)
{
	add_tres(str, &shares->tres.item[i],
	    shares->in_seconds ? seconds : seconds / 60);
}

static void
grp_tres_raw(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;
	const struct ft_shares *shares = row->shares;
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < shares->tres.n; i++) {
		const struct ft_tres *tres = &shares->tres.item[i];
		ft_real seconds =
		    shares->tres_usage[i * shares->n_use + row->use];

		if (!shares->in_seconds) {
			add_tres(str, tres, ft_real_u64(seconds) / 60);
			continue;
		}
		add_tres_name(str, tres);
		ft_str_add_real(str, ft_real_shown(seconds));
	}
}

static void
tres_run_mins(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;
	const struct ft_shares *shares = row->shares;
	struct ft_str *str = ft_value_build(value);

	for (size_t i = 0; i < shares->tres.n; i++)
		add_seconds(str, shares, i,
		    shares->promised
			? shares->promised[i * shares->n_use + row->use]
			: 0);
}

/* ---- the tables ----------------------------------------------------------- */

/* clang-format off */
const struct ft_column ft_shares_fields[] = {
	/* in the order in which prefixes match */
	[FT_SHARES_ACCOUNT] = { "Account", .width = -20, .get = account,
	  .sentence =
	  "account, indented by its depth; in the row of a user: its account" },
	{ "Cluster", .width = 10, .key = "cluster", .place = 2, .get = cluster,
	  .sentence = "cluster" },
	[FT_SHARES_EFFECTIVE_USAGE] = { "EffectvUsage", .width = 13, .type = REAL,
	  .key = "effective_usage", .place = 14, VALUE(effective_usage),
	  .sentence =
	  "usage as a fraction of the usage of the account above; classic: "
	  "effective usage" },
	[FT_SHARES_FAIR_SHARE] = { "FairShare", .width = 10, .type = REAL,
	  .flags = UNION, .key = "fairshare.factor", .place = 17,
	  VALUE_IF(factor, values.has_factor),
	  .sentence =
	  "fair-share factor, 0 to 1: the rank (the best user has the highest) "
	  "divided by the number of user associations; accounts have none under "
	  "Fair Tree" },
	{ "GrpTRESMins", .width = 30, .type = TRES,
	  .key = "tres.group_minutes", .place = 12, .get = grp_tres_mins,
	  .own = FT_SHARES_NEED_LIMITS,
	  .sentence =
	  "limits on the resource-minutes that all jobs together may use" },
	{ "GrpTRESRaw", .width = 30, .type = TRES, .key = "tres.usage",
	  .place = 13, .get = grp_tres_raw, .own = FT_SHARES_NEED_USAGE,
	  .sentence = "resource-minutes used, decayed" },
	{ "ID", .width = 6, .type = UINT, .key = "id", .place = 1, MEMBER(id),
	  .sentence = "ID of the association" },
	[FT_SHARES_LEVEL_FS] = { "LevelFS", .width = 10, .type = REAL,
	  .flags = UNION, .key = "fairshare.level", .place = 18,
	  .get = level_fs,
	  .sentence =
	  "level fairshare: NormShares divided by EffectvUsage; above 1 "
	  "under-served, below 1 over-served" },
	[FT_SHARES_NORM_SHARES] = { "NormShares", .width = 11, .type = REAL,
	  .flags = UNION, .key = "shares_normalized", .place = 8,
	  VALUE_IF(norm_shares, has_norm_shares),
	  .sentence =
	  "shares as a fraction of the shares of all siblings; classic: of "
	  "the whole cluster" },
	[FT_SHARES_NORM_USAGE] = { "NormUsage", .width = 11, .type = REAL,
	  .flags = UNION, .key = "usage_normalized", .place = 15,
	  VALUE_IF(norm_usage, values.has_norm_usage),
	  .sentence = "usage as a fraction of the usage of the cluster" },
	{ "Partition", .width = 12, .flags = BLANK, .key = "partition",
	  .place = 5, MEMBER(partition),
	  .sentence = "partition the association is for" },
	[FT_SHARES_RAW_SHARES] = { "RawShares", .width = 10, .type = UINT,
	  .flags = UNION, .key = "shares", .place = 9, .get = raw_shares,
	  .sentence = "shares as configured, or parent" },
	[FT_SHARES_RAW_USAGE] = { "RawUsage", .width = 11, .type = UINT,
	  .key = "usage", .place = 16, .get = raw_usage,
	  .sentence = "billing-seconds used, decayed, truncated to an integer" },
	{ "TRESRunMins", .width = 30, .type = TRES, .key = "tres.run_seconds",
	  .place = 11, .get = tres_run_mins, .own = FT_SHARES_NEED_RUNNING,
	  .sentence = "resource-minutes that running jobs may still use" },
	[FT_SHARES_USER] = { "User", .width = 10, MEMBER(user),
	  .sentence = "user; blank for accounts" },
	{ "Parent", .width = 10, .flags = OURS | BLANK, .key = "parent",
	  .place = 4, MEMBER(parent),
	  .sentence = "account above; in the row of a user: its account" },
	{ "Depth", .width = 5, .type = UINT, .flags = OURS, .key = "depth",
	  .place = 7, MEMBER(depth), .sentence = "number of accounts above it" },
	{ "Path", .width = -20, .flags = OURS, .key = "path", .place = 6,
	  .get = path, .sentence = "names from the root down, separated with /" },
	[FT_SHARES_PLACE] = { "Place", .width = 6, .type = UINT,
	  .flags = OURS | UNION, .key = "place", .place = 19,
	  VALUE_IF(rank, has_place),
	  .sentence =
	  "place among all users, 1 is first; tied users share a place" },
	[FT_SHARES_RANK] = { "Rank", .width = 6, .type = UINT,
	  .flags = OURS | UNION, .key = "rank", .place = 20,
	  VALUE_IF(rank, has_place),
	  .sentence = "the same as Place, by its old name" },
	[FT_SHARES_TIME] = { "Time", .width = 19, .type = FT_COLUMN_TIME,
	  .flags = OURS, .get = time_of,
	  .sentence = "time for which the row was computed" },
	[FT_SHARES_CURVE] = { "Curve", .width = 5, .type = UINT, .flags = OURS,
	  MEMBER_IF(curve, has_curve),
	  .sentence =
	  "number of the curve of a history that the row is on: no line joins "
	  "two curves" },
	{ .name = NULL },
};

/* In documents only. */
static const struct ft_column more[] = {
	{ "Name", .key = "name", .place = 3, MEMBER(name) },
	{ "OfParent", .type = FT_COLUMN_BOOL, .key = "shares_of_parent",
	  .place = 10, MEMBER(shares_of_parent) },
	{ "Type", .type = FT_COLUMN_LIST, .key = "type", .place = 21,
	  .get = type },
	{ .name = NULL },
};
/* clang-format on */

void
ft_shares_document_columns(struct ft_columns *columns)
{
	ft_columns_add_keys(columns, ft_shares_fields);
	ft_columns_add_keys(columns, more);
}
