/* coord.c - add, delete coordinator. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word words[] = {
	{ "Names", 1, WORD_LIST, FT_KEY_USER, WORD_BARE | WORD_NEW_OR_END },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, WORD_NEW_OR_END },
	{ "Accounts", 1, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	/* sacctmgr takes, and ignores, what selects users */
	{ "DefaultAccount", 8, WORD_NOTHING, 0, 0 },
	{ "DefaultQOS", 8, WORD_NOTHING, 0, WORD_QOS },
	{ "DefaultWCKey", 8, WORD_NOTHING, 0, 0 },
	{ "AdminLevel", 2, WORD_NOTHING, 0, 0 },
	{ "Associations", 2, WORD_NOTHING, 0, 0 },
	{ "Clusters", 1, WORD_NOTHING, 0, 0 },
	{ "Format", 1, WORD_NOTHING, 0, 0 }, { "Ids", 1, WORD_NOTHING, 0, 0 },
	{ "Parents", 4, WORD_NOTHING, 0, 0 },
	{ "Partitions", 3, WORD_NOTHING, 0, 0 },
	{ "QosLevel", 1, WORD_NOTHING, 0, WORD_QOS }, { 0 }
};

/* Report names that do not exist; returns whether there were any. */
static bool
print_missing(struct facctmgr *acct, const struct ft_admin_result *result)
{
	bool any = false;

	for (size_t i = 0; i < result->n; i++) {
		const struct ft_admin_item *item = &result->item[i];
		const char *what =
		    item->entity == FT_ENTITY_USER ? "user" : "account";

		if (item->did != FT_DID_MISS)
			continue;
		any = true;
		(void)facctmgr_fail(acct,
		    " You specified a non-existent %s '%s'.\n", "no %s '%s'",
		    what, item->name);
	}
	return any;
}

static void
print_list(struct facctmgr *acct, const struct ft_admin_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		facctmgr_print(acct, "  %s\n", names->item[i]);
}

/* ---- add -------------------------------------------------------------------------- */

static int
add(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_names *key = request->where.key;
	struct ft_admin_result *result = &request->result;
	enum ft_status status;

	if (key[FT_KEY_ACCOUNT].n == 0)
		return facctmgr_fail(acct,
		    " You need to specify an account list here.\n",
		    "no account given");
	if (key[FT_KEY_USER].n == 0)
		return facctmgr_fail(acct,
		    " You need to specify a user list here.\n",
		    "no user given");
	if (!facctmgr_begin(acct))
		return 1;
	status = ft_admin_add(acct->admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_COORD, .where = &request->where },
	    result, &request->err);
	if (print_missing(acct, result))
		return 1;
	if (status != FT_OK && (result->refusal != FT_ADMIN_REFUSE_PERMISSION ||
				   !acct->context->slurm))
		return facctmgr_refused(acct, request);
	facctmgr_print(acct, " Adding Coordinator User(s)\n");
	print_list(acct, &key[FT_KEY_USER]);
	facctmgr_print(acct, " To Account(s) and all sub-accounts\n");
	print_list(acct, &key[FT_KEY_ACCOUNT]);
	if (status == FT_OK)
		return facctmgr_finish(acct, FACCTMGR_CHANGE);
	facctmgr_complain(
	    acct, " Problem adding coordinator: Access/permission denied\n");
	return 1;
}

/* ---- delete --------------------------------------------------------------------------- */

static void
announce(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_names *users = &request->where.key[FT_KEY_USER];
	const struct ft_admin_names *accounts =
	    &request->where.key[FT_KEY_ACCOUNT];

	if (users->n == 0) {
		facctmgr_print(acct, " Removing all users from Accounts\n");
	} else {
		facctmgr_print(acct, " Removing Coordinators with user name\n");
		print_list(acct, users);
		facctmgr_print(acct, accounts->n ? " From Account(s)\n"
						 : " From all accounts\n");
	}
	print_list(acct, accounts);
}

static int
run_delete(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_item *item;
	struct ft_admin_result *result = &request->result;
	size_t at = 0;
	enum ft_status status = ft_admin_delete(acct->admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_COORD, .where = &request->where },
	    result, &request->err);

	if (print_missing(acct, result))
		return 1;
	if (status == FT_OK || acct->context->slurm)
		announce(acct, request);
	if (status != FT_OK)
		return facctmgr_refused(acct, request);
	if (result->n == 0) {
		facctmgr_print(acct, " Nothing removed\n");
		return acct->context->slurm ? 1 : 0;
	}
	facctmgr_print(
	    acct, " Removed Coordinators (sub accounts not listed)...\n");
	while (
	    (item = ft_admin_next(result, FT_DID_DELETE, FT_ENTITY_COORD, &at)))
		facctmgr_print(acct, "  U = %-9.9s A = %-10.10s\n", item->user,
		    item->account);
	return facctmgr_finish(acct, FACCTMGR_CHANGE_DELETES);
}

static int delete (struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_names *key = request->where.key;

	if (request->status)
		return 1;
	if (key[FT_KEY_ACCOUNT].n == 0 && key[FT_KEY_USER].n == 0)
		return facctmgr_fail(acct,
		    request->n_conditions + request->n_settings > 0
			? " You need to specify a user list or an account "
			  "list here.\n"
			: " You need to specify a user list or account list "
			  "here.\n",
		    "no user and no account given");
	return facctmgr_may_delete(acct) && facctmgr_begin(acct)
		   ? run_delete(acct, request)
		   : 1;
}

const struct facctmgr_entity facctmgr_coord = {
	.conditions = words,
	.instead = { [ACTION_ADD] = add, [ACTION_DELETE] = delete },
};
