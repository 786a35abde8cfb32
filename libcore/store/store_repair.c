/* store_repair.c - what is whole of a store, as a new one. */
#include "store/check_int.h"

#include <assert.h>
#include <string.h>

struct repair {
	struct ft_store *fresh;
	sqlite3_stmt *insert;
};

static void
run(struct ft_store *store, const char *sql)
{
	(void)sqlite3_exec(store->db, sql, NULL, NULL, NULL);
}

/* A new store in memory with no row in it. */
static enum ft_status
make_empty(struct ft_store **fresh, struct ft_error *err)
{
	const struct ft_store_options options = { .create = true };
	enum ft_status status = ft_store_open(fresh, ":memory:", &options, err);

	if (status)
		return status;
	ft_store_trust(*fresh);
	run(*fresh, "PRAGMA foreign_keys = OFF");
	for (size_t i = 0; i < ft_column_count; i++) {
		struct ft_str sql = { 0 };

		ft_str_addf(&sql, "DELETE FROM \"%s\"", ft_columns[i].table);
		if (!i || strcmp(ft_columns[i - 1].table, ft_columns[i].table))
			run(*fresh, ft_str_text(&sql));
		ft_str_free(&sql);
	}
	return FT_OK;
}

/* ---- rows ----------------------------------------------------------------------- */

static sqlite3_stmt *
prepare_insert(struct ft_store *fresh, const struct ft_column *column, size_t n)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt = NULL;

	ft_str_addf(&sql, "INSERT INTO \"%s\" (", column->table);
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&sql, "%s\"%s\"", i ? ", " : "", column[i].name);
	ft_str_add(&sql, ") VALUES (");
	for (size_t i = 0; i < n; i++)
		ft_str_add(&sql, i ? ", ?" : "?");
	ft_str_add(&sql, ")");
	(void)sqlite3_prepare_v2(fresh->db, ft_str_text(&sql), -1, &stmt, NULL);
	ft_str_free(&sql);
	return stmt;
}

/* Copy a row that is whole; name one that is not, or is there already. */
static void
save_row(struct ft_check *check, sqlite3_stmt *stmt,
    const struct ft_rule *broken, void *ctx)
{
	struct repair *repair = ctx;
	struct ft_str text = { 0 };
	const char *table = sqlite3_column_table_name(stmt, 0);

	if (broken) {
		ft_check_describe(&text, stmt, broken);
		ft_check_tell(check, "left out: %s", ft_str_text(&text));
		ft_str_free(&text);
		return;
	}
	for (int i = 0; i < sqlite3_column_count(stmt); i++)
		(void)sqlite3_bind_value(
		    repair->insert, i + 1, sqlite3_column_value(stmt, i));
	if (sqlite3_step(repair->insert) != SQLITE_DONE) {
		const void *key = sqlite3_column_text(stmt, 0);

		ft_str_add_plain(&text, key ? key : "NULL", 40);
		ft_check_tell(check, "left out: %s row %s: %s", table,
		    ft_str_text(&text), sqlite3_errmsg(repair->fresh->db));
		ft_str_free(&text);
	}
	sqlite3_reset(repair->insert);
}

static void
save_rows(struct ft_check *check, struct ft_store *fresh)
{
	size_t n;

	run(fresh, "BEGIN");
	for (size_t i = 0; i < ft_column_count; i += n) {
		const struct ft_column *column =
		    ft_column_table(ft_columns[i].table, &n);
		struct repair repair = { fresh, NULL };

		/* a cache, made anew from its facts */
		if (!strcmp(column->table, "usage_sum"))
			continue;
		repair.insert = prepare_insert(fresh, column, n);
		ft_check_rows(check, column, n, save_row, &repair);
		sqlite3_finalize(repair.insert);
	}
	run(fresh, "COMMIT");
}

/* ---- rows together ---------------------------------------------------------------- */

static void
mend(struct ft_store *fresh, const struct ft_check_rule *rule)
{
	struct ft_str sql = { 0 };

	if (rule->mend)
		ft_str_add(&sql, rule->mend);
	else
		ft_str_addf(&sql, "DELETE FROM %s AS t", rule->table);
	ft_str_addf(&sql, " WHERE %s", rule->where);
	run(fresh, ft_str_text(&sql));
	ft_str_free(&sql);
}

/* What is removed may be what others refer to: until nothing is found. */
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
ft_store_repair(const char *path, const char *to, ft_problem_fn *fn, void *ctx,
    size_t *n, struct ft_error *err)
{
	struct ft_check check = { .fn = fn, .ctx = ctx };
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
		status = ft_store_save(fresh, to, false, err);
	ft_store_close(fresh);
	ft_store_close(check.store);
	*n = check.n;
	return status;
}
