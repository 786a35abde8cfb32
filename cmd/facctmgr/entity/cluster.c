/* cluster.c - add, list, modify, delete cluster. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word conditions[] = {
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "WithFed", 5, WORD_FLAG, FACCTMGR_WITH_FED, 0 },
	{ "WOLimits", 3, WORD_FLAG, FACCTMGR_WO_LIMITS, 0 },
	{ "Names", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_BARE },
	{ "Clusters", 3, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Classification", 3, WORD_LIST, FT_KEY_CLASSIFICATION, 0 },
	{ "Federations", 3, WORD_LIST, FT_KEY_FEDERATION, 0 },
	{ "Flags", 2, WORD_LIST, FT_KEY_FLAGS, WORD_CLUSTER_FLAGS },
	{ "Format", 2, WORD_FORMAT, 0, 0 },
	{ "RPCVersions", 1, WORD_LIST, FT_KEY_ID, 0 }, { 0 }
};

static const struct facctmgr_word adding[] = { { "Names", 1, WORD_LIST,
						   FT_KEY_CLUSTER, WORD_BARE },
	{ "Clusters", 3, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "Classification", 3, WORD_LIST, FT_KEY_CLASSIFICATION, 0 }, { 0 } };

static const struct facctmgr_word settings[] = {
	{ "Classification", 3, WORD_TEXT, FACCTMGR_TO(classification), 0 },
	{ "Names", 1, WORD_NOTHING, 0, WORD_BARE },
	{ "Clusters", 3, WORD_NOTHING, 0, 0 }, { 0 }
};

/* Refuse limits of usage for a whole cluster, as sacctmgr does. */
static bool
limits_fit(struct facctmgr *acct, struct facctmgr_request *request)
{
	const struct ft_admin_set *set = &request->set;

	for (size_t i = 0; i < set->n_limit; i++)
		if (!facctmgr_root_takes(
			acct, (enum ft_limit_kind)set->limit[i].kind))
			return false;
	return true;
}

/* ---- add -------------------------------------------------------------------------- */

static void
print_settings(struct facctmgr *acct, const struct facctmgr_request *request,
    const char *classification)
{
	facctmgr_print(acct, " Setting\n");
	if (classification)
		facctmgr_print(acct, "  Classification = %s\n",
		    *classification ? classification : "(null)");
	if (request->set.given == 0)
		return;
	facctmgr_print(acct, "  Default Limits:\n");
	facctmgr_print_set(acct, &request->set);
}

static void
print_clusters(struct facctmgr *acct, const struct ft_admin_result *result,
    enum ft_admin_did did, const char *before, const char *after)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, FT_ENTITY_CLUSTER, &at)))
		facctmgr_print(acct, "%s%s%s\n", before, item->name, after);
}

static bool
report_added(
    struct facctmgr *acct, struct facctmgr_request *request, int *status)
{
	const struct ft_admin_result *result = &request->result;
	const struct ft_admin_names *given =
	    &request->where.key[FT_KEY_CLASSIFICATION];
	const char *kind =
	    given->n ? ft_admin_classification(given->item[0]) : "";

	print_clusters(acct, result, FT_DID_BLOCK, " This cluster ",
	    " already exists.  Not adding.");
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_CLUSTER) == 0) {
		*status = acct->context->slurm;
		return false;
	}
	facctmgr_print(acct, " Adding Cluster(s)\n");
	print_clusters(acct, result, FT_DID_ADD, "  Name           = ", "");
	if (request->set.given || *kind)
		print_settings(acct, request, *kind ? kind : NULL);
	return true;
}

/* ---- modify ------------------------------------------------------------------------- */

static enum ft_status
apply(struct facctmgr *acct, struct facctmgr_request *request,
    const char *classification)
{
	struct ft_admin_set to = { .entity = FT_ENTITY_CLUSTER };

	ft_admin_set_text(&to, FT_CLUSTER_classification, classification);
	if (classification)
		FT_TRY(ft_admin_modify(acct->admin,
		    &(struct ft_admin_request){ .entity = FT_ENTITY_CLUSTER,
			.where = &request->where,
			.to = &to },
		    &request->result, &request->err));
	if (request->set.given)
		FT_TRY(ft_admin_modify(acct->admin,
		    &(struct ft_admin_request){ .entity = FT_ENTITY_ASSOC,
			.which = FT_WHICH_ROOT,
			.where = &request->where,
			.to = &request->set },
		    &request->result, &request->err));
	return FT_OK;
}

static void
print_modified(struct facctmgr *acct, const struct ft_admin_result *result)
{
	if (ft_admin_count(result, FT_DID_MODIFY, FT_ENTITY_CLUSTER)) {
		facctmgr_print(acct, " Modified cluster...\n");
		facctmgr_print_names(
		    acct, result, FT_DID_MODIFY, FT_ENTITY_CLUSTER);
	}
	if (ft_admin_count(result, FT_DID_MODIFY, FT_ENTITY_ASSOC)) {
		facctmgr_print(
		    acct, " Modified cluster defaults for associations...\n");
		facctmgr_print_assocs(
		    acct, result, FT_DID_MODIFY, LAYOUT_MODIFY);
	}
}

/*
 * Returns the classification to set; "": clear it; NULL: none was given.  In
 * sacctmgr only a star clears it, and unknown words are ignored; under our name
 * an empty value clears it, too.
 */
static const char *
classification_of(
    const struct facctmgr *acct, const struct facctmgr_request *request)
{
	const char *text = request->classification;
	const char *kind = text ? ft_admin_classification(text) : "";

	if (*kind)
		return kind;
	if (text == NULL)
		return NULL;
	return strchr(text, '*') || (!*text && !acct->context->slurm) ? ""
								      : NULL;
}

static int
modify(struct facctmgr *acct, struct facctmgr_request *request)
{
	const char *classification = classification_of(acct, request);

	if (classification == NULL && request->set.given == 0)
		return facctmgr_nothing_to_set(acct);
	if (!limits_fit(acct, request))
		return 1;
	if (!facctmgr_heading_first(acct))
		print_settings(acct, request, classification);
	if (apply(acct, request, classification) != FT_OK)
		return facctmgr_refused(acct, request);
	if (request->result.n == 0 && request->set.given)
		return facctmgr_unchanged(acct);
	if (request->result.n == 0) {
		facctmgr_print_nothing(acct, "modified", true);
		return 1;
	}
	if (facctmgr_heading_first(acct))
		print_settings(acct, request, classification);
	print_modified(acct, &request->result);
	return facctmgr_finish(acct, FACCTMGR_CHANGE);
}

/* ---- list ------------------------------------------------------------------------------ */

static uint32_t
root_of(const struct facctmgr_list *list, const struct ft_cluster *cluster)
{
	for (size_t i = 0; i < list->index->n_root; i++) {
		uint32_t root = list->index->root[i];

		if (list->acctdb.assoc[root].cluster == cluster->id)
			return facctmgr_list_sees(list, root) ? root
							      : FT_INDEX_NONE;
	}
	return FT_INDEX_NONE;
}

static const char *
default_fields(struct facctmgr_list *list)
{
#define CLUSTER_HEAD "Clusters,ControlHost,ControlPort,RPC"
#define CLUSTER_LIMITS                                                         \
	",Share,GrpJobs,GrpTRES,GrpSubmitJobs,MaxJobs,MaxTRES,"                \
	"MaxSubmitJobs,MaxWallDurationPerJob,QOSLevel,DefaultQOS"
#define CLUSTER_FED ",Federation,ID,Features,FedState"
	bool limits = !(list->request->flags & FACCTMGR_WO_LIMITS);

	if (list->request->flags & FACCTMGR_WITH_FED)
		return limits ? CLUSTER_HEAD CLUSTER_LIMITS CLUSTER_FED
			      : CLUSTER_HEAD CLUSTER_FED;
	return limits ? CLUSTER_HEAD CLUSTER_LIMITS : CLUSTER_HEAD;
}

/* To sacctmgr a word that is no classification is no condition. */
static bool
has_class(const struct facctmgr_list *list, const struct ft_cluster *cluster)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_CLASSIFICATION];

	for (size_t i = 0; i < names->n && list->zeros; i++)
		if (!*ft_admin_classification(names->item[i]))
			return true;
	return facctmgr_list_names(
	    list, FT_KEY_CLASSIFICATION, cluster->classification);
}

static bool
matches(const struct facctmgr_list *list, const struct ft_cluster *cluster)
{
	char version[16];

	snprintf(version, sizeof version, "%" PRIu32,
	    facctmgr_rpc_version(list, cluster));
	return (!cluster->deleted ||
		   list->request->flags & FACCTMGR_WITH_DELETED) &&
	       !list->request->where.key[FT_KEY_FLAGS].given &&
	       facctmgr_list_names(list, FT_KEY_CLUSTER, cluster->name) &&
	       facctmgr_list_names(list, FT_KEY_FEDERATION, "") &&
	       facctmgr_list_names(list, FT_KEY_ID, version) &&
	       has_class(list, cluster);
}

static void
print(struct facctmgr_list *list)
{
	struct facctmgr_named *order = FACCTMGR_BY_NAME(list, cluster);

	for (size_t i = 0; order[i].name; i++) {
		struct facctmgr_row row = { .cluster = order[i].record,
			.assoc = root_of(list, order[i].record) };

		if (matches(list, row.cluster))
			facctmgr_list_row(list, row);
	}
}

const struct facctmgr_entity facctmgr_cluster = {
	.record = FT_ENTITY_CLUSTER,
	.conditions = conditions,
	.adding = adding,
	.settings = settings,
	.root = true,
	.options = FT_ENTITY_ASSOC,
	.add = {
		.key = FT_KEY_CLUSTER,
		.one = "cluster",
		.our_one = "a cluster",
		.many = "clusters",
		.blank = " Adding Cluster(s)",
		.check = limits_fit,
		.report = report_added,
	},
	.modify = { .instead = modify },
	.delete = {
		.records = " Deleting clusters...",
		.assocs = "",
	},
	.list = {
		FACCTMGR_ROWS("clusters"),
		.document = &facctmgr_clusters_document,
		.choose = default_fields,
		.print = print,
	},
};
