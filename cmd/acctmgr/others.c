/* facctmgr list of tres, problems, and of what there never is here. */

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"
#include "base/num.h"

/* ---- tres ----------------------------------------------------------------------------- */

static const struct acct_word tres_words[] = { { "WithDeleted", 5, WORD_FLAG,
						   ACCT_WITH_DELETED, 0 },
	{ "Type", 2, WORD_LIST, FT_KEY_TYPE, WORD_BARE },
	{ "Names", 1, WORD_LIST, FT_KEY_QOS, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { 0 } };
const struct acct_grammar acct_tres_list = { .conditions = tres_words };

static bool
tres_matches(const struct acct_list *list, const struct ft_tres *tres)
{
	const struct ft_admin_names *key = list->request.where.key;
	const struct ft_admin_names *id = &key[FT_KEY_ID];
	bool yes = !id->given;
	uint32_t one;

	for (size_t i = 0; i < id->n && !yes; i++)
		yes = ft_num_u32(id->item[i], &one) && one == tres->id;
	return yes &&
	       (!key[FT_KEY_TYPE].given ||
		   ft_admin_names_has(&key[FT_KEY_TYPE], tres->type)) &&
	       (!key[FT_KEY_QOS].given ||
		   ft_admin_names_has(&key[FT_KEY_QOS], tres->name));
}

int
acct_list_tres(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;

	if (!acct_list_begin(
		&list, acct, &acct_tres_list, "tres", argc, argv) ||
	    !acct_list_open(&list, "Type,Name%15,ID"))
		return acct_list_end(&list);
	for (size_t i = 0; i < list.book.n_tres; i++) {
		struct acct_row row = { .tres = &list.book.tres[i],
			.assoc = FT_INDEX_NONE };

		if (tres_matches(&list, row.tres))
			acct_list_row(&list, &row);
	}
	return acct_list_end(&list);
}

/* ---- problems -------------------------------------------------------------------------- */

static const struct acct_word problem_words[] = { { "Tree", 4, WORD_FLAG,
						      ACCT_TREE, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_BARE },
	{ "Accounts", 2, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };
const struct acct_grammar acct_problem_list = { .conditions = problem_words,
	.assoc = true };

static bool
has_user(const struct acct_list *list, uint32_t i)
{
	const struct ft_admin_index *index = list->index;

	for (uint32_t at = index->first[i]; at < index->first[i + 1]; at++)
		if (list->book.assoc[index->child[at]].user)
			return true;
	return false;
}

/* Returns whether the chain of associations has one on a chosen cluster. */
static bool
has_assoc(struct acct_list *list, uint32_t i, const uint32_t *next)
{
	const struct ft_admin_names *clusters =
	    &list->request.where.key[FT_KEY_CLUSTER];

	for (; i != FT_INDEX_NONE; i = next[i]) {
		const struct ft_cluster *cluster =
		    ft_book_cluster(&list->book, list->book.assoc[i].cluster);

		if (!clusters->given ||
		    (cluster && ft_admin_names_has(clusters, cluster->name)))
			return true;
	}
	return false;
}

static bool
name_given(const struct ft_admin_names *names, const char *name)
{
	return !names->given || ft_admin_names_has(names, name);
}

static void
list_account_problems(struct acct_list *list)
{
	const struct ft_admin_names *names =
	    &list->request.where.key[FT_KEY_ACCOUNT];
	size_t n;
	const struct ft_account **account = acct_accounts_by_name(list, &n);

	for (size_t i = 0; i < n; i++) {
		struct acct_row row = { .account = account[i],
			.assoc = FT_INDEX_NONE,
			.problem = "Account has no Associations" };

		if (!account[i]->deleted &&
		    name_given(names, account[i]->name) &&
		    !has_assoc(list,
			list->account_first[account[i] - list->book.account],
			list->account_next))
			acct_list_row(list, &row);
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t at =
		    list->account_first[account[i] - list->book.account];

		for (; at != FT_INDEX_NONE; at = list->account_next[at]) {
			struct acct_row row = { .assoc = at,
				.problem = "Account has no users" };

			if (list->book.assoc[at].user == 0 &&
			    !has_user(list, at) && acct_list_matches(list, at))
				acct_list_row(list, &row);
		}
	}
	ft_free(account);
}

static void
list_user_problems(struct acct_list *list)
{
	const struct ft_admin_names *names =
	    &list->request.where.key[FT_KEY_USER];
	size_t n;
	const struct ft_user **user = acct_users_by_name(list, &n);

	for (size_t i = 0; i < n; i++) {
		struct acct_row row = { .user = user[i],
			.assoc = FT_INDEX_NONE,
			.problem = "User has no Associations" };

		if (!user[i]->deleted && name_given(names, user[i]->name) &&
		    !has_assoc(list,
			list->user_first[user[i] - list->book.user],
			list->user_next))
			acct_list_row(list, &row);
	}
	ft_free(user);
}

int
acct_list_problem(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;

	if (!acct_list_begin(
		&list, acct, &acct_problem_list, "problems", argc, argv))
		return acct_list_end(&list);
	if (acct->context->slurm &&
	    acct_actor_level(acct, &list.book) < FT_ADMIN_OPERATOR) {
		acct_error(acct, "Access/permission denied");
		acct_complain(
		    acct, " Error with request: Access/permission denied\n");
		list.request.status = 1;
		return acct_list_end(&list);
	}
	if (!acct_list_open(&list, "Clusters,Account,User,Problem"))
		return acct_list_end(&list);
	list_account_problems(&list);
	list_user_problems(&list);
	return acct_list_end(&list);
}

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
const struct acct_grammar acct_other_list = { .conditions = other_words };

/* A header without rows. */
static int
list_none(struct acct_list *list, const char *fields)
{
	if (acct_times_fit(list)) {
		list->known = acct_fields;
		acct_list_open(list, fields);
	}
	return acct_list_end(list);
}

int
acct_list_reservation(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;

	if (!acct_list_begin(
		&list, acct, &acct_other_list, "reservations", argc, argv) ||
	    acct_list_hidden(
		&list, FT_SIGHT_RESERVATIONS, "Problem with query."))
		return acct_list_end(&list);
	return list_none(
	    &list, "Clusters,Name%15,TRES%30,TimeStart,TimeEnd,UnusedWall");
}

int
acct_list_federation(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;

	if (!acct_list_begin(
		&list, acct, &acct_other_list, "federations", argc, argv))
		return acct_list_end(&list);
	return list_none(&list, "Federation,Clusters,ID%2,Features,FedState");
}

static const struct acct_word runaway_words[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_BARE },
	{ "EndState", 1, WORD_IGNORE, 0, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 }, { 0 }
};
const struct acct_grammar acct_runaway_list = { .conditions = runaway_words,
	.assoc = true };

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

int
acct_list_runaway(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;
	const struct ft_admin_names *clusters;

	if (acct_list_begin(
		&list, acct, &acct_runaway_list, "jobs", argc, argv) ||
	    acct->open) {
		clusters = &list.request.where.key[FT_KEY_CLUSTER];
		if (acct->context->slurm &&
		    acct_actor_level(acct, &list.book) < FT_ADMIN_OPERATOR) {
			acct_error(acct, "You must have an "
					 "AdminLevel>=Operator to fix runaway "
					 "jobs");
			list.request.status = 1;
		} else if (!acct->context->slurm &&
			   acct->format != FT_FORMAT_TABLE) {
			no_runaways(acct);
		} else {
			acct_say(acct,
			    "Runaway Jobs: No runaway jobs found on cluster "
			    "%s\n",
			    clusters->n ? clusters->item[0]
					: acct->session.cluster_name);
		}
	}
	return acct_list_end(&list);
}
