/* store_registry.c - model/registry.h on SQLite: its table, by entity. */
#include "store/store_registry_int.h"

/* The calls that every entity has, with the struct it has. */
#define ENTITY(name, ENTITY_)                                                  \
	static enum ft_status get_##name(struct ft_registry *registry,         \
	    uint32_t id, struct ft_##name *record, struct ft_error *err)       \
	{                                                                      \
		return ft_get_entity(                                          \
		    registry, FT_ENTITY_##ENTITY_, id, record, err);           \
	}                                                                      \
	static enum ft_status add_##name(struct ft_registry *registry,         \
	    const struct ft_##name *record, uint32_t *id,                      \
	    struct ft_error *err)                                              \
	{                                                                      \
		return ft_add_entity(                                          \
		    registry, FT_ENTITY_##ENTITY_, record, id, err);           \
	}                                                                      \
	static enum ft_status drop_##name(                                     \
	    struct ft_registry *registry, uint32_t id, struct ft_error *err)   \
	{                                                                      \
		return ft_drop_entity(registry, FT_ENTITY_##ENTITY_, id, err); \
	}
#define PUT(name, ENTITY_)                                                     \
	static enum ft_status put_##name(struct ft_registry *registry,         \
	    const struct ft_##name *record, struct ft_error *err)              \
	{                                                                      \
		return ft_put_entity(                                          \
		    registry, FT_ENTITY_##ENTITY_, record, err);               \
	}
#define NAMED(name_, ENTITY_)                                                  \
	static enum ft_status find_##name_(struct ft_registry *registry,       \
	    const char *name, bool deleted, struct ft_##name_ *record,         \
	    struct ft_error *err)                                              \
	{                                                                      \
		const struct ft_##name_ key = { .name = name };                \
                                                                               \
		return (deleted ? ft_find_entity : ft_find_live)(              \
		    registry, FT_ENTITY_##ENTITY_, &key, record, err);         \
	}
ENTITY(cluster, CLUSTER)
ENTITY(account, ACCOUNT)
ENTITY(user, USER)
ENTITY(qos, QOS)
ENTITY(wckey, WCKEY)
ENTITY(resource, RESOURCE)
PUT(cluster, CLUSTER)
PUT(account, ACCOUNT)
PUT(user, USER)
PUT(qos, QOS)
PUT(resource, RESOURCE)
NAMED(cluster, CLUSTER)
NAMED(account, ACCOUNT)
NAMED(user, USER)
NAMED(qos, QOS)

static enum ft_status
find_wckey(struct ft_registry *registry, uint32_t cluster, uint32_t user,
    const char *name, bool deleted, struct ft_wckey *wckey,
    struct ft_error *err)
{
	const struct ft_wckey key = {
		.cluster = cluster, .user = user, .name = name
	};

	return (deleted ? ft_find_entity : ft_find_live)(
	    registry, FT_ENTITY_WCKEY, &key, wckey, err);
}

static enum ft_status
find_resource(struct ft_registry *registry, const char *name,
    const char *server, bool deleted, struct ft_resource *resource,
    struct ft_error *err)
{
	const struct ft_resource key = { .name = name, .server = server };

	return (deleted ? ft_find_entity : ft_find_live)(
	    registry, FT_ENTITY_RESOURCE, &key, resource, err);
}

static enum ft_status
find_tres(struct ft_registry *registry, const char *type, const char *name,
    struct ft_tres *tres, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_FIND_TRES,
		FT_ARGS(FT_ARG("type", type), FT_ARG("name", name)), err),
	    &ft_shapes[FT_TABLE_tres], tres, err);
}

static enum ft_status
get_tres(struct ft_registry *registry, uint32_t id, struct ft_tres *tres,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(
		store, FT_STMT_READ_TRES, FT_ARGS(FT_ARG("id", id)), err),
	    &ft_shapes[FT_TABLE_tres], tres, err);
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
	.find_cluster = find_cluster,
	.find_account = find_account,
	.find_user = find_user,
	.find_qos = find_qos,
	.find_tres = find_tres,
	.find_assoc = ft_find_assoc,
	.find_wckey = find_wckey,
	.find_resource = find_resource,
	.get_cluster = get_cluster,
	.get_account = get_account,
	.get_user = get_user,
	.get_qos = get_qos,
	.get_tres = get_tres,
	.get_assoc = ft_get_assoc,
	.get_wckey = get_wckey,
	.get_resource = get_resource,
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
	.add_cluster = add_cluster,
	.add_account = add_account,
	.add_user = add_user,
	.add_qos = add_qos,
	.add_assoc = ft_add_assoc,
	.batch = ft_new_batch,
	.add_coord = ft_add_coord,
	.add_wckey = add_wckey,
	.add_resource = add_resource,
	.put_cluster = put_cluster,
	.put_account = put_account,
	.put_user = put_user,
	.put_qos = put_qos,
	.put_assoc = ft_put_assoc,
	.put_resource = put_resource,
	.put_resource_share = ft_put_resource_share,
	.put_limit = ft_put_limit,
	.put_qosrefs = ft_put_qosrefs,
	.drop_cluster = drop_cluster,
	.drop_account = drop_account,
	.drop_user = drop_user,
	.drop_qos = drop_qos,
	.drop_assocs = ft_drop_assocs,
	.drop_coord = ft_drop_coord,
	.drop_wckey = drop_wckey,
	.drop_resource = drop_resource,
	.set_usage = set_usage,
	.note_transaction = ft_note_transaction,
};
