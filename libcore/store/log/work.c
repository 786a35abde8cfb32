/*
 * work.c - what a transaction changes without images in the journal: jobs, charges,
 * states of nodes, the clock.  SQLite itself notes it (its session extension), as
 * rows before and after, which can be applied forwards and backwards.
 *
 * A session takes the place of the hook by which table.c checks what is written.  So
 * a second one notes all other tables, and the rows of both are checked at the end.
 */
/* Debian compiles SQLite with it, but sqlite3.h hides it by default. */
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_SESSION        1

#include "store/internal.h"
#include "store/row/column_internal.h"

#include <limits.h>
#include <zlib.h>

/* Those that have no images and are no caches. */
static const char *const tables[] = { "clock", "controller", "job", "job_run",
	"live_change", "node_event", "reservation", "reservation_record",
	"usage_era", "usage_reset", "usage_segment" };

enum { TABLES = sizeof tables / sizeof *tables };

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

/* Returns whether TABLE is one of them. */
static int
is_ours(void *ctx, const char *table)
{
	(void)ctx;
	for (int i = 0; i < TABLES; i++)
		if (strcmp(table, tables[i]) == 0)
			return 1;
	return 0;
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

/* Whether a row changes, not only the stamp of a job. */
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

/* Check the rows of CHANGES; *any: whether one says something. */
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

/* Set *changes to what SESSION has noted, and check it. */
static enum ft_status
take(struct ft_store *store, sqlite3_session *session, struct changes *changes,
    bool *any, struct ft_error *err)
{
	FT_TRY(check(store,
	    sqlite3session_changeset(session, &changes->size, &changes->data),
	    err));
	return look(store, changes, any, err);
}

enum ft_status
ft_store_keep_work(struct ft_store *store, struct ft_error *err)
{
	struct changes changes FT_CLEANUP(free_changes) = { NULL, 0 };
	struct changes others FT_CLEANUP(free_changes) = { NULL, 0 };
	bool any, other;

	if (!store->work)
		return FT_OK;
	FT_TRY(take(store, store->work, &changes, &any, err));
	FT_TRY(take(store, store->other, &others, &other, err));
	ft_store_forget_work(store);
	return any ? write_changes(store, &changes, err) : FT_OK;
}

/* ---- reversing --------------------------------------------------------------------- */

/* Set *changes to the reverse of what ENTRY keeps. */
static enum ft_status
read_reverse(struct ft_store *store, uint32_t entry, struct changes *changes,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(
	    store, FT_STMT_READ_WORK, FT_ARGS(FT_ARG("journal", entry)), err);
	enum ft_status status = FT_OK;
	int code = Z_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		sqlite3_value *packed = ft_column(stmt, "changes");
		const uLong wanted = ft_column_u32(stmt, "size");
		uLong size = wanted;
		char *data FT_CLEANUP(ft_free_at) = NULL;

		if (wanted > INT_MAX)
			code = Z_DATA_ERROR;
		else
			data = ft_alloc(wanted + 1);
		if (data)
			code = uncompress((unsigned char *)data, &size,
			    sqlite3_value_blob(packed),
			    (uLong)sqlite3_value_bytes(packed));
		if (code == Z_OK && size != wanted)
			code = Z_DATA_ERROR;
		if (code == Z_OK)
			code = sqlite3changeset_invert(
			    (int)size, data, &changes->size, &changes->data);
	}
	FT_TRY(status);
	return code ? ft_fail(err, FT_EFOREIGN,
			  "%s: damaged: jobs of change %lu", store->path,
			  (unsigned long)entry)
		    : FT_OK;
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
	int code;

	*changed = false;
	FT_TRY(read_reverse(store, target, &changes, err));
	/* what is written is checked */
	for (int i = 0; i < TABLES; i++)
		(void)ft_store_table(store, tables[i]);
	code = sqlite3changeset_apply(
	    store->db, changes.size, changes.data, is_ours, resolve, changed);
	if (*changed)
		return FT_OK;
	FT_TRY(check(store, code, err));
	store->jobs_changed = store->live_changed = store->usage_changed = true;
	store->stamp = 0;
	return write_changes(store, &changes, err);
}
