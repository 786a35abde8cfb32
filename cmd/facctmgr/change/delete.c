/* delete.c - delete: records with their associations. */

#include "facctmgr/change/change.h"

static void
print_deleted(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct facctmgr_delete *how = &request->entity->delete;
	enum ft_entity record = request->entity->record;
	const struct ft_admin_result *result = &request->result;
	bool assocs =
	    ft_admin_count(result, FT_DID_DELETE, FT_ENTITY_ASSOC) > 0;

	if (assocs) {
		facctmgr_print(acct, "%s\n", how->assocs);
		facctmgr_print_assocs(
		    acct, result, FT_DID_DELETE, LAYOUT_DELETE);
	}
	if (ft_admin_count(result, FT_DID_DELETE, FT_ENTITY_WCKEY))
		facctmgr_print_deleted_wckeys(acct, result);
	if (ft_admin_count(result, FT_DID_DELETE, record)) {
		facctmgr_print(
		    acct, "%s\n", assocs ? how->records_after : how->records);
		facctmgr_print_names(acct, result, FT_DID_DELETE, record);
	}
}

/* What sacctmgr advises about default accounts depends on the entity. */
static int
refuse_delete(struct facctmgr *acct, const struct facctmgr_request *request)
{
	int status = facctmgr_refused(acct, request);

	if (request->result.refusal != FT_ADMIN_REFUSE_DEFAULT_ACCOUNT ||
	    !acct->context->slurm)
		return status;
	facctmgr_complain(acct, "%s Changes Discarded\n",
	    request->entity->record == FT_ENTITY_USER
		? " You must change the default account of these users or "
		  "remove the users completely from the affected clusters "
		  "to allow these changes.\n"
		: " Please either remove the accounts listed above from "
		  "list and resubmit,\n or change these users' default "
		  "accounts to remove the account(s).\n");
	return status;
}

int
facctmgr_delete(struct facctmgr *acct, struct facctmgr_request *request)
{
	enum ft_entity record = request->entity->record;
	struct ft_admin_request gone = { .entity = record,
		.where = &request->where };
	bool slurm = acct->context->slurm, given = false;
	int bad = request->status;

	for (int i = 0; i < FT_KEYS; i++)
		given = given || request->where.key[i].n;
	/*
	 * Given bad words and no conditions, sacctmgr complains about both.
	 * For QOS it deletes those that the valid words select, and then fails.
	 */
	if ((bad && (given || record == FT_ENTITY_CLUSTER) &&
		!(slurm && record == FT_ENTITY_QOS)) ||
	    !facctmgr_may_delete(acct) || !facctmgr_begin(acct))
		return 1;
	facctmgr_warn_unknown_names(acct, &request->where, false);
	if (ft_admin_delete(
		acct->admin, &gone, &request->result, &request->err) != FT_OK)
		return refuse_delete(acct, request) | bad;
	if (request->result.n == 0) {
		facctmgr_print_nothing(
		    acct, "deleted", record == FT_ENTITY_QOS);
		return slurm | bad;
	}
	print_deleted(acct, request);
	return facctmgr_finish(acct, FACCTMGR_CHANGE_DELETES) | bad;
}
