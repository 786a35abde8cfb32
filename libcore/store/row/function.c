/*
 * function.c - the SQL function ft_collect(...), which passes a row to a C function.
 * Those for images of the journal are in image.c, that for its jobs in log/work.c.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

static bool
has_stopped(const struct ft_collector *collect)
{
	return collect->stopped && *collect->stopped;
}

static void
fail(struct ft_store *store, sqlite3_context *context)
{
	store->collect_failed = true;
	sqlite3_result_error(context, "damaged", -1);
}

static void
collect_row(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct ft_store *store = sqlite3_user_data(context);
	const struct ft_collector *collect = store->collect;
	const struct ft_rule *broken;

	(void)count;
	if (!collect || store->collect_failed || has_stopped(collect))
		return;
	if (collect->raw) {
		collect->raw(collect->ctx, value);
		return;
	}
	ft_stmt_info_learn(store->collect_info);
	broken = ft_record_collect(store->collect_info, collect, value);
	if (broken) {
		(void)ft_store_fail_value(store, &broken->column,
		    broken->key < 0 ? NULL : value[broken->key],
		    value[broken->at], store->collect_err);
		fail(store, context);
		return;
	}
	collect->fn(collect->ctx, collect->row);
	if (has_stopped(collect))
		sqlite3_result_error(context, "stopped", -1);
}

static void
collect_end(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

enum ft_status
ft_store_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, const struct ft_collector *collector,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, id, args, err);
	int step;

	assert(!store->collect);
	if (!stmt)
		return err ? err->status : FT_EIO;
	store->collect = collector;
	store->collect_info = ft_stmt_info_of(store, stmt);
	store->collect_err = err;
	store->collect_failed = false;
	while ((step = sqlite3_step(stmt)) == SQLITE_ROW)
		;
	store->collect = NULL;
	if (store->collect_failed)
		step = err ? err->status : FT_EFOREIGN;
	else if (has_stopped(collector))
		step = FT_OK;
	else
		step = step == SQLITE_DONE ? FT_OK : ft_store_fail(store, err);
	sqlite3_reset(stmt);
	return (enum ft_status)step;
}

enum ft_status
ft_collect_prepare(struct ft_store *store, struct ft_error *err)
{
	return sqlite3_create_function_v2(store->db, "ft_collect", -1,
		   SQLITE_UTF8 | SQLITE_DIRECTONLY, store, NULL, collect_row,
		   collect_end, NULL)
		   ? ft_store_fail(store, err)
		   : FT_OK;
}
