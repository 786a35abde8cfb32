/* slurmdoc.c - sshare --json and --yaml: the rows as Slurm's data parsers shape
 * them; their columns are those of scripts, so -o, -l and -m do not count. */

#include "fshare/fshare.h"

#define UINT   .type = FT_COLUMN_UINT
#define REAL   .type = FT_COLUMN_REAL
#define UNION  .flags = FT_COLUMN_UNION
#define LATER  .since = FT_RELEASE_24_11
#define BEFORE .until = FT_RELEASE_24_11

#define ROW(name)   FT_MEMBER(struct ft_shares_row, name)
#define VALUE(name) ROW(values.name)

/* What stands for numbers that are not set, and for the shares of the parent. */
#define NO_VALUE      4294967294.0L
#define PARENT_SHARES 2147483647

/* ---- numbers --------------------------------------------------------------------- */

static void
shares(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	if (row->shares_of_parent)
		ft_value_u64(value, PARENT_SHARES);
	else if (!row->is_root)
		ft_value_u64(value, row->shares->data.tree->shares[row->node]);
}

/* priority/basic computes no shares: a number without end, cast. */
static void
norm_shares(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_real(value, row->shares->basic
				 ? (ft_real)UINT64_MAX
				 : (ft_real)row->values.norm_shares);
}

static void
usage(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_u64(value, ft_real_u64(row->shares->data.raw[row->node]));
}

/*
 * The factor of what has none is 0.  Without Fair Tree the daemon keeps none, and
 * only since 26.05 it is computed here.
 */
static void
factor(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;
	const struct ft_share *share = &row->shares->data.share;
	double number = 0;

	if (!row->shares->basic && share->algo->ranks)
		number = row->values.has_factor ? row->values.factor : 0;
	else if (!row->shares->basic && row->classic_factor && !row->is_root)
		number = ft_share_job_factor(
		    share, row->shares->data.tree, row->node);
	ft_value_real(value, (ft_real)number);
}

static void
level(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	if (row->shares->basic || !row->shares->data.share.algo->level_fs)
		ft_value_real(value, 0);
	else if (row->values.has_level_fs)
		ft_value_real(value, row->values.level_fs);
	else if (row->is_user)
		ft_value_real(value, (ft_real)INFINITY);
}

static void
write_endless(struct ft_doc *doc, const char *key)
{
	const struct ft_doc_shape *shape = ft_doc_shape_of(doc);

	if (shape->complex) {
		ft_doc_real(doc, key, (double)INFINITY);
		return;
	}
	if (ft_release_has(shape->parser, FT_RULE_LEVEL_WARNING))
		ft_doc_warn(doc, "Dumping (0xffffffffffffffff) as place holder "
				 "for Infinity");
	ft_doc_number(doc, key, true, (double)UINT64_MAX);
}

static void
write_level(struct ft_doc *doc, const char *key, const void *at)
{
	struct ft_value value = { .kind = FT_VALUE_UNSET };

	level(at, &value);
	if (value.kind == FT_VALUE_REAL && isinf(value.real) &&
	    ft_release_has(ft_doc_shape_of(doc)->release, FT_RULE_LEVEL_NUMBER))
		write_endless(doc, key);
	else
		ft_doc_number(
		    doc, key, value.kind == FT_VALUE_REAL, (double)value.real);
}

static void
bare_level(const void *at, struct ft_value *value)
{
	level(at, value);
	if (value->kind == FT_VALUE_UNSET)
		ft_value_real(value, NO_VALUE);
}

static void
type(const void *at, struct ft_value *value)
{
	const struct ft_shares_row *row = at;

	ft_value_text(value, row->is_user ? "USER" : "ASSOCIATION");
}

/* ---- TRES ------------------------------------------------------------------------ */

static void
begin_tres(struct ft_doc *doc, const struct ft_tres *tres)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_tres_add_name(&name, tres);
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "name", name.data);
}

static void
write_running(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_shares_row *row = at;
	const struct ft_shares *all = row->shares;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < all->tres.n; i++) {
		begin_tres(doc, &all->tres.item[i]);
		ft_doc_count(doc, "value", true, false,
		    all->promised ? all->promised[i * all->n_use + row->use]
				  : 0);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
write_limits(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_shares_row *row = at;
	const struct ft_shares *all = row->shares;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < all->tres.n; i++) {
		const struct ft_limit *limit =
		    ft_shares_limit(all, row->id, all->tres.item[i].id);

		begin_tres(doc, &all->tres.item[i]);
		ft_doc_count(
		    doc, "value", limit, !limit, limit ? limit->value : 0);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
write_usage(struct ft_doc *doc, const char *key, const void *at)
{
	const struct ft_shares_row *row = at;
	const struct ft_shares *all = row->shares;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; i < all->tres.n; i++) {
		begin_tres(doc, &all->tres.item[i]);
		ft_doc_real(doc, "value",
		    ft_real_shown(all->tres_usage[i * all->n_use + row->use]));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

/* ---- the rows -------------------------------------------------------------------- */

/* clang-format off */
static const struct ft_column members[] = {
	{ .key = "id", UINT, ROW(id) },
	{ .key = "cluster", ROW(cluster) },
	{ .key = "name", ROW(name) },
	{ .key = "parent", ROW(parent) },
	{ .key = "partition", ROW(partition) },
	{ .key = "shares_normalized", REAL, UNION, .get = norm_shares },
	{ .key = "shares", UINT, UNION, .get = shares },
	{ .key = "tres.run_seconds", .own = FT_SHARES_NEED_RUNNING, .write = write_running },
	{ .key = "tres.group_minutes", .own = FT_SHARES_NEED_LIMITS, .write = write_limits },
	{ .key = "tres.usage", .own = FT_SHARES_NEED_USAGE, .write = write_usage },
	{ .key = "effective_usage", REAL, BEFORE, VALUE(effective_usage) },
	{ .key = "effective_usage", REAL, UNION, LATER, VALUE(effective_usage) },
	{ .key = "usage_normalized", REAL, UNION, FT_MEMBER_IF(struct ft_shares_row, values.norm_usage, values.has_norm_usage) },
	{ .key = "usage", UINT, .get = usage },
	{ .key = "fairshare.factor", REAL, BEFORE, .get = factor },
	{ .key = "fairshare.level", REAL, BEFORE, .get = bare_level },
	{ .key = "fairshare.factor", REAL, UNION, LATER, .get = factor },
	{ .key = "fairshare.level", LATER, .write = write_level },
	{ .key = "type", .type = FT_COLUMN_LIST, .get = type },
};
/* clang-format on */

void
fshare_slurm_columns(struct ft_columns *columns)
{
	for (size_t i = 0; i < FT_COUNT(members); i++)
		ft_columns_add(columns, &members[i], 0);
}

bool
fshare_slurm_document(const struct fshare_table *table, struct ft_out *out)
{
	const struct fshare_args *args = table->args;
	const struct ft_context *context = args->context;
	const struct ft_slurmdoc_call call = { .context = context,
		.session = &args->session,
		.argc = context->argc,
		.argv = context->argv };
	bool failed;
	struct ft_doc *doc =
	    ft_slurmdoc_open(&args->document, context, out, &failed);
	struct ft_shares_row row;

	if (!doc)
		return !failed;
	ft_doc_begin(doc, "shares");
	ft_doc_begin_list(doc, "shares");
	for (size_t i = 0; i < table->n; i++) {
		fshare_row_fill(&row, table, i);
		row.classic_factor =
		    ft_release_has(context->release, FT_RULE_CLASSIC_FACTOR);
		ft_doc_object(doc, NULL, members, FT_COUNT(members), &row);
	}
	ft_doc_end(doc);
	ft_doc_u64(doc, "total_shares", 0);
	ft_doc_end(doc);
	ft_slurmdoc_close(doc, &args->document, &call);
	return true;
}
