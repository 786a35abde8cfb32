/* store_sql.c - statements: prepare, bind, step, and errors in words. */
/* Debian's SQLite has it; its header shows it to those who ask. */
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include "base/num.h"
#include "store/column_int.h"
#include "store/job_int.h"

#include "base/str.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static const char *const stmt_sql[FT_STMT_COUNT] = {
#define FT_STMT(id, sql) sql,
#include "store/stmt.def"
#undef FT_STMT
};

/* For statements with ft_collect: the same statement without it. */
static const char *const plain_sql[FT_STMT_COUNT] = {
#define FT_STMT(id, sql)
#define FT_COLLECT(id, columns, from)                                          \
	[FT_STMT_##id] = ("SELECT " columns " " from),
#include "store/stmt.def"
#undef FT_STMT
};

static enum ft_status
describe(struct ft_store *store, struct ft_error *err)
{
	int code = sqlite3_extended_errcode(store->db);
	int number = sqlite3_system_errno(store->db);
	const char *path = store->path;

	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return ft_fail(err, FT_EBUSY,
		    "%s: locked by another program for too long", path);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", path,
		    sqlite3_errmsg(store->db));
	case SQLITE_TOOBIG:
		return ft_fail(err, FT_EFOREIGN,
		    "%s: damaged: a value is larger than any that this "
		    "program writes",
		    path);
	case SQLITE_FULL:
		return ft_fail(
		    err, FT_EIO, "%s: cannot write: disk is full", path);
	case SQLITE_PERM:
		return ft_fail(err, FT_EIO,
		    "%s%s: not made by this program: it names another file, or "
		    "was put there just now (remove it)",
		    path, ft_store_vfs_refused(store));
	case SQLITE_READONLY:
		return ft_fail(err, FT_EREADONLY, "%s: cannot be written: %s",
		    path, sqlite3_errmsg(store->db));
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
		return ft_fail(err, FT_EIO, "%s: %s%s%s", path,
		    sqlite3_errstr(code), number ? ": " : "",
		    number ? strerror(number) : "");
	case SQLITE_CONSTRAINT:
		if (code == SQLITE_CONSTRAINT_UNIQUE ||
		    code == SQLITE_CONSTRAINT_PRIMARYKEY)
			return ft_fail(err, FT_EEXIST, "%s: already there: %s",
			    path, sqlite3_errmsg(store->db));
		return ft_fail(err, FT_EINVAL, "%s: refused: %s", path,
		    sqlite3_errmsg(store->db));
	default:
		return ft_fail(
		    err, FT_EIO, "%s: %s", path, sqlite3_errmsg(store->db));
	}
}

enum ft_status
ft_store_damaged(struct ft_store *store, struct ft_error *err)
{
	ft_error_prefix(err, "%s: damaged: ", store->path);
	if (err)
		err->status = FT_EFOREIGN;
	return FT_EFOREIGN;
}

enum ft_status
ft_store_fail(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status = describe(store, err);
	size_t path = strlen(store->path);

	/* SQLite may quote a damaged file, line ends and all */
	if (err && strlen(err->text) > path)
		for (char *c = err->text + path; *c; c++)
			if (*c == '\n' || *c == '\t')
				*c = ' ';
	return status;
}

enum ft_status
ft_store_absent(struct ft_store *store, const char *table, struct ft_error *err)
{
	return ft_fail(err, FT_ENOENT,
	    "%s: a row%s%s is missing (see facctmgr check)", store->path,
	    table ? " of table " : "", table ? table : "");
}

/* ---- the rules of columns ------------------------------------------------------ */

/* Returns where the rules of STMT are, or would be. */
FT_WRAPS static struct ft_rules **
place_of(struct ft_store *store, const sqlite3_stmt *stmt)
{
	size_t at = ((uintptr_t)stmt >> 4) * 2654435761u;

	for (at %= FT_RULES_PLACES;
	     store->row_rules[at] && store->row_rules[at]->stmt != stmt;
	     at = (at + 1) % FT_RULES_PLACES)
		;
	return &store->row_rules[at];
}

/* Rules for what statement ID hands to ft_collect, or gives as rows. */
static enum ft_status
learn_rules(struct ft_store *store, enum ft_stmt id, struct ft_error *err)
{
	sqlite3_stmt *stmt = store->stmt[id], *plain = NULL;
	struct ft_rules *rules;

	if (plain_sql[id] &&
	    sqlite3_prepare_v2(store->db, plain_sql[id], -1, &plain, NULL))
		return ft_store_fail(store, err);
	rules = ft_rules_of(plain ? plain : stmt);
	rules->stmt = stmt;
	*place_of(store, stmt) = rules;
	sqlite3_finalize(plain);
	return FT_OK;
}

/* RULE is broken by VALUE of the row that KEY (NULL: unknown) names. */
static enum ft_status
fail_broken(struct ft_store *store, const struct ft_rule *rule,
    sqlite3_value *key, sqlite3_value *value, struct ft_error *err)
{
	struct ft_str text = { 0 };
	enum ft_status status;

	ft_column_tell(&text, rule->column, key, value);
	status = ft_fail(err, FT_EFOREIGN, "%s: damaged: %s", store->path,
	    ft_str_text(&text));
	ft_str_free(&text);
	return status;
}

static enum ft_status
check_row(struct ft_store *store, sqlite3_stmt *stmt, struct ft_error *err)
{
	const struct ft_rules *rules = *place_of(store, stmt);

	for (size_t i = 0; rules && i < rules->n; i++) {
		const struct ft_rule *rule = &rules->rule[i];
		sqlite3_value *value = sqlite3_column_value(stmt, rule->at);

		if (!ft_rule_holds(rule, value))
			return fail_broken(store, rule,
			    rule->key < 0
				? NULL
				: sqlite3_column_value(stmt, rule->key),
			    value, err);
	}
	return FT_OK;
}

/*
 * A row is about to be written: what the reader would refuse is refused here,
 * whoever writes it.  The hook cannot fail, so the step that wrote does.
 */
static void
check_written(void *ctx, sqlite3 *db, int op, const char *base,
    const char *table, sqlite3_int64 old_id, sqlite3_int64 new_id)
{
	struct ft_store *store = ctx;
	const struct ft_column *column;
	sqlite3_value *value, *key = NULL;
	size_t n = 0;

	(void)old_id;
	(void)new_id;
	if (op == SQLITE_DELETE || store->write_failed || strcmp(base, "main"))
		return;
	column = ft_column_table(table, &n);
	for (size_t i = 0; column && i < n; i++) {
		const struct ft_rule rule = { &column[i], (int)i, 0,
			column[i].nullable };
		struct ft_str text = { 0 };

		if (sqlite3_preupdate_new(db, (int)i, &value))
			return; /* a table of an older schema */
		if (ft_rule_holds(&rule, value))
			continue;
		(void)sqlite3_preupdate_new(db, 0, &key);
		ft_column_tell(&text, &column[i], key, value);
		(void)ft_fail(&store->write_err, FT_EINVAL,
		    "%s: out of range: %s", store->path, ft_str_text(&text));
		ft_str_free(&text);
		store->write_failed = true;
		return;
	}
}

static enum ft_status
fail_written(struct ft_store *store, struct ft_error *err)
{
	store->write_failed = false;
	if (err)
		*err = store->write_err;
	return FT_EINVAL;
}

/* ---- statements ---------------------------------------------------------------- */

static sqlite3_stmt *
prepared(struct ft_store *store, enum ft_stmt id, struct ft_error *err)
{
	if (store->stmt[id])
		return store->stmt[id];
	if (sqlite3_prepare_v3(store->db, stmt_sql[id], -1,
		SQLITE_PREPARE_PERSISTENT, &store->stmt[id], NULL)) {
		(void)ft_store_fail(store, err);
		return NULL;
	}
	if (learn_rules(store, id, err)) {
		sqlite3_finalize(store->stmt[id]);
		store->stmt[id] = NULL;
	}
	return store->stmt[id];
}

/*
 * After a full disk SQLite may have rolled back everything by itself; what
 * came next would then be committed piece by piece.
 */
static bool
is_lost(struct ft_store *store, enum ft_stmt id, struct ft_error *err)
{
	if (!store->depth || !sqlite3_get_autocommit(store->db) ||
	    id == FT_STMT_ROLLBACK)
		return false;
	(void)ft_fail(err, FT_EIO,
	    "%s: the transaction was undone after an error", store->path);
	return true;
}

/*
 * Commands refuse or mask before; this keeps the promise for everybody who
 * links the library, and mends texts of stores that were written without it.
 */
int
ft_store_bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
	struct ft_str masked = { 0 };
	size_t len = text ? strlen(text) : 0;
	int code;

	/* what is only looked for may be there from before */
	if (!len || !ft_text_unsafe(text, len, FT_TEXT_BYTES) ||
	    sqlite3_stmt_readonly(stmt))
		return sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC);
	ft_text_mask(&masked, text, len, FT_TEXT_BYTES);
	code = sqlite3_bind_text(
	    stmt, at, ft_str_text(&masked), (int)masked.len, SQLITE_TRANSIENT);
	ft_str_free(&masked);
	return code;
}

static int
bind_one(sqlite3_stmt *stmt, int at, char type, va_list *args)
{
	uint32_t id;
	const char *text;

	switch (type) {
	case 'u':
		return sqlite3_bind_int64(stmt, at, va_arg(*args, uint32_t));
	case 'o':
		id = va_arg(*args, uint32_t);
		return id ? sqlite3_bind_int64(stmt, at, id)
			  : sqlite3_bind_null(stmt, at);
	case 'd':
		return sqlite3_bind_int(stmt, at, va_arg(*args, int32_t));
	case 'b':
		return sqlite3_bind_int(stmt, at, va_arg(*args, int));
	case 'i':
		return sqlite3_bind_int64(stmt, at, va_arg(*args, int64_t));
	case 'r':
		return sqlite3_bind_double(stmt, at, va_arg(*args, double));
	case 't':
		text = va_arg(*args, const char *);
		return ft_store_bind_text(stmt, at, text);
	default:
		assert(false && "format of ft_store_query");
		return SQLITE_MISUSE;
	}
}

static sqlite3_stmt *
query(struct ft_store *store, enum ft_stmt id, struct ft_error *err,
    const char *format, va_list *args)
{
	sqlite3_stmt *stmt = prepared(store, id, err);

	if (!stmt || is_lost(store, id, err))
		return NULL;
	for (int i = 0; format[i]; i++) {
		if (bind_one(stmt, i + 1, format[i], args)) {
			(void)ft_store_fail(store, err);
			return NULL;
		}
	}
	return stmt;
}

sqlite3_stmt *
ft_store_query(struct ft_store *store, enum ft_stmt id, struct ft_error *err,
    const char *format, ...)
{
	sqlite3_stmt *stmt;
	va_list args;

	va_start(args, format);
	stmt = query(store, id, err, format, &args);
	va_end(args);
	return stmt;
}

int
ft_store_step(struct ft_store *store, sqlite3_stmt *stmt, struct ft_error *err)
{
	int code = sqlite3_step(stmt);
	enum ft_status status;

	if (store->write_failed) {
		status = fail_written(store, err);
	} else if (code == SQLITE_ROW) {
		status = check_row(store, stmt, err);
		if (!status)
			return 1;
	} else {
		status =
		    code == SQLITE_DONE ? FT_OK : ft_store_fail(store, err);
	}
	sqlite3_reset(stmt);
	return status;
}

enum ft_status
ft_store_run(struct ft_store *store, enum ft_stmt id, struct ft_error *err,
    const char *format, ...)
{
	sqlite3_stmt *stmt;
	va_list args;
	int step;

	va_start(args, format);
	stmt = query(store, id, err, format, &args);
	va_end(args);
	if (!stmt)
		return err ? err->status : FT_EIO;
	do
		step = ft_store_step(store, stmt, err);
	while (step > 0);
	return (enum ft_status)step;
}

enum ft_status
ft_store_int(struct ft_store *store, int64_t *value, enum ft_stmt id,
    struct ft_error *err, const char *format, ...)
{
	sqlite3_stmt *stmt;
	va_list args;
	int step;

	va_start(args, format);
	stmt = query(store, id, err, format, &args);
	va_end(args);
	if (!stmt)
		return err ? err->status : FT_EIO;
	step = ft_store_step(store, stmt, err);
	if (step < 0)
		return (enum ft_status)step;
	if (!step)
		return FT_ENOENT;
	*value = sqlite3_column_int64(stmt, 0);
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_script(struct ft_store *store, const char *sql, struct ft_error *err)
{
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL))
		return ft_store_fail(store, err);
	return store->write_failed ? fail_written(store, err) : FT_OK;
}

/* ---- ft_collect() --------------------------------------------------------- */

static void
collect_row(sqlite3_context *context, int count, sqlite3_value **value)
{
	struct ft_store *store = sqlite3_user_data(context);
	const struct ft_rules *rules = store->collect_rules;

	(void)count;
	if (!store->collect || store->collect_failed)
		return;
	for (size_t i = 0; i < rules->n; i++) {
		const struct ft_rule *rule = &rules->rule[i];

		if (ft_rule_holds(rule, value[rule->at]))
			continue;
		(void)fail_broken(store, rule,
		    rule->key < 0 ? NULL : value[rule->key], value[rule->at],
		    store->collect_err);
		store->collect_failed = true;
		sqlite3_result_error(context, "damaged", -1);
		return;
	}
	store->collect(store->collect_ctx, value);
}

static void
collect_end(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

void
ft_store_trust(struct ft_store *store)
{
	(void)sqlite3_preupdate_hook(store->db, NULL, NULL);
}

enum ft_status
ft_store_prepare_functions(struct ft_store *store, struct ft_error *err)
{
	if (sqlite3_create_function_v2(store->db, "ft_collect", -1,
		SQLITE_UTF8 | SQLITE_DIRECTONLY, store, NULL, collect_row,
		collect_end, NULL))
		return ft_store_fail(store, err);
	(void)sqlite3_preupdate_hook(store->db, check_written, store);
	return ft_store_prepare_images(store, err);
}

enum ft_status
ft_store_collect(struct ft_store *store, enum ft_stmt id, int64_t value,
    ft_collect_fn *collect, void *ctx, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, id, err, "i", value);
	int step;

	assert(!store->collect && plain_sql[id]);
	if (!stmt)
		return err ? err->status : FT_EIO;
	store->collect = collect;
	store->collect_ctx = ctx;
	store->collect_rules = *place_of(store, stmt);
	store->collect_err = err;
	store->collect_failed = false;
	while ((step = sqlite3_step(stmt)) == SQLITE_ROW)
		;
	store->collect = NULL;
	if (store->collect_failed)
		step = FT_EFOREIGN;
	else
		step = step == SQLITE_DONE ? FT_OK : ft_store_fail(store, err);
	sqlite3_reset(stmt);
	return (enum ft_status)step;
}

const char *
ft_column_text(struct ft_arena *arena, sqlite3_stmt *stmt, int column)
{
	const void *text = sqlite3_column_text(stmt, column);
	int len = sqlite3_column_bytes(stmt, column);

	return len > 0 ? ft_arena_strndup(arena, text, (size_t)len) : "";
}

void
ft_store_finalize(struct ft_store *store)
{
	for (size_t i = 0; i < FT_STMT_COUNT; i++) {
		sqlite3_finalize(store->stmt[i]);
		store->stmt[i] = NULL;
	}
	for (size_t i = 0; i < FT_RULES_PLACES; i++) {
		ft_free(store->row_rules[i]);
		store->row_rules[i] = NULL;
	}
}
