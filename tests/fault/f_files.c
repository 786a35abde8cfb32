/*
 * Files that are not what they should be: a store on a full disk is read, one
 * that changes its place while it is open is not written, and one whose making
 * failed is not left behind.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "fault/vfs.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static const struct ft_store_options reading = { .read_only = true };
static const struct ft_store_options writing = { .read_only = false };
static const struct ft_store_options making = {
	.create = true, .tentative = true, .now = STOREFILE_NOW
};
static const struct ft_store_actor actor = { "root", "test", 1 };

static long
accounts(struct ft_store *store)
{
	struct ft_acctdb acctdb;
	long n;

	book_read(store, &acctdb);
	n = (long)acctdb.n_account;
	ft_acctdb_free(&acctdb);
	return n;
}

static struct ft_store *
open_as(const char *path, const struct ft_store_options *options)
{
	struct ft_error err = { 0 };
	struct ft_store *store;

	if (ft_store_open(&store, path, options, &err)) {
		diag("%s", err.text);
		return NULL;
	}
	return store;
}

/* The store FROM as it is on disk now, its log included. */
static void
copy(const char *from, const char *to, const char *suffix)
{
	char source[512], target[512];
	unsigned char *data;
	long size;

	snprintf(source, sizeof source, "%s%s", from, suffix);
	snprintf(target, sizeof target, "%s%s", to, suffix);
	size = storefile_read(source, &data);
	if (size < 0)
		bail("%s", source);
	storefile_write(target, data, (size_t)size);
	ft_free(data);
}

/* Where the disk is full, no index of the log can be made. */
static void
read_on_full_disk(const char *path, long want, const char *what)
{
	struct ft_error err = { 0 };
	struct ft_store *store;
	char message[512];

	fault_arm(FAULT_NO_INDEX, 1);
	store = open_as(path, &reading);
	ok(store && accounts(store) == want, "%s: read", what);
	ft_store_close(store);
	store = open_as(path, &writing);
	ok(store && accounts(store) == want, "%s: opened to write", what);
	is_i64(ft_store_begin(store, &actor, NULL, &err), FT_EREADONLY,
	    "%s: not written", what);
	snprintf(message, sizeof message,
	    "%s: cannot be written: No space left on device", path);
	is_str(err.text, message, "and the reason");
	ft_store_close(store);
	ok(fault_disarm() > 1, "%s: there was no room", what);
	store = open_as(path, &writing);
	ok(store && !ft_store_begin(store, &actor, NULL, &err),
	    "%s: written when there is room again", what);
	ft_store_close(store);
}

static void
test_full_disk(void)
{
	char *path = storefile_path("full.db"), *left = storefile_path("left");
	struct ft_store *store = storefile_open(path);

	storefile_account(storefile_begin(store), "one", 1);
	storefile_commit(store);
	copy(path, left, "");
	copy(path, left, "-wal");
	ft_store_close(store);
	read_on_full_disk(path, 2, "without a log");
	read_on_full_disk(left, 2, "with a log left behind");
	ft_free(left);
	ft_free(path);
}

/* ---- names ------------------------------------------------------------------ */

/* A second name that appears while the store is open ends writing, not reading. */
static void
test_second_name(void)
{
	char *path = storefile_path("one.db"), *name = storefile_path("two.db");
	struct ft_store *store = storefile_open(path), *other;
	struct ft_error err = { 0 };
	char message[512];

	if (link(path, name))
		bail("no hard links here");
	snprintf(message, sizeof message,
	    "%s: has 2 names (hard links), so it can only be read (remove the "
	    "other names, or save a copy)",
	    path);
	is_i64(ft_store_begin(store, &actor, NULL, &err), FT_EREADONLY,
	    "it got a second name");
	is_str(err.text, message, "and is named");
	is_i64(accounts(store), 1, "it is read");
	ft_store_close(store);
	other = open_as(name, &writing);
	ok(other && accounts(other) == 1, "by its other name, too");
	is_i64(ft_store_begin(other, &actor, NULL, &err), FT_EREADONLY,
	    "but not written");
	ft_store_close(other);
	ok(!storefile_exists(name, "-wal") && !storefile_exists(name, "-lock"),
	    "nothing is made beside it");
	unlink(name);
	store = open_as(path, &writing);
	ok(store && !ft_store_begin(store, &actor, NULL, &err),
	    "with one name again it is written");
	ft_store_close(store);
	ft_free(name);
	ft_free(path);
}

/* What SQLite would believe appears while the store is open. */
static void
test_planted_later(void)
{
	static const char *const suffixes[] = { "-journal", "-lock" };
	char *path = storefile_path("later.db");
	char *victim = storefile_path("victim"), name[512];
	unsigned char *data;

	storefile_write(victim, "precious", 8);
	for (size_t i = 0; i < 2; i++) {
		struct ft_store *store = storefile_open(path);
		struct ft_error err = { 0 };

		snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
		(void)unlink(name);
		if (symlink("victim", name))
			bail("no symbolic links here");
		is_i64(ft_store_begin(store, &actor, NULL, &err), FT_EIO, "%s",
		    suffixes[i]);
		ok(!strncmp(err.text, name, strlen(name)), "%s", err.text);
		ft_store_close(store);
		is_i64(storefile_read(victim, &data), 8, "untouched");
		ft_free(data);
		unlink(name);
	}
	ft_free(victim);
	ft_free(path);
}

/* ---- making ----------------------------------------------------------------- */

static bool
is_nothing(const char *path)
{
	static const char *const all[] = { "", "-wal", "-shm", "-journal",
		"-lock" };

	for (size_t i = 0; i < FT_COUNT(all); i++)
		if (storefile_exists(path, all[i]))
			return false;
	return true;
}

static void
test_tentative(void)
{
	char *path = storefile_path("tried.db");
	struct ft_store *store = open_as(path, &making), *other;
	struct ft_error err = { 0 };

	ok(store && storefile_exists(path, ""), "made");
	ok(!ft_store_begin(store, &actor, NULL, &err), "begun");
	ft_store_rollback(store);
	ft_store_close(store);
	ok(is_nothing(path), "nothing was changed: nothing is left");
	store = open_as(path, &making);
	other = open_as(path, &reading);
	ok(store && other && accounts(other) == 1, "somebody else has it open");
	ft_store_close(store);
	ok(storefile_exists(path, ""), "and keeps it");
	ft_store_close(other);
	unlink(path);
	store = open_as(path, &making);
	other = open_as(path, &making);
	storefile_account(storefile_begin(other), "one", 1);
	storefile_commit(other);
	ft_store_close(other);
	ft_store_close(store);
	store = open_as(path, &reading);
	ok(store && accounts(store) == 2, "what somebody else changed stays");
	ft_store_close(store);
	ft_free(path);
}

int
main(void)
{
	fault_install();
	test_full_disk();
	test_second_name();
	test_planted_later();
	test_tentative();
	return done_testing();
}
