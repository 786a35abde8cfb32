/* facctmgr add, delete coordinator. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"

static const struct acct_word words[] = { { "Names", 1, WORD_LIST, FT_KEY_USER,
					      WORD_BARE },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 },
	{ "Accounts", 1, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 }, { 0 } };
const struct acct_grammar acct_coord_words = { .conditions = words };

/* Names that are not there; returns whether there were any. */
static bool
print_missing(struct acct *acct, const struct ft_admin_result *result)
{
	bool any = false;

	for (size_t i = 0; i < result->n; i++) {
		const struct ft_admin_item *item = &result->item[i];
		const char *what =
		    item->entity == FT_ENTITY_USER ? "user" : "account";

		if (item->did != FT_DID_MISS)
			continue;
		any = true;
		if (acct->context->slurm)
			acct_complain(acct,
			    " You specified a non-existent %s '%s'.\n", what,
			    item->name);
		else
			acct_error(acct, "no %s '%s'", what, item->name);
	}
	return any;
}

static void
print_list(struct acct *acct, const struct ft_admin_names *names)
{
	for (size_t i = 0; i < names->n; i++)
		acct_say(acct, "  %s\n", names->item[i]);
}

static int
missing_list(struct acct *acct, const char *what)
{
	if (acct->context->slurm)
		acct_complain(
		    acct, " You need to specify %s list here.\n", what);
	else
		acct_error(acct, "no %s given", strchr(what, ' ') + 1);
	return 1;
}

/* ---- add -------------------------------------------------------------------------- */

static int
add(struct acct *acct, const struct acct_request *request,
    struct ft_admin_result *result)
{
	struct ft_error err;
	enum ft_status status =
	    ft_admin_add_coords(acct->admin, &request->where, result, &err);

	if (print_missing(acct, result))
		return 1;
	if (status != FT_OK && (result->refusal != FT_ADMIN_REFUSE_PERMISSION ||
				   !acct->context->slurm))
		return acct_refused(acct, result, &err);
	acct_say(acct, " Adding Coordinator User(s)\n");
	print_list(acct, &request->where.key[FT_KEY_USER]);
	acct_say(acct, " To Account(s) and all sub-accounts\n");
	print_list(acct, &request->where.key[FT_KEY_ACCOUNT]);
	if (status != FT_OK) {
		acct_complain(acct, " Problem adding coordinator: "
				    "Access/permission denied\n");
		return 1;
	}
	return acct_finish(acct, ACCT_CHANGE);
}

int
acct_add_coord(struct acct *acct, int argc, char **argv)
{
	struct acct_request request;
	struct ft_admin_result result;
	int status;

	acct_request_init(&request);
	ft_admin_result_init(&result);
	acct_read_words(acct, &acct_coord_words, argc, argv, &request);
	status = request.status;
	if (status == 0 && request.where.key[FT_KEY_ACCOUNT].n == 0)
		status = missing_list(acct, "an account");
	else if (status == 0 && request.where.key[FT_KEY_USER].n == 0)
		status = missing_list(acct, "a user");
	if (status == 0)
		status = acct_begin(acct) ? add(acct, &request, &result) : 1;
	ft_admin_result_free(&result);
	acct_request_free(&request);
	return status;
}

/* ---- delete --------------------------------------------------------------------------- */

static void
announce(struct acct *acct, const struct acct_request *request)
{
	const struct ft_admin_names *users = &request->where.key[FT_KEY_USER];
	const struct ft_admin_names *accounts =
	    &request->where.key[FT_KEY_ACCOUNT];

	if (users->n == 0) {
		acct_say(acct, " Removing all users from Accounts\n");
		print_list(acct, accounts);
		return;
	}
	acct_say(acct, " Removing Coordinators with user name\n");
	print_list(acct, users);
	acct_say(
	    acct, accounts->n ? " From Account(s)\n" : " From all accounts\n");
	print_list(acct, accounts);
}

static int delete (struct acct *acct, const struct acct_request *request,
    struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	struct ft_error err;
	size_t at = 0;
	enum ft_status status =
	    ft_admin_delete_coords(acct->admin, &request->where, result, &err);

	if (print_missing(acct, result))
		return 1;
	if (status == FT_OK || acct->context->slurm)
		announce(acct, request);
	if (status != FT_OK)
		return acct_refused(acct, result, &err);
	if (result->n == 0) {
		acct_say(acct, " Nothing removed\n");
		return acct->context->slurm ? 1 : 0;
	}
	acct_say(acct, " Removed Coordinators (sub accounts not listed)...\n");
	while (
	    (item = ft_admin_next(result, FT_DID_DELETE, FT_ENTITY_COORD, &at)))
		acct_say(acct, "  U = %-9.9s A = %-10.10s\n", item->user,
		    item->account);
	return acct_finish(acct, ACCT_DELETE);
}

int
acct_delete_coord(struct acct *acct, int argc, char **argv)
{
	struct acct_request request;
	struct ft_admin_result result;
	int status;

	acct_request_init(&request);
	ft_admin_result_init(&result);
	acct_read_words(acct, &acct_coord_words, argc, argv, &request);
	status = request.status;
	if (status == 0 && request.where.key[FT_KEY_ACCOUNT].n == 0 &&
	    request.where.key[FT_KEY_USER].n == 0) {
		status = 1;
		if (acct->context->slurm)
			acct_complain(acct, " You need to specify a user "
					    "list or account list here.\n");
		else
			acct_error(acct, "no user and no account given");
	}
	if (status == 0)
		status = acct_may_delete(acct) && acct_begin(acct)
			     ? delete (acct, &request, &result)
			     : 1;
	ft_admin_result_free(&result);
	acct_request_free(&request);
	return status;
}
