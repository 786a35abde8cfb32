/* store_list.c - limits and lists of QOS: sparse rows by owner. */
#include "store/store_registry_int.h"

/* The statements for one kind of owner. */
struct owner_kind {
	enum ft_stmt limits, put_limit, drop_limit, drop_limits;
	enum ft_stmt refs, add_ref, drop_refs;
	enum ft_log log_limit, log_ref;
	const struct ft_shape *limit, *ref;
};

static const struct owner_kind assoc_kind = { FT_STMT_ASSOC_LIMITS,
	FT_STMT_PUT_ASSOC_LIMIT, FT_STMT_DROP_ASSOC_LIMIT,
	FT_STMT_DROP_ASSOC_LIMITS, FT_STMT_ASSOC_QOS, FT_STMT_ADD_ASSOC_QOS,
	FT_STMT_DROP_ASSOC_QOS, FT_LOG_ASSOC_LIMIT, FT_LOG_ASSOC_QOS,
	&ft_shapes[FT_TABLE_assoc_limit], &ft_shapes[FT_TABLE_assoc_qos] };
static const struct owner_kind qos_kind = { FT_STMT_QOS_LIMITS,
	FT_STMT_PUT_QOS_LIMIT, FT_STMT_DROP_QOS_LIMIT, FT_STMT_DROP_QOS_LIMITS,
	FT_STMT_QOS_PREEMPT, FT_STMT_ADD_QOS_PREEMPT, FT_STMT_DROP_QOS_PREEMPT,
	FT_LOG_QOS_LIMIT, FT_LOG_QOS_PREEMPT, &ft_shapes[FT_TABLE_qos_limit],
	&ft_shapes[FT_TABLE_qos_preempt] };

static const struct owner_kind *
kind_of(enum ft_entity entity)
{
	assert(entity == FT_ENTITY_ASSOC || entity == FT_ENTITY_QOS);
	return entity == FT_ENTITY_ASSOC ? &assoc_kind : &qos_kind;
}

enum ft_status
ft_get_limits(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_limit **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { .shape = kind_of(entity)->limit,
		.arena = &store->arena };

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, kind_of(entity)->limits,
		FT_ARGS(FT_ARG("owner", owner)), err),
	    &rows, err));
	ft_rows_sort_limits(&rows);
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

enum ft_status
ft_get_qosrefs(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_qosref **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { .shape = kind_of(entity)->ref,
		.arena = &store->arena };

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, kind_of(entity)->refs,
		FT_ARGS(FT_ARG("owner", owner)), err),
	    &rows, err));
	*array = ft_rows_keep(&rows, n);
	return FT_OK;
}

enum ft_status
ft_put_limit(struct ft_registry *registry, enum ft_entity entity,
    const struct ft_limit *limit, bool has_value, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct owner_kind *kind = kind_of(entity);
	const struct ft_source source = { kind->limit, limit, NULL };

	assert(limit->kind < FT_LIMIT_KINDS);
	FT_TRY(ft_store_log_row(store, kind->log_limit, limit->owner, err));
	return ft_record_write(store,
	    has_value ? kind->put_limit : kind->drop_limit, &source, NULL, err);
}

static const struct ft_qosref *
find_ref(const struct ft_qosref *ref, size_t n, uint32_t qos)
{
	for (size_t i = 0; i < n; i++)
		if (ref[i].qos == qos)
			return &ref[i];
	return NULL;
}

/* Returns whether the list of OWNER is this one already, in any order. */
static bool
is_same_list(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_qosref *ref, size_t n)
{
	const struct ft_qosref *old;
	struct ft_error err;
	size_t n_old;

	if (registry->ops->qosrefs(
		registry, entity, owner, &old, &n_old, &err) != FT_OK ||
	    n_old != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct ft_qosref *same = find_ref(old, n, ref[i].qos);

		if (!same || same->op != ref[i].op)
			return false;
	}
	return true;
}

/* What stays as it is leaves no image, which would stand in undo's way. */
enum ft_status
ft_put_qosrefs(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_qosref *ref, size_t n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct owner_kind *kind = kind_of(entity);

	if (is_same_list(registry, entity, owner, ref, n))
		return FT_OK;
	FT_TRY(ft_store_log_row(store, kind->log_ref, owner, err));
	FT_TRY(ft_store_run(
	    store, kind->drop_refs, FT_ARGS(FT_ARG("owner", owner)), err));
	for (size_t i = 0; i < n; i++) {
		const struct ft_source source = { kind->ref, &ref[i], NULL };

		FT_TRY(ft_record_write(store, kind->add_ref, &source,
		    FT_ARGS(FT_ARG("owner", owner)), err));
	}
	return FT_OK;
}

/*
 * Drop one list: keep its image, then empty it.  Most owners have none, and
 * dropping a whole cluster is mostly this.
 */
static enum ft_status
drop_list(struct ft_store *store, enum ft_stmt rows, enum ft_log log,
    enum ft_stmt drop, uint32_t owner, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, rows, FT_ARGS(FT_ARG("owner", owner)), err);
	int found = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	if (found <= 0)
		return (enum ft_status)found;
	sqlite3_reset(stmt);
	FT_TRY(ft_store_log_row(store, log, owner, err));
	return ft_store_run(store, drop, FT_ARGS(FT_ARG("owner", owner)), err);
}

enum ft_status
ft_drop_lists(struct ft_store *store, enum ft_entity entity, uint32_t owner,
    struct ft_error *err)
{
	const struct owner_kind *kind = kind_of(entity);

	FT_TRY(drop_list(store, kind->limits, kind->log_limit,
	    kind->drop_limits, owner, err));
	return drop_list(
	    store, kind->refs, kind->log_ref, kind->drop_refs, owner, err);
}
