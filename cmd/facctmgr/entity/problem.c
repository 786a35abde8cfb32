/*
 * problem.c - list problem: accounts without users, and records without
 * associations.
 */

#include "facctmgr/entity/entity.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word words[] = { { "Tree", 4, WORD_FLAG,
						  FACCTMGR_TREE, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_BARE },
	{ "Accounts", 2, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Partitions", 4, WORD_NOTHING, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

static bool
has_user(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_admin_index *index = list->index;

	for (uint32_t at = index->first[i]; at < index->first[i + 1]; at++)
		if (list->acctdb.assoc[index->child[at]].user)
			return true;
	return false;
}

/* Returns whether the record of ROW has an association on a chosen cluster. */
static bool
has_assoc(const struct facctmgr_list *list, const struct facctmgr_row *row)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	const uint32_t *next = facctmgr_list_next(list, row);

	for (uint32_t i = facctmgr_list_first(list, row); i != FT_INDEX_NONE;
	     i = next[i]) {
		const struct ft_cluster *cluster =
		    ft_acctdb_cluster(acctdb, acctdb->assoc[i].cluster);

		if (facctmgr_list_names(
			list, FT_KEY_CLUSTER, cluster ? cluster->name : ""))
			return true;
	}
	return false;
}

static void
print_empty_accounts(
    struct facctmgr_list *list, const struct ft_account *account)
{
	struct facctmgr_row row = { .account = account };
	uint32_t i = facctmgr_list_first(list, &row);

	for (; i != FT_INDEX_NONE; i = list->account_next[i])
		if (list->acctdb.assoc[i].user == 0 && !has_user(list, i) &&
		    facctmgr_list_matches(list, i))
			facctmgr_list_row(
			    list, (struct facctmgr_row){ .assoc = i,
				      .problem = "Account has no users" });
}

/* Returns whether one of the clusters asked for is there (case m10-problems). */
static bool
has_cluster(const struct facctmgr_list *list)
{
	const struct ft_acctdb *acctdb = &list->acctdb;

	for (size_t i = 0; i < acctdb->n_cluster; i++)
		if (!acctdb->cluster[i].deleted &&
		    facctmgr_list_names(
			list, FT_KEY_CLUSTER, acctdb->cluster[i].name))
			return true;
	return false;
}

static void
print(struct facctmgr_list *list)
{
	struct facctmgr_named *account = FACCTMGR_BY_NAME(list, account);
	struct facctmgr_named *user = FACCTMGR_BY_NAME(list, user);

	if (!has_cluster(list))
		return;
	for (size_t i = 0; account[i].name; i++) {
		struct facctmgr_row row = { .account = account[i].record,
			.assoc = FT_INDEX_NONE,
			.problem = "Account has no Associations" };

		if (!row.account->deleted && !has_assoc(list, &row) &&
		    facctmgr_list_names(list, FT_KEY_ACCOUNT, account[i].name))
			facctmgr_list_row(list, row);
	}
	for (size_t i = 0; account[i].name; i++)
		print_empty_accounts(list, account[i].record);
	for (size_t i = 0; user[i].name; i++) {
		struct facctmgr_row row = { .user = user[i].record,
			.assoc = FT_INDEX_NONE,
			.problem = "User has no Associations" };

		if (!row.user->deleted && !has_assoc(list, &row) &&
		    facctmgr_list_names(list, FT_KEY_USER, user[i].name))
			facctmgr_list_row(list, row);
	}
}

const struct facctmgr_entity facctmgr_problem = {
	.ids = &(const struct facctmgr_ids){ .message = "PROBS", .unused = true },
	.conditions = words,
	.no_hint = true,
	.list = {
		FACCTMGR_ROWS("problems"),
		.denied = "Access/permission denied",
		.fields = "Clusters,Account,User,Problem",
		.print = print,
	},
};
