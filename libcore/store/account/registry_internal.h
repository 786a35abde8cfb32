/*
 * registry_internal.h - the operations of model/account/registry.h, by file.
 * Their contracts are there.
 */
#ifndef FT_STORE_ACCOUNT_REGISTRY_INTERNAL_H
#define FT_STORE_ACCOUNT_REGISTRY_INTERNAL_H

#include "store/internal.h"
#include "store/log/log_internal.h"
#include "store/row/column_internal.h"

/* entity.c: clusters, accounts, users, QOS, wckeys, resources; also finding and
 * reading associations and TRES */
enum ft_status ft_store_get_entity(struct ft_registry *, enum ft_entity,
    uint32_t id, void *record, struct ft_error *);
enum ft_status ft_store_find_entity(struct ft_registry *, enum ft_entity,
    void *record, bool deleted, struct ft_error *);
enum ft_status ft_store_add_entity(struct ft_registry *, enum ft_entity,
    const void *record, uint32_t *id, struct ft_error *);
/* Add N records at once and set their ids; FT_EEXIST: none was added, as some are
 * there already. */
enum ft_status ft_store_add_entities(struct ft_registry *, enum ft_entity,
    void *records, size_t n, struct ft_error *);
enum ft_status ft_store_keep_images(struct ft_registry *, enum ft_entity,
    const uint32_t *id, size_t n, struct ft_error *);
enum ft_status ft_store_put_entity(struct ft_registry *, enum ft_entity,
    const void *record, struct ft_error *);
enum ft_status ft_store_drop_entities(struct ft_registry *, enum ft_entity,
    const uint32_t *id, size_t n, struct ft_error *);
/* FT_ENOENT with a message about the first of SET that is not there. */
enum ft_status ft_store_find_absent(struct ft_store *, enum ft_entity,
    const struct ft_id_set *, struct ft_error *);
enum ft_status ft_store_add_coord(
    struct ft_registry *, const struct ft_coord *, struct ft_error *);
enum ft_status ft_store_drop_coord(
    struct ft_registry *, const struct ft_coord *, struct ft_error *);
enum ft_status ft_store_put_share(struct ft_registry *,
    const struct ft_resource_share *, bool has_share, struct ft_error *);
/* Whether both records have the same values in all columns of attributes. */
bool ft_store_same_values(enum ft_entity entity, const void *a, const void *b);

/* assoc.c */
enum ft_status ft_store_each_assoc(struct ft_registry *,
    const struct ft_assoc_filter *, ft_assoc_fn *, void *ctx,
    struct ft_error *);
enum ft_status ft_store_add_assoc(struct ft_registry *, const struct ft_assoc *,
    uint32_t *id, struct ft_error *);
/* The same as ft_store_add_entities; sets their numbers, too. */
enum ft_status ft_store_add_assocs(
    struct ft_registry *, struct ft_assoc *, size_t n, struct ft_error *);
enum ft_status ft_store_new_batch(struct ft_registry *, struct ft_error *);
enum ft_status ft_store_put_assoc(
    struct ft_registry *, const struct ft_assoc *, struct ft_error *);

/* drop.c: deleting associations */
enum ft_status ft_store_drop_assocs(
    struct ft_registry *, const uint32_t *id, size_t n, struct ft_error *);

/* limit.c: limits and lists of QOS of an owner */
enum ft_status ft_store_put_limit(struct ft_registry *, enum ft_entity,
    const struct ft_limit *, bool has_value, struct ft_error *);
enum ft_status ft_store_put_qosrefs(struct ft_registry *, struct ft_owner,
    const struct ft_qosref *, size_t n, struct ft_error *);
/* Empty all lists of the owners in a set. */
enum ft_status ft_store_drop_lists(struct ft_store *, enum ft_entity,
    const struct ft_id_set *, struct ft_error *);

/* registry.c */
extern const struct ft_registry_ops ft_store_registry_ops;

#endif
