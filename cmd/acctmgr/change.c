/* add, modify and delete as all entities have them. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"

/* ---- add ------------------------------------------------------------------------ */

/* Without the right to, sacctmgr shows all that would be added before. */
static int
add(struct acct *acct, struct acct_request *request, const struct acct_add *how,
    struct ft_admin_result *result)
{
	struct ft_error err;
	enum ft_status status;
	int exit_status = 0;

	if (how->may && !how->may(acct, request))
		return 1;
	status = how->run(acct->admin, request, result, &err);
	if (status != FT_OK && (result->refusal != FT_ADMIN_REFUSE_PERMISSION ||
				   !acct->context->slurm))
		return acct_refused(acct, result, &err);
	if (!how->tell(acct, request, result, &exit_status))
		return exit_status;
	if (status != FT_OK) {
		acct_complain(acct,
		    " Problem adding %s: Access/permission denied\n",
		    how->many);
		return 1;
	}
	return acct_finish(acct, ACCT_CHANGE) || exit_status;
}

/* Returns whether there is a name that can be one; complains if not. */
static bool
has_names(
    struct acct *acct, struct acct_request *request, const struct acct_add *how)
{
	struct ft_admin_names *names = &request->where.key[how->key];

	if (names->n == 0) {
		if (acct->context->slurm)
			acct_complain(
			    acct, " Need name of %s to add.\n", how->one);
		else
			acct_error(acct, "no name of %s to add", how->our_one);
		return false;
	}
	if (how->blank && acct->context->slurm && *names->item[0] == 0)
		acct_say(acct, "%s\n", how->blank);
	return acct_drop_blank(acct, names);
}

int
acct_run_add(struct acct *acct, const struct acct_grammar *grammar,
    const struct acct_add *how, int argc, char **argv)
{
	struct acct_request request;
	struct ft_admin_result result;
	int status;

	acct_request_init(&request);
	ft_admin_result_init(&result);
	acct_read_words(acct, grammar, argc, argv, &request);
	status = request.status;
	if (status == 0)
		status = has_names(acct, &request, how) && acct_begin(acct)
			     ? add(acct, &request, how, &result)
			     : 1;
	ft_admin_result_free(&result);
	acct_request_free(&request);
	return status;
}

/* ---- modify ------------------------------------------------------------------------ */

int
acct_print_modified(struct acct *acct, enum ft_status status,
    const struct ft_admin_result *result, const struct ft_error *err,
    const char *heading, enum ft_entity entity)
{
	if (status != FT_OK)
		return acct_refused(acct, result, err);
	if (result->n == 0) {
		acct_say(acct, " Nothing modified\n");
		return 1;
	}
	acct_say(acct, "%s\n", heading);
	acct_print_names(acct, result, FT_DID_MODIFY, entity);
	return 0;
}

int
acct_nothing_to_set(struct acct *acct)
{
	if (acct->context->slurm)
		acct_complain(acct, " You didn't give me anything to set\n");
	else
		acct_error(acct, "nothing to set: say what behind 'set'");
	return 1;
}

static bool
has_conditions(const struct acct_request *request)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (request->where.key[i].given)
			return true;
	return false;
}

/* Slurm asks; off Slurm all really means all. */
static bool
sure_about_all(struct acct *acct, const struct acct_request *request)
{
	if (has_conditions(request) || !acct->context->slurm)
		return true;
	if (acct_ask(acct, "You didn't set any conditions with 'WHERE'.\n"
			   "Are you sure you want to continue?"))
		return true;
	acct_say(acct, "Aborted\n");
	return false;
}

int
acct_run_modify(struct acct *acct, const struct acct_grammar *grammar,
    int (*fn)(struct acct *acct, const struct acct_request *request), int argc,
    char **argv)
{
	struct acct_request request;
	int status;

	acct_request_init(&request);
	acct_read_words(acct, grammar, argc, argv, &request);
	status = request.status;
	if (status == 0 && request.n_settings + request.set.given == 0)
		status = acct_nothing_to_set(acct);
	if (status == 0 && sure_about_all(acct, &request)) {
		status = 1;
		if (acct_begin(acct)) {
			acct_doubt_names(acct, &request.where, true);
			status = fn(acct, &request);
		}
	}
	acct_request_free(&request);
	return status;
}

/*
 * Put the conditions that select associations into WHERE: sacctmgr looks at no
 * others.  Returns whether there are any; for users a cluster is none.
 */
static bool
assoc_conditions(const struct acct_request *request,
    const struct acct_modify *both, struct ft_admin_where *where)
{
	static const enum ft_admin_key keys[] = { FT_KEY_ACCOUNT, FT_KEY_USER,
		FT_KEY_PARTITION, FT_KEY_PARENT, FT_KEY_QOS, FT_KEY_DEFAULT_QOS,
		FT_KEY_ID };
	const struct ft_admin_names *cluster =
	    &request->where.key[FT_KEY_CLUSTER];
	bool any = cluster->given && both->which != FT_WHICH_USERS;

	*where = request->where;
	for (int i = 0; i < FT_KEYS; i++)
		where->key[i] = (struct ft_admin_names){ 0 };
	where->key[FT_KEY_CLUSTER] = *cluster;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		where->key[keys[i]] = request->where.key[keys[i]];
		any = any || where->key[keys[i]].given;
	}
	return any || !has_conditions(request);
}

static bool
chooses_records(
    const struct acct_request *request, const struct acct_modify *both)
{
	for (size_t i = 0; both->record_keys[i] != FT_KEYS; i++)
		if (request->where.key[both->record_keys[i]].given)
			return true;
	return !has_conditions(request);
}

static int
wrong_conditions(struct acct *acct)
{
	acct_complain(
	    acct, " There was a problem with your 'where' options.\n");
	return 1;
}

static int
modify_assocs(struct acct *acct, const struct acct_request *request,
    const struct acct_modify *both)
{
	struct ft_admin_where where;
	struct ft_admin_result result;
	struct ft_error err;
	int status = 1;

	if (!assoc_conditions(request, both, &where)) {
		if (acct->context->slurm)
			return wrong_conditions(acct);
		acct_error(acct,
		    "these conditions match no associations: name accounts, "
		    "users or clusters");
		return 1;
	}
	if (!acct->context->slurm)
		where = request->where;
	/* with records it is every account of the users */
	else if (request->n_settings && both->which == FT_WHICH_USERS &&
		 chooses_records(request, both))
		where.key[FT_KEY_ACCOUNT] = (struct ft_admin_names){ 0 };
	if (acct->context->slurm && request->where.key[FT_KEY_QOS].given) {
		/* it never finds any by their QOS */
		acct_say(acct, " Nothing modified\n");
		acct_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_modify_assocs: No error\n",
		    acct->context->program);
		return 1;
	}
	ft_admin_result_init(&result);
	if (ft_admin_modify_assocs(acct->admin, both->which, &where,
		&request->set, &result, &err) != FT_OK) {
		status = acct_refused(acct, &result, &err);
	} else if (result.n == 0) {
		acct_say(acct, " Nothing modified\n");
	} else {
		acct_say(acct, "%s\n", both->heading);
		acct_print_assocs(acct, &result, FT_DID_MODIFY, LOOK_MODIFY);
		status = acct_finish(acct, ACCT_CHANGE);
	}
	ft_admin_result_free(&result);
	acct_rollback(acct);
	return status;
}

/* As slurmdbd fails whatever comes on a connection that it has refused once. */
static int
deny_assocs(struct acct *acct)
{
	acct_error(acct, "Sending message type DBD_MODIFY_ASSOCS: 2002: "
			 "Access/permission denied");
	acct_error(acct, "DBD_MODIFY_ASSOCS failure: Access/permission denied");
	acct_complain(acct, " Error with request: Access/permission denied\n");
	return 1;
}

int
acct_modify(struct acct *acct, const struct acct_request *request,
    const struct acct_modify *both)
{
	bool slurm = acct->context->slurm;
	struct ft_admin_where where;
	int status = 0, records;

	if (request->raw_usage_given)
		return acct_set_usage(acct, request, both);
	acct->denied = false;
	if (request->n_settings && slurm && !chooses_records(request, both)) {
		status = wrong_conditions(acct);
		acct_rollback(acct);
	} else if (request->n_settings) {
		/* one question for both */
		status = both->records(acct, request);
		if (status == 0 && acct->admin && request->set.given == 0)
			status = acct_finish(acct, ACCT_CHANGE);
		if (status || request->set.given == 0)
			acct_rollback(acct);
	}
	if (request->set.given == 0 || (status && !slurm))
		return status;
	if (acct->denied)
		return deny_assocs(acct);
	records = status;
	/* conditions on records alone: those are changed all the same */
	if (slurm && request->n_settings && status == 0 &&
	    !assoc_conditions(request, both, &where))
		(void)acct_finish(acct, ACCT_CHANGE);
	status = acct_begin(acct) ? modify_assocs(acct, request, both) : 1;
	return status || records;
}

/* ---- delete -------------------------------------------------------------------------- */

static void
print_deleted(struct acct *acct, const struct acct_delete *how,
    const struct ft_admin_result *result)
{
	bool assocs =
	    ft_admin_count(result, FT_DID_DELETE, FT_ENTITY_ASSOC) > 0;

	if (assocs) {
		acct_say(acct, "%s\n", how->assocs);
		acct_print_assocs(acct, result, FT_DID_DELETE, LOOK_DELETE);
	}
	if (ft_admin_count(result, FT_DID_DELETE, FT_ENTITY_WCKEY))
		acct_print_gone_wckeys(acct, result);
	if (ft_admin_count(result, FT_DID_DELETE, how->entity)) {
		acct_say(acct, "%s\n", assocs ? how->lonely : how->records);
		acct_print_names(acct, result, FT_DID_DELETE, how->entity);
	}
}

/* What can be done about default accounts depends on what was to go. */
static int
refuse_delete(struct acct *acct, const struct acct_delete *how,
    const struct ft_admin_result *result, const struct ft_error *err)
{
	int status = acct_refused(acct, result, err);

	if (result->refusal != FT_ADMIN_REFUSE_DEFAULT_ACCOUNT ||
	    !acct->context->slurm)
		return status;
	if (how->entity == FT_ENTITY_USER)
		acct_complain(acct,
		    " You must change the default account of these users or "
		    "remove the users completely from the affected clusters "
		    "to allow these changes.\n");
	else
		acct_complain(acct,
		    " Please either remove the accounts listed above from "
		    "list and resubmit,\n or change these users' default "
		    "accounts to remove the account(s).\n");
	acct_complain(acct, " Changes Discarded\n");
	return status;
}

static int
run_delete(struct acct *acct, const struct acct_request *request,
    const struct acct_delete *how, struct ft_admin_result *result)
{
	struct ft_error err;

	if (how->run(acct->admin, &request->where, result, &err) != FT_OK)
		return refuse_delete(acct, how, result, &err);
	if (result->n == 0) {
		acct_say(acct, " Nothing deleted\n");
		return acct->context->slurm ? 1 : 0;
	}
	print_deleted(acct, how, result);
	return acct_finish(acct, ACCT_DELETE);
}

int
acct_run_delete(struct acct *acct, const struct acct_grammar *grammar,
    const struct acct_delete *how, int argc, char **argv)
{
	struct acct_request request;
	struct ft_admin_result result;
	bool given = false;
	int status = 1, bad;

	acct_request_init(&request);
	ft_admin_result_init(&result);
	acct_read_words(acct, grammar, argc, argv, &request);
	for (int i = 0; i < FT_KEYS; i++)
		given = given || request.where.key[i].n;
	bad = request.status;
	/* bad words and no conditions: sacctmgr says both */
	if (!given && how->entity != FT_ENTITY_CLUSTER)
		request.status = 0;
	/* of QOS it deletes what the other words select, and fails then */
	if (acct->context->slurm && how->entity == FT_ENTITY_QOS)
		request.status = 0;
	if (request.status == 0 && acct_may_delete(acct) && acct_begin(acct)) {
		acct_doubt_names(acct, &request.where, false);
		status = run_delete(acct, &request, how, &result) | bad;
	}
	ft_admin_result_free(&result);
	acct_request_free(&request);
	return status;
}
