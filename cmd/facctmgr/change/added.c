/*
 * added.c - what add account and add user report where slurmdbd does all in one
 * request and writes the report: cluster by cluster, then account by account,
 * with lines about what is not there between the associations.
 */

#include "facctmgr/change/change.h"

/* ---- the lines ------------------------------------------------------------- */

static bool
is_at(const struct ft_admin_item *item, const char *cluster)
{
	return strcmp(item->cluster, cluster) == 0;
}

/* The heading is missing where another line comes first. */
static void
add_assocs(struct ft_str *text, const struct ft_admin_result *result,
    const char *cluster, const char *account)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while (
	    (item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_ASSOC, &at))) {
		if (!is_at(item, cluster) ||
		    strcmp(item->account, account) != 0)
			continue;
		if (text->len == 0)
			ft_str_add(text, " Associations =\n");
		ft_str_addf(text, "  C = %-10s A = %-20s", cluster, account);
		if (*item->user)
			ft_str_addf(text, " U = %-9s", item->user);
		if (*item->partition)
			ft_str_addf(text, " P = %s", item->partition);
		ft_str_add_char(text, '\n');
	}
}

/* Add a line about the item like WANTED, if the result has it. */
static void
add_note(struct ft_str *text, const struct ft_admin_result *result,
    const struct ft_admin_item *wanted, const char *before, const char *after)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while (
	    (item = ft_admin_next(result, wanted->did, FT_ENTITY_ACCOUNT, &at)))
		if (is_at(item, wanted->cluster) &&
		    strcmp(item->name, wanted->name) == 0) {
			ft_str_addf(text, "%s account %s on cluster %s%s\n",
			    before, wanted->name, wanted->cluster, after);
			return;
		}
}

static void
add_account(struct ft_str *text, const struct ft_admin_result *result,
    const char *cluster, const char *account)
{
	add_assocs(text, result, cluster, account);
	add_note(text, result,
	    &(struct ft_admin_item){
		.did = FT_DID_BLOCK, .name = account, .cluster = cluster },
	    "Already existing", "");
	add_note(text, result,
	    &(struct ft_admin_item){
		.did = FT_DID_MISS, .name = account, .cluster = cluster },
	    "No", ", skipping.");
}

static void
add_wckeys(struct ft_str *text, const struct ft_admin_result *result,
    const char *cluster, bool *first)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while (
	    (item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_WCKEY, &at))) {
		if (!is_at(item, cluster))
			continue;
		if (*first)
			ft_str_add(text, " Wckey(s)\n");
		*first = false;
		ft_str_addf(text, "  C = %-10s W = %-10s U = %-9s\n", cluster,
		    item->name, item->user);
	}
}

/* ---- their order ------------------------------------------------------------- */

static int
by_name(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;

	return strcmp(*left, *right);
}

/* The clusters that were named, or all that the result is about, by name. */
static void
find_clusters(
    const struct facctmgr_request *request, struct ft_admin_names *clusters)
{
	const struct ft_admin_names *given =
	    &request->where.key[FT_KEY_CLUSTER];
	const struct ft_admin_result *result = &request->result;

	for (size_t i = 0; i < given->n; i++)
		ft_admin_names_add(clusters, given->item[i]);
	for (size_t i = 0; given->n == 0 && i < result->n; i++) {
		const char *name = result->item[i].cluster;

		if (*name && !ft_admin_names_has(clusters, name))
			ft_admin_names_add(clusters, name);
	}
	if (given->n == 0 && clusters->n)
		qsort(clusters->item, clusters->n, sizeof *clusters->item,
		    by_name);
}

static void
add_lines(struct ft_str *text, const struct facctmgr_request *request)
{
	const struct ft_admin_names *accounts =
	    &request->where.key[FT_KEY_ACCOUNT];
	const char *extra = request->user.default_account;
	struct ft_admin_where all FT_CLEANUP(ft_admin_where_free) = { 0 };
	struct ft_admin_names *clusters = &all.key[FT_KEY_CLUSTER];
	bool first = true;

	find_clusters(request, clusters);
	for (size_t i = 0; i < clusters->n; i++) {
		for (size_t j = 0; j < accounts->n; j++)
			add_account(text, &request->result, clusters->item[i],
			    accounts->item[j]);
		if (extra && !ft_admin_names_has(accounts, extra))
			add_account(
			    text, &request->result, clusters->item[i], extra);
	}
	for (size_t i = 0; i < clusters->n; i++)
		add_wckeys(text, &request->result, clusters->item[i], &first);
}

/* ---- the report ---------------------------------------------------------------- */

static void
print_nothing(struct facctmgr *acct, const struct facctmgr_request *request,
    const char *text)
{
	if (request->entity->record == FT_ENTITY_ACCOUNT) {
		facctmgr_print(acct, " %s", text);
		return;
	}
	facctmgr_print(acct,
	    "%sNothing added.\n"
	    "Make sure the accounts requested here have been added to the "
	    "system/cluster. (sacctmgr add account...)\n",
	    *text ? text : "Request didn't affect anything\n");
}

bool
facctmgr_report_added(
    struct facctmgr *acct, struct facctmgr_request *request, int *status)
{
	const struct facctmgr_add *how = &request->entity->add;
	const struct ft_admin_result *result = &request->result;
	bool user = request->entity->record == FT_ENTITY_USER;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const struct ft_admin_item *item;
	size_t at = 0;

	item = ft_admin_next(result, FT_DID_MISS, FT_ENTITY_ACCOUNT, &at);
	if (item && !user) {
		facctmgr_complain(acct,
		    " error: No parent account '%s' on cluster '%s'\n",
		    item->name, item->cluster);
		*status = 1;
		return false;
	}
	add_lines(&text, request);
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) == 0 &&
	    ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY) == 0) {
		print_nothing(acct, request, ft_str_text(&text));
		*status = 1;
		return false;
	}
	how->records(acct, request, true);
	facctmgr_print(acct, "%s", ft_str_text(&text));
	if (request->set.given || (request->loud && !user)) {
		facctmgr_print(acct, "%s\n", how->settings);
		facctmgr_print_set(acct, &request->set);
	}
	return true;
}

/* ---- refusals -------------------------------------------------------------------- */

/* As slurmdbd says it, which ends one of its texts with a newline. */
static const char *
reason_of(const struct facctmgr_request *request)
{
	if (request->user.to.user.admin_level > FT_ADMIN_NONE)
		return "Only admins/operators can add an admin/operator";
	return request->result.refusal == FT_ADMIN_REFUSE_ELSEWHERE
		   ? "Your user doesn't have privilege to perform this action\n"
		   : "Only admins/operators/coordinators can add accounts";
}

/* Newer releases say why. */
static void
print_problem(struct facctmgr *acct, const char *problem, const char *reason)
{
	bool why =
	    ft_release_has(acct->context->release, FT_RULE_ADD_DENIAL_REASON);

	facctmgr_complain(acct,
	    " error: Problem adding user associations: %s%s%s%s\n", problem,
	    why ? " (" : "", why ? reason : "", why ? ")" : "");
}

static void
print_denied(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const char *reason = reason_of(request);

	if (request->entity->record == FT_ENTITY_ACCOUNT)
		facctmgr_complain(acct, " error: %s\n", reason);
	else
		print_problem(acct, "Access/permission denied", reason);
	facctmgr_broken_connection(acct);
}

int
facctmgr_refused_added(
    struct facctmgr *acct, const struct facctmgr_request *request)
{
	static const char no_access[] = "This request would make it so some "
					"associations would not have access to "
					"their default qos.";
	const struct ft_admin_result *result = &request->result;
	const struct ft_admin_item *item;
	size_t at = 0;

	item = ft_admin_next(result, FT_DID_MISS, FT_ENTITY_CLUSTER, &at);
	if (request->err.status == FT_EPERM)
		print_denied(acct, request);
	else if (result->refusal == FT_ADMIN_REFUSE_QOS_ACCESS)
		print_problem(acct, no_access, no_access);
	else if (result->refusal == FT_ADMIN_REFUSE_NO_ACCOUNTS)
		facctmgr_complain(
		    acct, " Need name of account or wckey to add.\n");
	else if (result->refusal == FT_ADMIN_REFUSE_CLUSTER)
		facctmgr_complain(acct,
		    " error: Cluster '%s' has not been added yet, please "
		    "contact your admin before adding accounts to it\n",
		    item->name);
	else
		return facctmgr_refused(acct, request);
	return 1;
}
