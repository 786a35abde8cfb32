/* repair.c - save the intact rows of a store as a new one. */
#include "store/check/check_internal.h"

struct repair {
	struct ft_store *fresh;
	const struct ft_table_info *table;
	sqlite3_stmt *insert;
	sqlite3_stmt
	    *unset; /* a row of unset values; NULL: the column has none */
	uint64_t mended[2]; /* bit by column: it gets the unset value */
	bool left;          /* leave the row out */
};

enum { MOST_COLUMNS = 128 };

static const struct {
	const char *table, *column, *value; /* value in SQL */
} unset[] = {
#define UNSET(table, column, value) { #table, #column, value },
#include "store/row/column.def"
};

/* References, and whether to clear one whose row is missing. */
static const struct {
	const char *table, *column;
	bool cleared;
} references[] = {
#define LEAVE                                   false
#define CLEAR                                   true
#define REFERENCE(table, column, other, repair) { #table, #column, repair },
#include "store/row/column.def"
};

static bool
is_cleared(const struct ft_column *column)
{
	for (size_t i = 0; i < FT_COUNT(references); i++)
		if (!strcmp(references[i].table, column->table) &&
		    !strcmp(references[i].column, column->name))
			return references[i].cleared;
	return false;
}

static void
run(struct ft_store *store, const char *sql)
{
	(void)sqlite3_exec(store->db, sql, NULL, NULL, NULL);
}

/* Make a new store in memory without any row. */
static enum ft_status
make_empty(struct ft_store **fresh, struct ft_error *err)
{
	const struct ft_store_options options = { .create = true };
	const char *table;
	size_t at = 0;

	FT_TRY(ft_store_open(fresh, NULL, &options, err));
	ft_store_trust(*fresh);
	run(*fresh, "PRAGMA foreign_keys = OFF");
	while ((table = ft_table_next(&at))) {
		struct ft_str sql = { 0 };

		ft_str_addf(&sql, "DELETE FROM \"%s\"", table);
		run(*fresh, ft_str_text(&sql));
		ft_str_free(&sql);
	}
	return FT_OK;
}

/* ---- rows ----------------------------------------------------------------------- */

static sqlite3_stmt *
prepare_insert(struct ft_store *fresh, const struct ft_table_info *table)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };
	sqlite3_stmt *stmt = NULL;

	ft_str_addf(&sql, "INSERT INTO \"%s\" (", table->table);
	for (size_t i = 0; i < table->n; i++)
		ft_str_addf(
		    &sql, "%s\"%s\"", i ? ", " : "", table->column[i].name);
	ft_str_add(&sql, ") VALUES (");
	for (size_t i = 0; i < table->n; i++)
		ft_str_add(&sql, i ? ", ?" : "?");
	ft_str_add(&sql, ")");
	(void)sqlite3_prepare_v2(fresh->db, ft_str_text(&sql), -1, &stmt, NULL);
	return stmt;
}

/* Returns the unset value of COLUMN in SQL, the caller's. */
static char *
unset_value(struct ft_store *fresh, const struct ft_column *column)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt = NULL;
	char *value = NULL;

	for (size_t i = 0; i < FT_COUNT(unset); i++)
		if (!strcmp(unset[i].table, column->table) &&
		    !strcmp(unset[i].column, column->name))
			return ft_strdup(unset[i].value);
	ft_str_addf(&sql,
	    "SELECT dflt_value FROM pragma_table_info('%s') WHERE name = '%s' "
	    "AND dflt_value IS NOT NULL",
	    column->table, column->name);
	(void)sqlite3_prepare_v2(fresh->db, ft_str_text(&sql), -1, &stmt, NULL);
	ft_str_free(&sql);
	if (stmt && sqlite3_step(stmt) == SQLITE_ROW)
		value = ft_strdup(
		    (const void *)sqlite3_value_text(ft_column(stmt, NULL)));
	sqlite3_finalize(stmt);
	return value ? value : ft_strdup("NULL");
}

static sqlite3_stmt *
prepare_unset(struct ft_store *fresh, const struct ft_table_info *table)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt = NULL;

	for (size_t i = 0; i < table->n; i++) {
		char *value = unset_value(fresh, &table->column[i]);

		ft_str_addf(&sql, "%s%s", i ? ", " : "SELECT ", value);
		ft_free(value);
	}
	if (!sqlite3_prepare_v2(fresh->db, ft_str_text(&sql), -1, &stmt, NULL))
		(void)sqlite3_step(stmt);
	ft_str_free(&sql);
	return stmt;
}

/* Replace a bad value by the unset one, or leave the row out. */
static void
mend_value(struct ft_check *check, struct repair *repair, sqlite3_stmt *stmt,
    const struct ft_rule *broken)
{
	struct ft_str text = { 0 };
	sqlite3_value *value = sqlite3_column_value(repair->unset, broken->at);
	bool cleared = is_cleared(&broken->column);
	bool mended = cleared || sqlite3_value_type(value) != SQLITE_NULL;

	ft_check_describe(&text, stmt, broken);
	if (mended) {
		const void *now =
		    sqlite3_column_text(repair->unset, broken->at);

		ft_str_addf(
		    &text, ", now '%s'", now ? (const char *)now : "NULL");
		repair->mended[broken->at / 64] |= UINT64_C(1)
						   << broken->at % 64;
	} else {
		repair->left = true;
	}
	ft_check_report(check, "%s: %s", mended ? "mended" : "left out",
	    ft_str_text(&text));
	ft_str_free(&text);
}

/* Remove the entry of a row of the journal that was left out: an incomplete entry
 * must not be undone. */
static void
leave_entry(struct repair *repair, sqlite3_stmt *stmt)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };

	if (strncmp(repair->table->table, "journal_", strlen("journal_")) != 0)
		return;
	ft_str_addf(&sql, "DELETE FROM journal WHERE id = %lld",
	    (long long)sqlite3_value_int64(ft_column(stmt, NULL)));
	run(repair->fresh, ft_str_text(&sql));
}

static bool
insert_row(struct repair *repair, sqlite3_stmt *stmt)
{
	bool good;

	for (int i = 0; i < sqlite3_column_count(stmt); i++) {
		bool mended = repair->mended[i / 64] >> i % 64 & 1;

		(void)sqlite3_bind_value(repair->insert, i + 1,
		    sqlite3_column_value(mended ? repair->unset : stmt, i));
	}
	good = sqlite3_step(repair->insert) == SQLITE_DONE;
	sqlite3_reset(repair->insert);
	return good;
}

/* Copy an intact row; report one that is damaged or a duplicate. */
static void
save_row(struct ft_check *check, sqlite3_stmt *stmt,
    const struct ft_rule *broken, void *ctx)
{
	struct repair *repair = ctx;
	struct ft_str text = { 0 };

	if (broken) {
		mend_value(check, repair, stmt, broken);
		return;
	}
	if (!repair->left && !insert_row(repair, stmt)) {
		const void *key = sqlite3_value_text(ft_column(stmt, NULL));

		ft_str_add_plain(&text, key ? key : "NULL", 40);
		ft_check_report(check, "left out: %s row %s: %s",
		    repair->table->table, ft_str_text(&text),
		    sqlite3_errmsg(repair->fresh->db));
		ft_str_free(&text);
		repair->left = true;
	}
	if (repair->left)
		leave_entry(repair, stmt);
	repair->left = false;
	memset(repair->mended, 0, sizeof repair->mended);
}

static void
save_rows(struct ft_check *check, struct ft_store *fresh)
{
	const char *name;
	size_t at = 0;

	ft_meter_begin(check->to->meter, "saving", "rows", 0);
	run(fresh, "BEGIN");
	while ((name = ft_table_next(&at))) {
		struct repair repair = { .fresh = fresh,
			.table = ft_store_table(check->store, name) };

		/* usage_sum and usage_fold are caches, which are rebuilt */
		if (!repair.table ||
		    !strcmp(repair.table->table, "usage_sum") ||
		    !strcmp(repair.table->table, "usage_fold"))
			continue;
		assert(repair.table->n <= MOST_COLUMNS);
		repair.insert = prepare_insert(fresh, repair.table);
		repair.unset = prepare_unset(fresh, repair.table);
		ft_check_rows(check, repair.table, save_row, &repair);
		sqlite3_finalize(repair.insert);
		sqlite3_finalize(repair.unset);
	}
	run(fresh, "COMMIT");
}

/* ---- rows together ---------------------------------------------------------------- */

static void
mend(struct ft_store *fresh, const struct ft_check_rule *rule)
{
	struct ft_str sql FT_CLEANUP(ft_str_free) = { 0 };

	if (rule->mend)
		ft_str_add(&sql, rule->mend);
	else
		ft_str_addf(&sql, "DELETE FROM %s AS t", rule->table);
	ft_str_addf(&sql, " WHERE %s", rule->where);
	run(fresh, ft_str_text(&sql));
}

/* Removing a row may break references to it: repeat until nothing is found. */
static void
mend_all(struct ft_check *check, struct ft_store *fresh)
{
	bool found = true;

	while (found) {
		found = false;
		for (size_t i = 0; i < ft_check_rule_count; i++) {
			const struct ft_check_rule *rule = &ft_check_rules[i];

			if (!ft_check_apply(check, fresh, rule,
				rule->mend ? "mended: " : "left out: "))
				continue;
			mend(fresh, rule);
			found = true;
		}
	}
}

static enum ft_status
need_cluster(struct ft_check *check, struct ft_store *fresh, const char *path,
    struct ft_error *err)
{
	uint32_t id;
	char *name = NULL;
	enum ft_status status = ft_store_first_cluster(fresh, &id, &name, err);

	ft_free(name);
	if (!status)
		status = ft_check_readers(check, fresh);
	return status ? ft_fail(err, FT_EFOREIGN,
			    "%s: damaged: no cluster with a root association "
			    "is left of it",
			    path)
		      : FT_OK;
}

enum ft_status
ft_store_repair(const char *path, const char *copy,
    const struct ft_check_to *to, struct ft_error *err)
{
	struct ft_check check = { .to = to };
	struct ft_store *fresh = NULL;
	enum ft_status status = ft_check_open(&check, path, err);

	if (!status)
		status = make_empty(&fresh, err);
	if (!status) {
		save_rows(&check, fresh);
		mend_all(&check, fresh);
		status = need_cluster(&check, fresh, path, err);
	}
	if (!status)
		status = ft_store_save(fresh, copy, false, err);
	ft_store_close(fresh);
	ft_store_close(check.store);
	return status;
}
