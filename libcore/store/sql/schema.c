/*
 * schema.c - a program of the build: run the migrations in memory and print
 * what sqlite_schema holds after each, as rows for store_schema.c:
 *     { since, until, type, name, table, sql }
 */
#include "base/base.h"
#include <sqlite3.h>

static const struct {
	const char *name;
	const unsigned char *text;
	size_t len;
} migrations[] = {
#include "store/migrations.inc"
};

static int
print_row(void *ctx, int n, char **value, char **name)
{
	(void)ctx;
	(void)n;
	(void)name;
	printf("{ %s, %s, \"%s\", \"%s\", \"%s\", (const char[]){", value[0],
	    value[1], value[2], value[3], value[4]);
	/* bytes: a literal longer than 4095 is not portable C */
	for (const char *c = value[5]; *c; c++)
		printf("%d,", *c);
	printf("0 } },\n");
	return 0;
}

int
main(void)
{
	sqlite3 *db = NULL;
	int bad = sqlite3_open(":memory:", &db);

	bad = bad || sqlite3_exec(db,
			 "CREATE TEMP TABLE past "
			 "(version, type, name, owner, sql)",
			 NULL, NULL, NULL);
	for (size_t i = 0; !bad && i < FT_COUNT(migrations); i++)
		bad = sqlite3_exec(db, (const char *)migrations[i].text, NULL,
			  NULL, NULL) ||
		      sqlite3_exec(db,
			  "INSERT INTO past SELECT v.user_version, "
			  "type, s.name, tbl_name, sql FROM "
			  "sqlite_schema AS s, "
			  "pragma_user_version AS v "
			  "WHERE sql IS NOT NULL",
			  NULL, NULL, NULL);
	bad = bad || sqlite3_exec(db,
			 "SELECT min(version), max(version), type, "
			 "name, owner, sql FROM past GROUP BY "
			 "type, name, owner, sql "
			 "ORDER BY type, name, 1",
			 print_row, NULL, NULL);
	if (bad)
		fprintf(stderr, "schema: %s\n", sqlite3_errmsg(db));
	sqlite3_close(db);
	return bad || fflush(stdout) ? 1 : 0;
}
