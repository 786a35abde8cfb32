/* account.c - add, list, modify, delete account. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word conditions[] = { { "WithAssoc", 5, WORD_FLAG,
						       FACCTMGR_WITH_ASSOC, 0 },
	{ "WithCoordinators", 5, WORD_FLAG, FACCTMGR_WITH_COORD, 0 },
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "WithRawQOSLevel", 5, WORD_FLAG, FACCTMGR_WITH_RAW_QOS, 0 },
	{ "WOPLimits", 4, WORD_FLAG, FACCTMGR_WO_PARENT_LIMITS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_ACCOUNT, WORD_BARE },
	{ "Accounts", 1, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Descriptions", 1, WORD_LIST, FT_KEY_DESCRIPTION, 0 },
	{ "Flags", 2, WORD_LIST, FT_KEY_FLAGS, WORD_ACCOUNT_FLAGS },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Organizations", 1, WORD_LIST, FT_KEY_ORGANIZATION, 0 },
	FACCTMGR_GENERIC_WORDS,
	{ "Users", 1, WORD_LIST, FT_KEY_USER, WORD_ASSOC | WORD_NEW }, { 0 } };

static const struct facctmgr_word adding[] = { { "Names", 1, WORD_LIST,
						   FT_KEY_ACCOUNT, WORD_BARE },
	{ "Accounts", 1, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Description", 1, WORD_TEXT,
	    FACCTMGR_TO(account.to.account.description), WORD_LOUD },
	{ "Flags", 2, WORD_FLAGS_SET, 0, WORD_LOUD },
	{ "Organization", 1, WORD_TEXT,
	    FACCTMGR_TO(account.to.account.organization), WORD_LOUD },
	{ 0 } };

static const struct facctmgr_word settings[] = {
	{ "Description", 1, WORD_TEXT,
	    FACCTMGR_TO(account.to.account.description), 0 },
	{ "Flags", 2, WORD_FLAGS_SET, 0, 0 },
	{ "Organization", 1, WORD_TEXT,
	    FACCTMGR_TO(account.to.account.organization), 0 },
	{ "RawUsage", 7, WORD_RAW_USAGE, 0, 0 },
	{ "Names", 1, WORD_FIXED, 0, WORD_BARE },
	{ "Accounts", 1, WORD_FIXED, 0, 0 }, { "Acct", 4, WORD_FIXED, 0, 0 },
	{ "Clusters", 1, WORD_FIXED, 0, 0 }, { 0 }
};

/* ---- add ------------------------------------------------------------------------ */

/* ITEM is the parent that is missing: sacctmgr says so for each new account. */
static void
complain_parents(struct facctmgr *acct, const struct facctmgr_request *request,
    const struct ft_admin_item *item)
{
	const struct ft_admin_names *names =
	    &request->where.key[FT_KEY_ACCOUNT];

	for (size_t i = 0; i < names->n; i++) {
		struct ft_account account;
		struct ft_error err = { 0 };

		/* one that exists lacks no parent; a single one is meant */
		if (names->n == 1 || FT_NAMED(acct->registry, names->item[i],
					 &account, &err) != FT_OK)
			facctmgr_complain(acct,
			    " Parent account '%s' doesn't exist on cluster "
			    "%s\n"
			    "        Contact your admin to add this "
			    "account.\n",
			    item->name, item->cluster);
	}
}

static void
print_missing_parents(
    struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    result, FT_DID_MISS, FT_ENTITY_ACCOUNT, &at))) {
		struct ft_error err = { 0 };

		(void)ft_fail(&err, FT_ENOENT,
		    "no account '%s' on cluster '%s' to be the parent",
		    item->name, item->cluster);
		facctmgr_suggest_name(
		    acct, FT_COMPLETE_ACCOUNT, item->name, &err);
		if (acct->context->slurm)
			complain_parents(acct, request, item);
		else
			facctmgr_error(acct, "%s", err.text);
	}
}

static void
print_records(
    struct facctmgr *acct, const struct facctmgr_request *request, bool at_once)
{
	const struct ft_admin_result *result = &request->result;
	const char *description = request->account.to.account.description;
	const char *organization = request->account.to.account.organization;

	(void)at_once;
	if (!ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ACCOUNT))
		return;
	facctmgr_print(acct, " Adding Account(s)\n");
	facctmgr_print_names(acct, result, FT_DID_ADD, FT_ENTITY_ACCOUNT);
	facctmgr_print(acct,
	    " Settings\n  Description     = %s\n"
	    "  Organization    = %s\n",
	    description ? description : "Account Name",
	    organization ? organization : "Parent/Account Name");
}

static void
print_added(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;

	print_records(acct, request, false);
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC))
		facctmgr_print(acct, " Associations\n");
	facctmgr_print_new_assocs(acct, result);
	if (!request->loud)
		return;
	if (request->set.parent == NULL)
		request->set.parent = "root";
	facctmgr_print(acct, "%s\n", request->entity->add.settings);
	facctmgr_print_set(acct, &request->set);
}

static bool
report_added(
    struct facctmgr *acct, struct facctmgr_request *request, int *status)
{
	const struct ft_admin_result *result = &request->result;
	bool slurm = acct->context->slurm, missing;

	print_missing_parents(acct, request);
	missing = ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) > 0;
	*status = missing;
	if (missing && !slurm)
		return false;
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ACCOUNT) ||
	    ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC)) {
		print_added(acct, request);
		return true;
	}
	*status = slurm;
	if (missing)
		facctmgr_complain(acct, " No associations created.\n");
	else
		facctmgr_print(acct, " Nothing new added.\n");
	return false;
}

static const enum ft_admin_key record_keys[] = { FT_KEY_ACCOUNT,
	FT_KEY_DESCRIPTION, FT_KEY_ORGANIZATION, FT_KEYS };

/* ---- list ------------------------------------------------------------------------- */

static const char *
default_fields(struct facctmgr_list *list)
{
#define ACCOUNT "Account,Description,Organization"
#define LIMITS                                                                 \
	",Clusters,ParentName,User,Share,Priority,GrpJobs,GrpNodes,GrpCPUs,"   \
	"GrpMemory,GrpSubmitJobs,GrpWall,GrpCPUMins,MaxJobs,MaxNodesPerJob,"   \
	"MaxCPUsPerJob,MaxSubmitJobs,MaxWallDurationPerJob,MaxCPUMinsPerJob,"  \
	"QOSLevel,DefaultQOS"
	bool coord = list->request->flags & FACCTMGR_WITH_COORD;

	if (list->request->flags & FACCTMGR_WITH_ASSOC)
		return coord ? ACCOUNT LIMITS ",Coordinators" : ACCOUNT LIMITS;
	return coord ? ACCOUNT ",Coordinators" : ACCOUNT;
}

/* Whether ONE has the flags asked for; there is one that it may have. */
static bool
has_flags(const struct facctmgr_list *list, const struct ft_account *one)
{
	const struct ft_admin_names *flags =
	    &list->request->where.key[FT_KEY_FLAGS];
	uint32_t all = 0, asked;
	bool known = true;

	for (size_t i = 0; i < flags->n; i++) {
		known = facctmgr_account_flags(flags->item[i], &asked) && known;
		all |= asked;
	}
	return known && (one->flags & all) == all;
}

static void
print(struct facctmgr_list *list)
{
	struct facctmgr_named *order = FACCTMGR_BY_NAME(list, account);

	for (size_t i = 0; order[i].name; i++) {
		const struct ft_account *one = order[i].record;

		if (facctmgr_list_shows(list, one->deleted, one->removed) &&
		    facctmgr_list_names(list, FT_KEY_ACCOUNT, one->name) &&
		    facctmgr_list_names(
			list, FT_KEY_DESCRIPTION, one->description) &&
		    facctmgr_list_names(
			list, FT_KEY_ORGANIZATION, one->organization) &&
		    has_flags(list, one))
			facctmgr_list_assocs(
			    list, (struct facctmgr_row){
				      .account = one, .assoc = FT_INDEX_NONE });
	}
}

const struct facctmgr_entity facctmgr_account = {
	.ids = &(const struct facctmgr_ids){ .label = "AssocId", .message = "ACCOUNTS", .unused = true, .query = true },
	.record = FT_ENTITY_ACCOUNT,
	.conditions = conditions,
	.adding = adding,
	.settings = settings,
	.options = FT_ENTITY_ASSOC,
	.add = {
		.key = FT_KEY_ACCOUNT,
		.one = "account",
		.our_one = "an account",
		.many = "accounts",
		.report = report_added,
		.records = print_records,
		.settings = " Settings",
	},
	.modify = {
		.records = " Modified accounts...",
		.record_keys = record_keys,
		.which = FT_WHICH_ACCOUNTS,
		.assocs = " Modified account associations...",
	},
	.delete = {
		.records = " Deleting accounts...",
		.assocs = " Deleting account associations...",
	},
	.list = {
		FACCTMGR_ROWS("accounts"),
		.shows = FT_CMD_SHOWS_USERS,
		.document = &facctmgr_accounts_document,
		.hidden = "Problem with query.",
		.kind = FT_VISIBILITY_ACCOUNTS,
		.choose = default_fields,
		.print = print,
	},
};
