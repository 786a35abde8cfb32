/*
 * assoc_doc.c - fcontrol show assoc_mgr for programs: users, associations and
 * QOS as a document, or a row for each limit, with what counts against it.
 */

#include "fcontrol/show/assoc.h"
#include "fcontrol/show/limits.h"
#include "model/account/limits.h"
#include "report/format/doc.h"
#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"

/* One limit of one owner. */
struct row {
	const char *kind, *tres; /* "GrpTRES", "cpu"; tres NULL: none */
	bool limited, counted;
	uint64_t limit, used;
};
typedef void row_fn(void *ctx, const struct row *row);

/* Call FN for each limit that is set or has usage counted against it. */
static void
each_limit(const struct fcontrol_owner *owner, row_fn *fn, void *ctx)
{
	const struct ft_tres_table *table = &owner->world->tres;
	struct ft_policy_use use =
	    owner->is_qos ? ft_policy_qos_use(owner->world, owner->id)
			  : ft_policy_assoc_use(owner->world, owner->id);
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	for (int kind = 0; kind < FT_LIMIT_KINDS; kind++) {
		const struct ft_limit_info *info = &ft_limit_infos[kind];
		size_t n = info->type == FT_LIMIT_TRES ? table->n : 1;

		if (!(owner->is_qos ? info->qos : info->assoc) ||
		    kind == FT_LIMIT_PRIORITY)
			continue;
		for (size_t i = 0; i < n; i++) {
			struct row row = { .kind = info->name };
			ft_real used = 0;

			if (info->type == FT_LIMIT_TRES) {
				ft_str_clear(&name);
				ft_tres_add_name(&name, &table->item[i]);
				row.tres = ft_str_text(&name);
			}
			row.limited = fcontrol_limit(owner, (uint16_t)kind,
			    row.tres ? table->item[i].id : 0, &row.limit);
			row.counted = fcontrol_used(
			    owner, &use, (uint16_t)kind, i, &used);
			row.used = ft_real_u64(used);
			if (row.limited || row.used > 0)
				fn(ctx, &row);
		}
	}
}

/* ---- as a document ------------------------------------------------------------------ */

static void
doc_limit(void *ctx, const struct row *row)
{
	struct ft_doc *doc = ctx;

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "name", row->kind);
	ft_doc_text(doc, "tres", row->tres);
	ft_doc_count(doc, "limit", true, !row->limited, row->limit);
	ft_doc_count(doc, "used", row->counted, false, row->used);
	ft_doc_end(doc);
}

static void
doc_limits(struct ft_doc *doc, const struct fcontrol_owner *owner)
{
	ft_doc_begin_list(doc, "limits");
	each_limit(owner, doc_limit, doc);
	ft_doc_end(doc);
}

static void
doc_shares(struct ft_doc *doc, struct ft_world *world, uint32_t node)
{
	const struct ft_tree *tree = world->tree;
	struct ft_share_input input = { tree, ft_world_usage_at_pass(world),
		world->share_params };
	struct ft_share_values values = { 0 };
	bool root = tree->parent[node] == FT_NODE_NONE;

	if (world->algo)
		ft_share_values_of(&input, &world->share, node, &values);
	ft_doc_count(doc, "shares",
	    !root && !(tree->flags[node] & FT_NODE_PARENT), false,
	    tree->shares[node]);
	ft_doc_number(doc, "shares_normalized", !root, values.norm_shares);
	ft_doc_number(doc, "factor", values.has_factor, values.factor);
	ft_doc_real(doc, "usage", (double)ft_world_usage(world)[node]);
	ft_doc_real(doc, "effective_usage", (double)values.effective_usage);
}

static void
doc_assoc(struct ft_doc *doc, struct ft_world *world, uint32_t node)
{
	const struct ft_tree *tree = world->tree;
	const struct ft_names_set *names = &world->names;
	const struct ft_assoc *assoc =
	    ft_acctdb_assoc(&world->acctdb, tree->id[node]);
	const struct fcontrol_owner owner = { world, false, node, false };
	uint32_t parent = tree->parent[node];
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	ft_tree_add_path(tree, names, node, &path);
	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "id", assoc ? assoc->number : tree->id[node]);
	ft_doc_text(doc, "cluster", world->cluster_name);
	ft_doc_text(doc, "account", ft_tree_account(tree, names, node));
	ft_doc_text(doc, "user", ft_tree_user(tree, names, node));
	ft_doc_text(doc, "partition",
	    assoc && *assoc->partition ? assoc->partition : NULL);
	ft_doc_text(doc, "parent",
	    parent == FT_NODE_NONE ? NULL
				   : ft_tree_account(tree, names, parent));
	ft_doc_u64(doc, "depth", ft_tree_depth(tree, node));
	ft_doc_text(doc, "path", ft_str_text(&path));
	ft_doc_bool(doc, "is_default", tree->flags[node] & FT_NODE_DEFAULT);
	doc_shares(doc, world, node);
	doc_limits(doc, &owner);
	ft_doc_end(doc);
}

struct user_doc {
	struct ft_doc *doc;
	const struct fcontrol *control;
};

static void
doc_user(void *ctx, const struct ft_user *user, const char *account)
{
	static const char *const levels[] = {
		[FT_ADMIN_NOTSET] = NULL,
		[FT_ADMIN_NONE] = "None",
		[FT_ADMIN_OPERATOR] = "Operator",
		[FT_ADMIN_ADMINISTRATOR] = "Administrator",
	};
	const struct user_doc *users = ctx;
	const char *wckey = fcontrol_wckey(users->control, user);
	struct ft_doc *doc = users->doc;

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "name", user->name);
	ft_doc_text(doc, "default_account", account);
	ft_doc_text(doc, "default_wckey", *wckey ? wckey : NULL);
	ft_doc_text(doc, "admin_level", levels[user->admin_level]);
	ft_doc_end(doc);
}

static void
doc_qos(struct ft_doc *doc, struct ft_world *world, const struct ft_qos *qos)
{
	const struct fcontrol_owner owner = { world, true, qos->id, false };

	ft_doc_begin(doc, NULL);
	ft_doc_u64(doc, "id", qos->id);
	ft_doc_text(doc, "name", qos->name);
	doc_limits(doc, &owner);
	ft_doc_end(doc);
}

static void
doc_assocs(struct ft_doc *doc, struct fcontrol *control,
    const struct fcontrol_assoc *of)
{
	struct ft_world *world = &control->world;
	uint32_t *order FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tree->n, sizeof *order);

	ft_tree_display_order(
	    world->tree, &world->names, FT_SIBLINGS_NAME, order);
	for (uint32_t i = 0; i < world->tree->n; i++)
		if (fcontrol_assoc_selects(control, order[i], of))
			doc_assoc(doc, world, order[i]);
}

static void
print_document(struct fcontrol *control, const struct fcontrol_assoc *of,
    struct ft_out *out)
{
	struct ft_world *world = &control->world;
	struct ft_doc *doc = ft_doc_open_ours(
	    out, control->format, "fairtree.control_assoc_mgr/1");
	struct user_doc users = { doc, control };

	ft_doc_begin_list(doc, "users");
	if (of->flags & FCONTROL_ASSOC_USERS)
		fcontrol_each_user(control, of->users, doc_user, &users);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "associations");
	if (of->flags & FCONTROL_ASSOC_ASSOCS)
		doc_assocs(doc, control, of);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "qos");
	for (size_t i = 0;
	     i < world->acctdb.n_qos && of->flags & FCONTROL_ASSOC_QOS; i++)
		if (fcontrol_listed(of->qos, world->acctdb.qos[i].name))
			doc_qos(doc, world, &world->acctdb.qos[i]);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

/* ---- a row for each limit ------------------------------------------------------------ */

struct printer {
	struct ft_table *table;
	struct fcontrol_owner owner;
	/* the row: its owner */
	const char *cluster, *account, *user, *partition, *parent, *path, *qos;
	uint32_t depth;
	bool is_assoc;
	/* and its limit */
	struct row limit;
};

#define MEMBER(member) FT_MEMBER(struct printer, member)
#define MEMBER_IF(member, given)                                               \
	.type = FT_COLUMN_UINT, FT_MEMBER_IF(struct printer, member, given)
static const struct ft_column columns[] = {
	{ .name = "Cluster", MEMBER(cluster) },
	{ .name = "Account", MEMBER(account) },
	{ .name = "User", MEMBER(user) },
	{ .name = "Partition", MEMBER(partition) },
	{ .name = "Parent", MEMBER(parent) },
	{ .name = "Depth", MEMBER_IF(depth, is_assoc) },
	{ .name = "Path", MEMBER(path) },
	{ .name = "QOS", MEMBER(qos) },
	{ .name = "Limit", MEMBER(limit.kind) },
	{ .name = "TRES", MEMBER(limit.tres) },
	{ .name = "Value", MEMBER_IF(limit.limit, limit.limited) },
	{ .name = "Used", MEMBER_IF(limit.used, limit.counted) },
};

static void
put_limit(void *ctx, const struct row *row)
{
	struct printer *printer = ctx;

	printer->limit = *row;
	ft_table_put(printer->table, &ctx);
}

static void
put_assoc(struct printer *printer, uint32_t node)
{
	const struct ft_world *world = printer->owner.world;
	const struct ft_tree *tree = world->tree;
	const struct ft_names_set *names = &world->names;
	uint32_t parent = tree->parent[node];
	const struct ft_assoc *assoc =
	    ft_acctdb_assoc(&world->acctdb, tree->id[node]);
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	ft_tree_add_path(tree, names, node, &path);
	printer->account = ft_tree_account(tree, names, node);
	printer->user = ft_tree_user(tree, names, node);
	printer->partition = assoc ? assoc->partition : NULL;
	printer->parent = parent == FT_NODE_NONE
			      ? NULL
			      : ft_tree_account(tree, names, parent);
	printer->depth = ft_tree_depth(tree, node);
	printer->path = ft_str_text(&path);
	printer->owner.id = node;
	each_limit(&printer->owner, put_limit, printer);
}

static void
put_qos(struct printer *printer, const struct ft_qos *qos)
{
	printer->qos = qos->name;
	printer->owner.id = qos->id;
	each_limit(&printer->owner, put_limit, printer);
}

static void
put_assocs(struct printer *printer, const struct fcontrol *control,
    const struct fcontrol_assoc *of)
{
	const struct ft_world *world = &control->world;
	uint32_t *order FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tree->n, sizeof *order);

	ft_tree_display_order(
	    world->tree, &world->names, FT_SIBLINGS_NAME, order);
	for (uint32_t i = 0; i < world->tree->n; i++) {
		if (fcontrol_assoc_selects(control, order[i], of))
			put_assoc(printer, order[i]);
	}
}

static void
put_rows(struct fcontrol *control, const struct fcontrol_assoc *of,
    struct ft_out *out)
{
	const struct ft_table_options options = { .format = control->format };
	struct ft_world *world = &control->world;
	const struct ft_acctdb *acctdb = &world->acctdb;
	struct printer assocs = { .owner = { .world = world },
		.cluster = world->cluster_name,
		.is_assoc = true };
	struct printer qos = { .owner = { .world = world, .is_qos = true },
		.cluster = world->cluster_name };

	assocs.table = qos.table =
	    ft_table_open(out, &options, columns, FT_COUNT(columns));
	if (of->flags & FCONTROL_ASSOC_ASSOCS)
		put_assocs(&assocs, control, of);
	for (size_t i = 0; i < acctdb->n_qos && of->flags & FCONTROL_ASSOC_QOS;
	     i++)
		if (fcontrol_listed(of->qos, acctdb->qos[i].name))
			put_qos(&qos, &acctdb->qos[i]);
	ft_table_close(qos.table);
}

void
fcontrol_assoc_document(
    struct fcontrol *control, const struct fcontrol_assoc *of)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(control->context->out);

	if (fcontrol_has_columns(control))
		put_rows(control, of, &out);
	else
		print_document(control, of, &out);
}
