/*
 * A store from anybody: one that this program would not have written is refused
 * by name, never read past an end nor for ever; `facctmgr check` says what is
 * wrong, --repair saves the rest, and the store itself stays as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "fault/deed.h"
#include "lib/storefile.h"
#include "store/store.h"
#include "tap/tap.h"

static const struct {
	const char *sql, *told;
} attacks[] = {
	/* ids and enums that were indexes */
	{ "UPDATE qos SET id = 4294967295", "qos row 4294967295: id" },
	{ "UPDATE user SET admin_level = 65536",
	    "user row 1: admin_level is 65536" },
	{ "UPDATE qos SET preempt_mode = 100000",
	    "qos row 1: preempt_mode is 100000" },
	{ "UPDATE user SET id = 4294967295 WHERE id = 2",
	    "user row 4294967295: id is 4294967295" },
	{ "UPDATE job SET state = -1 WHERE id = 1", "job row 1: state is -1" },
	{ "UPDATE job SET started = 1 << 62 WHERE id = 1",
	    "job row 1: started is 4611686018427387904" },
	{ "UPDATE job SET name = char(27) || ']0;x' WHERE id = -1; "
	  "UPDATE clock SET now = 9223372036854775807",
	    "clock row 1: now is 9223372036854775807" },
	{ "UPDATE assoc SET shares = -1 WHERE id = 5",
	    "assoc row 5: shares is -1" },
	{ "UPDATE tres SET id = 4294967294 WHERE id = 8",
	    "tres row 4294967294: id is 4294967294" },
	/* what is found by its place */
	{ "DELETE FROM tres", "tres row 1 is not cpu" },
	{ "UPDATE tres SET type = 'gres', name = 'mem' WHERE id = 2",
	    "tres row 2 is not mem" },
	/* the last that can be counted */
	{ "UPDATE job SET stamp = 9223372036854775807 WHERE id = 3",
	    "job: stamp is 9223372036854775807" },
	{ "UPDATE generation SET value = 9223372036854775807",
	    "value is 9223372036854775807" },
	/* tables that are none */
	{ "DROP TABLE user; CREATE VIEW user AS WITH RECURSIVE r (id) AS "
	  "(SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id, 'x' AS name, "
	  "1 AS admin_level, '' AS default_wckey, 0 AS created, NULL AS "
	  "deleted, NULL AS removed FROM r",
	    "view user was not made by this program" },
	{ "CREATE VIEW other AS SELECT * FROM user",
	    "view other was not made by this program" },
	{ "CREATE TRIGGER stab AFTER UPDATE ON user BEGIN DELETE FROM job; END",
	    "trigger stab was not made by this program" },
	{ "CREATE TABLE user_copy AS SELECT * FROM user",
	    "table user_copy was not made by this program" },
	{ "CREATE INDEX slow ON user (abs(id))",
	    "index slow was not made by this program" },
	{ "ALTER TABLE job ADD COLUMN twice INTEGER AS (id * 2)",
	    "table job is not as this program made it" },
	{ "DROP INDEX job_stamp", "index job_stamp is missing" },
	/* rows that do not go together */
	{ "UPDATE assoc SET parent = 5 WHERE id = 5",
	    "association 5 is below itself" },
	{ "UPDATE assoc SET parent = 4000000 WHERE id = 5",
	    "association 5 has the unknown parent 4000000" },
};

static struct deed_answer answer;

/* Digests of what an import changes. */
static const char content[] =
    "SELECT count(*), total(stamp), group_concat(state) FROM job "
    "UNION ALL SELECT count(*), total(id), group_concat(name) FROM user "
    "UNION ALL SELECT count(*), total(id), group_concat(command) FROM journal "
    "UNION ALL SELECT now, decayed, 0 FROM clock "
    "UNION ALL SELECT count(*), total(rootpage), group_concat(name) FROM "
    "sqlite_schema";

static int
run(const char *line, const char *folder)
{
	const struct deed deed = { line, "", false };

	deed_run(&deed, folder, &answer);
	return answer.status;
}

static void
copy(const char *from, const char *to)
{
	unsigned char *data;
	long size = storefile_read(from, &data);

	storefile_write(to, data, (size_t)size);
	ft_free(data);
}

static bool
is_same(const char *one, const char *other)
{
	unsigned char *a, *b;
	long n_one = storefile_read(one, &a);
	long n_other = storefile_read(other, &b);
	bool same = n_one == n_other && !memcmp(a, b, (size_t)n_one);

	ft_free(a);
	ft_free(b);
	return same;
}

/* Every command answers or refuses; one of them says what is wrong. */
static void
test_refused(size_t i, const char *folder)
{
	static const char *const lines[] = { "facctmgr list user",
		"facctmgr list qos", "facctmgr list tres", "fqueue",
		"fshare -a", "fcontrol show jobs", "fbatch --wrap true",
		"facctmgr -i add user eve account=root" };
	bool told = false;

	for (size_t k = 0; k < FT_COUNT(lines); k++) {
		(void)run(lines[k], folder);
		told |= strstr(answer.err, attacks[i].told) != NULL;
	}
	ok(told, "refused by name: %s", attacks[i].told);
}

static void
test_attack(size_t i, const char *base, const char *folder)
{
	char *bad, *kept, *whole;
	struct ft_str name = { 0 };

	ft_str_addf(&name, "%s/bad.db", folder);
	bad = ft_str_take(&name);
	ft_str_addf(&name, "%s/kept.db", folder);
	kept = ft_str_take(&name);
	ft_str_addf(&name, "%s/whole.db", folder);
	whole = ft_str_take(&name);
	copy(base, bad);
	storefile_do(bad, attacks[i].sql);
	copy(bad, kept);
	setenv("FAIRTREE_DB", bad, 1);
	is_i64(run("facctmgr check", folder), 1, "check: %s", attacks[i].sql);
	is_i64(run("facctmgr check --repair @/whole.db", folder), 0,
	    "repaired %s", answer.err);
	ok(is_same(bad, kept), "the store itself is as it was");
	test_refused(i, folder);
	setenv("FAIRTREE_DB", whole, 1);
	is_i64(run("facctmgr check", folder), 0, "what is saved is whole");
	is_i64(run("fqueue", folder), 0, "fqueue reads it %s", answer.err);
	is_i64(run("facctmgr -i add account new", folder), 0,
	    "facctmgr changes it %s", answer.err);
	is_i64(run("facctmgr check", folder), 0, "and it is whole still");
	setenv("FAIRTREE_DB", base, 1);
	(void)unlink(whole);
	ft_free(bad);
	ft_free(kept);
	ft_free(whole);
}

/* Tables that change while a command has the store open. */
static void
test_meanwhile(const char *base, const char *folder)
{
	const struct ft_store_options options = { .lock_seconds = 1 };
	const struct ft_store_actor actor = { .name = "root", .command = "x" };
	struct ft_str name = { 0 };
	struct ft_store *store = NULL;
	struct ft_error err = { 0 };

	ft_str_addf(&name, "%s/open.db", folder);
	copy(base, ft_str_text(&name));
	is_i64(ft_store_open(&store, ft_str_text(&name), &options, &err), FT_OK,
	    "open %s", err.text);
	is_i64(ft_store_freeze(store, &err), FT_OK, "it can be read");
	ft_store_thaw(store);
	storefile_do(ft_str_text(&name), "VACUUM; ANALYZE");
	is_i64(ft_store_freeze(store, &err), FT_OK,
	    "what changes no table of ours does no harm %s", err.text);
	ft_store_thaw(store);
	storefile_do(ft_str_text(&name),
	    "CREATE TRIGGER stab AFTER UPDATE ON user BEGIN DELETE FROM job; "
	    "END");
	is_i64(ft_store_freeze(store, &err), FT_EFOREIGN, "%s", err.text);
	is_i64(ft_store_begin(store, &actor, NULL, &err), FT_EFOREIGN,
	    "nor is it written");
	ok(strstr(err.text, "trigger stab was not made") != NULL, "%s",
	    err.text);
	storefile_do(ft_str_text(&name), "DROP TRIGGER stab");
	is_i64(ft_store_begin(store, &actor, NULL, &err), FT_OK,
	    "whole again: it can be written");
	ft_store_rollback(store);
	ft_store_close(store);
	ft_str_free(&name);
}

/* A bad value that says little does not take its row along. */
static void
test_mended(const char *base, const char *folder)
{
	struct ft_str name = { 0 };
	char *store;

	ft_str_addf(&name, "%s/values.db", folder);
	store = ft_str_take(&name);
	copy(base, store);
	storefile_do(store,
	    "UPDATE assoc SET shares = -1, created = 1 << 60, default_qos = "
	    "-4; "
	    "UPDATE user SET admin_level = 65536; "
	    "UPDATE job SET comment = CAST(x'610062' AS TEXT), nice = 1 << 40");
	setenv("FAIRTREE_DB", store, 1);
	is_i64(run("facctmgr check --repair @/values-mended.db", folder), 0,
	    "values are mended %s", answer.err);
	ft_str_addf(&name, "%s/values-mended.db", folder);
	setenv("FAIRTREE_DB", ft_str_text(&name), 1);
	is_i64(run("facctmgr check", folder), 0, "the new one is whole");
	is_i64(run("facctmgr -i modify user fred account=bedrock set "
		   "fairshare=7",
		   folder),
	    0, "users and the tree are there %s", answer.err);
	is_i64(run("fcontrol update jobid=60 nice=5", folder), 0,
	    "so are jobs %s", answer.err);
	storefile_do(ft_str_text(&name),
	    "INSERT OR REPLACE INTO conf VALUES (0, 'Include x')");
	is_i64(run("facctmgr check", folder), 1, "settings are read");
	setenv("FAIRTREE_DB", base, 1);
	ft_str_free(&name);
	ft_free(store);
}

/* Images and ranges of the journal that this program would not have written. */
static void
test_journal(const char *base, const char *folder)
{
	struct ft_str name = { 0 };
	char *store;

	ft_str_addf(&name, "%s/journal.db", folder);
	store = ft_str_take(&name);
	copy(base, store);
	setenv("FAIRTREE_DB", store, 1);
	is_i64(run("facctmgr -i modify user dino set fairshare=3", folder), 0,
	    "a change");
	/* as older programs wrote it, but without a parent */
	storefile_do(store,
	    "INSERT INTO journal_row (journal, entity, key, before) SELECT "
	    "i.journal, i.entity, i.first, json_object('id', a.id, 'cluster', "
	    "cluster, 'parent', NULL, 'position', position, 'shares', 1, "
	    "'account', account, 'user', user, 'created', created, 'comment', "
	    "comment, 'is_default', is_default, 'number', number) FROM "
	    "journal_image AS i JOIN assoc AS a ON a.id = i.first WHERE entity "
	    "= 'assoc' AND journal = (SELECT max(id) FROM journal); "
	    "DELETE FROM journal_image WHERE journal = (SELECT max(id) FROM "
	    "journal)");
	is_i64(run("facctmgr -i undo", folder), 1, "not undone to nonsense");
	ok(strstr(answer.err, "would break a rule") != NULL, "%s", answer.err);
	is_i64(run("facctmgr check", folder), 0, "the store is whole still");
	storefile_do(store,
	    "UPDATE journal_row SET before = json_set(before, '$.parent', "
	    "(SELECT parent FROM assoc WHERE id = key)) WHERE entity = 'assoc' "
	    "AND journal = (SELECT max(id) FROM journal)");
	is_i64(run("facctmgr -i undo", folder), 0, "undone to what was: %s",
	    answer.err);
	is_i64(
	    run("facctmgr -i redo", folder), 0, "and redone: %s", answer.err);
	storefile_do(store,
	    "INSERT INTO journal_row (journal, entity, key, last) SELECT "
	    "max(id), 'qos', 1, 4294967290 FROM journal");
	is_i64(run("facctmgr log --patch", folder), 0,
	    "a range of four milliards takes no longer than what is there");
	is_i64(run("facctmgr -i undo", folder), 1, "nor does its undo");
	storefile_do(store, "UPDATE journal_row SET before = '{' WHERE before "
			    "IS NOT NULL");
	is_i64(run("facctmgr check", folder), 1, "no JSON is damage");
	is_i64(run("facctmgr check --repair @/mended.db", folder), 0,
	    "its entries are left out as a whole");
	setenv("FAIRTREE_DB", base, 1);
	ft_free(store);
}

/* STORE, with WHAT in its journal, is not changed by undo, and check finds that. */
static void
not_undone(const char *store, const char *folder, const char *what,
    const char *message)
{
	char *before = storefile_ask(store, content), *after;

	is_i64(run("facctmgr -i undo", folder), 1, "not undone: %s", what);
	ok(strstr(answer.err, message) != NULL &&
		strchr(answer.err, '\n') == answer.err + strlen(answer.err) - 1,
	    "%s", answer.err);
	after = storefile_ask(store, content);
	is_str(after, before, "nothing is changed");
	is_i64(run("facctmgr check", folder), 1, "check finds it");
	ft_free(before);
	ft_free(after);
}

/* Images in blocks: each of these is not what this program writes. */
static const char *const images[] = {
	"images = x''",
	"images = x'00'",
	"images = x'ff'",
	"images = substr(images, 1, length(images) - 1)",
	"images = CAST(images || x'00' AS BLOB)",
	"images = CAST(replace(images, 'id', 'ie') AS BLOB)",
	"images = CAST(replace(images, 'shares', 'sharez') AS BLOB)",
	"first = first + 1, last = last + 1",
	"last = last + 1",
	"last = last + 512",
	"last = first - 1",
};

/* Nothing of them is undone, whichever block it is, and check finds it. */
static void
test_images(const char *base, const char *folder)
{
	struct ft_str name = { 0 };
	char *store, *kept;

	ft_str_addf(&name, "%s/images.db", folder);
	store = ft_str_take(&name);
	ft_str_addf(&name, "%s/images-kept.db", folder);
	kept = ft_str_take(&name);
	copy(base, kept);
	setenv("FAIRTREE_DB", kept, 1);
	is_i64(run("facctmgr -i modify user dino set fairshare=3", folder), 0,
	    "a change");
	storefile_do(kept, "PRAGMA wal_checkpoint(TRUNCATE); "
			   "PRAGMA journal_mode = DELETE");
	setenv("FAIRTREE_DB", store, 1);
	for (size_t i = 0; i < FT_COUNT(images); i++) {
		copy(kept, store);
		ft_str_addf(&name, "UPDATE journal_image SET %s", images[i]);
		storefile_do(store, ft_str_text(&name));
		not_undone(store, folder, images[i], "damaged: ");
		is_i64(run("facctmgr log --patch", folder), 1, "log, too: %s",
		    answer.err);
		ft_str_free(&name);
	}
	is_i64(run("facctmgr check --repair @/images-mended.db", folder), 0,
	    "the entry is left out %s", answer.err);
	setenv("FAIRTREE_DB", base, 1);
	ft_free(store);
	ft_free(kept);
}

/* What an entry keeps of jobs: each of these is not what this program writes. */
static const struct {
	const char *sql; /* what is set in journal_work */
	const char *what;
} works[] = {
	{ "size = 4294967295", "a size that is not its own" },
	{ "size = size - 1", "a size that is less" },
	{ "changes = x''", "nothing" },
	{ "changes = x'00ff', size = 2", "not compressed" },
	{ "changes = substr(changes, 1, length(changes) - 9)", "cut off" },
	{ "changes = CAST(substr(changes, 1, 40) || 'otherwise' || "
	  "substr(changes, 50) AS BLOB)",
	    "overwritten" },
	/* whole changesets, as zlib compresses them */
	{ "changes = x'"
	  "78da0b6167640083d2e2d422062106288ff93933736a592a94c7c0cc"
	  "0c91c8e6b63dc2ca0a009ce105e8"
	  "', size = 52",
	    "rows of users" },
	{ "changes = x'"
	  "78da0b6165640082e2c29ccc92d4f8e2e48cd4dc4406210666d692c4"
	  "a49c5466c60a66e6acfc24b01a10000a000026460a19"
	  "', size = 50",
	    "the schema itself" },
	{ "changes = x'"
	  "78da0b6165640082e49cfce46c062106e6f6ffffffd757000033ab06"
	  "f7"
	  "', size = 22",
	    "a text without an end" },
	{ "changes = x'"
	  "78da0b6165640082e49cfce46c064e06082f9b9ba50cc68800334000"
	  "ce00009970043b"
	  "', size = 52",
	    "a key that is NULL" },
};

/* Only what this program can have written is undone, and that wholly. */
static void
test_work(const char *base, const char *folder)
{
	struct ft_str name = { 0 };
	char *store, *kept;

	ft_str_addf(&name, "%s/work.db", folder);
	store = ft_str_take(&name);
	ft_str_addf(&name, "%s/work-kept.db", folder);
	kept = ft_str_take(&name);
	setenv("FAIRTREE_DB", kept, 1);
	is_i64(run("fimport site " DEED_EXAMPLES "site", folder), 0,
	    "a site %s", answer.err);
	storefile_do(kept, "PRAGMA wal_checkpoint(TRUNCATE); "
			   "PRAGMA journal_mode = DELETE");
	setenv("FAIRTREE_DB", store, 1);
	for (size_t i = 0; i < FT_COUNT(works); i++) {
		copy(kept, store);
		ft_str_addf(&name, "UPDATE journal_work SET %s", works[i].sql);
		storefile_do(store, ft_str_text(&name));
		ft_str_free(&name);
		not_undone(
		    store, folder, works[i].what, "damaged: jobs of change 1");
	}
	is_i64(run("facctmgr check --repair @/work-mended.db", folder), 0,
	    "the entry is left out %s", answer.err);
	setenv("FAIRTREE_DB", base, 1);
	ft_free(store);
	ft_free(kept);
}

int
main(void)
{
	char *base = storefile_path("base.db");
	char *folder = ft_strndup(base, (size_t)(strrchr(base, '/') - base));

	deed_make_base(base, folder);
	/* out of the log, so that the file alone is the store */
	storefile_do(base, "PRAGMA wal_checkpoint(TRUNCATE); "
			   "PRAGMA journal_mode = DELETE");
	is_i64(run("facctmgr check", folder), 0,
	    "what commands write is whole %s", answer.err);
	for (size_t i = 0; i < FT_COUNT(attacks); i++)
		test_attack(i, base, folder);
	test_journal(base, folder);
	test_images(base, folder);
	test_work(base, folder);
	test_mended(base, folder);
	test_meanwhile(base, folder);
	ft_free(folder);
	ft_free(base);
	return done_testing();
}
