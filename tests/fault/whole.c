#include "fault/whole.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/storefile.h"
#include "tap/tap.h"

/* Columns that are left out: "table.column", or a whole table. */
static const char *const wall_clock[] = { "journal.wall", NULL };
static const char *const counts[] = { "generation", "job.stamp", NULL };

static bool
is_in(const char *const *list, const char *table, const char *column)
{
	char name[128];

	snprintf(name, sizeof name, "%s%s%s", table, column ? "." : "",
	    column ? column : "");
	while (*list && strcmp(*list, name) != 0)
		list++;
	return *list;
}

static bool
is_left_out(bool facts, const char *table, const char *column)
{
	return is_in(wall_clock, table, column) ||
	       (facts && is_in(counts, table, column));
}

static void
add_hex(struct ft_str *str, const unsigned char *data, int size)
{
	for (int i = 0; i < size; i++)
		ft_str_addf(str, "%02x", (unsigned)data[i]);
}

static void
add_table(struct ft_str *str, sqlite3 *db, const char *table, bool facts)
{
	struct ft_str sql = { 0 };
	sqlite3_stmt *stmt;

	ft_str_addf(&sql, "SELECT * FROM \"%s\"", table);
	if (sqlite3_prepare_v2(db, ft_str_text(&sql), -1, &stmt, NULL))
		bail("%s: %s", table, sqlite3_errmsg(db));
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		ft_str_add(str, table);
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			const char *name = sqlite3_column_name(stmt, i);
			const void *text = sqlite3_column_blob(stmt, i);
			int size = sqlite3_column_bytes(stmt, i);

			if (is_left_out(facts, table, name))
				continue;
			ft_str_addf(str, " %s=", name);
			if (sqlite3_column_type(stmt, i) == SQLITE_BLOB)
				add_hex(str, text, size);
			else
				ft_str_add_n(
				    str, text ? text : "", (size_t)size);
		}
		ft_str_add_char(str, '\n');
	}
	sqlite3_finalize(stmt);
	ft_str_free(&sql);
}

char *
whole_text(const char *path, bool facts)
{
	struct ft_str str = { 0 };
	sqlite3_stmt *stmt;
	sqlite3 *db;

	if (sqlite3_open(path, &db) ||
	    sqlite3_prepare_v2(db,
		"SELECT name FROM sqlite_schema WHERE type = 'table' "
		"ORDER BY name",
		-1, &stmt, NULL))
		bail("%s: %s", path, sqlite3_errmsg(db));
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		const char *table = (const char *)sqlite3_column_text(stmt, 0);

		if (!is_left_out(facts, table, NULL))
			add_table(&str, db, table, facts);
	}
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	ft_str_add(&str, "");
	return str.data;
}

void
whole_copy(const char *from, const char *to)
{
	static const char *const beside[] = { "-wal", "-shm", "-journal",
		"-lock", "-run" };
	unsigned char *data;
	long size = storefile_read(from, &data);

	for (size_t i = 0; i < FT_COUNT(beside); i++) {
		struct ft_str name = { 0 };

		ft_str_addf(&name, "%s%s", to, beside[i]);
		(void)unlink(ft_str_text(&name));
		ft_str_free(&name);
	}
	storefile_write(to, data, (size_t)size);
	ft_free(data);
}

void
whole_diff(const char *got, const char *want)
{
	while (*got && *want) {
		size_t a = strcspn(got, "\n"), b = strcspn(want, "\n");

		if (a != b || memcmp(got, want, a) != 0)
			break;
		got += a + (got[a] == '\n');
		want += b + (want[b] == '\n');
	}
	diag("got  %.*s", (int)strcspn(got, "\n"), got);
	diag("want %.*s", (int)strcspn(want, "\n"), want);
}
