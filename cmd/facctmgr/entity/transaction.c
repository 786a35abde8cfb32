/*
 * transaction.c - list transactions: what slurmdbd would have recorded.
 *
 * To find the associations of a transaction, its text is searched for those
 * that exist now, as sacctmgr does.
 */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"
#include "admin/txn/txn.h"
#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "store/journal/journal.h"

static const struct facctmgr_word words[] = { { "WithAssocInfo", 5, WORD_FLAG,
						  FACCTMGR_WITH_ASSOC, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_BARE },
	{ "Txn", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "Accounts", 3, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Action", 4, WORD_NAMES, FT_KEY_ACTION, 0 },
	{ "Actors", 4, WORD_LIST, FT_KEY_ACTOR, 0 },
	{ "Clusters", 3, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "End", 1, WORD_TIME, FACCTMGR_TO(end), 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Start", 1, WORD_TIME, FACCTMGR_TO(start), 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };
struct search {
	struct facctmgr_list *list;
	bool with_assoc;
	const struct ft_transaction *txn;
	struct ft_str info, user, account, needle;
};

/* ---- associations in a text ------------------------------------------------- */

static bool
mentions(const char *text, uint32_t number)
{
	static const char key[] = "id_assoc=";

	while ((text = strstr(text, key)) != NULL) {
		text += sizeof key - 1;
		if (strtoul(text, NULL, 10) == number)
			return true;
	}
	return false;
}

/* The users and accounts of the associations that still exist. */
static void
find_assoc_info(struct search *search)
{
	const struct ft_acctdb *acctdb = &search->list->acctdb;
	const char **user = ft_calloc(acctdb->n_assoc + 1, sizeof *user);
	const char **account = ft_calloc(acctdb->n_assoc + 1, sizeof *account);
	size_t n_user = 0, n_account = 0;

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_cluster *cluster =
		    ft_acctdb_cluster(acctdb, assoc->cluster);

		if (cluster == NULL ||
		    strcmp(cluster->name, search->txn->cluster) != 0 ||
		    !mentions(search->txn->subject, assoc->number))
			continue;
		account[n_account++] =
		    ft_acctdb_account(acctdb, assoc->account)->name;
		if (assoc->user)
			user[n_user++] =
			    ft_acctdb_user(acctdb, assoc->user)->name;
	}
	ft_str_clear(&search->user);
	facctmgr_join(&search->user, user, n_user);
	ft_str_clear(&search->account);
	facctmgr_join(&search->account, account, n_account);
	ft_free(user);
	ft_free(account);
}

/* ---- conditions ------------------------------------------------------------- */

/* Returns whether TEXT contains PREFIX'NAME'. */
static bool
contains(struct search *search, const char *text, const char *prefix,
    const char *name)
{
	ft_str_clear(&search->needle);
	ft_str_addf(&search->needle, "%s'%s'", prefix, name);
	return strstr(text, ft_str_text(&search->needle)) != NULL;
}

/* As the subject, in its condition, or in the columns of a new association. */
static bool
names_one(struct search *search, const struct ft_admin_names *names,
    const char *column)
{
	const struct ft_transaction *txn = search->txn;

	for (size_t i = 0; i < names->n; i++)
		if (strcmp(txn->subject, names->item[i]) == 0 ||
		    contains(search, txn->subject, "", names->item[i]) ||
		    (column && contains(search, ft_str_text(&search->info),
				   column, names->item[i])))
			return true;
	return !names->given;
}

/* Returns whether an association of these accounts and users is mentioned. */
static bool
has_assoc(struct search *search)
{
	const struct ft_acctdb *acctdb = &search->list->acctdb;

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_cluster *cluster =
		    ft_acctdb_cluster(acctdb, assoc->cluster);
		const struct ft_user *user =
		    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

		if (cluster &&
		    facctmgr_list_names(search->list, FT_KEY_ACCOUNT,
			ft_acctdb_account(acctdb, assoc->account)->name) &&
		    facctmgr_list_names(
			search->list, FT_KEY_USER, user ? user->name : "") &&
		    strcmp(cluster->name, search->txn->cluster) == 0 &&
		    mentions(search->txn->subject, assoc->number))
			return true;
	}
	return false;
}

static bool
is_about(struct search *search)
{
	const struct ft_admin_names *key = search->list->request->where.key;

	if (!key[FT_KEY_ACCOUNT].given && !key[FT_KEY_USER].given)
		return true;
	return (names_one(search, &key[FT_KEY_ACCOUNT], "acct=") &&
		   names_one(search, &key[FT_KEY_USER], "user=")) ||
	       has_assoc(search);
}

static bool
is_chosen(struct search *search)
{
	const struct ft_admin_names *key = search->list->request->where.key;
	const struct ft_transaction *txn = search->txn;
	bool yes;

	if (!facctmgr_list_ids(search->list, txn->id) ||
	    !facctmgr_list_names(search->list, FT_KEY_ACTOR, txn->actor))
		return false;
	yes = !key[FT_KEY_ACTION].given;
	for (size_t i = 0; i < key[FT_KEY_ACTION].n && !yes; i++)
		yes = ft_txn_find(key[FT_KEY_ACTION].item[i]) == txn->action;
	return yes &&
	       ((*txn->cluster &&
		    ft_admin_names_has(&key[FT_KEY_CLUSTER], txn->cluster)) ||
		   names_one(search, &key[FT_KEY_CLUSTER], NULL)) &&
	       is_about(search);
}

static enum ft_status
see(void *ctx, const struct ft_transaction *txn, struct ft_error *err)
{
	struct search *search = ctx;
	struct facctmgr_row row = { .assoc = FT_INDEX_NONE, .txn = txn };

	(void)err;
	search->txn = txn;
	ft_str_clear(&search->info);
	ft_txn_add_info(&search->info, txn);
	if (!is_chosen(search))
		return FT_OK;
	row.txn_info = ft_str_text(&search->info);
	/* the cluster is shown without WithAssoc, too */
	if (*txn->cluster)
		row.cluster_name = txn->cluster;
	if (search->with_assoc && *txn->cluster) {
		find_assoc_info(search);
		row.user_name = ft_str_text(&search->user);
		row.account_name = ft_str_text(&search->account);
	}
	facctmgr_list_row(search->list, row);
	return FT_OK;
}

/* ---- the command ------------------------------------------------------------ */

static bool
check_actions(struct facctmgr_list *list)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_ACTION];

	for (size_t i = 0; i < names->n; i++) {
		if (ft_txn_find(names->item[i]))
			continue;
		facctmgr_error(
		    list->acct, "You gave a bad action '%s'.", names->item[i]);
		return false;
	}
	return true;
}

/*
 * Read a time, in store time; *when is unchanged if none is given.  To sacctmgr
 * an unreadable time is none.
 */
static bool
time_of(const struct facctmgr_list *list, const char *text, int64_t *when)
{
	return !text ||
	       ft_time_date(text, list->acct->session.now, true, when) ||
	       list->zeros;
}

static bool
check_time(const struct facctmgr_list *list, const char *text)
{
	int64_t when;

	if (!text ||
	    ft_timetext_read(list->acct->context, text, list->acct->session.now,
		true, &when) ||
	    list->zeros)
		return true;
	facctmgr_error(list->acct, "bad time '%s'", text);
	return false;
}

static bool
may_list(struct facctmgr_list *list)
{
	return check_actions(list) && check_time(list, list->request->start) &&
	       check_time(list, list->request->end);
}

static const char *
default_fields(struct facctmgr_list *list)
{
#define FIELDS "TimeStamp,Action,Actor,Where,Info"
	return list->request->flags & FACCTMGR_WITH_ASSOC ? FIELDS
		   ",User,Account,Clusters"
							  : FIELDS;
}

static void
print(struct facctmgr_list *list)
{
	struct search search = {
		.list = list,
		.with_assoc = list->request->flags & FACCTMGR_WITH_ASSOC,
	};
	struct ft_span span = { INT64_MIN, INT64_MAX };
	struct ft_error err;

	(void)time_of(list, list->request->start, &span.from);
	(void)time_of(list, list->request->end, &span.until);
	if (ft_store_each_transaction(
		list->acct->session.store, &span, see, &search, &err) != FT_OK)
		list->request->status = ft_cmd_fail(list->acct->context, &err);
	ft_str_free(&search.info);
	ft_str_free(&search.user);
	ft_str_free(&search.account);
	ft_str_free(&search.needle);
}

const struct facctmgr_entity facctmgr_transaction = {
	.conditions = words,
	.ids = &(const struct facctmgr_ids){ .label = "Transaction ID", .message = "TXN" },
	.no_hint = true,
	.list = {
		FACCTMGR_ROWS("transactions"),
		.may = may_list,
		.choose = default_fields,
		.print = print,
	},
};
