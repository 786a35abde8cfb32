/* store_registry.c - model/registry.h on SQLite: questions and the table. */
#include "store/store_registry_int.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows ----------------------------------------------------------------- */

void
ft_row_cluster(
    struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_cluster *cluster)
{
	*cluster = (struct ft_cluster){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.classification = ft_column_text(arena, stmt, 2),
		.control_host = ft_column_text(arena, stmt, 3),
		.control_port = ft_column_u32(stmt, 4),
		.rpc_version = ft_column_u32(stmt, 5),
		.deleted = sqlite3_column_int(stmt, 6),
	};
}

void
ft_row_account(
    struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_account *account)
{
	*account = (struct ft_account){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.description = ft_column_text(arena, stmt, 2),
		.organization = ft_column_text(arena, stmt, 3),
		.flags = ft_column_u32(stmt, 4),
		.created = sqlite3_column_int64(stmt, 5),
		.deleted = sqlite3_column_int(stmt, 6),
	};
}

void
ft_row_user(struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_user *user)
{
	*user = (struct ft_user){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.admin_level = (enum ft_admin_level)sqlite3_column_int(stmt, 2),
		.default_wckey = ft_column_text(arena, stmt, 3),
		.created = sqlite3_column_int64(stmt, 4),
		.deleted = sqlite3_column_int(stmt, 5),
	};
}

void
ft_row_qos(struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_qos *qos)
{
	*qos = (struct ft_qos){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.description = ft_column_text(arena, stmt, 2),
		.priority = ft_column_u32(stmt, 3),
		.flags = ft_column_u32(stmt, 4),
		.grace_time = sqlite3_column_int64(stmt, 5),
		.preempt_mode = ft_column_u32(stmt, 6),
		.preempt_exempt_time = sqlite3_column_int64(stmt, 7),
		.usage_factor = sqlite3_column_double(stmt, 8),
		.usage_threshold = sqlite3_column_double(stmt, 9),
		.limit_factor = sqlite3_column_double(stmt, 10),
		.deleted = sqlite3_column_int(stmt, 11),
	};
}

void
ft_row_tres(struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_tres *tres)
{
	*tres = (struct ft_tres){
		.id = ft_column_u32(stmt, 0),
		.type = ft_column_text(arena, stmt, 1),
		.name = ft_column_text(arena, stmt, 2),
	};
}

/* ---- one record ----------------------------------------------------------- */

/* Step a query for one record: FT_OK stands on it, else as registry.h says. */
static enum ft_status
one(struct ft_store *store, sqlite3_stmt *stmt, struct ft_error *err)
{
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	if (step > 0)
		return FT_OK;
	return step ? (enum ft_status)step : FT_ENOENT;
}

/* FIND_ and READ_ of one kind of record differ only in names. */
#define ONE_RECORD(kind, FIND, GET)                                           \
	static enum ft_status find_##kind(struct ft_registry *registry,       \
	    const char *name, bool deleted, struct ft_##kind *record,         \
	    struct ft_error *err)                                             \
	{                                                                     \
		struct ft_store *store = ft_store_of(registry);               \
		sqlite3_stmt *stmt =                                          \
		    ft_store_query(store, FT_STMT_##FIND, err, "t", name);    \
		enum ft_status status = one(store, stmt, err);                \
                                                                              \
		if (status)                                                   \
			return status;                                        \
		ft_row_##kind(&store->arena, stmt, record);                   \
		sqlite3_reset(stmt);                                          \
		return record->deleted && !deleted ? FT_ENOENT : FT_OK;       \
	}                                                                     \
	static enum ft_status get_##kind(struct ft_registry *registry,        \
	    uint32_t id, struct ft_##kind *record, struct ft_error *err)      \
	{                                                                     \
		struct ft_store *store = ft_store_of(registry);               \
		sqlite3_stmt *stmt =                                          \
		    ft_store_query(store, FT_STMT_##GET, err, "u", id);       \
		enum ft_status status = one(store, stmt, err);                \
                                                                              \
		if (status)                                                   \
			return status;                                        \
		ft_row_##kind(&store->arena, stmt, record);                   \
		sqlite3_reset(stmt);                                          \
		return FT_OK;                                                 \
	}

ONE_RECORD(cluster, FIND_CLUSTER, READ_CLUSTER)
ONE_RECORD(account, FIND_ACCOUNT, READ_ACCOUNT)
ONE_RECORD(user, FIND_USER, READ_USER)
ONE_RECORD(qos, FIND_QOS, READ_QOS)

static enum ft_status
take_tres(struct ft_store *store, sqlite3_stmt *stmt, struct ft_tres *tres,
    struct ft_error *err)
{
	enum ft_status status = one(store, stmt, err);

	if (status)
		return status;
	ft_row_tres(&store->arena, stmt, tres);
	sqlite3_reset(stmt);
	return FT_OK;
}

static enum ft_status
find_tres(struct ft_registry *registry, const char *type, const char *name,
    struct ft_tres *tres, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return take_tres(store,
	    ft_store_query(store, FT_STMT_FIND_TRES, err, "tt", type, name),
	    tres, err);
}

static enum ft_status
get_tres(struct ft_registry *registry, uint32_t id, struct ft_tres *tres,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return take_tres(store,
	    ft_store_query(store, FT_STMT_READ_TRES, err, "u", id), tres, err);
}

/* ---- lists ---------------------------------------------------------------- */

/* An array that grows in memory and ends up in the arena of the transaction. */
struct list {
	void *data;
	size_t n, cap, size;
};

static void *
list_next(struct list *list)
{
	list->data =
	    ft_vec_grow(list->data, &list->cap, list->n + 1, list->size);
	return (char *)list->data + list->n++ * list->size;
}

static enum ft_status
list_end(struct ft_store *store, struct list *list, int step,
    const void **array, size_t *n)
{
	if (step == 0) {
		void *copy = ft_arena_alloc(
		    &store->arena, list->n * list->size + 1);

		if (list->n)
			memcpy(copy, list->data, list->n * list->size);
		*array = copy;
		*n = list->n;
	}
	ft_free(list->data);
	return (enum ft_status)step;
}

#define LIST_RECORDS(name, kind, STMT, format, ...)                           \
	static enum ft_status name(struct ft_registry *registry,              \
	    const struct ft_##kind **array, size_t *n, struct ft_error *err)  \
	{                                                                     \
		struct ft_store *store = ft_store_of(registry);               \
		struct list list = { .size = sizeof(struct ft_##kind) };      \
		sqlite3_stmt *stmt = ft_store_query(                          \
		    store, FT_STMT_##STMT, err, format __VA_ARGS__);          \
		const void *out = NULL;                                       \
		enum ft_status status;                                        \
		int step = stmt ? 1 : FT_EIO;                                 \
                                                                              \
		while (stmt && (step = ft_store_step(store, stmt, err)) > 0)  \
			ft_row_##kind(                                        \
			    &store->arena, stmt, list_next(&list));           \
		status = list_end(store, &list, step, &out, n);               \
		if (!status)                                                  \
			*array = out;                                         \
		return status;                                                \
	}

static void
ft_row_coord(struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_coord *coord)
{
	(void)arena;
	coord->account = ft_column_u32(stmt, 0);
	coord->user = ft_column_u32(stmt, 1);
}

static void
ft_row_number(struct ft_arena *arena, sqlite3_stmt *stmt, uint32_t *number)
{
	(void)arena;
	*number = ft_column_u32(stmt, 0);
}

LIST_RECORDS(clusters, cluster, READ_CLUSTERS, "b", , 0)
LIST_RECORDS(qoses, qos, READ_QOSES, "b", , 0)
LIST_RECORDS(treses, tres, READ_TRESES, "", )
LIST_RECORDS(coords, coord, READ_COORDS, "", )

static enum ft_status
active_jobs(struct ft_registry *registry, uint32_t assoc, const uint32_t **ids,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct list list = { .size = sizeof(uint32_t) };
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_ACTIVE_JOBS, err, "u", assoc);
	const void *out = NULL;
	enum ft_status status;
	int step = stmt ? 1 : FT_EIO;

	while (stmt && (step = ft_store_step(store, stmt, err)) > 0)
		ft_row_number(&store->arena, stmt, list_next(&list));
	status = list_end(store, &list, step, &out, n);
	if (!status)
		*ids = out;
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
	.get_cluster = get_cluster,
	.get_account = get_account,
	.get_user = get_user,
	.get_qos = get_qos,
	.get_tres = get_tres,
	.get_assoc = ft_get_assoc,
	.clusters = clusters,
	.qoses = qoses,
	.treses = treses,
	.coords = coords,
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
	.put_cluster = ft_put_cluster,
	.put_account = ft_put_account,
	.put_user = ft_put_user,
	.put_qos = ft_put_qos,
	.put_assoc = ft_put_assoc,
	.put_limit = ft_put_limit,
	.put_qosrefs = ft_put_qosrefs,
	.drop_cluster = ft_drop_cluster,
	.drop_account = ft_drop_account,
	.drop_user = ft_drop_user,
	.drop_qos = ft_drop_qos,
	.drop_assoc = ft_drop_assoc,
	.drop_coord = ft_drop_coord,
	.set_usage = set_usage,
};
