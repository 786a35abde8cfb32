/* add.c - add: new records with their associations. */

#include "facctmgr/change/change.h"

/* QOS have their settings where other entities have those of associations. */
struct ft_admin_request
facctmgr_record_request(const struct facctmgr_request *request)
{
	enum ft_entity record = request->entity->record;

	return (struct ft_admin_request){
		.entity = record,
		.where = &request->where,
		.to = record == FT_ENTITY_ACCOUNT ? &request->account
		      : record == FT_ENTITY_USER  ? &request->user
		      : record == FT_ENTITY_QOS   ? &request->set
						  : NULL,
	};
}

bool
facctmgr_has_names(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_add *how = &request->entity->add;
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
		facctmgr_print(acct, "%s\n", how->blank);
	return facctmgr_drop_blank(acct, names);
}

int
facctmgr_add(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_add *how = &request->entity->add;
	struct ft_admin_request to = facctmgr_record_request(request);
	enum ft_status status;
	bool slurm = acct->context->slurm,
	     at_once =
		 slurm && how->records &&
		 ft_release_has(acct->context->release, FT_RULE_ADD_REPORT);
	int exit_status = 0;

	if (!facctmgr_has_names(acct, request) || !facctmgr_begin(acct) ||
	    (how->check && !how->check(acct, request)))
		return 1;
	to.assoc = &request->set;
	status =
	    ft_admin_add(acct->admin, &to, &request->result, &request->err);
	if (status != FT_OK && at_once)
		return facctmgr_refused_added(acct, request);
	/* sacctmgr prints all that would be added before it is denied */
	if (status != FT_OK && (status != FT_EPERM || !slurm))
		return facctmgr_refused(acct, request);
	if (!(at_once ? facctmgr_report_added : how->report)(
		acct, request, &exit_status))
		return exit_status;
	if (status == FT_OK)
		return facctmgr_finish(acct, FACCTMGR_CHANGE) || exit_status;
	facctmgr_complain(
	    acct, " Problem adding %s: Access/permission denied\n", how->many);
	facctmgr_broken_connection(acct);
	return 1;
}
