/* registry.c - the operations of model/account/registry.h on a store. */
#include "store/account/registry_internal.h"
#include "store/usage/usage_internal.h"

#define SHAPE(table) (&ft_shapes[FT_TABLE_##table])

/* The statement for a list: of an owner, or of all (FT_ENTITY_COUNT). */
static const struct list {
	enum ft_list_of what;
	enum ft_entity of;
	enum ft_stmt stmt;
	const struct ft_shape *shape;
} lists[] = {
	{ FT_LIST_CLUSTERS, FT_ENTITY_COUNT, FT_STMT_READ_CLUSTERS,
	    SHAPE(cluster) },
	{ FT_LIST_QOSES, FT_ENTITY_COUNT, FT_STMT_READ_QOSES, SHAPE(qos) },
	{ FT_LIST_RESOURCES, FT_ENTITY_COUNT, FT_STMT_READ_RESOURCES,
	    SHAPE(resource) },
	{ FT_LIST_TRESES, FT_ENTITY_COUNT, FT_STMT_READ_TRESES, SHAPE(tres) },
	{ FT_LIST_COORDS, FT_ENTITY_COUNT, FT_STMT_READ_COORDS,
	    SHAPE(coordinator) },
	{ FT_LIST_WCKEYS, FT_ENTITY_COUNT, FT_STMT_READ_WCKEYS, SHAPE(wckey) },
	{ FT_LIST_WCKEYS, FT_ENTITY_USER, FT_STMT_USER_WCKEYS, SHAPE(wckey) },
	{ FT_LIST_SHARES, FT_ENTITY_COUNT, FT_STMT_READ_SHARES,
	    SHAPE(resource_cluster) },
	{ FT_LIST_SHARES, FT_ENTITY_RESOURCE, FT_STMT_READ_SHARES,
	    SHAPE(resource_cluster) },
	{ FT_LIST_USER_NAMES, FT_ENTITY_COUNT, FT_STMT_USER_NAMES,
	    SHAPE(user) },
	{ FT_LIST_LIMITS, FT_ENTITY_ASSOC, FT_STMT_ASSOC_LIMITS,
	    SHAPE(assoc_limit) },
	{ FT_LIST_LIMITS, FT_ENTITY_QOS, FT_STMT_QOS_LIMITS, SHAPE(qos_limit) },
	{ FT_LIST_QOSREFS, FT_ENTITY_ASSOC, FT_STMT_ASSOC_QOS,
	    SHAPE(assoc_qos) },
	{ FT_LIST_QOSREFS, FT_ENTITY_QOS, FT_STMT_QOS_PREEMPT,
	    SHAPE(qos_preempt) },
	{ FT_LIST_ACTIVE_JOBS, FT_ENTITY_COUNT, FT_STMT_ALL_ACTIVE_JOBS,
	    &ft_active_job_shape },
	{ FT_LIST_ACTIVE_JOBS, FT_ENTITY_ASSOC, FT_STMT_ACTIVE_JOBS,
	    &ft_active_job_shape },
	{ FT_LIST_ACTIVE_JOBS, FT_ENTITY_QOS, FT_STMT_QOS_JOBS,
	    &ft_active_job_shape },
};

static enum ft_status
read_list(struct ft_registry *registry, enum ft_list_of what,
    struct ft_owner owner, struct ft_list *array, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct list *list = lists;
	struct ft_rows rows = { .arena = &store->arena };

	while (list->what != what || list->of != owner.entity)
		list++;
	rows.shape = list->shape;
	if (owner.entity == FT_ENTITY_ASSOC &&
	    ft_store_is_bare(store, owner.id) && what != FT_LIST_ACTIVE_JOBS) {
		array->item = ft_rows_keep(&rows, &array->n);
		return FT_OK;
	}
	if (what == FT_LIST_USER_NAMES)
		FT_TRY(ft_rows_collect(store, list->stmt, NULL, &rows, err));
	else
		FT_TRY(ft_store_rows(store,
		    ft_store_query(store, list->stmt,
			owner.entity == FT_ENTITY_COUNT
			    ? NULL
			    : FT_ARGS(FT_ARG("owner", owner.id)),
			err),
		    &rows, err));
	if (what == FT_LIST_LIMITS)
		ft_rows_sort_limits(&rows);
	array->item = ft_rows_keep(&rows, &array->n);
	return FT_OK;
}

static enum ft_status
add(struct ft_registry *registry, enum ft_entity entity, const void *record,
    uint32_t *id, struct ft_error *err)
{
	return entity == FT_ENTITY_ASSOC
		   ? ft_store_add_assoc(registry, record, id, err)
		   : ft_store_add_entity(registry, entity, record, id, err);
}

/* At once if all are users or associations that are new, else one by one. */
static enum ft_status
add_all(struct ft_registry *registry, enum ft_entity entity, void *records,
    size_t n, struct ft_error *err)
{
	const struct ft_shape *shape = ft_shape_of(entity);
	enum ft_status status =
	    entity == FT_ENTITY_ASSOC
		? ft_store_add_assocs(registry, records, n, err)
		: ft_store_add_entities(registry, entity, records, n, err);

	if (status != FT_EEXIST)
		return status;
	for (size_t i = 0; i < n; i++) {
		char *record = (char *)records + i * shape->size;
		uint32_t id;

		FT_TRY(add(registry, entity, record, &id, err));
		memcpy(record, &id, sizeof id); /* its first member */
		if (entity == FT_ENTITY_ASSOC)
			((struct ft_assoc *)(void *)record)->number =
			    registry->added.number;
	}
	return FT_OK;
}

static enum ft_status
put(struct ft_registry *registry, enum ft_entity entity, const void *record,
    struct ft_error *err)
{
	return entity == FT_ENTITY_ASSOC
		   ? ft_store_put_assoc(registry, record, err)
		   : ft_store_put_entity(registry, entity, record, err);
}

const struct ft_registry_ops ft_store_registry_ops = {
	.find = ft_store_find_entity,
	.get = ft_store_get_entity,
	.add = add,
	.add_all = add_all,
	.batch = ft_store_new_batch,
	.keep = ft_store_keep_images,
	.put = put,
	.drop = ft_store_drop_entities,
	.drop_assocs = ft_store_drop_assocs,
	.list = read_list,
	.each_assoc = ft_store_each_assoc,
	.add_coord = ft_store_add_coord,
	.drop_coord = ft_store_drop_coord,
	.put_resource_share = ft_store_put_share,
	.put_limit = ft_store_put_limit,
	.put_qosrefs = ft_store_put_qosrefs,
	.set_usage = ft_store_set_usage,
	.note_transactions = ft_store_add_transactions,
};
