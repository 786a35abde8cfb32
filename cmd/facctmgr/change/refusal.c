/* refusal.c - why a change was refused, as sacctmgr prints it. */

#include "facctmgr/change/change.h"

/* Whether a default QOS out of reach is an error. */
static bool
is_access_error(const struct facctmgr *acct)
{
	return acct->context->slurm && ft_release_has(acct->context->release,
					   FT_RULE_DEFAULT_QOS_ERROR);
}

static void
print_partition(struct facctmgr *acct, const struct ft_admin_result *result,
    const char *partition)
{
	FILE *err = acct->context->err;

	if (result->refusal != FT_ADMIN_REFUSE_DEFAULT_ACCOUNT) {
		fprintf(err, " P = %s", partition);
	} else if (ft_release_has(
		       acct->context->release, FT_RULE_DEFAULT_PARTITION)) {
		fputc(' ', err);
		facctmgr_print_column(acct, err, "P", 9, partition);
	}
}

static void
list_blockers(struct facctmgr *acct, const struct ft_admin_result *result)
{
	FILE *err = acct->context->err;
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((
	    item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_ASSOC, &at))) {
		int cluster = 10, account = 20;

		/* of a QOS that is to be deleted, one blank less */
		fputs(
		    result->refused == FT_ENTITY_QOS && *item->qos ? " " : "  ",
		    err);
		if (result->refusal == FT_ADMIN_REFUSE_JOBS) {
			fprintf(err, "JobID = %-10s ", item->note);
			account = 10;
		} else if (result->refusal == FT_ADMIN_REFUSE_DEFAULT_ACCOUNT) {
			cluster = 15;
			account = 10;
		} else {
			fprintf(err, "DefQOS = %-10s ", item->note);
		}
		facctmgr_print_column(acct, err, "C", cluster, item->cluster);
		fputc(' ', err);
		facctmgr_print_column(acct, err, "A", account, item->account);
		if (*item->user == 0 && !is_access_error(acct) &&
		    result->refusal == FT_ADMIN_REFUSE_QOS_ACCESS)
			fputc(' ', err);
		if (*item->user) {
			fputc(' ', err);
			facctmgr_print_column(acct, err, "U", 9, item->user);
			if (*item->partition)
				print_partition(acct, result, item->partition);
		}
		if (*item->qos) {
			fputc(' ', err);
			facctmgr_print_column(acct, err, "Q", 9, item->qos);
		}
		fputc('\n', err);
	}
}

#define SORRY     " Error with request: "
#define UNCHANGED SORRY "Data has not changed since time specified\n"

bool
facctmgr_unchanged_fails(const struct facctmgr *acct)
{
	return acct->context->slurm &&
	       ft_release_has(acct->context->release, FT_RULE_DATA_UNCHANGED);
}

int
facctmgr_unchanged(struct facctmgr *acct)
{
	if (!facctmgr_unchanged_fails(acct)) {
		facctmgr_print_nothing(acct, "modified", true);
		return 1;
	}
	facctmgr_error(acct, "Request didn't affect anything");
	facctmgr_complain(acct, UNCHANGED);
	return 1;
}

int
facctmgr_no_effect(struct facctmgr *acct, const char *what)
{
	if (!ft_release_has(acct->context->release, FT_RULE_NO_EFFECT_NOTED)) {
		if (facctmgr_unchanged_fails(acct) || strcmp(what, "qos") != 0)
			return facctmgr_unchanged(acct);
		facctmgr_complain(acct, UNCHANGED);
		return 1;
	}
	facctmgr_print(acct, " Nothing modified\n");
	facctmgr_complain(acct,
	    "%s: accounting_storage/slurmdbd: acct_storage_p_modify_%s: "
	    "Request didn't affect anything or your user doesn't have "
	    "privilege to perform this action\n",
	    acct->context->program, what);
	return 1;
}

#define DENIED        SORRY "Access/permission denied\n"
#define ONE_AT_A_TIME "Can only change one at a time"
#define NEEDS_DEFAULT "You can not remove the default account of a user"
/* The parts of sacctmgr's message about a refusal, in the order printed. */
struct refusal_text {
	const char *out;   /* on standard output */
	const char *error; /* as an error */
	const char *call;  /* the call of the plugin that has "No error" */
	const char *before;
	bool list; /* the associations that block the change */
	const char *after;
	bool done; /* the exit status is 0 */
};

static const struct refusal_text refusal_texts[] = {
	[FT_ADMIN_REFUSE_PERMISSION] = { .error = "Your user doesn't have "
						  "privilege to perform "
						  "this action",
	    .before = DENIED },
	[FT_ADMIN_REFUSE_ELSEWHERE] = { .out = " Nothing deleted\n",
	    .call = "remove_assocs" },
	[FT_ADMIN_REFUSE_LEVEL] = { .error = "You must be a super user "
					     "to modify a users "
					     "admin level",
	    .before = DENIED },
	[FT_ADMIN_REFUSE_OWN_RECORD] = { .error = "You can only change "
						  "your own default "
						  "account, default "
						  "wckey nothing else",
	    .before = DENIED },
	[FT_ADMIN_REFUSE_NO_ACCOUNTS] = { .before = " Need name of account "
						    "to add user to.\n" },
	[FT_ADMIN_REFUSE_JOBS] = { .before = SORRY "Job(s) active, cancel "
						   "job(s) before remove\n",
	    .list = true },
	[FT_ADMIN_REFUSE_DEFAULT_ACCOUNT] = { .before =
						  SORRY NEEDS_DEFAULT "\n",
	    .list = true },
	[FT_ADMIN_REFUSE_DEFAULT_QOS] = { .before = " Associations listed "
						    "below have these as "
						    "their Default QOS.\n",
	    .list = true,
	    .after = " Please either remove the qos' listed above "
		     "from list and resubmit,\n or change the "
		     "default qos to remove the qos.\n Changes "
		     "Discarded\n" },
	[FT_ADMIN_REFUSE_QOS_ACCESS] = { .before = " These associations "
						   "don't have access to "
						   "their default qos.\n "
						   "Please give them "
						   "access before they the "
						   "default can be set "
						   "to this.\n",
	    .list = true,
	    .done = true },
	[FT_ADMIN_REFUSE_ROOT] = { .before = " You are not allowed to "
					     "remove the root "
					     "account.\n Use remove "
					     "cluster instead.\n" },
	[FT_ADMIN_REFUSE_NAME] = { .out = " Nothing modified\n",
	    .call = "modify_users" },
	[FT_ADMIN_REFUSE_NAMES] = { .error = ONE_AT_A_TIME,
	    .before = SORRY ONE_AT_A_TIME "\n If you are changing a users "
					  "name you can only specify 1 user "
					  "at a time.\n" },
	[FT_ADMIN_REFUSE_LOOP] = { .error = "QOS Preemption loop detected",
	    .before = SORRY "QOS Preemption loop detected\n" },
	[FT_ADMIN_REFUSE_NO_DEFAULT] = { .error = NEEDS_DEFAULT,
	    .before = SORRY NEEDS_DEFAULT "\n" },
	[FT_ADMIN_REFUSE_CONDITION] = { .before = " No conditions given to "
						  "remove, not "
						  "executing.\n" },
};

/* In place of the row for FT_ADMIN_REFUSE_QOS_ACCESS. */
static const struct refusal_text qos_access_error = {
	.error = "",
	.before = " These associations don't have access to their default "
		  "qos.\n Please give them access before they the default can "
		  "be set to this.\n",
	.list = true,
	.after = "\n" SORRY "This request would make it so some associations "
		 "would not have access to their default qos.\n",
};

/* In place of the row for FT_ADMIN_REFUSE_NAME. */
static const struct refusal_text name_error = {
	.error = "Something was"
		 " wrong with your query",
	.before = SORRY "Unspecified error\n",
};

static int
print_refusal(struct facctmgr *acct, const struct ft_admin_result *result,
    const struct refusal_text *text)
{
	if (text->out)
		facctmgr_print(acct, "%s", text->out);
	if (text->error)
		facctmgr_error(acct, "%s", text->error);
	if (text->call)
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: acct_storage_p_%s: No "
		    "error\n",
		    acct->context->program, text->call);
	if (text->before)
		facctmgr_complain(acct, "%s", text->before);
	if (text->list)
		list_blockers(acct, result);
	if (text->after)
		facctmgr_complain(acct, "%s", text->after);
	if (result->refusal == FT_ADMIN_REFUSE_LEVEL)
		facctmgr_broken_connection(acct);
	return !text->done;
}

static void
list_users(FILE *out, const struct ft_admin_result *result)
{
	for (size_t i = 0; i < result->n; i++)
		if (result->item[i].did == FT_DID_BLOCK)
			fprintf(out, "  U = %s C = %s\n", result->item[i].user,
			    result->item[i].cluster);
}

static void
print_wrong_wckeys(struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	bool first = true;
	size_t at = 0;

	while ((
	    item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_WCKEY, &at))) {
		if (first)
			facctmgr_print(acct,
			    " Can't modify because these users aren't "
			    "associated with new default wckey '%s'...\n",
			    item->name);
		first = false;
		facctmgr_print(
		    acct, "  U = %s C = %s\n", item->user, item->cluster);
	}
}

static int
not_members(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;

	if (ft_admin_count(result, FT_DID_BLOCK, FT_ENTITY_WCKEY)) {
		print_wrong_wckeys(acct, result);
		return 1;
	}
	facctmgr_print(acct,
	    " Can't modify because these users aren't associated with new "
	    "default account '%s'...\n",
	    request->user.default_account);
	list_users(acct->context->out, result);
	return 1;
}

/* To sacctmgr this is no failure. */
static int
wrong_parent(struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_ACCOUNT, &at);
	if (result->refusal == FT_ADMIN_REFUSE_PARENT)
		facctmgr_print(acct,
		    "  Parent account %s doesn't exist on cluster %s\n",
		    item->parent, item->cluster);
	else
		facctmgr_print(acct,
		    "  Requested parent account %s is a child of %s on "
		    "cluster %s. Please re-parent %s before using it as a "
		    "parent.\n",
		    item->parent, item->account, item->cluster, item->parent);
	return 0;
}

/* First refusals whose text contains a name, then the constant ones. */
static int
slurm_refusal(struct facctmgr *acct, const struct facctmgr_request *request)
{
	static const char *const calls[FT_ENTITY_COUNT] = {
		[FT_ENTITY_USER] = "users",
		[FT_ENTITY_QOS] = "qos",
	};
	const struct ft_admin_result *result = &request->result;
	const char *call = calls[result->refused];
	size_t at = 0;

	if (result->refusal == FT_ADMIN_REFUSE_NONE)
		return ft_cmd_fail(acct->context, &request->err);
	if (result->refusal == FT_ADMIN_REFUSE_OWN)
		return facctmgr_no_effect(acct, "assocs");
	if (result->refusal == FT_ADMIN_REFUSE_NO_EFFECT)
		return facctmgr_no_effect(acct, call ? call : "assocs");
	if (result->refusal == FT_ADMIN_REFUSE_NOT_MEMBER)
		return not_members(acct, request);
	if (ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_ACCOUNT, &at))
		return wrong_parent(acct, result);
	at = 0;
	if (result->refusal == FT_ADMIN_REFUSE_PARENT)
		facctmgr_complain(acct, " Parent Account %s doesn't exist.\n",
		    request->set.parent);
	else if (result->refusal == FT_ADMIN_REFUSE_CLUSTER)
		facctmgr_complain(acct,
		    " This cluster '%s' doesn't exist.\n"
		    "        Contact your admin to add it to accounting.\n",
		    ft_admin_next(result, FT_DID_MISS, FT_ENTITY_CLUSTER, &at)
			->name);
	else if (result->refusal == FT_ADMIN_REFUSE_QOS_ACCESS &&
		 is_access_error(acct))
		return print_refusal(acct, result, &qos_access_error);
	else if (result->refusal == FT_ADMIN_REFUSE_NAME &&
		 ft_release_has(
		     acct->context->release, FT_RULE_NAME_TAKEN_ERROR))
		return print_refusal(acct, result, &name_error);
	else
		return print_refusal(
		    acct, result, &refusal_texts[result->refusal]);
	return 1;
}

/*
 * slurmdbd closes the connection, and whether sacctmgr notices is a matter of
 * time: it did in the recorded cases that deny adding and admin levels.  In a
 * dialogue the connection stays in use.
 */
void
facctmgr_broken_connection(struct facctmgr *acct)
{
	if (!acct->reading &&
	    ft_release_has(acct->context->release, FT_RULE_STRAY_ERROR))
		facctmgr_error(
		    acct, "Getting response to message type: DBD_FINI");
}

int
facctmgr_refused(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;

	acct->denied = request->err.status == FT_EPERM;
	if (acct->context->slurm)
		return slurm_refusal(acct, request);
	ft_cmd_fail(acct->context, &request->err);
	if (result->refusal == FT_ADMIN_REFUSE_NOT_MEMBER)
		list_users(acct->context->err, result);
	list_blockers(acct, result);
	return 1;
}
