/* facctmgr list of tres, problems, and of what there never is here. */

#include "acctmgr/words.h"

/* ---- tres ----------------------------------------------------------------------------- */

static const struct acct_word tres_words[] = { { "WithDeleted", 5, WORD_FLAG,
						   ACCT_WITH_DELETED, 0 },
	{ "Type", 2, WORD_LIST, FT_KEY_TYPE, WORD_BARE },
	{ "Names", 1, WORD_LIST, FT_KEY_QOS, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { 0 } };
static void
print_tres(struct acct_list *list)
{
	for (size_t i = 0; i < list->book.n_tres; i++) {
		const struct ft_tres *tres = &list->book.tres[i];
		struct acct_row row = { .tres = tres, .assoc = FT_INDEX_NONE };

		if (acct_list_ids(list, tres->id) &&
		    acct_list_names(list, FT_KEY_TYPE, tres->type) &&
		    acct_list_names(list, FT_KEY_QOS, tres->name))
			acct_list_row(list, &row);
	}
}

const struct acct_subject acct_tres = {
	.conditions = tres_words,
	.list = {
		.rows = "tres",
		.fields = "Type,Name%15,ID",
		.print = print_tres,
	},
};

/* ---- problems -------------------------------------------------------------------------- */

static const struct acct_word problem_words[] = { { "Tree", 4, WORD_FLAG,
						      ACCT_TREE, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_BARE },
	{ "Accounts", 2, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

static bool
has_user(const struct acct_list *list, uint32_t i)
{
	const struct ft_admin_index *index = list->index;

	for (uint32_t at = index->first[i]; at < index->first[i + 1]; at++)
		if (list->book.assoc[index->child[at]].user)
			return true;
	return false;
}

/* Returns whether the record of ROW has an association on a chosen cluster. */
static bool
has_assoc(const struct acct_list *list, const struct acct_row *row)
{
	const struct ft_book *book = &list->book;
	const uint32_t *next = acct_list_next(list, row);

	for (uint32_t i = acct_list_first(list, row); i != FT_INDEX_NONE;
	     i = next[i]) {
		const struct ft_cluster *cluster =
		    ft_book_cluster(book, book->assoc[i].cluster);

		if (acct_list_names(
			list, FT_KEY_CLUSTER, cluster ? cluster->name : ""))
			return true;
	}
	return false;
}

static void
print_empty_accounts(struct acct_list *list, const struct ft_account *account)
{
	struct acct_row row = { .account = account };
	uint32_t i = acct_list_first(list, &row);

	for (; i != FT_INDEX_NONE; i = list->account_next[i])
		if (list->book.assoc[i].user == 0 && !has_user(list, i) &&
		    acct_list_matches(list, i))
			acct_list_row(
			    list, &(struct acct_row){ .assoc = i,
				      .problem = "Account has no users" });
}

static void
print_problems(struct acct_list *list)
{
	struct acct_named *account = ACCT_BY_NAME(list, account);
	struct acct_named *user = ACCT_BY_NAME(list, user);

	for (size_t i = 0; account[i].name; i++) {
		struct acct_row row = { .account = account[i].record,
			.assoc = FT_INDEX_NONE,
			.problem = "Account has no Associations" };

		if (!row.account->deleted && !has_assoc(list, &row) &&
		    acct_list_names(list, FT_KEY_ACCOUNT, account[i].name))
			acct_list_row(list, &row);
	}
	for (size_t i = 0; account[i].name; i++)
		print_empty_accounts(list, account[i].record);
	for (size_t i = 0; user[i].name; i++) {
		struct acct_row row = { .user = user[i].record,
			.assoc = FT_INDEX_NONE,
			.problem = "User has no Associations" };

		if (!row.user->deleted && !has_assoc(list, &row) &&
		    acct_list_names(list, FT_KEY_USER, user[i].name))
			acct_list_row(list, &row);
	}
}

static bool
may_list_problems(struct acct_list *list)
{
	return acct_list_needs_operator(list, "Access/permission denied",
	    " Error with request: Access/permission denied\n");
}

const struct acct_subject acct_problem = {
	.conditions = problem_words,
	.brief = true,
	.list = {
		.rows = "problems",
		.may = may_list_problems,
		.fields = "Clusters,Account,User,Problem",
		.print = print_problems,
	},
};

/* ---- what there never is ----------------------------------------------------------------- */

static const struct acct_word other_words[] = { { "WithDeleted", 5, WORD_FLAG,
						    ACCT_WITH_DELETED, 0 },
	{ "WithClusters", 5, WORD_FLAG, ACCT_WITH_CLUSTERS, 0 },
	{ "Tree", 4, WORD_FLAG, ACCT_TREE, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_WCKEY, WORD_BARE },
	{ "Nodes", 2, WORD_IGNORE, 0, 0 },
	{ "Start", 1, WORD_LIST, FT_KEY_START, 0 },
	{ "End", 1, WORD_LIST, FT_KEY_END, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };
static bool
may_list_reservations(struct acct_list *list)
{
	return !acct_list_hidden(
	    list, FT_SIGHT_RESERVATIONS, "Problem with query.");
}

/* A header without rows. */
static const char *
reservation_fields(struct acct_list *list)
{
	return acct_times_fit(list) ? "Clusters,Name%15,TRES%30,TimeStart,"
				      "TimeEnd,UnusedWall"
				    : NULL;
}

static const char *
federation_fields(struct acct_list *list)
{
	return acct_times_fit(list)
		   ? "Federation,Clusters,ID%2,Features,FedState"
		   : NULL;
}

const struct acct_subject acct_reservation = {
	.conditions = other_words,
	.list = {
		.rows = "reservations",
		.may = may_list_reservations,
		.choose = reservation_fields,
	},
};
const struct acct_subject acct_federation = {
	.conditions = other_words,
	.list = { .rows = "federations", .choose = federation_fields },
};

static const struct acct_word runaway_words[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_BARE },
	{ "EndState", 1, WORD_IGNORE, 0, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 }, { 0 }
};

/* An empty list, as sacctmgr would fill it. */
static void
no_runaways(struct acct *acct)
{
	static const struct ft_column columns[] = {
		{ .name = "ID",
		    .width = 12,
		    .type = FT_COLUMN_UINT,
		    .key = "id" },
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
	};
	const struct ft_table_options options = {
		.format = acct->format,
		.no_header = acct->no_header,
		.schema = "fairtree.runaway_jobs/1",
		.rows = "runaway_jobs",
	};
	struct ft_out out;

	ft_out_init(&out, acct->context->out);
	ft_table_close(ft_table_open(
	    &out, &options, columns, sizeof columns / sizeof *columns));
	ft_out_free(&out);
}

static int
list_runaway(struct acct *acct, struct acct_request *request)
{
	const struct ft_admin_names *clusters =
	    &request->where.key[FT_KEY_CLUSTER];
	struct acct_list list;

	if (!acct_list_begin(&list, acct, request) && !acct->open)
		return acct_list_end(&list);
	if (acct->context->slurm &&
	    acct_actor_level(acct, &list.book) < FT_ADMIN_OPERATOR) {
		acct_error(acct, "You must have an AdminLevel>=Operator to fix "
				 "runaway jobs");
		request->status = 1;
	} else if (!acct->context->slurm && acct->format != FT_FORMAT_TABLE) {
		no_runaways(acct);
	} else {
		acct_say(acct,
		    "Runaway Jobs: No runaway jobs found on cluster %s\n",
		    clusters->n ? clusters->item[0]
				: acct->session.cluster_name);
	}
	return acct_list_end(&list);
}

const struct acct_subject acct_runaway = {
	.conditions = runaway_words,
	.brief = true,
	.instead = { [DEED_LIST] = list_runaway },
};
