/* What each column shows: rows of field.def, and getters for those that are
 * more than a member or a limit. */

#include "acctmgr/cells.h"
#include "admin/txn.h"
#include "model/nodes.h"

const char *const acct_levels[] = { "Not Set", "None", "Operator",
	"Administrator" };

/* ---- records -------------------------------------------------------------------- */

static void
acct_get_account(struct cell *cell)
{
	const struct ft_account *account = cell->account;
	struct ft_str *str = &cell->list->text;

	ft_str_clear(str);
	if (account)
		ft_str_add_indent(str, cell->row->depth, 1);
	ft_str_add(str, account                  ? account->name
			: cell->row->txn_account ? cell->row->txn_account
						 : "");
	acct_show_text(cell, ft_str_text(str));
}

static void
acct_get_user(struct cell *cell)
{
	acct_show_text(
	    cell, cell->user ? cell->user->name : cell->row->txn_user);
}

static void
acct_get_description(struct cell *cell)
{
	acct_show_text(cell, cell->resource  ? cell->resource->description
			     : cell->qos     ? cell->qos->description
			     : cell->account ? cell->account->description
					     : NULL);
}

static void
acct_get_admin_level(struct cell *cell)
{
	acct_show_text(
	    cell, cell->user ? acct_levels[cell->user->admin_level] : NULL);
}

static void
acct_get_default_account(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_book *book = &list->book;
	uint32_t cluster = cell->assoc ? cell->assoc->cluster : 0;
	uint32_t at = cell->user ? acct_list_default(list, cell->user, cluster)
				 : FT_INDEX_NONE;
	const struct ft_account *account =
	    at == FT_INDEX_NONE
		? NULL
		: ft_book_account(book, book->assoc[at].account);

	acct_show_text(cell, account ? account->name : NULL);
}

static void
acct_get_cluster(struct cell *cell)
{
	acct_show_text(
	    cell, cell->cluster ? cell->cluster->name : cell->row->txn_cluster);
}

static void
acct_get_name(struct cell *cell)
{
	const struct acct_row *row = cell->row;

	acct_show_text(cell, row->resource  ? row->resource->name
			     : row->wckey   ? row->wckey->name
			     : row->qos     ? row->qos->name
			     : row->tres    ? row->tres->name
			     : row->cluster ? row->cluster->name
			     : row->account ? row->account->name
			     : row->user    ? row->user->name
					    : NULL);
}

static void
acct_get_id(struct cell *cell)
{
	const struct acct_row *row = cell->row;

	acct_show_number(cell,
	    row->txn || row->wckey || row->resource || row->qos || row->tres ||
		row->cluster || cell->assoc || cell->list->zeros,
	    row->txn        ? row->txn->id
	    : row->wckey    ? row->wckey->id
	    : row->resource ? row->resource->id
	    : row->qos      ? row->qos->id
	    : row->tres     ? row->tres->id
	    : row->cluster  ? 0 /* of the federation */
	    : cell->assoc   ? cell->assoc->number
			    : 0);
}

static void
acct_get_type(struct cell *cell)
{
	acct_show_text(cell, cell->resource    ? "License"
			     : cell->row->tres ? cell->row->tres->type
					       : NULL);
}

/* ---- resources ------------------------------------------------------------------- */

static void
acct_get_count(struct cell *cell)
{
	const struct ft_resource *resource = cell->resource;

	acct_show_number(cell, resource && resource->count != UINT32_MAX,
	    resource ? resource->count : 0);
}

/* Percent the cluster of the row may have. */
static void
acct_get_allowed(struct cell *cell)
{
	const struct ft_resource_share *share = cell->row->share;

	acct_show_number(cell, cell->resource, share ? share->allowed : 0);
}

/* Percent all clusters together may have. */
static void
acct_get_allocated(struct cell *cell)
{
	const struct ft_book *book = &cell->list->book;
	uint32_t sum = 0;

	for (size_t i = 0; cell->resource && i < book->n_resource_share; i++)
		if (book->resource_share[i].resource == cell->resource->id)
			sum += book->resource_share[i].allowed;
	acct_show_number(cell, cell->resource, sum);
}

/* ---- clusters as Slurm knows them ----------------------------------------------- */

static void
acct_get_fed_state(struct cell *cell)
{
	acct_show_text(
	    cell, cell->own_cluster && !cell->resource ? "NA" : NULL);
}

static void
acct_get_zero(struct cell *cell)
{
	acct_show_number(cell, cell->own_cluster && !cell->resource, 0);
}

/* ---- nodes of our cluster, as the settings have them ------------------------------ */

static bool
read_nodes(struct cell *cell, struct ft_nodes *nodes)
{
	const struct ft_session *session = &cell->list->acct->session;
	const struct ft_cluster *cluster = cell->own_cluster;
	struct ft_error err;

	*nodes = (struct ft_nodes){ 0 };
	if (cluster == NULL || cell->resource ||
	    cluster->id != session->cluster)
		return false;
	return ft_nodes_read(nodes, &session->conf, &err) == FT_OK && nodes->n;
}

/* 0 of a cluster that never registered */
static void
acct_get_node_count(struct cell *cell)
{
	const struct ft_cluster *cluster = cell->own_cluster;
	struct ft_nodes nodes;
	bool has = read_nodes(cell, &nodes);

	acct_show_number(cell, has || (cluster && *cluster->control_host == 0),
	    has ? nodes.n : 0);
	ft_nodes_free(&nodes);
}

static void
acct_get_cluster_nodes(struct cell *cell)
{
	struct ft_nodes nodes;
	bool has = read_nodes(cell, &nodes);

	acct_show_text(cell, has ? ft_str_text(&nodes.names) : NULL);
	ft_nodes_free(&nodes);
}

static void
acct_get_cluster_tres(struct cell *cell)
{
	const struct ft_book *book = &cell->list->book;
	const struct ft_tres_table table = { book->tres, book->n_tres };
	struct ft_str *str = &cell->list->text;
	struct ft_nodes nodes;

	ft_str_clear(str);
	if (read_nodes(cell, &nodes))
		ft_nodes_tres(
		    &nodes, &cell->list->acct->session.conf, &table, str);
	acct_show_text(cell, ft_str_text(str));
	ft_nodes_free(&nodes);
}

/* ---- coordinators ---------------------------------------------------------------- */

static void
acct_get_coordinators(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_account *account = cell->row->account;
	const struct ft_user *user = account ? NULL : cell->user;
	const char **name;
	size_t n = 0;

	if (list->request->flags & ACCT_WITH_COORD || !list->zeros)
		acct_list_coords(list);
	name = ft_calloc(list->n_coord + 1, sizeof *name);
	for (size_t i = 0; i < list->n_coord; i++) {
		const struct ft_account *a =
		    &list->book.account[list->coord[i].account];
		const struct ft_user *u = &list->book.user[list->coord[i].user];

		if (account ? a != account : u != user)
			continue;
		/* sacctmgr names them all */
		if (account && !list->zeros &&
		    !ft_sight_knows(
			&list->acct->session.sight, FT_SIGHT_USERS, u->name))
			continue;
		name[n++] = account ? u->name : a->name;
	}
	ft_str_clear(&list->text);
	acct_join(&list->text, name, n);
	ft_free(name);
	acct_show_text(cell, ft_str_text(&list->text));
}

/* ---- associations ---------------------------------------------------------------- */

static void
acct_get_shares(struct cell *cell)
{
	const struct ft_assoc *assoc = cell->assoc;

	if (assoc && assoc->shares == FT_SHARES_PARENT)
		acct_show_text(cell, "parent");
	else
		acct_show_number(cell,
		    assoc || (cell->list->zeros && !cell->own_cluster),
		    assoc ? assoc->shares : 0);
}

static void
acct_get_lft(struct cell *cell)
{
	acct_show_number(cell, cell->assoc,
	    cell->assoc ? cell->list->index->lft[cell->row->assoc] : 0);
}

static void
acct_get_rgt(struct cell *cell)
{
	acct_show_number(cell, cell->assoc,
	    cell->assoc ? cell->list->index->rgt[cell->row->assoc] : 0);
}

static const struct ft_assoc *
parent_of(const struct cell *cell)
{
	return cell->assoc && cell->assoc->parent
		   ? ft_book_assoc(&cell->list->book, cell->assoc->parent)
		   : NULL;
}

static void
acct_get_parent_id(struct cell *cell)
{
	bool told = !(cell->list->request->flags & ACCT_WO_PARENT_INFO);
	const struct ft_assoc *parent = told ? parent_of(cell) : NULL;

	acct_show_number(cell, cell->assoc, parent ? parent->number : 0);
}

static const char *
name_of_account(const struct acct_list *list, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    assoc ? ft_book_account(&list->book, assoc->account) : NULL;

	return account ? account->name : NULL;
}

static void
acct_get_parent(struct cell *cell)
{
	acct_show_text(cell, name_of_account(cell->list, parent_of(cell)));
}

static void
acct_get_parent_name(struct cell *cell)
{
	const struct acct_list *list = cell->list;

	if ((cell->assoc && cell->assoc->user) ||
	    (list->zeros && list->request->flags & ACCT_WO_PARENT_INFO))
		acct_show_unset(cell);
	else
		acct_get_parent(cell);
}

static uint32_t
depth_of(const struct acct_list *list, uint32_t i)
{
	uint32_t depth = 0;

	while ((i = list->index->parent[i]) != FT_INDEX_NONE)
		depth++;
	return depth;
}

static void
acct_get_depth(struct cell *cell)
{
	acct_show_number(cell, cell->assoc,
	    cell->assoc ? depth_of(cell->list, cell->row->assoc) : 0);
}

static void
acct_get_path(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_book *book = &list->book;
	uint32_t i = cell->row->assoc,
		 n = cell->assoc ? depth_of(list, i) + 1 : 0;
	const char **name = ft_calloc(n + 1, sizeof *name);

	for (uint32_t at = n; at > 0 && at--; i = list->index->parent[i]) {
		const struct ft_user *user =
		    ft_book_user(book, book->assoc[i].user);

		name[at] =
		    user ? user->name : name_of_account(list, &book->assoc[i]);
	}
	ft_str_clear(&list->text);
	for (uint32_t at = 0; at < n; at++)
		ft_str_addf(&list->text, "%s%s", at ? "/" : "",
		    name[at] ? name[at] : "");
	ft_free(name);
	acct_show_text(cell, ft_str_text(&list->text));
}

/* ---- transactions -------------------------------------------------------------- */

static void
acct_get_action(struct cell *cell)
{
	const struct ft_transaction *txn = cell->txn;
	struct ft_str *str = &cell->list->text;
	const char *name = txn ? ft_txn_name(txn->action) : NULL;

	ft_str_clear(str);
	if (txn && !name)
		ft_str_addf(str, "MsgType=%lu", (unsigned long)txn->action);
	acct_show_text(cell, name ? name : ft_str_text(str));
}

static void
acct_get_time(struct cell *cell)
{
	char buf[32];

	acct_show_text(cell,
	    cell->txn ? ft_time_format_date(buf, sizeof buf, cell->txn->at)
		      : NULL);
}

/* ---- tables ----------------------------------------------------------------------- */

enum field {
#define FIELD(id, ...) FIELD_##id,
#define ALSO(id, ...)
#include "acctmgr/field.def"
	FIELDS
};

const struct ft_column acct_fields[] = {
#define FIELD(id, name, min, header, width, type, source, flags, key, text)    \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type, flags, key,  \
		.sentence = text },
#define ALSO(id, name, min, header, width, type, flags)                        \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type,              \
		FT_COLUMN_ALIAS | (flags), .key = NULL },
#include "acctmgr/field.def"
	{ 0 }
};

/* Lists of wckeys have names of their own. */
const struct ft_column acct_wckey_fields[] = {
	{ "WCKeys", 1, FIELD_NAME, "WCKey", 10, FT_COLUMN_TEXT, 0, "wckey",
	    .sentence = "the wckey" },
	{ "Names", 1, FIELD_NAME, "WCKey", 10, FT_COLUMN_TEXT, FT_COLUMN_ALIAS,
	    .key = NULL },
	{ "Clusters", 2, FIELD_CLUSTERS, "Cluster", 10, FT_COLUMN_TEXT, 0,
	    "cluster", .sentence = "the cluster" },
	{ "IDs", 1, FIELD_ID, "ID", 6, FT_COLUMN_UINT, 0, "id",
	    .sentence = "number in the store" },
	{ "Users", 1, FIELD_USER, "User", 10, FT_COLUMN_TEXT, 0, "user",
	    .sentence = "the user" },
	{ 0 }
};

#define TYPE(type, name)                                                       \
	_Generic(((type *)NULL)->name, uint32_t                                \
	    : ACCT_MEMBER_U32, const char *                                    \
	    : ACCT_MEMBER_TEXT)
#define PLACE(of, kind, name)                                                  \
	.record = offsetof(struct cell, of),                                   \
	.member = offsetof(struct kind, name), .type = TYPE(struct kind, name)
#define MEMBER(of, kind, name)                                                 \
	{                                                                      \
		PLACE(of, kind, name)                                          \
	}
#define RECORD(of, kind, name)                                                 \
	{                                                                      \
		PLACE(of, kind, name), .is_record = true                       \
	}
#define KINDS(a, b) FT_LIMIT_##a, FT_LIMIT_##b
#define LIMITS(a, b)                                                           \
	{                                                                      \
		.limited = true, .limit = { KINDS(a, b) }                      \
	}
#define LIMIT(kind) LIMITS(kind, kind)
#define ONE(kind, name)                                                        \
	{                                                                      \
		.limited = true, .limit = { KINDS(kind, kind) }, .tres = name  \
	}
#define OF_QOS(name)                                                           \
	{                                                                      \
		.of_qos = true, .qos = FT_QOS_##name                           \
	}
#define LIMIT_OR(kind, name)                                                   \
	{                                                                      \
		.limited = true, .limit = { KINDS(kind, kind) },               \
		.of_qos = true, .qos = FT_QOS_##name                           \
	}
#define NONE                                                                   \
	{                                                                      \
		0                                                              \
	}

static const struct acct_source sources[FIELDS] = {
#define FIELD(id, name, min, header, width, type, source, ...)                 \
	[FIELD_##id] = source,
#define ALSO(id, ...)
#include "acctmgr/field.def"
};

const int acct_field_account = FIELD_ACCOUNT;
const int acct_field_lft = FIELD_LFT;
const int acct_field_rgt = FIELD_RGT;

const struct acct_source *
acct_source(const struct ft_column *column)
{
	return &sources[column->id];
}

/* ---- rows ------------------------------------------------------------------------- */

static void
show_member(struct cell *cell, const struct acct_source *source)
{
	const char *record =
	    *(const char *const *)((const char *)cell + source->record);
	const void *member = record ? record + source->member : NULL;

	if (source->type == ACCT_MEMBER_TEXT)
		acct_show_text(
		    cell, member ? *(const char *const *)member : NULL);
	else
		acct_show_number(
		    cell, member, member ? *(const uint32_t *)member : 0);
}

/* Lists of associations say nothing about records in sacctmgr. */
static bool
only_assoc(const struct cell *cell)
{
	return cell->list->zeros && cell->assoc && !cell->row->account &&
	       !cell->row->user && !cell->own_cluster;
}

static void
show(struct cell *cell, const struct acct_source *source)
{
	if (source->is_record && only_assoc(cell))
		acct_show_unset(cell);
	else if (source->get)
		source->get(cell);
	else if (source->of_qos && (cell->qos || !source->limited))
		acct_show_qos(cell, source->qos);
	else if (source->limited)
		acct_show_limit(cell, source);
	else if (source->type)
		show_member(cell, source);
	else
		acct_show_unset(cell);
}

/* sacctmgr shows transactions to everybody. */
static bool
may_see(const struct acct_list *list, const struct acct_row *row)
{
	const struct ft_session *session = &list->acct->session;
	const struct ft_sight *sight = &session->sight;

	if (row->txn && !list->acct->context->slurm &&
	    strcmp(row->txn->actor, session->user) != 0 &&
	    !ft_sight_sees_all(sight, ACCT_CHANGES_TELL))
		return false;
	return (!row->user || ft_sight_sees(sight, FT_SIGHT_USERS,
				  row->user->name, NULL)) &&
	       (!row->account || ft_sight_sees(sight, FT_SIGHT_ACCOUNTS, NULL,
				     row->account->name));
}

void
acct_list_row(struct acct_list *list, const struct acct_row *row)
{
	const struct ft_book *book = &list->book;
	const struct ft_assoc *assoc =
	    row->assoc == FT_INDEX_NONE ? NULL : &book->assoc[row->assoc];
	struct cell cell = {
		.list = list,
		.row = row,
		.cluster = row->cluster,
		.account = row->account,
		.user = row->user,
		.own_cluster = row->cluster,
		.assoc = assoc,
		.qos = row->qos,
		.resource = row->resource,
		.txn = row->txn,
	};

	if (!may_see(list, row))
		return;
	if (assoc && !cell.cluster)
		cell.cluster = ft_book_cluster(book, assoc->cluster);
	if (assoc && !cell.account)
		cell.account = ft_book_account(book, assoc->account);
	if (assoc && assoc->user && !cell.user)
		cell.user = ft_book_user(book, assoc->user);
	for (size_t i = 0; i < list->fields.n; i++)
		show(&cell, acct_source(&list->fields.item[i]));
	ft_table_row(list->table);
	ft_out_step(&list->out);
}
