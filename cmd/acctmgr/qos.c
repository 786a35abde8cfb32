/* facctmgr add, modify, delete, list qos. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"
#include "base/num.h"
#include "model/qos.h"

static const struct acct_word conditions[] = { { "WithDeleted", 5, WORD_FLAG,
						   ACCT_WITH_DELETED, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Descriptions", 1, WORD_LIST, FT_KEY_DESCRIPTION, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_QOS, WORD_BARE },
	{ "PreemptMode", 8, WORD_LIST, FT_KEY_PREEMPT_MODE, 0 },
	{ "QOSLevel", 1, WORD_LIST, FT_KEY_QOS, 0 }, { 0 } };

static const struct acct_word adding[] = { { "Names", 1, WORD_LIST, FT_KEY_QOS,
					       WORD_BARE },
	{ "QOSLevel", 1, WORD_LIST, FT_KEY_QOS, 0 }, { 0 } };

static const struct acct_word settings[] = { { "RawUsage", 7, WORD_RAW_USAGE, 0,
						 0 },
	/* sacctmgr knows the name, and does nothing */
	{ "Names", 1, WORD_NOTHING, 0, WORD_BARE }, { 0 } };

const struct acct_grammar acct_qos_add = {
	.settings = adding,
	.options = FT_ENTITY_QOS,
	.qos = true,
	.names_in_settings = true,
};
const struct acct_grammar acct_qos_modify = {
	.conditions = conditions,
	.settings = settings,
	.options = FT_ENTITY_QOS,
	.qos = true,
};
const struct acct_grammar acct_qos_list = {
	.conditions = conditions,
	.qos = true,
};

/* ---- add -------------------------------------------------------------------------- */

static void
print_added(struct acct *acct, const struct acct_request *request,
    const struct ft_admin_result *result)
{
	const char *description = request->set.to.qos.description;

	acct_say(acct, " Adding QOS(s)\n");
	acct_print_names(acct, result, FT_DID_ADD, FT_ENTITY_QOS);
	acct_say(acct, " Settings\n");
	acct_say(acct, "  Description    = %s\n",
	    description ? description : result->item[result->n - 1].name);
	acct_print_set(acct, &request->set);
}

static enum ft_status
run_add(struct ft_admin *admin, const struct acct_request *request,
    struct ft_admin_result *result, struct ft_error *err)
{
	return ft_admin_add_qoses(
	    admin, &request->where, &request->set, result, err);
}

static bool
tell_added(struct acct *acct, struct acct_request *request,
    const struct ft_admin_result *result, int *status)
{
	if (result->n == 0) {
		acct_say(acct, " Nothing new added.\n");
		*status = acct->context->slurm;
		return false;
	}
	print_added(acct, request, result);
	return true;
}

int
acct_add_qos(struct acct *acct, int argc, char **argv)
{
	static const struct acct_add how = {
		.key = FT_KEY_QOS,
		.one = "qos",
		.our_one = "a QOS",
		.many = "QOS",
		.run = run_add,
		.tell = tell_added,
	};

	return acct_run_add(acct, &acct_qos_add, &how, argc, argv);
}

/* ---- modify ------------------------------------------------------------------------- */

static int
modify(struct acct *acct, const struct acct_request *request)
{
	struct ft_admin_result result;
	struct ft_error err;
	int status;

	ft_admin_result_init(&result);
	if (request->raw_usage_given) {
		status = acct_set_qos_usage(acct, request, &result);
	} else {
		status = acct_print_modified(acct,
		    ft_admin_modify_qoses(acct->admin, &request->where,
			&request->set, &result, &err),
		    &result, &err, " Modified qos...", FT_ENTITY_QOS);
		if (status == 0)
			status = acct_finish(acct, ACCT_CHANGE);
	}
	ft_admin_result_free(&result);
	return status;
}

int
acct_modify_qos(struct acct *acct, int argc, char **argv)
{
	return acct_run_modify(acct, &acct_qos_modify, modify, argc, argv);
}

/* ---- delete --------------------------------------------------------------------------- */

int
acct_delete_qos(struct acct *acct, int argc, char **argv)
{
	static const struct acct_delete how = {
		.run = ft_admin_delete_qoses,
		.entity = FT_ENTITY_QOS,
		.records = " Deleting QOS(s)...",
		.assocs = "",
	};

	return acct_run_delete(acct, &acct_qos_list, &how, argc, argv);
}

/* ---- list ------------------------------------------------------------------------------ */

static bool
matches(const struct acct_list *list, const struct ft_qos *qos)
{
	const struct ft_admin_names *key = list->request.where.key;
	const struct ft_admin_names *id = &key[FT_KEY_ID];
	const struct ft_admin_names *mode = &key[FT_KEY_PREEMPT_MODE];
	bool yes = !id->given;
	uint32_t one;

	for (size_t i = 0; i < id->n && !yes; i++)
		yes = ft_num_u32(id->item[i], &one) && one == qos->id;
	return yes && acct_list_shows(list, qos->deleted, qos->removed) &&
	       (!key[FT_KEY_QOS].given ||
		   ft_admin_names_has(&key[FT_KEY_QOS], qos->name)) &&
	       (!key[FT_KEY_DESCRIPTION].given ||
		   ft_admin_names_has(
		       &key[FT_KEY_DESCRIPTION], qos->description)) &&
	       (!mode->given || ft_admin_names_has(mode,
				    ft_qos_preempt_mode(qos->preempt_mode)));
}

int
acct_list_qos(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;

	if (!acct_list_begin(&list, acct, &acct_qos_list, "qos", argc, argv) ||
	    !acct_list_open(&list,
		"Name,Priority,GraceTime,Preempt,PreemptExemptTime,"
		"PreemptMode,Flags%40,UsageThreshold,UsageFactor,GrpTRES,"
		"GrpTRESMins,GrpTRESRunMins,GrpJobs,GrpSubmitJobs,GrpWall,"
		"MaxTRES,MaxTRESPerNode,MaxTRESMinsPerJob,"
		"MaxWallDurationPerJob,MaxTRESPerUser,MaxJobsPerUser,"
		"MaxSubmitJobsPerUser,MaxTRESPerAccount,MaxJobsPerAccount,"
		"MaxSubmitJobsPerAccount,MinTRESPerJob"))
		return acct_list_end(&list);
	for (size_t i = 0; i < list.book.n_qos; i++) {
		struct acct_row row = { .qos = &list.book.qos[i],
			.assoc = FT_INDEX_NONE };

		if (matches(&list, row.qos))
			acct_list_row(&list, &row);
	}
	return acct_list_end(&list);
}
