/* facctmgr add, modify, delete, list user. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"

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
	/* unlike in lists of accounts this needs no WithAssoc */
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "DefaultAccount", 8, WORD_LIST, FT_KEY_DEFAULT_ACCOUNT, 0 },
	{ "DefaultWCKey", 8, WORD_LIST, FT_KEY_DEFAULT_WCKEY, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "WCKeys", 1, WORD_LIST, FT_KEY_WCKEY, 0 }, ACCT_GENERIC_WORDS, { 0 }
};

static const struct acct_word adding[] = { { "Accounts", 2, WORD_LIST,
					       FT_KEY_ACCOUNT, WORD_LOUD },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, WORD_LOUD },
	{ "AdminLevel", 2, WORD_LEVEL, 0, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_LOUD },
	{ "DefaultAccount", 8, WORD_TEXT, TEXT_DEFAULT_ACCOUNT, 0 },
	{ "DefaultWCKey", 8, WORD_TEXT, TEXT_DEFAULT_WCKEY, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_USER, WORD_BARE },
	{ "Partitions", 4, WORD_LIST, FT_KEY_PARTITION, WORD_LOUD },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 },
	{ "WCKeys", 1, WORD_LIST, FT_KEY_WCKEY, 0 }, { 0 } };

static const struct acct_word settings[] = { { "AdminLevel", 2, WORD_LEVEL, 0,
						 0 },
	{ "DefaultAccount", 8, WORD_TEXT, TEXT_DEFAULT_ACCOUNT, 0 },
	{ "DefaultWCKey", 8, WORD_TEXT, TEXT_DEFAULT_WCKEY, 0 },
	{ "NewName", 1, WORD_TEXT, TEXT_NEW_NAME, 0 },
	{ "RawUsage", 7, WORD_RAW_USAGE, 0, 0 }, { 0 } };

const struct acct_grammar acct_user_add = {
	.settings = adding,
	.options = FT_ENTITY_ASSOC,
	.user = true,
	.names_in_settings = true,
};
const struct acct_grammar acct_user_modify = {
	.conditions = conditions,
	.settings = settings,
	.options = FT_ENTITY_ASSOC,
};
const struct acct_grammar acct_user_list = { .conditions = conditions };

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
	struct ft_error err = { 0 };
	size_t at = 0;

	while ((item = ft_admin_next(
		    result, FT_DID_MISS, FT_ENTITY_ACCOUNT, &at))) {
		const char *on = *item->cluster ? " on cluster " : ".";

		(void)ft_fail(&err, FT_ENOENT, "no account '%s'%s%s",
		    item->name, *item->cluster ? on : "", item->cluster);
		acct_doubt_name(acct, FT_COMPLETE_ACCOUNT, item->name, &err);
		if (!acct->context->slurm)
			acct_error(acct, "%s", err.text);
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
	if (!to->default_account && !to->default_wckey && !to->admin_level)
		return;
	acct_say(acct, " Settings =\n");
	if (to->default_account)
		acct_say(acct, "  Default Account = %s\n", to->default_account);
	if (to->default_wckey)
		acct_say(acct, "  Default WCKey   = %s\n", to->default_wckey);
	if (to->admin_level)
		acct_say(acct, "  Admin Level     = %s\n",
		    acct_levels[to->admin_level]);
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
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC)) {
		acct_say(acct, " Associations =\n");
		acct_print_new_assocs(acct, result);
	}
	acct_print_new_wckeys(acct, result);
	if (!request->loud)
		return;
	acct_say(acct, " Non Default Settings\n");
	acct_print_set(acct, &request->set);
}

static bool
nothing_added(
    struct acct *acct, const struct ft_admin_result *result, int *status)
{
	if (ft_admin_count(result, FT_DID_MISS, FT_ENTITY_USER)) {
		if (acct->context->slurm)
			acct_complain(
			    acct, " No associations or wckeys created.\n");
		*status = 1;
		return false;
	}
	acct_say(acct, " Nothing new added.\n");
	*status = *status || acct->context->slurm;
	return false;
}

static enum ft_status
run_add(struct ft_admin *admin, const struct acct_request *request,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_user_set to = user_set(request);

	return ft_admin_add_users(
	    admin, &request->where, &to, &request->set, result, err);
}

static bool
tell_added(struct acct *acct, struct acct_request *request,
    const struct ft_admin_result *result, int *status)
{
	struct ft_admin_user_set to = user_set(request);

	print_missing(acct, result);
	*status = ft_admin_count(result, FT_DID_MISS, FT_ENTITY_ACCOUNT) > 0;
	if (*status && !acct->context->slurm)
		return false;
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) +
		ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY) ==
	    0)
		return nothing_added(acct, result, status);
	print_added(acct, request, &to, result);
	return true;
}

int
acct_add_user(struct acct *acct, int argc, char **argv)
{
	static const struct acct_add how = {
		.key = FT_KEY_USER,
		.one = "user",
		.our_one = "a user",
		.many = "users",
		.run = run_add,
		.tell = tell_added,
	};

	return acct_run_add(acct, &acct_user_add, &how, argc, argv);
}

/* ---- modify ------------------------------------------------------------------------- */

static int
modify_records(struct acct *acct, const struct acct_request *request)
{
	struct ft_admin_user_set to = user_set(request);
	struct ft_admin_result result;
	struct ft_error err;
	const struct ft_admin_names *key = request->where.key;
	enum ft_status done;
	int status;

	ft_admin_result_init(&result);
	done = ft_admin_modify_users(
	    acct->admin, &request->where, &to, &result, &err);
	if (done == FT_OK && result.n == 0 && acct->context->slurm &&
	    !key[FT_KEY_USER].given && !key[FT_KEY_ADMIN_LEVEL].given)
		status = acct_no_effect(acct, "users");
	else
		status = acct_print_modified(acct, done, &result, &err,
		    " Modified users...", FT_ENTITY_USER);
	ft_admin_result_free(&result);
	return status;
}

static int
modify(struct acct *acct, const struct acct_request *request)
{
	static const enum ft_admin_key keys[] = { FT_KEY_USER,
		FT_KEY_ADMIN_LEVEL, FT_KEY_DEFAULT_ACCOUNT,
		FT_KEY_DEFAULT_WCKEY, FT_KEY_CLUSTER, FT_KEYS };
	static const struct acct_modify both = {
		.which = FT_WHICH_USERS,
		.heading = " Modified user associations...",
		.record_keys = keys,
		.records = modify_records,
	};

	return acct_modify(acct, request, &both);
}

int
acct_modify_user(struct acct *acct, int argc, char **argv)
{
	return acct_run_modify(acct, &acct_user_modify, modify, argc, argv);
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

	return acct_run_delete(acct, &acct_user_list, &how, argc, argv);
}

/* ---- list ------------------------------------------------------------------------------ */

static bool
record_matches(const struct acct_list *list, const struct ft_user *user)
{
	const struct ft_admin_names *key = list->request.where.key;
	const struct ft_admin_names *level = &key[FT_KEY_ADMIN_LEVEL];
	const struct ft_admin_names *home = &key[FT_KEY_DEFAULT_ACCOUNT];

	if (!acct_list_shows(list, user->deleted, user->removed))
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

/* The names of the columns, as long as the request. */
static const char *
default_fields(const struct acct *acct, struct acct_request *request)
{
	bool track = ft_conf_bool(&acct->session.conf, FT_CONF_TRACK_WCKEY);
	struct ft_str str;
	const char *names;

	ft_str_init(&str);
	ft_str_addf(&str, "User,DefaultAccount,%sAdminLevel%s",
	    track ? "DefaultWCKey," : "",
	    request->flags & ACCT_WITH_COORD ? ",Coordinators" : "");
	if (request->flags & ACCT_WITH_ASSOC)
		ft_str_add(&str,
		    ",Clusters,Account,Partition,Share,Priority,MaxJobs,"
		    "MaxNodesPerJob,MaxCPUsPerJob,MaxSubmitJobs,"
		    "MaxWallDurationPerJob,MaxCPUMinsPerJob,QOSLevel,"
		    "DefaultQOS");
	names = ft_arena_strdup(&request->arena, ft_str_text(&str));
	ft_str_free(&str);
	return names;
}

int
acct_list_user(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;
	const struct ft_user **order;
	size_t n;

	if (!acct_list_begin(
		&list, acct, &acct_user_list, "users", argc, argv) ||
	    !acct_list_open(&list, default_fields(acct, &list.request)))
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
