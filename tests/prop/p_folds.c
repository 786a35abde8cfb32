/*
 * Usage is the same to the last bit with the folds that writers happened to leave
 * in the store, without them, in a copy that may only be read, in one of schema 7,
 * with sums for a history, and by the definition, fold by fold (lib/slowfold.c).  Random histories: bursts
 * of charges, some of them in the past, running jobs, marks of every kind, undone
 * and redone, resets, settings that change, clocks that are set back; read at
 * times in the past and in the future, and with settings of which the store knows
 * nothing.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "lib/slowfold.h"
#include "lib/storefile.h"
#include "model/account/qos.h"
#include "model/conf/conf.h"
#include "store/check/check.h"
#include "store/job/jobs.h"
#include "store/journal/journal.h"
#include "store/usage/usage.h"
#include "lib/seeds.h"
#include "tap/tap.h"

enum { USERS = 4, QOS = 3, STEPS = 60, WHATS = 4 };
enum { HOUR = 3600, DAY = 86400 };

static const int32_t whats[WHATS] = { 0, -1, 1, 2 };
static const struct ft_tres tres[] = { { 1, "cpu", "" }, { 2, "mem", "" } };
static const struct ft_tres_table table = { tres, 2 };
static struct ft_error err;
static unsigned long n_stored, n_used; /* folds in stores; readings with one */

struct trial {
	struct ft_rng rng;
	char *path;
	struct ft_store *store;
	int64_t now, start;
	struct ft_era rules; /* of today */
	uint32_t account, user[USERS];
	bool gone[USERS];
	uint32_t number; /* of the last job */
	unsigned skew;   /* how far charges may lie in the past, days */
};

static void
must(enum ft_status status)
{
	if (status)
		bail("store: %s", err.text);
}

static uint32_t
below(struct trial *trial, uint32_t bound)
{
	return ft_rng_below(&trial->rng, bound);
}

/* ---- what happens ------------------------------------------------------------- */

static struct ft_registry *
begin(struct trial *trial)
{
	struct ft_registry *r = storefile_begin(trial->store);

	ft_store_set_rules(trial->store, &trial->rules, trial->rules.period);
	r->now = trial->now;
	return r;
}

static void
set_clock(struct trial *trial)
{
	struct ft_store_clock clock;

	must(ft_store_get_clock(trial->store, 1, &clock, &err));
	clock.now = trial->now;
	must(ft_store_put_clock(trial->store, 1, &clock, &err));
}

static void
add_charge(struct trial *trial, int64_t back)
{
	static const uint32_t lengths[] = { 2, 60, HOUR, 3 * HOUR, 2 * DAY };
	const uint64_t alloc[] = { 1 + below(trial, 8), below(trial, 4000) };
	struct ft_store_charge charge = {
		.assoc = trial->user[below(trial, USERS)],
		.qos = below(trial, QOS + 1),
		.part_qos = below(trial, 3) ? 0 : 1 + below(trial, QOS),
		.ends = trial->now - back,
		.rate = 1 + below(trial, 64) / 4.0,
		.usage_factor = below(trial, 3) ? 1 : 0.3,
		.alloc = alloc,
	};

	charge.starts =
	    charge.ends - (int64_t)below(trial, lengths[below(trial, 5)]);
	must(ft_store_put_charge(trial->store, 1, &charge, &table, &err));
}

static void
add_charges(struct trial *trial)
{
	uint32_t n = below(trial, 8) ? below(trial, 20) : below(trial, 700);
	bool past = below(trial, 12) == 0;

	for (uint32_t i = 0; i < n; i++)
		add_charge(trial,
		    (int64_t)below(trial, past ? trial->skew * DAY : HOUR));
}

static void
add_running(struct trial *trial)
{
	struct ft_job job;
	uint64_t *alloc = ft_calloc(2, sizeof *alloc);

	ft_job_init(&job);
	job.number = ++trial->number;
	job.state = FT_JOB_RUNNING;
	job.assoc = trial->user[below(trial, USERS)];
	job.qos = 1 + below(trial, QOS);
	job.started = trial->now - (int64_t)below(trial, DAY);
	job.billing = 1 + below(trial, 16);
	job.alloc = alloc;
	alloc[0] = 3;
	alloc[1] = below(trial, 4000);
	must(ft_store_put_job(
	    &(struct ft_store_jobs){ trial->store, 1, &table }, &job, 0, &err));
	ft_job_clear(&job);
}

static void
add_opening(struct trial *trial, uint32_t user)
{
	const struct ft_usage_mark mark = { .assoc = trial->user[user],
		.whole = (int64_t)below(trial, 1000000),
		.micro = (int32_t)below(trial, 1000000) };
	struct ft_usage_mark other = mark;
	int64_t at = trial->now;

	if (below(trial, 4) == 0)
		at -= (int64_t)below(trial, trial->skew * DAY);
	must(ft_store_put_opening(trial->store, at, &mark, 1, &err));
	other.tres = 2;
	if (below(trial, 2))
		must(ft_store_put_opening(trial->store, at, &other, 1, &err));
}

static void
set_usage(struct trial *trial, struct ft_registry *r, struct ft_owner owner)
{
	must(r->ops->set_usage(r, owner,
	    below(trial, 2) ? (int64_t)below(trial, 1000000) + 1 : 0, 0, &err));
}

/* Returns whether something was marked. */
static bool
add_mark(struct trial *trial, struct ft_registry *r)
{
	uint32_t user = below(trial, USERS);

	if (below(trial, 3) == 0)
		set_usage(trial, r,
		    (struct ft_owner){ FT_ENTITY_QOS, 1 + below(trial, QOS) });
	else if (trial->gone[user])
		return false;
	else if (below(trial, 3))
		set_usage(trial, r,
		    (struct ft_owner){ FT_ENTITY_ASSOC, trial->user[user] });
	else if (below(trial, 3))
		add_opening(trial, user);
	else {
		trial->gone[user] = true;
		must(r->ops->drop_assocs(r, &trial->user[user], 1, &err));
	}
	return true;
}

static void
pick_rules(struct trial *trial)
{
	static const int64_t halves[] = { 0, HOUR, DAY, 14 * DAY };
	struct ft_era *rules = &trial->rules;

	rules->decay.half_life = halves[below(trial, 4)];
	rules->decay.kind = below(trial, 4) ? FT_DECAY_SLURM : FT_DECAY_EXACT;
	if (below(trial, 3) == 0)
		rules->period = 60 * (1 + (int64_t)below(trial, 40));
	rules->kept = "";
}

static void
change_rules(struct trial *trial, struct ft_registry *r)
{
	struct ft_qos qos;

	must(ft_store_put_conf(trial->store, "", &err));
	if (below(trial, 3)) /* else nothing changes */
		pick_rules(trial);
	must(FT_GET(r, 2, &qos, &err));
	if (below(trial, 2))
		qos.flags ^= FT_QOS_NO_DECAY;
	if (below(trial, 2))
		qos.usage_factor = below(trial, 8) * 0.25;
	must(FT_PUT(r, &qos, &err));
}

/* The mark that was just made, and perhaps back again. */
static void
undo(struct trial *trial)
{
	const struct ft_store_actor actor = { "root", "undo", trial->now };

	for (int redo = 0; redo < 1 + (int)below(trial, 2); redo++) {
		struct ft_undone_list done;
		struct ft_error why = { 0 };
		enum ft_status status = ft_store_undo(trial->store, &actor,
		    &(struct ft_undo_request){ .redo = redo }, &done, &why);

		if (status)
			return;
		ft_free(done.item);
	}
}

static bool
is_there(struct trial *trial, uint32_t assoc)
{
	char sql[100], *got;
	bool there;

	snprintf(sql, sizeof sql,
	    "SELECT deleted IS NULL FROM assoc WHERE id = %u", (unsigned)assoc);
	got = storefile_ask(trial->path, sql);
	there = !strcmp(got, "1");
	ft_free(got);
	return there;
}

static void
happen(struct trial *trial)
{
	uint32_t what = below(trial, 20);
	struct ft_registry *r;
	bool changed = false;

	if (below(trial, 25) == 0)
		trial->now -= (int64_t)below(trial, DAY);
	else
		trial->now += 1 + (int64_t)below(trial, 3 * HOUR);
	r = begin(trial);
	set_clock(trial);
	if (what < 12)
		add_charges(trial);
	else if (what < 14)
		add_running(trial);
	else if (what < 17 || what == 19)
		changed = add_mark(trial, r);
	else if (what == 17)
		change_rules(trial, r);
	else if (what == 18 && below(trial, 3) == 0)
		must(ft_store_put_reset(trial->store, 1,
		    trial->now - (int64_t)below(trial, DAY), &err));
	storefile_commit(trial->store);
	if (what == 19 && changed)
		undo(trial);
	for (uint32_t i = 0; i < USERS; i++)
		trial->gone[i] = !is_there(trial, trial->user[i]);
}

/* ---- reading ---------------------------------------------------------------------- */

/* What one reading gives: by amount, associations or QOS, and id. */
struct reading {
	ft_real at_pass[WHATS][2][SLOWFOLD_OWNERS];
	ft_real since[WHATS][2][SLOWFOLD_OWNERS];
	bool known[2][SLOWFOLD_OWNERS];
};

/* What a reader asks for. */
struct asked {
	int64_t now;
	struct ft_era rules; /* of today */
	bool forget;         /* the eras before */
};

static struct ft_era *
eras_of(struct ft_store *store, const struct asked *asked,
    struct ft_arena *arena, size_t *n)
{
	struct ft_store_clock clock;
	struct ft_era *read, *era;

	must(ft_store_read_eras(store, arena, &read, n, &err));
	if (asked->forget)
		*n = 0;
	must(ft_store_get_clock(store, 1, &clock, &err));
	era = ft_arena_calloc(arena, *n + 1, sizeof *era);
	memcpy(era, read, *n * sizeof *era);
	era[*n] = asked->rules;
	era[*n].cluster = 1;
	era[(*n)++].ends = clock.decayed;
	return era;
}

/* Ask for the amounts FROM, up to TO, of both kinds of owners or of one. */
static void
read_some(struct ft_store *store, const struct ft_usage_query *all, int from,
    int to, struct reading *reading)
{
	struct ft_usage_query query = *all;
	const struct ft_usage_sums *sums[] = { &query.assoc, &query.qos };

	query.what = &whats[from];
	query.n_what = (size_t)(to - from);
	must(ft_store_read_booked(store, &query, &err));
	for (int of = 0; of < 2; of++)
		for (size_t i = 0; i < query.n_what * sums[of]->n; i++) {
			size_t k = (size_t)from + i / sums[of]->n;
			uint32_t id = sums[of]->id[i % sums[of]->n];

			reading->at_pass[k][of][id] = sums[of]->at_pass[i];
			reading->since[k][of][id] = sums[of]->since[i];
			reading->known[of][id] = true;
		}
}

static void
read_usage(
    struct ft_store *store, const struct asked *asked, struct reading *reading)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	static const uint32_t qos[QOS] = { 1, 2, 3 };
	static unsigned turn;
	ft_real sums[4][WHATS * SLOWFOLD_OWNERS];
	struct ft_usage_query query = { .cluster = 1,
		.now = asked->now,
		.qos = { qos, QOS, sums[2], sums[3] } };
	struct ft_tree *tree;

	memset(reading, 0, sizeof *reading);
	query.era = eras_of(store, asked, &arena, &query.n_era);
	must(ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err));
	query.assoc =
	    (struct ft_usage_sums){ tree->id, tree->n, sums[0], sums[1] };
	/* readings that are compared differ in what they ask for at once */
	switch (turn++ % 3) {
	case 0:
		read_some(store, &query, 0, WHATS, reading);
		break;
	case 1:
		for (int k = 0; k < WHATS; k++)
			read_some(store, &query, k, k + 1, reading);
		break;
	case 2:
		query.qos.n = 0;
		read_some(store, &query, 0, WHATS, reading);
		query.qos.n = QOS;
		query.assoc.n = 0;
		read_some(store, &query, 0, 1, reading);
		read_some(store, &query, 1, WHATS, reading);
		break;
	}
	ft_tree_free(tree);
}

static bool
is_same(const struct reading *a, const struct reading *b, const char *name)
{
	for (int k = 0; k < WHATS; k++)
		for (int of = 0; of < 2; of++)
			for (int i = 0; i < SLOWFOLD_OWNERS; i++) {
				ft_real x = a->at_pass[k][of][i],
					y = b->at_pass[k][of][i];

				if (ft_real_cmp(x, y) == 0 &&
				    ft_real_cmp(a->since[k][of][i],
					b->since[k][of][i]) == 0)
					continue;
				diag("%s: %s %d, what %d: %La + %La, want %La "
				     "+ %La",
				    name, of ? "QOS" : "assoc", i,
				    (int)whats[k], y, b->since[k][of][i], x,
				    a->since[k][of][i]);
				return false;
			}
	return true;
}

/* By the definition; marks alone are read from a copy without charges. */
static void
define(struct trial *trial, const struct asked *asked,
    const struct reading *marks, struct reading *slow_reading)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	char *kept = storefile_ask(trial->path,
	    "SELECT group_concat(id) FROM (SELECT id FROM qos WHERE "
	    "flags & 256 AND deleted IS NULL ORDER BY id)");
	struct slowfold slow = {
		.path = trial->path, .cluster = 1, .now = asked->now
	};
	struct ft_era *era = eras_of(trial->store, asked, &arena, &slow.n_era);

	era[slow.n_era - 1].kept = strcmp(kept, "NULL") ? kept : "";
	slow.era = era;
	memset(slow_reading, 0, sizeof *slow_reading);
	for (int k = 0; k < WHATS; k++)
		for (int of = 0; of < 2; of++) {
			slow.what = whats[k];
			slow.of_qos = of;
			memcpy(slow.known, marks->known[of], sizeof slow.known);
			memcpy(slow.at_pass, marks->at_pass[k][of],
			    sizeof slow.at_pass);
			slowfold_usage(&slow);
			for (int i = 0; i < SLOWFOLD_OWNERS; i++) {
				if (!slow.known[i])
					continue;
				slow_reading->at_pass[k][of][i] =
				    slow.at_pass[i];
				slow_reading->since[k][of][i] = slow.since[i];
			}
		}
	ft_free(kept);
}

static void
copy_to(struct trial *trial, const char *path, const char *sql)
{
	must(ft_store_save(trial->store, path, true, &err));
	if (sql)
		storefile_do(path, sql);
}

static struct ft_store *
open_copy(const char *path, bool read_only)
{
	const struct ft_store_options options = { .read_only = read_only,
		.lock_seconds = 5 };
	struct ft_store *store;

	must(ft_store_open(&store, path, &options, &err));
	return store;
}

/* Read a copy of the store after SQL. */
static void
read_copy(struct trial *trial, const char *sql, const struct asked *asked,
    struct reading *reading)
{
	char *path = storefile_path("copy.db");
	struct ft_store *copy;

	copy_to(trial, path, sql);
	copy = open_copy(path, true);
	read_usage(copy, asked, reading);
	ft_store_close(copy);
	remove(path);
	ft_free(path);
}

/* Read a copy that may only be read, with sums for times from its first charge on. */
static void
read_past(
    struct trial *trial, const struct asked *asked, struct reading *reading)
{
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_usage_query query = { .cluster = 1 };
	char *path = storefile_path("copy.db");
	int64_t at[4], from = trial->start - 5 * DAY;
	struct ft_store *copy;

	for (int i = 0; i < 4; i++)
		at[i] = from + (asked->now - from) / 4 * (i + 1);
	copy_to(trial, path, NULL);
	copy = open_copy(path, true);
	must(ft_store_freeze(copy, &err));
	query.era = eras_of(copy, asked, &arena, &query.n_era);
	must(ft_store_fold_past(copy, &query, at, 4, &err));
	read_usage(copy, asked, reading);
	ft_store_forget_past(copy);
	ft_store_close(copy);
	remove(path);
	ft_free(path);
}

static void
ask(struct trial *trial, struct asked *asked)
{
	*asked = (struct asked){ .now = trial->now, .rules = trial->rules };
	switch (below(trial, 4)) {
	case 0:
		asked->now -= (int64_t)below(trial, 2 * DAY);
		break;
	case 1:
		asked->now += (int64_t)below(trial, DAY);
		break;
	case 2:
		if (below(trial, 3))
			break;
		asked->forget = true;
		asked->rules.decay.half_life = 7 * DAY;
		break;
	default:
		break;
	}
}

static void
complain(void *ctx, const char *text)
{
	(void)ctx;
	diag("check: %s", text);
}

static bool
is_sound(struct trial *trial)
{
	size_t n = 1;

	must(ft_store_check(trial->path,
	    &(struct ft_check_to){ complain, NULL, NULL }, &n, &err));
	return !n;
}

static bool
compare(struct trial *trial)
{
	static struct reading first, other, marks;
	struct asked asked;
	bool good;

	ask(trial, &asked);
	read_usage(trial->store, &asked, &first);
	read_copy(trial, NULL, &asked, &other);
	good = is_same(&first, &other, "read only") && is_sound(trial);
	read_past(trial, &asked, &other);
	good = is_same(&first, &other, "with sums of the past") && good;
	read_copy(trial, "DELETE FROM usage_fold", &asked, &other);
	good = is_same(&first, &other, "without folds") && good;
	read_copy(trial,
	    "DROP TABLE usage_fold; DROP TABLE journal_work; "
	    "DROP TABLE journal_image; "
	    "ALTER TABLE reservation DROP COLUMN comment; "
	    "ALTER TABLE reservation DROP COLUMN allowed; "
	    "ALTER TABLE reservation DROP COLUMN qos; "
	    "DROP INDEX usage_segment_ends; "
	    "DROP INDEX job_tied; DROP INDEX job_active; "
	    "CREATE INDEX job_active ON job (cluster) WHERE state < 3; "
	    "PRAGMA user_version = 7",
	    &asked, &other);
	good = is_same(&first, &other, "schema 7") && good;
	read_copy(trial,
	    "DELETE FROM usage_fold; DELETE FROM usage_segment; "
	    "DELETE FROM job",
	    &asked, &marks);
	define(trial, &asked, &marks, &other);
	return is_same(&other, &first, "by the definition") && good;
}

/* ---- trials ------------------------------------------------------------------------ */

static void
new_store(struct trial *trial)
{
	struct ft_registry *r;
	char name[8] = "u0";

	trial->path = storefile_path("folds.db");
	trial->store = storefile_open(trial->path);
	r = storefile_begin(trial->store);
	trial->account = storefile_account(r, "a", 1);
	for (int i = 0; i < USERS; i++, name[1]++)
		trial->user[i] = storefile_user(r, name, trial->account);
	for (int i = 1; i < QOS; i++) {
		struct ft_qos qos = { .name = i == 1 ? "b" : "c",
			.description = "",
			.usage_factor = 1,
			.usage_threshold = -1,
			.limit_factor = -1,
			.preempt_exempt_time = -1 };
		uint32_t id = 0;

		must(FT_ADD(r, &qos, &id, &err));
	}
	storefile_commit(trial->store);
	trial->now = trial->start = STOREFILE_NOW + 5 * DAY;
}

static unsigned long
count_folds(const struct trial *trial)
{
	char *got = storefile_ask(
	    trial->path, "SELECT count(*) FROM usage_fold WHERE what = 0");
	unsigned long n = (unsigned long)got[0] - '0';

	ft_free(got);
	return n;
}

static bool
try_one(uint64_t seed)
{
	struct trial trial = { .rules = { .period = 300, .kept = "" } };
	bool good = true;

	ft_rng_init(&trial.rng, seed);
	new_store(&trial);
	trial.skew = 1 + below(&trial, 4);
	pick_rules(&trial);
	for (int i = 0; good && i < STEPS; i++) {
		happen(&trial);
		if (i % 6 && i + 1 < STEPS)
			continue;
		n_stored += count_folds(&trial);
		n_used += count_folds(&trial) > 0;
		good = compare(&trial);
		if (!good)
			diag("step %d, half-life %lld, period %lld", i,
			    (long long)trial.rules.decay.half_life,
			    (long long)trial.rules.period);
	}
	ft_store_close(trial.store);
	remove(trial.path);
	ft_free(trial.path);
	return good;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(10));

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		ok(try_one(seed), "the same in every way, seed %llu",
		    (unsigned long long)seed);
	ok(try_one(1009), "a clock goes back to before a change of the rules");
	diag("%lu folds in stores", n_stored);
	ok(n_used > seeds.n && n_stored > n_used,
	    "stores had folds, and older ones");
	return done_testing();
}
