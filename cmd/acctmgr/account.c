/* facctmgr add, modify, delete, list account. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"

static const struct acct_word conditions[] = { { "WithAssoc", 5, WORD_FLAG,
						   ACCT_WITH_ASSOC, 0 },
	{ "WithCoordinators", 5, WORD_FLAG, ACCT_WITH_COORD, 0 },
	{ "WithDeleted", 5, WORD_FLAG, ACCT_WITH_DELETED, 0 },
	{ "WithRawQOSLevel", 5, WORD_FLAG, ACCT_WITH_RAW_QOS, 0 },
	{ "WOPLimits", 4, WORD_FLAG, ACCT_WO_PARENT_LIMITS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_ACCOUNT, WORD_BARE },
	{ "Accounts", 1, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Descriptions", 1, WORD_LIST, FT_KEY_DESCRIPTION, 0 },
	{ "Flags", 2, WORD_LIST, FT_KEY_FLAGS, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Organizations", 1, WORD_LIST, FT_KEY_ORGANIZATION, 0 },
	ACCT_GENERIC_WORDS, { "Users", 1, WORD_LIST, FT_KEY_USER, WORD_ASSOC },
	{ 0 } };

static const struct acct_word adding[] = { { "Names", 1, WORD_LIST,
					       FT_KEY_ACCOUNT, WORD_BARE },
	{ "Accounts", 1, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Description", 1, WORD_TEXT, TEXT_DESCRIPTION, WORD_LOUD },
	{ "Flags", 2, WORD_FLAGS_SET, 0, WORD_LOUD },
	{ "Organization", 1, WORD_TEXT, TEXT_ORGANIZATION, WORD_LOUD }, { 0 } };

static const struct acct_word settings[] = { { "Description", 1, WORD_TEXT,
						 TEXT_DESCRIPTION, 0 },
	{ "Flags", 2, WORD_FLAGS_SET, 0, 0 },
	{ "Organization", 1, WORD_TEXT, TEXT_ORGANIZATION, 0 },
	{ "RawUsage", 7, WORD_RAW_USAGE, 0, 0 }, { 0 } };

const struct acct_grammar acct_account_add = {
	.settings = adding,
	.options = FT_ENTITY_ASSOC,
	.names_in_settings = true,
};
const struct acct_grammar acct_account_modify = {
	.conditions = conditions,
	.settings = settings,
	.options = FT_ENTITY_ASSOC,
};
const struct acct_grammar acct_account_list = { .conditions = conditions };

/* ---- add ------------------------------------------------------------------------ */

static struct ft_admin_account_set
account_set(const struct acct_request *request)
{
	return (struct ft_admin_account_set){
		.description = request->text[TEXT_DESCRIPTION],
		.organization = request->text[TEXT_ORGANIZATION],
		.flags_given = request->account_flags_given,
		.flags = request->account_flags,
	};
}

static void
print_missing_parents(struct acct *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    result, FT_DID_MISS, FT_ENTITY_ACCOUNT, &at))) {
		struct ft_error err = { 0 };

		(void)ft_fail(&err, FT_ENOENT,
		    "no account '%s' on cluster '%s' to be the parent",
		    item->name, item->cluster);
		acct_doubt_name(acct, FT_COMPLETE_ACCOUNT, item->name, &err);
		if (!acct->context->slurm)
			acct_error(acct, "%s", err.text);
		else
			acct_complain(acct,
			    " Parent account '%s' doesn't exist on cluster "
			    "%s\n"
			    "        Contact your admin to add this "
			    "account.\n",
			    item->name, item->cluster);
	}
}

static void
print_added_records(struct acct *acct, const struct acct_request *request,
    const struct ft_admin_result *result)
{
	const char *description = request->text[TEXT_DESCRIPTION];
	const char *organization = request->text[TEXT_ORGANIZATION];

	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ACCOUNT) == 0)
		return;
	acct_say(acct, " Adding Account(s)\n");
	acct_print_names(acct, result, FT_DID_ADD, FT_ENTITY_ACCOUNT);
	acct_say(acct, " Settings\n");
	acct_say(acct, "  Description     = %s\n",
	    description ? description : "Account Name");
	acct_say(acct, "  Organization    = %s\n",
	    organization ? organization : "Parent/Account Name");
}

static void
print_added(struct acct *acct, struct acct_request *request,
    const struct ft_admin_result *result)
{
	print_added_records(acct, request, result);
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC))
		acct_say(acct, " Associations\n");
	acct_print_new_assocs(acct, result);
	if (!request->loud)
		return;
	if (request->set.parent == NULL)
		request->set.parent = "root";
	acct_say(acct, " Settings\n");
	acct_print_set(acct, &request->set);
}

static bool
nothing_added(
    struct acct *acct, const struct ft_admin_result *result, int *status)
{
	*status = acct->context->slurm;
	if (ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) == 0)
		acct_say(acct, " Nothing new added.\n");
	else if (acct->context->slurm)
		acct_complain(acct, " No associations created.\n");
	return false;
}

static enum ft_status
run_add(struct ft_admin *admin, const struct acct_request *request,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_account_set to = account_set(request);

	return ft_admin_add_accounts(
	    admin, &request->where, &to, &request->set, result, err);
}

static bool
tell_added(struct acct *acct, struct acct_request *request,
    const struct ft_admin_result *result, int *status)
{
	print_missing_parents(acct, result);
	*status = ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) > 0;
	if (*status && !acct->context->slurm)
		return false;
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ACCOUNT) +
		ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) ==
	    0)
		return nothing_added(acct, result, status);
	print_added(acct, request, result);
	return true;
}

int
acct_add_account(struct acct *acct, int argc, char **argv)
{
	static const struct acct_add how = {
		.key = FT_KEY_ACCOUNT,
		.one = "account",
		.our_one = "an account",
		.many = "accounts",
		.run = run_add,
		.tell = tell_added,
	};

	return acct_run_add(acct, &acct_account_add, &how, argc, argv);
}

/* ---- modify ----------------------------------------------------------------------- */

static int
modify_records(struct acct *acct, const struct acct_request *request)
{
	struct ft_admin_account_set to = account_set(request);
	struct ft_admin_result result;
	struct ft_error err;
	int status;

	ft_admin_result_init(&result);
	status = acct_print_modified(acct,
	    ft_admin_modify_accounts(
		acct->admin, &request->where, &to, &result, &err),
	    &result, &err, " Modified accounts...", FT_ENTITY_ACCOUNT);
	ft_admin_result_free(&result);
	return status;
}

static int
modify(struct acct *acct, const struct acct_request *request)
{
	static const enum ft_admin_key keys[] = { FT_KEY_ACCOUNT,
		FT_KEY_DESCRIPTION, FT_KEY_ORGANIZATION, FT_KEYS };
	static const struct acct_modify both = {
		.record_keys = keys,
		.which = FT_WHICH_ACCOUNTS,
		.heading = " Modified account associations...",
		.records = modify_records,
	};

	return acct_modify(acct, request, &both);
}

int
acct_modify_account(struct acct *acct, int argc, char **argv)
{
	return acct_run_modify(acct, &acct_account_modify, modify, argc, argv);
}

/* ---- delete ----------------------------------------------------------------------- */

int
acct_delete_account(struct acct *acct, int argc, char **argv)
{
	static const struct acct_delete how = {
		.run = ft_admin_delete_accounts,
		.entity = FT_ENTITY_ACCOUNT,
		.records = " Deleting accounts...",
		.assocs = " Deleting account associations...",
	};

	return acct_run_delete(acct, &acct_account_list, &how, argc, argv);
}

/* ---- list ------------------------------------------------------------------------- */

static bool
record_matches(const struct acct_list *list, const struct ft_account *account)
{
	const struct ft_admin_names *key = list->request.where.key;

	return acct_list_shows(list, account->deleted, account->removed) &&
	       (!key[FT_KEY_ACCOUNT].given ||
		   ft_admin_names_has(&key[FT_KEY_ACCOUNT], account->name)) &&
	       (!key[FT_KEY_DESCRIPTION].given ||
		   ft_admin_names_has(
		       &key[FT_KEY_DESCRIPTION], account->description)) &&
	       (!key[FT_KEY_ORGANIZATION].given ||
		   ft_admin_names_has(
		       &key[FT_KEY_ORGANIZATION], account->organization));
}

static const char *
default_fields(const struct acct_request *request)
{
	bool coord = request->flags & ACCT_WITH_COORD;

	if (request->flags & ACCT_WITH_ASSOC)
		return coord ? "Account,Description,Organization,Clusters,"
			       "ParentName,User,Share,Priority,GrpJobs,"
			       "GrpNodes,GrpCPUs,GrpMemory,GrpSubmitJobs,"
			       "GrpWall,GrpCPUMins,MaxJobs,MaxNodesPerJob,"
			       "MaxCPUsPerJob,MaxSubmitJobs,"
			       "MaxWallDurationPerJob,MaxCPUMinsPerJob,"
			       "QOSLevel,DefaultQOS,Coordinators"
			     : "Account,Description,Organization,Clusters,"
			       "ParentName,User,Share,Priority,GrpJobs,"
			       "GrpNodes,GrpCPUs,GrpMemory,GrpSubmitJobs,"
			       "GrpWall,GrpCPUMins,MaxJobs,MaxNodesPerJob,"
			       "MaxCPUsPerJob,MaxSubmitJobs,"
			       "MaxWallDurationPerJob,MaxCPUMinsPerJob,"
			       "QOSLevel,DefaultQOS";
	return coord ? "Account,Description,Organization,Coordinators"
		     : "Account,Description,Organization";
}

int
acct_list_account(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;
	const struct ft_account **order;
	size_t n;

	if (!acct_list_begin(
		&list, acct, &acct_account_list, "accounts", argc, argv) ||
	    acct_list_hidden(&list, FT_SIGHT_ACCOUNTS, "Problem with query.") ||
	    !acct_list_open(&list, default_fields(&list.request)))
		return acct_list_end(&list);
	order = acct_accounts_by_name(&list, &n);
	for (size_t i = 0; i < n; i++) {
		struct acct_row row = { .account = order[i],
			.assoc = FT_INDEX_NONE };

		if (!record_matches(&list, order[i]))
			continue;
		if (list.request.flags & ACCT_WITH_ASSOC)
			acct_list_account_assocs(&list, order[i]);
		else
			acct_list_row(&list, &row);
	}
	ft_free(order);
	return acct_list_end(&list);
}
