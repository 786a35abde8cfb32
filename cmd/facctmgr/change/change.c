/* add, modify and delete as all entities have them. */
#include "facctmgr/words/words.h"

/* ---- add ------------------------------------------------------------------------ */

bool
facctmgr_has_names(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_add *how = &request->kind->add;
	struct ft_admin_names *names = &request->where.key[how->key];

	if (names->n == 0) {
		if (acct->context->slurm)
			facctmgr_complain(
			    acct, " Need name of %s to add.\n", how->one);
		else
			facctmgr_error(
			    acct, "no name of %s to add", how->our_one);
		return false;
	}
	if (how->blank && acct->context->slurm && *names->item[0] == 0)
		facctmgr_say(acct, "%s\n", how->blank);
	return facctmgr_drop_blank(acct, names);
}

/* Without the right to, sacctmgr shows all that would be added before. */
static int
add(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_add *how = &request->kind->add;
	enum ft_status status;
	int exit_status = 0;

	if (!facctmgr_has_names(acct, request) || !facctmgr_begin(acct) ||
	    (how->may && !how->may(acct, request)))
		return 1;
	status = how->run(acct, request);
	if (status != FT_OK &&
	    (request->result.refusal != FT_ADMIN_REFUSE_PERMISSION ||
		!acct->context->slurm))
		return facctmgr_refused(acct, request);
	if (!how->tell(acct, request, &exit_status))
		return exit_status;
	if (status == FT_OK)
		return facctmgr_finish(acct, FACCTMGR_CHANGE) || exit_status;
	facctmgr_complain(
	    acct, " Problem adding %s: Access/permission denied\n", how->many);
	return 1;
}

/* ---- modify ------------------------------------------------------------------------ */

/* Prints; returns 0 if there is something to commit. */
static int
modify_records(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_modify *how = &request->kind->modify;
	const struct ft_admin_names *key = request->where.key;

	if (how->run(acct, request) != FT_OK)
		return facctmgr_refused(acct, request);
	if (request->result.n) {
		facctmgr_say(acct, "%s\n", how->records);
		facctmgr_print_names(
		    acct, &request->result, FT_DID_MODIFY, how->entity);
		return 0;
	}
	if (how->entity == FT_ENTITY_USER && acct->context->slurm &&
	    !key[FT_KEY_USER].given && !key[FT_KEY_ADMIN_LEVEL].given)
		return facctmgr_no_effect(acct, "users");
	facctmgr_say(acct, " Nothing modified\n");
	return 1;
}

int
facctmgr_nothing_to_set(struct facctmgr *acct)
{
	return facctmgr_fail(acct, " You didn't give me anything to set\n",
	    "nothing to set: say what behind 'set'");
}

bool
facctmgr_has_conditions(const struct facctmgr_request *request)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (request->where.key[i].given)
			return true;
	return false;
}

/* Slurm asks; off Slurm all really means all. */
static bool
sure_about_all(struct facctmgr *acct, const struct facctmgr_request *request)
{
	if (facctmgr_has_conditions(request) || !acct->context->slurm ||
	    facctmgr_ask(acct, "You didn't set any conditions with 'WHERE'.\n"
			       "Are you sure you want to continue?"))
		return true;
	facctmgr_say(acct, "Aborted\n");
	return false;
}

/*
 * Put the conditions that select associations into WHERE: sacctmgr looks at no
 * others.  Returns whether there are any; for users a cluster is none.
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
	    cluster->given && request->kind->modify.which != FT_WHICH_USERS;

	*where = request->where;
	for (int i = 0; i < FT_KEYS; i++)
		where->key[i] = (struct ft_admin_names){ 0 };
	where->key[FT_KEY_CLUSTER] = *cluster;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		where->key[keys[i]] = request->where.key[keys[i]];
		any = any || where->key[keys[i]].given;
	}
	return any || !facctmgr_has_conditions(request);
}

static bool
chooses_records(const struct facctmgr_request *request)
{
	const enum ft_admin_key *key = request->kind->modify.record_keys;

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

static int
modify_assocs(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_modify *how = &request->kind->modify;
	struct ft_admin_where where;
	struct ft_admin_result *result = &request->result;

	if (!assoc_conditions(request, &where))
		return wrong_conditions(acct);
	if (!acct->context->slurm)
		where = request->where;
	/* with records it is every account of the users */
	else if (request->n_settings && how->which == FT_WHICH_USERS &&
		 chooses_records(request))
		where.key[FT_KEY_ACCOUNT] = (struct ft_admin_names){ 0 };
	if (acct->context->slurm && request->where.key[FT_KEY_QOS].given) {
		/* it never finds any by their QOS */
		facctmgr_say(acct, " Nothing modified\n");
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_modify_assocs: No error\n",
		    acct->context->program);
		return 1;
	}
	ft_admin_result_free(result);
	ft_admin_result_init(result);
	if (ft_admin_modify(acct->admin,
		&(struct ft_admin_request){ .entity = FT_ENTITY_ASSOC,
		    .which = how->which,
		    .where = &where,
		    .to = &request->set },
		result, &request->err) != FT_OK)
		return facctmgr_refused(acct, request);
	if (result->n == 0) {
		facctmgr_say(acct, " Nothing modified\n");
		return 1;
	}
	facctmgr_say(acct, "%s\n", how->assocs);
	facctmgr_print_assocs(acct, result, FT_DID_MODIFY, LOOK_MODIFY);
	return facctmgr_finish(acct, FACCTMGR_CHANGE);
}

/* As slurmdbd fails whatever comes on a connection that it has refused once. */
static int
deny_assocs(struct facctmgr *acct)
{
	facctmgr_error(acct, "Sending message type DBD_MODIFY_ASSOCS: 2002: "
			     "Access/permission denied");
	facctmgr_error(
	    acct, "DBD_MODIFY_ASSOCS failure: Access/permission denied");
	facctmgr_complain(
	    acct, " Error with request: Access/permission denied\n");
	return 1;
}

/* Records and associations, each with its question. */
static int
modify_both(struct facctmgr *acct, struct facctmgr_request *request)
{
	bool slurm = acct->context->slurm;
	struct ft_admin_where where;
	int status = 0, records;

	acct->denied = false;
	if (request->n_settings && slurm && !chooses_records(request)) {
		status = wrong_conditions(acct);
		facctmgr_rollback(acct);
	} else if (request->n_settings) {
		/* one question for both */
		status = modify_records(acct, request);
		if (status == 0 && acct->admin && request->set.given == 0)
			status = facctmgr_finish(acct, FACCTMGR_CHANGE);
		if (status || request->set.given == 0)
			facctmgr_rollback(acct);
	}
	if (request->set.given == 0 || (status && !slurm))
		return status;
	if (acct->denied)
		return deny_assocs(acct);
	records = status;
	/* conditions on records alone: those are changed all the same */
	if (slurm && request->n_settings && status == 0 &&
	    !assoc_conditions(request, &where))
		(void)facctmgr_finish(acct, FACCTMGR_CHANGE);
	status = facctmgr_begin(acct) ? modify_assocs(acct, request) : 1;
	facctmgr_rollback(acct);
	return status || records;
}

static int
modify(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_modify *how = &request->kind->modify;
	int status;

	if (request->n_settings + request->set.given == 0)
		return facctmgr_nothing_to_set(acct);
	if (!how->unasked && !sure_about_all(acct, request))
		return 0;
	if (!facctmgr_begin(acct))
		return 1;
	if (!how->unasked)
		facctmgr_doubt_names(acct, &request->where, true);
	if (how->instead)
		return how->instead(acct, request);
	if (request->raw_usage_given)
		return facctmgr_set_usage(acct, request);
	if (how->entity != FT_ENTITY_QOS)
		return modify_both(acct, request);
	status = modify_records(acct, request);
	return status ? status : facctmgr_finish(acct, FACCTMGR_CHANGE);
}

/* ---- delete -------------------------------------------------------------------------- */

static void
print_deleted(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct facctmgr_delete *how = &request->kind->delete;
	const struct ft_admin_result *result = &request->result;
	bool assocs =
	    ft_admin_count(result, FT_DID_DELETE, FT_ENTITY_ASSOC) > 0;

	if (assocs) {
		facctmgr_say(acct, "%s\n", how->assocs);
		facctmgr_print_assocs(acct, result, FT_DID_DELETE, LOOK_DELETE);
	}
	if (ft_admin_count(result, FT_DID_DELETE, FT_ENTITY_WCKEY))
		facctmgr_print_gone_wckeys(acct, result);
	if (ft_admin_count(result, FT_DID_DELETE, how->entity)) {
		facctmgr_say(acct, "%s\n", assocs ? how->lonely : how->records);
		facctmgr_print_names(acct, result, FT_DID_DELETE, how->entity);
	}
}

/* What can be done about default accounts depends on what was to go. */
static int
refuse_delete(struct facctmgr *acct, const struct facctmgr_request *request)
{
	int status = facctmgr_refused(acct, request);

	if (request->result.refusal != FT_ADMIN_REFUSE_DEFAULT_ACCOUNT ||
	    !acct->context->slurm)
		return status;
	facctmgr_complain(acct, "%s Changes Discarded\n",
	    request->kind->delete.entity == FT_ENTITY_USER
		? " You must change the default account of these users or "
		  "remove the users completely from the affected clusters "
		  "to allow these changes.\n"
		: " Please either remove the accounts listed above from "
		  "list and resubmit,\n or change these users' default "
		  "accounts to remove the account(s).\n");
	return status;
}

static int delete (struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_delete *how = &request->kind->delete;
	bool slurm = acct->context->slurm, given = false;
	int bad = request->status;

	for (int i = 0; i < FT_KEYS; i++)
		given = given || request->where.key[i].n;
	/* bad words and no conditions: sacctmgr says both; of QOS it deletes
	 * what the other words select, and fails then */
	if ((bad && (given || how->entity == FT_ENTITY_CLUSTER) &&
		!(slurm && how->entity == FT_ENTITY_QOS)) ||
	    !facctmgr_may_delete(acct) || !facctmgr_begin(acct))
		return 1;
	facctmgr_doubt_names(acct, &request->where, false);
	if (ft_admin_delete(acct->admin,
		&(struct ft_admin_request){
		    .entity = how->entity, .where = &request->where },
		&request->result, &request->err) != FT_OK)
		return refuse_delete(acct, request) | bad;
	if (request->result.n == 0) {
		facctmgr_say(acct, " Nothing deleted\n");
		return slurm | bad;
	}
	print_deleted(acct, request);
	return facctmgr_finish(acct, FACCTMGR_DELETE) | bad;
}

/* ---- any ----------------------------------------------------------------------------- */

struct facctmgr_grammar
facctmgr_grammar(const struct facctmgr_subject *kind, enum facctmgr_deed deed)
{
	bool adds = deed == DEED_ADD && kind->adding;
	bool sets = adds || deed == DEED_MODIFY;

	return (struct facctmgr_grammar){
		.conditions = adds ? NULL : kind->conditions,
		.settings = adds   ? kind->adding
			    : sets ? kind->settings
				   : NULL,
		.options = sets ? kind->options : FT_ENTITY_CLUSTER,
		.id = kind->id,
		.qos = kind->qos,
		.assoc = kind->brief,
		.user = adds && kind->twice,
		.names_in_settings = adds,
	};
}

int
facctmgr_run_deed(struct facctmgr *acct, const struct facctmgr_subject *kind,
    enum facctmgr_deed deed, int argc, char **argv)
{
	static facctmgr_deed_fn *const usual[] = {
		[DEED_ADD] = add,
		[DEED_LIST] = facctmgr_list_run,
		[DEED_MODIFY] = modify,
		[DEED_DELETE] = delete,
	};
	facctmgr_deed_fn *run =
	    kind->instead[deed] ? kind->instead[deed] : usual[deed];
	bool changes = deed == DEED_ADD || deed == DEED_MODIFY;
	struct facctmgr_request request;
	int status;

	facctmgr_request_init(&request);
	request.kind = kind;
	request.grammar = facctmgr_grammar(kind, deed);
	if (kind->conditions)
		facctmgr_read_words(acct, &request, argc, argv);
	if (changes && kind->check && !kind->check(acct, &request))
		request.status = 1;
	status = changes && request.status ? 1 : run(acct, &request);
	facctmgr_request_free(&request);
	return status;
}
