/*
 * sqbench.c - what the store costs: adding, reading, opening, waiting.
 *
 *   sqbench tree FILE USERS            add a tree and usage, read it back
 *   sqbench open FILE [TIMES]          open, read one row, close
 *   sqbench wait FILE WRITERS SECONDS  concurrent writers, longest commit
 *
 * FILE is made anew by `tree`.  Beside the times of `open` stands what plain
 * SQLite needs for the same, so that the ratio can be looked at.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "bench/clock.h"
#include "store/store.h"
#include "store/usage/usage.h"

#define RUNS 9

static _Noreturn void
die(const char *what, const struct ft_error *err)
{
	fprintf(stderr, "sqbench: %s: %s\n", what, err->text);
	exit(1);
}

static struct ft_store *
open_store(const char *path)
{
	const struct ft_store_options options = {
		.create = true, .now = 1700000000, .lock_seconds = 60
	};
	struct ft_error err = { 0 };
	struct ft_store *store;

	if (ft_store_open(&store, path, &options, &err))
		die("open", &err);
	return store;
}

static struct ft_registry *
begin(struct ft_store *store)
{
	const struct ft_store_actor actor = { "root", "sqbench", 1700000000 };
	struct ft_error err = { 0 };
	struct ft_registry *registry;

	if (ft_store_begin(store, &actor, &registry, &err))
		die("begin", &err);
	return registry;
}

static void
commit(struct ft_store *store)
{
	struct ft_error err = { 0 };

	if (ft_store_commit(store, NULL, &err))
		die("commit", &err);
}

static uint32_t
add_account(struct ft_registry *r, uint32_t number, uint32_t parent)
{
	char name[32];
	struct ft_account account = {
		.name = name, .description = name, .organization = "root"
	};
	struct ft_assoc assoc = { .cluster = 1,
		.parent = parent,
		.shares = 1,
		.partition = "",
		.comment = "" };
	struct ft_error err = { 0 };
	uint32_t id;

	snprintf(name, sizeof name, "acct%u", (unsigned)number);
	if (FT_ADD(r, &account, &assoc.account, &err) ||
	    FT_ADD(r, &assoc, &id, &err))
		die("account", &err);
	return id;
}

static void
add_user(
    struct ft_registry *r, uint32_t number, uint32_t account, uint32_t parent)
{
	char name[32];
	struct ft_user user = {
		.name = name, .default_wckey = "", .admin_level = FT_ADMIN_NONE
	};
	struct ft_assoc assoc = { .cluster = 1,
		.account = account,
		.parent = parent,
		.shares = 1 + number % 100,
		.is_default = true,
		.partition = "",
		.comment = "" };
	struct ft_error err = { 0 };
	uint32_t id;

	snprintf(name, sizeof name, "user%u", (unsigned)number);
	if (FT_ADD(r, &user, &assoc.user, &err) || FT_ADD(r, &assoc, &id, &err))
		die("user", &err);
}

/* 20 users an account, accounts 10 to an account above them. */
static void
add_tree(struct ft_store *store, uint32_t n_user)
{
	uint32_t n_account = n_user / 20 + 1;
	uint32_t *assoc = ft_calloc(n_account + 1, sizeof *assoc);
	struct ft_registry *r;
	double start = bench_ms();

	r = begin(store);
	assoc[0] = 1;
	for (uint32_t i = 1; i <= n_account; i++)
		assoc[i] = add_account(r, i, assoc[i / 10]);
	for (uint32_t i = 0; i < n_user; i++)
		add_user(r, i, 2 + i / 20, assoc[1 + i / 20]);
	commit(store);
	start = bench_ms() - start;
	printf("add %u users, %u accounts: %.1f ms, %.2f us an operation\n",
	    (unsigned)n_user, (unsigned)n_account, start,
	    start * 1e3 / (2.0 * (n_user + n_account)));
	ft_free(assoc);
}

static void
add_usage(struct ft_store *store, uint32_t n_assoc)
{
	struct ft_usage_mark *mark = ft_calloc(n_assoc, sizeof *mark);
	struct ft_error err = { 0 };
	double start = bench_ms();

	for (uint32_t i = 0; i < n_assoc; i++)
		mark[i] = (struct ft_usage_mark){
			.assoc = i + 3, .whole = 1000 + i, .micro = 500000
		};
	(void)begin(store);
	if (ft_store_put_opening(store, 1700000000, mark, n_assoc, &err))
		die("opening", &err);
	commit(store);
	printf("opening balances: %.1f ms\n", bench_ms() - start);
	ft_free(mark);
}

/* Median times of the steps of one reading command, each in a new store. */
static void
read_all(const char *path)
{
	enum { OPEN, TREE, USAGE, NAMES, BOOK, CLOSE, STEPS };
	static const char *const names[STEPS] = { "open", "tree", "usage",
		"all names", "book", "close" };
	const struct ft_decay decay = { FT_DECAY_SLURM, 604800 };
	double time[STEPS][RUNS];
	struct ft_error err = { 0 };

	for (size_t i = 0; i < RUNS; i++) {
		struct ft_names_set set = { 0 };
		struct ft_acctdb acctdb = { 0 };
		struct ft_store *store;
		struct ft_tree *tree;
		ft_real *usage;
		double t[STEPS + 1];

		t[OPEN] = bench_ms();
		store = open_store(path);
		t[TREE] = bench_ms();
		if (ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err))
			die("tree", &err);
		t[USAGE] = bench_ms();
		usage = ft_calloc(tree->n, sizeof *usage);
		if (ft_store_read_usage(store, tree,
			&(struct ft_usage_at){ &decay, 1700003600, 0, usage },
			&err))
			die("usage", &err);
		t[NAMES] = bench_ms();
		if (ft_store_read_names(store, &set, &err))
			die("names", &err);
		t[BOOK] = bench_ms();
		if (ft_store_read_book(store, false, &acctdb, &err))
			die("book", &err);
		t[CLOSE] = bench_ms();
		ft_store_close(store);
		t[STEPS] = bench_ms();
		for (size_t s = 0; s < STEPS; s++)
			time[s][i] = t[s + 1] - t[s];
		ft_acctdb_free(&acctdb);
		ft_names_set_free(&set);
		ft_tree_free(tree);
		ft_free(usage);
	}
	for (size_t s = 0; s < STEPS; s++)
		printf("%s: %.2f ms\n", names[s], bench_median(time[s], RUNS));
}

static void
bench_tree(const char *path, uint32_t n_user)
{
	struct ft_store *store;
	char beside[4096];

	unlink(path);
	snprintf(beside, sizeof beside, "%s-wal", path);
	unlink(beside);
	snprintf(beside, sizeof beside, "%s-shm", path);
	unlink(beside);
	store = open_store(path);
	add_tree(store, n_user);
	add_usage(store, n_user);
	ft_store_close(store);
	read_all(path);
}

static double
open_plain(const char *path)
{
	double start = bench_ms();
	sqlite3_stmt *stmt = NULL;
	sqlite3 *db = NULL;

	sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
	sqlite3_prepare_v2(db, "SELECT name FROM cluster", -1, &stmt, NULL);
	sqlite3_step(stmt);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
	return bench_ms() - start;
}

static double
open_ours(const char *path)
{
	double start = bench_ms();
	struct ft_store *store = open_store(path);
	struct ft_error err = { 0 };
	uint32_t id;

	(void)ft_store_cluster(store, "cluster", &id, &err);
	ft_store_close(store);
	return bench_ms() - start;
}

static void
bench_open(const char *path, size_t times)
{
	double *plain = ft_calloc(times, sizeof *plain);
	double *ours = ft_calloc(times, sizeof *ours);
	double p, o;

	for (size_t i = 0; i < times; i++) {
		plain[i] = open_plain(path);
		ours[i] = open_ours(path);
	}
	p = bench_median(plain, (int)times);
	o = bench_median(ours, (int)times);
	printf("open, one row, close: %.0f us; plain SQLite %.0f us; %.2f x\n",
	    o * 1e3, p * 1e3, o / p);
	ft_free(plain);
	ft_free(ours);
}

struct waits {
	double commits, longest, seconds;
};

static struct waits
write_for(const char *path, double seconds)
{
	struct ft_store *store = open_store(path);
	struct ft_error err = { 0 };
	struct waits waits = { 0 };
	double start = bench_ms();

	while (bench_ms() - start < seconds * 1e3) {
		double t = bench_ms();

		(void)begin(store);
		if (ft_store_put_setting(store, "Bench", "x", &err))
			die("setting", &err);
		commit(store);
		t = bench_ms() - t;
		waits.commits++;
		if (t > waits.longest)
			waits.longest = t;
	}
	waits.seconds = (bench_ms() - start) / 1e3;
	ft_store_close(store);
	return waits;
}

static void
bench_wait(const char *path, int writers, double seconds)
{
	struct waits waits, all = { 0 };
	int fd[2];

	if (pipe(fd))
		exit(1);
	for (int i = 0; i < writers; i++) {
		if (fork())
			continue;
		waits = write_for(path, seconds);
		if (write(fd[1], &waits, sizeof waits) != sizeof waits)
			_exit(1);
		_exit(0);
	}
	for (int i = 0; i < writers; i++) {
		if (read(fd[0], &waits, sizeof waits) != sizeof waits)
			exit(1);
		all.commits += waits.commits / waits.seconds;
		if (waits.longest > all.longest)
			all.longest = waits.longest;
	}
	while (wait(NULL) > 0)
		;
	printf("%d writers: %.0f commits/s, longest commit %.1f ms\n", writers,
	    all.commits, all.longest);
}

int
main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "tree"))
		bench_tree(argv[2], (uint32_t)strtoul(argv[3], NULL, 10));
	else if (argc >= 3 && !strcmp(argv[1], "open"))
		bench_open(
		    argv[2], argc > 3 ? strtoul(argv[3], NULL, 10) : 301);
	else if (argc == 5 && !strcmp(argv[1], "wait"))
		bench_wait(argv[2], (int)strtol(argv[3], NULL, 10),
		    strtod(argv[4], NULL));
	else
		return 2;
	return 0;
}
