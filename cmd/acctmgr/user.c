/* facctmgr add, modify, delete, list user. */
#include <string.h>

#include "acctmgr/acctmgr.h"

static const struct acct_word conditions[] = {
	{ "WithAssoc", 5, WORD_FLAG, ACCT_WITH_ASSOC, 0 },
	{ "WithCoordinators", 5, WORD_FLAG, ACCT_WITH_COORD, 0 },
	{ "WithDeleted", 5, WORD_FLAG, ACCT_WITH_DELETED, 0 },
	{ "WithRawQOSLevel", 5, WORD_FLAG, ACCT_WITH_RAW_QOS, 0 },
	{ "WOPLimits", 4, WORD_FLAG, ACCT_WO_PARENT_LIMITS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_USER, WORD_BARE },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 },
	{ "Accounts", 3, WORD_LIST, FT_KEY_ACCOUNT, WORD_ASSOC },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, WORD_ASSOC },
	{ "AdminLevel", 2, WORD_LEVEL, FT_KEY_ADMIN_LEVEL, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_ASSOC },
	{ "DefaultAccount", 8, WORD_LIST, FT_KEY_DEFAULT_ACCOUNT, 0 },
	{ "DefaultWCKey", 8, WORD_LIST, FT_KEY_DEFAULT_WCKEY, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "WCKeys", 1, WORD_LIST, FT_KEY_WCKEY, 0 }, ACCT_GENERIC_WORDS, { 0 }
};

static const struct acct_word adding[] = { { "Accounts", 2, WORD_LIST,
					       FT_KEY_ACCOUNT, WORD_LOUD },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, WORD_LOUD },
	{ "AdminLevel", 2, WORD_LEVEL, 0, WORD_LOUD },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "DefaultAccount", 8, WORD_TEXT, TEXT_DEFAULT_ACCOUNT, 0 },
	{ "DefaultWCKey", 8, WORD_TEXT, TEXT_DEFAULT_WCKEY, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_USER, WORD_BARE },
	{ "Partitions", 4, WORD_LIST, FT_KEY_PARTITION, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 },
	{ "WCKeys", 1, WORD_LIST, FT_KEY_WCKEY, 0 }, { 0 } };

static const struct acct_word settings[] = { { "AdminLevel", 2, WORD_LEVEL, 0,
						 0 },
	{ "DefaultAccount", 8, WORD_TEXT, TEXT_DEFAULT_ACCOUNT, 0 },
	{ "DefaultWCKey", 8, WORD_TEXT, TEXT_DEFAULT_WCKEY, 0 },
	{ "NewName", 1, WORD_TEXT, TEXT_NEW_NAME, 0 },
	{ "RawUsage", 7, WORD_RAW_USAGE, 0, 0 }, { 0 } };

static const struct acct_grammar add_grammar = {
	.settings = adding,
	.options = ft_admin_assoc_options,
	.user = true,
	.names_in_settings = true,
};
static const struct acct_grammar grammar = {
	.conditions = conditions,
	.settings = settings,
	.options = ft_admin_assoc_options,
};
static const struct acct_grammar list_grammar = { .conditions = conditions };

static struct ft_admin_user_set
user_set(const struct acct_request *request)
{
	return (struct ft_admin_user_set){
		.admin_level = request->level,
		.default_account = request->text[TEXT_DEFAULT_ACCOUNT],
		.default_wckey = request->text[TEXT_DEFAULT_WCKEY],
		.new_name = request->text[TEXT_NEW_NAME],
	};
}

/* ---- add -------------------------------------------------------------------------- */

static void
print_missing(struct acct *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    result, FT_DID_MISS, FT_ENTITY_ACCOUNT, &at))) {
		const char *on = *item->cluster ? " on cluster " : ".";

		if (!acct->context->slurm)
			acct_error(acct, "no account '%s'%s%s", item->name,
			    *item->cluster ? on : "", item->cluster);
		else
			acct_complain(acct,
			    " This account '%s' doesn't exist%s%s\n"
			    "        Contact your admin to add this "
			    "account.\n",
			    item->name, on, item->cluster);
	}
}

static void
print_record_settings(struct acct *acct, const struct ft_admin_user_set *to)
{
	static const char *const levels[] = { "Not Set", "None", "Operator",
		"Administrator" };

	if (!to->default_account && !to->default_wckey && !to->admin_level)
		return;
	acct_say(acct, " Settings =\n");
	if (to->default_account)
		acct_say(acct, "  Default Account = %s\n", to->default_account);
	if (to->default_wckey)
		acct_say(acct, "  Default WCKey   = %s\n", to->default_wckey);
	if (to->admin_level)
		acct_say(
		    acct, "  Admin Level     = %s\n", levels[to->admin_level]);
}

static void
print_added(struct acct *acct, const struct acct_request *request,
    const struct ft_admin_user_set *to, const struct ft_admin_result *result)
{
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_USER)) {
		acct_say(acct, " Adding User(s)\n");
		acct_print_names(acct, result, FT_DID_ADD, FT_ENTITY_USER);
		print_record_settings(acct, to);
	}
	acct_say(acct, " Associations =\n");
	acct_print_new_assocs(acct, result);
	if (!request->loud)
		return;
	acct_say(acct, " Non Default Settings\n");
	acct_print_set(acct, &request->set);
}

static int
nothing_added(struct acct *acct, const struct ft_admin_result *result)
{
	bool missed =
	    ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) > 0;

	if (ft_admin_count(result, FT_DID_MISS, FT_ENTITY_USER)) {
		if (acct->context->slurm)
			acct_complain(
			    acct, " No associations or wckeys created.\n");
		return 1;
	}
	acct_say(acct, " Nothing new added.\n");
	return acct->context->slurm || missed ? 1 : 0;
}

static int
add(struct acct *acct, const struct acct_request *request,
    struct ft_admin_result *result)
{
	struct ft_admin_user_set to = user_set(request);
	enum ft_status status;
	struct ft_error err;
	bool failed;

	status = ft_admin_add_users(
	    acct->admin, &request->where, &to, &request->set, result, &err);
	if (status != FT_OK &&
	    (result->refusal != FT_REFUSE_PERMISSION || !acct->context->slurm))
		return acct_refused(acct, result, &err);
	print_missing(acct, result);
	failed = ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) > 0;
	if (failed && !acct->context->slurm)
		return 1;
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) == 0)
		return nothing_added(acct, result);
	print_added(acct, request, &to, result);
	if (status != FT_OK) {
		acct_complain(acct, " Problem adding users: "
				    "Access/permission denied\n");
		return 1;
	}
	return acct_finish(acct, ACCT_CHANGE) || failed;
}

int
acct_add_user(struct acct *acct, int argc, char **argv)
{
	struct acct_request request;
	struct ft_admin_result result;
	int status;

	acct_request_init(&request);
	ft_admin_result_init(&result);
	acct_read_words(acct, &add_grammar, argc, argv, &request);
	status = request.status;
	if (status == 0 && request.where.key[FT_KEY_USER].n == 0) {
		status = 1;
		if (acct->context->slurm)
			acct_complain(acct, " Need name of user to add.\n");
		else
			acct_error(acct, "no name of a user to add");
	}
	if (status == 0)
		status =
		    acct_drop_blank(acct, &request.where.key[FT_KEY_USER]) &&
			    acct_begin(acct)
			? add(acct, &request, &result)
			: 1;
	ft_admin_result_free(&result);
	acct_request_free(&request);
	return status;
}

/* ---- modify ------------------------------------------------------------------------- */

static int
modify_records(struct acct *acct, const struct acct_request *request)
{
	struct ft_admin_user_set to = user_set(request);
	struct ft_admin_result result;
	struct ft_error err;
	int status;

	ft_admin_result_init(&result);
	if (ft_admin_modify_users(
		acct->admin, &request->where, &to, &result, &err) != FT_OK) {
		status = acct_refused(acct, &result, &err);
	} else if (result.n == 0) {
		acct_say(acct, " Nothing modified\n");
		status = 1;
	} else {
		acct_say(acct, " Modified users...\n");
		acct_print_names(acct, &result, FT_DID_MODIFY, FT_ENTITY_USER);
		status = 0;
	}
	ft_admin_result_free(&result);
	return status;
}

static int
modify(struct acct *acct, const struct acct_request *request)
{
	static const struct acct_modify both = {
		.which = FT_WHICH_USERS,
		.heading = " Modified user associations...",
		.records = modify_records,
	};

	return acct_modify(acct, request, &both);
}

int
acct_modify_user(struct acct *acct, int argc, char **argv)
{
	return acct_run_modify(acct, &grammar, modify, argc, argv);
}

/* ---- delete --------------------------------------------------------------------------- */

int
acct_delete_user(struct acct *acct, int argc, char **argv)
{
	static const struct acct_delete how = {
		.run = ft_admin_delete_users,
		.entity = FT_ENTITY_USER,
		.records = " Deleting users...",
		.assocs = " Deleting user associations...",
		.lonely = " Deleting users (No Associations)...",
	};

	return acct_run_delete(acct, &list_grammar, &how, argc, argv);
}

/* ---- list ------------------------------------------------------------------------------ */

static bool
record_matches(const struct acct_list *list, const struct ft_user *user)
{
	const struct ft_admin_names *key = list->request.where.key;
	const struct ft_admin_names *level = &key[FT_KEY_ADMIN_LEVEL];
	const struct ft_admin_names *home = &key[FT_KEY_DEFAULT_ACCOUNT];

	if (!acct_list_shows(list, user->deleted, user->created))
		return false;
	if (key[FT_KEY_USER].given &&
	    !ft_admin_names_has(&key[FT_KEY_USER], user->name))
		return false;
	if (level->n &&
	    user->admin_level != ft_admin_level_find(level->item[0]))
		return false;
	if (key[FT_KEY_DEFAULT_WCKEY].given &&
	    !ft_admin_names_has(
		&key[FT_KEY_DEFAULT_WCKEY], user->default_wckey))
		return false;
	return !home->given || acct_list_default_account(list, user, home);
}

static const char *
default_fields(const struct acct_request *request)
{
	bool coord = request->flags & ACCT_WITH_COORD;

#define USER_ASSOC                                                             \
	"Clusters,Account,Partition,Share,Priority,MaxJobs,MaxNodesPerJob,"    \
	"MaxCPUsPerJob,MaxSubmitJobs,MaxWallDurationPerJob,"                   \
	"MaxCPUMinsPerJob,QOSLevel,DefaultQOS"
	if (request->flags & ACCT_WITH_ASSOC)
		return coord ? "User,DefaultAccount,AdminLevel,"
			       "Coordinators," USER_ASSOC
			     : "User,DefaultAccount,AdminLevel," USER_ASSOC;
	return coord ? "User,DefaultAccount,AdminLevel,Coordinators"
		     : "User,DefaultAccount,AdminLevel";
}

int
acct_list_user(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;
	const struct ft_user **order;
	size_t n;

	if (!acct_list_begin(&list, acct, &list_grammar, "users", argc, argv) ||
	    !acct_list_open(&list, default_fields(&list.request)))
		return acct_list_end(&list);
	order = acct_users_by_name(&list, &n);
	for (size_t i = 0; i < n; i++) {
		struct acct_row row = { .user = order[i],
			.assoc = FT_INDEX_NONE };

		if (!record_matches(&list, order[i]))
			continue;
		if (list.request.flags & ACCT_WITH_ASSOC)
			acct_list_user_assocs(&list, order[i]);
		else
			acct_list_row(&list, &row);
	}
	ft_free(order);
	return acct_list_end(&list);
}
