/* audit.c - facctmgr audit: load the cluster under each change, compare, print. */

#include "facctmgr/audit/private.h"

#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"

#define TO(member) .to = offsetof(struct audit_request, member)
const struct facctmgr_keyword facctmgr_audit_keywords[] = {
	{ "Setting", 1, FACCTMGR_KEY_TEXTS, FACCTMGR_KEY_FULL, TO(setting) },
	{ "Billing", 1, FACCTMGR_KEY_TEXTS, FACCTMGR_KEY_FULL, TO(billing) },
	{ "Cluster", 1, FACCTMGR_KEY_NAME, FACCTMGR_KEY_FULL, TO(cluster) },
	{ "Now", 1, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_FULL, TO(now) },
	{ 0 },
};

/* Weights that Slurm does not know are refused before anything is tried. */
static enum ft_status
check_billing(const struct audit *audit, struct ft_error *err)
{
	const struct ft_args *billing = &audit->request->billing;
	struct audit_cost cost;

	for (size_t i = 0; i < billing->n; i++)
		for (size_t k = 0; k < audit->now.world.machine.n_partition;
		     k++)
			FT_TRY(facctmgr_audit_price(
			    audit, k, billing->item[i], &cost, err));
	return FT_OK;
}

static enum ft_status
load(struct audit *audit, struct ft_error *err)
{
	static const struct audit_trial nothing = { AUDIT_SETTING, NULL, NULL },
					real = { AUDIT_RELEASE, NULL, NULL };

	FT_TRY(facctmgr_audit_load(audit, &nothing, &audit->now, err));
	FT_TRY(check_billing(audit, err));
	FT_TRY(facctmgr_audit_load(audit, &real, &audit->real, err));
	facctmgr_audit_trials(audit);
	audit->moves = ft_calloc(audit->n + 1, sizeof *audit->moves);
	for (size_t i = 0; i < audit->n; i++)
		FT_TRY(facctmgr_audit_compare(
		    audit, &audit->trial[i], &audit->moves[i], err));
	return FT_OK;
}

static void
print(const struct audit *audit)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(audit->acct->context->out);

	switch (audit->acct->format) {
	case FT_FORMAT_JSON:
	case FT_FORMAT_YAML:
		facctmgr_audit_document(audit, &out);
		break;
	case FT_FORMAT_CSV:
	case FT_FORMAT_PARSABLE:
	case FT_FORMAT_PARSABLE2:
		facctmgr_audit_rows(audit);
		break;
	case FT_FORMAT_TABLE:
	case FT_FORMAT_COUNT:
		facctmgr_audit_page(audit, &out);
		break;
	}
}

static void
free_audit(struct audit *audit)
{
	for (size_t i = 0; audit->moves && i < audit->n; i++)
		facctmgr_audit_moves_free(&audit->moves[i]);
	ft_free(audit->moves);
	ft_free(audit->trial);
	facctmgr_audit_unload(&audit->now);
	facctmgr_audit_unload(&audit->real);
}

static int
run(struct facctmgr *acct, const struct audit_request *request)
{
	struct audit audit = {
		.acct = acct, .request = request, .arena = &acct->arena
	};
	struct ft_error err;
	int status = 0;

	if (!facctmgr_open(acct, false))
		return 1;
	if (load(&audit, &err) == FT_OK)
		print(&audit);
	else
		status = ft_cmd_fail(acct->context, &err);
	free_audit(&audit);
	return status;
}

int
facctmgr_audit(struct facctmgr *acct, int argc, char **argv)
{
	struct audit_request request = { .cluster = NULL };
	int status = 1;

	if (facctmgr_read_keywords(
		acct, facctmgr_audit_keywords, &request, argc, argv))
		status = run(acct, &request);
	ft_args_free(&request.setting);
	ft_args_free(&request.billing);
	return status;
}
