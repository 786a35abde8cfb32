/*
 * sqmin.c - the least that SQLite does here for a tree of associations: the
 * bound that ours is looked at beside (sqbench.c, part-store.sh).
 *
 *   sqmin row FILE           open, read one row of any store, close
 *   sqmin write FILE         open, change one row that `tree` made, close
 *   sqmin tree FILE USERS    add a tree and usage, read it back, open
 *
 * FILE is made anew by `tree`.  The tree is sqbench's.  Its tables hold names
 * once and an association for each, found by account and user; no log, no
 * times, no limits.  Prints medians in milliseconds, name and value in turn.
 * Linked with SQLite only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "bench/clock.h"

#define RUNS     9
#define ADD_RUNS 3

static void
report(const char *name, double *value, int n)
{
	printf("%s %.3f ", name, bench_median(value, n));
}

static _Noreturn void
die(sqlite3 *db)
{
	fprintf(stderr, "sqmin: %s\n", sqlite3_errmsg(db));
	exit(1);
}

static sqlite3 *
open_file(const char *path)
{
	sqlite3 *db;

	if (sqlite3_open(path, &db))
		die(db);
	return db;
}

static void
run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL))
		die(db);
}

static sqlite3_stmt *
prepare(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt;

	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL))
		die(db);
	return stmt;
}

static void
step(sqlite3 *db, sqlite3_stmt *stmt)
{
	if (sqlite3_step(stmt) != SQLITE_DONE)
		die(db);
	sqlite3_reset(stmt);
}

static void
remove_file(const char *path)
{
	static const char *const suffixes[] = { "", "-wal", "-shm" };
	char beside[4096];

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		snprintf(beside, sizeof beside, "%s%s", path, suffixes[i]);
		unlink(beside);
	}
}

struct adder {
	sqlite3 *db;
	sqlite3_stmt *name, *assoc;
	int id;
};

/* Add the name NUMBER to table KIND (0 accounts, 1 users), and its place. */
static void
add(struct adder *adder, int kind, int number, int account, int parent)
{
	char name[32];

	snprintf(name, sizeof name, "%s%d", kind ? "user" : "acct", number);
	sqlite3_bind_int(adder->name, 1, kind);
	sqlite3_bind_int(adder->name, 2, number);
	sqlite3_bind_text(adder->name, 3, name, -1, SQLITE_STATIC);
	step(adder->db, adder->name);
	sqlite3_bind_int(adder->assoc, 1, ++adder->id);
	sqlite3_bind_int(adder->assoc, 2, parent);
	sqlite3_bind_int(adder->assoc, 3, account);
	sqlite3_bind_int(adder->assoc, 4, kind ? number + 1 : 0);
	sqlite3_bind_int(adder->assoc, 5, 1 + number % 100);
	step(adder->db, adder->assoc);
}

static double
add_tree(const char *path, int users)
{
	int accounts = users / 20 + 1;
	struct adder adder = { 0 };
	double start;

	remove_file(path);
	adder.db = open_file(path);
	run(adder.db,
	    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
	    "CREATE TABLE name(kind INTEGER, id INTEGER, name TEXT NOT NULL,"
	    "  PRIMARY KEY(kind, id)) WITHOUT ROWID;"
	    "CREATE UNIQUE INDEX name_name ON name(kind, name);"
	    "CREATE TABLE assoc(id INTEGER PRIMARY KEY,"
	    "  parent INTEGER NOT NULL, account INTEGER NOT NULL,"
	    "  user INTEGER NOT NULL, shares INTEGER NOT NULL,"
	    "  flags INTEGER NOT NULL DEFAULT 0);"
	    "CREATE UNIQUE INDEX assoc_name ON assoc(account, user);"
	    "CREATE TABLE usage(id INTEGER PRIMARY KEY, usage REAL)");
	start = bench_ms();
	run(adder.db, "BEGIN IMMEDIATE");
	adder.name = prepare(adder.db, "INSERT INTO name VALUES(?,?,?)");
	adder.assoc =
	    prepare(adder.db, "INSERT INTO assoc(id,parent,account,user,shares)"
			      " VALUES(?,?,?,?,?)");
	for (int i = 1; i <= accounts; i++)
		add(&adder, 0, i, i, i / 10);
	for (int i = 0; i < users; i++)
		add(&adder, 1, i, 1 + i / 20, 1 + i / 20);
	run(adder.db, "COMMIT");
	start = bench_ms() - start;
	sqlite3_finalize(adder.name);
	sqlite3_finalize(adder.assoc);
	sqlite3_close(adder.db);
	return start;
}

static double
add_usage(const char *path, int users)
{
	sqlite3 *db = open_file(path);
	sqlite3_stmt *stmt;
	double start = bench_ms();

	run(db, "PRAGMA synchronous=NORMAL; BEGIN IMMEDIATE");
	run(db, "DELETE FROM usage");
	stmt = prepare(db, "INSERT INTO usage VALUES(?,?)");
	for (int i = 0; i < users; i++) {
		sqlite3_bind_int(stmt, 1, users / 20 + 2 + i);
		sqlite3_bind_double(stmt, 2, 1000.5 + i);
		step(db, stmt);
	}
	run(db, "COMMIT");
	start = bench_ms() - start;
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return start;
}

/* Milliseconds for all rows of SQL; each column is looked at. */
static double
read_all(sqlite3 *db, const char *sql, int texts)
{
	double start = bench_ms();
	sqlite3_stmt *stmt = prepare(db, sql);
	volatile double last = 0;
	int status;

	while ((status = sqlite3_step(stmt)) == SQLITE_ROW)
		for (int i = 0; i < sqlite3_column_count(stmt); i++)
			if (texts)
				last = *sqlite3_column_text(stmt, i);
			else
				last = sqlite3_column_double(stmt, i);
	if (status != SQLITE_DONE)
		die(db);
	(void)last;
	sqlite3_finalize(stmt);
	return bench_ms() - start;
}

static void
read_row(const char *path)
{
	sqlite3 *db = open_file(path);
	sqlite3_stmt *stmt = prepare(db, "SELECT name FROM sqlite_master");

	if (sqlite3_step(stmt) != SQLITE_ROW)
		die(db);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
}

static void
write_row(const char *path)
{
	sqlite3 *db = open_file(path);

	run(db, "BEGIN IMMEDIATE; UPDATE assoc SET shares = shares + 1"
		" WHERE id = 1; COMMIT");
	sqlite3_close(db);
}

static void
bench_tree(const char *path, int users)
{
	double added[ADD_RUNS], used[ADD_RUNS];
	double tree[RUNS], usage[RUNS], names[RUNS], opened[RUNS];

	for (int i = 0; i < ADD_RUNS; i++) {
		added[i] = add_tree(path, users);
		used[i] = add_usage(path, users);
	}
	for (int i = 0; i < RUNS; i++) {
		sqlite3 *db = open_file(path);

		tree[i] = read_all(db,
		    "SELECT id, parent, account, user, shares FROM assoc", 0);
		usage[i] = read_all(db, "SELECT id, usage FROM usage", 0);
		names[i] = read_all(db, "SELECT name FROM name", 1);
		sqlite3_close(db);
		opened[i] = bench_ms();
		read_row(path);
		opened[i] = bench_ms() - opened[i];
	}
	report("add", added, ADD_RUNS);
	report("opening", used, ADD_RUNS);
	report("tree", tree, RUNS);
	report("usage", usage, RUNS);
	report("names", names, RUNS);
	report("open", opened, RUNS);
	puts("");
}

int
main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "row"))
		read_row(argv[2]);
	else if (argc == 3 && !strcmp(argv[1], "write"))
		write_row(argv[2]);
	else if (argc == 4 && !strcmp(argv[1], "tree"))
		bench_tree(argv[2], (int)strtol(argv[3], NULL, 10));
	else
		return 2;
	return 0;
}
