/*
 * All or nothing: the n-th call to the disk fails, for every n; the disk is
 * full from there on; the process is killed there; a statement is interrupted
 * anywhere.  After each the file holds the whole change or none of it, it is
 * sound, and it can be used.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "base/rng.h"
#include "fault/vfs.h"
#include "lib/storefile.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

#define CALLS_MAX 2000 /* a scenario with more calls is a mistake */
#define STEP      (TAP_ROUNDS(4) == 4 ? 1 : 4) /* from n to n */

/* What a failing scenario says about itself. */
struct outcome {
	enum ft_status status;
	struct ft_error err;
};

static const struct ft_store_options options = {
	.create = true, .now = STOREFILE_NOW, .lock_seconds = 5
};

/* ---- states of the file --------------------------------------------------- */

static const char state_sql[] =
    "SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM user), "
    "(SELECT count(*) FROM assoc WHERE deleted IS NULL), "
    "(SELECT count(*) FROM assoc_limit), (SELECT count(*) FROM usage_mark), "
    "(SELECT count(*) FROM journal), (SELECT count(*) FROM journal_row), "
    "(SELECT count(*) FROM journal_image), "
    "(SELECT group_concat(name || value) FROM generation), "
    "(SELECT value FROM setting WHERE key = 'FairTreeTies'), "
    "(SELECT sum(length(amounts)) FROM usage_sum), "
    "(SELECT group_concat(number || ':' || state || ':' || coalesce(assoc, 0)) "
    "FROM job), (SELECT count(*) FROM usage_segment), "
    "(SELECT count(*) FROM job_run), (SELECT count(*) FROM usage_reset), "
    "(SELECT next_number FROM controller), "
    "(SELECT group_concat(name || key || value) FROM live_change)";

static void
copy_file(const char *from, const char *to)
{
	static const char *const beside[] = { "-wal", "-shm", "-journal",
		"-lock" };
	unsigned char *data;
	long size = storefile_read(from, &data);
	char name[512];

	for (size_t i = 0; i < FT_COUNT(beside); i++) {
		snprintf(name, sizeof name, "%s%s", to, beside[i]);
		(void)unlink(name);
	}
	storefile_write(to, data, (size_t)size);
	ft_free(data);
}

/* ---- the change ----------------------------------------------------------- */

static const struct ft_tres cpu = { 1, "cpu", "" };
static const struct ft_tres_table tres = { &cpu, 1 };

static void
job_init(struct ft_job *job, uint32_t id, uint32_t number)
{
	ft_job_init(job);
	job->id = id;
	job->number = number;
	job->user = "ann";
	job->account = "old";
}

/* A job that ends after it was put back once, and a new one. */
static enum ft_status
change_jobs(struct ft_store *store, struct ft_error *err)
{
	const uint64_t alloc[1] = { 4 };
	const struct ft_store_charge charge = { .assoc = 3,
		.qos = 1,
		.part_qos = 1,
		.job = 1,
		.starts = 1,
		.ends = 2,
		.rate = 4,
		.usage_factor = 1,
		.alloc = alloc };
	const struct ft_store_run run = {
		.job = 1, .partition = "", .nodes = "", .alloc = alloc
	};
	struct ft_job job;
	enum ft_status status;

	job_init(&job, 1, 7);
	job.state = FT_JOB_COMPLETED;
	job.assoc = 3; /* it had none */
	status = ft_store_put_job(
	    &(struct ft_store_jobs){ store, 1, &tres }, &job, 1, err);
	job_init(&job, 0, 8);
	for (int i = 0; !status && i < 5; i++, job.number++) {
		job.id = 0;
		status = ft_store_put_job(
		    &(struct ft_store_jobs){ store, 1, &tres }, &job, 0, err);
	}
	if (!status)
		status = ft_store_put_run(store, &run, &tres, err);
	if (!status)
		status = ft_store_put_charge(store, 1, &charge, &tres, err);
	return status ? status : ft_store_put_reset(store, 1, 5, err);
}

static enum ft_status
change_controller(struct ft_store *store, struct ft_error *err)
{
	const struct ft_store_controller controller = { .next_number = 13 };
	const struct ft_live_change first = { 'n', "n1", "State", "DOWN", 1 };
	const struct ft_live_change second = { 'p', "p1", "", "1", 1 };
	enum ft_status status =
	    ft_store_put_controller(store, 1, &controller, err);

	if (!status)
		status = ft_store_clear_live(store, 1, err);
	if (!status)
		status = ft_store_put_live(store, 1, &first, err);
	return status ? status : ft_store_put_live(store, 1, &second, err);
}

static enum ft_status
make_changes(
    struct ft_store *store, struct ft_registry *r, struct ft_error *err)
{
	struct ft_account account = {
		.name = "new", .description = "d", .organization = "o"
	};
	struct ft_assoc assoc = { .cluster = 1,
		.parent = 1,
		.shares = 2,
		.partition = "night",
		.comment = "" };
	const struct ft_limit limit = { 1, FT_LIMIT_GRP_JOBS, 0, 4 };
	const struct ft_usage_mark mark = { 3, 100, 5, 0 };
	enum ft_status status;
	uint32_t id;

	status = FT_ADD(r, &account, &assoc.account, err);
	if (!status)
		status = FT_ADD(r, &assoc, &id, err);
	for (unsigned i = 0; !status && i < 30; i++) {
		char name[16];
		struct ft_user user = { .name = name, .default_wckey = "" };

		snprintf(name, sizeof name, "u%u", i);
		status = FT_ADD(r, &user, &id, err);
	}
	if (!status)
		status =
		    r->ops->put_limit(r, FT_ENTITY_ASSOC, &limit, true, err);
	if (!status)
		status =
		    ft_store_put_opening(store, STOREFILE_NOW, &mark, 1, err);
	if (!status)
		status = r->ops->drop_assocs(r, (uint32_t[]){ 4 }, 1, err);
	if (!status)
		status =
		    ft_store_put_setting(store, "FairTreeTies", "slurm", err);
	if (!status)
		status = change_jobs(store, err);
	return status ? status : change_controller(store, err);
}

static enum ft_status
change_store(const char *path, struct ft_error *err)
{
	const struct ft_store_actor actor = { "root", "change", 1 };
	struct ft_registry *r;
	struct ft_store *store;
	enum ft_status status = ft_store_open(&store, path, &options, err);

	if (status)
		return status;
	status = ft_store_begin(store, &actor, &r, err);
	if (!status) {
		status = make_changes(store, r, err);
		if (status)
			ft_store_rollback(store);
		else
			status = ft_store_commit(store, NULL, err);
	}
	ft_store_close(store);
	return status;
}

/* The store all changes start from. */
static void
make_base(const char *path)
{
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);
	const struct ft_usage_mark mark = { 4, 7, 0, 0 };
	const struct ft_live_change live = { 'p', "p0", "State", "DOWN", 1 };
	struct ft_error err = { 0 };
	struct ft_job job;

	storefile_account(r, "old", 1); /* 3 */
	storefile_user(r, "ann", 3);    /* 4 */
	if (ft_store_put_opening(store, STOREFILE_NOW, &mark, 1, &err))
		bail("%s", err.text);
	job_init(&job, 0, 7);
	if (ft_store_put_job(
		&(struct ft_store_jobs){ store, 1, &tres }, &job, 0, &err) ||
	    ft_store_put_live(store, 1, &live, &err))
		bail("%s", err.text);
	storefile_commit(store);
	ft_store_close(store);
}

struct places {
	char *base, *work, *before, *after;
};

static void
find_places(struct places *places)
{
	struct ft_error err = { 0 };

	places->base = storefile_path("base.db");
	places->work = storefile_path("work.db");
	make_base(places->base);
	places->before = storefile_ask(places->base, state_sql);
	copy_file(places->base, places->work);
	if (change_store(places->work, &err))
		bail("the change itself fails: %s", err.text);
	places->after = storefile_ask(places->work, state_sql);
	ok(strcmp(places->before, places->after), "before %s, after %s",
	    places->before, places->after);
}

static void
free_places(struct places *places)
{
	ft_free(places->base);
	ft_free(places->work);
	ft_free(places->before);
	ft_free(places->after);
}

/* FAILED: the change said so (else it said it is done); -1 unknown. */
static bool
is_whole(const struct places *places, int failed)
{
	char *state = storefile_ask(places->work, state_sql);
	bool old = !strcmp(state, places->before);
	bool new = !strcmp(state, places->after);
	bool whole =
	    storefile_is_sound(places->work) && (failed < 0  ? old || new
						    : failed ? old
							     : new);

	if (!whole)
		diag("state %s, failed %d", state, failed);
	ft_free(state);
	return whole;
}

static bool
is_usable(const char *path)
{
	struct ft_error err = { 0 };
	const struct ft_store_actor actor = { "root", "after", 1 };
	struct ft_store *store;
	bool usable;

	if (ft_store_open(&store, path, &options, &err)) {
		diag("%s", err.text);
		return false;
	}
	usable = !ft_store_begin(store, &actor, NULL, &err) &&
		 !ft_store_put_setting(store, "After", "1", &err) &&
		 !ft_store_commit(store, NULL, &err);
	if (!usable)
		diag("%s", err.text);
	ft_store_close(store);
	return usable;
}

static bool
starts_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* ---- failing calls -------------------------------------------------------- */

static void
test_failures(
    const struct places *places, enum fault_kind kind, const char *name)
{
	bool whole = true, told = true, usable = true;
	long n = 1, calls;
	int failures = 0;

	do {
		struct ft_error err = { 0 };
		enum ft_status status;

		copy_file(places->base, places->work);
		fault_arm(kind, n);
		status = change_store(places->work, &err);
		calls = fault_disarm();
		failures += status != FT_OK;
		whole = whole && is_whole(places, status != FT_OK);
		usable = usable && is_usable(places->work);
		if (status && (!starts_with(err.text, places->work) ||
				  strchr(err.text, '\n'))) {
			diag("call %ld: %s", n, err.text);
			told = false;
		}
		n += STEP;
	} while (calls + STEP >= n && n < CALLS_MAX);
	ok(whole, "%s: the whole change or none", name);
	ok(told, "%s: one line, the path first", name);
	ok(usable, "%s: the store can be used afterwards", name);
	ok(failures > 3 && n < CALLS_MAX, "%s: %d failures at %ld calls", name,
	    failures, n);
}

/* A new store: absent or whole afterwards, and made by the next attempt. */
static void
test_creation(enum fault_kind kind, const char *name)
{
	char *path = storefile_path("made.db");
	bool sound = true, told = true;
	long n = 1, calls;
	int failures = 0;

	do {
		struct ft_error err = { 0 };
		struct ft_store *store;
		enum ft_status status;
		char *count;

		(void)unlink(path);
		fault_arm(kind, n);
		status = ft_store_open(&store, path, &options, &err);
		if (!status)
			ft_store_close(store);
		calls = fault_disarm();
		failures += status != FT_OK;
		if (status && !starts_with(err.text, path)) {
			diag("call %ld: %s", n, err.text);
			told = false;
		}
		ft_store_close(storefile_open(path));
		count = storefile_ask(path, "SELECT count(*) FROM assoc");
		sound =
		    sound && storefile_is_sound(path) && !strcmp(count, "2");
		ft_free(count);
		n += STEP;
	} while (calls + STEP >= n && n < CALLS_MAX);
	ok(sound, "%s: made in the end", name);
	ok(told, "%s: the path first", name);
	ok(failures > 3 && n < CALLS_MAX, "%s: %d failures at %ld calls", name,
	    failures, n);
	ft_free(path);
}

static void
test_save(const struct places *places)
{
	char *to = storefile_path("saved.db");
	bool whole = true;
	long n = 1, calls;

	do {
		struct ft_store *store = storefile_open(places->base);
		struct ft_error err = { 0 };
		enum ft_status status;

		(void)unlink(to);
		fault_arm(FAULT_FULL, n);
		status = ft_store_save(store, to, false, &err);
		calls = fault_disarm();
		ft_store_close(store);
		whole = whole &&
			(status ? !storefile_exists(to, "")
				: storefile_is_sound(to)) &&
			!storefile_exists(to, "-part");
		n += STEP;
	} while (calls + STEP >= n && n < CALLS_MAX);
	ok(whole, "a copy is whole or is not");
	ok(n > 10, "%ld calls", n);
	ft_free(to);
}

/* ---- kills ---------------------------------------------------------------- */

static void
test_kills(const struct places *places)
{
	bool whole = true, usable = true;
	int old = 0, new = 0, status = 0;
	long n = 1;

	fflush(stdout);
	do {
		pid_t pid;
		char *state;

		copy_file(places->base, places->work);
		pid = fork();
		if (pid == 0) {
			fault_arm(FAULT_KILL, n);
			_exit(change_store(places->work, NULL) ? 1 : 0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			bail("fork");
		whole = whole && is_whole(places, -1);
		state = storefile_ask(places->work, state_sql);
		old += !strcmp(state, places->before);
		new += !strcmp(state, places->after);
		ft_free(state);
		usable = usable && is_usable(places->work);
		n += STEP;
	} while (WIFSIGNALED(status) && n < CALLS_MAX);
	ok(whole, "killed at any call: the whole change or none");
	ok(usable, "and the store can be used");
	ok(old > 2 && new > 2, "%d kills before, %d after the commit", old,
	    new);
}

static void
test_killed_creation(void)
{
	char *path = storefile_path("unborn.db");
	int status = 0;
	bool sound = true;
	long n = 1;

	fflush(stdout);
	do {
		char journal[512], *count;
		pid_t pid;

		(void)unlink(path);
		snprintf(journal, sizeof journal, "%s-journal", path);
		(void)unlink(journal);
		pid = fork();
		if (pid == 0) {
			struct ft_store *store;

			fault_arm(FAULT_KILL, n);
			_exit(ft_store_open(&store, path, &options, NULL) ? 1
									  : 0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			bail("fork");
		ft_store_close(storefile_open(path));
		count = storefile_ask(path, "SELECT count(*) FROM assoc");
		sound =
		    sound && storefile_is_sound(path) && !strcmp(count, "2");
		ft_free(count);
		n += STEP;
	} while (WIFSIGNALED(status) && n < CALLS_MAX);
	ok(sound, "a creation killed at any of %ld calls is made good", n);
	ft_free(path);
}

/* ---- interrupted statements ----------------------------------------------- */

static struct {
	long count; /* of progress calls */
	long stop;  /* at this one; 0 never */
} progress;

static int
advance(void *ctx)
{
	(void)ctx;
	return ++progress.count == progress.stop;
}

static int
watch(sqlite3 *db, char **message, const struct sqlite3_api_routines *api)
{
	(void)message;
	(void)api;
	sqlite3_progress_handler(db, 1, advance, NULL);
	return SQLITE_OK;
}

/* Auto extensions have this type on paper, and watch()'s in truth. */
static void
watch_connections(void)
{
	union {
		int (*real)(
		    sqlite3 *, char **, const struct sqlite3_api_routines *);
		void (*paper)(void);
	} entry = { .real = watch };

	if (sqlite3_auto_extension(entry.paper))
		bail("no auto extension");
}

static enum ft_status
change_until(const struct places *places, long stop)
{
	struct ft_error err = { 0 };
	enum ft_status status;

	copy_file(places->base, places->work);
	progress.count = 0;
	progress.stop = stop;
	status = change_store(places->work, &err);
	progress.stop = 0;
	return status;
}

static void
test_interrupts(const struct places *places)
{
	enum { TIMES = TAP_ROUNDS(400) };
	bool whole = true;
	int failures = 0;
	struct ft_rng rng;
	long steps;

	ft_rng_init(&rng, 7);
	watch_connections();
	(void)change_until(places, 0);
	steps = progress.count;
	for (int i = 0; i < TIMES; i++) {
		long stop = 1 + (long)ft_rng_below(&rng, (uint32_t)steps);
		enum ft_status status = change_until(places, stop);

		failures += status != FT_OK;
		if (!is_whole(places, status != FT_OK)) {
			diag("interrupted at step %ld", stop);
			whole = false;
		}
	}
	sqlite3_reset_auto_extension();
	ok(whole, "a statement that fails: the whole change or none");
	/* all but those that hit SQLite's own work, which is done later */
	ok(failures > TIMES / 2, "%d of %d failed (%ld steps)", failures, TIMES,
	    steps);
}

/* ---- limits of the system ------------------------------------------------- */

static int
change_small(void *ctx)
{
	const struct rlimit limit = { 300000, 300000 };
	struct ft_error err = { 0 };
	enum ft_status status;

	signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &limit))
		return 99;
	for (unsigned i = 0; i < 100; i++) {
		struct ft_store *store;
		const struct ft_store_actor actor = { "root", "x", 1 };
		char *text = ft_calloc(1, 20001);

		memset(text, 'x', 20000);
		status = ft_store_open(&store, ctx, &options, &err);
		if (status)
			return 90;
		status = ft_store_begin(store, &actor, NULL, &err);
		if (!status)
			status =
			    ft_store_put_setting(store, text + i, text, &err);
		if (!status)
			status = ft_store_commit(store, NULL, &err);
		ft_free(text);
		ft_store_close(store);
		if (status)
			break;
	}
	printf("# %s\n", err.text);
	return status == FT_EIO && starts_with(err.text, ctx) ? 7 : 1;
}

static void
test_file_size_limit(const struct places *places)
{
	pid_t pid;
	int status = 0;

	copy_file(places->base, places->work);
	fflush(stdout);
	pid = fork();
	if (pid == 0)
		exit(change_small(places->work));
	waitpid(pid, &status, 0);
	is_i64(WEXITSTATUS(status), 7, "a file that may not grow");
	ok(storefile_is_sound(places->work), "the store is sound");
	ok(is_usable(places->work), "and can be used");
}

int
main(void)
{
	struct places places;

	fault_install();
	find_places(&places);
	test_failures(&places, FAULT_ONCE, "an I/O error");
	test_failures(&places, FAULT_FULL, "a full disk");
	test_creation(FAULT_ONCE, "new store, an I/O error");
	test_creation(FAULT_FULL, "new store, a full disk");
	test_save(&places);
	test_kills(&places);
	test_killed_creation();
	test_interrupts(&places);
	test_file_size_limit(&places);
	free_places(&places);
	return done_testing();
}
