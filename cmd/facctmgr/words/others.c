/* facctmgr list of tres, problems, and of what there never is here. */

#include "facctmgr/words/words.h"

/* ---- tres ----------------------------------------------------------------------------- */

static const struct facctmgr_word tres_words[] = {
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "Type", 2, WORD_LIST, FT_KEY_TYPE, WORD_BARE },
	{ "Names", 1, WORD_LIST, FT_KEY_QOS, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { 0 }
};
static void
print_tres(struct facctmgr_list *list)
{
	for (size_t i = 0; i < list->book.n_tres; i++) {
		const struct ft_tres *tres = &list->book.tres[i];
		struct facctmgr_row row = { .tres = tres,
			.assoc = FT_INDEX_NONE };

		if (facctmgr_list_ids(list, tres->id) &&
		    facctmgr_list_names(list, FT_KEY_TYPE, tres->type) &&
		    facctmgr_list_names(list, FT_KEY_QOS, tres->name))
			facctmgr_list_row(list, row);
	}
}

const struct facctmgr_subject facctmgr_tres = {
	.conditions = tres_words,
	.list = {
		FACCTMGR_ROWS("tres"),
		.fields = "Type,Name%15,ID",
		.print = print_tres,
	},
};

/* ---- problems -------------------------------------------------------------------------- */

static const struct facctmgr_word problem_words[] = { { "Tree", 4, WORD_FLAG,
							  FACCTMGR_TREE, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_BARE },
	{ "Accounts", 2, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

static bool
has_user(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_admin_index *index = list->index;

	for (uint32_t at = index->first[i]; at < index->first[i + 1]; at++)
		if (list->book.assoc[index->child[at]].user)
			return true;
	return false;
}

/* Returns whether the record of ROW has an association on a chosen cluster. */
static bool
has_assoc(const struct facctmgr_list *list, const struct facctmgr_row *row)
{
	const struct ft_book *book = &list->book;
	const uint32_t *next = facctmgr_list_next(list, row);

	for (uint32_t i = facctmgr_list_first(list, row); i != FT_INDEX_NONE;
	     i = next[i]) {
		const struct ft_cluster *cluster =
		    ft_book_cluster(book, book->assoc[i].cluster);

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
		if (list->book.assoc[i].user == 0 && !has_user(list, i) &&
		    facctmgr_list_matches(list, i))
			facctmgr_list_row(
			    list, (struct facctmgr_row){ .assoc = i,
				      .problem = "Account has no users" });
}

static void
print_problems(struct facctmgr_list *list)
{
	struct facctmgr_named *account = FACCTMGR_BY_NAME(list, account);
	struct facctmgr_named *user = FACCTMGR_BY_NAME(list, user);

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

const struct facctmgr_subject facctmgr_problem = {
	.conditions = problem_words,
	.brief = true,
	.list = {
		FACCTMGR_ROWS("problems"),
		.denied = "Access/permission denied",
		.fields = "Clusters,Account,User,Problem",
		.print = print_problems,
	},
};

/* ---- what there never is ----------------------------------------------------------------- */

static const struct facctmgr_word other_words[] = {
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "WithClusters", 5, WORD_FLAG, FACCTMGR_WITH_CLUSTERS, 0 },
	{ "Tree", 4, WORD_FLAG, FACCTMGR_TREE, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_WCKEY, WORD_BARE },
	{ "Nodes", 2, WORD_IGNORE, 0, 0 },
	{ "Start", 1, WORD_LIST, FT_KEY_START, 0 },
	{ "End", 1, WORD_LIST, FT_KEY_END, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 }
};

/* A header without rows. */
const struct facctmgr_subject facctmgr_reservation = {
	.conditions = other_words,
	.list = {
		FACCTMGR_ROWS("reservations"),
		.hidden = "Problem with query.",
		.kind = FT_SIGHT_RESERVATIONS,
		.fields =
		    "Clusters,Name%15,TRES%30,TimeStart,TimeEnd,UnusedWall",
	},
};
const struct facctmgr_subject facctmgr_federation = {
	.conditions = other_words,
	.list = {
		FACCTMGR_ROWS("federations"),
		.fields = "Federation,Clusters,ID%2,Features,FedState",
	},
};

static const struct facctmgr_word runaway_words[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_BARE },
	{ "EndState", 1, WORD_IGNORE, 0, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 }, { 0 }
};

static const struct ft_column runaway_fields[] = {
	{ .name = "ID", .width = 12, .type = FT_COLUMN_UINT, .key = "id" },
	{ .name = "Name", .width = 10, .key = "name" },
	{ .name = "Partition", .width = 10, .key = "partition" },
	{ .name = "Cluster", .width = 10, .key = "cluster" },
	{ .name = "State", .width = 10, .key = "state" },
	{ .name = "TimeStart",
	    .width = 19,
	    .type = FT_COLUMN_TIME,
	    .key = "time_start" },
	{ .name = "TimeEnd",
	    .width = 19,
	    .type = FT_COLUMN_TIME,
	    .key = "time_end" },
	{ .name = NULL },
};

static bool
may_list_runaways(struct facctmgr_list *list)
{
	if (!list->zeros ||
	    facctmgr_actor_level(list->acct, &list->book) >= FT_ADMIN_OPERATOR)
		return true;
	facctmgr_error(list->acct,
	    "You must have an AdminLevel>=Operator to fix runaway jobs");
	return false;
}

/* Programs get an empty list, as sacctmgr would fill it. */
static const char *
choose_runaways(struct facctmgr_list *list)
{
	const struct ft_admin_names *clusters =
	    &list->request->where.key[FT_KEY_CLUSTER];

	if (!list->zeros && list->acct->format != FT_FORMAT_TABLE)
		return "ID,Name,Partition,Cluster,State,TimeStart,TimeEnd";
	facctmgr_say(list->acct,
	    "Runaway Jobs: No runaway jobs found on cluster %s\n",
	    clusters->n ? clusters->item[0] : list->acct->session.cluster_name);
	return NULL;
}

const struct facctmgr_subject facctmgr_runaway = {
	.conditions = runaway_words,
	.brief = true,
	.list = {
		FACCTMGR_ROWS("runaway_jobs"),
		.may = may_list_runaways,
		.choose = choose_runaways,
		.known = runaway_fields,
	},
};
