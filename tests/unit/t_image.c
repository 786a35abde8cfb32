/*
 * Images of rows: ft_image() writes the JSON that SQLite's json_object() does, and
 * ft_field() reads from any text what ->> reads, or fails where that fails.
 */
#include <sqlite3.h>
#include <string.h>

#include "lib/storefile.h"
#include "store/internal.h"
#include "tap/tap.h"

/* Returns the answer of SQL, with :text in it, as a text with its type. */
static char *
ask(sqlite3 *db, const char *sql, const char *text, int len)
{
	sqlite3_stmt *stmt = NULL;
	struct ft_str str = { 0 };

	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL))
		bail("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_bind_text(stmt, 1, text, len, SQLITE_STATIC);
	if (sqlite3_step(stmt) == SQLITE_ROW)
		ft_str_addf(&str, "%d %s", sqlite3_column_type(stmt, 0),
		    sqlite3_column_text(stmt, 0)
			? (const char *)sqlite3_column_text(stmt, 0)
			: "");
	else
		ft_str_add(&str, sqlite3_errmsg(db));
	sqlite3_finalize(stmt);
	return ft_str_take(&str);
}

static void
same(sqlite3 *db, const char *mine, const char *theirs, const char *text)
{
	int len = (int)strlen(text);
	char *got = ask(db, mine, text, len);
	char *want = ask(db, theirs, text, len);

	is_str(got, want, "%s of %s", mine, text);
	ft_free(got);
	ft_free(want);
}

static void
test_made(sqlite3 *db)
{
	static const char *const texts[] = { "", "plain", "\"", "\\", "a\"b\\c",
		"\b\t\n\f\r\v\x01\x1f\x7f", "\xc3\xa9\xe2\x82\xac", "/", "''",
		"{\"id\":1}" };

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		same(db,
		    "SELECT ft_image('id, name, none, least, most', -7, ?, "
		    "NULL, "
		    "-9223372036854775807 - 1, 9223372036854775807)",
		    "SELECT json_object('id', -7, 'name', ?, 'none', NULL, "
		    "'least', -9223372036854775807 - 1, "
		    "'most', 9223372036854775807)",
		    texts[i]);
}

/* Reals keep all their digits: reading gives back the same. */
static void
test_reals(sqlite3 *db)
{
	static const char *const reals[] = { "0.1", "0.30000000000000004",
		"1e300", "-2.5", "5e-324", "1.7976931348623157e308", "9e999",
		"-9e999", "0.0", "123456789012345678.0" };

	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
		char *got = ask(db,
		    "SELECT CAST(ft_field(ft_image('a, b', 'x', "
		    "CAST(?1 AS REAL)), 'b') AS REAL) IS CAST(?1 AS REAL)",
		    reals[i], -1);

		is_str(got, "1 1", "%s comes back", reals[i]);
		ft_free(got);
	}
}

static void
test_read(sqlite3 *db)
{
	static const char *const images[] = {
		"{\"id\":1,\"name\":\"ann\",\"c\":null,\"d\":-5}",
		"{\"name\":\"ann\",\"id\":2}",
		"{\"id\":0,\"name\":\"a\\\"b\",\"d\":3}",
		"{\"id\":9223372036854775807,\"name\":\"\\u00e9\"}",
		"{\"id\":-9223372036854775808}",
		"{\"id\":92233720368547758070}",
		"{\"id\":1.5,\"name\":2e3,\"d\":-0.25}",
		"{\"id\":true,\"name\":false}",
		"{\"id\":[1,2],\"name\":{\"a\":1}}",
		"{ \"id\" : 1 , \"name\" : \"x\" }",
		"{}",
		"[]",
		"[1,2]",
		"7",
		"null",
		"",
		"{",
		"{\"id\"",
		"{\"id\":",
		"{\"id\":1",
		"{\"id\":1,}",
		"{\"id\":1}}",
		"{\"id\":\"x}",
		"{\"id\":\"\\",
		"{id:1}",
		"{\"id\":nul}",
		"{\"id\":-}",
		"{\"id\":01}",
		"{\"id\":1.}",
		"{\"id\":.5}",
		"{\"id\":1e}",
		"{\"id\":1e+}",
		"{\"id\":1E2}",
		"{\"id\":1-2}",
		"{\"id\":--1}",
		"{\"id\":+1}",
		"{\"id\":\"a\tb\"}",
		"{\"id\":1,\"name\":\"\\q\"}",
		"{\"id\":1,\"name\":\"\\u12\"}",
		"{\"id\":1,\"na\x01me\":2}",
		"nonsense",
	};
	static const char *const names[] = { "id", "name", "d", "absent" };

	for (size_t i = 0; i < sizeof images / sizeof *images; i++)
		for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
			char mine[80], theirs[80];

			snprintf(mine, sizeof mine, "SELECT ft_field(?, '%s')",
			    names[j]);
			snprintf(theirs, sizeof theirs, "SELECT ? ->> '$.%s'",
			    names[j]);
			same(db, mine, theirs, images[i]);
		}
}

/* More fields than an image has: SQLite reads them. */
static void
test_many(sqlite3 *db)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0; i < 100; i++)
		ft_str_addf(&text, "%c\"f%d\":%d", i ? ',' : '{', i, i);
	ft_str_add_char(&text, '}');
	same(db, "SELECT ft_field(?, 'f99')", "SELECT ? ->> '$.f99'",
	    ft_str_text(&text));
	same(db, "SELECT ft_field(?, 'f3')", "SELECT ? ->> '$.f3'",
	    ft_str_text(&text));
}

int
main(void)
{
	const struct ft_store_options options = { .create = true };
	struct ft_store *store;
	struct ft_error err;
	char *path = storefile_path("image.db");

	if (ft_store_open(&store, path, &options, &err))
		bail("%s", err.text);
	test_made(store->db);
	test_reals(store->db);
	test_read(store->db);
	test_many(store->db);
	ft_store_close(store);
	ft_free(path);
	return done_testing();
}
