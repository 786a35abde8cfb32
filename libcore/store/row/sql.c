/*
 * sql.c - statements: prepare, bind, step, and check what a row holds.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

#include "base/text/text.h"

/* lists, others: only of FT_EACH. */
static const struct {
	const char *rows, *lists, *others;
} sqls[FT_STMT_COUNT] = {
#define FT_STMT(id, sql) [FT_STMT_##id] = { .rows = sql },
#define FT_EACH(id, rows, lists, others)                                       \
	[FT_STMT_##id] = { rows, lists, others },
#include "store/row/stmt.def"
#undef FT_STMT
};

/* Remove the aliases of columns, which SQLite does not allow in the arguments of
 * ft_collect(). */
static void
drop_names(char *sql)
{
	static const char as[] = " AS ";
	int depth = 0; /* of parentheses; the arguments are at 1 */
	char *at = strchr(sql, '(');

	while (at && *at) {
		depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		if (!depth)
			break;
		if (depth == 1 && !strncmp(at, as, strlen(as))) {
			size_t n = strlen(as) + strcspn(at + strlen(as), ",)");

			memmove(at, at + n, strlen(at + n) + 1);
		} else {
			at++;
		}
	}
}

/* Returns the SQL of statement ID, the caller's; "": there is none. */
static char *
sql_of(struct ft_store *store, enum ft_stmt id)
{
	unsigned what = 0;
	enum ft_stmt head;
	const char *form;

	while (!sqls[id - what].rows && !sqls[id - what].lists)
		what++;
	head = (enum ft_stmt)(id - what);
	form = what < FT_LOG_ROWS    ? sqls[head].rows
	       : what < FT_LOG_CLOCK ? sqls[head].lists
				     : sqls[head].others;
	return ft_template_expand(store, form ? form : "", (enum ft_log)what);
}

/* ---- the rules of columns ------------------------------------------------------ */

/* Returns where the info of STMT is, or would be. */
FT_WRAPS static struct ft_stmt_info **
slot_of(struct ft_store *store, const sqlite3_stmt *stmt)
{
	size_t at = ((uintptr_t)stmt >> 4) * 2654435761u;

	for (at %= FT_STMT_SLOTS;
	     store->info[at] && store->info[at]->stmt != stmt;
	     at = (at + 1) % FT_STMT_SLOTS)
		;
	return &store->info[at];
}

struct ft_stmt_info *
ft_stmt_info_of(struct ft_store *store, const sqlite3_stmt *stmt)
{
	return *slot_of(store, stmt);
}

static enum ft_status
check_row(struct ft_store *store, sqlite3_stmt *stmt, struct ft_error *err)
{
	struct ft_stmt_info *info = *slot_of(store, stmt);

	if (info)
		ft_stmt_info_learn(info);
	for (int i = 0; info && i < info->n_value; i++)
		info->value[i] = sqlite3_column_value(stmt, i);
	for (size_t i = 0; info && i < info->n_rule; i++) {
		const struct ft_rule *rule = &info->rule[i];
		sqlite3_value *value = info->value[rule->at];

		if (!ft_column_allows(&rule->column, value))
			return ft_store_fail_value(store, &rule->column,
			    rule->key < 0 ? NULL : info->value[rule->key],
			    value, err);
	}
	return FT_OK;
}

static enum ft_status
fail_written(struct ft_store *store, struct ft_error *err)
{
	store->write_failed = false;
	if (err)
		*err = store->write_err;
	return store->write_err.status;
}

/* ---- statements ---------------------------------------------------------------- */

static sqlite3_stmt *
prepared(struct ft_store *store, enum ft_stmt id, struct ft_error *err)
{
	struct ft_stmt_info *info;
	char *sql;
	int code;

	if (store->stmt[id])
		return store->stmt[id];
	sql = sql_of(store, id);
	info = ft_calloc(1, sizeof *info);
	if (ft_stmt_collects(sql)) {
		info->collects = ft_strdup(sql);
		drop_names(sql);
	}
	code = sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT,
	    &store->stmt[id], NULL);
	if (!code && !sqlite3_stmt_readonly(store->stmt[id]))
		ft_store_read_tables(store, sql);
	ft_free(sql);
	if (code || !store->stmt[id]) {
		ft_stmt_info_free(info);
		(void)ft_store_fail(store, err);
		return NULL;
	}
	info->stmt = store->stmt[id];
	*slot_of(store, info->stmt) = info;
	return store->stmt[id];
}

/*
 * Whether SQLite has rolled back the transaction by itself, as after a full disk:
 * then each further statement would commit at once.
 * Source: SQLite, "Response To Errors Within A Transaction".
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
 * Commands refuse or mask control characters before this; here it is done for
 * every user of the library, and for old texts that are written again.
 */
int
ft_store_bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
	struct ft_str masked FT_CLEANUP(ft_str_free) = { 0 };
	size_t len = text ? strlen(text) : 0;

	/* a search must find old texts, which were not masked */
	if (!len || !ft_text_unsafe(text, len, FT_TEXT_BYTES) ||
	    sqlite3_stmt_readonly(stmt))
		return sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC);
	ft_text_mask(&masked, text, len, FT_TEXT_BYTES);
	return sqlite3_bind_text(
	    stmt, at, ft_str_text(&masked), (int)masked.len, SQLITE_TRANSIENT);
}

static int
bind_arg(sqlite3_stmt *stmt, int at, const struct ft_arg *arg)
{
	switch (arg->is) {
	case FT_ARG_NUMBER:
		return sqlite3_bind_int64(stmt, at, arg->number);
	case FT_ARG_REAL:
		return sqlite3_bind_double(stmt, at, arg->real);
	case FT_ARG_TEXT:
		return ft_store_bind_text(stmt, at, arg->text);
	case FT_ARG_BLOB:
		return sqlite3_bind_blob64(stmt, at, arg->text,
		    (sqlite3_uint64)arg->number, SQLITE_STATIC);
	case FT_ARG_NULL:
		break;
	}
	return sqlite3_bind_null(stmt, at);
}

int
ft_param_place(sqlite3_stmt *stmt, int at, const char *name)
{
	int n = sqlite3_bind_parameter_count(stmt);

	for (int i = 0; i < n; i++) {
		int index = (at + i) % n + 1;

		if (!strcmp(sqlite3_bind_parameter_name(stmt, index) + 1, name))
			return index;
	}
	return 0;
}

enum ft_status
ft_store_bind(struct ft_store *store, sqlite3_stmt *stmt,
    const struct ft_arg *args, struct ft_error *err)
{
	for (int i = 0; args && args[i].name; i++) {
		int at = ft_param_place(stmt, i, args[i].name);

		assert(at && "a parameter of the statement");
		if (bind_arg(stmt, at, &args[i]))
			return ft_store_fail(store, err);
	}
	return FT_OK;
}

sqlite3_stmt *
ft_store_query(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err)
{
	sqlite3_stmt *stmt = prepared(store, id, err);

	if (!stmt || is_lost(store, id, err))
		return NULL;
	sqlite3_clear_bindings(stmt);
	return ft_store_bind(store, stmt, args, err) ? NULL : stmt;
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

bool
ft_store_next(struct ft_store *store, sqlite3_stmt *stmt,
    enum ft_status *status, struct ft_error *err)
{
	int step = FT_EIO;

	if (stmt && *status)
		sqlite3_reset(stmt);
	if (*status)
		return false;
	if (stmt)
		step = ft_store_step(store, stmt, err);
	if (step < 0)
		*status = (enum ft_status)step;
	return step > 0;
}

enum ft_status
ft_store_run(struct ft_store *store, enum ft_stmt id, const struct ft_arg *args,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, id, args, err);
	int step;

	if (!stmt)
		return err ? err->status : FT_EIO;
	do
		step = ft_store_step(store, stmt, err);
	while (step > 0);
	return (enum ft_status)step;
}

enum ft_status
ft_store_int(struct ft_store *store, int64_t *value, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, id, args, err);
	int step;

	if (!stmt)
		return err ? err->status : FT_EIO;
	step = ft_store_step(store, stmt, err);
	if (step < 0)
		return (enum ft_status)step;
	if (!step)
		return FT_ENOENT;
	*value = sqlite3_value_int64(ft_column(stmt, NULL));
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_script(struct ft_store *store, const char *sql, struct ft_error *err)
{
	ft_store_forget_tables(store);
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL))
		return ft_store_fail(store, err);
	return store->write_failed ? fail_written(store, err) : FT_OK;
}

sqlite3_value *
ft_column(sqlite3_stmt *stmt, const char *name)
{
	int at = 0;

	while (name && strcmp(sqlite3_column_name(stmt, at), name) != 0)
		at++;
	return sqlite3_column_value(stmt, at);
}

const char *
ft_column_text(struct ft_arena *arena, sqlite3_stmt *stmt, const char *name)
{
	sqlite3_value *value = ft_column(stmt, name);
	const void *text = sqlite3_value_text(value);

	return text ? ft_arena_strndup(
			  arena, text, (size_t)sqlite3_value_bytes(value))
		    : NULL;
}

void
ft_store_finalize(struct ft_store *store)
{
	for (size_t i = 0; i < FT_STMT_COUNT; i++) {
		sqlite3_finalize(store->stmt[i]);
		store->stmt[i] = NULL;
	}
	for (size_t i = 0; i < FT_STMT_SLOTS; i++) {
		ft_stmt_info_free(store->info[i]);
		store->info[i] = NULL;
	}
	ft_images_free(store);
	ft_store_forget_tables(store);
}
