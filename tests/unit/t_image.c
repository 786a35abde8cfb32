/*
 * Images of rows: blocks have what went into them, whatever is left of their bytes is
 * read or refused, and SQL sees the rows of the journal and the images in blocks as
 * one table.
 */
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "lib/storefile.h"
#include "store/internal.h"
#include "store/row/block_internal.h"
#include "tap/tap.h"

static sqlite3_stmt *
prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL))
		bail("%s: %s", sql, sqlite3_errmsg(db));
	return stmt;
}

/* Returns the answers of SQL, columns joined by |, rows by a blank; or the error. */
static char *
ask(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt = prepare(db, sql);
	struct ft_str str = { 0 };
	int code;

	while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
		if (str.len)
			ft_str_add_char(&str, ' ');
		for (int i = 0; i < sqlite3_column_count(stmt); i++) {
			const void *text = sqlite3_column_text(stmt, i);

			ft_str_addf(&str, "%s%s", i ? "|" : "",
			    text ? (const char *)text : "NULL");
		}
	}
	if (code != SQLITE_DONE)
		ft_str_addf(&str, "%s", sqlite3_errmsg(db));
	sqlite3_finalize(stmt);
	return ft_str_take(&str);
}

static void
answers(sqlite3 *db, const char *sql, const char *want)
{
	char *got = ask(db, sql);

	is_str(got, want, "%s", sql);
	ft_free(got);
}

/* ---- bytes -------------------------------------------------------------------- */

/* Append the block of the rows of SQL. */
static void
make_block(sqlite3 *db, const char *sql, struct ft_str *out)
{
	const char *name[FT_BLOCK_COLUMNS];
	sqlite3_value *value[FT_BLOCK_COLUMNS];
	sqlite3_stmt *stmt = prepare(db, sql);
	int n = sqlite3_column_count(stmt);
	struct ft_block_maker maker = { .name = name, .n = (size_t)n };

	for (int i = 0; i < n; i++)
		name[i] = sqlite3_column_name(stmt, i);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		for (int i = 0; i < n; i++)
			value[i] = sqlite3_column_value(stmt, i);
		ft_block_add(&maker, value);
	}
	ft_block_finish(&maker, out);
	ft_block_maker_free(&maker);
	sqlite3_finalize(stmt);
}

#define SMALL                                                                  \
	"SELECT column1 AS id, column2 AS name, column3 AS x FROM (VALUES "    \
	"(7, 'a', NULL), (8, 'a', 2))"

/*
 * ids: 1 row INTEGER, 7 more than 0 (doubled 14); 1 row INTEGER, 1 more.  Names: 2
 * rows TEXT of 1 byte.  x: 1 row NULL; 1 row INTEGER, 2 more than 0.
 */
static void
test_bytes(sqlite3 *db)
{
	static const char want[] = "\3"
				   "id\0\6\0\0\0"
				   "name\0\4\0\0\0"
				   "x\0\5\0\0\0"
				   "\1\1\16\1\1\2"
				   "\2\3\1a"
				   "\1\0\1\1\4";
	struct ft_str block FT_CLEANUP(ft_str_free) = { 0 };

	make_block(db, SMALL, &block);
	is_u64(block.len, sizeof want - 1, "bytes");
	ok(block.len == sizeof want - 1 && !memcmp(block.data, want, block.len),
	    "as described in block.c");
}

static uint64_t
bits_of(double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	return bits;
}

static bool
is_same(const struct ft_block_value *got, sqlite3_value *want)
{
	const void *text;

	if (got->type != sqlite3_value_type(want))
		return false;
	if (got->type == SQLITE_INTEGER)
		return got->number == sqlite3_value_int64(want);
	if (got->type == SQLITE_FLOAT)
		return bits_of(got->real) ==
		       bits_of(sqlite3_value_double(want));
	text = sqlite3_value_text(want);
	return got->type == SQLITE_NULL ||
	       (got->len == (size_t)sqlite3_value_bytes(want) &&
		   !memcmp(got->text, text, got->len));
}

/* Every value comes back with its type and all its bits. */
static void
test_values(sqlite3 *db)
{
	static const char sql[] =
	    "SELECT column1 AS id, column2 AS a, column3 AS b FROM (VALUES "
	    "(1, -9223372036854775807 - 1, 0.1), "
	    "(2, 9223372036854775807, 0.30000000000000004), (3, 0, 9e999), "
	    "(4, -1, -9e999), (5, NULL, 0.30000000000000004), (6, NULL, "
	    "5e-324), "
	    "(7, 'x', 'x'), (8, 'x', ''), (9, '', 'x' || char(0) || 'y'), "
	    "(10, char(233, 8364), -0.0), (11, 1, 1), (12, 1.0, 1), (13, 1, "
	    "2), "
	    "(14, 2, 3), (15, hex(zeroblob(200)), '\"\\'))";
	struct ft_str data FT_CLEANUP(ft_str_free) = { 0 };
	sqlite3_stmt *stmt = prepare(db, sql);
	struct ft_block block;
	size_t wrong = 0;

	make_block(db, sql, &data);
	ok(ft_block_read(&block, data.data, data.len, 1, 15), "a block");
	for (size_t row = 0; sqlite3_step(stmt) == SQLITE_ROW; row++)
		for (size_t i = 0; i < 3; i++)
			wrong += !is_same(&ft_block_values(&block, i)[row],
			    sqlite3_column_value(stmt, (int)i));
	is_u64(wrong, 0, "all 45 values");
	ft_block_free(&block);
	sqlite3_finalize(stmt);
}

/* Whether all of it can be read, as ids 7 and 8. */
static bool
is_whole(const char *data, size_t size)
{
	struct ft_block block;
	bool good = ft_block_read(&block, data, size, 7, 8);

	for (size_t i = 0; good && i < block.n; i++)
		good = ft_block_values(&block, i) != NULL;
	ft_block_free(&block);
	return good;
}

static void
test_damaged(sqlite3 *db)
{
	struct ft_str data FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_block block;
	size_t taken = 0, size;

	make_block(db, SMALL, &data);
	size = data.len;
	for (size_t n = 0; n < size; n++) {
		/* a copy of its own, so that reading past it is noticed */
		char *part = ft_strndup(data.data, n);

		memcpy(part, data.data, n);
		taken += is_whole(part, n);
		ft_free(part);
	}
	is_u64(taken, 0, "nothing that was cut off is read");
	ft_str_add_char(&data, '\0');
	ok(!is_whole(data.data, data.len), "nor what is longer");
	for (size_t n = 0; n < size; n++)
		for (int byte = 0; byte < 256; byte++) {
			char was = data.data[n];

			data.data[n] = (char)byte;
			(void)is_whole(data.data, size);
			data.data[n] = was;
		}
	ok(is_whole(data.data, size), "every other byte in each place");
	ok(!ft_block_read(&block, data.data, size, 8, 9), "other ids");
	ok(!ft_block_read(&block, data.data, size, 7, 9), "more rows");
	ok(!ft_block_read(&block, data.data, size, 7, 7), "fewer rows");
	ok(!ft_block_read(&block, data.data, size, 7, 7 + FT_BLOCK_ROWS),
	    "more than a block has");
	ok(!ft_block_read(&block, data.data, size, 8, 7), "none");
}

/* Returns the bits of the columns that differ from those of SMALL; 99: there are others. */
static uint64_t
differs(sqlite3 *db, const char *sql)
{
	struct ft_str small FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str data FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_block a, b;
	uint64_t bits;

	make_block(db, SMALL, &small);
	make_block(db, sql, &data);
	if (!ft_block_read(&a, small.data, small.len, 7, 8) ||
	    !ft_block_read(&b, data.data, data.len, 7, 8))
		bail("a block");
	if (!ft_block_compare(&a, &b, &bits))
		bits = 99;
	ft_block_free(&a);
	ft_block_free(&b);
	return bits;
}

static void
test_compare(sqlite3 *db)
{
	is_u64(differs(db, SMALL), 0, "the same");
	is_u64(differs(db, "SELECT 7 + n AS id, 'a' AS name, n * 2 AS x FROM "
			   "(SELECT column1 AS n FROM (VALUES (0), (1)))"),
	    4, "0 and not NULL");
	is_u64(differs(db, "SELECT 7 + n AS id, char(97 + n) AS name, "
			   "nullif(n, 0) * 2 AS x FROM "
			   "(SELECT column1 AS n FROM (VALUES (0), (1)))"),
	    2, "another name");
	is_u64(differs(db, "SELECT 7 + n AS id, 'a' AS name, n AS y FROM "
			   "(SELECT column1 AS n FROM (VALUES (0), (1)))"),
	    99, "another column");
	is_u64(differs(db, "SELECT 7 + n AS id, 'a' AS name FROM "
			   "(SELECT column1 AS n FROM (VALUES (0), (1)))"),
	    99, "a column less");
}

/* ---- what SQL sees ------------------------------------------------------------ */

/* Entry 1 adds users 2 to 1301; entry 2 changes 5 and 7 to 9, and a list of limits. */
static void
make_journal(struct ft_store *store)
{
	struct ft_registry *r = storefile_begin(store);
	struct ft_error err = { 0 };
	struct ft_user user;
	char name[16];

	for (int i = 2; i <= 1301; i++) {
		snprintf(name, sizeof name, "u%d", i);
		(void)storefile_user(r, name, 1);
	}
	storefile_commit(store);
	r = storefile_begin(store);
	for (uint32_t id = 9; id >= 5; id--) {
		if (id == 6)
			continue;
		if (FT_GET(r, id, &user, &err))
			bail("%s", err.text);
		user.admin_level = FT_ADMIN_OPERATOR;
		if (FT_PUT(r, &user, &err))
			bail("%s", err.text);
	}
	if (r->ops->put_limit(r, FT_ENTITY_ASSOC,
		&(struct ft_limit){ 1, FT_LIMIT_GRP_JOBS, 0, 1 }, true, &err))
		bail("%s", err.text);
	storefile_commit(store);
}

static void
test_table(struct ft_store *store)
{
	sqlite3 *db = store->db;

	answers(db,
	    "SELECT entity, key, last, ft_field(before, 'name') FROM "
	    "ft_journal WHERE journal = 2 ORDER BY entity, key",
	    "assoc_limit|1|NULL|NULL user|5|NULL|u5 user|7|NULL|u7 "
	    "user|8|NULL|u8 user|9|NULL|u9");
	answers(db,
	    "SELECT entity, key, last, before FROM ft_journal WHERE journal = "
	    "1 ORDER BY entity",
	    "assoc|3|1302|NULL user|2|1301|NULL");
	answers(db,
	    "SELECT key FROM ft_journal WHERE entity = 'user' AND key BETWEEN "
	    "6 "
	    "AND 8 ORDER BY key",
	    "7 8");
	answers(db,
	    "SELECT journal, key FROM ft_journal WHERE journal > 1 AND entity "
	    "= 'user' AND key = 7",
	    "2|7");
	answers(db, "SELECT count(*) FROM ft_journal WHERE key <= 5", "4");
	answers(db, "SELECT count(*) FROM ft_journal WHERE key >= 8", "2");
	answers(db, "SELECT count(*) FROM ft_journal WHERE key = 'x'", "0");
	answers(db, "SELECT count(*) FROM ft_journal", "7");
	answers(db, "SELECT count(*) FROM ft_journal(0)", "7");
	answers(db,
	    "SELECT entity, key, last FROM ft_journal(1) ORDER BY journal, "
	    "entity, key",
	    "assoc|3|1302 user|2|1301 assoc_limit|1|NULL user|5|5 user|7|7 "
	    "user|8|8 user|9|9");
	answers(db,
	    "SELECT ft_field(before, 'admin_level'), ft_field(before, "
	    "'absent'), "
	    "ft_field(before, 'deleted') FROM ft_journal WHERE journal = 2 AND "
	    "key = 9",
	    "1|NULL|NULL");
	answers(db, "SELECT ft_field(NULL, 'id')", "NULL");
	answers(
	    db, "SELECT ft_field('{\"id\":7,\"name\":\"x\"}', 'name')", "x");
	answers(db, "SELECT ft_field('{', 'name')", "malformed JSON");
	answers(db, "SELECT ft_field(-1, 'name')", "images in the journal");
	answers(
	    db, "SELECT ft_field(512 * 99, 'name')", "images in the journal");
}

/* All users are changed: runs of at most 512, and a savepoint that is rolled back
 * leaves no trace of its images in memory. */
static void
test_runs(struct ft_store *store)
{
	struct ft_registry *r = storefile_begin(store);
	struct ft_error err = { 0 };
	uint32_t id[1300];

	for (uint32_t i = 0; i < 1300; i++)
		id[i] = i + 2;
	(void)storefile_begin(store);
	ok(!r->ops->keep(r, FT_ENTITY_USER, id, 700, &err), "some");
	ft_store_rollback(store);
	ok(!r->ops->keep(r, FT_ENTITY_USER, id + 600, 20, &err), "few");
	(void)storefile_begin(store);
	ft_store_rollback(store);
	ok(!r->ops->keep(r, FT_ENTITY_USER, id, 1300, &err), "all");
	storefile_commit(store);
	/* 2-513, 514-601, 602-621 first, 622-1133, 1134-1301 */
	answers(store->db,
	    "SELECT first, last FROM journal_image WHERE journal = 3 ORDER BY "
	    "first",
	    "2|513 514|601 602|621 622|1133 1134|1301");
	answers(store->db,
	    "SELECT key, last FROM ft_journal(1) WHERE journal = 3 ORDER BY "
	    "key",
	    "2|513 514|601 602|621 622|1133 1134|1301");
	answers(store->db,
	    "SELECT count(*), count(DISTINCT key), sum(ft_field(before, "
	    "'name') "
	    "= 'u' || key) FROM ft_journal WHERE journal = 3",
	    "1300|1300|1300");
}

int
main(void)
{
	char *path = storefile_path("image.db");
	struct ft_store *store = storefile_open(path);

	test_bytes(store->db);
	test_values(store->db);
	test_damaged(store->db);
	test_compare(store->db);
	make_journal(store);
	test_table(store);
	test_runs(store);
	ft_store_close(store);
	ft_free(path);
	return done_testing();
}
