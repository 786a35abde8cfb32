/*
 * columns.c - every column of the lists (field.def), and the getters of those that
 * show more than a member or a limit.
 */

#include "facctmgr/list/columns.h"
#include "admin/txn/txn.h"
#include "model/machine/nodeevent.h"
#include "model/machine/nodes.h"
#include "model/reservation/record.h"

const char *const facctmgr_levels[] = { "Not Set", "None", "Operator",
	"Administrator" };

/* ---- members --------------------------------------------------------------------- */

void
facctmgr_get_date(const void *at, struct ft_value *value)
{
	const int64_t *when;

	if (!ft_column_record(value->column, at))
		return;
	when = ft_column_member(value->column, at);
	ft_time_add_date(ft_value_build(value), *when);
}

/* ---- records -------------------------------------------------------------------- */

static void
facctmgr_get_account(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (!row->shown_account) {
		ft_value_text(value, row->account_name);
		return;
	}
	ft_str_add_indent(ft_value_build(value), row->depth, 1);
	ft_str_add(value->room, row->shown_account->name);
}

static void
facctmgr_get_description(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	ft_value_text(value, row->resource ? row->resource->description
			     : row->qos    ? row->qos->description
			     : row->record_account
				 ? row->record_account->description
				 : NULL);
}

static void
facctmgr_get_admin_level(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->record_user)
		ft_value_text(
		    value, facctmgr_levels[row->record_user->admin_level]);
}

static const char *
name_of_account(const struct facctmgr_list *list, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    assoc ? ft_acctdb_account(&list->acctdb, assoc->account) : NULL;

	return account ? account->name : NULL;
}

static void
facctmgr_get_default_account(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_assoc *assoc = row->list->acctdb.assoc;
	uint32_t cluster = row->record ? row->record->cluster : 0;
	uint32_t i = row->record_user ? facctmgr_list_default(row->list,
					    row->record_user, cluster)
				      : FT_INDEX_NONE;

	if (i != FT_INDEX_NONE)
		ft_value_text(value, name_of_account(row->list, &assoc[i]));
}

static void
facctmgr_get_name(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	bool all = !row->list->zeros; /* sacctmgr leaves some empty */

	ft_value_text(value, row->reservation      ? row->reservation->name
			     : row->resource       ? row->resource->name
			     : row->wckey          ? row->wckey->name
			     : row->qos            ? row->qos->name
			     : row->tres           ? row->tres->name
			     : all && row->cluster ? row->cluster->name
			     : all && row->account ? row->account->name
			     : all && row->user    ? row->user->name
						   : NULL);
}

static void
facctmgr_get_id(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	facctmgr_value_number(value,
	    row->reservation || row->txn || row->wckey || row->resource ||
		row->qos || row->tres || row->cluster || row->record,
	    row->reservation ? row->reservation->number
	    : row->txn       ? row->txn->id
	    : row->wckey     ? row->wckey->id
	    : row->resource  ? row->resource->id
	    : row->qos       ? row->qos->id
	    : row->tres      ? row->tres->id
	    : row->cluster   ? 0 /* of the federation */
	    : row->record    ? row->record->number
			     : 0);
}

static void
facctmgr_get_type(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	ft_value_text(value, row->resource ? "License"
			     : row->tres   ? row->tres->type
					   : NULL);
}

/* ---- resources ------------------------------------------------------------------- */

static void
facctmgr_get_count(const void *at, struct ft_value *value)
{
	const struct ft_resource *resource =
	    ((const struct facctmgr_row *)at)->resource;

	if (resource && resource->count != UINT32_MAX)
		ft_value_u64(value, resource->count);
}

/* Percent the cluster of the row may have. */
static void
facctmgr_get_allowed(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	facctmgr_value_number(
	    value, row->resource, row->share ? row->share->allowed : 0);
}

/* Percent all clusters together may have. */
static void
facctmgr_get_allocated(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_acctdb *acctdb = &row->list->acctdb;
	uint32_t sum = 0;

	for (size_t i = 0; row->resource && i < acctdb->n_resource_share; i++)
		if (acctdb->resource_share[i].resource == row->resource->id)
			sum += acctdb->resource_share[i].allowed;
	facctmgr_value_number(value, row->resource, sum);
}

/* ---- clusters as Slurm knows them ----------------------------------------------- */

static void
facctmgr_get_fed_state(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->cluster && !row->resource)
		ft_value_text(value, "NA");
}

static void
facctmgr_get_zero(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	facctmgr_value_number(value, row->cluster && !row->resource, 0);
}

/* ---- nodes of our cluster, as the settings have them ------------------------------ */

static bool
read_nodes(const struct facctmgr_row *row, struct ft_nodes *nodes)
{
	const struct ft_session *session = &row->list->acct->session;
	struct ft_error err;

	*nodes = (struct ft_nodes){ 0 };
	if (!row->cluster || row->resource ||
	    row->cluster->id != session->cluster)
		return false;
	return ft_nodes_read(nodes, &session->conf, &err) == FT_OK && nodes->n;
}

/* 0: the cluster never registered */
static void
facctmgr_get_node_count(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	struct ft_nodes nodes;
	bool has = read_nodes(row, &nodes);

	facctmgr_value_number(value,
	    has || (row->cluster && *row->cluster->control_host == 0),
	    has ? nodes.n : 0);
	ft_nodes_free(&nodes);
}

static void
facctmgr_get_cluster_nodes(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	struct ft_nodes nodes;

	if (row->event) {
		ft_value_text(value, row->event->nodes);
		return;
	}
	if (read_nodes(at, &nodes))
		ft_str_add(ft_value_build(value), ft_str_text(&nodes.names));
	ft_nodes_free(&nodes);
}

static void
facctmgr_get_cluster_tres(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_acctdb *acctdb = &row->list->acctdb;
	const struct ft_tres_table table = { acctdb->tres, acctdb->n_tres };
	struct ft_nodes nodes;

	if (facctmgr_past_tres(row, value))
		return;
	if (read_nodes(row, &nodes))
		ft_nodes_tres(&nodes, &row->list->acct->session.conf, &table,
		    ft_value_build(value));
	ft_nodes_free(&nodes);
}

/* ---- coordinators ---------------------------------------------------------------- */

static void
facctmgr_get_coordinators(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	struct facctmgr_list *list = row->list;
	const struct ft_account *account = row->account;
	const struct ft_user *user = account ? NULL : row->record_user;
	const char **name;
	size_t n = 0;

	if (list->request->flags & FACCTMGR_WITH_COORD || !list->zeros)
		facctmgr_list_coords(list);
	name = ft_calloc(list->n_coord + 1, sizeof *name);
	for (size_t i = 0; i < list->n_coord; i++) {
		const struct ft_account *a =
		    &list->acctdb.account[list->coord[i].account];
		const struct ft_user *u =
		    &list->acctdb.user[list->coord[i].user];

		if (account ? a != account : u != user)
			continue;
		/* sacctmgr lists all of them */
		if (account && !list->zeros &&
		    !ft_visibility_names(&list->acct->session.visibility,
			FT_VISIBILITY_USERS, u->name))
			continue;
		name[n++] = account ? u->name : a->name;
	}
	facctmgr_join(ft_value_build(value), name, n);
	ft_free(name);
}

/* ---- associations ---------------------------------------------------------------- */

static void
facctmgr_get_shares(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct ft_assoc *assoc = row->record;

	if (assoc && assoc->shares == FT_SHARES_PARENT)
		ft_value_text(value, "parent");
	else
		facctmgr_value_number(value, assoc, assoc ? assoc->shares : 0);
	if (!assoc && row->cluster)
		facctmgr_leave_blank(row, value);
}

static const struct ft_assoc *
parent_of(const struct facctmgr_row *row)
{
	return row->record && row->record->parent
		   ? ft_acctdb_assoc(&row->list->acctdb, row->record->parent)
		   : NULL;
}

static void
facctmgr_get_parent_id(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	bool told = !(row->list->request->flags & FACCTMGR_WO_PARENT_INFO);
	const struct ft_assoc *parent = told ? parent_of(row) : NULL;

	facctmgr_value_number(value, row->record, parent ? parent->number : 0);
}

static void
facctmgr_get_parent(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	ft_value_text(value, name_of_account(row->list, parent_of(row)));
}

static void
facctmgr_get_parent_name(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct facctmgr_list *list = row->list;

	if (!(row->record && row->record->user) &&
	    !(list->zeros && list->request->flags & FACCTMGR_WO_PARENT_INFO))
		facctmgr_get_parent(row, value);
}

static uint32_t
depth_of(const struct facctmgr_list *list, uint32_t i)
{
	uint32_t depth = 0;

	while ((i = list->index->parent[i]) != FT_INDEX_NONE)
		depth++;
	return depth;
}

static void
facctmgr_get_depth(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->record)
		ft_value_u64(value, depth_of(row->list, row->assoc));
}

uint32_t
facctmgr_rpc_version(
    const struct facctmgr_list *list, const struct ft_cluster *cluster)
{
	return list->zeros && cluster->rpc_version
		   ? ft_releases[list->acct->context->release].rpc
		   : cluster->rpc_version;
}

static void
facctmgr_get_rpc(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->cluster)
		ft_value_u64(
		    value, facctmgr_rpc_version(row->list, row->cluster));
}

static void
facctmgr_get_lineage(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;

	if (row->record)
		ft_admin_index_lineage(
		    row->list->index, row->assoc, ft_value_build(value));
}

static void
facctmgr_get_path(const void *at, struct ft_value *value)
{
	const struct facctmgr_row *row = at;
	const struct facctmgr_list *list = row->list;
	const struct ft_acctdb *acctdb = &list->acctdb;
	uint32_t i = row->assoc, n = row->record ? depth_of(list, i) + 1 : 0;
	const char **name = ft_calloc(n + 1, sizeof *name);
	struct ft_str *path = ft_value_build(value);

	for (uint32_t k = n; k > 0; i = list->index->parent[i]) {
		const struct ft_user *user =
		    ft_acctdb_user(acctdb, acctdb->assoc[i].user);

		name[--k] = user ? user->name
				 : name_of_account(list, &acctdb->assoc[i]);
	}
	for (uint32_t k = 0; k < n; k++)
		ft_str_addf(path, "%s%s", k ? "/" : "", name[k] ? name[k] : "");
	ft_free(name);
}

/* ---- transactions -------------------------------------------------------------- */

static void
facctmgr_get_action(const void *at, struct ft_value *value)
{
	const struct ft_transaction *txn =
	    ((const struct facctmgr_row *)at)->txn;
	const char *name = txn ? ft_txn_name(txn->action) : NULL;

	if (txn && !name)
		ft_str_addf(ft_value_build(value), "MsgType=%lu",
		    (unsigned long)txn->action);
	else
		ft_value_text(value, name);
}

/* ---- tables ----------------------------------------------------------------------- */

#define ROW(name)   FT_MEMBER(struct facctmgr_row, name)
#define PLACE(name) FT_MEMBER_IF(struct facctmgr_row, name, in_tree)
#define MEMBER(of, kind, name)                                                 \
	FT_MEMBER_OF(struct facctmgr_row, of, struct kind, name)
#define DATE(of, kind, name) .get = facctmgr_get_date, MEMBER(of, kind, name)
#define GET(name)            .get = facctmgr_get_##name
#define LIMITS(a, b)         .get = facctmgr_get_limit, .own = FACCTMGR_KINDS(a, b)
#define LIMIT(kind)          LIMITS(kind, kind)
#define ONE_OF(a, b, name)   LIMITS(a, b), .arg = (name)
#define ONE(kind, name)      ONE_OF(kind, kind, name)
#define LIMIT_OR_QOS(kind, name)                                               \
	.get = facctmgr_get_##name, .own = FACCTMGR_KINDS(kind, kind)
#define OF_QOS(name)        .get = facctmgr_get_qos_attr, .own = FT_QOS_##name
#define NONE                .get = NULL
#define SINCE(release, ...) .since = FT_RELEASE_##release, __VA_ARGS__
#define UNTIL(release, ...) .until = FT_RELEASE_##release, __VA_ARGS__
#define FROM_TO(from, to)   .since = FT_RELEASE_##from, .until = FT_RELEASE_##to

/* Types of field.def, and what sacctmgr shows in the fields that a list has no
 * values for. */
#define FT_COLUMN_DATE   FT_COLUMN_TIME
#define FT_COLUMN_NUMBER FT_COLUMN_UINT
#define NONE_TEXT        ""
#define NONE_LIST        ""
#define NONE_TRES        ""
#define NONE_NUMBER      ""
#define NONE_UINT        "0"
#define NONE_REAL        "0.000000"
#define NONE_TIME        "00:00:00"
#define NONE_DATE        facctmgr_no_date

const char facctmgr_no_date[] = "Unknown";

const struct ft_column facctmgr_fields[] = {
#define FIELD(id, name, min, header, width, type, source, flags, key, text)    \
	{ name, min, FACCTMGR_FIELD_##id, header, width, FT_COLUMN_##type,     \
		flags, key, .sentence = text, .none = NONE_##type, source },
#define ALSO(id, name, min, header, width, type, flags)                        \
	{ name, min, FACCTMGR_FIELD_##id, header, width, FT_COLUMN_##type,     \
		FT_COLUMN_ALIAS | (flags), .key = NULL },
#define LATER(id, name, min, header, width, type, release)                     \
	{ name, min, FACCTMGR_FIELD_##id, header, width, FT_COLUMN_##type,     \
		FT_COLUMN_ALIAS, .since = FT_RELEASE_##release },
#include "facctmgr/list/field.def"
	{ .name = NULL }
};

/* Lists of wckeys have names of their own. */
const struct ft_column facctmgr_wckey_fields[] = {
	{ "WCKeys", 1, FACCTMGR_FIELD_NAME, "WCKey", 10, .key = "wckey",
	    .sentence = "the wckey", MEMBER(wckey, ft_wckey, name) },
	{ "Names", 1, FACCTMGR_FIELD_NAME, "WCKey", 10,
	    .flags = FT_COLUMN_ALIAS },
	{ "Clusters", 2, FACCTMGR_FIELD_CLUSTERS, "Cluster", 10,
	    .key = "cluster", .sentence = "the cluster", ROW(cluster_name) },
	{ "IDs", 1, FACCTMGR_FIELD_ID, "ID", 6, FT_COLUMN_UINT, .key = "id",
	    .sentence = "number in the store", MEMBER(wckey, ft_wckey, id) },
	{ "Users", 1, FACCTMGR_FIELD_USER, "User", 10, .key = "user",
	    .sentence = "the user", ROW(user_name) },
	{ .name = NULL }
};
