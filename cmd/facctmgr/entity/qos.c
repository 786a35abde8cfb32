/* qos.c - add, list, modify, delete qos. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"
#include "model/account/qos.h"

static const struct facctmgr_word conditions[] = {
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Descriptions", 1, WORD_LIST, FT_KEY_DESCRIPTION, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_QOS, WORD_BARE },
	{ "PreemptMode", 8, WORD_LIST, FT_KEY_PREEMPT_MODE, 0 },
	{ "QOSLevel", 1, WORD_LIST, FT_KEY_QOS, 0 }, { 0 }
};

static const struct facctmgr_word adding[] = { { "Names", 1, WORD_LIST,
						   FT_KEY_QOS, WORD_BARE },
	{ "QOSLevel", 1, WORD_LIST, FT_KEY_QOS, 0 }, { 0 } };

static const struct facctmgr_word settings[] = { { "RawUsage", 7,
						     WORD_RAW_USAGE, 0, 0 },
	/* sacctmgr accepts the name and ignores it */
	{ "Names", 1, WORD_NOTHING, 0, WORD_BARE }, { 0 } };

/* ---- add -------------------------------------------------------------------------- */

static bool
report_added(
    struct facctmgr *acct, struct facctmgr_request *request, int *status)
{
	const struct ft_admin_result *result = &request->result;
	const char *description = request->set.to.qos.description;

	if (result->n == 0) {
		facctmgr_print(acct, " Nothing new added.\n");
		*status = acct->context->slurm;
		return false;
	}
	facctmgr_print(acct, " Adding QOS(s)\n");
	facctmgr_print_names(acct, result, FT_DID_ADD, FT_ENTITY_QOS);
	facctmgr_print(acct, " Settings\n  Description    = %s\n",
	    description ? description : result->item[result->n - 1].name);
	facctmgr_print_set(acct, &request->set);
	return true;
}

/* ---- list ------------------------------------------------------------------------------ */

static void
print(struct facctmgr_list *list)
{
	const struct facctmgr_named *order = NULL;

	/* sacctmgr knows no QOS of a cluster */
	if (list->zeros && list->request->where.key[FT_KEY_CLUSTER].given)
		return;
	if (list->zeros &&
	    ft_admin_qos_by_name(list->acct->context->release,
		&list->request->where.key[FT_KEY_QOS], list->acctdb.n_qos)) {
		list->collation = ft_conf_collation(&list->acct->session.conf);
		order = facctmgr_by_name(list, list->acctdb.qos,
		    list->acctdb.n_qos, sizeof *list->acctdb.qos,
		    offsetof(struct ft_qos, name));
	}
	for (size_t i = 0; i < list->acctdb.n_qos; i++) {
		const struct ft_qos *qos =
		    order ? order[i].record : &list->acctdb.qos[i];
		struct facctmgr_row row = { .qos = qos,
			.assoc = FT_INDEX_NONE };

		if (facctmgr_list_ids(list, qos->id) &&
		    facctmgr_list_shows(list, qos->deleted, qos->removed) &&
		    facctmgr_list_names(list, FT_KEY_QOS, qos->name) &&
		    facctmgr_list_names(
			list, FT_KEY_DESCRIPTION, qos->description) &&
		    facctmgr_list_names(list, FT_KEY_PREEMPT_MODE,
			ft_qos_preempt_mode(qos->preempt_mode)))
			facctmgr_list_row(list, row);
	}
}

static const char *
default_fields(struct facctmgr_list *list)
{
#define UP_TO_ACCOUNT                                                          \
	"Name,Priority,GraceTime,Preempt,PreemptExemptTime,PreemptMode,"       \
	"Flags%40,UsageThreshold,UsageFactor,GrpTRES,GrpTRESMins,"             \
	"GrpTRESRunMins,GrpJobs,GrpSubmitJobs,GrpWall,MaxTRES,MaxTRESPerNode," \
	"MaxTRESMinsPerJob,MaxWallDurationPerJob,MaxTRESPerUser,"              \
	"MaxJobsPerUser,MaxSubmitJobsPerUser,MaxTRESPerAccount,"
#define THE_REST "MaxJobsPerAccount,MaxSubmitJobsPerAccount,MinTRESPerJob"
	return ft_release_has(ft_conf_release(&list->acct->session.conf),
		   FT_RULE_QOS_RUN_MINS)
		   ? UP_TO_ACCOUNT "MaxTRESRunMinsPerAccount%22,"
				   "MaxTRESRunMinsPerUser%22," THE_REST
		   : UP_TO_ACCOUNT THE_REST;
}

const struct facctmgr_entity facctmgr_qos = {
	.ids = &(const struct facctmgr_ids){ .label = "QOS ID", .message = "QOS", .counts = true, .query = true },
	.record = FT_ENTITY_QOS,
	.conditions = conditions,
	.adding = adding,
	.settings = settings,
	.options = FT_ENTITY_QOS,
	.qos = true,
	.add = {
		.key = FT_KEY_QOS,
		.one = "qos",
		.our_one = "a QOS",
		.many = "QOS",
		.report = report_added,
	},
	.modify = {
		.records = " Modified qos...",
	},
	.delete = {
		.records = " Deleting QOS(s)...",
		.assocs = "",
	},
	.list = {
		FACCTMGR_ROWS("qos"),
		.document = &facctmgr_qos_document,
		.qos_only = true,
		.choose = default_fields,
		.print = print,
	},
};
