/*
 * The queue of writers: who holds the store is named, the dead are passed by,
 * the queue is one (no lost update, first come, first served).
 */
#include <signal.h>
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

static enum ft_status
try_begin(const char *path, int seconds, struct ft_error *err)
{
	const struct ft_store_options options = {
		.create = true, .now = STOREFILE_NOW, .lock_seconds = seconds
	};
	const struct ft_store_actor actor = { "ann", "fshare -a", 1 };
	struct ft_store *store;
	enum ft_status status = ft_store_open(&store, path, &options, err);

	if (status)
		return status;
	status = ft_store_begin(store, &actor, NULL, err);
	ft_store_close(store);
	return status;
}

/* A child that holds the store until it is killed. */
static pid_t
start_holder(const char *path, const char *command)
{
	int ready[2];
	char byte;
	pid_t pid;

	if (pipe(ready) || (pid = fork()) < 0)
		bail("fork");
	if (pid == 0) {
		const struct ft_store_actor actor = { "eve", command, 1 };
		struct ft_store *store = storefile_open(path);

		if (ft_store_begin(store, &actor, NULL, NULL))
			_exit(1);
		storefile_account(storefile_begin(store), "never", 1);
		if (write(ready[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		bail("the holder failed");
	close(ready[0]);
	return pid;
}

static void
test_holder_is_named(void)
{
	static const char *const commands[] = { "facctmgr load x",
		"a name (with) brackets", "" };
	char *path = storefile_path("held.db");
	struct ft_error err = { 0 };
	char want[512];

	ft_store_close(storefile_open(path));
	for (size_t i = 0; i < FT_COUNT(commands); i++) {
		pid_t pid = start_holder(path, commands[i]);

		is_i64(try_begin(path, 0, &err), FT_EBUSY, "held");
		if (*commands[i])
			snprintf(want, sizeof want,
			    "%s: is being written by pid %ld (%s)", path,
			    (long)pid, commands[i]);
		else
			snprintf(want, sizeof want,
			    "%s: is being written by pid %ld", path, (long)pid);
		is_str(err.text, want, "by whom");
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		ok(!try_begin(path, 0, &err), "free when the holder is dead");
	}
	ft_free(path);
}

static void
test_killed_writer_leaves_nothing(void)
{
	char *path = storefile_path("killed.db");
	pid_t pid;
	char *got;

	ft_store_close(storefile_open(path));
	pid = start_holder(path, "x");
	got = storefile_ask(path, "SELECT count(*) FROM account");
	is_str(got, "1", "readers do not wait and see nothing");
	ft_free(got);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	got = storefile_ask(path, "SELECT count(*) FROM account");
	is_str(got, "1", "and nothing stays");
	ft_free(got);
	ft_free(path);
}

/* The last ticket drawn for a store: the lock file begins with it. */
static long
last_ticket(const char *path)
{
	char name[512], digits[32] = "";
	FILE *file;

	snprintf(name, sizeof name, "%s-lock", path);
	file = fopen(name, "r");
	if (!file || !fgets(digits, sizeof digits, file))
		bail("%s: no ticket", name);
	fclose(file);
	return strtol(digits, NULL, 10);
}

struct fqueue {
	const char *path;
	long ticket;
};

static bool
is_longer(void *ctx)
{
	const struct fqueue *queue = ctx;

	return last_ticket(queue->path) > queue->ticket;
}

static void
test_patience(void)
{
	char *path = storefile_path("patient.db");
	struct fqueue queue = { .path = path };
	struct ft_error err = { 0 };
	pid_t holder, killer;

	ft_store_close(storefile_open(path));
	holder = start_holder(path, "x");
	queue.ticket = last_ticket(path);
	killer = fork();
	if (killer == 0) {
		await_state(is_longer, &queue, "the other waits");
		kill(holder, SIGKILL);
		_exit(0);
	}
	ok(!try_begin(path, 600, &err), "worth waiting for");
	waitpid(killer, NULL, 0);
	waitpid(holder, NULL, 0);
	ft_free(path);
}

/* A writer that tells through FD when it has the store. */
static void
start_writer(const char *path, int fd, char name)
{
	struct ft_store *store;

	fflush(stdout);
	if (fork())
		return;
	store = storefile_open(path);
	(void)storefile_begin(store);
	if (write(fd, &name, 1) != 1)
		_exit(1);
	storefile_commit(store);
	ft_store_close(store);
	_exit(0);
}

static void
test_order(void)
{
	static const char names[] = "abcdefgh";
	char *path = storefile_path("order.db");
	char got[sizeof names] = "";
	struct fqueue queue = { .path = path };
	pid_t holder;
	int fd[2];

	ft_store_close(storefile_open(path));
	holder = start_holder(path, "x");
	if (pipe(fd))
		bail("pipe");
	for (size_t i = 0; names[i]; i++) {
		queue.ticket = last_ticket(path);
		start_writer(path, fd[1], names[i]);
		await_state(is_longer, &queue, "a writer waits");
	}
	kill(holder, SIGKILL);
	while (wait(NULL) > 0)
		;
	if (read(fd[0], got, sizeof got - 1) < 0)
		bail("nobody wrote");
	is_str(got, names, "first come, first served");
	close(fd[0]);
	close(fd[1]);
	ft_free(path);
}

static void
write_lock(const char *lock, const char *text)
{
	storefile_write(lock, text, strlen(text));
}

/* A counter of any value, also one that was cut short, is a lock of ours. */
static void
test_odd_lock_files(void)
{
	static const char *const texts[] = { "", "99999999999999999999\n",
		"00000000000000000007", "0000",
		"00000000000000000007\nwhoever" };
	char *path = storefile_path("odd.db");
	char *lock = storefile_path("odd.db-lock");
	struct ft_error err = { 0 };

	ft_store_close(storefile_open(path));
	for (size_t i = 0; i < FT_COUNT(texts); i++) {
		write_lock(lock, texts[i]);
		ok(!try_begin(path, 0, &err), "lock file: '%s' %s", texts[i],
		    err.text);
	}
	unlink(lock);
	ft_free(lock);
	ft_free(path);
}

/* What is no lock is somebody's file: it is named, and stays as it is. */
static void
test_foreign_lock_files(void)
{
	static const char *const texts[] = { "garbage\n", "\n",
		"-0000000000000000005\n1 x\n", "00000000000000000007 x\n" };
	char *path = storefile_path("foreign.db");
	char *lock = storefile_path("foreign.db-lock");
	struct ft_error err = { 0 };
	unsigned char *data;
	char want[512];

	ft_store_close(storefile_open(path));
	snprintf(want, sizeof want,
	    "%s: not a lock of fairtree, and not empty (remove it)", lock);
	for (size_t i = 0; i < FT_COUNT(texts); i++) {
		write_lock(lock, texts[i]);
		is_i64(try_begin(path, 0, &err), FT_EIO, "not a lock");
		is_str(err.text, want, "and named");
		ok(storefile_read(lock, &data) == (long)strlen(texts[i]) &&
			!memcmp(data, texts[i], strlen(texts[i])),
		    "it is as it was");
		ft_free(data);
	}
	unlink(lock);
	mkdir(lock, 0700);
	snprintf(want, sizeof want,
	    "%s: a folder, not a regular file (remove it)", lock);
	is_i64(try_begin(path, 0, &err), FT_EIO, "a folder");
	is_str(err.text, want, "and named");
	rmdir(lock);
	ft_free(lock);
	ft_free(path);
}

/* The lock may be used by all who may write the store. */
static void
test_mode(void)
{
	char *path = storefile_path("shared.db");
	char *lock = storefile_path("shared.db-lock");
	struct ft_error err = { 0 };
	struct stat place;

	ft_store_close(storefile_open(path));
	unlink(lock);
	chmod(path, 0660);
	ok(!try_begin(path, 0, &err), "begin");
	if (stat(lock, &place))
		bail("no lock file");
	is_u64(place.st_mode & 0777, 0660, "mode of the store");
	ft_free(lock);
	ft_free(path);
}

static void
add_many(const char *path, unsigned times)
{
	struct ft_store *store = storefile_open(path);

	for (unsigned i = 0; i < times; i++) {
		struct ft_store_clock clock;

		(void)storefile_begin(store);
		if (ft_store_get_clock(store, 1, &clock, NULL))
			_exit(1);
		clock.reset++;
		if (ft_store_put_clock(store, 1, &clock, NULL))
			_exit(1);
		storefile_commit(store);
	}
	ft_store_close(store);
}

static void
test_many_writers(void)
{
	enum { WRITERS = 8, TIMES = 100 };
	char *path = storefile_path("many.db");
	struct ft_store *store = storefile_open(path);
	struct ft_store_clock clock = { 0 };
	int status, failed = 0;

	ft_store_close(store);
	fflush(stdout);
	for (int i = 0; i < WRITERS; i++) {
		if (fork())
			continue;
		add_many(path, TIMES);
		_exit(0);
	}
	while (wait(&status) > 0)
		failed += status != 0;
	is_i64(failed, 0, "all of them can write");
	store = storefile_open(path);
	ok(!ft_store_get_clock(store, 1, &clock, NULL), "clock");
	is_i64(clock.reset, WRITERS * TIMES, "no update is lost");
	ft_store_close(store);
	ft_free(path);
}

/* Eight processes find no store and make it, once. */
static void
test_many_makers(void)
{
	char *path = storefile_path("race.db");
	char *got;
	int status, failed = 0;

	for (int round = 0; round < 5; round++) {
		unlink(path);
		fflush(stdout);
		for (int i = 0; i < 8; i++) {
			if (fork())
				continue;
			ft_store_close(storefile_open(path));
			_exit(0);
		}
		while (wait(&status) > 0)
			failed += status != 0;
		got = storefile_ask(path, "SELECT count(*) FROM assoc");
		is_str(got, "2", "made once");
		ft_free(got);
	}
	is_i64(failed, 0, "all of them can use it");
	ft_free(path);
}

int
main(void)
{
	test_holder_is_named();
	test_killed_writer_leaves_nothing();
	test_patience();
	test_order();
	test_odd_lock_files();
	test_foreign_lock_files();
	test_mode();
	test_many_writers();
	test_many_makers();
	return done_testing();
}
