/*
 * undo_work.c - what reversing an entry of the journal does to jobs, charges and the
 * past of usage.
 */
#include "store/journal/undo_private.h"

#include "store/check/check_internal.h"
#include "store/usage/usage_internal.h"

static enum ft_status
close_charges_of(
    struct ft_undo *undo, const struct ft_touch *qos, struct ft_error *err)
{
	struct ft_store *store = undo->store;
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_RANGE_IDS,
	    FT_ARGS(FT_ARG("entity", ft_log_name(FT_LOG_QOS)),
		FT_ARG("first", qos->thing.id), FT_ARG("last", qos->last)),
	    err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err))
		status = ft_store_close_charges(
		    store, ft_column_u32(stmt, "id"), err);
	return status;
}

enum ft_status
ft_undo_settle(struct ft_undo *undo, struct ft_error *err)
{
	int64_t works;

	FT_TRY(ft_store_int(undo->store, &works, FT_STMT_HAS_WORK,
	    FT_ARGS(FT_ARG("journal", undo->target)), err));
	undo->works = works;
	if (undo->works)
		return FT_OK;
	for (size_t i = 0; i < undo->mine.n; i++) {
		const struct ft_touch *touch = &undo->mine.item[i];

		if (touch->thing.what == FT_LOG_CONF)
			FT_TRY(ft_store_end_conf(undo->store, err));
		if (touch->thing.what != FT_LOG_QOS)
			continue;
		FT_TRY(ft_store_end_era(undo->store, err));
		FT_TRY(close_charges_of(undo, touch, err));
	}
	return FT_OK;
}

enum ft_status
ft_undo_work(struct ft_undo *undo, struct ft_error *err)
{
	int64_t late;
	bool changed;

	if (!undo->works)
		return FT_OK;
	FT_TRY(ft_store_reverse_work(undo->store, undo->target, &changed, err));
	if (changed)
		return ft_fail(err, FT_EINVAL,
		    "cannot %s change %lu: jobs, nodes or the clock have "
		    "changed since",
		    undo->verb, (unsigned long)undo->asked);
	FT_TRY(ft_store_int(undo->store, &late, FT_STMT_HAS_LATE, NULL, err));
	if (late)
		return ft_fail(err, FT_EINVAL,
		    "cannot %s change %lu: usage or the settings that decide "
		    "it "
		    "have changed since",
		    undo->verb, (unsigned long)undo->asked);
	/* the order of the tree is again as it was */
	undo->store->first_entry = 0;
	return ft_store_drop_all_folds(undo->store, err);
}

enum ft_status
ft_undo_check_work(struct ft_undo *undo, struct ft_error *err)
{
	static const char *const tables[] = { "cluster", "usage_segment",
		"usage_era" };

	for (size_t i = 0; undo->works && i < FT_COUNT(tables); i++)
		FT_TRY(ft_check_changed(undo->store,
		    &(struct ft_check_scope){ .table = tables[i],
			.journal = undo->target,
			.all = true },
		    err));
	return FT_OK;
}
