/*
 * table.c - the tables of this store with their columns, and a check of every row
 * that is written.
 */
/* Debian compiles SQLite with this hook, but sqlite3.h hides it by default. */
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include "store/internal.h"
#include "store/row/column_internal.h"

/* A place for each table; its columns are read when they are needed. */
static void
list_tables(struct ft_store *store)
{
	size_t n = 0, at = 0;

	if (store->tables)
		return;
	while (ft_table_next(&at))
		n++;
	store->tables = ft_calloc(n + 1, sizeof *store->tables);
	at = 0;
	for (size_t i = 0; i < n; i++)
		store->tables[i].table = ft_table_next(&at);
}

/* Read the columns of a table, none if the store does not have it. */
static void
read_table(struct ft_store *store, struct ft_table_info *info)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt = NULL;
	size_t at = 0;
	int n;

	if (info->column)
		return;
	ft_str_addf(&sql, "SELECT * FROM main.\"%s\"", info->table);
	(void)sqlite3_prepare_v2(store->db, ft_str_text(&sql), -1, &stmt, NULL);
	ft_str_free(&sql);
	n = sqlite3_column_count(stmt);
	info->column = ft_calloc((size_t)n + 1, sizeof *info->column);
	for (int i = 0; i < n; i++)
		info->n += ft_column_find(info->table,
		    sqlite3_column_name(stmt, i), &at, &info->column[info->n]);
	sqlite3_finalize(stmt);
}

/* Returns the table whose name are the first LEN bytes of NAME, with its columns;
 * NULL: there is none. */
static struct ft_table_info *
find_table(struct ft_store *store, const char *name, size_t len)
{
	struct ft_table_info *info;

	list_tables(store);
	for (info = store->tables; info->table; info++)
		if (!strncmp(info->table, name, len) && !info->table[len]) {
			read_table(store, info);
			return info;
		}
	return NULL;
}

void
ft_store_read_tables(struct ft_store *store, const char *sql)
{
	static const char *const words[] = { "INTO ", "UPDATE " };

	for (size_t i = 0; i < FT_COUNT(words); i++)
		for (const char *at = sql; (at = strstr(at, words[i]));) {
			at += strlen(words[i]);
			(void)find_table(store, at, strcspn(at, " "));
		}
}

void
ft_store_forget_tables(struct ft_store *store)
{
	for (struct ft_table_info *info = store->tables; info && info->table;
	     info++)
		ft_free(info->column);
	ft_free(store->tables);
	store->tables = NULL;
	store->written = NULL;
}

const struct ft_table_info *
ft_store_table(struct ft_store *store, const char *table)
{
	const struct ft_table_info *info =
	    find_table(store, table, strlen(table));

	return info && info->n ? info : NULL;
}

/*
 * Refuse a row that reading would refuse later, unless all values were checked when
 * they were bound: that takes a tenth of the time.  The hook itself cannot fail, so
 * ft_store_step does, by store->write_failed.
 */
static void
check_written(void *ctx, sqlite3 *db, int op, const char *base,
    const char *table, sqlite3_int64 old_id, sqlite3_int64 new_id)
{
	struct ft_store *store = ctx;
	const struct ft_table_info *info = store->written;
	const bool is_id = new_id > 0 && new_id < FT_STORE_NO_ID;
	const uint64_t suspect = is_id ? store->suspect : FT_SUSPECT_ALL;
	sqlite3_value *value, *key = NULL;

	(void)old_id;
	if (op == SQLITE_DELETE || store->write_failed || !suspect ||
	    strcmp(base, "main"))
		return;
	/* rows of one table follow each other */
	if (!info || !info->table || strcmp(info->table, table))
		for (info = store->tables;
		     info && info->table && strcmp(info->table, table);)
			info++;
	assert(!info || !info->table || info->column);
	store->written = info;
	for (size_t i = 0; info && i < info->n; i++) {
		struct ft_str text = { 0 };

		if (!(suspect >> (i < 63 ? i : 63) & 1))
			continue;
		if (sqlite3_preupdate_new(db, (int)i, &value))
			return; /* a table of an older schema */
		if (ft_column_allows(&info->column[i], value))
			continue;
		(void)sqlite3_preupdate_new(db, 0, &key);
		ft_column_describe(&text, &info->column[i], key, value);
		(void)ft_fail(&store->write_err, FT_EINVAL,
		    "%s: out of range: %s", store->path, ft_str_text(&text));
		ft_str_free(&text);
		store->write_failed = true;
		return;
	}
}

void
ft_store_watch(struct ft_store *store)
{
	(void)sqlite3_preupdate_hook(store->db, check_written, store);
}

void
ft_store_trust(struct ft_store *store)
{
	(void)sqlite3_preupdate_hook(store->db, NULL, NULL);
}
