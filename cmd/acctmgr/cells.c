/* What each column shows.  A getter hands over exactly one cell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "admin/txn.h"
#include "base/timefmt.h"
#include "base/vec.h"
#include "model/qos.h"

struct cell {
	struct acct_list *list;
	const struct acct_row *row;
	const struct ft_assoc *assoc; /* NULL: none */
};

static void
unset(struct cell *cell)
{
	ft_table_unset(cell->list->table);
}

static void
text(struct cell *cell, const char *value)
{
	if (value && *value)
		ft_table_text(cell->list->table, value);
	else
		unset(cell);
}

static void
number(struct cell *cell, uint64_t value)
{
	ft_table_u64(cell->list->table, value);
}

static void
duration(struct cell *cell, int64_t seconds)
{
	char buf[32];

	text(cell, ft_time_format_duration(buf, sizeof buf, seconds));
}

static void
get_none(struct cell *cell)
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

static void
get_account(struct cell *cell)
{
	const struct ft_account *account = account_of(cell);
	struct ft_str *str = &cell->list->text;

	if (account == NULL || cell->row->depth == 0) {
		text(cell, account ? account->name : cell->row->txn_account);
		return;
	}
	ft_str_clear(str);
	ft_str_add_fill(str, ' ', cell->row->depth);
	ft_str_add(str, account->name);
	text(cell, ft_str_text(str));
}

static void
get_user(struct cell *cell)
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

static void
get_description(struct cell *cell)
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

static void
get_organization(struct cell *cell)
{
	const struct ft_account *account = account_of(cell);

	if (only_assoc(cell)) {
		unset(cell);
		return;
	}
	text(cell, account ? account->organization : NULL);
}

static void
get_admin_level(struct cell *cell)
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

static void
get_default_wckey(struct cell *cell)
{
	const struct ft_user *user = user_of(cell);

	text(cell, user ? user->default_wckey : NULL);
}

static void
get_default_account(struct cell *cell)
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

static void
get_cluster(struct cell *cell)
{
	const struct ft_cluster *cluster = cell->row->cluster;

	if (cluster == NULL && cell->assoc)
		cluster =
		    ft_book_cluster(&cell->list->book, cell->assoc->cluster);
	text(cell, cluster ? cluster->name : cell->row->txn_cluster);
}

static void
get_classification(struct cell *cell)
{
	text(cell,
	    cell->row->cluster ? cell->row->cluster->classification : NULL);
}

static void
get_control_host(struct cell *cell)
{
	text(
	    cell, cell->row->cluster ? cell->row->cluster->control_host : NULL);
}

static void
get_control_port(struct cell *cell)
{
	if (cell->row->cluster)
		number(cell, cell->row->cluster->control_port);
	else
		unset(cell);
}

static void
get_rpc(struct cell *cell)
{
	if (cell->row->cluster)
		number(cell, cell->row->cluster->rpc_version);
	else
		unset(cell);
}

static void
get_name(struct cell *cell)
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

static void
get_type(struct cell *cell)
{
	if (cell->row->resource)
		text(cell, "License");
	else
		text(cell, cell->row->tres ? cell->row->tres->type : NULL);
}

static void
get_problem(struct cell *cell)
{
	text(cell, cell->row->problem);
}

/* ---- resources ------------------------------------------------------------------- */

static void
get_server(struct cell *cell)
{
	text(cell, cell->row->resource ? cell->row->resource->server : NULL);
}

static void
get_server_type(struct cell *cell)
{
	text(cell,
	    cell->row->resource ? cell->row->resource->server_type : NULL);
}

static void
get_resource_count(struct cell *cell)
{
	if (cell->row->resource && cell->row->resource->count != UINT32_MAX)
		number(cell, cell->row->resource->count);
	else
		unset(cell);
}

/* Percent the cluster of the row may have. */
static void
get_allowed(struct cell *cell)
{
	if (cell->row->resource)
		number(cell, cell->row->share ? cell->row->share->allowed : 0);
	else
		unset(cell);
}

/* Percent all clusters together may have. */
static void
get_allocated(struct cell *cell)
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

static void
get_fed_state(struct cell *cell)
{
	text(cell, cell->row->cluster && !cell->row->resource ? "NA" : NULL);
}

static void
get_zero_of_cluster(struct cell *cell)
{
	if (cell->row->cluster && !cell->row->resource)
		number(cell, 0);
	else
		unset(cell);
}

/* Of a cluster that never registered; we do not keep nodes. */
static void
get_node_count(struct cell *cell)
{
	if (cell->row->cluster && *cell->row->cluster->control_host == 0)
		number(cell, 0);
	else
		unset(cell);
}

/* ---- coordinators ---------------------------------------------------------------- */

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
get_coordinators(struct cell *cell)
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

static void
get_partition(struct cell *cell)
{
	text(cell, cell->assoc ? cell->assoc->partition : NULL);
}

static void
get_comment(struct cell *cell)
{
	text(cell, cell->assoc ? cell->assoc->comment : NULL);
}

static void
get_shares(struct cell *cell)
{
	if (cell->assoc == NULL && cell->list->zeros)
		number(cell, 0);
	else if (cell->assoc == NULL)
		unset(cell);
	else if (cell->assoc->parent_shares)
		text(cell, "parent");
	else
		number(cell, cell->assoc->shares);
}

static void
get_id(struct cell *cell)
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

static void
get_lft(struct cell *cell)
{
	if (cell->assoc)
		number(cell, cell->list->index->lft[cell->row->assoc]);
	else
		unset(cell);
}

static void
get_rgt(struct cell *cell)
{
	if (cell->assoc)
		number(cell, cell->list->index->rgt[cell->row->assoc]);
	else
		unset(cell);
}

static void
get_parent_id(struct cell *cell)
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

static void
get_parent_name(struct cell *cell)
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

/* ---- QOS lists ------------------------------------------------------------------- */

static void
add_marked(const struct acct_list *list, bool numbers, struct ft_str *str)
{
	const struct ft_book *book = &list->book;
	const char **name = ft_calloc(book->n_qos + 1, sizeof *name);
	size_t n = 0;

	for (size_t i = 0; i < book->n_qos; i++) {
		if (!list->has[i])
			continue;
		if (numbers)
			ft_str_addf(str, "%s%u", str->len ? "," : "",
			    (unsigned)book->qos[i].id);
		else
			name[n++] = book->qos[i].name;
	}
	if (n)
		qsort(name, n, sizeof *name, by_text);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(str, "%s%s", str->len ? "," : "", name[i]);
	ft_free(name);
}

/* A text that owns its bytes, for sorting. */
static int
by_owned(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Signed elements of the whole way up to a list, and that list, by text. */
static void
add_raw(
    const struct acct_list *list, uint32_t i, bool numbers, struct ft_str *str)
{
	const struct ft_admin_index *index = list->index;
	const struct ft_book *book = &list->book;
	char **word = NULL;
	size_t n = 0, cap = 0;
	bool plain = false;

	for (; i != FT_INDEX_NONE && !plain; i = index->parent[i])
		for (uint32_t at = index->qos[i]; at < index->qos[i + 1];
		     at++) {
			const struct ft_qosref *ref = &book->assoc_qos[at];
			const struct ft_qos *qos = ft_book_qos(book, ref->qos);
			char number[16];

			if (qos == NULL)
				continue;
			snprintf(
			    number, sizeof number, "%u", (unsigned)qos->id);
			ft_str_clear(str);
			if (ref->op != '=')
				ft_str_add_char(str, ref->op);
			ft_str_add(str, numbers ? number : qos->name);
			plain = plain || ref->op == '=';
			word = ft_vec_grow(word, &cap, n + 1, sizeof *word);
			word[n++] = ft_strdup(ft_str_text(str));
		}
	if (n)
		qsort(word, n, sizeof *word, by_owned);
	ft_str_clear(str);
	for (size_t k = 0; k < n; k++) {
		if (k == 0 || strcmp(word[k], word[k - 1]) != 0)
			ft_str_addf(str, "%s%s", str->len ? "," : "", word[k]);
	}
	for (size_t k = 0; k < n; k++)
		ft_free(word[k]);
	ft_free(word);
}

static void
qos_list(struct cell *cell, bool numbers)
{
	struct acct_list *list = cell->list;

	if (cell->assoc == NULL) {
		unset(cell);
		return;
	}
	ft_str_clear(&list->text);
	if (list->request.flags & ACCT_WITH_RAW_QOS) {
		add_raw(list, cell->row->assoc, numbers, &list->text);
	} else {
		ft_admin_index_qos(
		    list->index, cell->row->assoc, list->inherit, list->has);
		add_marked(list, numbers, &list->text);
	}
	text(cell, ft_str_text(&list->text));
}

static void
get_qos(struct cell *cell)
{
	qos_list(cell, false);
}

static void
get_qos_raw(struct cell *cell)
{
	qos_list(cell, true);
}

static void
get_default_qos(struct cell *cell)
{
	const struct acct_list *list = cell->list;
	const struct ft_qos *qos;
	uint32_t id;

	if (cell->assoc == NULL) {
		unset(cell);
		return;
	}
	id = ft_admin_index_default_qos(
	    list->index, cell->row->assoc, list->inherit);
	qos = id ? ft_book_qos(&list->book, id) : NULL;
	text(cell, qos ? qos->name : NULL);
}

/* ---- limits ---------------------------------------------------------------------- */

static const struct ft_limit *
find_limit(const struct cell *cell, enum ft_limit_kind kind, uint32_t tres)
{
	const struct acct_list *list = cell->list;

	if (cell->row->qos)
		return ft_admin_book_qos_limit(
		    &list->book, cell->row->qos->id, kind, tres);
	if (cell->assoc == NULL)
		return NULL;
	return ft_admin_index_limit(
	    list->index, cell->row->assoc, kind, tres, list->inherit);
}

/* Without association sacctmgr shows zeros. */
static bool
zero(const struct cell *cell)
{
	return cell->list->zeros && !cell->assoc && !cell->row->qos;
}

static void
count_limit(struct cell *cell, enum ft_limit_kind kind)
{
	const struct ft_limit *limit = find_limit(cell, kind, 0);

	if (limit)
		number(cell, limit->value);
	else if (zero(cell) && kind != FT_LIMIT_PRIORITY)
		number(cell, 0);
	else
		unset(cell);
}

static void
wall_limit(struct cell *cell, enum ft_limit_kind kind)
{
	const struct ft_limit *limit = find_limit(cell, kind, 0);

	if (limit || zero(cell))
		duration(cell, limit ? (int64_t)limit->value * 60 : 0);
	else
		unset(cell);
}

static void
tres_limit(struct cell *cell, enum ft_limit_kind kind)
{
	struct acct_list *list = cell->list;
	unsigned flags = FT_TRES_BY_NAME;

	if (list->plain_tres == 0)
		flags |= FT_TRES_UNITS;
	ft_str_clear(&list->text);
	if (cell->row->qos)
		ft_admin_book_qos_tres(
		    &list->book, cell->row->qos->id, kind, flags, &list->text);
	else if (cell->assoc)
		ft_admin_index_tres(list->index, cell->row->assoc, kind,
		    list->inherit, flags, &list->text);
	text(cell, ft_str_text(&list->text));
}

/* The number of one TRES of a TRES limit: what GrpCPUs was. */
static void
one_tres(struct cell *cell, enum ft_limit_kind kind, const char *type)
{
	const struct ft_tres_table table = { cell->list->book.tres,
		cell->list->book.n_tres };
	const struct ft_tres *tres = ft_tres_find(&table, type, "");
	const struct ft_limit *limit =
	    tres ? find_limit(cell, kind, tres->id) : NULL;

	if (limit)
		number(cell, limit->value);
	else if (zero(cell))
		number(cell, 0);
	else
		unset(cell);
}

#define COUNT(name, kind)                                                      \
	static void get_##name(struct cell *cell)                              \
	{                                                                      \
		count_limit(cell, FT_LIMIT_##kind);                            \
	}
#define TRES(name, kind)                                                       \
	static void get_##name(struct cell *cell)                              \
	{                                                                      \
		tres_limit(cell, FT_LIMIT_##kind);                             \
	}
#define OLD(name, kind, type)                                                  \
	static void get_##name(struct cell *cell)                              \
	{                                                                      \
		one_tres(cell, FT_LIMIT_##kind, type);                         \
	}
#define WALL(name, kind)                                                       \
	static void get_##name(struct cell *cell)                              \
	{                                                                      \
		wall_limit(cell, FT_LIMIT_##kind);                             \
	}

OLD(grp_cpus, GRP_TRES, "cpu")
OLD(grp_cpu_mins, GRP_TRES_MINS, "cpu")
OLD(grp_cpu_run_mins, GRP_TRES_RUN_MINS, "cpu")
OLD(grp_memory, GRP_TRES, "mem")
OLD(grp_nodes, GRP_TRES, "node")
OLD(max_cpu_mins, MAX_TRES_MINS, "cpu")
OLD(max_cpu_run_mins_pu, MAX_TRES_RUN_MINS_PU, "cpu")
OLD(max_cpus, MAX_TRES, "cpu")
OLD(max_cpus_pu, MAX_TRES_PU, "cpu")
OLD(max_nodes, MAX_TRES, "node")
OLD(max_nodes_pu, MAX_TRES_PU, "node")
OLD(min_cpus, MIN_TRES, "cpu")
TRES(grp_tres, GRP_TRES)
TRES(grp_tres_mins, GRP_TRES_MINS)
TRES(grp_tres_run_mins, GRP_TRES_RUN_MINS)
TRES(max_tres, MAX_TRES)
TRES(max_tres_pn, MAX_TRES_PN)
TRES(max_tres_mins, MAX_TRES_MINS)
TRES(max_tres_run_mins_pa, MAX_TRES_RUN_MINS_PA)
TRES(max_tres_pa, MAX_TRES_PA)
TRES(max_tres_pu, MAX_TRES_PU)
TRES(min_tres, MIN_TRES)
COUNT(grp_jobs, GRP_JOBS)
COUNT(grp_jobs_accrue, GRP_JOBS_ACCRUE)
COUNT(grp_submit, GRP_SUBMIT_JOBS)
COUNT(max_jobs, MAX_JOBS)
COUNT(max_jobs_accrue, MAX_JOBS_ACCRUE)
COUNT(max_jobs_accrue_pa, MAX_JOBS_ACCRUE_PA)
COUNT(max_jobs_accrue_pu, MAX_JOBS_ACCRUE_PU)
COUNT(max_jobs_pa, MAX_JOBS_PA)
COUNT(max_jobs_pu, MAX_JOBS_PU)
COUNT(min_prio, MIN_PRIO)
COUNT(max_submit, MAX_SUBMIT_JOBS)
COUNT(max_submit_pa, MAX_SUBMIT_PA)
COUNT(max_submit_pu, MAX_SUBMIT_PU)
WALL(grp_wall, GRP_WALL)
WALL(max_wall, MAX_WALL)

/* Of users in associations, "per user" in QOS. */
static void
get_max_tres_run_mins_pu(struct cell *cell)
{
	tres_limit(cell, cell->row->qos ? FT_LIMIT_MAX_TRES_RUN_MINS_PU
					: FT_LIMIT_MAX_TRES_RUN_MINS);
}

/* ---- QOS ------------------------------------------------------------------------- */

static void
get_priority(struct cell *cell)
{
	if (cell->row->qos)
		number(cell, cell->row->qos->priority);
	else
		count_limit(cell, FT_LIMIT_PRIORITY);
}

static void
get_grace_time(struct cell *cell)
{
	if (cell->row->qos)
		duration(cell, cell->row->qos->grace_time);
	else
		unset(cell);
}

static void
get_exempt_time(struct cell *cell)
{
	if (cell->row->qos && cell->row->qos->preempt_exempt_time >= 0)
		duration(cell, cell->row->qos->preempt_exempt_time);
	else
		unset(cell);
}

static void
get_preempt_mode(struct cell *cell)
{
	text(cell, cell->row->qos
		       ? ft_qos_preempt_modes[cell->row->qos->preempt_mode]
		       : NULL);
}

static void
get_preempt(struct cell *cell)
{
	struct acct_list *list = cell->list;
	const struct ft_qosref *ref;
	size_t n;

	if (cell->row->qos == NULL) {
		unset(cell);
		return;
	}
	memset(list->has, 0, list->book.n_qos * sizeof *list->has);
	ref = ft_book_qosrefs(list->book.qos_preempt, list->book.n_qos_preempt,
	    cell->row->qos->id, &n);
	for (size_t i = 0; i < n; i++) {
		const struct ft_qos *qos = ft_book_qos(&list->book, ref[i].qos);

		if (qos)
			list->has[qos - list->book.qos] = true;
	}
	ft_str_clear(&list->text);
	add_marked(list, false, &list->text);
	text(cell, ft_str_text(&list->text));
}

static void
get_flags(struct cell *cell)
{
	struct ft_str *str = &cell->list->text;
	const struct ft_account *account = cell->row->account;

	ft_str_clear(str);
	if (cell->row->qos)
		ft_qos_add_flags(str, cell->row->qos->flags);
	else if (account && account->flags & 1)
		ft_str_add(str, "UsersAreCoords");
	else if (cell->list->zeros && cell->row->cluster &&
		 *cell->row->cluster->control_host == 0)
		ft_str_add(str, "None");
	text(cell, ft_str_text(str));
}

static void
real(struct cell *cell, double value)
{
	if (cell->row->qos && value >= 0)
		ft_table_real(cell->list->table, value);
	else
		unset(cell);
}

static void
get_usage_factor(struct cell *cell)
{
	real(cell, cell->row->qos ? cell->row->qos->usage_factor : -1);
}

static void
get_usage_threshold(struct cell *cell)
{
	real(cell, cell->row->qos ? cell->row->qos->usage_threshold : -1);
}

static void
get_limit_factor(struct cell *cell)
{
	real(cell, cell->row->qos ? cell->row->qos->limit_factor : -1);
}

/* ---- transactions -------------------------------------------------------------- */

static void
get_action_raw(struct cell *cell)
{
	if (cell->row->txn)
		number(cell, cell->row->txn->action);
	else
		unset(cell);
}

static void
get_action(struct cell *cell)
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

static void
get_actor(struct cell *cell)
{
	text(cell, cell->row->txn ? cell->row->txn->actor : NULL);
}

static void
get_where(struct cell *cell)
{
	text(cell, cell->row->txn ? cell->row->txn->subject : NULL);
}

static void
get_info(struct cell *cell)
{
	text(cell, cell->row->txn_info);
}

static void
get_time(struct cell *cell)
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

const struct ft_field acct_fields[] = {
#define FT_FIELD_ROW(id, name, min, header, width, type, getter, key, text)    \
	{ name, min, FIELD_##id, header, width, FT_FIELD_##type, 0, key, text },
#define FT_FIELD_NONE(id, name, min, header, width, type)                      \
	{ name, min, FIELD_##id, header, width, FT_FIELD_##type,               \
		FT_FIELD_SLURM, NULL, NULL },
#define FT_FIELD_OLD(id, name, min, header, width, type, getter)               \
	FT_FIELD_NONE(id, name, min, header, width, type)
#define FT_FIELD_ALSO(id, name, min, header, width, type)                      \
	{ name, min, FIELD_##id, header, width, FT_FIELD_##type,               \
		FT_FIELD_ALIAS, NULL, NULL },
#define FT_FIELD_NEWER(id, name, min, header, width, type, getter, key, text)  \
	{ name, min, FIELD_##id, header, width, FT_FIELD_##type,               \
		FT_FIELD_OURS, key, text },
#define FT_FIELD_ALSO_NEWER(id, name, min, header, width, type)                \
	{ name, min, FIELD_##id, header, width, FT_FIELD_##type,               \
		FT_FIELD_ALIAS | FT_FIELD_OURS, NULL, NULL },
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
const struct ft_field acct_wckey_fields[] = { { "WCKeys", 1, FIELD_NAME,
						  "WCKey", 10, FT_FIELD_TEXT, 0,
						  "wckey", "the wckey" },
	{ "Names", 1, FIELD_NAME, "WCKey", 10, FT_FIELD_TEXT, FT_FIELD_ALIAS,
	    NULL, NULL },
	{ "Clusters", 2, FIELD_CLUSTERS, "Cluster", 10, FT_FIELD_TEXT, 0,
	    "cluster", "the cluster" },
	{ "IDs", 1, FIELD_ID, "ID", 6, FT_FIELD_UINT, 0, "id",
	    "number in the store" },
	{ "Users", 1, FIELD_USER, "User", 10, FT_FIELD_TEXT, 0, "user",
	    "the user" },
	{ 0 } };

typedef void getter_fn(struct cell *cell);

static getter_fn *const getters[FIELDS] = {
#define FT_FIELD_ROW(id, name, min, header, width, type, getter, key, text)    \
	[FIELD_##id] = get_##getter,
#define FT_FIELD_NONE(id, name, min, header, width, type)                      \
	[FIELD_##id] = get_none,
#define FT_FIELD_OLD(id, name, min, header, width, type, getter)               \
	[FIELD_##id] = get_##getter,
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

void
acct_list_row(struct acct_list *list, const struct acct_row *row)
{
	struct cell cell = { .list = list, .row = row };

	if (row->assoc != FT_INDEX_NONE)
		cell.assoc = &list->book.assoc[row->assoc];
	for (size_t i = 0; i < list->fields.n; i++)
		getters[list->fields.item[i].field->id](&cell);
	ft_table_row(list->table);
	ft_out_step(&list->out);
}
