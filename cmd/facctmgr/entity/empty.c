/*
 * empty.c - list federation, instance and runawayjobs, which are always empty:
 * here every job ends, and no node is an instance of a cloud.
 */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"
#include "facctmgr/store/store.h"

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
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 }
};

static const struct facctmgr_word federation_adding[] = {
	{ "Names", 1, WORD_LIST, FT_KEY_WCKEY, WORD_BARE },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 }, { 0 }
};

static const struct facctmgr_word federation_settings[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 }, { 0 }
};

static int
add_federation(struct facctmgr *acct, struct facctmgr_request *request)
{
	if (facctmgr_has_names(acct, request))
		facctmgr_error(acct, "fairtree has no federations");
	return 1;
}

static int
modify_federation(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_names *names = &request->where.key[FT_KEY_WCKEY];

	if (!request->where.key[FT_KEY_CLUSTER].given)
		return facctmgr_nothing_to_set(acct);
	if (names->n == 0)
		return facctmgr_fail(acct,
		    " Can't assign clusters to multiple federations.\n",
		    "no name of a federation to modify");
	for (size_t i = 0; i < names->n; i++)
		if (acct->context->slurm)
			facctmgr_complain(acct,
			    " The federation %s doesn't exist.\n",
			    names->item[i]);
		else
			facctmgr_error(
			    acct, "no federation '%s'", names->item[i]);
	return 1;
}

static int
delete_federation(struct facctmgr *acct, struct facctmgr_request *request)
{
	if (request->where.key[FT_KEY_WCKEY].n == 0)
		return facctmgr_fail(acct,
		    " No conditions given to remove, not executing.\n",
		    "no conditions given for what to delete");
	facctmgr_print(acct, " Nothing deleted\n");
	return acct->context->slurm;
}

/* A header without rows: there are no federations. */
const struct facctmgr_entity facctmgr_federation = {
	.conditions = other_words,
	.adding = federation_adding,
	.settings = federation_settings,
	.instead = { [ACTION_ADD] = add_federation,
	    [ACTION_DELETE] = delete_federation },
	.add = {
		.key = FT_KEY_WCKEY,
		.one = "federation",
		.our_one = "a federation",
	},
	.modify = { .instead = modify_federation, .unasked = true },
	.list = {
		FACCTMGR_ROWS("federations"),
		.fields = "Federation,Clusters,ID%2,Features,FedState",
	},
};

static const struct facctmgr_word instance_words[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "End", 1, WORD_LIST, FT_KEY_END, 0 },
	{ "Extra", 2, WORD_IGNORE, 0, 0 }, { "Format", 1, WORD_FORMAT, 0, 0 },
	{ "InstanceId", 9, WORD_IGNORE, 0, 0 },
	{ "InstanceType", 9, WORD_IGNORE, 0, 0 },
	{ "Nodes", 1, WORD_IGNORE, 0, 0 },
	{ "Start", 1, WORD_LIST, FT_KEY_START, 0 }, { 0 }
};

const struct facctmgr_entity facctmgr_instance = {
	.conditions = instance_words,
	.no_hint = true,
	.since = FT_RELEASE_24_11,
	.list = {
		FACCTMGR_ROWS("instances"),
		.document = &facctmgr_instances_document,
		.fields = "Clusters,NodeNames,TimeStart,TimeEnd,InstanceId,"
			  "InstanceType,Extra",
	},
};

static const struct facctmgr_word runaway_words[] = {
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_BARE },
	{ "EndState", 1, WORD_IGNORE, 0, WORD_SINCE(26_05) },
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
	if (list->zeros && list->request->where.key[FT_KEY_CLUSTER].n > 1) {
		facctmgr_error(list->acct,
		    "You can only fix runaway jobs on one cluster at a time.");
		return false;
	}
	if (!list->zeros || ft_session_level(&list->acct->session,
				&list->acctdb) >= FT_ADMIN_OPERATOR)
		return true;
	facctmgr_error(list->acct,
	    "You must have an AdminLevel>=Operator to fix runaway jobs");
	return false;
}

/* Formats for programs get an empty table with the columns of sacctmgr. */
static const char *
choose_runaways(struct facctmgr_list *list)
{
	const struct ft_admin_names *clusters =
	    &list->request->where.key[FT_KEY_CLUSTER];

	if (!list->zeros && list->acct->format != FT_FORMAT_TABLE)
		return "ID,Name,Partition,Cluster,State,TimeStart,TimeEnd";
	facctmgr_print(list->acct,
	    "Runaway Jobs: No runaway jobs found on cluster %s\n",
	    clusters->n ? clusters->item[0] : list->acct->session.cluster_name);
	return NULL;
}

/* sacctmgr continues after a wrong word. */
static int
list_runaways(struct facctmgr *acct, struct facctmgr_request *request)
{
	int status = request->status;

	if (acct->context->slurm)
		request->status = 0;
	return facctmgr_list_run(acct, request) | status;
}

const struct facctmgr_entity facctmgr_runaway = {
	.conditions = runaway_words,
	.no_hint = true,
	.instead = { [ACTION_LIST] = list_runaways },
	.list = {
		FACCTMGR_ROWS("runaway_jobs"),
		.may = may_list_runaways,
		.choose = choose_runaways,
		.known = runaway_fields,
	},
};
