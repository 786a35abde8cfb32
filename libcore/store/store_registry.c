/* store_registry.c - model/registry.h on SQLite: questions and the table. */
#include "store/store_registry_int.h"

static enum ft_status
find_cluster(struct ft_registry *registry, const char *name, bool deleted,
    struct ft_cluster *cluster, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_one(store,
	    ft_store_query(store, FT_STMT_FIND_CLUSTER, err, "t", name),
	    ft_row_cluster, cluster, err);

	return !status && cluster->deleted && !deleted
		   ? ft_store_absent(store, "cluster", err)
		   : status;
}

static enum ft_status
get_cluster(struct ft_registry *registry, uint32_t id,
    struct ft_cluster *cluster, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_CLUSTER, err, "u", id),
	    ft_row_cluster, cluster, err);
}

static enum ft_status
find_account(struct ft_registry *registry, const char *name, bool deleted,
    struct ft_account *account, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_one(store,
	    ft_store_query(store, FT_STMT_FIND_ACCOUNT, err, "t", name),
	    ft_row_account, account, err);

	return !status && account->deleted && !deleted
		   ? ft_store_absent(store, "account", err)
		   : status;
}

static enum ft_status
get_account(struct ft_registry *registry, uint32_t id,
    struct ft_account *account, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_ACCOUNT, err, "u", id),
	    ft_row_account, account, err);
}

static enum ft_status
find_user(struct ft_registry *registry, const char *name, bool deleted,
    struct ft_user *user, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_one(store,
	    ft_store_query(store, FT_STMT_FIND_USER, err, "t", name),
	    ft_row_user, user, err);

	return !status && user->deleted && !deleted
		   ? ft_store_absent(store, "user", err)
		   : status;
}

static enum ft_status
get_user(struct ft_registry *registry, uint32_t id, struct ft_user *user,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_USER, err, "u", id), ft_row_user,
	    user, err);
}

static enum ft_status
find_qos(struct ft_registry *registry, const char *name, bool deleted,
    struct ft_qos *qos, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_one(store,
	    ft_store_query(store, FT_STMT_FIND_QOS, err, "t", name), ft_row_qos,
	    qos, err);

	return !status && qos->deleted && !deleted
		   ? ft_store_absent(store, "qos", err)
		   : status;
}

static enum ft_status
get_qos(struct ft_registry *registry, uint32_t id, struct ft_qos *qos,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_QOS, err, "u", id), ft_row_qos,
	    qos, err);
}

static enum ft_status
find_tres(struct ft_registry *registry, const char *type, const char *name,
    struct ft_tres *tres, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_FIND_TRES, err, "tt", type, name),
	    ft_row_tres, tres, err);
}

static enum ft_status
get_tres(struct ft_registry *registry, uint32_t id, struct ft_tres *tres,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_TRES, err, "u", id), ft_row_tres,
	    tres, err);
}

/* ---- lists ---------------------------------------------------------------- */

static enum ft_status
clusters(struct ft_registry *registry, const struct ft_cluster **array,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_CLUSTERS, err, "b", 0),
	    ft_row_cluster, &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

static enum ft_status
qoses(struct ft_registry *registry, const struct ft_qos **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_QOSES, err, "b", 0), ft_row_qos,
	    &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

static enum ft_status
treses(struct ft_registry *registry, const struct ft_tres **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_TRESES, err, ""), ft_row_tres,
	    &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

static enum ft_status
coords(struct ft_registry *registry, const struct ft_coord **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_COORDS, err, ""), ft_row_coord,
	    &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

static enum ft_status
active_jobs(struct ft_registry *registry, uint32_t assoc, const uint32_t **ids,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **ids, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_ACTIVE_JOBS, err, "u", assoc),
	    ft_row_id, &rows, err);

	if (!status)
		*ids = ft_rows_keep(&rows, n);
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
	.find_wckey = ft_find_wckey,
	.find_resource = ft_find_resource,
	.get_cluster = get_cluster,
	.get_account = get_account,
	.get_user = get_user,
	.get_qos = get_qos,
	.get_tres = get_tres,
	.get_assoc = ft_get_assoc,
	.get_wckey = ft_get_wckey,
	.get_resource = ft_get_resource,
	.clusters = clusters,
	.qoses = qoses,
	.treses = treses,
	.coords = coords,
	.wckeys = ft_get_wckeys,
	.resources = ft_get_resources,
	.resource_shares = ft_get_resource_shares,
	.each_assoc = ft_each_assoc,
	.limits = ft_get_limits,
	.qosrefs = ft_get_qosrefs,
	.active_jobs = active_jobs,
	.add_cluster = ft_add_cluster,
	.add_account = ft_add_account,
	.add_user = ft_add_user,
	.add_qos = ft_add_qos,
	.add_assoc = ft_add_assoc,
	.batch = ft_new_batch,
	.add_coord = ft_add_coord,
	.add_wckey = ft_add_wckey,
	.add_resource = ft_add_resource,
	.put_cluster = ft_put_cluster,
	.put_account = ft_put_account,
	.put_user = ft_put_user,
	.put_qos = ft_put_qos,
	.put_assoc = ft_put_assoc,
	.put_resource = ft_put_resource,
	.put_resource_share = ft_put_resource_share,
	.put_limit = ft_put_limit,
	.put_qosrefs = ft_put_qosrefs,
	.drop_cluster = ft_drop_cluster,
	.drop_account = ft_drop_account,
	.drop_user = ft_drop_user,
	.drop_qos = ft_drop_qos,
	.drop_assocs = ft_drop_assocs,
	.drop_coord = ft_drop_coord,
	.drop_wckey = ft_drop_wckey,
	.drop_resource = ft_drop_resource,
	.set_usage = set_usage,
	.note_transaction = ft_note_transaction,
};
