/* The machine behind all lists: book, fields, table, selections. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"
#include "base/num.h"
#include "base/vec.h"
#include "common/suggest.h"

/* ---- what belongs to whom ------------------------------------------------------- */

/* Chain each association to its user and its account, in database order. */
static void
chain_assocs(struct acct_list *list)
{
	const struct ft_book *book = &list->book;
	size_t n = book->n_assoc;

	list->user_first = ft_calloc(book->n_user + 1, sizeof(uint32_t));
	list->account_first = ft_calloc(book->n_account + 1, sizeof(uint32_t));
	list->user_next = ft_calloc(n + 1, sizeof(uint32_t));
	list->account_next = ft_calloc(n + 1, sizeof(uint32_t));
	for (size_t i = 0; i < book->n_user; i++)
		list->user_first[i] = FT_INDEX_NONE;
	for (size_t i = 0; i < book->n_account; i++)
		list->account_first[i] = FT_INDEX_NONE;
	for (size_t k = list->index->n_order; k > 0 && k--;) {
		uint32_t i = list->index->order[k];
		const struct ft_assoc *assoc = &book->assoc[i];
		const struct ft_account *account =
		    ft_book_account(book, assoc->account);
		const struct ft_user *user =
		    assoc->user ? ft_book_user(book, assoc->user) : NULL;

		if (account) {
			uint32_t *first =
			    &list->account_first[account - book->account];

			list->account_next[i] = *first;
			*first = i;
		}
		if (user) {
			uint32_t *first = &list->user_first[user - book->user];

			list->user_next[i] = *first;
			*first = i;
		}
	}
}

static uint32_t
default_on(struct acct_list *list, const struct ft_user *user, uint32_t cluster)
{
	uint32_t i = list->user_first[user - list->book.user];

	for (; i != FT_INDEX_NONE; i = list->user_next[i])
		/* sacctmgr knows no associations but those it asked for */
		if (list->book.assoc[i].is_default &&
		    list->book.assoc[i].cluster == cluster &&
		    (!list->zeros || acct_list_matches(list, i)))
			return i;
	return FT_INDEX_NONE;
}

/* Returns the id of the cluster NAME, 0 if there is none. */
static uint32_t
cluster_named(const struct acct_list *list, const char *name)
{
	for (size_t i = 0; i < list->book.n_cluster; i++)
		if (strcmp(list->book.cluster[i].name, name) == 0)
			return list->book.cluster[i].id;
	return 0;
}

uint32_t
acct_list_default(
    struct acct_list *list, const struct ft_user *user, uint32_t cluster)
{
	const struct ft_admin_names *given =
	    &list->request.where.key[FT_KEY_CLUSTER];
	uint32_t found = FT_INDEX_NONE;

	if (cluster || !given->given)
		return default_on(list, user,
		    cluster ? cluster : list->acct->session.cluster);
	for (size_t i = 0; i < given->n && found == FT_INDEX_NONE; i++) {
		cluster = cluster_named(list, given->item[i]);
		if (cluster)
			found = default_on(list, user, cluster);
	}
	return found;
}

static bool
counts_default(const struct acct_list *list, uint32_t cluster)
{
	const struct ft_admin_names *given =
	    &list->request.where.key[FT_KEY_CLUSTER];
	const struct ft_cluster *record = ft_book_cluster(&list->book, cluster);

	if (given->given)
		return record && ft_admin_names_has(given, record->name);
	return !list->zeros || cluster == list->acct->session.cluster;
}

bool
acct_list_default_account(const struct acct_list *list,
    const struct ft_user *user, const struct ft_admin_names *names)
{
	uint32_t i = list->user_first[user - list->book.user];

	for (; i != FT_INDEX_NONE; i = list->user_next[i]) {
		const struct ft_assoc *assoc = &list->book.assoc[i];
		const struct ft_account *account =
		    ft_book_account(&list->book, assoc->account);

		if (assoc->is_default && account &&
		    counts_default(list, assoc->cluster) &&
		    ft_admin_names_has(names, account->name))
			return true;
	}
	return false;
}

/* ---- coordinators ------------------------------------------------------------------ */

static void
add_coord(struct acct_list *list, const struct ft_account *account,
    const struct ft_user *user)
{
	const struct acct_coord one = {
		(uint32_t)(account - list->book.account),
		(uint32_t)(user - list->book.user),
	};

	for (size_t i = 0; i < list->n_coord; i++)
		if (list->coord[i].account == one.account &&
		    list->coord[i].user == one.user)
			return;
	list->coord = ft_vec_grow(list->coord, &list->cap_coord,
	    list->n_coord + 1, sizeof *list->coord);
	list->coord[list->n_coord++] = one;
}

/* The account of association I and those of all below it. */
static void
add_coord_below(struct acct_list *list, uint32_t i, const struct ft_user *user)
{
	const struct ft_admin_index *index = list->index;
	const struct ft_book *book = &list->book;

	/* the nested set: what is below follows in order until rgt */
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t at = index->order[k];
		const struct ft_account *account =
		    ft_book_account(book, book->assoc[at].account);

		if (account && !book->assoc[at].user &&
		    book->assoc[at].cluster == book->assoc[i].cluster &&
		    index->lft[at] >= index->lft[i] &&
		    index->rgt[at] <= index->rgt[i])
			add_coord(list, account, user);
	}
}

void
acct_list_coords(struct acct_list *list)
{
	const struct ft_book *book = &list->book;

	for (size_t c = 0; !list->coords_ready && c < book->n_coord; c++) {
		const struct ft_account *account =
		    ft_book_account(book, book->coord[c].account);
		const struct ft_user *user =
		    ft_book_user(book, book->coord[c].user);
		uint32_t i;

		if (account == NULL || user == NULL || account->deleted ||
		    user->deleted)
			continue;
		add_coord(list, account, user);
		i = list->account_first[account - book->account];
		for (; i != FT_INDEX_NONE; i = list->account_next[i])
			if (book->assoc[i].user == 0)
				add_coord_below(list, i, user);
	}
	list->coords_ready = true;
}

/* ---- begin ---------------------------------------------------------------------------- */

/* Conditions on associations do nothing for lists of records: Slurm asks. */
static bool
sure_about_assocs(struct acct_list *list)
{
	struct acct *acct = list->acct;

	if (!list->request.assoc_words ||
	    list->request.flags & ACCT_WITH_ASSOC || !acct->context->slurm)
		return true;
	if (acct_ask(acct,
		"You requested options that are only valid when querying with "
		"the withassoc option.\nAre you sure you want to continue?"))
		return true;
	acct_say(acct, "Aborted\n");
	return false;
}

bool
acct_list_begin(struct acct_list *list, struct acct *acct,
    const struct acct_grammar *grammar, const char *rows, int argc, char **argv)
{
	struct ft_error err;

	*list = (struct acct_list){
		.acct = acct, .rows = rows, .known = acct_fields
	};
	acct_request_init(&list->request);
	ft_book_init(&list->book);
	ft_columns_init(&list->fields);
	ft_str_init(&list->text);
	ft_out_init(&list->out, acct->context->out);
	acct_read_words(acct, grammar, argc, argv, &list->request);
	if (list->request.status)
		return false;
	list->request.status = 1;
	if (!acct_open(acct, false))
		return false;
	if (ft_store_read_book(acct->session.store,
		list->request.flags & ACCT_WITH_DELETED, &list->book,
		&err) != FT_OK) {
		ft_cmd_fail(acct->context, &err);
		return false;
	}
	list->request.status = 0;
	if (!(list->request.flags & ACCT_WITH_DELETED))
		acct_doubt_names(acct, &list->request.where, false);
	list->index = ft_admin_index_new(&list->book);
	list->has = ft_calloc(list->book.n_qos + 1, sizeof *list->has);
	chain_assocs(list);
	list->inherit = !(list->request.flags &
			  (ACCT_WO_PARENT_INFO | ACCT_WO_PARENT_LIMITS));
	list->zeros = acct->context->slurm;
	list->plain_tres =
	    acct->format == FT_FORMAT_JSON || acct->format == FT_FORMAT_YAML;
	return true;
}

/* ---- fields ------------------------------------------------------------------------------ */

/* The tree needs room for its blanks. */
static void
widen_account(struct acct_list *list)
{
	for (size_t i = 0; i < list->fields.n; i++)
		if (list->fields.item[i].id == acct_field_account &&
		    list->fields.item[i].width == 10)
			list->fields.item[i].width = -20;
}

/* For programs: where in the tree each association stands. */
static void
add_places(struct acct_list *list)
{
	static const char places[] = "Parent,Depth,Path";
	const struct acct *acct = list->acct;
	enum ft_format_kind format = acct->format;
	struct ft_error err;

	if (acct->context->slurm || list->known != acct_fields ||
	    !(list->lists_assocs || list->request.flags & ACCT_WITH_ASSOC))
		return;
	if (format == FT_FORMAT_JSON || format == FT_FORMAT_YAML ||
	    format == FT_FORMAT_CSV)
		ft_columns_choose(&list->fields, acct_fields, places,
		    FT_COLUMN_RULE_OURS, &err);
}

static bool
choose_fields(struct acct_list *list, const char *defaults)
{
	struct acct *acct = list->acct;
	const char *format = list->request.format;
	struct ft_error err, name = { 0 };

	if (format && *format == 0) {
		err.text[0] = 0;
	} else if (ft_columns_choose(&list->fields, list->known,
		       format ? format : defaults,
		       acct->context->slurm ? 0 : FT_COLUMN_RULE_OURS,
		       &err) == FT_OK) {
		if (list->request.flags & ACCT_TREE)
			widen_account(list);
		if (!format)
			add_places(list);
		return true;
	}
	list->request.status = 1;
	if (!acct->context->slurm) {
		(void)ft_fail(&name, FT_ENOENT, "unknown field '%s'", err.text);
		(void)ft_suggest_field(
		    acct->context, list->known, err.text, &name);
		acct_error(acct, "%s", name.text);
		return false;
	}
	acct_complain(acct, "Unknown field '%s'\n", err.text);
	acct->ended = true; /* sacctmgr ends there and then */
	return false;
}

static bool
shows_numbers(const struct acct_list *list)
{
	for (size_t i = 0; i < list->fields.n; i++) {
		int id = list->fields.item[i].id;

		if (id == acct_field_lft || id == acct_field_rgt)
			return true;
	}
	return false;
}

/* What is deleted still counts in the nested set. */
static bool
number_rows(struct acct_list *list)
{
	struct ft_book all;
	struct ft_error err;
	enum ft_status status;

	if (!shows_numbers(list))
		return true;
	ft_book_init(&all);
	status =
	    ft_store_read_book(list->acct->session.store, true, &all, &err);
	if (status == FT_OK)
		ft_admin_index_renumber(list->index, &all);
	else
		ft_cmd_fail(list->acct->context, &err);
	ft_book_free(&all);
	list->request.status = status != FT_OK;
	return status == FT_OK;
}

bool
acct_list_open(struct acct_list *list, const char *defaults)
{
	struct acct *acct = list->acct;
	struct ft_str schema;
	struct ft_table_options options = {
		.format = acct->format,
		.no_header = acct->no_header,
		.grow = !acct->context->slurm,
		.lines = acct->context->slurm,
		.rows = list->rows,
	};

	if (!choose_fields(list, defaults) || !sure_about_assocs(list) ||
	    !number_rows(list))
		return false;
	ft_str_init(&schema);
	ft_str_addf(&schema, "fairtree.%s/1", list->rows);
	options.schema =
	    ft_arena_strdup(&list->request.arena, ft_str_text(&schema));
	ft_str_free(&schema);
	list->table = ft_table_open(
	    &list->out, &options, list->fields.item, list->fields.n);
	return true;
}

int
acct_list_end(struct acct_list *list)
{
	int status = list->request.status;

	if (list->table)
		ft_table_close(list->table);
	ft_out_free(&list->out);
	ft_str_free(&list->text);
	ft_free(list->has);
	ft_free(list->user_first);
	ft_free(list->account_first);
	ft_free(list->user_next);
	ft_free(list->account_next);
	ft_free(list->coord);
	ft_columns_free(&list->fields);
	ft_admin_index_free(list->index);
	ft_book_free(&list->book);
	acct_request_free(&list->request);
	return status;
}

/*
 * Slurm forgets what is deleted within a day of its making; here it stays, but
 * sacctmgr does not show it.
 */
bool
acct_list_shows(const struct acct_list *list, bool deleted, bool removed)
{
	if (!deleted)
		return true;
	return list->request.flags & ACCT_WITH_DELETED &&
	       (!list->acct->context->slurm || !removed);
}

/* ---- selections ------------------------------------------------------------------------------ */

static bool
name_given(const struct ft_admin_names *names, const char *name)
{
	return !names->given || ft_admin_names_has(names, name);
}

static const char *
account_name(const struct acct_list *list, uint32_t id)
{
	const struct ft_account *account = ft_book_account(&list->book, id);

	return account ? account->name : "";
}

bool
acct_list_sees(const struct acct_list *list, uint32_t i)
{
	const struct ft_book *book = &list->book;
	const struct ft_assoc *assoc = &book->assoc[i];
	const struct ft_user *user =
	    assoc->user ? ft_book_user(book, assoc->user) : NULL;

	return ft_sight_sees(&list->acct->session.sight, FT_SIGHT_USERS,
	    user ? user->name : NULL, account_name(list, assoc->account));
}

bool
acct_list_hidden(
    struct acct_list *list, enum ft_sight_kind kind, const char *end)
{
	const struct ft_sight *sight = &list->acct->session.sight;
	struct acct *acct = list->acct;

	if (ft_sight_sees_all(sight, 1U << kind) ||
	    (kind == FT_SIGHT_ACCOUNTS && sight->led.n > 0))
		return false;
	list->request.status = 1;
	if (acct->context->slurm) {
		acct_error(acct, "Access/permission denied");
		acct_complain(acct, " %s\n", end);
	} else {
		acct_error(acct, "PrivateData hides %s", ft_sight_word(kind));
	}
	return true;
}

/* The account itself or, with withsub, one above. */
static bool
account_given(const struct acct_list *list, uint32_t i)
{
	const struct ft_admin_names *names =
	    &list->request.where.key[FT_KEY_ACCOUNT];

	for (; i != FT_INDEX_NONE; i = list->index->parent[i]) {
		if (name_given(
			names, account_name(list, list->book.assoc[i].account)))
			return true;
		if (!list->request.where.sub_accounts ||
		    (list->acct->context->slurm &&
			list->request.where.key[FT_KEY_USER].given))
			return false;
	}
	return false;
}

static bool
parent_given(const struct acct_list *list, uint32_t i)
{
	const struct ft_admin_names *names =
	    &list->request.where.key[FT_KEY_PARENT];
	uint32_t up = list->index->parent[i];

	if (!names->given)
		return true;
	if (list->book.assoc[i].user || up == FT_INDEX_NONE)
		return false;
	return ft_admin_names_has(
	    names, account_name(list, list->book.assoc[up].account));
}

static bool
id_given(const struct acct_list *list, uint32_t id)
{
	const struct ft_admin_names *names =
	    &list->request.where.key[FT_KEY_ID];
	uint32_t one;

	for (size_t i = 0; i < names->n; i++)
		if (ft_num_u32(names->item[i], &one) && one == id)
			return true;
	return !names->given;
}

static bool
qos_given(struct acct_list *list, uint32_t i)
{
	const struct ft_admin_names *key = list->request.where.key;
	const struct ft_book *book = &list->book;
	const struct ft_qos *qos;
	bool yes = !key[FT_KEY_QOS].given;

	/* of users and accounts sacctmgr finds none by their QOS */
	if (!yes && list->zeros && list->request.assoc_words)
		return false;
	if (!yes)
		ft_admin_index_qos(list->index, i, true, list->has);
	for (size_t q = 0; q < book->n_qos && !yes; q++)
		yes = list->has[q] &&
		      ft_admin_names_has(&key[FT_KEY_QOS], book->qos[q].name);
	if (!yes || !key[FT_KEY_DEFAULT_QOS].given)
		return yes;
	qos = book->assoc[i].default_qos
		  ? ft_book_qos(book, book->assoc[i].default_qos)
		  : NULL;
	return qos && ft_admin_names_has(&key[FT_KEY_DEFAULT_QOS], qos->name);
}

bool
acct_list_matches(struct acct_list *list, uint32_t i)
{
	const struct ft_admin_names *key = list->request.where.key;
	const struct ft_book *book = &list->book;
	const struct ft_assoc *assoc = &book->assoc[i];
	const struct ft_cluster *cluster =
	    ft_book_cluster(book, assoc->cluster);
	const struct ft_user *user =
	    assoc->user ? ft_book_user(book, assoc->user) : NULL;

	if (!acct_list_shows(list, assoc->deleted, assoc->removed) ||
	    !acct_list_sees(list, i))
		return false;
	return name_given(&key[FT_KEY_CLUSTER], cluster ? cluster->name : "") &&
	       name_given(&key[FT_KEY_USER], user ? user->name : "") &&
	       name_given(&key[FT_KEY_PARTITION], assoc->partition) &&
	       id_given(list, assoc->number) &&
	       (!list->request.where.only_defaults || assoc->is_default) &&
	       account_given(list, i) && parent_given(list, i) &&
	       qos_given(list, i);
}

/* ---- records by name --------------------------------------------------------------------------- */

#define BY_NAME(type)                                                          \
	static int by_##type(const void *a, const void *b)                     \
	{                                                                      \
		const struct ft_##type *const *left = a, *const *right = b;    \
		return strcmp((*left)->name, (*right)->name);                  \
	}
BY_NAME(account)
BY_NAME(user)
BY_NAME(cluster)

const struct ft_account **
acct_accounts_by_name(const struct acct_list *list, size_t *n)
{
	const struct ft_account **order;

	*n = list->book.n_account;
	order = ft_calloc(*n + 1, sizeof *order);
	for (size_t i = 0; i < *n; i++)
		order[i] = &list->book.account[i];
	qsort(order, *n, sizeof *order, by_account);
	return order;
}

const struct ft_user **
acct_users_by_name(const struct acct_list *list, size_t *n)
{
	const struct ft_user **order;

	*n = list->book.n_user;
	order = ft_calloc(*n + 1, sizeof *order);
	for (size_t i = 0; i < *n; i++)
		order[i] = &list->book.user[i];
	qsort(order, *n, sizeof *order, by_user);
	return order;
}

const struct ft_cluster **
acct_clusters_by_name(const struct acct_list *list, size_t *n)
{
	const struct ft_cluster **order;

	*n = list->book.n_cluster;
	order = ft_calloc(*n + 1, sizeof *order);
	for (size_t i = 0; i < *n; i++)
		order[i] = &list->book.cluster[i];
	qsort(order, *n, sizeof *order, by_cluster);
	return order;
}

void
acct_list_account_assocs(
    struct acct_list *list, const struct ft_account *account)
{
	uint32_t i = list->account_first[account - list->book.account];
	struct acct_row row = { .account = account, .assoc = FT_INDEX_NONE };
	bool any = false;

	for (; i != FT_INDEX_NONE; i = list->account_next[i]) {
		if (!acct_list_matches(list, i))
			continue;
		row.assoc = i;
		acct_list_row(list, &row);
		any = true;
	}
	if (!any)
		acct_list_row(list, &row);
}

void
acct_list_user_assocs(struct acct_list *list, const struct ft_user *user)
{
	uint32_t i = list->user_first[user - list->book.user];
	struct acct_row row = { .user = user, .assoc = FT_INDEX_NONE };
	bool any = false;

	for (; i != FT_INDEX_NONE; i = list->user_next[i]) {
		if (!acct_list_matches(list, i))
			continue;
		row.assoc = i;
		acct_list_row(list, &row);
		any = true;
	}
	if (!any)
		acct_list_row(list, &row);
}
