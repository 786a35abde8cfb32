/* limit.c - limits and lists of QOS of an association or QOS: rows by owner. */
#include "store/account/registry_internal.h"

/* The statements for one kind of owner. */
struct owner_kind {
	enum ft_stmt put_limit, drop_limit, add_ref;
	const struct ft_shape *limit, *ref;
	struct owned_list {
		enum ft_log log;
		enum ft_stmt drop;
	} limits, refs;
};

static const struct owner_kind *
kind_of(enum ft_entity entity)
{
#define KIND(ID, REF, owner, ref)                                              \
	{                                                                      \
		FT_STMT_PUT_##ID##_LIMIT, FT_STMT_DROP_##ID##_LIMIT,           \
		    FT_STMT_ADD_##REF, &ft_shapes[FT_TABLE_##owner##_limit],   \
		    &ft_shapes[FT_TABLE_##ref],                                \
		    { FT_LOG_##ID##_LIMIT, FT_STMT_DROP_##ID##_LIMITS },       \
		    { FT_LOG_##REF, FT_STMT_DROP_##REF },                      \
	}
	static const struct owner_kind assoc =
	    KIND(ASSOC, ASSOC_QOS, assoc, assoc_qos);
	static const struct owner_kind qos =
	    KIND(QOS, QOS_PREEMPT, qos, qos_preempt);
#undef KIND

	assert(entity == FT_ENTITY_ASSOC || entity == FT_ENTITY_QOS);
	return entity == FT_ENTITY_ASSOC ? &assoc : &qos;
}

enum ft_status
ft_store_put_limit(struct ft_registry *registry, enum ft_entity entity,
    const struct ft_limit *limit, bool has_value, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct owner_kind *kind = kind_of(entity);
	const struct ft_source source = { kind->limit, limit, NULL };

	assert(limit->kind < FT_LIMIT_KINDS);
	FT_TRY(ft_store_log_row(store, kind->limits.log, limit->owner, err));
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

/* Whether OWNER has this list already, in any order. */
static bool
is_same_list(struct ft_registry *registry, struct ft_owner owner,
    const struct ft_qosref *ref, size_t n)
{
	const struct ft_qosref *old;
	struct ft_error err;
	size_t n_old;

	if (ft_list_qosrefs(registry, owner, &old, &n_old, &err) != FT_OK ||
	    n_old != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct ft_qosref *same = find_ref(old, n, ref[i].qos);

		if (!same || same->op != ref[i].op)
			return false;
	}
	return true;
}

/* No-op writes are not journalled: they would block undo. */
enum ft_status
ft_store_put_qosrefs(struct ft_registry *registry, struct ft_owner owner,
    const struct ft_qosref *ref, size_t n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct owner_kind *kind = kind_of(owner.entity);

	if (is_same_list(registry, owner, ref, n))
		return FT_OK;
	FT_TRY(ft_store_log_row(store, kind->refs.log, owner.id, err));
	FT_TRY(ft_set_run(store, kind->refs.drop,
	    &(struct ft_id_set){ &owner.id, 1 }, NULL, err));
	for (size_t i = 0; i < n; i++) {
		const struct ft_source source = { kind->ref, &ref[i], NULL };

		FT_TRY(ft_record_write(store, kind->add_ref, &source,
		    FT_ARGS(FT_ARG("owner", owner.id)), err));
	}
	return FT_OK;
}

/* Keep the images of lists, and empty them. */
static enum ft_status
drop_list(struct ft_store *store, const struct owned_list *list,
    const struct ft_id_set *owners, struct ft_error *err)
{
	FT_TRY(ft_store_log_lists(store, list->log, owners, err));
	return ft_set_run(store, list->drop, owners, NULL, err);
}

enum ft_status
ft_store_drop_lists(struct ft_store *store, enum ft_entity entity,
    const struct ft_id_set *owners, struct ft_error *err)
{
	const struct owner_kind *kind = kind_of(entity);

	FT_TRY(drop_list(store, &kind->limits, owners, err));
	return drop_list(store, &kind->refs, owners, err);
}
