/*
 * registry_internal.h - the operations of model/account/registry.h, by file.
 * Their contracts are there.
 */
#ifndef FT_STORE_ACCOUNT_REGISTRY_INTERNAL_H
#define FT_STORE_ACCOUNT_REGISTRY_INTERNAL_H

#include "store/row/column_internal.h"

static inline struct ft_store *
ft_store_of(struct ft_registry *registry)
{
	return (struct ft_store *)registry; /* its first member */
}

/* row/rows.c */

/* All rows of a statement in an array. */
struct ft_rows {
	const struct ft_shape *shape;
	struct ft_arena *arena; /* of their strings */
	char *data;
	size_t n, cap;
};
/* Add the rows of STMT (NULL: it failed); on failure all are freed. */
enum ft_status ft_store_rows(struct ft_store *store, sqlite3_stmt *stmt,
    struct ft_rows *rows, struct ft_error *err);
/* Move the array into the arena of its strings. */
void *ft_rows_keep(struct ft_rows *rows, size_t *n);
void ft_rows_free(struct ft_rows *rows);
/* By owner, kind, TRES: the tables have them by name. */
void ft_rows_sort_limits(struct ft_rows *rows);

/* A row that is one id, whatever its column is called; its struct. */
extern const struct ft_shape ft_id_shape;
/* Returns the array of such rows. */
const uint32_t *ft_rows_ids(const struct ft_rows *rows);

/* account/entity.c: clusters, accounts, users, QOS, wckeys, resources and, but for
 * what account/assoc.c does, associations; TRES as far as they are read */
enum ft_status ft_store_get_entity(struct ft_registry *, enum ft_entity,
    uint32_t id, void *record, struct ft_error *);
enum ft_status ft_store_find_entity(struct ft_registry *, enum ft_entity,
    void *record, bool deleted, struct ft_error *);
enum ft_status ft_store_add_entity(struct ft_registry *, enum ft_entity,
    const void *record, uint32_t *id, struct ft_error *);
enum ft_status ft_store_put_entity(struct ft_registry *, enum ft_entity,
    const void *record, struct ft_error *);
enum ft_status ft_store_drop_entity(
    struct ft_registry *, enum ft_entity, uint32_t id, struct ft_error *);
enum ft_status ft_store_add_coord(
    struct ft_registry *, const struct ft_coord *, struct ft_error *);
enum ft_status ft_store_drop_coord(
    struct ft_registry *, const struct ft_coord *, struct ft_error *);
enum ft_status ft_store_put_share(struct ft_registry *,
    const struct ft_resource_share *, bool has_share, struct ft_error *);
/* Whether both records have the same values in all columns of attributes. */
bool ft_store_same_values(enum ft_entity entity, const void *a, const void *b);

/* account/assoc.c */
enum ft_status ft_store_each_assoc(struct ft_registry *,
    const struct ft_assoc_filter *, ft_assoc_fn *, void *ctx,
    struct ft_error *);
enum ft_status ft_store_add_assoc(struct ft_registry *, const struct ft_assoc *,
    uint32_t *id, struct ft_error *);
enum ft_status ft_store_new_batch(struct ft_registry *, struct ft_error *);
enum ft_status ft_store_put_assoc(
    struct ft_registry *, const struct ft_assoc *, struct ft_error *);
enum ft_status ft_store_drop_assocs(
    struct ft_registry *, const uint32_t *id, size_t n, struct ft_error *);

/* usage/mark.c */
enum ft_status ft_store_set_usage(struct ft_registry *, struct ft_owner,
    int64_t whole, int32_t micro, struct ft_error *);

/* account/txn.c: what slurmdbd notes */
enum ft_status ft_store_note(
    struct ft_registry *, const struct ft_transaction *, struct ft_error *);

/* row/list.c: limits and lists of QOS */
enum ft_status ft_store_put_limit(struct ft_registry *, enum ft_entity,
    const struct ft_limit *, bool has_value, struct ft_error *);
enum ft_status ft_store_put_qosrefs(struct ft_registry *, struct ft_owner,
    const struct ft_qosref *, size_t n, struct ft_error *);
/* Empty all lists of OWNER. */
enum ft_status ft_store_drop_lists(
    struct ft_store *, struct ft_owner, struct ft_error *);

#endif
