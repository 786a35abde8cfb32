/*
 * Opening: what a new store holds, every kind of file that is not one, places
 * that cannot be written; transactions, copies.
 */
#include "store/internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/await.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static const struct ft_store_options reading = { .lock_seconds = 1 };
static const struct ft_store_options making = {
	.create = true, .now = STOREFILE_NOW, .lock_seconds = 1
};

static void
test_new(void)
{
	char *path = storefile_path("new.db");
	struct ft_store *store = storefile_open(path);

	ft_store_close(store);
	storefile_answers(path, "SELECT * FROM cluster",
	    "1|cluster||127.0.0.1|6817|9728||||0|0|1700000000|NULL|NULL");
	storefile_answers(path, "SELECT now, decayed, reset FROM clock",
	    "1700000000|1700000000|0");
	storefile_answers(path,
	    "SELECT id, name, description, organization FROM account",
	    "1|root|default root account|root");
	storefile_answers(
	    path, "SELECT id, name, admin_level FROM user", "1|root|3");
	storefile_answers(path,
	    "SELECT id, parent, account, user, shares, is_default FROM assoc",
	    "1|NULL|1|NULL|1|0 2|1|1|1|1|1");
	storefile_answers(path,
	    "SELECT id, name, description, priority, usage_factor "
	    "FROM qos",
	    "1|normal|Normal QOS default|0|1.0");
	storefile_answers(path, "SELECT * FROM assoc_qos", "1|1|=");
	storefile_answers(path, "SELECT id, type, name FROM tres ORDER BY id",
	    "1|cpu| 2|mem| 3|energy| 4|node| 5|billing| 6|fs|disk 7|vmem| "
	    "8|pages|");
	storefile_answers(path, "SELECT key, value FROM setting",
	    "FairTreeSlurm|26.05 FairTreeTies|documented");
	storefile_answers(path, "SELECT count(*) FROM journal", "0");
	storefile_answers(path, "PRAGMA journal_mode", "wal");
	storefile_answers(path, "PRAGMA integrity_check", "ok");
	storefile_answers(path, "PRAGMA foreign_key_check", "");
	ok(!storefile_exists(path, "-wal"), "no log is left");
	ft_free(path);
}

static void
test_options(void)
{
	struct ft_store_options options = making;
	char *path = storefile_path("other.db");
	struct ft_error err = { 0 };
	struct ft_store *store = NULL;
	char *ties = NULL;
	uint32_t id = 0;

	options.cluster = "big";
	options.slurm_ties = true;
	ok(!ft_store_open(&store, path, &options, &err), "made: %s", err.text);
	ok(!ft_store_read_setting(store, "FairTreeTies", &ties, &err), "ties");
	is_str(ties, "slurm", "ties of a store made under a Slurm name");
	ok(!ft_store_cluster(store, "big", &id, &err), "its cluster");
	is_u64(id, 1, "cluster id");
	is_i64(ft_store_cluster(store, "cluster", &id, &err), FT_ENOENT,
	    "no other cluster");
	is_str(err.text, "", "no message");
	ft_free(ties);
	ft_store_close(store);
	ft_free(path);
}

/* A path that must be refused, with this message, and left as it is. */
static void
refused(const char *path, const struct ft_store_options *options,
    enum ft_status want, const char *message)
{
	unsigned char *before, *after;
	long size = storefile_read(path, &before);
	struct ft_error err = { 0 };
	struct ft_store *store = NULL;
	char text[1024];

	is_i64(ft_store_open(&store, path, options, &err), want, "%s", message);
	snprintf(text, sizeof text, "%s: %s", path, message);
	is_str(err.text, text, "message: %s", message);
	ok(!store, "no store is given");
	ok(storefile_read(path, &after) == size &&
		(size <= 0 || !memcmp(before, after, (size_t)size)),
	    "the file is as before");
	ft_free(before);
	ft_free(after);
}

static void
test_foreign(void)
{
	char *path = storefile_path("foreign");
	char *lost = storefile_path("no-folder/x");
	char page[4096];

	refused(path, &reading, FT_ENOENT, "no such store");
	storefile_write(path, "", 0);
	refused(path, &reading, FT_EFOREIGN,
	    "not a fairtree store: the file is empty");
	storefile_write(path, "hello", 5);
	refused(path, &making, FT_EFOREIGN, "not a fairtree store");
	memset(page, 'x', sizeof page);
	storefile_write(path, page, sizeof page);
	refused(path, &making, FT_EFOREIGN, "not a fairtree store");
	unlink(path);
	storefile_do(path, "CREATE TABLE t(a)");
	refused(path, &making, FT_EFOREIGN, "not a fairtree store");
	ok(!storefile_exists(path, "-lock"), "nothing beside it");
	unlink(path);
	mkdir(path, 0700);
	is_i64(ft_store_open(&(struct ft_store *){ NULL }, path, &making,
		   &(struct ft_error){ 0 }),
	    FT_EIO, "a directory");
	rmdir(path);
	mkfifo(path, 0600);
	is_i64(ft_store_open(&(struct ft_store *){ NULL }, path, &making,
		   &(struct ft_error){ 0 }),
	    FT_EFOREIGN, "a pipe is not waited for");
	unlink(path);
	refused("/dev/null/x", &making, FT_EIO,
	    "cannot be opened: Not a directory");
	refused(lost, &making, FT_EIO,
	    "cannot be opened: No such file or directory");
	refused("/dev/null", &making, FT_EFOREIGN,
	    "not a fairtree store: not a regular file");
	ft_free(lost);
	ft_free(path);
}

/* The shell of SQLite makes such a file if a script sets the encoding first. */
static void
test_encoding(void)
{
	char *path = storefile_path("wide.db");

	storefile_do(path,
	    "PRAGMA encoding = 'UTF-16'; PRAGMA application_id = 1182028389;"
	    "PRAGMA user_version = 12; CREATE TABLE t(a)");
	refused(path, &making, FT_EFOREIGN,
	    "its texts are in UTF-16 (copy its dump into a new file, which is "
	    "in UTF-8)");
	unlink(path);
	ft_free(path);
}

static void
test_empty_name(void)
{
	struct ft_error err = { 0 };
	struct ft_store *store;

	is_i64(ft_store_open(&store, "", &making, &err), FT_ENOENT,
	    "an empty path");
	is_str(err.text, "the store has no name", "message");
}

static void
test_empty_file_is_new(void)
{
	char *path = storefile_path("touched.db");

	storefile_write(path, "", 0);
	ft_store_close(storefile_open(path));
	storefile_answers(path, "SELECT count(*) FROM assoc", "2");
	ft_free(path);
}

/* Names that SQLite itself would take for something else. */
static void
test_odd_names(void)
{
	static const char *const names[] = { "file:x?mode=memory",
		"a b%20#?c.db", ":memory:x", "-dash" };
	char *folder = storefile_path("");
	char *back = getcwd(NULL, 0);

	ok(!chdir(folder), "into the folder");
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		char *path = storefile_path(names[i]);

		ft_store_close(storefile_open(names[i]));
		ok(storefile_exists(path, ""), "a file named %s", names[i]);
		ft_store_close(storefile_open(names[i]));
		ft_free(path);
	}
	ok(!chdir(back), "and back");
	free(back);
	ft_free(folder);
}

static void
test_versions(void)
{
	char *path = storefile_path("version.db");

	ft_store_close(storefile_open(path));
	storefile_do(path, "PRAGMA user_version = 13");
	refused(path, &making, FT_ENEWER,
	    "made by a newer fairtree (version 13 of the store; this "
	    "program supports 12)");
	storefile_do(path, "PRAGMA user_version = 0");
	refused(path, &making, FT_EFOREIGN, "not a fairtree store");
	storefile_do(path, "PRAGMA user_version = -1");
	refused(path, &making, FT_EFOREIGN, "not a fairtree store");
	ft_free(path);
}

static void
test_truncated(void)
{
	char *path = storefile_path("cut.db");
	unsigned char *data;
	long size;
	static const long cuts[] = { 50, 100, 512, 4095, 4096, 20000 };

	ft_store_close(storefile_open(path));
	size = storefile_read(path, &data);
	for (size_t i = 0; i < FT_COUNT(cuts); i++) {
		struct ft_error err = { 0 };
		struct ft_store *store;

		storefile_write(path, data, (size_t)cuts[i]);
		is_i64(ft_store_open(&store, path, &making, &err), FT_EFOREIGN,
		    "%ld of %ld bytes: %s", cuts[i], size, err.text);
	}
	ft_free(data);
	ft_free(path);
}

/* ---- places that cannot be written ---------------------------------------- */

static int
open_and_read(void *ctx)
{
	struct ft_error err = { 0 };
	struct ft_store *store, *copy;
	struct ft_acctdb acctdb = { 0 };
	uint32_t id = 0;
	int n;

	if (ft_store_open(&store, ctx, &making, &err)) {
		printf("# %s\n", err.text);
		return 50;
	}
	if (ft_store_cluster(store, "cluster", &id, &err) || id != 1)
		return 51;
	if (ft_store_read_book(store, false, &acctdb, &err))
		return 52;
	n = (int)acctdb.n_assoc;
	ft_acctdb_free(&acctdb);
	if (ft_store_begin(store, &(struct ft_store_actor){ "a", "b", 1 }, NULL,
		&err) != FT_EREADONLY)
		return 53;
	if (ft_store_scratch(&copy, store, &err) ||
	    ft_store_begin(
		copy, &(struct ft_store_actor){ "a", "b", 1 }, NULL, &err))
		return 54;
	ft_store_close(copy);
	ft_store_close(store);
	return n;
}

static int
open_only(void *ctx)
{
	struct ft_error err = { 0 };
	struct ft_store *store;
	int status = ft_store_open(&store, ctx, &making, &err);

	if (status)
		printf("# %s\n", err.text);
	else
		ft_store_close(store);
	return -status;
}

static void
test_read_only_place(void)
{
	char *folder = storefile_path("");
	char *path = storefile_path("fixed.db");
	char *absent = storefile_path("absent.db");
	struct ft_store *store = storefile_open(path);

	ft_store_close(store);
	chmod(path, 0444);
	chmod(folder, 0555);
	is_i64(storefile_as_nobody(open_and_read, path), 2,
	    "file and folder read-only");
	is_i64(storefile_as_nobody(open_only, absent), -FT_EIO,
	    "cannot be made there");
	chmod(path, 0666);
	is_i64(storefile_as_nobody(open_and_read, path), 2,
	    "only the folder is read-only");
	ok(!storefile_exists(path, "-wal") && !storefile_exists(path, "-shm"),
	    "nothing is left there");
	chmod(path, 0);
	is_i64(storefile_as_nobody(open_only, path), -FT_EIO,
	    "a file nobody may read");
	chmod(folder, 0755);
	chmod(path, 0444);
	is_i64(storefile_as_nobody(open_and_read, path), 2,
	    "only the file is read-only");
	chmod(path, 0644);
	ft_free(absent);
	ft_free(path);
	ft_free(folder);
}

static bool
is_there(void *ctx)
{
	return storefile_exists(ctx, "");
}

/* Reads, then reads again after the parent has written and closed. */
static int
read_twice(void *ctx)
{
	char **places = ctx;
	struct ft_error err = { 0 };
	struct ft_store *store;
	struct ft_acctdb acctdb = { 0 };
	int n = 0;

	if (ft_store_open(&store, places[0], &making, &err))
		return 50;
	for (int i = 0; i < 2; i++) {
		if (ft_store_read_book(store, false, &acctdb, &err))
			return 51 + i;
		n = n * 10 + (int)acctdb.n_account;
		ft_acctdb_free(&acctdb);
		if (i == 0) {
			storefile_write(places[1], "x", 1);
			await_state(is_there, places[2], "the word to go on");
		}
	}
	ft_store_close(store);
	return n;
}

/* Somebody may read, and make files in the folder, but not write the store. */
static void
test_reader_in_open_folder(void)
{
	char *folder = storefile_path("");
	char *path = storefile_path("theirs.db");
	char *ready = storefile_path("ready"), *go = storefile_path("go");
	char *places[] = { path, ready, go };
	pid_t pid;
	int status = 0;

	ft_store_close(storefile_open(path));
	chmod(path, 0644);
	chmod(folder, 0777);
	is_i64(storefile_as_nobody(open_and_read, path), 2, "read");
	ok(!storefile_exists(path, "-wal") && !storefile_exists(path, "-shm"),
	    "a reader leaves nothing in the way of the owner");
	fflush(stdout);
	pid = fork();
	if (pid == 0)
		_exit(storefile_as_nobody(read_twice, places));
	await_state(is_there, ready, "the reader has read");
	for (int i = 0; i < 3; i++) {
		struct ft_store *store = storefile_open(path);
		char name[16];

		snprintf(name, sizeof name, "a%d", i);
		storefile_account(storefile_begin(store), name, 1);
		storefile_commit(store);
		ft_store_close(store);
	}
	storefile_write(go, "x", 1);
	waitpid(pid, &status, 0);
	is_i64(WEXITSTATUS(status), 11, "it goes on seeing one instant");
	storefile_answers(path, "SELECT count(*) FROM account", "4");
	storefile_answers(path, "PRAGMA integrity_check", "ok");
	chmod(folder, 0755);
	ft_free(go);
	ft_free(ready);
	ft_free(path);
	ft_free(folder);
}

/* Like a snapshot taken while a writer was at work: file and log. */
static char *
copy_with_log(const char *name, long cut, bool garble)
{
	char *from = storefile_path("busy.db"), *to = storefile_path(name);
	char log[512], log_to[512];
	unsigned char *data;
	long size;

	snprintf(log, sizeof log, "%s-wal", from);
	snprintf(log_to, sizeof log_to, "%s-wal", to);
	size = storefile_read(from, &data);
	storefile_write(to, data, (size_t)size);
	ft_free(data);
	size = storefile_read(log, &data);
	if (garble)
		data[size - 100] ^= 1;
	storefile_write(log_to, data, (size_t)(size - cut));
	ft_free(data);
	ft_free(from);
	return to;
}

static void
test_log_left_behind(void)
{
	char *folder = storefile_path("");
	char *path = storefile_path("busy.db");
	struct ft_store *store = storefile_open(path);
	char *whole, *cut, *garbled;

	/* each commit appends to the log, nobody writes it back yet */
	storefile_account(storefile_begin(store), "one", 1);
	storefile_commit(store);
	storefile_account(storefile_begin(store), "two", 1);
	storefile_commit(store);
	whole = copy_with_log("whole.db", 0, false);
	cut = copy_with_log("torn.db", 1000, false);
	garbled = copy_with_log("garbled.db", 0, true);
	ft_store_close(store);
	chmod(folder, 0555);
	is_i64(storefile_as_nobody(open_and_read, whole), 4,
	    "all that was committed is there");
	is_i64(storefile_as_nobody(open_and_read, cut), 3,
	    "a torn log: all transactions but the last");
	is_i64(storefile_as_nobody(open_and_read, garbled), 3,
	    "a damaged frame ends the log");
	chmod(folder, 0755);
	ft_store_close(storefile_open(whole));
	storefile_answers(whole, "SELECT count(*) FROM assoc", "4");
	ft_free(whole);
	ft_free(cut);
	ft_free(garbled);
	ft_free(path);
	ft_free(folder);
}

static void
test_asked_read_only(void)
{
	struct ft_store_options options = making;
	char *path = storefile_path("asked.db");
	struct ft_error err = { 0 };
	struct ft_store *store;

	ft_store_close(storefile_open(path));
	options.read_only = true;
	ok(!ft_store_open(&store, path, &options, &err), "opened");
	is_i64(ft_store_begin(
		   store, &(struct ft_store_actor){ "a", "b", 1 }, NULL, &err),
	    FT_EREADONLY, "no change of a store opened for reading");
	ft_store_close(store);
	ft_free(path);
}

/* ---- transactions --------------------------------------------------------- */

static int64_t
accounts(struct ft_store *store)
{
	struct ft_error err = { 0 };
	struct ft_acctdb acctdb = { 0 };
	int64_t n;

	if (ft_store_read_book(store, false, &acctdb, &err))
		bail("%s", err.text);
	n = (int64_t)acctdb.n_account;
	ft_acctdb_free(&acctdb);
	return n;
}

static void
test_transactions(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_error err = { 0 };
	uint32_t journal = 7;

	storefile_account(storefile_begin(store), "one", 1);
	ft_store_rollback(store);
	is_i64(accounts(store), 1, "rolled back");

	(void)storefile_begin(store);
	ok(!ft_store_commit(store, &journal, &err), "commit of nothing");
	is_u64(journal, 0, "has no entry in the journal");

	storefile_account(storefile_begin(store), "one", 1);
	storefile_account(storefile_begin(store), "two", 1);
	ft_store_rollback(store);
	storefile_account(storefile_begin(store), "three", 1);
	storefile_commit(store);
	ok(!ft_store_commit(store, &journal, &err), "commit");
	is_u64(journal, 1, "is the first entry");
	is_i64(accounts(store), 3, "the inner rollback took only its own");
	ft_store_rollback(store);
	is_i64(accounts(store), 3, "a rollback after the end does nothing");
	ft_store_close(store);
}

/* SQLite has rolled back by itself, as after a full disk. */
static void
test_lost(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_error err = { 0 };

	storefile_account(storefile_begin(store), "one", 1);
	storefile_account(storefile_begin(store), "two", 1);
	(void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	ft_store_rollback(store);
	is_i64(ft_store_commit(store, NULL, &err), FT_EIO,
	    "nothing of a lost transaction is committed");
	is_i64(accounts(store), 1, "nothing is there");
	storefile_account(storefile_begin(store), "three", 1);
	storefile_commit(store);
	is_i64(accounts(store), 2, "the next transaction is a new one");

	storefile_begin(store);
	storefile_begin(store);
	(void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	ft_store_rollback(store);
	ft_store_rollback(store);
	storefile_account(storefile_begin(store), "four", 1);
	storefile_commit(store);
	is_i64(accounts(store), 3, "also if nothing tried to go on");
	ft_store_close(store);
}

static void
test_nested_journal(void)
{
	char *path = storefile_path("nested.db");
	struct ft_store *store = storefile_open(path);

	storefile_begin(store);
	storefile_account(storefile_begin(store), "one", 1);
	ft_store_rollback(store);
	storefile_account(storefile_begin(store), "two", 1);
	storefile_commit(store);
	storefile_commit(store);
	ft_store_close(store);
	storefile_answers(path,
	    "SELECT id, actor, command, wall, at, undoes FROM journal",
	    "1|root|test|1700000005|1700000000|NULL");
	storefile_answers(path, "SELECT * FROM journal_row",
	    "1|account|2|2|NULL 1|assoc|3|3|NULL");
	storefile_answers(
	    path, "SELECT name, value FROM generation", "config|1");
	ft_free(path);
}

static void
test_instant(void)
{
	char *path = storefile_path("instant.db");
	struct ft_store *reader = storefile_open(path);
	struct ft_store *writer = storefile_open(path);
	struct ft_error err = { 0 };

	ok(!ft_store_freeze(reader, &err), "freeze");
	is_i64(accounts(reader), 1, "before");
	storefile_account(storefile_begin(writer), "one", 1);
	storefile_commit(writer);
	is_i64(accounts(reader), 1, "others' changes are not seen");
	ft_store_thaw(reader);
	is_i64(accounts(reader), 2, "until the thaw");
	ok(!ft_store_freeze(reader, &err), "freeze again");
	storefile_account(storefile_begin(reader), "two", 1);
	storefile_commit(reader);
	is_i64(accounts(writer), 3, "a change of one's own ends it");
	ft_store_close(reader);
	ft_store_close(writer);
	ft_free(path);
}

static int64_t
version_of(struct ft_store *store)
{
	struct ft_error err = { 0 };
	int64_t version = -1;

	if (ft_store_version(store, &version, &err))
		bail("version: %s", err.text);
	return version;
}

static void
test_version(void)
{
	char *path = storefile_path("watched.db");
	struct ft_store_options options = { .read_only = true };
	struct ft_store *writer, *reader;
	struct ft_error err = { 0 };
	int64_t before;

	ft_store_close(storefile_open(path));
	writer = storefile_open(path);
	ok(!ft_store_open(&reader, path, &options, &err), "open: %s", err.text);
	ok(!ft_store_freeze(reader, &err), "freeze");
	before = version_of(reader);
	storefile_account(storefile_begin(writer), "one", 1);
	storefile_commit(writer);
	is_i64(version_of(reader), before, "frozen, nothing has changed");
	ft_store_thaw(reader);
	ok(version_of(reader) != before, "a change of others shows");
	before = version_of(reader);
	is_i64(accounts(reader), 2, "what was changed is seen");
	is_i64(version_of(reader), before, "and then it stays");
	storefile_account(storefile_begin(writer), "two", 1);
	ft_store_rollback(writer);
	is_i64(version_of(reader), before, "what is taken back is no change");
	ft_store_close(reader);
	ft_store_close(writer);
	ft_free(path);
}

/* ---- copies, settings ----------------------------------------------------- */

static void
test_scratch(void)
{
	char *path = storefile_path("base.db");
	struct ft_store *store = storefile_open(path), *copy = NULL;
	struct ft_error err = { 0 };

	storefile_account(storefile_begin(store), "one", 1);
	storefile_commit(store);
	ok(!ft_store_scratch(&copy, store, &err), "copy: %s", err.text);
	is_i64(accounts(copy), 2, "it holds the same");
	storefile_account(storefile_begin(copy), "two", 1);
	storefile_commit(copy);
	is_i64(accounts(copy), 3, "it can be changed");
	is_i64(accounts(store), 2, "the file is not");
	ft_store_close(copy);
	ft_store_close(store);
	ft_free(path);
}

static void
test_save(void)
{
	char *path = storefile_path("saved from.db");
	char *to = storefile_path("saved to.db");
	char *lost = storefile_path("no-folder/x");
	struct ft_store *store = storefile_open(path);
	struct ft_error err = { 0 };
	char message[512];

	storefile_account(storefile_begin(store), "one", 1);
	storefile_commit(store);
	ok(!ft_store_save(store, to, false, &err), "saved: %s", err.text);
	storefile_answers(
	    to, "SELECT name FROM account ORDER BY id", "root one");
	storefile_answers(to, "PRAGMA integrity_check", "ok");
	ok(!storefile_exists(to, "-part") && !storefile_exists(to, "-wal"),
	    "one file");
	is_i64(ft_store_save(store, to, false, &err), FT_EEXIST, "not twice");
	snprintf(message, sizeof message, "%s: exists already", to);
	is_str(err.text, message, "message");
	is_i64(ft_store_save(store, lost, false, &err), FT_EIO,
	    "not into a folder that is not there: %s", err.text);
	ft_store_close(store);
	store = storefile_open(to);
	storefile_account(storefile_begin(store), "two", 1);
	storefile_commit(store);
	ft_store_close(store);
	storefile_answers(to, "PRAGMA journal_mode", "wal");
	ft_free(lost);
	ft_free(to);
	ft_free(path);
}

static void
test_settings(void)
{
	char *path = storefile_path("settings.db");
	struct ft_store *store = storefile_open(path);
	struct ft_store_clock clock = { 0 };
	struct ft_error err = { 0 };
	char *text = NULL;

	ok(!ft_store_read_conf(store, &text, &err), "conf");
	is_str(text, "", "none at first");
	ft_free(text);
	is_i64(ft_store_read_setting(store, "Nothing", &text, &err), FT_ENOENT,
	    "a setting that is not there");
	storefile_begin(store);
	ok(!ft_store_put_conf(store, "ClusterName=x\n", &err), "put conf");
	ok(!ft_store_put_setting(store, "FairTreeTies", "slurm", &err), "put");
	ok(!ft_store_get_clock(store, 1, &clock, &err), "clock");
	is_i64(clock.now, STOREFILE_NOW, "now");
	clock.now += 10;
	clock.decayed = clock.now;
	clock.reset = 4;
	ok(!ft_store_put_clock(store, 1, &clock, &err), "put clock");
	storefile_commit(store);
	ok(!ft_store_get_clock(store, 1, &clock, &err), "clock");
	is_i64(clock.now, STOREFILE_NOW + 10, "moved");
	is_i64(clock.reset, 4, "reset");
	is_i64(ft_store_get_clock(store, 9, &clock, &err), FT_ENOENT,
	    "no cluster 9");
	is_i64(storefile_begin(store)->now, STOREFILE_NOW + 10,
	    "a transaction knows the time of the store");
	ok(!ft_store_put_setting(store, "FairTreeTies", NULL, &err),
	    "a setting is removed");
	is_i64(ft_store_read_setting(store, "FairTreeTies", &text, &err),
	    FT_ENOENT, "and gone");
	storefile_commit(store);
	ok(!ft_store_read_conf(store, &text, &err), "conf");
	is_str(text, "ClusterName=x\n", "as stored");
	ft_free(text);
	ft_store_close(store);
	storefile_answers(path,
	    "SELECT entity, key, before FROM journal_row "
	    "WHERE journal = 1 ORDER BY entity",
	    "conf|0|NULL setting|FairTreeTies|{\"cluster\":0,\"key\":"
	    "\"FairTreeTies\",\"value\":\"documented\"}");
	ft_free(path);
}

/* What was opened is read still, but what is written would be lost. */
static void
test_gone(void)
{
	static const struct ft_store_actor actor = { "root", "test", 0 };
	char *path = storefile_path("gone.db");
	char *other = storefile_path("other.db"), *name = NULL;
	struct ft_store *store = storefile_open(path), *copy;
	struct ft_registry *registry;
	struct ft_error err;
	uint32_t cluster;

	ok(!ft_store_is_gone(store), "it is there");
	is_i64(ft_store_scratch(&copy, store, &err), FT_OK, "a copy");
	ok(unlink(path) == 0 && ft_store_is_gone(store), "deleted: gone");
	ok(!ft_store_is_gone(copy), "a copy in memory never is");
	is_i64(ft_store_first_cluster(store, &cluster, &name, &err), FT_OK,
	    "it can be read still");
	ft_free(name);
	is_i64(ft_store_begin(store, &actor, &registry, &err), FT_EABSENT,
	    "and not be written");
	is_i64(ft_store_begin(copy, &actor, &registry, &err), FT_OK,
	    "the copy can");
	ft_store_rollback(copy);
	ok(access(path, F_OK) != 0, "nothing is made");
	ft_store_close(storefile_open(other));
	ok(rename(other, path) == 0 && ft_store_is_gone(store),
	    "another file in its place: gone, too");
	ft_store_close(copy);
	ft_store_close(store);
	ft_free(path);
	ft_free(other);
}

int
main(void)
{
	test_new();
	test_options();
	test_foreign();
	test_encoding();
	test_empty_name();
	test_empty_file_is_new();
	test_odd_names();
	test_versions();
	test_truncated();
	test_read_only_place();
	if (geteuid() == 0)
		test_reader_in_open_folder();
	else
		skip("it takes root to be two users, a reader and a writer");
	test_log_left_behind();
	test_asked_read_only();
	test_transactions();
	test_lost();
	test_nested_journal();
	test_instant();
	test_version();
	test_scratch();
	test_save();
	test_settings();
	test_gone();
	return done_testing();
}
