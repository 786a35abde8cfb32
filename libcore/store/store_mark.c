/* store_mark.c - marks of usage: writing them. */
#include "store/usage_int.h"

static enum ft_status
add_mark(struct ft_store *store, uint32_t assoc, enum ft_mark_kind kind,
    uint32_t tres, int64_t at, int64_t whole, int32_t micro, uint32_t heir,
    struct ft_error *err)
{

	assert(store->depth);
	if (whole < 0 || micro < 0 || micro > 999999)
		return ft_fail(err, FT_EINVAL, "negative usage");
	FT_TRY(ft_store_run(store, FT_STMT_ADD_ASSOC_MARK,
	    FT_ARGS(FT_ARG("assoc", assoc), FT_ARG("kind", kind),
		FT_ARG("tres", tres), FT_ARG("at", at), FT_ARG("whole", whole),
		FT_ARG("micro", micro), FT_ARG_ID("heir", heir)),
	    err));
	store->usage_changed = true;
	return ft_store_log_added(store, FT_LOG_USAGE_MARK,
	    (uint32_t)sqlite3_last_insert_rowid(store->db), err);
}

enum ft_status
ft_store_mark_transfer(
    struct ft_store *store, uint32_t assoc, uint32_t heir, struct ft_error *err)
{
	return add_mark(store, assoc, FT_MARK_TRANSFER, 0, store->registry.now,
	    0, 0, heir, err);
}

enum ft_status
ft_store_mark_set(struct ft_store *store, enum ft_entity entity, uint32_t owner,
    int64_t whole, int32_t micro, struct ft_error *err)
{
	enum ft_mark_kind kind = whole || micro ? FT_MARK_SET : FT_MARK_RESET;

	assert(entity == FT_ENTITY_ASSOC || entity == FT_ENTITY_QOS);
	if (entity == FT_ENTITY_ASSOC)
		return add_mark(store, owner, kind, 0, store->registry.now,
		    whole, micro, 0, err);
	if (whole < 0 || micro < 0 || micro > 999999)
		return ft_fail(err, FT_EINVAL, "negative usage");
	FT_TRY(ft_store_run(store, FT_STMT_ADD_QOS_MARK,
	    FT_ARGS(FT_ARG("qos", owner), FT_ARG("kind", kind),
		FT_ARG("tres", 0), FT_ARG("at", store->registry.now),
		FT_ARG("whole", whole), FT_ARG("micro", micro)),
	    err));
	return ft_store_log_added(store, FT_LOG_USAGE_MARK,
	    (uint32_t)sqlite3_last_insert_rowid(store->db), err);
}

enum ft_status
ft_store_put_opening(struct ft_store *store, uint32_t cluster, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err)
{
	(void)cluster;
	for (size_t i = 0; i < n; i++)
		FT_TRY(add_mark(store, mark[i].assoc, FT_MARK_OPENING, 0, at,
		    mark[i].whole, mark[i].micro, 0, err));
	return FT_OK;
}

enum ft_status
ft_store_put_opening_tres(struct ft_store *store, uint32_t assoc, uint32_t tres,
    int64_t whole, int32_t micro, struct ft_error *err)
{
	int64_t at = 0;
	enum ft_status status = ft_store_int(store, &at, FT_STMT_LAST_OPENING,
	    FT_ARGS(FT_ARG("assoc", assoc)), err);

	if (status == FT_ENOENT)
		return ft_fail(err, FT_ENOENT,
		    "association %lu has no opening balance",
		    (unsigned long)assoc);
	return status ? status
		      : add_mark(store, assoc, FT_MARK_OPENING, tres, at, whole,
			    micro, 0, err);
}
