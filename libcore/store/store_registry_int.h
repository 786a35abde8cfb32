/*
 * store_registry_int.h - the operations of model/registry.h, by file.
 * Their contracts are there.
 */
#ifndef FT_STORE_STORE_REGISTRY_INT_H
#define FT_STORE_STORE_REGISTRY_INT_H

#include "store/store_int.h"

static inline struct ft_store *
ft_store_of(struct ft_registry *registry)
{
	return (struct ft_store *)registry; /* its first member */
}

/* store_rows.c */

/* A row of a statement of stmt.def into *row, strings into ARENA. */
typedef void ft_row_fn(struct ft_arena *arena, sqlite3_stmt *stmt, void *row);
ft_row_fn ft_row_cluster, ft_row_account, ft_row_user, ft_row_qos, ft_row_assoc,
    ft_row_tres, ft_row_wckey, ft_row_resource, ft_row_resource_share,
    ft_row_coord, ft_row_limit, ft_row_qosref, ft_row_id;

/* One row (STMT may be NULL: it failed); FT_ENOENT without a message. */
enum ft_status ft_store_one(struct ft_store *store, sqlite3_stmt *stmt,
    ft_row_fn *fn, void *row, struct ft_error *err);

/* All rows of a statement in an array. */
struct ft_rows {
	struct ft_arena *arena; /* of their strings */
	size_t size;            /* bytes of one record */
	char *data;
	size_t n, cap;
};
/* On failure the rows are freed. */
enum ft_status ft_store_rows(struct ft_store *store, sqlite3_stmt *stmt,
    ft_row_fn *fn, struct ft_rows *rows, struct ft_error *err);
/* Move the array into the arena of its strings. */
void *ft_rows_keep(struct ft_rows *rows, size_t *n);
void ft_rows_free(struct ft_rows *rows);
/* By owner, kind, TRES: the tables have them by name. */
void ft_rows_sort_limits(struct ft_rows *rows);

/* store_entity.c: clusters, accounts, users, QOS, coordinators */
enum ft_status ft_add_cluster(struct ft_registry *, const struct ft_cluster *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_add_account(struct ft_registry *, const struct ft_account *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_add_user(struct ft_registry *, const struct ft_user *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_add_qos(struct ft_registry *, const struct ft_qos *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_add_coord(
    struct ft_registry *, const struct ft_coord *, struct ft_error *);
enum ft_status ft_put_cluster(
    struct ft_registry *, const struct ft_cluster *, struct ft_error *);
enum ft_status ft_put_account(
    struct ft_registry *, const struct ft_account *, struct ft_error *);
enum ft_status ft_put_user(
    struct ft_registry *, const struct ft_user *, struct ft_error *);
enum ft_status ft_put_qos(
    struct ft_registry *, const struct ft_qos *, struct ft_error *);
enum ft_status ft_drop_cluster(
    struct ft_registry *, uint32_t id, struct ft_error *);
enum ft_status ft_drop_account(
    struct ft_registry *, uint32_t id, struct ft_error *);
enum ft_status ft_drop_user(
    struct ft_registry *, uint32_t id, struct ft_error *);
enum ft_status ft_drop_qos(
    struct ft_registry *, uint32_t id, struct ft_error *);
enum ft_status ft_drop_coord(
    struct ft_registry *, const struct ft_coord *, struct ft_error *);

/* store_assoc.c */
enum ft_status ft_find_assoc(struct ft_registry *, uint32_t cluster,
    uint32_t account, uint32_t user, const char *partition, bool deleted,
    struct ft_assoc *, struct ft_error *);
enum ft_status ft_get_assoc(
    struct ft_registry *, uint32_t id, struct ft_assoc *, struct ft_error *);
enum ft_status ft_each_assoc(struct ft_registry *,
    const struct ft_assoc_filter *, ft_assoc_fn *, void *ctx,
    struct ft_error *);
enum ft_status ft_add_assoc(struct ft_registry *, const struct ft_assoc *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_new_batch(struct ft_registry *, struct ft_error *);
enum ft_status ft_put_assoc(
    struct ft_registry *, const struct ft_assoc *, struct ft_error *);
enum ft_status ft_drop_assocs(
    struct ft_registry *, const uint32_t *id, size_t n, struct ft_error *);

/* store_wckey.c: wckeys, resources, transactions */
enum ft_status ft_find_wckey(struct ft_registry *, uint32_t cluster,
    uint32_t user, const char *name, bool deleted, struct ft_wckey *,
    struct ft_error *);
enum ft_status ft_get_wckey(
    struct ft_registry *, uint32_t id, struct ft_wckey *, struct ft_error *);
enum ft_status ft_get_wckeys(struct ft_registry *, uint32_t user,
    const struct ft_wckey **, size_t *n, struct ft_error *);
enum ft_status ft_add_wckey(struct ft_registry *, const struct ft_wckey *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_drop_wckey(
    struct ft_registry *, uint32_t id, struct ft_error *);
enum ft_status ft_find_resource(struct ft_registry *, const char *name,
    const char *server, bool deleted, struct ft_resource *, struct ft_error *);
enum ft_status ft_get_resource(
    struct ft_registry *, uint32_t id, struct ft_resource *, struct ft_error *);
enum ft_status ft_get_resources(struct ft_registry *,
    const struct ft_resource **, size_t *n, struct ft_error *);
enum ft_status ft_get_resource_shares(struct ft_registry *, uint32_t resource,
    const struct ft_resource_share **, size_t *n, struct ft_error *);
enum ft_status ft_add_resource(struct ft_registry *, const struct ft_resource *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_put_resource(
    struct ft_registry *, const struct ft_resource *, struct ft_error *);
enum ft_status ft_put_resource_share(struct ft_registry *,
    const struct ft_resource_share *, bool has_share, struct ft_error *);
enum ft_status ft_drop_resource(
    struct ft_registry *, uint32_t id, struct ft_error *);
enum ft_status ft_note_transaction(
    struct ft_registry *, const struct ft_transaction *, struct ft_error *);
/* What goes with a cluster: its share of every resource. */
enum ft_status ft_drop_cluster_shares(
    struct ft_store *, uint32_t cluster, struct ft_error *);

/* store_list.c: limits and lists of QOS */
enum ft_status ft_get_limits(struct ft_registry *, enum ft_entity,
    uint32_t owner, const struct ft_limit **, size_t *n, struct ft_error *);
enum ft_status ft_get_qosrefs(struct ft_registry *, enum ft_entity,
    uint32_t owner, const struct ft_qosref **, size_t *n, struct ft_error *);
enum ft_status ft_put_limit(struct ft_registry *, enum ft_entity,
    const struct ft_limit *, bool has_value, struct ft_error *);
enum ft_status ft_put_qosrefs(struct ft_registry *, enum ft_entity,
    uint32_t owner, const struct ft_qosref *, size_t n, struct ft_error *);
/* Empty all lists of OWNER. */
enum ft_status ft_drop_lists(
    struct ft_store *, enum ft_entity, uint32_t owner, struct ft_error *);

#endif
