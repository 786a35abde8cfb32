/*
 * Folds in the store: made when there are many charges, used instead of these,
 * dropped when something is added to the past, and left out when damaged.  That
 * usage is the same with and without them: tests/prop/p_folds.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "store/check/check.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

enum { T = STOREFILE_NOW, HOUR = 3600, FEW = 200, MANY = 300 };

static const struct ft_era rules = {
	.decay = { FT_DECAY_SLURM, 86400 }, .period = 300, .kept = ""
};
static const struct ft_tres tres[] = { { 1, "cpu", "" } };
static const struct ft_tres_table table = { tres, 1 };
static struct ft_error err;
static uint32_t ann;

static void
must(enum ft_status status)
{
	if (status)
		bail("store: %s", err.text);
}

static struct ft_registry *
begin(struct ft_store *store)
{
	struct ft_registry *r = storefile_begin(store);

	ft_store_set_rules(store, &rules, rules.period);
	return r;
}

/* N charges that end one after the other from AT on; then it is NOW. */
static void
add(struct ft_store *store, int n, int64_t at, int64_t now)
{
	const uint64_t alloc[] = { 2 };
	struct ft_store_charge charge = { .assoc = ann,
		.qos = 1,
		.rate = 2,
		.usage_factor = 1,
		.alloc = alloc };
	struct ft_store_clock clock;

	begin(store);
	for (int i = 0; i < n; i++) {
		charge.starts = at + i - 60;
		charge.ends = at + i;
		must(ft_store_put_charge(store, 1, &charge, &table, &err));
	}
	must(ft_store_get_clock(store, 1, &clock, &err));
	clock.now = now;
	must(ft_store_put_clock(store, 1, &clock, &err));
	storefile_commit(store);
}

/* A store with ann, and MANY charges that ended within half an hour. */
static struct ft_store *
filled(const char *path)
{
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = begin(store);

	ann = storefile_user(r, "ann", storefile_account(r, "a", 1));
	storefile_commit(store);
	add(store, MANY, T, T + 2 * HOUR);
	return store;
}

static ft_real
usage(const char *path, int64_t now)
{
	const struct ft_store_options options = { .read_only = true };
	struct ft_era era = rules;
	ft_real at_pass[16], found = -1;
	struct ft_usage_query query = {
		.cluster = 1, .era = &era, .n_era = 1, .now = now
	};
	struct ft_store *store;
	struct ft_tree *tree;

	must(ft_store_open(&store, path, &options, &err));
	era.ends = T;
	must(ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err));
	query.assoc =
	    (struct ft_usage_sums){ tree->id, tree->n, at_pass, NULL };
	must(ft_store_read_booked(store, &query, &err));
	for (uint32_t i = 0; i < tree->n; i++)
		if (tree->id[i] == ann)
			found = at_pass[i];
	ft_tree_free(tree);
	ft_store_close(store);
	return found;
}

static const char *const folds =
    "SELECT (max(at) - 1700000000) / 3600 FROM usage_fold";
static const char *const count = "SELECT count(DISTINCT at) FROM usage_fold";

static void
note(void *ctx, const char *text)
{
	if (!*(char *)ctx)
		snprintf(ctx, 200, "%s", text);
}

static void
checks(const char *path, const char *want)
{
	char first[200] = "";
	size_t n;

	must(ft_store_check(
	    path, &(struct ft_check_to){ note, first, NULL }, &n, &err));
	is_str(first, want, "check");
}

static void
test_making(void)
{
	char *path = storefile_path("fold.db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = begin(store);

	ann = storefile_user(r, "ann", storefile_account(r, "a", 1));
	storefile_commit(store);
	add(store, FEW, T, T + 2 * HOUR);
	storefile_answers(path, count, "0");
	add(store, FEW, T + FEW, T + 2 * HOUR);
	/* 22:13:20 is T, so passes are at 23:03:20 and 00:03:20 */
	storefile_answers(path, folds, "1");
	storefile_answers(path, "SELECT what FROM usage_fold", "-1 0 1");
	add(store, 1, T + 2 * HOUR, T + 2 * HOUR);
	storefile_answers(path, count, "1");
	add(store, MANY, T + 3 * HOUR, T + 5 * HOUR);
	storefile_answers(path, folds, "4");
	storefile_answers(path, count, "2");
	checks(path, "");
	ft_store_close(store);
	ft_free(path);
}

/* Old charges are not read again; checking reads them. */
static void
test_use(void)
{
	char *path = storefile_path("use.db");
	ft_real before, now;

	ft_store_close(filled(path));
	before = usage(path, T + 3 * HOUR);
	ok(before > 0, "there is usage");
	storefile_do(path, "UPDATE usage_segment SET rate = 3 WHERE id = 7");
	now = usage(path, T + 3 * HOUR);
	ok(ft_real_cmp(now, before) == 0, "charges in the fold are not read");
	checks(path, "usage_fold row 1: the fold at 1700006600 does not agree "
		     "with the charges");
	storefile_do(path, "DELETE FROM usage_fold");
	ok(usage(path, T + 3 * HOUR) > before, "without it they are");
	checks(path, "");
	ft_free(path);
}

static void
test_past(void)
{
	char *path = storefile_path("past.db");
	struct ft_store *store = filled(path);
	struct ft_registry *r;

	add(store, 1, T + HOUR, T + 2 * HOUR); /* drops it and remakes it */
	storefile_answers(path, count, "1");
	begin(store);
	must(ft_store_put_opening(store, T + HOUR,
	    &(struct ft_usage_mark){ .assoc = ann, .whole = 5 }, 1, &err));
	storefile_commit(store);
	storefile_answers(path, count, "0");
	add(store, 1, T + 2 * HOUR, T + 2 * HOUR);
	storefile_answers(path, count, "1");
	r = begin(store);
	r->now = T + 2 * HOUR;
	must(r->ops->set_usage(
	    r, (struct ft_owner){ FT_ENTITY_ASSOC, ann }, 7, 0, &err));
	storefile_commit(store);
	storefile_answers(path, count, "1");
	begin(store);
	must(ft_store_put_reset(store, 1, T + 1200, &err));
	storefile_commit(store);
	storefile_answers(path, count, "0");
	ft_store_close(store);
	ft_free(path);
}

static void
test_damage(void)
{
	static const char *const damages[] = {
		"assocs = substr(assocs, 1, 23)",
		"assocs = CAST(assocs || assocs AS BLOB)",
		"assocs = CAST(substr(assocs, 1, 4) || x'ffffff7f' || "
		"substr(assocs, 9) AS BLOB)",
		"assocs = CAST(substr(assocs, 1, 8) || x'ffffffffffffff7f' || "
		"substr(assocs, 17) AS BLOB)",
		"assocs = zeroblob(24)",
		"assocs = CAST(zeroblob(4) || substr(assocs, 5) AS BLOB)",
	};
	char *path = storefile_path("damage.db"), sql[300];
	unsigned char *intact;
	ft_real before;
	long size;

	ft_store_close(filled(path));
	before = usage(path, T + 3 * HOUR);
	size = storefile_read(path, &intact);
	for (size_t i = 0; i < FT_COUNT(damages); i++) {
		storefile_write(path, intact, (size_t)size);
		snprintf(sql, sizeof sql,
		    "UPDATE usage_fold SET %s WHERE what = 0", damages[i]);
		storefile_do(path, sql);
		ok(ft_real_cmp(usage(path, T + 3 * HOUR), before) == 0,
		    "not used: %s", damages[i]);
		checks(path,
		    "usage_fold row 1: the fold at 1700006600 does not agree "
		    "with the charges");
	}
	ft_free(intact);
	ft_free(path);
}

/* The next writers drop a damaged one and remake it; a repaired store is
 * without. */
static void
test_repair(void)
{
	static const char damage[] =
	    "UPDATE usage_fold SET assocs = zeroblob(24) WHERE what = 0";
	char *path = storefile_path("repair.db"),
	     *whole = storefile_path("whole.db"), note_of[200] = "";
	struct ft_store *store = filled(path);

	storefile_do(path, damage);
	must(ft_store_repair(
	    path, whole, &(struct ft_check_to){ note, note_of, NULL }, &err));
	is_str(note_of, "", "nothing is lost");
	storefile_answers(whole, count, "0");
	checks(whole, "");
	ok(ft_real_cmp(usage(path, T + 3 * HOUR), usage(whole, T + 3 * HOUR)) ==
		0,
	    "the same usage");
	add(store, MANY, T + 2 * HOUR, T + 4 * HOUR);
	storefile_answers(path, count, "0");
	add(store, 1, T + 4 * HOUR, T + 4 * HOUR);
	storefile_answers(path, folds, "3");
	checks(path, "");
	storefile_do(path, "UPDATE usage_fold SET digits = 24");
	checks(path, "");
	ft_store_close(store);
	ft_free(whole);
	ft_free(path);
}

int
main(void)
{
	test_making();
	test_use();
	test_past();
	test_damage();
	test_repair();
	return done_testing();
}
