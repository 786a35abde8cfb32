/*
 * mark.c - writes usage marks: opening balances, settings, resets, transfers.
 * What marks add up to is in usage.c and cut.c.
 */
#include "store/row/column_internal.h"
#include "store/usage/usage_internal.h"

/* Write MARK[N]; their owners are associations or QOS. */
static enum ft_status
add_marks(struct ft_store *store, enum ft_entity entity,
    const struct ft_mark *mark, size_t n, struct ft_error *err)
{
	const bool assoc = entity == FT_ENTITY_ASSOC;
	const struct ft_given given = { &ft_shapes[FT_TABLE_usage_mark], mark,
		n, sizeof *mark };
	uint32_t first;

	assert(store->depth && (assoc || entity == FT_ENTITY_QOS));
	for (size_t i = 0; i < n; i++) {
		if (mark[i].whole < 0 || mark[i].micro < 0 ||
		    mark[i].micro > 999999)
			return ft_fail(err, FT_EINVAL, "negative usage");
		FT_TRY(ft_store_drop_folds(
		    store, entity, mark[i].owner, mark[i].at, err));
	}
	FT_TRY(ft_given_write(store,
	    assoc ? FT_STMT_ADD_MARKS : FT_STMT_ADD_QOS_MARKS, &given, NULL,
	    err));
	first =
	    (uint32_t)(sqlite3_last_insert_rowid(store->db) + 1) - (uint32_t)n;
	if (assoc && n && !store->usage_changed) {
		store->usage_changed = store->marks_known = true;
		store->first_mark = first;
		store->n_mark = 0;
	}
	for (size_t i = 0; i < n && assoc && store->marks_known; i++)
		*ft_vec_add(store->mark, store->n_mark, store->cap_mark) =
		    mark[i];
	for (size_t i = 0; i < n; i++)
		FT_TRY(ft_store_log_added(
		    store, FT_LOG_USAGE_MARK, first + (uint32_t)i, err));
	return FT_OK;
}

enum ft_status
ft_store_mark_transfers(struct ft_store *store, struct ft_mark *mark, size_t n,
    struct ft_error *err)
{
	for (size_t i = 0; i < n; i++) {
		mark[i].kind = FT_MARK_TRANSFER;
		mark[i].at = store->registry.now;
	}
	return add_marks(store, FT_ENTITY_ASSOC, mark, n, err);
}

enum ft_status
ft_store_set_usage(struct ft_registry *registry, struct ft_owner owner,
    int64_t whole, int32_t micro, struct ft_error *err)
{
	return add_marks(ft_store_of(registry), owner.entity,
	    &(struct ft_mark){ .owner = owner.id,
		.kind = whole || micro ? FT_MARK_SET : FT_MARK_RESET,
		.at = registry->now,
		.whole = whole,
		.micro = micro },
	    1, err);
}

/* Opening balances. */
struct openings {
	const struct ft_usage_mark *item;
	size_t n;
};

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

/* Set *has to whether STMT finds MARK. */
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

static enum ft_status
put_openings(struct ft_store *store, enum ft_entity entity, int64_t at,
    const struct openings *marks, struct ft_error *err)
{
	struct ft_mark *put FT_CLEANUP(ft_free_at) =
	    ft_calloc(marks->n + 1, sizeof *put);

	for (size_t i = 0; i < marks->n; i++)
		put[i] = opening(&marks->item[i], at);
	return add_marks(store, entity, put, marks->n, err);
}

enum ft_status
ft_store_put_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err)
{
	return put_openings(
	    store, FT_ENTITY_ASSOC, at, &(struct openings){ mark, n }, err);
}

enum ft_status
ft_store_put_qos_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err)
{
	return put_openings(
	    store, FT_ENTITY_QOS, at, &(struct openings){ mark, n }, err);
}
