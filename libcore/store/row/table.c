/*
 * table.c - tables as they are in this store, and what may be written to
 * them.
 */
/* Debian's SQLite has it; its header shows it to those who ask. */
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include "store/internal.h"
#include "store/row/column_internal.h"

/* Fill in what TABLE is in this store; false: it is not there. */
static bool
know_table(struct ft_store *store, const char *table, struct ft_known *known)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt = NULL;
	size_t at = 0;
	int n;

	ft_str_addf(&sql, "SELECT * FROM main.\"%s\"", table);
	(void)sqlite3_prepare_v2(store->db, ft_str_text(&sql), -1, &stmt, NULL);
	ft_str_free(&sql);
	n = sqlite3_column_count(stmt);
	*known = (struct ft_known){ .table = table,
		.column = ft_calloc((size_t)n + 1, sizeof *known->column) };
	for (int i = 0; i < n; i++)
		known->n += ft_column_find(table, sqlite3_column_name(stmt, i),
		    &at, &known->column[known->n]);
	sqlite3_finalize(stmt);
	return known->n > 0;
}

void
ft_store_know_tables(struct ft_store *store)
{
	size_t n = 0, found = 0;

	if (store->known)
		return;
	while (ft_table_name(n))
		n++;
	store->known = ft_calloc(n + 1, sizeof *store->known);
	for (size_t i = 0; i < n; i++) {
		struct ft_known *known = &store->known[found];

		if (know_table(store, ft_table_name(i), known)) {
			found++;
			continue;
		}
		ft_free(known->column);
		*known = (struct ft_known){ .table = NULL };
	}
}

void
ft_store_forget_tables(struct ft_store *store)
{
	for (struct ft_known *known = store->known; known && known->table;
	     known++)
		ft_free(known->column);
	ft_free(store->known);
	store->known = NULL;
}

const struct ft_known *
ft_store_table(struct ft_store *store, const char *table)
{
	const struct ft_known *known;

	ft_store_know_tables(store);
	for (known = store->known; known->table; known++)
		if (!strcmp(known->table, table))
			return known;
	return NULL;
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
	const struct ft_known *known = store->known;
	sqlite3_value *value, *key = NULL;

	(void)old_id;
	(void)new_id;
	if (op == SQLITE_DELETE || store->write_failed || strcmp(base, "main"))
		return;
	while (known && known->table && strcmp(known->table, table))
		known++;
	for (size_t i = 0; known && i < known->n; i++) {
		struct ft_str text = { 0 };

		if (sqlite3_preupdate_new(db, (int)i, &value))
			return; /* a table of an older schema */
		if (ft_column_holds(&known->column[i], value))
			continue;
		(void)sqlite3_preupdate_new(db, 0, &key);
		ft_column_tell(&text, &known->column[i], key, value);
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
