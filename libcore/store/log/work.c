/*
 * work.c - records what a transaction changes without images in the journal:
 * jobs, charges, states of nodes, the clock.  SQLite's session extension does
 * it: it records each row before and after, as a changeset, which can be
 * applied in both directions.
 *
 * SQLite has one hook for changes, so while a session uses it, table.c cannot
 * check what is written.  Therefore a second session records all other tables,
 * and the rows of both are checked at the end.
 */
/* Debian compiles SQLite with it, but sqlite3.h hides it by default. */
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION        1

#include "store/internal.h"
#include "store/row/column_internal.h"

#include <zlib.h>

/* The most bytes of a changeset, and of one that is a byte once compressed by zlib. */
enum { SIZE_MOST = 1 << 30, PACKED_MOST = 1032 };

/* A changeset; sqlite3_free it. */
struct changes {
	void *data;
	int size;
};

static void
free_changes(struct changes *changes)
{
	sqlite3_free(changes->data);
}

static enum ft_status
check(struct ft_store *store, int code, struct ft_error *err)
{
	return code ? ft_fail(err, FT_EIO, "%s: %s", store->path,
			  sqlite3_errstr(code))
		    : FT_OK;
}

static int
is_ours(void *ctx, const char *table)
{
	(void)ctx;
	return ft_changeset_has(table);
}

static int
is_other(void *ctx, const char *table)
{
	return !is_ours(ctx, table);
}

enum ft_status
ft_store_watch_work(struct ft_store *store, struct ft_error *err)
{
	int code;

	assert(store->depth);
	ft_store_forget_work(store);
	ft_store_trust(store);
	code = sqlite3session_create(store->db, "main", &store->work);
	if (!code)
		code = sqlite3session_create(store->db, "main", &store->other);
	if (!code) {
		sqlite3session_table_filter(store->work, is_ours, NULL);
		sqlite3session_table_filter(store->other, is_other, NULL);
		code = sqlite3session_attach(store->work, NULL);
	}
	if (!code)
		code = sqlite3session_attach(store->other, NULL);
	return check(store, code, err);
}

void
ft_store_forget_work(struct ft_store *store)
{
	if (store->other)
		sqlite3session_delete(store->other);
	if (store->work) {
		sqlite3session_delete(store->work);
		ft_store_watch(store);
	}
	store->work = store->other = NULL;
}

/* ---- keeping ----------------------------------------------------------------------- */

/* A change of one row. */
struct change {
	sqlite3_changeset_iter *iter;
	const char *table;
	int n, op; /* columns; SQLITE_INSERT, ... */
	const struct ft_table_info *info;
};

/* Refuse a row that reading would refuse later. */
static enum ft_status
check_row(
    struct ft_store *store, const struct change *change, struct ft_error *err)
{
	for (int i = 0; i < change->n; i++) {
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
		const struct ft_column *column = &change->info->column[i];
		sqlite3_value *value = NULL, *key = NULL;

		sqlite3changeset_new(change->iter, i, &value);
		if (!value || ft_column_allows(column, value))
			continue;
		sqlite3changeset_new(change->iter, 0, &key);
		ft_column_describe(&text, column, key ? key : value, value);
		return ft_fail(err, FT_EINVAL, "%s: out of range: %s",
		    store->path, ft_str_text(&text));
	}
	return FT_OK;
}

/* Returns whether more of a row changes than the stamp of a job. */
static bool
says_something(const struct change *change)
{
	if (change->op != SQLITE_UPDATE || strcmp(change->table, "job") != 0)
		return true;
	for (int i = 0; i < change->n; i++) {
		sqlite3_value *value = NULL;

		sqlite3changeset_new(change->iter, i, &value);
		if (value && strcmp(change->info->column[i].name, "stamp") != 0)
			return true;
	}
	return false;
}

/* Check the rows of CHANGES; *any becomes whether some row changes more than
 * its stamp. */
static enum ft_status
look(struct ft_store *store, const struct changes *changes, bool *any,
    struct ft_error *err)
{
	struct change change = { .iter = NULL };
	enum ft_status status;
	int indirect;

	*any = false;
	FT_TRY(check(store,
	    sqlite3changeset_start(&change.iter, changes->size, changes->data),
	    err));
	status = FT_OK;
	while (!status && sqlite3changeset_next(change.iter) == SQLITE_ROW) {
		sqlite3changeset_op(change.iter, &change.table, &change.n,
		    &change.op, &indirect);
		change.info = ft_store_table(store, change.table);
		if (change.op != SQLITE_DELETE && change.info)
			status = check_row(store, &change, err);
		*any |= !change.info || says_something(&change);
	}
	if (status)
		sqlite3changeset_finalize(change.iter);
	else
		status =
		    check(store, sqlite3changeset_finalize(change.iter), err);
	return status;
}

static enum ft_status
write_changes(
    struct ft_store *store, const struct changes *changes, struct ft_error *err)
{
	uLong size = compressBound((uLong)changes->size);
	char *packed FT_CLEANUP(ft_free_at) = ft_alloc(size);

	if (compress2((unsigned char *)packed, &size, changes->data,
		(uLong)changes->size, Z_BEST_SPEED) != Z_OK)
		return ft_fail(
		    err, FT_EIO, "%s: jobs cannot be compressed", store->path);
	FT_TRY(ft_store_log_entry(store, err));
	return ft_store_run(store, FT_STMT_ADD_WORK,
	    FT_ARGS(FT_ARG("journal", store->journal),
		FT_ARG("size", changes->size),
		{ .name = "changes",
		    .is = FT_ARG_BLOB,
		    .text = packed,
		    .number = (int64_t)size }),
	    err);
}

/* Set *changes to what SESSION has recorded, and check it. */
static enum ft_status
take(struct ft_store *store, sqlite3_session *session, struct changes *changes,
    bool *any, struct ft_error *err)
{
	int code =
	    sqlite3session_changeset(session, &changes->size, &changes->data);

	if (code == SQLITE_NOMEM || changes->size > SIZE_MOST)
		return ft_fail(err, FT_EINVAL,
		    "%s: too many jobs change at once for undo (import fewer "
		    "days)",
		    store->path);
	FT_TRY(check(store, code, err));
	return look(store, changes, any, err);
}

enum ft_status
ft_store_keep_work(struct ft_store *store, struct ft_error *err)
{
	struct changes changes FT_CLEANUP(free_changes) = { NULL, 0 };
	struct changes others FT_CLEANUP(free_changes) = { NULL, 0 };
	bool any = false, other = false;

	if (!store->work)
		return FT_OK;
	FT_TRY(take(store, store->work, &changes, &any, err));
	FT_TRY(take(store, store->other, &others, &other, err));
	ft_store_forget_work(store);
	return any ? write_changes(store, &changes, err) : FT_OK;
}

/* ---- reversing --------------------------------------------------------------------- */

/* Returns the changeset of SIZE bytes that is PACKED, the caller's; NULL if it is not
 * one that write_changes() can have written. */
static char *
unpack(struct ft_store *store, int64_t size, sqlite3_value *packed)
{
	uLong bytes = (uLong)sqlite3_value_bytes(packed);
	uLong unpacked = (uLong)size;
	char *data;

	if (size < 1 || size > SIZE_MOST || unpacked / PACKED_MOST > bytes)
		return NULL;
	data = ft_alloc(unpacked);
	if (uncompress((unsigned char *)data, &unpacked,
		sqlite3_value_blob(packed), bytes) == Z_OK &&
	    unpacked == (uLong)size &&
	    ft_changeset_is_sound(store, data, unpacked))
		return data;
	ft_free(data);
	return NULL;
}

/* Set *changes to the reverse of what ENTRY keeps. */
static enum ft_status
read_reverse(struct ft_store *store, uint32_t entry, struct changes *changes,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(
	    store, FT_STMT_READ_WORK, FT_ARGS(FT_ARG("journal", entry)), err);
	enum ft_status status = FT_OK;
	int code = SQLITE_CORRUPT;

	while (ft_store_next(store, stmt, &status, err)) {
		uint32_t size = ft_column_u32(stmt, "size");
		char *data FT_CLEANUP(ft_free_at) =
		    unpack(store, size, ft_column(stmt, "changes"));

		if (data)
			code = sqlite3changeset_invert(
			    (int)size, data, &changes->size, &changes->data);
	}
	FT_TRY(status);
	return code ? ft_fail(err, FT_EFOREIGN,
			  "%s: damaged: jobs of change %lu", store->path,
			  (unsigned long)entry)
		    : FT_OK;
}

/* The SQL function ft_is_work(size, changes): whether undo can read these
 * changes. */
static void
is_work(sqlite3_context *context, int count, sqlite3_value **value)
{
	char *data FT_CLEANUP(ft_free_at) = unpack(sqlite3_user_data(context),
	    sqlite3_value_int64(value[0]), value[1]);

	(void)count;
	sqlite3_result_int(context, data != NULL);
}

enum ft_status
ft_work_prepare(struct ft_store *store, struct ft_error *err)
{
	if (sqlite3_create_function_v2(store->db, "ft_is_work", 2,
		SQLITE_UTF8 | SQLITE_DIRECTONLY, store, is_work, NULL, NULL,
		NULL))
		return ft_store_fail(store, err);
	return FT_OK;
}

/* References are checked at the commit: rows of the configuration come and go, too. */
static int
resolve(void *ctx, int conflict, sqlite3_changeset_iter *iter)
{
	bool *changed = ctx;

	(void)iter;
	if (conflict == SQLITE_CHANGESET_FOREIGN_KEY)
		return SQLITE_CHANGESET_OMIT;
	*changed = true;
	return SQLITE_CHANGESET_ABORT;
}

enum ft_status
ft_store_reverse_work(struct ft_store *store, uint32_t target, bool *changed,
    struct ft_error *err)
{
	struct changes changes FT_CLEANUP(free_changes) = { NULL, 0 };
	bool any;
	int code;

	*changed = false;
	FT_TRY(read_reverse(store, target, &changes, err));
	FT_TRY(look(store, &changes, &any, err));
	code = sqlite3changeset_apply(
	    store->db, changes.size, changes.data, is_ours, resolve, changed);
	if (*changed)
		return FT_OK;
	FT_TRY(check(store, code, err));
	store->jobs_changed = store->live_changed = store->usage_changed = true;
	store->first_mark = 0;
	store->marks_known = false;
	store->stamp = 0;
	return write_changes(store, &changes, err);
}
