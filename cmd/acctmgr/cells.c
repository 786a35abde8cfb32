/* What each column shows.  A getter hands over exactly one cell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acctmgr/cells_int.h"
#include "admin/txn.h"
#include "base/vec.h"
#include "model/nodes.h"
#include "model/qos.h"

void
acct_get_none(struct cell *cell)
{
	unset(cell);
}

/* ---- records -------------------------------------------------------------------- */

static const struct ft_account *
account_of(const struct cell *cell)
{
	if (cell->row->account)
		return cell->row->account;
	return cell->assoc
		   ? ft_book_account(&cell->list->book, cell->assoc->account)
		   : NULL;
}

static const struct ft_user *
user_of(const struct cell *cell)
{
	if (cell->row->user)
		return cell->row->user;
	return cell->assoc && cell->assoc->user
		   ? ft_book_user(&cell->list->book, cell->assoc->user)
		   : NULL;
}

void
acct_get_account(struct cell *cell)
{
	const struct ft_account *account = account_of(cell);
	struct ft_str *str = &cell->list->text;

	if (account == NULL || cell->row->depth == 0) {
		text(cell, account ? account->name : cell->row->txn_account);
		return;
	}
	ft_str_clear(str);
	ft_str_add_indent(str, cell->row->depth, 1);
	ft_str_add(str, account->name);
	text(cell, ft_str_text(str));
}

void
acct_get_user(struct cell *cell)
{
	const struct ft_user *user = user_of(cell);

	text(cell, user ? user->name : cell->row->txn_user);
}

/* Lists of associations say nothing about records in sacctmgr. */
static bool
only_assoc(const struct cell *cell)
{
	return cell->list->zeros && cell->assoc && !cell->row->account &&
	       !cell->row->user && !cell->row->cluster;
}

void
acct_get_description(struct cell *cell)
{
	const struct ft_account *account = account_of(cell);

	if (only_assoc(cell)) {
		unset(cell);
		return;
	}
	if (cell->row->resource) {
		text(cell, cell->row->resource->description);
		return;
	}
	text(cell, cell->row->qos ? cell->row->qos->description
		   : account      ? account->description
				  : NULL);
}

void
acct_get_organization(struct cell *cell)
{
	const struct ft_account *account = account_of(cell);

	if (only_assoc(cell)) {
		unset(cell);
		return;
	}
	text(cell, account ? account->organization : NULL);
}

void
acct_get_admin_level(struct cell *cell)
{
	static const char *const levels[] = { "Not Set", "None", "Operator",
		"Administrator" };
	const struct ft_user *user = user_of(cell);

	if (only_assoc(cell)) {
		unset(cell);
		return;
	}
	text(cell, user ? levels[user->admin_level] : NULL);
}

void
acct_get_default_wckey(struct cell *cell)
{
	const struct ft_user *user = user_of(cell);

	text(cell, user ? user->default_wckey : NULL);
}

void
acct_get_default_account(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_user *user = user_of(cell);
	uint32_t cluster = cell->assoc ? cell->assoc->cluster : 0;
	uint32_t at;
	const struct ft_account *account;

	if (user == NULL) {
		unset(cell);
		return;
	}
	at = acct_list_default(list, user, cluster);
	account = at == FT_INDEX_NONE ? NULL
				      : ft_book_account(&list->book,
					    list->book.assoc[at].account);
	text(cell, account ? account->name : NULL);
}

void
acct_get_cluster(struct cell *cell)
{
	const struct ft_cluster *cluster = cell->row->cluster;

	if (cluster == NULL && cell->assoc)
		cluster =
		    ft_book_cluster(&cell->list->book, cell->assoc->cluster);
	text(cell, cluster ? cluster->name : cell->row->txn_cluster);
}

void
acct_get_classification(struct cell *cell)
{
	text(cell,
	    cell->row->cluster ? cell->row->cluster->classification : NULL);
}

void
acct_get_control_host(struct cell *cell)
{
	text(
	    cell, cell->row->cluster ? cell->row->cluster->control_host : NULL);
}

void
acct_get_control_port(struct cell *cell)
{
	if (cell->row->cluster)
		number(cell, cell->row->cluster->control_port);
	else
		unset(cell);
}

void
acct_get_rpc(struct cell *cell)
{
	if (cell->row->cluster)
		number(cell, cell->row->cluster->rpc_version);
	else
		unset(cell);
}

void
acct_get_name(struct cell *cell)
{
	const struct acct_row *row = cell->row;

	if (only_assoc(cell)) {
		unset(cell);
		return;
	}
	if (row->resource) {
		text(cell, row->resource->name);
		return;
	}
	if (row->wckey) {
		text(cell, row->wckey->name);
		return;
	}
	text(cell, row->qos       ? row->qos->name
		   : row->tres    ? row->tres->name
		   : row->cluster ? row->cluster->name
		   : row->account ? row->account->name
		   : row->user    ? row->user->name
				  : NULL);
}

void
acct_get_type(struct cell *cell)
{
	if (cell->row->resource)
		text(cell, "License");
	else
		text(cell, cell->row->tres ? cell->row->tres->type : NULL);
}

void
acct_get_problem(struct cell *cell)
{
	text(cell, cell->row->problem);
}

/* ---- resources ------------------------------------------------------------------- */

void
acct_get_server(struct cell *cell)
{
	text(cell, cell->row->resource ? cell->row->resource->server : NULL);
}

void
acct_get_server_type(struct cell *cell)
{
	text(cell,
	    cell->row->resource ? cell->row->resource->server_type : NULL);
}

void
acct_get_resource_count(struct cell *cell)
{
	if (cell->row->resource && cell->row->resource->count != UINT32_MAX)
		number(cell, cell->row->resource->count);
	else
		unset(cell);
}

/* Percent the cluster of the row may have. */
void
acct_get_allowed(struct cell *cell)
{
	if (cell->row->resource)
		number(cell, cell->row->share ? cell->row->share->allowed : 0);
	else
		unset(cell);
}

/* Percent all clusters together may have. */
void
acct_get_allocated(struct cell *cell)
{
	const struct ft_book *book = &cell->list->book;
	uint32_t sum = 0;

	if (cell->row->resource == NULL) {
		unset(cell);
		return;
	}
	for (size_t i = 0; i < book->n_resource_share; i++)
		if (book->resource_share[i].resource == cell->row->resource->id)
			sum += book->resource_share[i].allowed;
	number(cell, sum);
}

/* ---- clusters as Slurm knows them ----------------------------------------------- */

void
acct_get_fed_state(struct cell *cell)
{
	text(cell, cell->row->cluster && !cell->row->resource ? "NA" : NULL);
}

void
acct_get_zero_of_cluster(struct cell *cell)
{
	if (cell->row->cluster && !cell->row->resource)
		number(cell, 0);
	else
		unset(cell);
}

/* ---- nodes of our cluster, as the settings have them ------------------------------ */

static bool
read_nodes(struct cell *cell, struct ft_nodes *nodes)
{
	const struct ft_session *session = &cell->list->acct->session;
	const struct ft_cluster *cluster = cell->row->cluster;
	struct ft_error err;

	if (cluster == NULL || cell->row->resource ||
	    cluster->id != session->cluster)
		return false;
	if (ft_nodes_read(nodes, &session->conf, &err) == FT_OK && nodes->n)
		return true;
	ft_nodes_free(nodes);
	return false;
}

/* 0 of a cluster that never registered */
void
acct_get_node_count(struct cell *cell)
{
	struct ft_nodes nodes;

	if (read_nodes(cell, &nodes)) {
		number(cell, nodes.n);
		ft_nodes_free(&nodes);
	} else if (cell->row->cluster &&
		   *cell->row->cluster->control_host == 0) {
		number(cell, 0);
	} else {
		unset(cell);
	}
}

void
acct_get_cluster_nodes(struct cell *cell)
{
	struct ft_nodes nodes;

	if (!read_nodes(cell, &nodes)) {
		unset(cell);
		return;
	}
	text(cell, ft_str_text(&nodes.names));
	ft_nodes_free(&nodes);
}

void
acct_get_cluster_tres(struct cell *cell)
{
	const struct ft_book *book = &cell->list->book;
	const struct ft_tres_table table = { book->tres, book->n_tres };
	struct ft_str *str = &cell->list->text;
	struct ft_nodes nodes;

	if (!read_nodes(cell, &nodes)) {
		unset(cell);
		return;
	}
	ft_str_clear(str);
	ft_nodes_tres(&nodes, &cell->list->acct->session.conf, &table, str);
	text(cell, ft_str_text(str));
	ft_nodes_free(&nodes);
}

/* ---- coordinators ---------------------------------------------------------------- */

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void
acct_get_coordinators(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_account *account = cell->row->account;
	const struct ft_user *user = account ? NULL : user_of(cell);
	const char **name = NULL;
	size_t n = 0, cap = 0;

	if (only_assoc(cell)) {
		unset(cell);
		return;
	}
	if (list->request.flags & ACCT_WITH_COORD || !list->zeros)
		acct_list_coords(list);
	for (size_t i = 0; i < list->n_coord; i++) {
		const struct ft_account *a =
		    &list->book.account[list->coord_account[i]];
		const struct ft_user *u = &list->book.user[list->coord_user[i]];

		if (account ? a != account : u != user)
			continue;
		/* sacctmgr names them all */
		if (account && !list->zeros &&
		    !ft_sight_knows(
			&list->acct->session.sight, FT_SIGHT_USERS, u->name))
			continue;
		name = ft_vec_grow(name, &cap, n + 1, sizeof *name);
		name[n++] = account ? u->name : a->name;
	}
	if (n)
		qsort(name, n, sizeof *name, by_text);
	ft_str_clear(&list->text);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&list->text, "%s%s", i ? "," : "", name[i]);
	ft_free(name);
	text(cell, ft_str_text(&list->text));
}

/* ---- associations ---------------------------------------------------------------- */

void
acct_get_partition(struct cell *cell)
{
	text(cell, cell->assoc ? cell->assoc->partition : NULL);
}

void
acct_get_comment(struct cell *cell)
{
	text(cell, cell->assoc ? cell->assoc->comment : NULL);
}

void
acct_get_shares(struct cell *cell)
{
	if (cell->assoc == NULL && cell->list->zeros && !cell->row->cluster)
		number(cell, 0);
	else if (cell->assoc == NULL)
		unset(cell);
	else if (cell->assoc->shares == FT_SHARES_PARENT)
		text(cell, "parent");
	else
		number(cell, cell->assoc->shares);
}

void
acct_get_id(struct cell *cell)
{
	const struct acct_row *row = cell->row;

	if (row->txn)
		number(cell, row->txn->id);
	else if (row->wckey)
		number(cell, row->wckey->id);
	else if (row->resource)
		number(cell, row->resource->id);
	else if (row->qos || row->tres)
		number(cell, row->qos ? row->qos->id : row->tres->id);
	else if (row->cluster)
		number(cell, 0); /* of the federation */
	else if (cell->assoc)
		number(cell, cell->assoc->number);
	else if (cell->list->zeros)
		number(cell, 0);
	else
		unset(cell);
}

void
acct_get_lft(struct cell *cell)
{
	if (cell->assoc)
		number(cell, cell->list->index->lft[cell->row->assoc]);
	else
		unset(cell);
}

void
acct_get_rgt(struct cell *cell)
{
	if (cell->assoc)
		number(cell, cell->list->index->rgt[cell->row->assoc]);
	else
		unset(cell);
}

void
acct_get_parent_id(struct cell *cell)
{
	const struct ft_assoc *parent =
	    cell->assoc ? ft_book_assoc(&cell->list->book, cell->assoc->parent)
			: NULL;

	if (cell->assoc == NULL)
		unset(cell);
	else if (cell->list->request.flags & ACCT_WO_PARENT_INFO)
		number(cell, 0);
	else
		number(cell, parent ? parent->number : 0);
}

void
acct_get_parent_name(struct cell *cell)
{
	const struct acct_list *list = cell->list;
	const struct ft_assoc *parent;
	const struct ft_account *account;

	if (cell->assoc == NULL || cell->assoc->user ||
	    cell->assoc->parent == 0 ||
	    (list->zeros && list->request.flags & ACCT_WO_PARENT_INFO)) {
		unset(cell);
		return;
	}
	parent = ft_book_assoc(&list->book, cell->assoc->parent);
	account = parent ? ft_book_account(&list->book, parent->account) : NULL;
	text(cell, account ? account->name : NULL);
}

static const char *
name_of_account(const struct acct_list *list, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    assoc ? ft_book_account(&list->book, assoc->account) : NULL;

	return account ? account->name : NULL;
}

void
acct_get_parent(struct cell *cell)
{
	const struct acct_list *list = cell->list;

	text(cell, cell->assoc && cell->assoc->parent
		       ? name_of_account(list,
			     ft_book_assoc(&list->book, cell->assoc->parent))
		       : NULL);
}

static uint32_t
depth_of(const struct acct_list *list, uint32_t i)
{
	uint32_t depth = 0;

	while ((i = list->index->parent[i]) != FT_INDEX_NONE)
		depth++;
	return depth;
}

void
acct_get_depth(struct cell *cell)
{
	if (cell->assoc)
		number(cell, depth_of(cell->list, cell->row->assoc));
	else
		unset(cell);
}

void
acct_get_path(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_book *book = &list->book;
	uint32_t i = cell->row->assoc, n;
	const char **name;

	if (!cell->assoc) {
		unset(cell);
		return;
	}
	n = depth_of(list, i) + 1;
	name = ft_calloc(n, sizeof *name);
	for (uint32_t at = n; at > 0 && at--; i = list->index->parent[i]) {
		const struct ft_user *user =
		    book->assoc[i].user
			? ft_book_user(book, book->assoc[i].user)
			: NULL;

		name[at] =
		    user ? user->name : name_of_account(list, &book->assoc[i]);
	}
	ft_str_clear(&list->text);
	for (uint32_t at = 0; at < n; at++)
		ft_str_addf(&list->text, "%s%s", at ? "/" : "",
		    name[at] ? name[at] : "");
	ft_free(name);
	text(cell, ft_str_text(&list->text));
}

/* ---- transactions -------------------------------------------------------------- */

void
acct_get_action_raw(struct cell *cell)
{
	if (cell->row->txn)
		number(cell, cell->row->txn->action);
	else
		unset(cell);
}

void
acct_get_action(struct cell *cell)
{
	const struct ft_transaction *txn = cell->row->txn;
	struct ft_str *str = &cell->list->text;
	const char *name = txn ? ft_txn_name(txn->action) : NULL;

	if (txn && !name) {
		ft_str_clear(str);
		ft_str_addf(str, "MsgType=%lu", (unsigned long)txn->action);
		name = ft_str_text(str);
	}
	text(cell, name);
}

void
acct_get_actor(struct cell *cell)
{
	text(cell, cell->row->txn ? cell->row->txn->actor : NULL);
}

void
acct_get_where(struct cell *cell)
{
	text(cell, cell->row->txn ? cell->row->txn->subject : NULL);
}

void
acct_get_info(struct cell *cell)
{
	text(cell, cell->row->txn_info);
}

void
acct_get_time(struct cell *cell)
{
	char buf[32];

	if (cell->row->txn)
		text(cell,
		    ft_time_format_date(buf, sizeof buf, cell->row->txn->at));
	else
		unset(cell);
}

/* ---- tables ----------------------------------------------------------------------- */

enum field {
#define FT_FIELD_ROW(id, name, min, header, width, type, getter, key, text)    \
	FIELD_##id,
#define FT_FIELD_NONE(id, name, min, header, width, type)        FIELD_##id,
#define FT_FIELD_OLD(id, name, min, header, width, type, getter) FIELD_##id,
#define FT_FIELD_ALSO(id, name, min, header, width, type)
#define FT_FIELD_NEWER      FT_FIELD_ROW
#define FT_FIELD_ALSO_NEWER FT_FIELD_ALSO
#include "acctmgr/field.def"
#undef FT_FIELD_NEWER
#undef FT_FIELD_OLD
#undef FT_FIELD_ALSO_NEWER
#undef FT_FIELD_ROW
#undef FT_FIELD_NONE
#undef FT_FIELD_ALSO
	FIELDS
};

const struct ft_column acct_fields[] = {
#define FT_FIELD_ROW(id, name, min, header, width, type, getter, key, text)    \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type, 0, key,      \
		.sentence = text },
#define FT_FIELD_NONE(id, name, min, header, width, type)                      \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type,              \
		FT_COLUMN_SLURM, .key = NULL },
#define FT_FIELD_OLD(id, name, min, header, width, type, getter)               \
	FT_FIELD_NONE(id, name, min, header, width, type)
#define FT_FIELD_ALSO(id, name, min, header, width, type)                      \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type,              \
		FT_COLUMN_ALIAS, .key = NULL },
#define FT_FIELD_NEWER(id, name, min, header, width, type, getter, key, text)  \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type,              \
		FT_COLUMN_OURS, key, .sentence = text },
#define FT_FIELD_ALSO_NEWER(id, name, min, header, width, type)                \
	{ name, min, FIELD_##id, header, width, FT_COLUMN_##type,              \
		FT_COLUMN_ALIAS | FT_COLUMN_OURS, .key = NULL },
#include "acctmgr/field.def"
#undef FT_FIELD_NEWER
#undef FT_FIELD_OLD
#undef FT_FIELD_ALSO_NEWER
#undef FT_FIELD_ROW
#undef FT_FIELD_NONE
#undef FT_FIELD_ALSO
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

typedef void getter_fn(struct cell *cell);

static getter_fn *const getters[FIELDS] = {
#define FT_FIELD_ROW(id, name, min, header, width, type, getter, key, text)    \
	[FIELD_##id] = acct_get_##getter,
#define FT_FIELD_NONE(id, name, min, header, width, type)                      \
	[FIELD_##id] = acct_get_none,
#define FT_FIELD_OLD(id, name, min, header, width, type, getter)               \
	[FIELD_##id] = acct_get_##getter,
#define FT_FIELD_ALSO(id, name, min, header, width, type)
#define FT_FIELD_NEWER      FT_FIELD_ROW
#define FT_FIELD_ALSO_NEWER FT_FIELD_ALSO
#include "acctmgr/field.def"
#undef FT_FIELD_NEWER
#undef FT_FIELD_OLD
#undef FT_FIELD_ALSO_NEWER
#undef FT_FIELD_ROW
#undef FT_FIELD_NONE
#undef FT_FIELD_ALSO
};

const int acct_field_account = FIELD_ACCOUNT;
const int acct_field_lft = FIELD_LFT;
const int acct_field_rgt = FIELD_RGT;

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
	struct cell cell = { .list = list, .row = row };

	if (!may_see(list, row))
		return;
	if (row->assoc != FT_INDEX_NONE)
		cell.assoc = &list->book.assoc[row->assoc];
	for (size_t i = 0; i < list->fields.n; i++)
		getters[list->fields.item[i].id](&cell);
	ft_table_row(list->table);
	ft_out_step(&list->out);
}
