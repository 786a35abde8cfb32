/* user.c - add, list, modify, delete user. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word conditions[] = { { "WithAssoc", 5, WORD_FLAG,
						       FACCTMGR_WITH_ASSOC, 0 },
	{ "WithCoordinators", 5, WORD_FLAG, FACCTMGR_WITH_COORD, 0 },
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "WithRawQOSLevel", 5, WORD_FLAG, FACCTMGR_WITH_RAW_QOS, 0 },
	{ "WOPLimits", 4, WORD_FLAG, FACCTMGR_WO_PARENT_LIMITS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_USER, WORD_BARE | WORD_NEW_OR_END },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, WORD_NEW_OR_END },
	{ "Accounts", 2, WORD_LIST, FT_KEY_ACCOUNT, WORD_ASSOC },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, WORD_ASSOC },
	{ "AdminLevel", 2, WORD_LEVEL, FT_KEY_ADMIN_LEVEL, 0 },
	/* unlike in lists of accounts this needs no WithAssoc */
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "DefaultAccount", 8, WORD_LIST, FT_KEY_DEFAULT_ACCOUNT,
	    WORD_NEW_OR_END },
	{ "DefaultWCKey", 8, WORD_LIST, FT_KEY_DEFAULT_WCKEY, WORD_NEW_OR_END },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "WCKeys", 1, WORD_LIST, FT_KEY_WCKEY, 0 }, FACCTMGR_GENERIC_WORDS,
	{ 0 } };

static const struct facctmgr_word adding[] = { { "Accounts", 2, WORD_LIST,
						   FT_KEY_ACCOUNT, WORD_LOUD },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, WORD_LOUD },
	{ "AdminLevel", 2, WORD_LEVEL, 0, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_LOUD },
	{ "DefaultAccount", 8, WORD_TEXT, FACCTMGR_TO(user.default_account),
	    WORD_HOME },
	{ "DefaultWCKey", 8, WORD_TEXT, FACCTMGR_TO(user.to.user.default_wckey),
	    0 },
	{ "Names", 1, WORD_LIST, FT_KEY_USER, WORD_BARE },
	{ "Partitions", 4, WORD_LIST, FT_KEY_PARTITION, WORD_LOUD },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 },
	{ "WCKeys", 1, WORD_LIST, FT_KEY_WCKEY, 0 }, { 0 } };

static const struct facctmgr_word settings[] = { { "AdminLevel", 2, WORD_LEVEL,
						     0, 0 },
	{ "DefaultAccount", 8, WORD_TEXT, FACCTMGR_TO(user.default_account),
	    WORD_HOME },
	{ "DefaultWCKey", 8, WORD_TEXT, FACCTMGR_TO(user.to.user.default_wckey),
	    0 },
	{ "NewName", 1, WORD_TEXT, FACCTMGR_TO(user.new_name), 0 },
	{ "RawUsage", 7, WORD_RAW_USAGE, 0, 0 }, { 0 } };

/* ---- add -------------------------------------------------------------------------- */

static void
print_missing(struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	struct ft_error err = { 0 };
	size_t at = 0;

	while ((item = ft_admin_next(
		    result, FT_DID_MISS, FT_ENTITY_ACCOUNT, &at))) {
		const char *on = *item->cluster ? " on cluster " : ".";

		(void)ft_fail(&err, FT_ENOENT, "no account '%s'%s%s",
		    item->name, *item->cluster ? on : "", item->cluster);
		facctmgr_suggest_name(
		    acct, FT_COMPLETE_ACCOUNT, item->name, &err);
		if (!acct->context->slurm)
			facctmgr_error(acct, "%s", err.text);
		else
			facctmgr_complain(acct,
			    " This account '%s' doesn't exist%s%s\n"
			    "        Contact your admin to add this "
			    "account.\n",
			    item->name, on, item->cluster);
	}
}

static void
print_records(
    struct facctmgr *acct, const struct facctmgr_request *request, bool at_once)
{
	const struct ft_admin_result *result = &request->result;
	const struct ft_admin_set *to = &request->user;
	const struct ft_user *user = &to->to.user;

	if (!ft_admin_count(result, FT_DID_ADD, FT_ENTITY_USER))
		return;
	facctmgr_print(acct, " Adding User(s)\n");
	facctmgr_print_names(acct, result, FT_DID_ADD, FT_ENTITY_USER);
	if (at_once)
		facctmgr_print(acct, " Settings\n");
	else if (to->default_account || to->has)
		facctmgr_print(acct, " Settings =\n");
	if (to->default_account)
		facctmgr_print(
		    acct, "  Default Account = %s\n", to->default_account);
	if (user->default_wckey)
		facctmgr_print(
		    acct, "  Default WCKey   = %s\n", user->default_wckey);
	if (user->admin_level)
		facctmgr_print(acct, "  Admin Level     = %s\n",
		    facctmgr_levels[user->admin_level]);
}

static void
print_added(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;

	print_records(acct, request, false);
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC)) {
		facctmgr_print(acct, " Associations =\n");
		facctmgr_print_new_assocs(acct, result);
	}
	facctmgr_print_new_wckeys(acct, result);
	if (!request->loud)
		return;
	facctmgr_print(acct, "%s\n", request->entity->add.settings);
	facctmgr_print_set(acct, &request->set);
}

static bool
report_added(
    struct facctmgr *acct, struct facctmgr_request *request, int *status)
{
	const struct ft_admin_result *result = &request->result;
	bool slurm = acct->context->slurm;

	print_missing(acct, result);
	*status = ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) > 0;
	if (*status && !slurm)
		return false;
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) ||
	    ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY)) {
		print_added(acct, request);
		return true;
	}
	if (ft_admin_count(result, FT_DID_MISS, FT_ENTITY_USER)) {
		*status = 1;
		if (slurm)
			facctmgr_complain(
			    acct, " No associations or wckeys created.\n");
		return false;
	}
	facctmgr_print(acct, " Nothing new added.\n");
	*status = *status || slurm;
	return false;
}

static const enum ft_admin_key record_keys[] = { FT_KEY_USER,
	FT_KEY_ADMIN_LEVEL, FT_KEY_DEFAULT_ACCOUNT, FT_KEY_DEFAULT_WCKEY,
	FT_KEY_CLUSTER, FT_KEYS };

/* ---- list ------------------------------------------------------------------------------ */

static bool
matches(const struct facctmgr_list *list, const struct ft_user *user)
{
	const struct ft_admin_names *key = list->request->where.key;
	const struct ft_admin_names *level = &key[FT_KEY_ADMIN_LEVEL];
	const struct ft_admin_names *home = &key[FT_KEY_DEFAULT_ACCOUNT];

	return facctmgr_list_shows(list, user->deleted, user->removed) &&
	       facctmgr_list_names(list, FT_KEY_USER, user->name) &&
	       (!level->n ||
		   user->admin_level == ft_admin_level_find(level->item[0])) &&
	       facctmgr_list_names(
		   list, FT_KEY_DEFAULT_WCKEY, user->default_wckey) &&
	       (!home->given ||
		   facctmgr_list_default_account(list, user, home));
}

/* The names of the columns, as long as the request. */
static const char *
default_fields(struct facctmgr_list *list)
{
	const struct facctmgr_request *request = list->request;
	bool track =
	    ft_conf_bool(&list->acct->session.conf, FT_CONF_TRACK_WCKEY);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&str, "User,DefaultAccount,%sAdminLevel%s%s",
	    track ? "DefaultWCKey," : "",
	    request->flags & FACCTMGR_WITH_COORD ? ",Coordinators" : "",
	    request->flags & FACCTMGR_WITH_ASSOC
		? ",Clusters,Account,Partition,Share,Priority,MaxJobs,"
		  "MaxNodesPerJob,MaxCPUsPerJob,MaxSubmitJobs,"
		  "MaxWallDurationPerJob,MaxCPUMinsPerJob,QOSLevel,"
		  "DefaultQOS"
		: "");
	return ft_arena_strdup(&list->request->arena, ft_str_text(&str));
}

/* sacctmgr ends without a word if wckeys are asked for. */
static bool
may_list(struct facctmgr_list *list)
{
	return !list->zeros || !list->request->where.key[FT_KEY_WCKEY].given;
}

static void
print(struct facctmgr_list *list)
{
	struct facctmgr_named *order = FACCTMGR_BY_NAME(list, user);

	for (size_t i = 0; order[i].name; i++)
		if (matches(list, order[i].record))
			facctmgr_list_assocs(list,
			    (struct facctmgr_row){ .user = order[i].record,
				.assoc = FT_INDEX_NONE });
}

const struct facctmgr_entity facctmgr_user = {
	.ids = &(const struct facctmgr_ids){ .label = "AssocId", .message = "USERS", .unused = true, .query = true },
	.record = FT_ENTITY_USER,
	.conditions = conditions,
	.adding = adding,
	.settings = settings,
	.options = FT_ENTITY_ASSOC,
	.add_user = true,
	.add = {
		.key = FT_KEY_USER,
		.one = "user",
		.our_one = "a user",
		.many = "users",
		.report = report_added,
		.records = print_records,
		.settings = " Non Default Settings",
	},
	.modify = {
		.records = " Modified users...",
		.record_keys = record_keys,
		.which = FT_WHICH_USERS,
		.assocs = " Modified user associations...",
	},
	.delete = {
		.records = " Deleting users...",
		.assocs = " Deleting user associations...",
		.records_after = " Deleting users (No Associations)...",
	},
	.list = {
		FACCTMGR_ROWS("users"),
		.shows = FT_CMD_SHOWS_USERS,
		.document = &facctmgr_users_document,
		.choose = default_fields,
		.may = may_list,
		.print = print,
	},
};
