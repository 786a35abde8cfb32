/*
 * given.c - an array of structs as a table of SQL, ft_given, so that one statement
 * writes all of them: half the time of binding and stepping it for each.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

/* The columns of the table: of any array that is written so. */
static const char *const names[] = { "assoc", "qos", "kind", "tres", "at",
	"whole", "micro", "heir", "action", "cluster", "subject", "info", "id",
	"name", "admin_level", "default_wckey", "created", "parent", "position",
	"shares", "account", "user", "partition", "is_default", "default_qos",
	"comment", "number" };
enum { NAMES = FT_COUNT(names) };
_Static_assert(NAMES < 31, "a bit for each in xFilter's number");

struct table {
	sqlite3_vtab base;
	struct ft_store *store;
};
struct cursor {
	sqlite3_vtab_cursor base;
	struct ft_column column[NAMES]; /* the member of each */
	const struct ft_given *given;
	size_t row;
};

static int
connect_given(sqlite3 *db, void *store, int argc, const char *const *argv,
    sqlite3_vtab **made, char **message)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	struct table *table;

	(void)argc;
	(void)argv;
	(void)message;
	*made = NULL;
	for (size_t i = 0; i < NAMES; i++)
		ft_str_addf(&sql, "%s%s", i ? ", " : "CREATE TABLE ft_given (",
		    names[i]);
	ft_str_add_char(&sql, ')');
	if (sqlite3_declare_vtab(db, ft_str_text(&sql)))
		return SQLITE_ERROR;
	(void)sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	table = ft_calloc(1, sizeof *table);
	table->store = store;
	*made = &table->base;
	return SQLITE_OK;
}

static int
disconnect(sqlite3_vtab *table)
{
	ft_free(table);
	return SQLITE_OK;
}

static int
plan(sqlite3_vtab *table, sqlite3_index_info *info)
{
	(void)table;
	info->idxNum = (int)(info->colUsed & ((1u << NAMES) - 1));
	info->estimatedCost = 1e6;
	return SQLITE_OK;
}

static int
open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **made)
{
	struct cursor *cursor = ft_calloc(1, sizeof *cursor);

	(void)table;
	*made = &cursor->base;
	return SQLITE_OK;
}

static int
close_cursor(sqlite3_vtab_cursor *cursor)
{
	ft_free(cursor);
	return SQLITE_OK;
}

static int
filter(sqlite3_vtab_cursor *base, int used, const char *text, int argc,
    sqlite3_value **argv)
{
	struct cursor *cursor = (struct cursor *)base;
	size_t at = 0;

	(void)text;
	(void)argc;
	(void)argv;
	cursor->given = ((struct table *)(void *)base->pVtab)->store->given;
	cursor->row = 0;
	for (size_t i = 0; cursor->given && i < NAMES; i++)
		if (!(used >> i & 1) || !ft_shape_find(cursor->given->shape,
					    names[i], &at, &cursor->column[i]))
			cursor->column[i].member = FT_MEMBER_NONE;
	return SQLITE_OK;
}

static int
next(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->row++;
	return SQLITE_OK;
}

static int
is_end(sqlite3_vtab_cursor *base)
{
	const struct cursor *cursor = (struct cursor *)base;

	return !cursor->given || cursor->row >= cursor->given->n;
}

static int
column(sqlite3_vtab_cursor *base, sqlite3_context *context, int at)
{
	const struct cursor *cursor = (struct cursor *)base;
	const struct ft_given *given = cursor->given;

	if (cursor->column[at].member != FT_MEMBER_NONE &&
	    !ft_record_result(context, &cursor->column[at],
		(const char *)given->item + cursor->row * given->size))
		((struct table *)(void *)base->pVtab)->store->suspect =
		    FT_SUSPECT_ALL;
	return SQLITE_OK;
}

static int
row_id(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((struct cursor *)cursor)->row;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xConnect = connect_given,
	.xBestIndex = plan,
	.xDisconnect = disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_end,
	.xColumn = column,
	.xRowid = row_id,
};

enum ft_status
ft_given_prepare(struct ft_store *store, struct ft_error *err)
{
	return sqlite3_create_module(store->db, "ft_given", &module, store)
		   ? ft_store_fail(store, err)
		   : FT_OK;
}

/* Returns whether foreign keys were checked. */
static int
check_keys(struct ft_store *store, int on)
{
	int was = 0;

	(void)sqlite3_db_config(
	    store->db, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &was);
	(void)sqlite3_db_config(
	    store->db, SQLITE_DBCONFIG_ENABLE_FKEY, on, NULL);
	return was;
}

/*
 * The rows that the new ones refer to were read or added in this transaction, so
 * SQLite need not look each of them up again; that saves an eighth of a load.  For
 * a few rows it costs more than it saves, because SQLite then prepares every
 * statement again.
 */
enum ft_status
ft_given_write(struct ft_store *store, enum ft_stmt id,
    const struct ft_given *given, const struct ft_arg *args,
    struct ft_error *err)
{
	enum { MANY = 100 };
	enum ft_status status;
	int keys = 0;

	if (!given->n)
		return FT_OK;
	assert(!store->given);
	store->given = given;
	store->suspect = 0;
	if (given->n > MANY)
		keys = check_keys(store, 0);
	status = ft_store_run(store, id, args, err);
	if (keys)
		(void)check_keys(store, 1);
	store->suspect = FT_SUSPECT_ALL;
	store->given = NULL;
	return status;
}
