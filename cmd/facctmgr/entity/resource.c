/* resource.c - add, list, modify, delete resource. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word conditions[] = {
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "WithClusters", 5, WORD_FLAG, FACCTMGR_WITH_CLUSTERS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_RESOURCE, WORD_BARE },
	{ "Resources", 1, WORD_LIST, FT_KEY_RESOURCE, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Descriptions", 1, WORD_LIST, FT_KEY_DESCRIPTION, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "PercentAllowed", 1, WORD_IGNORE, 0, 0 },
	{ "Allowed", 1, WORD_IGNORE, 0, WORD_SINCE(24_11) },
	{ "ServerType", 7, WORD_LIST, FT_KEY_SERVER_TYPE, 0 },
	{ "Server", 2, WORD_LIST, FT_KEY_SERVER, 0 }, { 0 }
};

static const struct facctmgr_word adding[] = { { "Names", 1, WORD_LIST,
						   FT_KEY_RESOURCE, WORD_BARE },
	{ "Resources", 1, WORD_LIST, FT_KEY_RESOURCE, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Count", 3, WORD_NUMBER, NUMBER_COUNT, 0 },
	{ "Description", 1, WORD_ONCE,
	    FACCTMGR_TO(resource.to.resource.description), 0 },
	{ "Flags", 2, WORD_TIME, FACCTMGR_TO(resource_flags), 0 },
	{ "LastConsumed", 8, WORD_NUMBER, NUMBER_CONSUMED, WORD_SINCE(24_11) },
	{ "PercentAllowed", 1, WORD_NUMBER, NUMBER_ALLOWED, 0 },
	{ "Allowed", 1, WORD_NUMBER, NUMBER_ALLOWED, WORD_SINCE(24_11) },
	{ "Server", 1, WORD_ONCE, FACCTMGR_TO(resource.to.resource.server), 0 },
	{ "ServerType", 1, WORD_ONCE,
	    FACCTMGR_TO(resource.to.resource.server_type), 0 },
	{ "Type", 1, WORD_ONCE, FACCTMGR_TO(resource_type), 0 }, { 0 } };

static const struct facctmgr_word settings[] = { { "Clusters", 1, WORD_FIXED, 0,
						     0 },
	{ "Count", 3, WORD_NUMBER, NUMBER_COUNT, 0 },
	{ "Description", 1, WORD_ONCE,
	    FACCTMGR_TO(resource.to.resource.description), 0 },
	{ "Flags", 2, WORD_TIME, FACCTMGR_TO(resource_flags), 0 },
	{ "LastConsumed", 8, WORD_NUMBER, NUMBER_CONSUMED, WORD_SINCE(24_11) },
	{ "Names", 1, WORD_NOTHING, 0, WORD_BARE },
	{ "PercentAllowed", 1, WORD_NUMBER, NUMBER_ALLOWED, 0 },
	{ "Allowed", 1, WORD_NUMBER, NUMBER_ALLOWED, WORD_SINCE(24_11) },
	{ "Server", 1, WORD_ONCE, FACCTMGR_TO(resource.to.resource.server), 0 },
	{ "ServerType", 1, WORD_ONCE,
	    FACCTMGR_TO(resource.to.resource.server_type), 0 },
	{ "Type", 1, WORD_IGNORE, 0, 0 }, { 0 } };

/* ---- words ------------------------------------------------------------------------- */

static bool
clusters_exist(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_names *names =
	    &request->where.key[FT_KEY_CLUSTER];

	for (size_t i = 0; i < names->n; i++) {
		struct ft_cluster cluster;
		struct ft_error err;

		if (!facctmgr_begin(acct))
			return false;
		if (FT_NAMED(acct->registry, names->item[i], &cluster, &err) ==
		    FT_OK)
			continue;
		return !facctmgr_fail(acct,
		    " This cluster '%s' doesn't exist.\n"
		    "        Contact your admin to add it to accounting.\n"
		    " Need a valid cluster name to add a cluster resource.\n",
		    "no cluster '%s'", names->item[i]);
	}
	return true;
}

/* Since 24.11 slurmdbd is asked, and its numbers are shown as they are. */
static bool
is_plain(const struct facctmgr *acct)
{
	return ft_release_has(acct->context->release, FT_RULE_RESOURCE_PLAIN);
}

/* Returns whether type and flags are valid: the only type is License, and the only
 * flag Absolute, which is found in any text around it. */
static bool
values_fit(struct facctmgr *acct, struct facctmgr_request *request)
{
	const char *type = request->resource_type;
	const char *flags = request->resource_flags;

	if (type && !ft_word_abbreviates(ft_word_of(type), "License", 1))
		return !facctmgr_fail(acct,
		    " Unknown resource type: '%s'  Valid resources is "
		    "License.\n",
		    "unknown type of resource '%s'; there is License", type);
	if (flags == NULL)
		return true;
	if (is_plain(acct) &&
	    strstr(ft_arena_lower(&request->arena, flags), "absolute")) {
		ft_admin_set_number(&request->resource, FT_RESOURCE_flags, 1);
		return true;
	}
	if (acct->context->slurm)
		facctmgr_print(acct,
		    " Unknown Server Resource flag used in:\n  '%s'\n"
		    " Valid Server Resource flags are\n '%s'\n",
		    flags, is_plain(acct) ? "Absolute" : "(null)");
	else
		facctmgr_error(acct,
		    "unknown flag of resources '%s'; there is Absolute", flags);
	return false;
}

static bool
check(struct facctmgr *acct, struct facctmgr_request *request)
{
	bool fit = values_fit(acct, request);

	return clusters_exist(acct, request) && fit;
}

/* The percentage as slurmdbd keeps it, at first in 16 bits, with "not set" as
 * default. */
static struct ft_resource_share
share_set(const struct facctmgr *acct, const struct facctmgr_request *request)
{
	uint32_t allowed = request->number_given[NUMBER_ALLOWED]
			       ? request->number[NUMBER_ALLOWED]
			       : UINT32_MAX - 1;

	return (struct ft_resource_share){
		.allowed = is_plain(acct) ? allowed : allowed & 0xffff,
	};
}

/* share: borrowed; NULL: none is set. */
static struct ft_admin_set
resource_set(const struct facctmgr_request *request,
    const struct ft_resource_share *share, bool plain)
{
	struct ft_admin_set to = request->resource;

	to.share = share;
	ft_admin_set_texts(&to);
	if (request->number_given[NUMBER_COUNT])
		ft_admin_set_number(
		    &to, FT_RESOURCE_count, request->number[NUMBER_COUNT]);
	if (request->number_given[NUMBER_CONSUMED])
		ft_admin_set_number(&to, FT_RESOURCE_last_consumed,
		    request->number[NUMBER_CONSUMED]);
	/* License is the only type, and what none is taken for since 24.11 */
	if (request->resource_type || plain)
		ft_admin_set_number(&to, FT_RESOURCE_type, 1);
	return to;
}

/* ---- answers ------------------------------------------------------------------------ */

static void
say_too_much(struct facctmgr *acct, const struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;
	const char *server = request->resource.to.resource.server;

	facctmgr_complain(acct,
	    " Adding this %zu clusters to resource %s@%s at %u%% each , with "
	    "%u%% already used,  would go over 100%%.  Please redo your math "
	    "and resubmit.\n",
	    request->where.key[FT_KEY_CLUSTER].n,
	    result->exists ? "(null)" : result->resource,
	    server ? server : FT_RESOURCE_SERVER,
	    (unsigned)share_set(acct, request).allowed, (unsigned)result->used);
}

static int
refused(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;
	enum ft_admin_refusal refusal = result->refusal;

	if (!acct->context->slurm || !result->resource)
		return facctmgr_refused(acct, request);
	if (refusal == FT_ADMIN_REFUSE_TOO_MUCH)
		say_too_much(acct, request);
	else if (refusal == FT_ADMIN_REFUSE_BY_CLUSTER)
		facctmgr_complain(acct,
		    "Can't change \"%s\" on a "
		    "cluster-based resource. Remove cluster "
		    "selection.\n",
		    result->resource);
	else if (refusal == FT_ADMIN_REFUSE_NEEDS_CLUSTER)
		facctmgr_complain(acct,
		    "Can't change \"%sallowed\" without "
		    "specifying a cluster.\n",
		    is_plain(acct) ? "" : "percent");
	else
		facctmgr_complain(acct,
		    " Need to designate a resource %s to initially add "
		    "'%s'.\n",
		    refusal == FT_ADMIN_REFUSE_NO_TYPE ? "type" : "count",
		    result->resource);
	return 1;
}

/* "  name@server" and, for shares, "  Cluster - name<tab>..." */
static void
print_items(struct facctmgr *acct, const struct ft_admin_result *result,
    enum ft_admin_did did)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, FT_ENTITY_RESOURCE, &at))) {
		if (*item->cluster == 0)
			facctmgr_print(acct, "  %s\n", item->name);
		else if (did == FT_DID_ADD)
			facctmgr_print(acct, "   Cluster - %s\t%s%s\n",
			    item->cluster, item->note,
			    is_plain(acct) ? "" : "%");
		else
			facctmgr_print(acct, "  Cluster - %s\t- %s\n",
			    item->cluster, item->name);
	}
}

/* Print the shares that would result, for a refused change. */
static void
print_too_much(struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	const char *percent = result->before.flags ? "" : "%";
	const char *total = "";
	size_t at = 0;

	facctmgr_error(
	    acct, "You can not allocate more than 100%% of a resource");
	facctmgr_complain(
	    acct, " If change was accepted it would look like this...\n");
	while ((item = ft_admin_next(
		    result, FT_DID_BLOCK, FT_ENTITY_RESOURCE, &at))) {
		if (*item->cluster) {
			facctmgr_complain(acct, "   Cluster - %s\t%*s%s\n",
			    item->cluster, *percent ? 4 : 3, item->note,
			    percent);
			continue;
		}
		total = item->note;
		facctmgr_complain(acct, "  %s\n", item->name);
	}
	facctmgr_complain(acct, "   total\t\t%s%s\n", total, percent);
}

/* ---- add ----------------------------------------------------------------------------- */

static void
print_settings(struct facctmgr *acct, const struct facctmgr_request *request,
    const struct ft_admin_result *result)
{
	const struct ft_admin_names *names =
	    &request->where.key[FT_KEY_RESOURCE];
	const struct ft_resource *to = &request->resource.to.resource;
	const char *last = names->item[names->n - 1];

	facctmgr_print(acct, " Settings\n");
	if (!result->exists || is_plain(acct))
		facctmgr_print(acct, "  Name           = %s\n", last);
	facctmgr_print(acct, "  Server         = %s\n",
	    to->server ? to->server : FT_RESOURCE_SERVER);
	if (to->description || !result->exists)
		facctmgr_print(acct, "  Description    = %s\n",
		    to->description ? to->description : last);
	if (to->server_type)
		facctmgr_print(
		    acct, "  ServerType     = %s\n", to->server_type);
	if (request->number_given[NUMBER_COUNT])
		facctmgr_print(acct, "  Count          = %u\n",
		    (unsigned)request->number[NUMBER_COUNT]);
	if (request->number_given[NUMBER_CONSUMED] ||
	    (result->exists && is_plain(acct)))
		facctmgr_print(acct, "  LastConsumed   = %u\n",
		    (unsigned)result->before.last_consumed);
	if (result->before.flags || (result->exists && is_plain(acct)))
		facctmgr_print(acct, "  Flags          = %s\n",
		    result->before.flags ? "Absolute" : "(null)");
	facctmgr_print(acct, "  Type           = %s\n",
	    is_plain(acct) && !request->resource_type && !result->exists
		? "Unknown"
		: "License");
}

/* Does sacctmgr print what it would add before slurmdbd refuses it? */
static bool
refused_late(const struct facctmgr *acct, const struct ft_admin_result *result)
{
	return acct->context->slurm &&
	       (result->refusal == FT_ADMIN_REFUSE_PERMISSION ||
		   (result->refusal == FT_ADMIN_REFUSE_TOO_MUCH &&
		       is_plain(acct)));
}

static int
add(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_resource_share share = share_set(acct, request);
	struct ft_admin_set to = resource_set(request, &share, is_plain(acct));
	const struct ft_admin_result *result = &request->result;
	enum ft_status status;

	if (!facctmgr_has_names(acct, request) || !facctmgr_begin(acct))
		return 1;
	status = ft_admin_add(acct->admin,
	    &(struct ft_admin_request){ .entity = FT_ENTITY_RESOURCE,
		.where = &request->where,
		.to = &to },
	    &request->result, &request->err);
	if (status != FT_OK && !refused_late(acct, result))
		return refused(acct, request);
	if (result->n == 0) {
		facctmgr_print(acct, " Nothing new added.\n");
		return acct->context->slurm;
	}
	facctmgr_print(acct, " Adding Resource(s)\n");
	print_items(acct, result, FT_DID_ADD);
	print_settings(acct, request, result);
	if (status == FT_OK)
		return facctmgr_finish(acct, FACCTMGR_CHANGE);
	facctmgr_complain(acct, " Problem adding system resource: %s\n",
	    result->refusal == FT_ADMIN_REFUSE_TOO_MUCH
		? "You can not allocate more than 100% of a resource"
		: "Access/permission denied");
	return 1;
}

/* ---- modify ------------------------------------------------------------------------- */

static int
modify(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_resource_share share = share_set(acct, request);
	struct ft_admin_set to = resource_set(request,
	    request->number_given[NUMBER_ALLOWED] ? &share : NULL, false);
	const struct ft_admin_result *result = &request->result;

	if (ft_admin_modify(acct->admin,
		&(struct ft_admin_request){ .entity = FT_ENTITY_RESOURCE,
		    .where = &request->where,
		    .to = &to },
		&request->result, &request->err) != FT_OK) {
		if (result->refusal != FT_ADMIN_REFUSE_TOO_MUCH ||
		    !acct->context->slurm)
			return refused(acct, request);
		print_too_much(acct, result);
		return 1;
	}
	if (result->n) {
		facctmgr_print(acct, " Modified server resource ...\n");
		print_items(acct, result, FT_DID_MODIFY);
		return facctmgr_finish(acct, FACCTMGR_CHANGE);
	}
	if (result->matched && acct->context->slurm)
		return facctmgr_no_effect(acct, "res");
	facctmgr_print_nothing(acct, "modified", true);
	return 1;
}

/* ---- delete ------------------------------------------------------------------------- */

static int
run_delete(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_result *result = &request->result;

	if (ft_admin_delete(acct->admin,
		&(struct ft_admin_request){
		    .entity = FT_ENTITY_RESOURCE, .where = &request->where },
		&request->result, &request->err) != FT_OK)
		return refused(acct, request);
	if (result->n == 0) {
		facctmgr_print_nothing(acct, "deleted", true);
		return acct->context->slurm;
	}
	facctmgr_print(acct, " Deleting resource(s)...\n");
	print_items(acct, result, FT_DID_DELETE);
	return facctmgr_finish(acct, FACCTMGR_CHANGE_DELETES);
}

static int delete (struct facctmgr *acct, struct facctmgr_request *request)
{
	bool given = false, fit;
	int bad = request->status;

	fit = check(acct, request);
	for (int i = 0; i < FT_KEYS; i++)
		given = given || request->where.key[i].n;
	if (!given)
		return facctmgr_fail(acct,
		    " No conditions given to remove, not executing.\n",
		    "no conditions given for what to delete");
	/* sacctmgr deletes what the other words select, and then fails */
	if (!fit || (bad && !acct->context->slurm) ||
	    !facctmgr_may_delete(acct) || !facctmgr_begin(acct))
		return 1;
	return run_delete(acct, request) | bad;
}

/* ---- list --------------------------------------------------------------------------- */

static bool
may_list(struct facctmgr_list *list)
{
	return clusters_exist(list->acct, list->request);
}

static const char *
default_fields(struct facctmgr_list *list)
{
#define RESOURCE "Name,Server,Type,Count,"
#define CLUSTERS ",Clusters,Allowed"
	bool clusters = list->request->flags & FACCTMGR_WITH_CLUSTERS;

	if (ft_release_has(ft_conf_release(&list->acct->session.conf),
		FT_RULE_RESOURCE_CONSUMED))
		return clusters ? RESOURCE
			   "LastConsumed,Allocated,ServerType" CLUSTERS ",Flags"
				: RESOURCE
			   "LastConsumed,Allocated,ServerType,Flags";
	return clusters ? RESOURCE "Allocated,ServerType" CLUSTERS
			: RESOURCE "Allocated,ServerType";
}

/* One row, or one for each of its clusters. */
static void
print_one(struct facctmgr_list *list, const struct ft_resource *resource,
    const struct facctmgr_named *cluster)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	struct facctmgr_row row = { .resource = resource,
		.assoc = FT_INDEX_NONE };

	if (!(list->request->flags & FACCTMGR_WITH_CLUSTERS)) {
		facctmgr_list_row(list, row);
		return;
	}
	for (; cluster->name; cluster++)
		for (size_t i = 0; i < acctdb->n_resource_share; i++) {
			row.cluster = cluster->record;
			row.share = &acctdb->resource_share[i];
			if (row.share->resource == resource->id &&
			    row.share->cluster == row.cluster->id &&
			    facctmgr_list_names(
				list, FT_KEY_CLUSTER, cluster->name))
				facctmgr_list_row(list, row);
		}
}

static void
print(struct facctmgr_list *list)
{
	struct facctmgr_named *cluster = FACCTMGR_BY_NAME(list, cluster);

	for (size_t i = 0; i < list->acctdb.n_resource; i++) {
		const struct ft_resource *one = &list->acctdb.resource[i];

		if ((!one->deleted ||
			list->request->flags & FACCTMGR_WITH_DELETED) &&
		    ft_admin_resource_matches(&list->request->where, one))
			print_one(list, one, cluster);
	}
}

const struct facctmgr_entity facctmgr_resource = {
	.ids = &(const struct facctmgr_ids){ .label = "RES ID", .message = "RES", .counts = true, .query = true },
	.conditions = conditions,
	.adding = adding,
	.settings = settings,
	.qos = true,
	.check = check,
	.instead = { [ACTION_ADD] = add, [ACTION_DELETE] = delete },
	.add = {
		.key = FT_KEY_RESOURCE,
		.one = "resource",
		.our_one = "a resource",
	},
	.modify = { .instead = modify, .unasked = true },
	.list = {
		FACCTMGR_ROWS("resources"),
		.may = may_list,
		.choose = default_fields,
		.print = print,
	},
};
