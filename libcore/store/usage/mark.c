/* mark.c - write usage marks: opening balances, resets, transfers. */
#include "store/usage/usage_internal.h"

/* Write MARK; its owner is an association or a QOS. */
static enum ft_status
add_mark(struct ft_store *store, enum ft_entity entity,
    const struct ft_mark *mark, struct ft_error *err)
{
	const bool assoc = entity == FT_ENTITY_ASSOC;
	const struct ft_source source = { &ft_mark_shape, mark, NULL };

	assert(store->depth && (assoc || entity == FT_ENTITY_QOS));
	if (mark->whole < 0 || mark->micro < 0 || mark->micro > 999999)
		return ft_fail(err, FT_EINVAL, "negative usage");
	FT_TRY(ft_store_drop_folds(store, entity, mark->owner, mark->at, err));
	FT_TRY(ft_record_write(store, FT_STMT_ADD_MARK, &source,
	    FT_ARGS(FT_ARG_ID("assoc", assoc ? mark->owner : 0),
		FT_ARG_ID("qos", assoc ? 0 : mark->owner),
		FT_ARG_ID("heir", mark->heir)),
	    err));
	store->usage_changed = store->usage_changed || assoc;
	return ft_store_log_added(store, FT_LOG_USAGE_MARK,
	    (uint32_t)sqlite3_last_insert_rowid(store->db), err);
}

enum ft_status
ft_store_mark_transfer(
    struct ft_store *store, uint32_t assoc, uint32_t heir, struct ft_error *err)
{
	return add_mark(store, FT_ENTITY_ASSOC,
	    &(struct ft_mark){ .owner = assoc,
		.kind = FT_MARK_TRANSFER,
		.at = store->registry.now,
		.heir = heir },
	    err);
}

enum ft_status
ft_store_set_usage(struct ft_registry *registry, struct ft_owner owner,
    int64_t whole, int32_t micro, struct ft_error *err)
{
	return add_mark(ft_store_of(registry), owner.entity,
	    &(struct ft_mark){ .owner = owner.id,
		.kind = whole || micro ? FT_MARK_SET : FT_MARK_RESET,
		.at = registry->now,
		.whole = whole,
		.micro = micro },
	    err);
}

/* An opening balance of an association or QOS. */
static struct ft_mark
opening(const struct ft_usage_mark *mark, int64_t at)
{
	return (struct ft_mark){ .owner = mark->assoc,
		.kind = FT_MARK_OPENING,
		.tres = (int32_t)mark->tres,
		.at = at,
		.whole = mark->whole,
		.micro = mark->micro };
}

/* Set *has to what STMT finds about MARK. */
static enum ft_status
find(struct ft_store *store, enum ft_stmt stmt, const struct ft_mark *mark,
    bool *has, struct ft_error *err)
{
	int64_t same = 0;
	enum ft_status status = ft_store_int(store, &same, stmt,
	    FT_ARGS(FT_ARG("owner", mark->owner), FT_ARG("tres", mark->tres),
		FT_ARG("kind", mark->kind), FT_ARG("at", mark->at),
		FT_ARG("whole", mark->whole), FT_ARG("micro", mark->micro)),
	    err);

	*has = same;
	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_store_has_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, bool *has, struct ft_error *err)
{
	const struct ft_mark wanted = opening(mark, at);

	return find(store, FT_STMT_HAS_OPENING, &wanted, has, err);
}

enum ft_status
ft_store_has_qos_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, bool *has, struct ft_error *err)
{
	const struct ft_mark wanted = opening(mark, at);

	return find(store, FT_STMT_HAS_QOS_OPENING, &wanted, has, err);
}

enum ft_status
ft_store_put_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_mark put = opening(&mark[i], at);

		FT_TRY(add_mark(store, FT_ENTITY_ASSOC, &put, err));
	}
	return FT_OK;
}

enum ft_status
ft_store_put_qos_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_mark put = opening(&mark[i], at);

		FT_TRY(add_mark(store, FT_ENTITY_QOS, &put, err));
	}
	return FT_OK;
}
