/* What was done or refused, as sacctmgr puts it. */
#include <string.h>

#include "acctmgr/acctmgr.h"

void
acct_print_names(struct acct *acct, const struct ft_admin_result *result,
    enum ft_admin_did did, enum ft_entity entity)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, entity, &at)))
		acct_say(acct, "  %s\n", item->name);
}

/* Adding, sacctmgr cuts names to their columns; we never do. */
static void
print_column(struct acct *acct, FILE *out, const char *letter, int width,
    const char *name)
{
	if (acct->context->slurm)
		fprintf(out, "%s = %-*.*s", letter, width, width, name);
	else
		fprintf(out, "%s = %-*s", letter, width, name);
}

static void
print_assoc(
    FILE *out, const struct ft_admin_item *item, enum acct_assoc_look look)
{
	/* unlike those of add, these names are never cut */
	fprintf(out, "  C = %-10s", item->cluster);
	if (*item->user == 0) {
		fprintf(out, " A = %s", item->account);
		if (*item->parent)
			fprintf(out, " of %s", item->parent);
	} else {
		fprintf(out, " A = %-*s U = %-9s",
		    look == LOOK_MODIFY ? 20 : 10, item->account, item->user);
		if (*item->partition)
			fprintf(out, " P = %s", item->partition);
	}
	fputc('\n', out);
}

void
acct_print_assocs(struct acct *acct, const struct ft_admin_result *result,
    enum ft_admin_did did, enum acct_assoc_look look)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, FT_ENTITY_ASSOC, &at)))
		print_assoc(acct->context->out, item, look);
}

/* The order of `add`: user, account, cluster, partition. */
void
acct_print_new_assocs(struct acct *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	FILE *out = acct->context->out;
	size_t at = 0;

	while (
	    (item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_ASSOC, &at))) {
		fputs("  ", out);
		if (*item->user) {
			print_column(acct, out, "U", 9, item->user);
			fputc(' ', out);
		}
		print_column(acct, out, "A", 10, item->account);
		fputc(' ', out);
		print_column(acct, out, "C", 10, item->cluster);
		if (*item->partition) {
			fputc(' ', out);
			print_column(acct, out, "P", 10, item->partition);
		}
		fputc('\n', out);
	}
}

static void
print_setting(void *ctx, const char *label, int width, const char *value)
{
	acct_say(ctx, "  %-*s= %s\n", width, label, value);
}

void
acct_print_set(struct acct *acct, const struct ft_admin_set *set)
{
	ft_admin_set_tell(
	    set, ft_admin_lookup(acct->admin), print_setting, acct);
}

/* ---- refusals ------------------------------------------------------------------ */

static void
list_blockers(struct acct *acct, const struct ft_admin_result *result)
{
	FILE *err = acct->context->err;
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((
	    item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_ASSOC, &at))) {
		int cluster = 10, account = 20;

		fputs("  ", err);
		if (result->refusal == FT_ADMIN_REFUSE_JOBS) {
			fprintf(err, "JobID = %-10s ", item->note);
			account = 10;
		} else if (result->refusal == FT_ADMIN_REFUSE_DEFAULT_ACCOUNT) {
			cluster = 15;
			account = 10;
		} else {
			fprintf(err, "DefQOS = %-10s ", item->note);
		}
		print_column(acct, err, "C", cluster, item->cluster);
		fputc(' ', err);
		print_column(acct, err, "A", account, item->account);
		if (*item->user == 0 &&
		    result->refusal == FT_ADMIN_REFUSE_QOS_ACCESS)
			fputc(' ', err);
		if (*item->user) {
			fputc(' ', err);
			print_column(acct, err, "U", 9, item->user);
			/* sacctmgr passes over it where it lists defaults */
			if (*item->partition &&
			    (!acct->context->slurm ||
				result->refusal !=
				    FT_ADMIN_REFUSE_DEFAULT_ACCOUNT))
				fprintf(err, " P = %s", item->partition);
		}
		fputc('\n', err);
	}
}

static void
list_not_members(struct acct *acct, const struct ft_admin_result *result,
    const char *account)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	acct_say(acct,
	    " Can't modify because these users aren't associated with new "
	    "default account '%s'...\n",
	    account);
	while (
	    (item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_USER, &at)))
		acct_say(acct, "  U = %s C = %s\n", item->user, item->cluster);
}

/* The account a message in our words ends with: "... account 'x'". */
static const char *
quoted_name(const struct ft_error *err, char *buf, size_t size)
{
	const char *open = strchr(err->text, '\'');
	const char *close = open ? strrchr(open + 1, '\'') : NULL;

	snprintf(buf, size, "%.*s", close ? (int)(close - open - 1) : 0,
	    close ? open + 1 : "");
	return buf;
}

int
acct_no_effect(struct acct *acct, const char *what)
{
	acct_say(acct, " Nothing modified\n");
	acct_complain(acct,
	    "%s: accounting_storage/slurmdbd: acct_storage_p_modify_%s: "
	    "Request didn't affect anything or your user doesn't have "
	    "privilege to perform this action\n",
	    acct->context->program, what);
	return 1;
}

#define SORRY " Error with request: "

/* What sacctmgr says around the list of what is in the way. */
static int
slurm_blocked(struct acct *acct, const struct ft_admin_result *result)
{
	static const struct {
		enum ft_admin_refusal refusal;
		int status;
		const char *before, *after;
	} said[] = {
		{ FT_ADMIN_REFUSE_JOBS, 1,
		    SORRY "Job(s) active, cancel job(s) before remove\n", "" },
		{ FT_ADMIN_REFUSE_DEFAULT_ACCOUNT, 1,
		    SORRY "You can not remove the default account of a user\n",
		    "" },
		{ FT_ADMIN_REFUSE_DEFAULT_QOS, 1,
		    " Associations listed below have these as their Default "
		    "QOS.\n",
		    " Please either remove the qos' listed above from list "
		    "and resubmit,\n or change the default qos to remove the "
		    "qos.\n Changes Discarded\n" },
		{ FT_ADMIN_REFUSE_QOS_ACCESS, 0,
		    " These associations don't have access to their default "
		    "qos.\n Please give them access before they the default "
		    "can be set to this.\n",
		    "" },
	};
	size_t i = 0;

	while (i + 1 < sizeof said / sizeof *said &&
	       said[i].refusal != result->refusal)
		i++;
	acct_complain(acct, "%s", said[i].before);
	list_blockers(acct, result);
	acct_complain(acct, "%s", said[i].after);
	return said[i].status;
}

static int
slurm_refusal(struct acct *acct, const struct ft_admin_result *result,
    const struct ft_error *err)
{
	static const char sorry[] = SORRY;
	char name[256];

	switch (result->refusal) {
	case FT_ADMIN_REFUSE_PERMISSION:
		acct_error(acct, "Your user doesn't have privilege to perform "
				 "this action");
		acct_complain(acct, "%sAccess/permission denied\n", sorry);
		return 1;
	case FT_ADMIN_REFUSE_ELSEWHERE:
		acct_say(acct, " Nothing deleted\n");
		acct_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_remove_assocs: No error\n",
		    acct->context->program);
		return 1;
	case FT_ADMIN_REFUSE_OWN:
		return acct_no_effect(acct, "assocs");
	case FT_ADMIN_REFUSE_NO_EFFECT:
		return acct_no_effect(
		    acct, result->refused == FT_ENTITY_USER  ? "users"
			  : result->refused == FT_ENTITY_QOS ? "qos"
							     : "assocs");
	case FT_ADMIN_REFUSE_NO_DEFAULT:
		acct_error(
		    acct, "You can not remove the default account of a user");
		acct_complain(acct,
		    "%sYou can not remove the default account of a user\n",
		    sorry);
		return 1;
	case FT_ADMIN_REFUSE_LEVEL:
		acct_error(acct,
		    "You must be a super user to modify a users admin level");
		acct_complain(acct, "%sAccess/permission denied\n", sorry);
		return 1;
	case FT_ADMIN_REFUSE_OWN_RECORD:
		acct_error(acct, "You can only change your own default "
				 "account, default wckey nothing else");
		acct_complain(acct, "%sAccess/permission denied\n", sorry);
		return 1;
	case FT_ADMIN_REFUSE_JOBS:
	case FT_ADMIN_REFUSE_DEFAULT_ACCOUNT:
	case FT_ADMIN_REFUSE_DEFAULT_QOS:
	case FT_ADMIN_REFUSE_QOS_ACCESS:
		return slurm_blocked(acct, result);
	case FT_ADMIN_REFUSE_ROOT:
		acct_complain(acct,
		    " You are not allowed to remove the root account.\n Use "
		    "remove cluster instead.\n");
		return 1;
	case FT_ADMIN_REFUSE_NOT_MEMBER:
		if (ft_admin_count(result, FT_DID_BLOCK, FT_ENTITY_WCKEY)) {
			acct_print_wrong_wckeys(acct, result);
			return 1;
		}
		list_not_members(
		    acct, result, quoted_name(err, name, sizeof name));
		return 1;
	case FT_ADMIN_REFUSE_NAME:
		acct_say(acct, " Nothing modified\n");
		acct_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_modify_users: No error\n",
		    acct->context->program);
		return 1;
	case FT_ADMIN_REFUSE_PARENT:
		acct_complain(acct, " Parent Account %s doesn't exist.\n",
		    quoted_name(err, name, sizeof name));
		return 1;
	case FT_ADMIN_REFUSE_CLUSTER:
		acct_complain(acct,
		    " This cluster '%s' doesn't exist.\n"
		    "        Contact your admin to add it to accounting.\n",
		    quoted_name(err, name, sizeof name));
		return 1;
	case FT_ADMIN_REFUSE_LOOP:
		acct_error(acct, "QOS Preemption loop detected");
		acct_complain(acct, "%sQOS Preemption loop detected\n", sorry);
		return 1;
	case FT_ADMIN_REFUSE_NO_ACCOUNTS:
		acct_complain(acct, " Need name of account to add user to.\n");
		return 1;
	case FT_ADMIN_REFUSE_CONDITION:
		acct_complain(
		    acct, " No conditions given to remove, not executing.\n");
		return 1;
	case FT_ADMIN_REFUSE_NONE:
		break;
	}
	return ft_cmd_fail(acct->context, err);
}

int
acct_refused(struct acct *acct, const struct ft_admin_result *result,
    const struct ft_error *err)
{
	acct->denied = err->status == FT_EPERM;
	if (acct->context->slurm)
		return slurm_refusal(acct, result, err);
	ft_cmd_fail(acct->context, err);
	if (result->refusal == FT_ADMIN_REFUSE_NOT_MEMBER)
		for (size_t i = 0; i < result->n; i++)
			if (result->item[i].did == FT_DID_BLOCK)
				acct_complain(acct, "  U = %s C = %s\n",
				    result->item[i].user,
				    result->item[i].cluster);
	list_blockers(acct, result);
	return 1;
}
