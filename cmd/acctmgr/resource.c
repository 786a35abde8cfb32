/* facctmgr add, modify, delete, list resource. */

#include "acctmgr/words.h"
#include "admin/resource.h"

static const struct acct_word conditions[] = { { "WithDeleted", 5, WORD_FLAG,
						   ACCT_WITH_DELETED, 0 },
	{ "WithClusters", 5, WORD_FLAG, ACCT_WITH_CLUSTERS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_RESOURCE, WORD_BARE },
	{ "Resources", 1, WORD_LIST, FT_KEY_RESOURCE, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Descriptions", 1, WORD_LIST, FT_KEY_DESCRIPTION, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 },
	{ "PercentAllowed", 1, WORD_IGNORE, 0, 0 },
	{ "ServerType", 7, WORD_LIST, FT_KEY_SERVER_TYPE, 0 },
	{ "Server", 2, WORD_LIST, FT_KEY_SERVER, 0 }, { 0 } };

static const struct acct_word adding[] = { { "Names", 1, WORD_LIST,
					       FT_KEY_RESOURCE, WORD_BARE },
	{ "Resources", 1, WORD_LIST, FT_KEY_RESOURCE, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Count", 3, WORD_NUMBER, NUMBER_COUNT, 0 },
	{ "Description", 1, WORD_ONCE, ACCT_TO(resource.description), 0 },
	{ "Flags", 2, WORD_ONCE, ACCT_TO(resource_flags), 0 },
	{ "PercentAllowed", 1, WORD_NUMBER, NUMBER_ALLOWED, 0 },
	{ "Server", 1, WORD_ONCE, ACCT_TO(resource.server), 0 },
	{ "ServerType", 1, WORD_ONCE, ACCT_TO(resource.server_type), 0 },
	{ "Type", 1, WORD_ONCE, ACCT_TO(resource_type), 0 }, { 0 } };

static const struct acct_word settings[] = { { "Count", 3, WORD_NUMBER,
						 NUMBER_COUNT, 0 },
	{ "Description", 1, WORD_ONCE, ACCT_TO(resource.description), 0 },
	{ "Flags", 2, WORD_ONCE, ACCT_TO(resource_flags), 0 },
	{ "Names", 1, WORD_IGNORE, 0, 0 },
	{ "PercentAllowed", 1, WORD_NUMBER, NUMBER_ALLOWED, 0 },
	{ "Server", 1, WORD_ONCE, ACCT_TO(resource.server), 0 },
	{ "ServerType", 1, WORD_ONCE, ACCT_TO(resource.server_type), 0 },
	{ "Type", 1, WORD_IGNORE, 0, 0 }, { 0 } };

/* ---- words ------------------------------------------------------------------------- */

static bool
clusters_exist(struct acct *acct, const struct acct_request *request)
{
	const struct ft_admin_names *names =
	    &request->where.key[FT_KEY_CLUSTER];

	for (size_t i = 0; i < names->n; i++) {
		struct ft_cluster cluster;
		struct ft_error err;

		if (!acct_begin(acct))
			return false;
		if (FT_NAMED(acct->registry, names->item[i], &cluster, &err) ==
		    FT_OK)
			continue;
		return !acct_fail(acct,
		    " This cluster '%s' doesn't exist.\n"
		    "        Contact your admin to add it to accounting.\n"
		    " Need a valid cluster name to add a cluster resource.\n",
		    "no cluster '%s'", names->item[i]);
	}
	return true;
}

/* Returns whether type and flags can be; there are few. */
static bool
values_fit(struct acct *acct, const struct acct_request *request)
{
	const char *type = request->resource_type;
	const char *flags = request->resource_flags;

	if (type && !ft_abbreviates(type, strlen(type), "License", 1))
		return !acct_fail(acct,
		    " Unknown resource type: '%s'  Valid resources is "
		    "License.\n",
		    "unknown type of resource '%s'; there is License", type);
	if (flags == NULL)
		return true;
	if (acct->context->slurm)
		acct_say(acct,
		    " Unknown Server Resource flag used in:\n  '%s'\n"
		    " Valid Server Resource flags are\n '(null)'\n",
		    flags);
	else
		acct_error(acct, "resources have no flags");
	return false;
}

static bool
check(struct acct *acct, struct acct_request *request)
{
	bool fit = values_fit(acct, request);

	return clusters_exist(acct, request) && fit;
}

static struct ft_admin_resource_set
resource_set(const struct acct_request *request)
{
	struct ft_admin_resource_set set = request->resource;

	set.count_given = request->number_given[NUMBER_COUNT];
	set.type_given = request->resource_type != NULL;
	set.allowed_given = request->number_given[NUMBER_ALLOWED];
	set.count = request->number[NUMBER_COUNT];
	/* 16 bits of "not set" */
	set.allowed = set.allowed_given
			  ? request->number[NUMBER_ALLOWED] & 0xffff
			  : 0xfffe;
	return set;
}

/* ---- answers ------------------------------------------------------------------------ */

static int
refused(struct acct *acct, struct acct_request *request,
    const struct ft_admin_resource_result *result)
{
	static const char *const needs[] = {
		[FT_RESOURCE_NO_TYPE] = "type",
		[FT_RESOURCE_NO_COUNT] = "count",
	};
	const char *server = request->resource.server;

	request->result = result->items;
	if (!acct->context->slurm || result->refusal == FT_RESOURCE_OK)
		return acct_refused(acct, request);
	switch (result->refusal) {
	case FT_RESOURCE_OK:
		break;
	case FT_RESOURCE_NO_TYPE:
	case FT_RESOURCE_NO_COUNT:
		acct_complain(acct,
		    " Need to designate a resource %s to initially add "
		    "'%s'.\n",
		    needs[result->refusal], result->name);
		break;
	case FT_RESOURCE_TOO_MUCH:
		acct_complain(acct,
		    " Adding this %zu clusters to resource %s@%s at %u%% each "
		    ", with %u%% already used,  would go over 100%%.  Please "
		    "redo your math and resubmit.\n",
		    request->where.key[FT_KEY_CLUSTER].n,
		    result->exists ? "(null)" : result->name,
		    server ? server : FT_RESOURCE_SERVER,
		    (unsigned)resource_set(request).allowed,
		    (unsigned)result->used);
		break;
	case FT_RESOURCE_BY_CLUSTER:
		acct_complain(acct, "Can't change \"count\" on a "
				    "cluster-based resource. Remove cluster "
				    "selection.\n");
		break;
	case FT_RESOURCE_NEEDS_CLUSTER:
		acct_complain(acct, "Can't change \"percentallowed\" without "
				    "specifying a cluster.\n");
		break;
	}
	return 1;
}

/* "  name@server" and, for shares, "  Cluster - name<tab>..." */
static void
print_items(struct acct *acct, const struct ft_admin_resource_result *result,
    enum ft_admin_did did)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    &result->items, did, FT_ENTITY_RESOURCE, &at))) {
		if (*item->cluster == 0)
			acct_say(acct, "  %s\n", item->name);
		else if (did == FT_DID_ADD)
			acct_say(acct, "   Cluster - %s\t%s%%\n", item->cluster,
			    item->note);
		else
			acct_say(acct, "  Cluster - %s\t- %s\n", item->cluster,
			    item->name);
	}
}

/* What the shares would be, if they could. */
static void
print_too_much(struct acct *acct, const struct ft_admin_resource_result *result)
{
	const struct ft_admin_item *item;
	const char *total = "";
	size_t at = 0;

	acct_error(acct, "You can not allocate more than 100%% of a resource");
	acct_complain(
	    acct, " If change was accepted it would look like this...\n");
	while ((item = ft_admin_next(
		    &result->items, FT_DID_BLOCK, FT_ENTITY_RESOURCE, &at))) {
		if (*item->cluster) {
			acct_complain(acct, "   Cluster - %s\t%3s%%\n",
			    item->cluster, item->note);
			continue;
		}
		total = item->note;
		acct_complain(acct, "  %s\n", item->name);
	}
	acct_complain(acct, "   total\t\t%s%%\n", total);
}

/* ---- add ----------------------------------------------------------------------------- */

static void
print_settings(struct acct *acct, const struct acct_request *request,
    const struct ft_admin_resource_result *result)
{
	const struct ft_admin_names *names =
	    &request->where.key[FT_KEY_RESOURCE];
	const struct ft_admin_resource_set *set = &request->resource;
	const char *last = names->item[names->n - 1];

	acct_say(acct, " Settings\n");
	if (!result->exists)
		acct_say(acct, "  Name           = %s\n", last);
	acct_say(acct, "  Server         = %s\n",
	    set->server ? set->server : FT_RESOURCE_SERVER);
	if (set->description || !result->exists)
		acct_say(acct, "  Description    = %s\n",
		    set->description ? set->description : last);
	if (set->server_type)
		acct_say(acct, "  ServerType     = %s\n", set->server_type);
	if (request->number_given[NUMBER_COUNT])
		acct_say(acct, "  Count          = %u\n",
		    (unsigned)request->number[NUMBER_COUNT]);
	acct_say(acct, "  Type           = License\n");
}

static int
add(struct acct *acct, struct acct_request *request)
{
	struct ft_admin_resource_set set = resource_set(request);
	struct ft_admin_resource_result result = { 0 };
	enum ft_status status;

	if (!acct_has_names(acct, request) || !acct_begin(acct))
		return 1;
	status = ft_admin_add_resources(
	    acct->admin, &request->where, &set, &result, &request->err);
	if (status != FT_OK &&
	    (result.items.refusal != FT_ADMIN_REFUSE_PERMISSION ||
		!acct->context->slurm))
		return refused(acct, request, &result);
	request->result = result.items;
	if (result.items.n == 0) {
		acct_say(acct, " Nothing new added.\n");
		return acct->context->slurm;
	}
	acct_say(acct, " Adding Resource(s)\n");
	print_items(acct, &result, FT_DID_ADD);
	print_settings(acct, request, &result);
	if (status == FT_OK)
		return acct_finish(acct, ACCT_CHANGE);
	acct_complain(acct, " Problem adding system resource: "
			    "Access/permission denied\n");
	return 1;
}

/* ---- modify ------------------------------------------------------------------------- */

static int
modify(struct acct *acct, struct acct_request *request)
{
	struct ft_admin_resource_set set = resource_set(request);
	struct ft_admin_resource_result result = { 0 };

	if (ft_admin_modify_resources(acct->admin, &request->where, &set,
		&result, &request->err) != FT_OK) {
		if (result.refusal != FT_RESOURCE_TOO_MUCH ||
		    !acct->context->slurm)
			return refused(acct, request, &result);
		request->result = result.items;
		print_too_much(acct, &result);
		return 1;
	}
	request->result = result.items;
	if (result.items.n) {
		acct_say(acct, " Modified server resource ...\n");
		print_items(acct, &result, FT_DID_MODIFY);
		return acct_finish(acct, ACCT_CHANGE);
	}
	if (result.matched && acct->context->slurm)
		return acct_no_effect(acct, "res");
	acct_say(acct, " Nothing modified\n");
	return 1;
}

/* ---- delete ------------------------------------------------------------------------- */

static int
run_delete(struct acct *acct, struct acct_request *request)
{
	struct ft_admin_resource_result result = { 0 };

	if (ft_admin_delete_resources(
		acct->admin, &request->where, &result, &request->err) != FT_OK)
		return refused(acct, request, &result);
	request->result = result.items;
	if (result.items.n == 0) {
		acct_say(acct, " Nothing deleted\n");
		return acct->context->slurm;
	}
	acct_say(acct, " Deleting resource(s)...\n");
	print_items(acct, &result, FT_DID_DELETE);
	return acct_finish(acct, ACCT_DELETE);
}

static int delete (struct acct *acct, struct acct_request *request)
{
	bool given = false, fit;
	int bad = request->status;

	fit = check(acct, request);
	for (int i = 0; i < FT_KEYS; i++)
		given = given || request->where.key[i].n;
	if (!given)
		return acct_fail(acct,
		    " No conditions given to remove, not executing.\n",
		    "no conditions given for what to delete");
	/* sacctmgr deletes what the other words select, and fails then */
	if (!fit || (bad && !acct->context->slurm) || !acct_may_delete(acct) ||
	    !acct_begin(acct))
		return 1;
	return run_delete(acct, request) | bad;
}

/* ---- list --------------------------------------------------------------------------- */

static bool
may_list(struct acct_list *list)
{
	return clusters_exist(list->acct, list->request);
}

static const char *
default_fields(struct acct_list *list)
{
#define RESOURCE "Name,Server,Type,Count,Allocated,ServerType"
	return list->request->flags & ACCT_WITH_CLUSTERS ? RESOURCE
		   ",Clusters,Allowed"
							 : RESOURCE;
}

/* One row, or one for each of its clusters. */
static void
print_one(struct acct_list *list, const struct ft_resource *resource,
    const struct acct_named *cluster)
{
	const struct ft_book *book = &list->book;
	struct acct_row row = { .resource = resource, .assoc = FT_INDEX_NONE };

	if (!(list->request->flags & ACCT_WITH_CLUSTERS)) {
		acct_list_row(list, row);
		return;
	}
	for (; cluster->name; cluster++)
		for (size_t i = 0; i < book->n_resource_share; i++) {
			row.cluster = cluster->record;
			row.share = &book->resource_share[i];
			if (row.share->resource == resource->id &&
			    row.share->cluster == row.cluster->id &&
			    acct_list_names(
				list, FT_KEY_CLUSTER, cluster->name))
				acct_list_row(list, row);
		}
}

static void
print(struct acct_list *list)
{
	struct acct_named *cluster = ACCT_BY_NAME(list, cluster);

	for (size_t i = 0; i < list->book.n_resource; i++) {
		const struct ft_resource *one = &list->book.resource[i];

		if ((!one->deleted ||
			list->request->flags & ACCT_WITH_DELETED) &&
		    ft_admin_resource_matches(&list->request->where, one))
			print_one(list, one, cluster);
	}
}

const struct acct_subject acct_resource = {
	.conditions = conditions,
	.adding = adding,
	.settings = settings,
	.qos = true,
	.check = check,
	.instead = { [DEED_ADD] = add, [DEED_DELETE] = delete },
	.add = {
		.key = FT_KEY_RESOURCE,
		.one = "resource",
		.our_one = "a resource",
	},
	.modify = { .instead = modify, .unasked = true },
	.list = {
		ACCT_ROWS("resources"),
		.may = may_list,
		.choose = default_fields,
		.print = print,
	},
};
