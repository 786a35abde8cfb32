/*
 * entity.c - clusters, accounts, users, QOS, wckeys and resources: found, added,
 * changed and deleted in the same way, by their columns.
 */
#include "store/account/registry_internal.h"
#include "store/usage/usage_internal.h"

static const struct kind {
	enum ft_log log;
	enum ft_stmt find, read, add, put, drop;
} kinds[FT_ENTITY_COUNT] = {
#define KIND(ID)                                                               \
	[FT_ENTITY_##ID] = { FT_LOG_##ID, FT_STMT_FIND_##ID,                   \
		FT_STMT_READ_##ID, FT_STMT_ADD_##ID, FT_STMT_PUT_##ID,         \
		FT_STMT_DROP_##ID }
	KIND(CLUSTER),
	KIND(ACCOUNT),
	KIND(USER),
	KIND(QOS),
	KIND(WCKEY),
	KIND(RESOURCE),
	KIND(ASSOC), /* only found and read here */
#undef KIND
	[FT_ENTITY_TRES] = { .find = FT_STMT_FIND_TRES,
	    .read = FT_STMT_READ_TRES },
};

/* Lists from which a record is removed when it is deleted. */
static const struct membership {
	enum ft_entity of;
	enum ft_log list;
	enum ft_stmt
	    owners; /* of the lists; FT_STMT_COUNT: the record itself */
	enum ft_stmt drop;
} memberships[] = {
	{ FT_ENTITY_CLUSTER, FT_LOG_RESOURCE_CLUSTER, FT_STMT_CLUSTER_SHARES,
	    FT_STMT_DROP_CLUSTER_SHARES },
	{ FT_ENTITY_RESOURCE, FT_LOG_RESOURCE_CLUSTER, FT_STMT_COUNT,
	    FT_STMT_DROP_SHARES },
	{ FT_ENTITY_ACCOUNT, FT_LOG_COORDINATOR, FT_STMT_COUNT,
	    FT_STMT_DROP_ACCOUNT_COORDS },
	{ FT_ENTITY_USER, FT_LOG_COORDINATOR, FT_STMT_USER_COORDS,
	    FT_STMT_DROP_USER_COORDS },
	/*
	 * A list of several QOS keeps an empty element for the QOS, so that it
	 * stays a list of its own, empty in the end, and inherits nothing; a
	 * list of this QOS alone inherits again.
	 */
	{ FT_ENTITY_QOS, FT_LOG_ASSOC_QOS, FT_STMT_QOS_ASSOCS,
	    FT_STMT_DROP_FROM_ASSOCS },
	{ FT_ENTITY_QOS, FT_LOG_QOS_PREEMPT, FT_STMT_QOS_PREEMPTORS,
	    FT_STMT_DROP_FROM_PREEMPTORS },
};
/* A revived QOS is in no list. */
static const struct membership revived_lists = { FT_ENTITY_QOS,
	FT_LOG_ASSOC_QOS, FT_STMT_QOS_ASSOCS, FT_STMT_DROP_FROM_LISTS };

static enum ft_status
fail_absent(enum ft_entity entity, uint32_t id, struct ft_error *err)
{
	return ft_fail(err, FT_ENOENT, "no %s %lu", ft_shape_of(entity)->table,
	    (unsigned long)id);
}

/* Returns the member that column NAME is; NULL: the record has none. */
static void *
member_of(enum ft_entity entity, void *record, const char *name)
{
	struct ft_column column;
	size_t at = 0;

	return ft_shape_find(ft_shape_of(entity), name, &at, &column)
		   ? (char *)record + column.offset
		   : NULL;
}

/* Whether the record has that member, a bool, and it is true. */
static bool
is_set(enum ft_entity entity, void *record, const char *name)
{
	const bool *member = member_of(entity, record, name);

	return member && *member;
}

/* ---- questions -------------------------------------------------------------- */

/* Read the row of STMT (NULL: it failed) into RECORD; FT_ENOENT: no row. */
static enum ft_status
read_one(struct ft_store *store, sqlite3_stmt *stmt, enum ft_entity entity,
    void *record, struct ft_error *err)
{
	const struct ft_shape *shape = ft_shape_of(entity);
	const struct ft_target target = { .arena = &store->arena };
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	if (step <= 0)
		return step ? (enum ft_status)step
			    : ft_store_fail_absent(store, shape->table, err);
	memset(record, 0, shape->size);
	ft_record_read(store, stmt, shape, &target, record);
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_get_entity(struct ft_registry *registry, enum ft_entity entity,
    uint32_t id, void *record, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return read_one(store,
	    ft_store_query(
		store, kinds[entity].read, FT_ARGS(FT_ARG("id", id)), err),
	    entity, record, err);
}

enum ft_status
ft_store_find_entity(struct ft_registry *registry, enum ft_entity entity,
    void *record, bool deleted, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct ft_source source = { ft_shape_of(entity), record, NULL };

	FT_TRY(read_one(store,
	    ft_record_query(store, kinds[entity].find, &source, NULL, err),
	    entity, record, err));
	return !deleted && is_set(entity, record, "deleted")
		   ? ft_store_fail_absent(store, source.shape->table, err)
		   : FT_OK;
}

/* ---- changes ---------------------------------------------------------------- */

/* Before a QOS changes: what was charged or has decayed under OLD stays so. */
static enum ft_status
settle_usage(struct ft_store *store, const struct ft_qos *old,
    const struct ft_qos *qos, struct ft_error *err)
{
	bool gone = old->deleted != qos->deleted;

	if (gone || old->usage_factor != qos->usage_factor)
		FT_TRY(ft_store_close_charges(store, qos->id, err));
	return gone || old->flags != qos->flags ? ft_store_end_era(store, err)
						: FT_OK;
}

bool
ft_store_same_values(enum ft_entity entity, const void *a, const void *b)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(entity, &n);
	bool same = true;

	for (; n > 0 && same; n--, attr++)
		same = !attr->column ||
		       ft_attr_same(ft_attr_get(attr, a), ft_attr_get(attr, b));
	return same;
}

/* Returns whether QOS is as OLD already. */
static bool
is_same_qos(const struct ft_qos *old, const struct ft_qos *qos)
{
	return old->deleted == qos->deleted && !strcmp(old->name, qos->name) &&
	       ft_store_same_values(FT_ENTITY_QOS, old, qos);
}

static enum ft_status
write_entity(struct ft_store *store, enum ft_entity entity, enum ft_stmt stmt,
    const void *record, struct ft_error *err)
{
	const struct ft_source source = { ft_shape_of(entity), record, NULL };

	return ft_record_write(store, stmt, &source,
	    FT_ARGS(FT_ARG("now", store->registry.now)), err);
}

enum ft_status
ft_store_keep_images(struct ft_registry *registry, enum ft_entity entity,
    const uint32_t *id, size_t n, struct ft_error *err)
{
	struct ft_id_set set FT_CLEANUP(ft_set_free);

	ft_set_init(&set, id, n);
	return ft_store_log_set(
	    ft_store_of(registry), kinds[entity].log, &set, err);
}

enum ft_status
ft_store_put_entity(struct ft_registry *registry, enum ft_entity entity,
    const void *record, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const uint32_t id = *(const uint32_t *)record;

	if (entity == FT_ENTITY_QOS) {
		struct ft_qos old;

		FT_TRY(FT_GET(registry, id, &old, err));
		/* no-op writes are not journalled: they would block undo */
		if (is_same_qos(&old, record))
			return FT_OK;
		FT_TRY(settle_usage(store, &old, record, err));
	}
	FT_TRY(ft_store_log_row(store, kinds[entity].log, id, err));
	FT_TRY(write_entity(store, entity, kinds[entity].put, record, err));
	return sqlite3_changes(store->db) ? FT_OK
					  : fail_absent(entity, id, err);
}

/* Remove the records in SET from lists, after keeping their images. */
static enum ft_status
remove_from_lists(struct ft_store *store, const struct membership *membership,
    const struct ft_id_set *set, struct ft_error *err)
{
	struct ft_rows owners FT_CLEANUP(
	    ft_rows_free) = { .shape = &ft_id_shape };

	if (membership->owners == FT_STMT_COUNT)
		for (size_t i = 0; i < set->n; i++)
			FT_TRY(ft_store_log_row(
			    store, membership->list, set->id[i], err));
	else
		FT_TRY(
		    ft_set_rows(store, membership->owners, set, &owners, err));
	for (size_t i = 0; i < owners.n; i++)
		FT_TRY(ft_store_log_row(
		    store, membership->list, ft_rows_ids(&owners)[i], err));
	return ft_set_run(store, membership->drop, set, NULL, err);
}

static enum ft_status
fail_exists(enum ft_entity entity, const void *record, struct ft_error *err)
{
	const struct ft_resource *resource = record;
	struct ft_column name;
	size_t at = 0;

	if (entity == FT_ENTITY_RESOURCE)
		return ft_fail(err, FT_EEXIST,
		    "resource '%s' at '%s' exists already", resource->name,
		    resource->server);
	(void)ft_shape_find(ft_shape_of(entity), "name", &at, &name);
	return ft_fail(err, FT_EEXIST, "%s '%s' exists already", name.table,
	    *(const char *const *)((const char *)record + name.offset));
}

/* Bring back a deleted record of the same name, with its id and creation time. */
static enum ft_status
revive(struct ft_registry *registry, enum ft_entity entity, const void *record,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct ft_shape *shape = ft_shape_of(entity);
	void *old = ft_arena_alloc(&store->arena, shape->size);
	void *new = ft_arena_alloc(&store->arena, shape->size);
	int64_t *created, *first_created;
	bool *deleted;

	memcpy(old, record, shape->size);
	FT_TRY(ft_store_find_entity(registry, entity, old, true, err));
	if (!is_set(entity, old, "deleted"))
		return fail_exists(entity, record, err);
	memcpy(new, record, shape->size);
	*id = *(uint32_t *)new = *(uint32_t *)old;
	deleted = member_of(entity, new, "deleted");
	if (deleted)
		*deleted = false;
	first_created = member_of(entity, old, "created");
	created = member_of(entity, new, "created");
	if (created && first_created && !is_set(entity, old, "removed"))
		*created = *first_created;
	if (created && !*created)
		*created = registry->now;
	if (entity == FT_ENTITY_QOS)
		FT_TRY(remove_from_lists(
		    store, &revived_lists, &(struct ft_id_set){ id, 1 }, err));
	return ft_store_put_entity(registry, entity, new, err);
}

static enum ft_status
add_clock(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	const struct ft_store_clock clock = { .now = store->registry.now,
		.decayed = store->registry.now };

	FT_TRY(ft_store_log_row(store, FT_LOG_CLOCK, id, err));
	return ft_store_put_clock(store, id, &clock, err);
}

enum ft_status
ft_store_add_entity(struct ft_registry *registry, enum ft_entity entity,
    const void *record, uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct kind *kind = &kinds[entity];
	const struct ft_source source = { ft_shape_of(entity), record, NULL };

	FT_TRY(ft_store_next_id(store, kind->log, id, err));
	FT_TRY(ft_record_write(store, kind->add, &source,
	    FT_ARGS(FT_ARG("id", *id), FT_ARG("now", registry->now)), err));
	if (sqlite3_changes(store->db)) {
		ft_store_take_id(store, kind->log);
		FT_TRY(ft_store_log_added(store, kind->log, *id, err));
	} else {
		FT_TRY(revive(registry, entity, record, id, err));
	}
	return entity == FT_ENTITY_CLUSTER ? add_clock(store, *id, err) : FT_OK;
}

enum ft_status
ft_store_add_entities(struct ft_registry *registry, enum ft_entity entity,
    void *records, size_t n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct ft_shape *shape = ft_shape_of(entity);
	const struct ft_given given = { shape, records, n, shape->size };
	const enum ft_log log = kinds[entity].log;
	uint32_t id;

	if (entity != FT_ENTITY_USER || !n)
		return n ? FT_EEXIST : FT_OK;
	FT_TRY(ft_store_next_id(store, log, &id, err));
	for (size_t i = 0; i < n; i++, id++)
		memcpy((char *)records + i * shape->size, &id, sizeof id);
	FT_TRY(ft_given_write(store, FT_STMT_ADD_USERS, &given,
	    FT_ARGS(FT_ARG("now", registry->now)), err));
	for (size_t i = n; i > 0; i--) {
		ft_store_take_id(store, log);
		FT_TRY(ft_store_log_added(store, log, id - (uint32_t)i, err));
	}
	return FT_OK;
}

/* Before QOS go: what was charged or has decayed under them stays so. */
static enum ft_status
settle_gone(
    struct ft_store *store, const struct ft_id_set *set, struct ft_error *err)
{
	for (size_t i = 0; i < set->n; i++)
		FT_TRY(ft_store_close_charges(store, set->id[i], err));
	return ft_store_end_era(store, err);
}

static enum ft_status
drop_set(struct ft_store *store, enum ft_entity entity,
    const struct ft_id_set *set, struct ft_error *err)
{
	const struct kind *kind = &kinds[entity];
	size_t gone = 0;

	FT_TRY(ft_store_log_set(store, kind->log, set, err));
	if (entity == FT_ENTITY_QOS)
		FT_TRY(settle_gone(store, set, err));
	for (size_t i = 0; i < FT_COUNT(memberships); i++)
		if (memberships[i].of == entity)
			FT_TRY(remove_from_lists(
			    store, &memberships[i], set, err));
	if (entity == FT_ENTITY_QOS)
		FT_TRY(ft_store_drop_lists(store, entity, set, err));
	FT_TRY(ft_set_run(store, kind->drop, set, &gone, err));
	return gone == set->n ? FT_OK
			      : ft_store_find_absent(store, entity, set, err);
}

enum ft_status
ft_store_find_absent(struct ft_store *store, enum ft_entity entity,
    const struct ft_id_set *set, struct ft_error *err)
{
	union ft_entity_record record;

	for (size_t i = 0; i < set->n; i++)
		if (ft_store_get_entity(
			&store->registry, entity, set->id[i], &record, err))
			return fail_absent(entity, set->id[i], err);
	return FT_OK;
}

enum ft_status
ft_store_drop_entities(struct ft_registry *registry, enum ft_entity entity,
    const uint32_t *id, size_t n, struct ft_error *err)
{
	struct ft_id_set set FT_CLEANUP(ft_set_free);

	ft_set_init(&set, id, n);
	return drop_set(ft_store_of(registry), entity, &set, err);
}

/* ---- coordinators and shares -------------------------------------------------- */

static enum ft_status
write_coord(struct ft_registry *registry, enum ft_stmt stmt,
    const struct ft_coord *coord, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct ft_source source = { &ft_shapes[FT_TABLE_coordinator],
		coord, NULL };

	FT_TRY(
	    ft_store_log_row(store, FT_LOG_COORDINATOR, coord->account, err));
	return ft_record_write(store, stmt, &source, NULL, err);
}

enum ft_status
ft_store_add_coord(struct ft_registry *registry, const struct ft_coord *coord,
    struct ft_error *err)
{
	return write_coord(registry, FT_STMT_ADD_COORD, coord, err);
}

enum ft_status
ft_store_drop_coord(struct ft_registry *registry, const struct ft_coord *coord,
    struct ft_error *err)
{
	FT_TRY(write_coord(registry, FT_STMT_DROP_COORD, coord, err));
	return sqlite3_changes(ft_store_of(registry)->db)
		   ? FT_OK
		   : ft_fail(err, FT_ENOENT,
			 "user %lu is not a coordinator of account %lu",
			 (unsigned long)coord->user,
			 (unsigned long)coord->account);
}

enum ft_status
ft_store_put_share(struct ft_registry *registry,
    const struct ft_resource_share *share, bool has_share, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct ft_source source = { &ft_shapes[FT_TABLE_resource_cluster],
		share, NULL };

	FT_TRY(ft_store_log_row(
	    store, FT_LOG_RESOURCE_CLUSTER, share->resource, err));
	return ft_record_write(store,
	    has_share ? FT_STMT_PUT_SHARE : FT_STMT_DROP_SHARE, &source, NULL,
	    err);
}
