/* store_wckey.c - wckeys, resources, and the notes of slurmdbd. */
#include "store/journal.h"
#include "store/store_registry_int.h"

#include <string.h>

static enum ft_status
fail_absent(const char *what, uint32_t id, struct ft_error *err)
{
	return ft_fail(err, FT_ENOENT, "no %s %lu", what, (unsigned long)id);
}

/* ---- wckeys --------------------------------------------------------------- */

enum ft_status
ft_find_wckey(struct ft_registry *registry, uint32_t cluster, uint32_t user,
    const char *name, bool deleted, struct ft_wckey *wckey,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_one(store,
	    ft_store_query(
		store, FT_STMT_FIND_WCKEY, err, "uut", cluster, user, name),
	    ft_row_wckey, wckey, err);

	return !status && wckey->deleted && !deleted
		   ? ft_store_absent(store, "wckey", err)
		   : status;
}

enum ft_status
ft_get_wckey(struct ft_registry *registry, uint32_t id, struct ft_wckey *wckey,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_WCKEY, err, "u", id),
	    ft_row_wckey, wckey, err);
}

enum ft_status
ft_get_wckeys(struct ft_registry *registry, uint32_t user,
    const struct ft_wckey **array, size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	sqlite3_stmt *stmt =
	    user ? ft_store_query(store, FT_STMT_USER_WCKEYS, err, "u", user)
		 : ft_store_query(store, FT_STMT_READ_WCKEYS, err, "b", 0);
	enum ft_status status =
	    ft_store_rows(store, stmt, ft_row_wckey, &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

static enum ft_status
revive_wckey(struct ft_registry *registry, const struct ft_wckey *wckey,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_wckey old;
	enum ft_status status = ft_find_wckey(registry, wckey->cluster,
	    wckey->user, wckey->name, true, &old, err);

	if (!status && !old.deleted)
		status = ft_fail(
		    err, FT_EEXIST, "wckey '%s' exists already", wckey->name);
	if (status)
		return status;
	*id = old.id;
	status = ft_store_log_row(store, FT_LOG_WCKEY, old.id, err);
	return status
		   ? status
		   : ft_store_run(store, FT_STMT_REVIVE_WCKEY, err, "u", *id);
}

enum ft_status
ft_add_wckey(struct ft_registry *registry, const struct ft_wckey *wckey,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_next_id(store, FT_LOG_WCKEY, id, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_WCKEY, err, "uuuti",
		    *id, wckey->cluster, wckey->user, wckey->name,
		    registry->now);
	if (status)
		return status;
	if (!sqlite3_changes(store->db))
		return revive_wckey(registry, wckey, id, err);
	ft_store_take_id(store, FT_LOG_WCKEY);
	return ft_store_log_added(store, FT_LOG_WCKEY, *id, err);
}

enum ft_status
ft_drop_wckey(struct ft_registry *registry, uint32_t id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_log_row(store, FT_LOG_WCKEY, id, err);

	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_WCKEY, err, "ui", id, registry->now);
	if (!status && !sqlite3_changes(store->db))
		status = fail_absent("wckey", id, err);
	return status;
}

/* ---- resources ------------------------------------------------------------ */

enum ft_status
ft_find_resource(struct ft_registry *registry, const char *name,
    const char *server, bool deleted, struct ft_resource *resource,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_one(store,
	    ft_store_query(
		store, FT_STMT_FIND_RESOURCE, err, "tt", name, server),
	    ft_row_resource, resource, err);

	return !status && resource->deleted && !deleted
		   ? ft_store_absent(store, "resource", err)
		   : status;
}

enum ft_status
ft_get_resource(struct ft_registry *registry, uint32_t id,
    struct ft_resource *resource, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_RESOURCE, err, "u", id),
	    ft_row_resource, resource, err);
}

enum ft_status
ft_get_resources(struct ft_registry *registry, const struct ft_resource **array,
    size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_RESOURCES, err, "b", 0),
	    ft_row_resource, &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

enum ft_status
ft_get_resource_shares(struct ft_registry *registry, uint32_t resource,
    const struct ft_resource_share **array, size_t *n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof **array, NULL, 0, 0 };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_SHARES, err, "o", resource),
	    ft_row_resource_share, &rows, err);

	if (!status)
		*array = ft_rows_keep(&rows, n);
	return status;
}

enum ft_status
ft_put_resource(struct ft_registry *registry,
    const struct ft_resource *resource, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_RESOURCE, resource->id, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_RESOURCE, err,
		    "utttutuuubi", resource->id, resource->name,
		    resource->server, resource->server_type, resource->type,
		    resource->description, resource->flags, resource->count,
		    resource->last_consumed, (int)resource->deleted,
		    registry->now);
	if (!status && !sqlite3_changes(store->db))
		status = fail_absent("resource", resource->id, err);
	return status;
}

static enum ft_status
revive_resource(struct ft_registry *registry,
    const struct ft_resource *resource, uint32_t *id, struct ft_error *err)
{
	struct ft_resource old;
	enum ft_status status = ft_find_resource(
	    registry, resource->name, resource->server, true, &old, err);

	if (!status && !old.deleted)
		status = ft_fail(err, FT_EEXIST,
		    "resource '%s' at '%s' exists already", resource->name,
		    resource->server);
	if (status)
		return status;
	*id = old.id;
	old = *resource;
	old.id = *id;
	old.deleted = false;
	return ft_put_resource(registry, &old, err);
}

enum ft_status
ft_add_resource(struct ft_registry *registry,
    const struct ft_resource *resource, uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_next_id(store, FT_LOG_RESOURCE, id, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_RESOURCE, err,
		    "utttutuuui", *id, resource->name, resource->server,
		    resource->server_type, resource->type,
		    resource->description, resource->flags, resource->count,
		    resource->last_consumed, registry->now);
	if (status)
		return status;
	if (!sqlite3_changes(store->db))
		return revive_resource(registry, resource, id, err);
	ft_store_take_id(store, FT_LOG_RESOURCE);
	return ft_store_log_added(store, FT_LOG_RESOURCE, *id, err);
}

enum ft_status
ft_put_resource_share(struct ft_registry *registry,
    const struct ft_resource_share *share, bool has_share, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_log_row(
	    store, FT_LOG_RESOURCE_CLUSTER, share->resource, err);

	if (status)
		return status;
	return has_share ? ft_store_run(store, FT_STMT_PUT_SHARE, err, "uuu",
			       share->resource, share->cluster, share->allowed)
			 : ft_store_run(store, FT_STMT_DROP_SHARE, err, "uu",
			       share->resource, share->cluster);
}

enum ft_status
ft_drop_resource(
    struct ft_registry *registry, uint32_t id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_RESOURCE, id, err);

	if (!status)
		status =
		    ft_store_log_row(store, FT_LOG_RESOURCE_CLUSTER, id, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_DROP_SHARES, err, "u", id);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_RESOURCE, err, "ui", id, registry->now);
	if (!status && !sqlite3_changes(store->db))
		status = fail_absent("resource", id, err);
	return status;
}

enum ft_status
ft_drop_cluster_shares(
    struct ft_store *store, uint32_t cluster, struct ft_error *err)
{
	struct ft_rows rows = { .size = sizeof(uint32_t) };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_CLUSTER_SHARES, err, "u", cluster),
	    ft_row_id, &rows, err);
	const uint32_t *resource = (const uint32_t *)(const void *)rows.data;

	for (size_t i = 0; !status && i < rows.n; i++)
		status = ft_store_log_row(
		    store, FT_LOG_RESOURCE_CLUSTER, resource[i], err);
	ft_rows_free(&rows);
	return status ? status
		      : ft_store_run(store, FT_STMT_DROP_CLUSTER_SHARES, err,
			    "u", cluster);
}

/* ---- what slurmdbd notes --------------------------------------------------- */

enum ft_status
ft_note_transaction(struct ft_registry *registry,
    const struct ft_transaction *txn, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_log_entry(store, err);

	return status
		   ? status
		   : ft_store_run(store, FT_STMT_ADD_TXN, err, "oiutttt",
			 store->journal, registry->now, txn->action,
			 store->actor, txn->cluster, txn->subject, txn->info);
}

static void
take_transaction(
    struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_transaction *txn)
{
	*txn = (struct ft_transaction){
		.id = ft_column_u32(stmt, 0),
		.journal = ft_column_u32(stmt, 1),
		.at = sqlite3_column_int64(stmt, 2),
		.action = ft_column_u32(stmt, 3),
		.actor = ft_column_text(arena, stmt, 4),
		.cluster = ft_column_text(arena, stmt, 5),
		.subject = ft_column_text(arena, stmt, 6),
		.info = ft_column_text(arena, stmt, 7),
	};
}

enum ft_status
ft_store_each_transaction(struct ft_store *store, int64_t since, int64_t until,
    ft_transaction_fn *fn, void *ctx, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_READ_TXNS, err, "ii", since, until);
	enum ft_status status = FT_OK;
	int step = stmt ? 1 : FT_EIO;
	struct ft_arena arena;

	ft_arena_init(&arena);
	while (
	    stmt && !status && (step = ft_store_step(store, stmt, err)) > 0) {
		struct ft_transaction txn;

		take_transaction(&arena, stmt, &txn);
		status = fn(ctx, &txn, err);
		ft_arena_clear(&arena);
	}
	if (status)
		sqlite3_reset(stmt);
	return status ? status : (enum ft_status)step;
}
