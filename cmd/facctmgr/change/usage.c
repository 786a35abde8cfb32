/* usage.c - modify ... set rawusage=NUMBER: the usage of associations and QOS. */

#include "facctmgr/change/change.h"
#include "load/load.h"

/* ---- the current usage ------------------------------------------------------------------- */

static enum ft_status
read_cluster(struct facctmgr *acct, const char *name, struct ft_idvec *table,
    struct ft_error *err)
{
	struct ft_store *store = acct->session.store;
	struct ft_tree *tree = NULL;
	ft_real *own FT_CLEANUP(ft_free_at) = NULL;
	ft_real *since FT_CLEANUP(ft_free_at) = NULL;
	uint32_t id;
	enum ft_status status = ft_store_cluster(store, name, &id, err);

	if (status == FT_ENOENT) /* nothing of that cluster is selected */
		return FT_OK;
	if (status == FT_OK)
		status =
		    ft_store_read_tree(store, id, FT_SIBLINGS_LFT, &tree, err);
	if (status == FT_OK) {
		own = ft_calloc(tree->n, sizeof *own);
		since = ft_calloc(tree->n, sizeof *since);
		status = ft_load_own_usage(
		    &(struct ft_load_source){
			store, &acct->session.conf, id, acct->registry->now },
		    tree, &(struct ft_load_usage){ own, since, NULL, 0 }, err);
	}
	for (uint32_t i = 0; status == FT_OK && i < tree->n; i++)
		*(ft_real *)ft_idvec_add(table, tree->id[i], sizeof *own) =
		    own[i] + since[i];
	ft_tree_free(tree);
	return status;
}

/* Add the usage of all selected clusters to TABLE. */
static enum ft_status
read_own(struct facctmgr *acct, const struct ft_admin_names *cluster,
    struct ft_idvec *table, struct ft_error *err)
{
	for (size_t i = 0; i < cluster->n; i++)
		FT_TRY(read_cluster(acct, cluster->item[i], table, err));
	return FT_OK;
}

/* ---- sacctmgr lines -------------------------------------------------------------- */

static void
add_word(struct ft_str *str, const char *key, const char *name)
{
	ft_str_add(str, key);
	ft_str_add_shell(str, name);
}

/* sacctmgr can only set usage to 0. exact: the line must name the partition. */
static void
add_line(const struct ft_admin_item *item, uint64_t number, bool exact,
    struct ft_str *str)
{
	bool user = *item->user, qos = item->entity == FT_ENTITY_QOS;

	ft_str_addf(str, "%s modify %s where",
	    number ? "# sacctmgr takes 0 only: facctmgr" : "sacctmgr -i",
	    qos    ? "qos"
	    : user ? "user"
		   : "account");
	add_word(str, " name=",
	    qos    ? item->name
	    : user ? item->user
		   : item->account);
	if (user && !qos)
		add_word(str, " account=", item->account);
	if (!qos)
		add_word(str, " cluster=", item->cluster);
	if (user && !qos && exact)
		add_word(str, " partition=", item->partition);
	ft_str_addf(str, " set rawusage=%" PRIu64 "\n", number);
}

/* The lines that facctmgr_finish prints do not include usage. */
static void
print_lines(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;
	bool exact = request->where.key[FT_KEY_PARTITION].given;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (acct->commands == NULL)
		return;
	for (size_t i = 0; i < result->n; i++)
		if (result->item[i].did == FT_DID_MODIFY)
			add_line(
			    &result->item[i], request->raw_usage, exact, &str);
	fputs(ft_str_text(&str), acct->commands);
}

/* ---- associations -------------------------------------------------------------------- */

/* sacctmgr ignores every other setting; we refuse it. */
static bool
is_alone(struct facctmgr *acct, const struct facctmgr_request *request)
{
	if (acct->context->slurm ||
	    (request->n_settings == 1 && request->set.given == 0))
		return true;
	facctmgr_error(acct, "rawusage= must be the only setting of a command");
	return false;
}

/* sacctmgr prints nothing about permissions here. */
static int
refused(struct facctmgr *acct, const struct facctmgr_request *request)
{
	return acct->context->slurm &&
		       request->result.refusal == FT_ADMIN_REFUSE_PERMISSION
		   ? 1
		   : facctmgr_refused(acct, request);
}

static void
print_local(struct facctmgr *acct)
{
	if (acct->context->slurm)
		facctmgr_print(acct,
		    "No cluster specified, resetting on local cluster %s\n",
		    acct->session.cluster_name);
}

/* Without a cluster, the session's cluster is meant. */
static enum ft_status
set_assocs(struct facctmgr *acct, struct facctmgr_request *request)
{
	struct ft_admin_usage to = { .number = request->raw_usage };
	struct ft_admin_where where = request->where;
	struct ft_admin_names *cluster = &where.key[FT_KEY_CLUSTER];
	const char *local[] = { acct->session.cluster_name };
	enum ft_status status = FT_OK;

	if (!cluster->given) {
		print_local(acct);
		*cluster = (struct ft_admin_names){
			.item = local, .n = 1, .given = true
		};
	}
	if (to.number)
		status = read_own(acct, cluster, &to.own, &request->err);
	if (status == FT_OK)
		status = ft_admin_set_usage(acct->admin,
		    &(struct ft_admin_request){ .entity = FT_ENTITY_ASSOC,
			.which = request->entity->modify.which,
			.where = &where,
			.usage = &to },
		    &request->result, &request->err);
	ft_idvec_free(&to.own);
	return status;
}

static enum ft_status
set_qoses(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_usage to = { .number = request->raw_usage };

	print_local(acct);
	return ft_admin_set_usage(acct->admin,
	    &(struct ft_admin_request){ .entity = FT_ENTITY_QOS,
		.where = &request->where,
		.usage = &to },
	    &request->result, &request->err);
}

/* The association that REQUEST asks for, in sacctmgr's words. */
static void
complain_assoc(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_names *key = request->where.key;
	const struct ft_admin_names *cluster = &key[FT_KEY_CLUSTER];
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&text, "cluster %s account %s",
	    cluster->n ? cluster->item[0] : acct->session.cluster_name,
	    key[FT_KEY_ACCOUNT].item[0]);
	if (key[FT_KEY_USER].n)
		ft_str_addf(&text, " user %s", key[FT_KEY_USER].item[0]);
	facctmgr_error(acct, "Failed to find %s association in database",
	    ft_str_text(&text));
}

/* Returns whether all names were found; complains if not. */
static bool
is_found(
    struct facctmgr *acct, const struct facctmgr_request *request, bool qos)
{
	const struct ft_admin_result *result = &request->result;
	const struct ft_admin_item *item;
	size_t at = 0;

	item = ft_admin_next(result, FT_DID_MISS, FT_ENTITY_QOS, &at);
	if (item)
		facctmgr_error(acct, "Failed to find QOS %s", item->name);
	else if (!qos && result->n == 0 && acct->context->slurm)
		complain_assoc(acct, request);
	else if (!qos && result->n == 0)
		facctmgr_error(acct, "no such association");
	return !item && (qos || result->n);
}

/* sacctmgr knows 0 only, and since 23.11 any usage of a QOS. */
static bool
may_set(const struct facctmgr *acct, const struct facctmgr_request *request)
{
	return !acct->context->slurm || request->raw_usage == 0 ||
	       (request->entity->record == FT_ENTITY_QOS &&
		   request->raw_usage <= FT_USAGE_MAX &&
		   ft_release_has(
		       acct->context->release, FT_RULE_QOS_RAW_USAGE));
}

int
facctmgr_set_usage(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct facctmgr_modify *how = &request->entity->modify;
	const struct ft_admin_result *result = &request->result;
	bool qos = request->entity->record == FT_ENTITY_QOS;

	if (!is_alone(acct, request))
		return 1;
	if (!qos && !request->where.key[FT_KEY_ACCOUNT].given) {
		facctmgr_error(acct,
		    acct->context->slurm &&
			    request->entity->record != FT_ENTITY_USER
			? "An association name is required to remove usage"
			: "An account must be specified");
		return 1;
	}
	if (!may_set(acct, request)) {
		facctmgr_error(acct, "Raw usage can only be set to 0 (zero)");
		return 1;
	}
	/* sacctmgr looks for the account's own association then */
	if (acct->context->slurm && request->entity->record == FT_ENTITY_USER &&
	    request->where.key[FT_KEY_USER].n == 0) {
		print_local(acct);
		complain_assoc(acct, request);
		return 1;
	}
	if ((qos ? set_qoses(acct, request) : set_assocs(acct, request)) !=
	    FT_OK)
		return refused(acct, request);
	if (!is_found(acct, request, qos))
		return 1;
	if (!acct->context->slurm && result->n) {
		facctmgr_print(acct, "%s\n", qos ? how->records : how->assocs);
		facctmgr_print_names(
		    acct, result, FT_DID_MODIFY, FT_ENTITY_QOS);
		facctmgr_print_assocs(
		    acct, result, FT_DID_MODIFY, LAYOUT_MODIFY);
	}
	print_lines(acct, request);
	return facctmgr_finish(acct, FACCTMGR_CHANGE);
}
