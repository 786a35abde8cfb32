/* store_registry.c - model/registry.h on SQLite: its table, by entity. */
#include "store/store_registry_int.h"

/* ---- by entity ------------------------------------------------------------ */

static enum ft_status
find(struct ft_registry *registry, enum ft_entity entity, void *record,
    bool deleted, struct ft_error *err)
{
	return entity == FT_ENTITY_ASSOC
		   ? ft_find_assoc(registry, record, deleted, err)
		   : ft_find_entity(registry, entity, record, deleted, err);
}

static enum ft_status
add(struct ft_registry *registry, enum ft_entity entity, const void *record,
    uint32_t *id, struct ft_error *err)
{
	return entity == FT_ENTITY_ASSOC
		   ? ft_add_assoc(registry, record, id, err)
		   : ft_add_entity(registry, entity, record, id, err);
}

static enum ft_status
put(struct ft_registry *registry, enum ft_entity entity, const void *record,
    struct ft_error *err)
{
	return entity == FT_ENTITY_ASSOC
		   ? ft_put_assoc(registry, record, err)
		   : ft_put_entity(registry, entity, record, err);
}

/* ---- lists ---------------------------------------------------------------- */

/* The rows of STMT, TABLE's, in *array until the transaction ends. */
static enum ft_status
list(struct ft_store *store, sqlite3_stmt *stmt, struct ft_rows *rows,
    enum ft_table table, struct ft_error *err)
{
	*rows = (struct ft_rows){ .arena = &store->arena,
		.shape = &ft_shapes[table] };
	return ft_store_rows(store, stmt, rows, err);
}

#define ALL FT_ARGS(FT_ARG("with_deleted", false))

static enum ft_status
clusters(struct ft_registry *registry, const struct ft_cluster **array,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(
	    list(store, ft_store_query(store, FT_STMT_READ_CLUSTERS, ALL, err),
		&rows, FT_TABLE_cluster, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
qoses(struct ft_registry *registry, const struct ft_qos **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(list(store, ft_store_query(store, FT_STMT_READ_QOSES, ALL, err),
	    &rows, FT_TABLE_qos, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
treses(struct ft_registry *registry, const struct ft_tres **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(
	    list(store, ft_store_query(store, FT_STMT_READ_TRESES, NULL, err),
		&rows, FT_TABLE_tres, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
coords(struct ft_registry *registry, const struct ft_coord **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(
	    list(store, ft_store_query(store, FT_STMT_READ_COORDS, NULL, err),
		&rows, FT_TABLE_coordinator, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
wckeys(struct ft_registry *registry, uint32_t user,
    const struct ft_wckey **array, size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(list(store,
	    user ? ft_store_query(store, FT_STMT_USER_WCKEYS,
		       FT_ARGS(FT_ARG("user", user)), err)
		 : ft_store_query(store, FT_STMT_READ_WCKEYS, ALL, err),
	    &rows, FT_TABLE_wckey, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
resources(struct ft_registry *registry, const struct ft_resource **array,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(
	    list(store, ft_store_query(store, FT_STMT_READ_RESOURCES, ALL, err),
		&rows, FT_TABLE_resource, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
resource_shares(struct ft_registry *registry, uint32_t resource,
    const struct ft_resource_share **array, size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows;

	FT_TRY(list(store,
	    ft_store_query(store, FT_STMT_READ_SHARES,
		FT_ARGS(FT_ARG_ID("resource", resource)), err),
	    &rows, FT_TABLE_resource_cluster, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

static enum ft_status
active_jobs(struct ft_registry *registry, uint32_t assoc, const uint32_t **ids,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_ids found = { .n = 0 };
	enum ft_status status = ft_store_ids(store,
	    ft_store_query(store, FT_STMT_ACTIVE_JOBS,
		FT_ARGS(FT_ARG("assoc", assoc)), err),
	    &found, err);
	uint32_t *copy =
	    ft_arena_calloc(&store->arena, found.n + 1, sizeof *copy);

	for (size_t i = 0; i < found.n; i++)
		copy[i] = found.id[i];
	*ids = copy;
	*n = found.n;
	ft_free(found.id);
	return status;
}

static enum ft_status
set_usage(struct ft_registry *registry, enum ft_entity entity, uint32_t owner,
    int64_t whole, int32_t micro, struct ft_error *err)
{
	return ft_store_mark_set(
	    ft_store_of(registry), entity, owner, whole, micro, err);
}

const struct ft_registry_ops ft_store_registry_ops = {
	.find = find,
	.get = ft_get_entity,
	.clusters = clusters,
	.qoses = qoses,
	.treses = treses,
	.coords = coords,
	.wckeys = wckeys,
	.resources = resources,
	.resource_shares = resource_shares,
	.each_assoc = ft_each_assoc,
	.limits = ft_get_limits,
	.qosrefs = ft_get_qosrefs,
	.active_jobs = active_jobs,
	.add = add,
	.batch = ft_new_batch,
	.add_coord = ft_add_coord,
	.put = put,
	.put_resource_share = ft_put_resource_share,
	.put_limit = ft_put_limit,
	.put_qosrefs = ft_put_qosrefs,
	.drop = ft_drop_entity,
	.drop_assocs = ft_drop_assocs,
	.drop_coord = ft_drop_coord,
	.set_usage = set_usage,
	.note_transaction = ft_note_transaction,
};
