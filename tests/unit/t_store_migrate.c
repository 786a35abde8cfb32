/*
 * A store that schema 1 made, brought up to date: nothing is lost, the history
 * can still be taken back, and who may only read is told so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "store/journal/journal.h"
#include "tap/tap.h"

static const struct ft_store_options options = { .now = STOREFILE_NOW,
	.lock_seconds = 1 };
static const struct ft_store_options reading = { .read_only = true };

static char *
text_of(const char *name)
{
	unsigned char *data;
	long size = storefile_read(name, &data);
	char *text;

	if (size < 0)
		bail("%s: cannot be read; run from the top folder", name);
	text = ft_strndup((const char *)data, (size_t)size);
	ft_free(data);
	return text;
}

/* A store as schema 1 left it; the caller's path. */
static char *
old_store(const char *name)
{
	char *path = storefile_path(name);
	char *schema = text_of("libcore/store/sql/0001_init.sql");
	char *rows = text_of("tests/data/store-1.sql");

	storefile_do(path, schema);
	storefile_do(path, rows);
	ft_free(schema);
	ft_free(rows);
	return path;
}

static struct ft_store *
opened(const char *path)
{
	struct ft_error err = { 0 };
	struct ft_store *store = NULL;

	if (ft_store_open(&store, path, &options, &err))
		bail("open: %s", err.text);
	return store;
}

static void
test_content(void)
{
	char *path = old_store("content.db");

	ft_store_close(opened(path));
	storefile_answers(path, "PRAGMA user_version", "12");
	storefile_answers(path, "PRAGMA integrity_check", "ok");
	storefile_answers(path, "PRAGMA foreign_key_check", "");
	/* bob in chem and account old went within a day */
	storefile_answers(path,
	    "SELECT id, deleted IS NOT NULL, removed, number FROM assoc",
	    "1|0|NULL|NULL 2|0|NULL|NULL 3|0|NULL|NULL 4|0|NULL|NULL "
	    "5|0|NULL|NULL 6|0|NULL|NULL 7|1|1|NULL 8|1|1|NULL");
	storefile_answers(path, "SELECT id, name, removed FROM qos",
	    "1|normal|NULL 2|high|NULL 3|low|1");
	storefile_answers(
	    path, "SELECT usage_factor FROM qos WHERE id = 2", "2.5");
	storefile_answers(
	    path, "SELECT * FROM assoc_qos ORDER BY owner", "1|1|= 5|2|+");
	storefile_answers(
	    path, "SELECT name, removed FROM account WHERE deleted", "old|1");
	storefile_answers(path, "SELECT * FROM high_id", "assoc|1|8");
	storefile_answers(path, "SELECT count(*) FROM journal", "12");
	storefile_answers(path, "SELECT count(*) FROM txn", "0");
	ft_free(path);
}

/* A new store is not made by the scripts, but must be what they lead to. */
static void
test_new(void)
{
	static const char tables[] = "SELECT type, name, tbl_name, sql FROM "
				     "sqlite_schema ORDER BY type, name";
	static const char *const asked[] = { "PRAGMA application_id",
		"PRAGMA user_version", tables };
	char *old = old_store("old.db"), *new = storefile_path("new.db");

	ft_store_close(opened(old));
	ft_store_close(storefile_open(new));
	for (size_t i = 0; i < FT_COUNT(asked); i++) {
		char *want = storefile_ask(old, asked[i]);

		storefile_answers(new, asked[i], want);
		ft_free(want);
	}
	ft_free(old);
	ft_free(new);
}

static void
test_use(void)
{
	char *path = old_store("use.db");
	struct ft_store *store = opened(path);
	struct ft_registry *r = storefile_begin(store);
	struct ft_error err = { 0 };
	struct ft_qos low = { .name = "low",
		.description = "",
		.usage_factor = 1,
		.usage_threshold = -1,
		.limit_factor = -1,
		.preempt_exempt_time = -1 };
	struct ft_undone_list done;
	struct ft_store_actor actor = { "root", "undo", STOREFILE_NOW };
	uint32_t id = 0;

	ok(!FT_ADD(r, &low, &id, &err), "a QOS of a name that went");
	is_u64(id, 4, "has another id");
	is_u64(storefile_account(r, "old", 1), 9, "so has an association");
	storefile_commit(store);
	/* entry 14 undoes 13; then the older ones, all made by schema 1 */
	ok(!ft_store_undo(store, &actor,
	       &(struct ft_undo_request){ .last = 13 }, &done, &err),
	    "all of it undone: %s", err.text);
	is_u64(done.n, 13, "thirteen changes");
	storefile_answers(path, "SELECT id FROM assoc", "1 2");
	storefile_answers(path, "SELECT id FROM qos", "1");
	storefile_answers(path, "SELECT id FROM account", "1");
	ft_free(done.item);
	ok(!ft_store_undo(store, &actor,
	       &(struct ft_undo_request){ .last = 13, .redo = true }, &done,
	       &err),
	    "and redone: %s", err.text);
	storefile_answers(
	    path, "SELECT id, removed FROM qos", "1|NULL 2|NULL 3|1 4|NULL");
	r = storefile_begin(store);
	is_u64(storefile_account(r, "new", 1), 10, "ids go on");
	storefile_commit(store);
	ft_free(done.item);
	ft_store_close(store);
	ft_free(path);
}

static enum ft_status
count_change(void *ctx, const struct ft_change *change, struct ft_error *err)
{
	(void)change;
	(void)err;
	++*(size_t *)ctx;
	return FT_OK;
}

/* Returns how many changes entry ID lists. */
static size_t
count_changes(struct ft_store *store, uint32_t id)
{
	struct ft_error err = { 0 };
	size_t n = 0;

	if (ft_store_each_change(store, id, count_change, &n, &err))
		diag("entry %u: %s", (unsigned)id, err.text);
	return n;
}

/*
 * Schema 9 had an image of each row in JSON, none in blocks.  Its history can be read
 * where nobody may write, undone after the update, and mixes with new entries.
 */
static void
test_images(void)
{
	char *path = old_store("images.db");
	struct ft_store *store = opened(path);
	struct ft_store_actor actor = { "root", "undo", STOREFILE_NOW };
	struct ft_undone_list done;
	struct ft_error err = { 0 };
	size_t before = 0, after = 0;
	char *was = storefile_ask(path, "SELECT * FROM assoc");

	for (uint32_t id = 1; id <= 12; id++)
		before += count_changes(store, id);
	ft_store_close(store);
	storefile_do(path, "DROP TABLE journal_image; "
			   "ALTER TABLE reservation DROP COLUMN comment; "
			   "ALTER TABLE reservation DROP COLUMN allowed; "
			   "ALTER TABLE reservation DROP COLUMN qos; "
			   "PRAGMA user_version = 9; "
			   "PRAGMA journal_mode = DELETE");
	if (ft_store_open(&store, path, &reading, &err))
		bail("%s", err.text);
	for (uint32_t id = 1; id <= 12; id++)
		after += count_changes(store, id);
	ok(before > 12, "%zu changes", before);
	is_u64(after, before, "all of them without the table of blocks");
	ft_store_close(store);
	storefile_answers(path, "PRAGMA user_version", "9");
	store = opened(path);
	storefile_answers(path, "PRAGMA user_version", "12");
	ok(!ft_store_undo(store, &actor, &(struct ft_undo_request){ .last = 3 },
	       &done, &err),
	    "undone: %s", err.text);
	ft_free(done.item);
	storefile_answers(path, "SELECT count(*) > 0 FROM journal_image", "1");
	ok(!ft_store_undo(store, &actor,
	       &(struct ft_undo_request){ .last = 3, .redo = true }, &done,
	       &err),
	    "redone: %s", err.text);
	ft_free(done.item);
	storefile_answers(path, "SELECT * FROM assoc", was);
	ft_store_close(store);
	ft_free(was);
	ft_free(path);
}

static void
test_reading(void)
{
	char *path = old_store("reading.db");
	char want[512];
	struct ft_error err = { 0 };
	struct ft_store *store = NULL;

	is_i64(ft_store_open(&store, path, &reading, &err), FT_EREADONLY,
	    "refused");
	snprintf(want, sizeof want,
	    "%s: made by an older fairtree, and cannot be updated here "
	    "(read only)",
	    path);
	is_str(err.text, want, "message");
	storefile_answers(path, "PRAGMA user_version", "1");
	ft_store_close(opened(path));
	ok(!ft_store_open(&store, path, &reading, &err), "then it may");
	ft_store_close(store);
	ft_free(path);
}

/* Only what schema 1 could have left there may come out of it. */
static void
test_jobs(void)
{
	char *path = old_store("jobs.db");

	storefile_do(path,
	    "INSERT INTO job (cluster, number, state, assoc, user, account, "
	    "partitions, submitted) VALUES (1, 10, 3, 7, 'bob', 'chem', '', "
	    "1); UPDATE assoc SET created = created - 86400 WHERE id = 8");
	ft_store_close(opened(path));
	storefile_answers(path, "SELECT id, removed FROM assoc WHERE deleted",
	    "7|NULL 8|NULL");
	storefile_answers(path,
	    "SELECT name, removed FROM account WHERE deleted", "old|NULL");
	ft_free(path);
}

/* Jobs and charges keep their TRES, which were rows of their own. */
static void
test_vectors(void)
{
	char *path = old_store("vectors.db");

	storefile_do(path,
	    "INSERT INTO job (id, cluster, number, state, assoc, qos, user, "
	    "account, partitions, submitted, started, time_limit) VALUES (5, "
	    "1, "
	    "10, 1, 5, 2, 'bob', 'chem', 'a,b', 1, 7, NULL), (6, 1, 11, 0, "
	    "NULL, NULL, 'x', 'y', '', 2, 0, 90); "
	    "INSERT INTO job_tres VALUES (5, 0, 2, 4000), (5, 0, 1, 4), "
	    "(5, 1, 5, 6); "
	    "INSERT INTO usage_segment (id, cluster, assoc, qos, job, starts, "
	    "ends, rate, usage_factor) VALUES (3, 1, 5, 2, 5, 7, 9, 1.5, 0.5); "
	    "INSERT INTO usage_segment_tres VALUES (3, 4, 1), (3, 1, 6)");
	ft_store_close(opened(path));
	storefile_answers(path, "PRAGMA integrity_check", "ok");
	storefile_answers(path, "PRAGMA foreign_key_check", "");
	storefile_answers(path,
	    "SELECT id, number, state, assoc, qos, user, account, partitions, "
	    "submitted, started, time_limit, req_tres, alloc_tres FROM job",
	    "5|10|1|5|2|bob|chem|a,b|1|7|NULL|1=4,2=4000|5=6 "
	    "6|11|0|NULL|NULL|x|y||2|0|90||NULL");
	storefile_answers(path, "SELECT * FROM usage_segment",
	    "3|1|5|2|NULL|5|7|9|0|1.5|0.5|1=6,4=1");
	storefile_answers(path,
	    "SELECT count(*) FROM sqlite_schema WHERE name IN ('job_tres', "
	    "'job_partition', 'job_dependency', 'usage_segment_tres', "
	    "'partition', 'node')",
	    "0");
	ft_free(path);
}

/* Schema 3 knew only one who suspends: a user. */
static void
test_suspended(void)
{
	char *path = old_store("suspended.db");
	char *second = text_of("libcore/store/sql/0002_transactions.sql");
	char *third = text_of("libcore/store/sql/0003_jobs.sql");

	storefile_do(path, "PRAGMA foreign_keys = OFF");
	storefile_do(path, second);
	storefile_do(path, third);
	storefile_do(path,
	    "INSERT INTO job (id, cluster, number, state, user, account, "
	    "partitions, submitted, started, suspended) VALUES (5, 1, 10, 2, "
	    "'bob', 'chem', 'a', 1, 7, 9), (6, 1, 11, 1, 'bob', 'chem', 'a', "
	    "1, 7, 0); INSERT INTO controller VALUES (1, 2, 3, 4, 1, 12, 0)");
	storefile_answers(path, "PRAGMA user_version", "3");
	ft_store_close(opened(path));
	storefile_answers(path, "PRAGMA user_version", "12");
	storefile_answers(
	    path, "SELECT id, suspended_by, resumed FROM job", "5|1|0 6|0|0");
	storefile_answers(path,
	    "SELECT DISTINCT cpu_efficiency, mem_used FROM job", "-1.0|-1");
	storefile_answers(path,
	    "SELECT cluster, main_ran, full_ran, backfill_ran, wanted, "
	    "next_number, basic_priority, last_reservation, since, plan_full "
	    "FROM controller",
	    "1|2|3|4|1|12|0|0|0|0");
	storefile_answers(path, "SELECT count(*) FROM reservation", "0");
	storefile_answers(path, "PRAGMA integrity_check", "ok");
	ft_free(third);
	ft_free(second);
	ft_free(path);
}

int
main(void)
{
	test_content();
	test_new();
	test_use();
	test_images();
	test_reading();
	test_jobs();
	test_vectors();
	test_suspended();
	return done_testing();
}
