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
#include "sim/priority/priority.h"

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

static const struct ft_column columns[] = {
	{ .name = "Cluster" },
	{ .name = "Account" },
	{ .name = "User" },
	{ .name = "Partition" },
	{ .name = "Parent" },
	{ .name = "Depth", .type = FT_COLUMN_UINT },
	{ .name = "Path" },
	{ .name = "QOS" },
	{ .name = "Limit" },
	{ .name = "TRES" },
	{ .name = "Value", .type = FT_COLUMN_UINT },
	{ .name = "Used", .type = FT_COLUMN_UINT },
};

struct printer {
	struct ft_table *table;
	struct fcontrol_owner owner;
	struct ft_str path;
};

static void
put_owner(struct printer *printer)
{
	const struct ft_world *world = printer->owner.world;
	const struct ft_tree *tree = world->tree;
	uint32_t node = printer->owner.id, parent = tree->parent[node];
	const struct ft_assoc *assoc =
	    ft_acctdb_assoc(&world->acctdb, tree->id[node]);

	ft_table_text(
	    printer->table, ft_tree_account(tree, &world->names, node));
	ft_table_text(printer->table, ft_tree_user(tree, &world->names, node));
	ft_table_text(printer->table, assoc ? assoc->partition : NULL);
	ft_table_text(
	    printer->table, parent == FT_NODE_NONE
				? NULL
				: ft_tree_account(tree, &world->names, parent));
	ft_table_u64(printer->table, ft_tree_depth(tree, node));
	ft_str_clear(&printer->path);
	ft_tree_add_path(tree, &world->names, node, &printer->path);
	ft_table_text_n(
	    printer->table, ft_str_text(&printer->path), printer->path.len);
	ft_table_unset(printer->table);
}

static void
put_limit(void *ctx, const struct row *row)
{
	struct printer *printer = ctx;
	const struct ft_world *world = printer->owner.world;

	ft_table_text(printer->table, world->cluster_name);
	if (printer->owner.is_qos) {
		const struct ft_qos *qos =
		    ft_acctdb_qos(&world->acctdb, printer->owner.id);

		for (int i = 0; i < 6; i++)
			ft_table_unset(printer->table);
		ft_table_text(printer->table, qos ? qos->name : NULL);
	} else {
		put_owner(printer);
	}
	ft_table_text(printer->table, row->kind);
	ft_table_text(printer->table, row->tres);
	if (row->limited)
		ft_table_u64(printer->table, row->limit);
	else
		ft_table_unset(printer->table);
	if (row->counted)
		ft_table_u64(printer->table, row->used);
	ft_table_row(printer->table);
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
		if (!fcontrol_assoc_selects(control, order[i], of))
			continue;
		printer->owner.id = order[i];
		each_limit(&printer->owner, put_limit, printer);
	}
}

static void
put_rows(struct fcontrol *control, const struct fcontrol_assoc *of,
    struct ft_out *out)
{
	const struct ft_table_options options = { .format = control->format };
	const struct ft_acctdb *acctdb = &control->world.acctdb;
	struct printer printer = { .owner = {
				       &control->world, false, 0, false } };

	printer.table =
	    ft_table_open(out, &options, columns, FT_COUNT(columns));
	if (of->flags & FCONTROL_ASSOC_ASSOCS)
		put_assocs(&printer, control, of);
	printer.owner.is_qos = true;
	for (size_t i = 0; i < acctdb->n_qos && of->flags & FCONTROL_ASSOC_QOS;
	     i++) {
		printer.owner.id = acctdb->qos[i].id;
		if (fcontrol_listed(of->qos, acctdb->qos[i].name))
			each_limit(&printer.owner, put_limit, &printer);
	}
	ft_table_close(printer.table);
	ft_str_free(&printer.path);
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
