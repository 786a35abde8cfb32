/*
 * Usage out of marks: openings, resets, sets, transfers, with the decay worked
 * out by hand; the cache against the facts; trees and names.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "lib/storefile.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

#define T STOREFILE_NOW

static struct ft_error err;

static const struct ft_decay none = { FT_DECAY_SLURM, 0 };
/* 2^(-t/100): half after 100 seconds, exact in binary */
static const struct ft_decay half = { FT_DECAY_EXACT, 100 };

/* Own usage of association ID, -1 if it is not in the tree. */
static ft_real
usage_of(struct ft_store *store, uint32_t id, const struct ft_decay *decay,
    int64_t now, uint32_t tres)
{
	struct ft_tree *tree = NULL;
	ft_real *usage, value = -1;
	uint32_t node;

	if (ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err))
		bail("tree: %s", err.text);
	usage = ft_calloc(tree->n, sizeof *usage);
	if (ft_store_read_usage(store, tree,
		&(struct ft_usage_at){ decay, now, tres, usage }, &err))
		bail("usage: %s", err.text);
	node = ft_tree_find(tree, id);
	if (node != FT_NODE_NONE)
		value = usage[node];
	ft_free(usage);
	ft_tree_free(tree);
	return value;
}

static void
open_balance(struct ft_store *store, uint32_t assoc, int64_t at, int64_t whole,
    int32_t micro)
{
	const struct ft_usage_mark mark = {
		.assoc = assoc, .whole = whole, .micro = micro
	};

	if (ft_store_put_opening(store, at, &mark, 1, &err))
		bail("opening: %s", err.text);
}

static void
set_clock(struct ft_store *store, int64_t now)
{
	const struct ft_store_clock clock = { now, now, 0, false };

	(void)storefile_begin(store);
	if (ft_store_put_clock(store, 1, &clock, &err))
		bail("clock: %s", err.text);
	storefile_commit(store);
}

static void
test_opening(void)
{
	static const struct {
		int64_t whole;
		int32_t micro;
		long double want;
	} rows[] = {
		{ 301, 0, 301.0L },
		{ 0, 400000, 0.4L },
		{ 1000000000000000000, 500000, 1000000000000000000.5L },
		{ INT64_MAX, 0, 9223372036854775807.0L },
		{ 0, 0, 0 },
		{ 0, 1, 1e-6L },
	};
	struct ft_store *store = storefile_memory();
	uint32_t ann = storefile_user(storefile_begin(store), "ann", 1);

	storefile_commit(store);
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		(void)storefile_begin(store);
		open_balance(store, ann, T, rows[i].whole, rows[i].micro);
		storefile_commit(store);
		is_real(usage_of(store, ann, &none, T, 0), rows[i].want,
		    "%lld.%06d comes back to the last bit",
		    (long long)rows[i].whole, (int)rows[i].micro);
		is_real(usage_of(store, ann, &none, T + 1000, 0), rows[i].want,
		    "and without decay for ever");
		is_real(usage_of(store, ann, &half, T, 0), rows[i].want,
		    "and with decay at its own time");
	}
	is_real(usage_of(store, 1, &none, T, 0), 0, "others have none");
	ft_store_close(store);
}

static void
test_bad_amounts(void)
{
	static const struct ft_usage_mark bad[] = { { 2, -1, 0, 0 },
		{ 2, 0, -1, 0 }, { 2, 0, 1000000, 0 }, { 99, 1, 0, 0 } };
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);

	for (size_t i = 0; i < FT_COUNT(bad); i++)
		is_i64(ft_store_put_opening(store, T, &bad[i], 1, &err),
		    FT_EINVAL, "refused: %s", err.text);
	is_i64(r->ops->set_usage(
		   r, (struct ft_owner){ FT_ENTITY_ASSOC, 2 }, -1, 0, &err),
	    FT_EINVAL, "negative");
	is_i64(r->ops->set_usage(
		   r, (struct ft_owner){ FT_ENTITY_QOS, 1 }, 0, -1, &err),
	    FT_EINVAL, "negative");
	storefile_commit(store);
	ft_store_close(store);
}

/* What reading would refuse is not written, wherever it is in the set. */
static void
test_out_of_range(void)
{
	static const struct ft_usage_mark marks[] = { { 2, 1, 0, 0 },
		{ 2, 1, 0, INT32_MAX } };
	const int64_t late = INT64_C(253402300800); /* in the year 10000 */
	struct ft_store *store = storefile_memory();

	storefile_begin(store);
	is_i64(ft_store_put_opening(store, late, marks, 1, &err), FT_EINVAL,
	    "%s", err.text);
	ok(strstr(err.text, ": at is 253402300800") != NULL, "says which");
	ft_store_rollback(store);
	storefile_begin(store);
	is_i64(ft_store_put_opening(store, T, marks, 2, &err), FT_EINVAL, "%s",
	    err.text);
	ok(strstr(err.text, "row 2: tres is 2147483647") != NULL, "says which");
	ft_store_rollback(store);
	ft_store_close(store);
}

static void
test_decay(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t ann = storefile_user(r, "ann", 1);

	open_balance(store, ann, T, 800, 0);
	storefile_commit(store);
	/* 800 x 2^-1, x 2^-3 */
	is_real(usage_of(store, ann, &half, T + 100, 0), 400, "one half-life");
	is_real(usage_of(store, ann, &half, T + 300, 0), 100, "three");
	is_real(usage_of(store, ann, &half, T - 1, 0), 0,
	    "before its time there is none");
	ft_store_close(store);
}

/* set_usage takes effect at the time of the store. */
static void
test_set_and_reset(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t ann = storefile_user(r, "ann", 1);

	open_balance(store, ann, T, 800, 0);
	ok(!ft_store_put_opening(store, T,
	       &(struct ft_usage_mark){ .assoc = ann, .whole = 64, .tres = 1 },
	       1, &err),
	    "cpu");
	storefile_commit(store);
	is_real(usage_of(store, ann, &half, T + 100, 1), 32, "cpu decays too");
	is_real(usage_of(store, ann, &half, T, 2), 0, "mem has none");

	set_clock(store, T + 100);
	r = storefile_begin(store);
	ok(!r->ops->set_usage(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, ann }, 100, 500000, &err),
	    "set");
	is_real(usage_of(store, ann, &half, T + 100, 0), 100.5L,
	    "seen in its own transaction");
	storefile_commit(store);
	is_real(usage_of(store, ann, &half, T + 100, 0), 100.5L, "set");
	is_real(usage_of(store, ann, &half, T + 200, 0), 50.25L, "decays");
	is_real(
	    usage_of(store, ann, &half, T + 100, 1), 32, "cpu is not touched");
	is_real(usage_of(store, ann, &half, T + 50, 0),
	    (ft_real)ft_decay_factor(&half, 50) * 800, "earlier: the old one");

	set_clock(store, T + 200);
	r = storefile_begin(store);
	ok(!r->ops->set_usage(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, ann }, 0, 0, &err),
	    "reset");
	storefile_commit(store);
	is_real(usage_of(store, ann, &half, T + 200, 0), 0, "reset");
	is_real(usage_of(store, ann, &half, T + 200, 1), 0, "cpu as well");
	is_real(usage_of(store, ann, &half, T + 150, 1),
	    (ft_real)ft_decay_factor(&half, 150) * 64, "not before");
	ft_store_close(store);
}

static void
test_opening_replaces(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t ann = storefile_user(r, "ann", 1);

	open_balance(store, ann, T + 50, 800, 0);
	ok(!ft_store_put_opening(store, T + 50,
	       &(struct ft_usage_mark){ .assoc = ann, .whole = 64, .tres = 1 },
	       1, &err),
	    "cpu");
	storefile_commit(store);
	(void)storefile_begin(store);
	/* an earlier snapshot, brought later, counts all the same */
	open_balance(store, ann, T, 200, 0);
	ok(!ft_store_put_opening(store, T,
	       &(struct ft_usage_mark){ .assoc = ann, .whole = 10, .tres = 2 },
	       1, &err),
	    "mem");
	ok(!ft_store_put_opening(store, T,
	       &(struct ft_usage_mark){ .assoc = ann, .whole = 20, .tres = 2 },
	       1, &err),
	    "again");
	storefile_commit(store);
	is_real(usage_of(store, ann, &half, T + 100, 0), 100, "replaced");
	is_real(usage_of(store, ann, &half, T + 100, 1), 0, "cpu is void");
	is_real(usage_of(store, ann, &half, T + 100, 2), 10, "mem, the last");
	ft_store_close(store);
}

/*
 * root 1 - phys 3 - lab 4 - ann 5 (800 at T), bob 6 (40 at T);
 * at T + 100 ann goes, at T + 200 all of phys.
 */
static void
test_transfer(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t phys = storefile_account(r, "phys", 1);
	uint32_t lab = storefile_account(r, "lab", phys);
	uint32_t ann = storefile_user(r, "ann", lab);
	uint32_t bob = storefile_user(r, "bob", lab);

	open_balance(store, ann, T, 800, 250000);
	ok(!ft_store_put_opening(store, T,
	       &(struct ft_usage_mark){ .assoc = ann, .whole = 64, .tres = 1 },
	       1, &err),
	    "cpu");
	open_balance(store, bob, T, 40, 0);
	open_balance(store, lab, T, 16, 0);
	storefile_commit(store);

	set_clock(store, T + 100);
	r = storefile_begin(store);
	ok(!r->ops->drop_assocs(r, (uint32_t[]){ ann }, 1, &err), "ann goes");
	storefile_commit(store);
	is_real(usage_of(store, lab, &none, T + 100, 0), 816.25L,
	    "her account has it now");
	/* (800.25 + 16) / 2 */
	is_real(usage_of(store, lab, &half, T + 100, 0), 408.125L,
	    "as old as it is");
	is_real(usage_of(store, lab, &half, T + 100, 1), 32, "every TRES");
	is_real(usage_of(store, bob, &half, T + 100, 0), 20, "bob keeps his");

	set_clock(store, T + 200);
	r = storefile_begin(store);
	/* parents first: what comes later finds the next one alive */
	ok(!r->ops->drop_assocs(r, (uint32_t[]){ phys }, 1, &err) &&
		!r->ops->drop_assocs(r, (uint32_t[]){ lab }, 1, &err) &&
		!r->ops->drop_assocs(r, (uint32_t[]){ bob }, 1, &err),
	    "phys goes");
	storefile_commit(store);
	/* (800.25 + 16 + 40) / 4 */
	is_real(usage_of(store, 1, &half, T + 200, 0), 214.0625L,
	    "root has all of it");
	is_real(usage_of(store, ann, &half, T + 200, 0), -1, "ann is gone");

	r = storefile_begin(store);
	storefile_commit(store);
	ft_store_close(store);
}

static void
test_revived_starts_at_zero(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t ann = storefile_user(r, "ann", 1), id = 0;
	struct ft_assoc assoc;

	open_balance(store, ann, T, 800, 0);
	ok(!FT_GET(r, ann, &assoc, &err), "get");
	assoc.created -= 86400; /* younger ones are not revived */
	ok(!FT_PUT(r, &assoc, &err), "put");
	ok(!r->ops->drop_assocs(r, (uint32_t[]){ ann }, 1, &err), "drop");
	ok(!FT_ADD(r, &assoc, &id, &err), "add");
	storefile_commit(store);
	is_u64(id, ann, "the same id");
	is_real(usage_of(store, ann, &none, T, 0), 0, "without usage");
	is_real(usage_of(store, 1, &none, T, 0), 800, "that went to root");
	ft_store_close(store);
}

/* ---- the cache ------------------------------------------------------------ */

static void
random_marks(struct ft_store *store, struct ft_rng *rng, uint32_t n)
{
	struct ft_registry *r = storefile_begin(store);

	for (uint32_t i = 0; i < 200; i++) {
		uint32_t id = 3 + ft_rng_below(rng, n);
		int64_t at = T - 1000 + (int64_t)ft_rng_below(rng, 1000);
		uint32_t tres = 1 + ft_rng_below(rng, 8);
		struct ft_assoc assoc;

		switch (ft_rng_below(rng, 4)) {
		case 0:
			open_balance(store, id, at,
			    (int64_t)(ft_rng_u64(rng) >> 20),
			    (int32_t)ft_rng_below(rng, 1000000));
			(void)ft_store_put_opening(store, at,
			    &(struct ft_usage_mark){ .assoc = id,
				.whole = (int64_t)(ft_rng_u64(rng) >> 30),
				.tres = tres },
			    1, &err);
			break;
		case 1:
			(void)r->ops->set_usage(r,
			    (struct ft_owner){ FT_ENTITY_ASSOC, id }, 0, 0,
			    &err);
			break;
		case 2:
			(void)r->ops->set_usage(r,
			    (struct ft_owner){ FT_ENTITY_ASSOC, id }, 77, 5,
			    &err);
			break;
		default:
			if (ft_rng_below(rng, 4) ||
			    FT_GET(r, id, &assoc, &err) || assoc.deleted ||
			    !assoc.user)
				break;
			(void)r->ops->drop_assocs(
			    r, (uint32_t[]){ id }, 1, &err);
			break;
		}
	}
	storefile_commit(store);
}

/* Sum over all nodes, weighted by id so that a swap shows; three TRES. */
static void
take_sums(const char *path, ft_real sum[4])
{
	struct ft_store *store = storefile_open(path);
	struct ft_tree *tree = NULL;
	ft_real *usage;

	if (ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err))
		bail("tree: %s", err.text);
	usage = ft_calloc(tree->n, sizeof *usage);
	for (uint32_t tres = 0; tres < 4; tres++) {
		sum[tres] = 0;
		if (ft_store_read_usage(store, tree,
			&(struct ft_usage_at){ &half, T + 33, tres, usage },
			&err))
			bail("usage: %s", err.text);
		for (uint32_t i = 0; i < tree->n; i++)
			sum[tres] += usage[i] * (ft_real)tree->id[i];
	}
	ft_free(usage);
	ft_tree_free(tree);
	ft_store_close(store);
}

static void
test_cache(void)
{
	char *path = storefile_path("cache.db");
	char *copy = storefile_path("cache-copy.db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);
	struct ft_rng rng;
	ft_real cached[4], facts[4];
	uint32_t parent = 1;
	char name[32];

	ft_rng_init(&rng, 20240501);
	for (unsigned i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "n%u", i);
		if (i % 5 == 0)
			parent = storefile_account(r, name, parent);
		else
			storefile_user(r, name, parent);
	}
	storefile_commit(store);
	for (unsigned round = 0; round < 8; round++) {
		char *count;

		random_marks(store, &rng, 40);
		take_sums(path, cached);
		count =
		    storefile_ask(path, "SELECT count(*) > 1 FROM usage_sum");
		is_str(count, "1", "there is a cache");
		ft_free(count);
		/* what each round adds goes to the cache of the one before */
		if (ft_store_save(store, copy, true, &err))
			bail("save: %s", err.text);
		storefile_do(copy, "DELETE FROM usage_sum");
		take_sums(copy, facts);
		for (unsigned i = 0; i < 4; i++)
			is_real(cached[i], facts[i],
			    "round %u, TRES %u: cache and facts agree", round,
			    i);
	}
	/* a cache of another generation is not believed */
	(void)storefile_begin(store);
	open_balance(store, 3, T, 5, 0);
	storefile_commit(store);
	storefile_do(path, "UPDATE usage_sum SET generation = generation - 1, "
			   "amounts = x''");
	take_sums(path, cached);
	ok(cached[0] > 0, "an old cache is ignored");
	(void)storefile_begin(store);
	open_balance(store, 3, T, 6, 0);
	storefile_commit(store);
	take_sums(path, cached);
	storefile_do(path, "DELETE FROM usage_sum");
	take_sums(path, facts);
	is_real(cached[0], facts[0], "nor is anything added to it");
	ft_store_close(store);
	ft_free(copy);
	ft_free(path);
}

static void
test_journalled(void)
{
	char *path = storefile_path("marks.db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);
	char *got;

	for (uint32_t i = 0; i < 100; i++)
		open_balance(store, 2, T, i, 0);
	ok(!r->ops->set_usage(
	       r, (struct ft_owner){ FT_ENTITY_QOS, 1 }, 5, 0, &err),
	    "of a QOS");
	storefile_commit(store);
	got = storefile_ask(path, "SELECT * FROM journal_row");
	is_str(got, "1|usage_mark|1|101|NULL", "one row for all");
	ft_free(got);
	got = storefile_ask(path,
	    "SELECT qos, kind, tres, at, whole FROM usage_mark "
	    "WHERE qos IS NOT NULL");
	is_str(got, "1|2|0|1700000000|5", "mark of a QOS");
	ft_free(got);
	ft_store_close(store);
	ft_free(path);
}

/* ---- trees and names ------------------------------------------------------ */

static void
test_tree(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t phys = storefile_account(r, "phys", 1);
	uint32_t ann = storefile_user(r, "ann", phys);
	struct ft_names_set names = { 0 };
	struct ft_tree *tree = NULL;
	struct ft_assoc assoc;
	uint32_t node, id;
	static const char *const users[] = { "ANN", "nobody" };

	ok(!FT_GET(r, ann, &assoc, &err), "get");
	assoc.shares = FT_SHARES_PARENT;
	assoc.is_default = true;
	ok(!FT_PUT(r, &assoc, &err), "put");
	assoc.partition = "night";
	ok(!FT_ADD(r, &assoc, &id, &err), "add");
	storefile_commit(store);

	ok(!ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err), "tree");
	is_u64(tree->n, 5, "nodes");
	is_u64(tree->n_user, 3, "users");
	node = ft_tree_find(tree, ann);
	is_u64(tree->flags[node],
	    FT_NODE_USER | FT_NODE_PARENT | FT_NODE_DEFAULT, "flags");
	is_u64(tree->shares[node], 0, "no number");
	is_u64(tree->partition[node], 0, "no partition");
	is_u64(tree->partition[ft_tree_find(tree, id)], 1, "a partition");

	ok(!ft_store_read_user_names(store, users, 2, &names, &err),
	    "some names");
	is_str(ft_tree_user(tree, &names, node), "ann", "found in lower case");
	ok(!ft_names_get(&names.user, 1) && !ft_names_get(&names.account, 1),
	    "nothing else is loaded");
	ok(!ft_store_read_names(store, &names, &err), "all names");
	is_str(ft_tree_account(tree, &names, node), "phys", "account");
	is_str(ft_names_get(&names.user, 1), "root", "user");
	is_str(ft_names_get(&names.partition, 1), "night", "partition");
	ft_names_set_free(&names);
	ft_tree_free(tree);
	ft_store_close(store);
}

static void
test_broken_tree(void)
{
	char *path = storefile_path("broken.db");
	struct ft_store *store = storefile_open(path);
	struct ft_tree *tree = NULL;

	is_i64(ft_store_read_tree(store, 7, FT_SIBLINGS_LFT, &tree, &err),
	    FT_EFOREIGN, "a cluster without a root: %s", err.text);
	storefile_do(path, "UPDATE assoc SET parent = 2 WHERE id = 1");
	is_i64(ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err),
	    FT_EFOREIGN, "a circle: %s", err.text);
	ok(!strncmp(err.text, path, strlen(path)), "the path comes first");
	ft_store_close(store);
	ft_free(path);
}

/* ---- eras ----------------------------------------------------------------- */

static void
test_damaged_eras(void)
{
	static const struct {
		const char *change, *told;
	} bad[] = {
		{ "ends = changed + 1", "ends is 61" },
		{ "period = 0", "period is 0" },
		{ "period = -60", "period is -60" },
		{ "half_life = -1", "half_life is -1" },
		{ "decay = 2", "decay is 2" },
		{ "kept = 'a'", "kept is 'a'" },
		{ "kept = '1,'", "kept is '1,'" },
		{ "kept = ',1'", "kept is ',1'" },
		{ "kept = '1,,2'", "kept is '1,,2'" },
		{ "kept = '-1'", "kept is '-1'" },
		{ "changed = 1 << 60 WHERE changed = 90",
		    "changed is 1152921504606846976" },
		{ "ends = -(1 << 60)", "ends is -1152921504606846976" },
		{ "ends = changed WHERE changed = 60", "ends is 30" },
	};
	char *path = storefile_path("eras.db"), *sql, want[300];
	struct ft_store *store = storefile_open(path);
	struct ft_arena arena = { 0 };
	struct ft_era *era;
	size_t n;

	storefile_do(path,
	    "INSERT INTO usage_era (cluster, changed, ends, half_life, decay, "
	    "period, kept) VALUES (1, 60, 0, 100, 0, 60, ''), "
	    "(1, 90, 30, 0, 1, 30, '1,23')");
	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		struct ft_str text = { 0 };

		ft_str_addf(&text,
		    "CREATE TABLE keep AS SELECT * FROM usage_era; "
		    "UPDATE usage_era SET %s",
		    bad[i].change);
		sql = ft_str_take(&text);
		storefile_do(path, sql);
		ft_free(sql);
		is_i64(ft_store_read_eras(store, &arena, &era, &n, &err),
		    FT_EFOREIGN, "%s", bad[i].change);
		snprintf(want, sizeof want, "%s: damaged: usage_era row 1: %s",
		    path, bad[i].told);
		is_str(err.text, want, "message");
		storefile_do(path,
		    "DELETE FROM usage_era; INSERT INTO usage_era SELECT * "
		    "FROM keep; DROP TABLE keep");
	}
	is_i64(ft_store_read_eras(store, &arena, &era, &n, &err), FT_OK,
	    "whole again");
	is_u64(n, 2, "both");
	ft_arena_clear(&arena);
	ft_store_close(store);
	ft_free(path);
}

/* ---- the acctdb ------------------------------------------------------------- */

static void
test_book(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t ann = storefile_user(r, "ann", 1);
	struct ft_limit *limit = NULL;
	struct ft_arena arena = { 0 };
	struct ft_assoc old;
	struct ft_tres *tres;
	struct ft_acctdb acctdb = { 0 };
	size_t n = 0;

	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC,
	       &(struct ft_limit){ ann, FT_LIMIT_MAX_WALL, 0, 7 }, true, &err),
	    "limit");
	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC,
	       &(struct ft_limit){ ann, FT_LIMIT_GRP_TRES, 4, 8 }, true, &err),
	    "limit");
	ok(!r->ops->put_limit(r, FT_ENTITY_QOS,
	       &(struct ft_limit){ 1, FT_LIMIT_GRP_JOBS, 0, 9 }, true, &err),
	    "limit");
	ok(!r->ops->add_coord(r, &(struct ft_coord){ 1, 2 }, &err), "coord");
	storefile_commit(store);

	ok(!ft_store_read_book(store, false, &acctdb, &err), "read");
	is_u64(acctdb.n_assoc, 3, "associations");
	is_u64(acctdb.n_tres, 8, "TRES");
	is_u64(acctdb.n_coord, 1, "coordinators");
	is_str(ft_acctdb_user(&acctdb, 2)->name, "ann", "by id");
	is_str(ft_acctdb_find_qos(&acctdb, "normal")->description,
	    "Normal QOS default", "by name");
	is_u64(
	    ft_acctdb_limits(acctdb.assoc_limit, acctdb.n_assoc_limit, ann, &n)
		->value,
	    8, "by kind");
	is_u64(n, 2, "two limits");
	(void)ft_acctdb_qosrefs(acctdb.assoc_qos, acctdb.n_assoc_qos, 1, &n);
	is_u64(n, 1, "QOS list of root");
	ft_acctdb_free(&acctdb);

	r = storefile_begin(store);
	ok(!FT_GET(r, ann, &old, &err), "read");
	old.created -= 86400; /* younger ones leave no trace */
	ok(!FT_PUT(r, &old, &err), "made older");
	ok(!r->ops->drop_assocs(r, (uint32_t[]){ ann }, 1, &err), "drop");
	storefile_commit(store);
	acctdb = (struct ft_acctdb){ 0 };
	ok(!ft_store_read_book(store, false, &acctdb, &err), "read");
	is_u64(acctdb.n_assoc, 2, "only live ones");
	is_u64(acctdb.n_assoc_limit, 0, "and their limits");
	ft_acctdb_free(&acctdb);
	acctdb = (struct ft_acctdb){ 0 };
	ok(!ft_store_read_book(store, true, &acctdb, &err), "read");
	is_u64(acctdb.n_assoc, 3, "deleted ones too");
	ok(ft_acctdb_assoc(&acctdb, ann)->deleted, "they say so");
	ft_acctdb_free(&acctdb);

	r = storefile_begin(store);
	for (uint64_t i = 1; i <= 2; i++)
		ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC,
		       &(struct ft_limit){
			   (uint32_t)(3 - i), FT_LIMIT_GRP_TRES_MINS, 1, i },
		       true, &err),
		    "limit");
	storefile_commit(store);
	ok(!ft_store_read_tres_mins(store, 1, &limit, &n, &err),
	    "limits of one kind");
	ok(n == 2 && limit[0].owner == 1 && limit[1].owner == 2, "by owner");
	is_u64(limit[0].value, 2, "value");
	ft_free(limit);
	ok(!ft_store_read_tres(store, &arena, &tres, &n, &err), "TRES");
	is_u64(n, 8, "eight");
	is_str(tres[5].name, "disk", "fs/disk");
	ft_arena_clear(&arena);
	ft_store_close(store);
}

int
main(void)
{
	test_opening();
	test_bad_amounts();
	test_out_of_range();
	test_decay();
	test_set_and_reset();
	test_opening_replaces();
	test_transfer();
	test_revived_starts_at_zero();
	test_cache();
	test_journalled();
	test_tree();
	test_broken_tree();
	test_damaged_eras();
	test_book();
	return done_testing();
}
