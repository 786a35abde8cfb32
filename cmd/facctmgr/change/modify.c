/*
 * modify.c - modify: the records that the conditions select, their associations,
 * or both.
 *
 * Settings of records (adminlevel=) and of associations (fairshare=) are two
 * requests, as they are in sacctmgr, and each reads the conditions differently.
 */

#include "facctmgr/change/change.h"

bool
facctmgr_heading_first(const struct facctmgr *acct)
{
	return acct->context->slurm &&
	       ft_release_has(acct->context->release, FT_RULE_MODIFY_HEADING);
}

/* Modify and print records; returns 0 if there is something to commit. */
static int
modify_records(struct facctmgr *acct, struct facctmgr_request *request)
{
	enum ft_entity record = request->entity->record;
	struct ft_admin_request to = facctmgr_record_request(request);
	const struct ft_admin_names *key = request->where.key;
	bool begun = facctmgr_heading_first(acct) && record != FT_ENTITY_QOS;

	if (begun)
		facctmgr_print(acct, "%s\n", request->entity->modify.records);
	if (ft_admin_modify(
		acct->admin, &to, &request->result, &request->err) != FT_OK)
		return facctmgr_refused(acct, request);
	if (request->result.n) {
		if (!begun)
			facctmgr_print(
			    acct, "%s\n", request->entity->modify.records);
		facctmgr_print_names(
		    acct, &request->result, FT_DID_MODIFY, record);
		return 0;
	}
	if (record == FT_ENTITY_USER && acct->context->slurm &&
	    !key[FT_KEY_USER].given && !key[FT_KEY_ADMIN_LEVEL].n)
		return facctmgr_no_effect(acct, "users");
	facctmgr_print_nothing(acct, "modified", true);
	return 1;
}

int
facctmgr_nothing_to_set(struct facctmgr *acct)
{
	return facctmgr_fail(acct, " You didn't give me anything to set\n",
	    "nothing to set: name settings after 'set'");
}

/* Under the Slurm name, ask before modifying everything. */
static bool
confirm_all(struct facctmgr *acct, const struct facctmgr_request *request)
{
	if (facctmgr_has_conditions(request) || !acct->context->slurm ||
	    facctmgr_ask(acct, "You didn't set any conditions with 'WHERE'.\n"
			       "Are you sure you want to continue?"))
		return true;
	facctmgr_print(acct, "Aborted\n");
	return false;
}

/*
 * Copy the conditions that select associations into WHERE; sacctmgr ignores all
 * others.  Returns whether there are any; for users, a cluster alone does not
 * count.
 */
static bool
assoc_conditions(
    const struct facctmgr_request *request, struct ft_admin_where *where)
{
	static const enum ft_admin_key keys[] = { FT_KEY_ACCOUNT, FT_KEY_USER,
		FT_KEY_PARTITION, FT_KEY_PARENT, FT_KEY_QOS, FT_KEY_DEFAULT_QOS,
		FT_KEY_ID };
	const struct ft_admin_names *cluster =
	    &request->where.key[FT_KEY_CLUSTER];
	bool any =
	    cluster->given && request->entity->modify.which != FT_WHICH_USERS;

	*where = request->where;
	for (int i = 0; i < FT_KEYS; i++)
		where->key[i] = (struct ft_admin_names){ 0 };
	where->key[FT_KEY_CLUSTER] = *cluster;
	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		where->key[keys[i]] = request->where.key[keys[i]];
		any = any || where->key[keys[i]].given;
	}
	return any || !facctmgr_has_conditions(request);
}

/* Returns whether a condition selects records, or none is given at all. */
static bool
selects_records(const struct facctmgr_request *request)
{
	const enum ft_admin_key *key = request->entity->modify.record_keys;

	for (; *key != FT_KEYS; key++)
		if (request->where.key[*key].given)
			return true;
	return !facctmgr_has_conditions(request);
}

static int
wrong_conditions(struct facctmgr *acct)
{
	return facctmgr_fail(acct,
	    " There was a problem with your 'where' options.\n",
	    "the conditions select nothing: name accounts or users (a cluster "
	    "alone selects no users)");
}

/* Where no rights are missing, what has no effect modifies nothing. */
static int
refused_assocs(struct facctmgr *acct, const struct facctmgr_request *request)
{
	enum ft_admin_refusal refusal = request->result.refusal;

	return (facctmgr_heading_first(acct) ||
		   facctmgr_unchanged_fails(acct)) &&
		       (refusal == FT_ADMIN_REFUSE_OWN ||
			   refusal == FT_ADMIN_REFUSE_NO_EFFECT)
		   ? facctmgr_unchanged(acct)
		   : facctmgr_refused(acct, request);
}

static int
modify_assocs(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_modify *how = &request->entity->modify;
	struct ft_admin_where where;
	struct ft_admin_result *result = &request->result;

	if (!assoc_conditions(request, &where))
		return wrong_conditions(acct);
	if (!acct->context->slurm)
		where = request->where;
	/* if records are modified too, sacctmgr modifies every account of the
	 * users */
	else if (request->n_settings && how->which == FT_WHICH_USERS &&
		 selects_records(request))
		where.key[FT_KEY_ACCOUNT] = (struct ft_admin_names){ 0 };
	if (acct->context->slurm && request->where.key[FT_KEY_QOS].given &&
	    !ft_release_has(acct->context->release, FT_RULE_MODIFY_BY_QOS)) {
		/* it never finds any */
		facctmgr_print(acct, " Nothing modified\n");
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_modify_assocs: No error\n",
		    acct->context->program);
		return 1;
	}
	if (facctmgr_heading_first(acct))
		facctmgr_print(acct, "%s\n", how->assocs);
	ft_admin_result_free(result);
	ft_admin_result_init(result);
	if (ft_admin_modify(acct->admin,
		&(struct ft_admin_request){ .entity = FT_ENTITY_ASSOC,
		    .which = how->which,
		    .where = &where,
		    .to = &request->set },
		result, &request->err) != FT_OK)
		return refused_assocs(acct, request);
	if (result->n == 0)
		return facctmgr_unchanged(acct);
	if (!facctmgr_heading_first(acct))
		facctmgr_print(acct, "%s\n", how->assocs);
	facctmgr_print_assocs(acct, result, FT_DID_MODIFY, LAYOUT_MODIFY);
	return facctmgr_finish(acct, FACCTMGR_CHANGE);
}

/* Once slurmdbd has refused a request, it refuses every later one on the same
 * connection. */
static int
deny_assocs(struct facctmgr *acct, const struct facctmgr_request *request)
{
	if (facctmgr_heading_first(acct)) {
		facctmgr_print(acct, "%s\n", request->entity->modify.assocs);
		facctmgr_error(acct,
		    "Getting response to message type: DBD_MODIFY_ASSOCS");
		facctmgr_error(acct, "DBD_MODIFY_ASSOCS failure: No error");
		facctmgr_complain(acct, " Error with request: No error\n");
		return 1;
	}
	facctmgr_error(acct, "Sending message type DBD_MODIFY_ASSOCS: 2002: "
			     "Access/permission denied");
	facctmgr_error(
	    acct, "DBD_MODIFY_ASSOCS failure: Access/permission denied");
	facctmgr_complain(
	    acct, " Error with request: Access/permission denied\n");
	return 1;
}

/* Modify records, then associations. */
static int
modify_both(struct facctmgr *acct, struct facctmgr_request *request)
{
	bool slurm = acct->context->slurm;
	struct ft_admin_where where;
	int status = 0, records;

	acct->denied = false;
	if (request->n_settings && slurm && !selects_records(request)) {
		status = wrong_conditions(acct);
		facctmgr_rollback(acct);
	} else if (request->n_settings) {
		/* settings of associations follow: commit both together */
		status = modify_records(acct, request);
		if (status == 0 && acct->admin && request->set.given == 0)
			status = facctmgr_finish(acct, FACCTMGR_CHANGE);
		if (status || request->set.given == 0)
			facctmgr_rollback(acct);
	}
	if (request->set.given == 0 || (status && !slurm))
		return status;
	if (acct->denied)
		return deny_assocs(acct, request);
	records = status;
	/* conditions on records only: sacctmgr commits the records, and then
	 * complains; newer ones commit them whatever follows */
	if (slurm && request->n_settings && status == 0 &&
	    (!assoc_conditions(request, &where) ||
		(acct->immediate && ft_release_has(acct->context->release,
					FT_RULE_MODIFY_HEADING))))
		(void)facctmgr_finish(acct, FACCTMGR_CHANGE);
	status = facctmgr_begin(acct) ? modify_assocs(acct, request) : 1;
	facctmgr_rollback(acct);
	return status || records;
}

int
facctmgr_modify(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_modify *how = &request->entity->modify;
	int status;

	if (request->n_settings + request->set.given == 0)
		return facctmgr_nothing_to_set(acct);
	if (!how->unasked && !confirm_all(acct, request))
		return 0;
	if (!facctmgr_begin(acct))
		return 1;
	if (!how->unasked)
		facctmgr_warn_unknown_names(acct, &request->where, true);
	if (how->instead)
		return how->instead(acct, request);
	if (request->raw_usage_given)
		return facctmgr_set_usage(acct, request);
	if (request->entity->record != FT_ENTITY_QOS)
		return modify_both(acct, request);
	status = modify_records(acct, request);
	return status ? status : facctmgr_finish(acct, FACCTMGR_CHANGE);
}
