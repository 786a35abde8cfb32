/*
 * function.c - SQL functions of our own, which statements of stmt.def call.
 *
 * ft_collect(...) passes a row to a C function.  ft_decimal() and ft_real()
 * write and read reals of images in the journal: SQLite's JSON keeps 15 digits
 * of a real, and its own conversions may be one off in the last place, so both
 * directions use the C library.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

/* ft_decimal(real): the shortest JSON number that reads back the same. */
static void
decimal(sqlite3_context *context, int count, sqlite3_value **value)
{
	double real = sqlite3_value_double(value[0]);
	char text[40] = "null";

	(void)count;
	if (isinf(real))
		snprintf(
		    text, sizeof text, "%s", real > 0 ? "9e999" : "-9e999");
	for (int digits = 15; isfinite(real) && digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, real);
		if (!(strtod(text, NULL) < real || strtod(text, NULL) > real))
			break;
	}
	sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* ft_real(text): the real. */
static void
real(sqlite3_context *context, int count, sqlite3_value **value)
{
	const void *text = sqlite3_value_text(value[0]);

	(void)count;
	if (text)
		sqlite3_result_double(context, strtod(text, NULL));
}

/* ---- ft_collect() --------------------------------------------------------- */

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
	if (ft_stmt_info_learn(
		store, store->collect_info, store->collect_err)) {
		fail(store, context);
		return;
	}
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

/* ---- all of them ----------------------------------------------------------- */

enum ft_status
ft_store_prepare_functions(struct ft_store *store, struct ft_error *err)
{
	static const struct function {
		const char *name;
		int args, flags;
		void (*call)(sqlite3_context *, int, sqlite3_value **);
		void (*step)(sqlite3_context *, int, sqlite3_value **);
		void (*end)(sqlite3_context *);
	} functions[] = {
		{ "ft_collect", -1, 0, NULL, collect_row, collect_end },
		{ "ft_decimal", 1, SQLITE_DETERMINISTIC, decimal, NULL, NULL },
		{ "ft_real", 1, SQLITE_DETERMINISTIC, real, NULL, NULL },
	};

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		const struct function *one = &functions[i];

		if (sqlite3_create_function_v2(store->db, one->name, one->args,
			SQLITE_UTF8 | SQLITE_DIRECTONLY | one->flags, store,
			one->call, one->step, one->end, NULL))
			return ft_store_fail(store, err);
	}
	ft_store_watch(store);
	return FT_OK;
}
