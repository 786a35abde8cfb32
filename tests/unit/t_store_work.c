/*
 * Changes of jobs and clocks that an entry of the journal keeps: undone and redone
 * with it, unless they were changed since; nothing is taken from a damaged store.
 */
#include <string.h>

#include "base/base.h"
#include "lib/storefile.h"
#include "store/journal/journal.h"
#include "store/store.h"
#include "tap/tap.h"

#define T STOREFILE_NOW

static struct ft_error err;

static void
set_clock(struct ft_store *store, int64_t now)
{
	const struct ft_store_clock clock = { now, now, 0, false };

	if (ft_store_put_clock(store, 1, &clock, &err))
		bail("clock: %s", err.text);
}

static int64_t
now_of(struct ft_store *store)
{
	struct ft_store_clock clock = { 0 };

	if (ft_store_get_clock(store, 1, &clock, &err))
		bail("clock: %s", err.text);
	return clock.now;
}

static enum ft_status
take_back(struct ft_store *store, bool redo)
{
	const struct ft_store_actor actor = { "root", "undo", T };
	const struct ft_undo_request request = { .redo = redo, .last = 1 };
	struct ft_undone_list done;
	enum ft_status status =
	    ft_store_undo(store, &actor, &request, &done, &err);

	ft_free(done.item);
	return status;
}

/* A store whose clock was set to T + 60 with the journal. */
static struct ft_store *
watched(const char *path)
{
	struct ft_store *store = storefile_open(path);

	storefile_begin(store);
	if (ft_store_watch_work(store, &err))
		bail("watch: %s", err.text);
	set_clock(store, T + 60);
	storefile_commit(store);
	return store;
}

static void
test_there_and_back(void)
{
	char *path = storefile_path("back.db");
	struct ft_store *store = watched(path);

	is_i64(take_back(store, false), FT_OK, "undo");
	is_i64(now_of(store), T, "the clock is back");
	is_i64(take_back(store, true), FT_OK, "redo");
	is_i64(now_of(store), T + 60, "the clock is as after");
	is_i64(take_back(store, false), FT_OK, "undo again");
	is_i64(now_of(store), T, "and back");
	ft_store_close(store);
	ft_free(path);
}

static void
test_changed_since(void)
{
	char *path = storefile_path("since.db");
	struct ft_store *store = watched(path);

	storefile_begin(store);
	set_clock(store, T + 90);
	storefile_commit(store);
	is_i64(take_back(store, false), FT_EINVAL, "the clock went on");
	is_str(err.text,
	    "cannot undo change 1: jobs, nodes or the clock have changed since",
	    "says so");
	is_i64(now_of(store), T + 90, "nothing was undone");
	ft_store_close(store);
	ft_free(path);
}

static void
test_no_change(void)
{
	char *path = storefile_path("none.db"), *got;
	struct ft_store *store = storefile_open(path);

	storefile_begin(store);
	ok(!ft_store_watch_work(store, &err), "watch");
	set_clock(store, T + 5);
	set_clock(store, T);
	storefile_commit(store);
	storefile_begin(store);
	ok(!ft_store_watch_work(store, &err), "watch again");
	set_clock(store, T + 5);
	ft_store_rollback(store);
	ft_store_close(store);
	got = storefile_ask(path, "SELECT count(*) FROM journal");
	is_str(got, "0", "no entry if nothing changes");
	ft_free(got);
	ft_free(path);
}

/* A row that reading would refuse is refused though the hook is elsewhere. */
static void
test_checked(void)
{
	struct ft_store *store = storefile_memory();

	storefile_begin(store);
	ok(!ft_store_watch_work(store, &err), "watch");
	set_clock(store, INT64_MAX);
	is_i64(ft_store_commit(store, NULL, &err), FT_EINVAL, "out of range");
	ok(strstr(err.text, "out of range: ") != NULL, "says so: %s", err.text);
	is_i64(now_of(store), T, "nothing was written");
	ft_store_close(store);
}

static void
test_damaged(void)
{
	static const char *const damage[] = {
		"UPDATE journal_work SET changes = x'00'",
		"UPDATE journal_work SET size = 1",
		"UPDATE journal_work SET size = size + 1",
		"UPDATE journal_work SET size = 4294967295",
	};

	for (size_t i = 0; i < FT_COUNT(damage); i++) {
		char *path = storefile_path("damaged.db");
		struct ft_store *store = watched(path);

		ft_store_close(store);
		storefile_do(path, damage[i]);
		store = storefile_open(path);
		is_i64(take_back(store, false), FT_EFOREIGN, "%s", damage[i]);
		is_i64(now_of(store), T + 60, "nothing was undone");
		ft_store_close(store);
		ft_free(path);
	}
}

int
main(void)
{
	test_there_and_back();
	test_changed_since();
	test_no_change();
	test_checked();
	test_damaged();
	return done_testing();
}
