#include "lib/mutate.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "tap/tap.h"

enum { MOST = 64 /* changes of one store, tables, columns of a table */ };

/* SQL of the values that a column is given, whatever its type. */
static const char *const values[] = {
	/* bounds of numbers, of times, and what lies near */
	"0",
	"1",
	"-1",
	"2",
	"3",
	"127",
	"128",
	"255",
	"256",
	"32767",
	"32768",
	"65535",
	"65536",
	"100000",
	"16777216",
	"33554432",
	"2147483646",
	"2147483647",
	"2147483648",
	"4294967293",
	"4294967294",
	"4294967295",
	"4294967296",
	"8589934593",
	"1000000000000",
	"253402300799",
	"253402300800",
	"9007199254740993",
	"4611686018427387904",
	"9223372036854775806",
	"9223372036854775807",
	"-2",
	"-128",
	"-32769",
	"-2147483648",
	"-2147483649",
	"-4294967296",
	"-253402300799",
	"-253402300800",
	"(-9223372036854775807 - 1)",
	"1893456000",
	"1893459600",
	/* reals; SQLite keeps no NaN */
	"0.5",
	"-0.5",
	"1e-320",
	"1e300",
	"-1e300",
	"9e999",
	"-9e999",
	/* other types */
	"NULL",
	"x''",
	"x'00ff'",
	"zeroblob(24)",
	"zeroblob(1000000)",
	/* texts, and texts that somebody reads */
	"''",
	"'x'",
	"'root'",
	"'0'",
	"'-1'",
	"'4294967295'",
	"'99999999999999999999'",
	"'1=18446744073709551615'",
	"'1=1,1=1,2=-1,3'",
	"'cpu=9223372036854775807,node=2'",
	"','",
	"'='",
	"'n[0-99999999]'",
	"'n[0-4294967295]'",
	"'n[1-2'",
	"'0-4294967295'",
	"'[0-9]%0'",
	"'afterok:1,afterok:1?after:2+99999999'",
	"'%s%n%d'",
	"char(10)",
	"char(27) || '[2J'",
	"CAST(x'c328ff' AS TEXT)",
	"CAST(x'610062' AS TEXT)",
	"'{\"id\":'",
	"'[[1,2],{\"id\":[]}]'",
	"replace(hex(zeroblob(50000)), '0', '[')",
	"replace(hex(zeroblob(600000)), '00', 'x')",
	"replace(hex(zeroblob(5000)), '00', 'a,')",
};

enum { VALUES = sizeof values / sizeof *values };

struct table {
	char name[64];
	char column[MOST][64];
	size_t n;
	char key[256]; /* columns of the primary key, by comma */
};

struct mutation {
	sqlite3 *db;
	struct table table[MOST];
	size_t n;
	const uint8_t *at, *end;
	struct ft_str told;
};

static bool
run(struct mutation *mutation, const char *sql)
{
	return sqlite3_exec(mutation->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void
need(struct mutation *mutation, const char *sql)
{
	if (!run(mutation, sql))
		bail("%s: %s", sql, sqlite3_errmsg(mutation->db));
}

static sqlite3_stmt *
query(struct mutation *mutation, const char *sql)
{
	sqlite3_stmt *stmt;

	if (sqlite3_prepare_v2(mutation->db, sql, -1, &stmt, NULL))
		bail("%s: %s", sql, sqlite3_errmsg(mutation->db));
	return stmt;
}

static void
copy_word(char *to, size_t size, const void *word)
{
	if (snprintf(to, size, "%s", (const char *)word) >= (int)size)
		bail("mutate: too long: %s", (const char *)word);
}

static void
read_columns(struct mutation *mutation, struct table *table)
{
	char sql[256];
	sqlite3_stmt *stmt;

	snprintf(sql, sizeof sql,
	    "SELECT name, pk FROM pragma_table_info('%s')", table->name);
	stmt = query(mutation, sql);
	while (sqlite3_step(stmt) == SQLITE_ROW && table->n < MOST) {
		size_t len = strlen(table->key);
		const void *name = sqlite3_column_text(stmt, 0);

		copy_word(
		    table->column[table->n++], sizeof *table->column, name);
		if (sqlite3_column_int(stmt, 1))
			snprintf(table->key + len, sizeof table->key - len,
			    "%s%s", len ? ", " : "", (const char *)name);
	}
	sqlite3_finalize(stmt);
}

static void
read_tables(struct mutation *mutation)
{
	sqlite3_stmt *stmt = query(mutation,
	    "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
	    "name NOT LIKE 'sqlite%' ORDER BY name");

	while (sqlite3_step(stmt) == SQLITE_ROW && mutation->n < MOST)
		copy_word(mutation->table[mutation->n++].name,
		    sizeof mutation->table->name, sqlite3_column_text(stmt, 0));
	sqlite3_finalize(stmt);
	for (size_t i = 0; i < mutation->n; i++)
		read_columns(mutation, &mutation->table[i]);
}

/* ---- what is declared ---------------------------------------------------------- */

/* Make SQLite read the schema again, which it does when its number changes. */
static void
set_schema_number(struct mutation *mutation, int more)
{
	sqlite3_stmt *stmt = query(mutation, "PRAGMA schema_version");
	int number =
	    sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int(stmt, 0) : 0;
	char sql[64];

	sqlite3_finalize(stmt);
	snprintf(sql, sizeof sql, "PRAGMA schema_version = %d", number + more);
	need(mutation, sql);
}

static void
declare_nothing(struct mutation *mutation)
{
	need(mutation,
	    "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; "
	    "PRAGMA writable_schema = ON; PRAGMA synchronous = OFF; BEGIN; "
	    "CREATE TEMP TABLE declared AS SELECT name AS whose, sql AS what "
	    "FROM sqlite_schema "
	    "WHERE type = 'table'; "
	    "UPDATE main.sqlite_schema SET sql = replace(replace(replace(sql, "
	    "'NOT NULL', ''), 'STRICT, WITHOUT', 'WITHOUT'), ') STRICT', ')') "
	    "WHERE type = 'table'");
	set_schema_number(mutation, 1);
	need(mutation, "COMMIT");
}

static void
declare_again(struct mutation *mutation)
{
	need(mutation,
	    "BEGIN; UPDATE main.sqlite_schema SET sql = (SELECT what FROM "
	    "declared WHERE whose = name) "
	    "WHERE type = 'table' AND name IN (SELECT whose FROM declared)");
	set_schema_number(mutation, 1);
	need(mutation, "COMMIT");
}

/* ---- changes --------------------------------------------------------------------- */

static uint8_t
byte(struct mutation *mutation)
{
	return mutation->at < mutation->end ? *mutation->at++ : 0;
}

/* The key of row N, counted around the table. */
static void
add_row(struct ft_str *sql, const struct table *table, unsigned n)
{
	ft_str_addf(sql,
	    "(SELECT %s FROM %s LIMIT 1 OFFSET (%u %% (SELECT max(1, count(*)) "
	    "FROM %s)))",
	    table->key, table->name, n, table->name);
}

static void
add_where(struct ft_str *sql, const struct table *table, unsigned n)
{
	ft_str_addf(sql, " WHERE (%s) IS ", table->key);
	add_row(sql, table, n);
}

/* A row like another but for one column. */
static void
add_copy(struct ft_str *sql, const struct table *table, const char *column,
    unsigned n, const char *value)
{
	ft_str_addf(sql, "INSERT INTO %s SELECT ", table->name);
	for (size_t i = 0; i < table->n; i++)
		ft_str_addf(sql, "%s%s", i ? ", " : "",
		    strcmp(table->column[i], column) ? table->column[i]
						     : value);
	ft_str_addf(sql, " FROM %s", table->name);
	add_where(sql, table, n);
}

static void
add_change(struct mutation *mutation, struct ft_str *sql)
{
	uint8_t kind = byte(mutation);
	const struct table *table =
	    &mutation->table[byte(mutation) % mutation->n];
	const char *column = table->column[byte(mutation) % table->n];
	const char *value = values[byte(mutation) % VALUES];
	unsigned row = kind >> 4;

	switch (kind & 15) {
	case 0: /* all rows */
		ft_str_addf(sql, "UPDATE OR IGNORE %s SET %s = %s", table->name,
		    column, value);
		break;
	case 1: /* what another column has */
		ft_str_addf(sql, "UPDATE %s SET %s = %s", table->name, column,
		    table->column[byte(mutation) % table->n]);
		add_where(sql, table, row);
		break;
	case 2: /* what another row has */
		ft_str_addf(sql, "UPDATE %s SET %s = (SELECT %s FROM %s",
		    table->name, column, column, table->name);
		add_where(sql, table, byte(mutation));
		ft_str_add(sql, ")");
		add_where(sql, table, row);
		break;
	case 3:
		ft_str_addf(sql, "DELETE FROM %s", table->name);
		add_where(sql, table, row);
		break;
	case 4:
		add_copy(sql, table, column, row, value);
		break;
	case 5: /* a circle, when it is above */
		ft_str_add(sql, "UPDATE assoc SET parent = (SELECT id FROM "
				"assoc LIMIT 1 OFFSET ");
		ft_str_addf(
		    sql, "%u) WHERE id = %u", byte(mutation) % 16, 1 + row);
		break;
	case 6: /* a reference, or a number that is small */
		ft_str_addf(sql, "UPDATE %s SET %s = %u", table->name, column,
		    byte(mutation));
		add_where(sql, table, row);
		break;
	default:
		ft_str_addf(
		    sql, "UPDATE %s SET %s = %s", table->name, column, value);
		add_where(sql, table, row);
	}
}

char *
mutate_store(const char *path, const uint8_t *data, size_t size)
{
	struct mutation *mutation = ft_calloc(1, sizeof *mutation);
	bool again;
	char *told;

	if (sqlite3_open(path, &mutation->db))
		bail("%s: cannot be opened", path);
	mutation->at = data;
	mutation->end = data + size;
	again = (byte(mutation) & 7) != 7;
	read_tables(mutation);
	declare_nothing(mutation);
	need(mutation, "BEGIN");
	ft_str_add(&mutation->told, "");
	for (int i = 0; i < MOST && mutation->at < mutation->end; i++) {
		struct ft_str sql = { 0 };

		add_change(mutation, &sql);
		if (run(mutation, ft_str_text(&sql)) &&
		    sqlite3_changes(mutation->db))
			ft_str_addf(
			    &mutation->told, "%s;\n", ft_str_text(&sql));
		ft_str_free(&sql);
	}
	need(mutation, "COMMIT");
	if (again)
		declare_again(mutation);
	need(mutation, "PRAGMA wal_checkpoint(TRUNCATE)");
	sqlite3_close(mutation->db);
	told = ft_str_take(&mutation->told);
	ft_free(mutation);
	return told;
}
