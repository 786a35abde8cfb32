/*
 * Every column of the store: column.def says what the schema has, each
 * statement's columns have their rules, and a value that is too small, too
 * large, of another type, NULL or too long is told by name.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "base/text/timefmt.h"
#include "lib/storefile.h"
#include "model/account/qos.h"
#include "model/reservation/reservation.h"
#include "store/check/check.h"
#include "store/internal.h"
#include "store/job/jobs.h"
#include "store/row/column_internal.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

enum type { INTEGER, REAL, TEXT, BLOB, KEY };
static const struct {
	enum type type;
	int64_t low, high;
} kinds[] = {
#define KIND(kind, type, low, high, is) { type, low, high },
#include "store/row/column.def"
};

/* Those of the schema, by table; they have a rule each. */
static struct ft_column columns[400];
static size_t N;

static struct ft_error err;

static sqlite3 *
open_raw(const char *path)
{
	sqlite3 *db = NULL;

	if (sqlite3_open(path, &db))
		bail("%s", sqlite3_errmsg(db));
	return db;
}

static void
run(sqlite3 *db, const char *sql)
{
	char *text = NULL;

	if (sqlite3_exec(db, sql, NULL, NULL, &text))
		bail("%s: %.200s", text, sql);
}

static int
add_cell(void *ctx, int n, char **value, char **name)
{
	(void)n;
	(void)name;
	ft_str_addf(ctx, "%s\n", value[0]);
	return 0;
}

static int
add_column(void *ctx, int n, char **value, char **name)
{
	static size_t at;

	(void)n;
	(void)name;
	if (ft_column_find(ctx, value[0], &at, &columns[N]))
		columns[N++].table = ctx;
	else
		ok(false, "%s.%s has a rule", (const char *)ctx, value[0]);
	return 0;
}

/* The columns of each table, as they are. */
static void
find_columns(sqlite3 *db)
{
	const char *table;
	size_t at = 0;

	while ((table = ft_table_next(&at))) {
		char sql[200];
		union {
			const char *in;
			void *out;
		} ctx = { table };

		snprintf(sql, sizeof sql,
		    "SELECT name FROM pragma_table_info('%s') ORDER BY cid",
		    table);
		if (sqlite3_exec(db, sql, add_column, ctx.out, NULL))
			bail("%s", sqlite3_errmsg(db));
	}
	ok(N > 300 && N < 400, "%zu columns have rules", N);
}

/* The largest number that may stand in column I. */
static int64_t
high_of(size_t i)
{
	const struct ft_column *column = &columns[i];

	return column->kind == FT_COLUMN_FLAGS
		   ? (INT64_C(1) << column->words->n) - 1
	       : column->kind == FT_COLUMN_WORD ? (int64_t)column->words->n - 1
						: kinds[column->kind].high;
}

static void
list(sqlite3 *db, const char *sql, struct ft_str *str)
{
	if (sqlite3_exec(db, sql, add_cell, str, NULL))
		bail("%s", sqlite3_errmsg(db));
}

/* ---- the table and the schema -------------------------------------------------- */

static int
compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
test_schema(sqlite3 *db)
{
	static const char *const references[] = {
#define REFERENCE(table, column, other, repair)                                \
#table "." #column " " #other "\n",
#include "store/row/column.def"
	};
	enum { REFERENCES = FT_COUNT(references) };
	const char *sorted[REFERENCES], *table;
	struct ft_str have = { 0 }, want = { 0 };
	size_t at = 0;

	list(db,
	    "SELECT m.name || '.' || f.\"from\" || ' ' || f.\"table\" FROM "
	    "sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f "
	    "WHERE m.type = 'table' ORDER BY 1",
	    &have);
	memcpy(sorted, references, sizeof sorted);
	qsort(sorted, REFERENCES, sizeof *sorted, compare_lines);
	for (size_t i = 0; i < REFERENCES; i++)
		ft_str_add(&want, sorted[i]);
	is_str(ft_str_text(&want), ft_str_text(&have), "references");
	ft_str_clear(&have);
	ft_str_clear(&want);
	list(db,
	    "SELECT name FROM sqlite_schema WHERE type = 'table' "
	    "ORDER BY 1",
	    &have);
	while ((table = ft_table_next(&at))) {
		char *line = sqlite3_mprintf("%s\n", table);

		ok(strstr(ft_str_text(&have), line) != NULL, "table %s", table);
		sqlite3_free(line);
	}
	ft_str_free(&have);
	ft_str_free(&want);
}

/* Every result column that is a table's has a rule. */
static void
test_statements(struct ft_store *store)
{
	size_t known = 0, unknown = 0;

	for (int i = 0; i < FT_STMT_COUNT; i++) {
		sqlite3_stmt *stmt =
		    ft_store_query(store, (enum ft_stmt)i, NULL, &err);

		for (int at = 0; stmt && at < sqlite3_column_count(stmt);
		     at++) {
			const char *table = sqlite3_column_table_name(stmt, at);
			const char *name = sqlite3_column_origin_name(stmt, at);
			struct ft_column column;
			size_t hint = 0;
			bool found;

			/* an image in the journal; a recursive query; SQLite */
			if (!table || !strcmp(table, "json_each") ||
			    !strcmp(table, "up") ||
			    !strncmp(table, "sqlite_", 7))
				continue;
			if (!strcmp(table, "ft_journal"))
				table = "journal_row";
			found = ft_column_find(table, name, &hint, &column);
			if (!found)
				diag("%s.%s", table, name);
			known += found;
			unknown += !found;
		}
	}
	is_u64(unknown, 0, "no result column without a rule");
	ok(known > 700, "%zu have one", known);
}

/* ---- bad values ------------------------------------------------------------------ */

static const char *
good_value(size_t i)
{
	static const struct {
		enum ft_column_kind kind;
		const char *value;
	} words[] = {
		{ FT_COLUMN_OPERATOR, "'='" },
		{ FT_COLUMN_LIVE, "'n'" },
		{ FT_COLUMN_LIMIT, "'GrpJobs'" },
		{ FT_COLUMN_REASON, "'None'" },
	};

	for (size_t k = 0; k < FT_COUNT(words); k++)
		if (columns[i].kind == words[k].kind)
			return words[k].value;
	if (kinds[columns[i].kind].type == TEXT)
		return "''";
	if (kinds[columns[i].kind].type == BLOB)
		return "x''";
	return kinds[columns[i].kind].low == 1 ? "1" : "0";
}

enum fault { BELOW, ABOVE, WRONG_TYPE, NO_VALUE, TOO_LONG, FAULTS };
static const char *const fault_names[] = { "below", "above", "of another type",
	"NULL", "too long" };

/* A value with FAULT for column I as SQL, and as it is told; false: none. */
static bool
bad_value(size_t i, enum fault fault, char sql[64], char told[64])
{
	static const char *const types[] = { "'x'", "'x'", "x'00'", "'x'",
		"x'00'" };
	enum type type = kinds[columns[i].kind].type;
	int64_t low = kinds[columns[i].kind].low;
	int64_t high = high_of(i);
	bool number = type == INTEGER || type == REAL;

	snprintf(told, 64, "%s", fault == NO_VALUE ? "NULL" : "'x'");
	switch (fault) {
	case BELOW:
		snprintf(sql, 64, "%lld", (long long)low - (low > INT64_MIN));
		snprintf(told, 64, "%s", sql);
		return number && low > INT64_MIN;
	case ABOVE:
		snprintf(sql, 64, "%lld", (long long)high + (high < INT64_MAX));
		snprintf(told, 64, "%s", sql);
		if (type == REAL && !high) {
			snprintf(sql, 64, "9e999");
			snprintf(told, 64, "inf");
		}
		return type == REAL || (type == INTEGER && high < INT64_MAX);
	case WRONG_TYPE:
		snprintf(sql, 64, "%s", types[type]);
		if (type == TEXT || type == KEY)
			snprintf(told, 64, "a blob of 1 bytes");
		return true;
	case NO_VALUE:
		snprintf(sql, 64, "NULL");
		return !columns[i].nullable;
	case TOO_LONG:
		snprintf(sql, 64, "printf('%%.*c', %lld, '=')",
		    (long long)(high < INT64_MAX ? high + 1 : high));
		snprintf(told, 64, "%s", high == 1 ? "'=='" : "'==");
		/* of large kinds one column will do */
		return type == TEXT &&
		       (high == 1 ||
			   (columns[i].kind == FT_COLUMN_NAME && i < 20) ||
			   !strcmp(columns[i].name, "text"));
	case FAULTS:
		break;
	}
	return false;
}

static bool
starts_table(size_t i)
{
	return !i || strcmp(columns[i - 1].table, columns[i].table);
}

/* One whole row in each table. */
static void
fill(sqlite3 *db)
{
	struct ft_str names = { 0 }, values = { 0 };
	char *sql;

	for (size_t i = 0; i < N; i++) {
		if (starts_table(i)) {
			ft_str_clear(&names);
			ft_str_clear(&values);
		}
		ft_str_addf(&names, "%s\"%s\"", starts_table(i) ? "" : ", ",
		    columns[i].name);
		ft_str_addf(&values, "%s%s", starts_table(i) ? "" : ", ",
		    good_value(i));
		if (i + 1 < N && !starts_table(i + 1))
			continue;
		sql = sqlite3_mprintf("DELETE FROM \"%s\"; INSERT INTO "
				      "\"%s\" (%s) VALUES (%s)",
		    columns[i].table, columns[i].table, ft_str_text(&names),
		    ft_str_text(&values));
		run(db, sql);
		sqlite3_free(sql);
	}
	ft_str_free(&names);
	ft_str_free(&values);
}

/* SQLite lets a row have only one key: that of a table cannot be anything. */
static bool
is_key(sqlite3 *db, size_t i)
{
	struct ft_str str = { 0 };
	char *sql = sqlite3_mprintf(
	    "SELECT pk FROM pragma_table_info(%Q) WHERE name = %Q",
	    columns[i].table, columns[i].name);
	bool key;

	list(db, sql, &str);
	key = *ft_str_text(&str) != '0';
	sqlite3_free(sql);
	ft_str_free(&str);
	return key;
}

static void
keep_line(void *ctx, const char *text)
{
	ft_str_addf(ctx, "\n%s", text);
}

/* Whether LINES tell that column I is TOLD. */
static bool
is_told(const char *lines, size_t i, const char *told)
{
	char want[200];
	const char *at = lines;

	snprintf(want, sizeof want, ": %s is %s", columns[i].name, told);
	while ((at = strstr(at, want))) {
		const char *line = at;
		size_t n = strlen(columns[i].table);

		while (line > lines && line[-1] != '\n')
			line--;
		if (!strncmp(line, columns[i].table, n) &&
		    !strncmp(line + n, " row ", 5))
			return true;
		at++;
	}
	return false;
}

static void
test_fault(const char *path, enum fault fault)
{
	static const char loosen[] =
	    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; "
	    "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; "
	    "CREATE TEMP TABLE keep AS SELECT name, sql FROM sqlite_schema; "
	    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
	    "replace(replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), "
	    "') STRICT', ')'), 'NOT NULL', '') WHERE type = 'table'; "
	    "PRAGMA writable_schema = RESET";
	static const char tighten[] =
	    "PRAGMA writable_schema = ON; UPDATE sqlite_schema AS s SET sql = "
	    "k.sql FROM temp.keep AS k WHERE k.name = s.name; "
	    "PRAGMA writable_schema = RESET";
	sqlite3 *db = open_raw(path);
	struct ft_str lines = { 0 };
	const struct ft_check_to to = { keep_line, &lines, NULL };
	char sql[64], told[64], *text;
	bool given[400] = { false };
	size_t n, count = 0;

	run(db, loosen);
	fill(db);
	/* from behind: the key of a row stays until the end */
	for (size_t i = N; i > 0 && i--;) {
		given[i] = bad_value(i, fault, sql, told) &&
			   !(fault >= WRONG_TYPE && is_key(db, i));
		if (!given[i])
			continue;
		text = sqlite3_mprintf("UPDATE \"%s\" SET \"%s\" = %s",
		    columns[i].table, columns[i].name, sql);
		run(db, text);
		sqlite3_free(text);
	}
	run(db, tighten);
	sqlite3_close(db);
	ok(!ft_store_check(path, &to, &n, &err), "%s: looked at",
	    fault_names[fault]);
	for (size_t i = 0; i < N; i++) {
		if (!given[i])
			continue;
		(void)bad_value(i, fault, sql, told);
		ok(is_told(ft_str_text(&lines), i, told), "%s.%s %s",
		    columns[i].table, columns[i].name, fault_names[fault]);
		count++;
	}
	ok(count > 0, "%zu columns %s", count, fault_names[fault]);
	ft_str_free(&lines);
}

int
main(void)
{
	char *path = storefile_path("columns.db");
	struct ft_store *store;
	sqlite3 *db;

	store = storefile_open(path);
	test_statements(store);
	ft_store_close(store);
	db = open_raw(path);
	find_columns(db);
	test_schema(db);
	sqlite3_close(db);
	for (int i = 0; i < FAULTS; i++)
		test_fault(path, (enum fault)i);
	ft_free(path);
	return done_testing();
}
