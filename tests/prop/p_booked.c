/*
 * Usage out of charges and marks, in closed form, against a cluster that lives
 * through every decay pass: random charges, running jobs, openings, resets,
 * balances set, associations that go, QOS with and without decay, and settings
 * that change on the way: half-life, kind of decay, period, usage factors,
 * NoDecay.
 *
 * Both sides multiply by the same doubles; what is left are the roundings of
 * long doubles, a few 10^-19 each.  1e-12 leaves room for a thousand passes
 * and for long doubles of 64 bits.  Without decay all is whole numbers below
 * 2^53, or millionths that are added in another order: equal to 10^-15.
 */
#include <math.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/rng.h"
#include "lib/storefile.h"
#include "model/conf/conf.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"
#include "lib/seeds.h"
#include "tap/tap.h"

enum { EVENTS = 60, USERS = 4, OWNERS = 16, WHATS = 3, CHANGES = 4 };
enum { QOS_NORMAL = 1, QOS_HALF, QOS_KEPT, QOS_END };

static const int32_t whats[WHATS] = { 0, -1, 2 }; /* raw, wall, memory */
static struct ft_error err;

/* ---- the slow cluster -------------------------------------------------------- */

struct mark {
	ft_real value;
	int what; /* index of whats */
};

struct owner {
	ft_real passed[WHATS], since[WHATS];
	struct mark mark[EVENTS];
	size_t n;
};

/* What can be changed on the way. */
struct rules {
	struct ft_era era;
	double factor;      /* of QOS half */
	bool kept[QOS_END]; /* QOS with NoDecay */
};

struct life {
	struct owner assoc[OWNERS], qos[QOS_END];
	struct rules rules;
	int64_t pass; /* the last one */
};

struct segment {
	int64_t starts, ends; /* INT64_MAX: it runs at the end */
	uint32_t assoc, qos, part_qos;
	double rate, factor;
	uint64_t memory;
	struct ft_job job; /* in the store */
};

static void
forget(struct owner *owner, int what)
{
	size_t n = 0;

	owner->passed[what] = owner->since[what] = 0;
	for (size_t i = 0; i < owner->n; i++)
		if (owner->mark[i].what != what)
			owner->mark[n++] = owner->mark[i];
	owner->n = n;
}

static void
forget_all(struct owner *owner)
{
	for (int what = 0; what < WHATS; what++)
		forget(owner, what);
}

static void
give(struct owner *owner, int what, ft_real value)
{
	owner->mark[owner->n++] = (struct mark){ value, what };
}

static void
hand_on(struct owner *from, struct owner *to)
{
	for (int what = 0; what < WHATS; what++) {
		to->passed[what] += from->passed[what];
		to->since[what] += from->since[what];
	}
	for (size_t i = 0; i < from->n; i++)
		to->mark[to->n++] = from->mark[i];
	forget_all(from);
}

static void
decay_owner(struct life *life, struct owner *owner, bool kept)
{
	const struct ft_era *era = &life->rules.era;
	ft_real step = kept ? 1 : ft_decay_factor(&era->decay, era->period);

	for (int what = 0; what < WHATS; what++) {
		owner->passed[what] =
		    (owner->passed[what] + owner->since[what]) * step;
		owner->since[what] = 0;
	}
	for (size_t i = 0; i < owner->n; i++)
		owner->mark[i].value *= step;
}

/* On association or QOS (0: none), whichever is given. */
static void
acctdb(struct life *life, uint32_t assoc, uint32_t qos,
    const struct segment *segment, int64_t seconds, bool at_pass)
{
	struct owner *owner = assoc ? &life->assoc[assoc] : &life->qos[qos];
	ft_real wall = (ft_real)seconds;
	double factor =
	    segment->qos == QOS_HALF ? life->rules.factor : segment->factor;
	const ft_real times[WHATS] = { segment->rate, 1,
		(ft_real)segment->memory };

	if (assoc || !life->rules.kept[qos])
		wall *= ft_decay_factor(&life->rules.era.decay, seconds);
	for (int what = 0; what < WHATS; what++)
		*(at_pass ? &owner->passed[what] : &owner->since[what]) +=
		    wall * factor * times[what];
}

static void
book_all(struct life *life, const struct segment *segment, int64_t until,
    bool at_pass)
{
	int64_t from =
	    life->pass > segment->starts ? life->pass : segment->starts;

	if (until <= from)
		return;
	acctdb(life, segment->assoc, 0, segment, until - from, at_pass);
	if (segment->qos)
		acctdb(life, 0, segment->qos, segment, until - from, at_pass);
	if (segment->part_qos && segment->part_qos != segment->qos)
		acctdb(
		    life, 0, segment->part_qos, segment, until - from, at_pass);
}

/* ---- what happens -------------------------------------------------------------- */

enum kind { START, END, OPEN, SET, RESET, DROP, QOS_SET, QOS_RESET, CHANGE };

struct event {
	enum kind kind;
	int64_t at;
	uint32_t owner;
	int64_t whole[WHATS]; /* openings: none of wall */
	int32_t micro;
	size_t segment; /* or rules */
};

struct trial {
	struct ft_rng rng;
	struct life life;
	int64_t start, end; /* of the clock; passes: start + k * period */
	int64_t reset;      /* pass that reset all; INT64_MAX none */
	struct rules rules[CHANGES + 1]; /* one after the other */
	size_t n_rules;
	struct segment segment[EVENTS];
	size_t n_segment;
	struct event event[2 * EVENTS];
	size_t n_event;
	uint32_t account, user[USERS]; /* association ids */
	bool gone[USERS];
};

static void
live_event(struct trial *trial, const struct event *event)
{
	struct life *life = &trial->life;
	struct owner *owner = &life->assoc[event->owner];
	const ft_real amount =
	    ft_real_from_micro(event->whole[0], event->micro);

	switch (event->kind) {
	case START:
		break;
	case END:
		book_all(
		    life, &trial->segment[event->segment], event->at, false);
		break;
	case OPEN:
		forget_all(owner);
		give(owner, 0, amount);
		give(owner, 2, (ft_real)event->whole[2]);
		break;
	case SET:
		forget(owner, 0);
		give(owner, 0, amount);
		break;
	case RESET:
		forget_all(owner);
		break;
	case DROP:
		hand_on(owner, &life->assoc[trial->account]);
		break;
	case QOS_SET:
		owner = &life->qos[event->owner];
		forget(owner, 0);
		give(owner, 0, amount);
		break;
	case QOS_RESET:
		forget_all(&life->qos[event->owner]);
		break;
	case CHANGE: /* for all of the time since the last pass */
	default:
		life->rules = trial->rules[event->segment];
		break;
	}
}

static void
live_pass(struct trial *trial, int64_t pass)
{
	struct life *life = &trial->life;

	for (uint32_t i = 0; i < OWNERS; i++) {
		if (pass == trial->reset)
			forget_all(&life->assoc[i]);
		decay_owner(life, &life->assoc[i], false);
	}
	for (uint32_t i = 0; i < QOS_END; i++) {
		if (pass == trial->reset)
			forget_all(&life->qos[i]);
		decay_owner(life, &life->qos[i], life->rules.kept[i]);
	}
	for (size_t i = 0; i < trial->n_segment; i++)
		if (trial->segment[i].starts < pass &&
		    trial->segment[i].ends >= pass)
			book_all(life, &trial->segment[i], pass, true);
	life->pass = pass;
}

/* From the start to NOW; in the same second the pass comes first. */
static void
live(struct trial *trial, int64_t now)
{
	struct life *life = &trial->life;
	size_t at = 0;

	for (uint32_t i = 0; i < OWNERS; i++)
		forget_all(&life->assoc[i]);
	for (uint32_t i = 0; i < QOS_END; i++)
		forget_all(&life->qos[i]);
	life->pass = trial->start;
	life->rules = trial->rules[0];
	for (;;) {
		int64_t next = life->pass + life->rules.era.period;

		while (at < trial->n_event && trial->event[at].at < next &&
		       trial->event[at].at <= now) {
			live_event(trial, &trial->event[at++]);
			next = life->pass + life->rules.era.period;
		}
		if (next > now)
			break;
		live_pass(trial, next);
	}
}

static ft_real
lived(const struct owner *owner, int what, ft_real *since)
{
	ft_real sum = owner->passed[what];

	for (size_t i = 0; i < owner->n; i++)
		if (owner->mark[i].what == what)
			sum += owner->mark[i].value;
	*since = owner->since[what];
	return sum;
}

/* ---- making it up ----------------------------------------------------------------- */

static uint32_t
below(struct trial *trial, uint32_t bound)
{
	return ft_rng_below(&trial->rng, bound);
}

/* A time of the trial; often that of a pass. */
static int64_t
some_time(struct trial *trial)
{
	int64_t length = trial->end - trial->start;
	int64_t at = (int64_t)below(trial, (uint32_t)length + 1);

	if (below(trial, 4) == 0)
		at -= at % trial->rules[0].era.period;
	return trial->start + at;
}

/* Behind those of the same second, or before them. */
static void
add_event(struct trial *trial, struct event event, bool before)
{
	size_t at = trial->n_event++;

	for (; at; at--) {
		int64_t other = trial->event[at - 1].at;

		if (other < event.at || (other == event.at && !before))
			break;
		trial->event[at] = trial->event[at - 1];
	}
	trial->event[at] = event;
}

static void
make_segment(struct trial *trial)
{
	struct segment *segment = &trial->segment[trial->n_segment];
	int64_t a = some_time(trial), b = some_time(trial);

	*segment = (struct segment){
		.starts = a < b ? a : b,
		.ends = below(trial, 6) ? (a < b ? b : a) : INT64_MAX,
		.assoc = trial->user[below(trial, USERS)],
		.qos = below(trial, QOS_END),
		.part_qos = below(trial, 3) ? 0 : 1 + below(trial, 3),
		.rate = 1 + (double)below(trial, 64) / 4,
		.factor = 1,
		.memory = below(trial, 100000),
	};
	if (segment->qos == QOS_HALF)
		segment->factor = 0.5;
	if (segment->part_qos == segment->qos)
		segment->part_qos = 0;
	add_event(trial,
	    (struct event){ .kind = START,
		.at = segment->starts,
		.segment = trial->n_segment },
	    true);
	if (segment->ends != INT64_MAX)
		add_event(trial,
		    (struct event){ .kind = END,
			.at = segment->ends,
			.segment = trial->n_segment },
		    false);
	trial->n_segment++;
}

/* Nobody goes while jobs run, and no job comes after. */
static bool
may_go(const struct trial *trial, uint32_t assoc, int64_t at)
{
	for (size_t i = 0; i < trial->n_segment; i++)
		if (trial->segment[i].assoc == assoc &&
		    trial->segment[i].ends > at)
			return false;
	return true;
}

static void
make_mark(struct trial *trial)
{
	uint32_t user = below(trial, USERS);
	struct event event = {
		.kind = (enum kind)(OPEN + below(trial, 6)),
		.at = some_time(trial),
		.owner = trial->user[user],
		.whole = { (int64_t)below(trial, 1000000), 0,
		    (int64_t)below(trial, 1000000) },
		.micro = (int32_t)below(trial, 1000000),
	};

	if (trial->gone[user])
		return;
	if (below(trial, 3) == 0) { /* in the second a job ends */
		const struct segment *segment =
		    &trial->segment[below(trial, (uint32_t)trial->n_segment)];

		if (segment->ends != INT64_MAX)
			event.at = segment->ends;
	}
	if (event.kind == QOS_SET || event.kind == QOS_RESET)
		event.owner = 1 + below(trial, QOS_END - 1);
	if (event.kind == DROP) {
		if (!may_go(trial, event.owner, event.at))
			return;
		/* the last that happens to it */
		for (size_t i = 0; i < trial->n_event; i++)
			if (trial->event[i].kind >= OPEN &&
			    trial->event[i].kind < QOS_SET &&
			    trial->event[i].owner == event.owner &&
			    trial->event[i].at >= event.at)
				return;
		trial->gone[user] = true;
	}
	if (event.kind == SET || event.kind == QOS_SET)
		event.whole[0]++; /* 0 would be a reset */
	add_event(trial, event, event.kind != DROP && below(trial, 2));
}

/* The period is that of the trial: a change of it moves passes, see t_decaypass. */
static void
make_rules(struct trial *trial, struct rules *rules)
{
	static const int64_t halves[] = { 0, 60, 3600, 86400, 14 * 86400 };
	static const int64_t periods[] = { 60, 300, 97, 3600 };

	*rules = (struct rules){ .factor = below(trial, 8) * 0.25 };
	rules->era.decay.half_life = halves[below(trial, 5)];
	rules->era.decay.kind =
	    below(trial, 4) ? FT_DECAY_SLURM : FT_DECAY_EXACT;
	rules->era.period = rules == trial->rules ? periods[below(trial, 4)]
						  : trial->rules[0].era.period;
	rules->era.kept = "";
	rules->kept[QOS_KEPT] = below(trial, 4) > 0;
}

/* Rules that hold from some time on; their number comes later. */
static void
make_change(struct trial *trial)
{
	const struct event event = { .kind = CHANGE, .at = some_time(trial) };

	add_event(trial, event, false);
}

/* Each changes something of what was before. */
static void
number_changes(struct trial *trial)
{
	for (size_t i = 0; i < trial->n_event; i++) {
		if (trial->event[i].kind != CHANGE)
			continue;
		make_rules(trial, &trial->rules[trial->n_rules]);
		trial->event[i].segment = trial->n_rules++;
	}
}

static void
make(struct trial *trial)
{
	int64_t period;

	make_rules(trial, &trial->rules[trial->n_rules++]);
	period = trial->rules[0].era.period;
	trial->start = STOREFILE_NOW;
	trial->end =
	    trial->start + 1 + (int64_t)below(trial, (uint32_t)period * 200);
	trial->reset = INT64_MAX;
	if (below(trial, 3) == 0)
		trial->reset =
		    trial->start + period * (1 + (int64_t)below(trial, 100));
	for (int i = 0; i < EVENTS / 2; i++)
		make_segment(trial);
	for (int i = 0; i < EVENTS / 2 - CHANGES; i++)
		make_mark(trial);
	for (int i = 0; i < CHANGES; i++)
		if (below(trial, 2))
			make_change(trial);
	number_changes(trial);
}

/* ---- into the store ------------------------------------------------------------------ */

static void
must(enum ft_status status)
{
	if (status)
		bail("store: %s", err.text);
}

static uint32_t
add_qos(struct ft_registry *r, const char *name, double factor, uint32_t flags)
{
	struct ft_qos qos = { .name = name,
		.description = "",
		.usage_factor = factor,
		.usage_threshold = -1,
		.limit_factor = -1,
		.preempt_exempt_time = -1,
		.flags = flags };
	uint32_t id = 0;

	must(FT_ADD(r, &qos, &id, &err));
	return id;
}

static struct ft_store *
new_store(struct trial *trial)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	char name[8] = "u0";

	trial->account = storefile_account(r, "a", 1);
	for (int i = 0; i < USERS; i++, name[1]++)
		trial->user[i] = storefile_user(r, name, trial->account);
	if (add_qos(r, "half", 0.5, 0) != QOS_HALF ||
	    add_qos(r, "kept", 1, 1 << 8) != QOS_KEPT)
		bail("ids of QOS");
	storefile_commit(store);
	return store;
}

static void
set_clock(struct ft_store *store, int64_t now)
{
	struct ft_store_clock clock;

	storefile_begin(store);
	must(ft_store_get_clock(store, 1, &clock, &err));
	clock.now = now;
	must(ft_store_put_clock(store, 1, &clock, &err));
	storefile_commit(store);
}

static const struct ft_tres tres[] = { { 1, "cpu", "" }, { 2, "mem", "" } };
static const struct ft_tres_table table = { tres, 2 };

static void
write_start(struct ft_store *store, struct segment *segment)
{
	struct ft_job *job = &segment->job;
	static uint32_t number;

	ft_job_init(job);
	job->number = ++number;
	job->state = FT_JOB_RUNNING;
	job->assoc = segment->assoc;
	job->qos = segment->qos;
	job->started = segment->starts;
	job->billing = segment->rate;
	job->alloc = ft_calloc(2, sizeof *job->alloc);
	job->alloc[0] = 3;
	job->alloc[1] = segment->memory;
	must(ft_store_put_job(&(struct ft_store_jobs){ store, 1, &table }, job,
	    segment->part_qos, &err));
}

static enum ft_status
take_charged(void *ctx, struct ft_job *job, struct ft_error *error)
{
	(void)error;
	*(int64_t *)ctx = job->charged;
	ft_job_clear(job);
	return FT_OK;
}

/* As the simulator does: what of the run has no charge yet gets one. */
static void
write_end(struct ft_store *store, struct trial *trial, struct segment *segment)
{
	const struct ft_store_job_filter filter = { .cluster = 1,
		.number = segment->job.number };
	struct ft_store_charge charge = {
		.assoc = segment->assoc,
		.qos = segment->qos,
		.part_qos = segment->part_qos,
		.starts = segment->starts,
		.ends = segment->ends,
		.rate = segment->rate,
		.usage_factor = segment->qos == QOS_HALF
				    ? trial->life.rules.factor
				    : segment->factor,
		.alloc = segment->job.alloc,
	};
	struct ft_intern strings = { 0 };
	int64_t charged = 0;

	must(ft_store_read_jobs(store, &filter,
	    &(struct ft_store_reader){ &strings, &table, &charged },
	    take_charged, &err));
	ft_intern_free(&strings);
	if (charged)
		charge.starts = charged;
	must(ft_store_put_charge(store, 1, &charge, &table, &err));
	segment->job.state = FT_JOB_COMPLETED;
	segment->job.ended = segment->ends;
	must(ft_store_put_job(&(struct ft_store_jobs){ store, 1, &table },
	    &segment->job, segment->part_qos, &err));
}

static void
set_qos(struct ft_registry *r, uint32_t id, double factor, bool kept)
{
	struct ft_qos qos;

	must(FT_GET(r, id, &qos, &err));
	qos.usage_factor = factor;
	qos.flags = kept ? 1 << 8 : 0;
	must(FT_PUT(r, &qos, &err));
}

static void
write_rules(
    struct ft_store *store, struct ft_registry *r, const struct rules *rules)
{
	must(ft_store_put_conf(store, "", &err));
	set_qos(r, QOS_HALF, rules->factor, false);
	set_qos(r, QOS_KEPT, 1, rules->kept[QOS_KEPT]);
}

static void
write_event(
    struct ft_store *store, struct trial *trial, const struct event *event)
{
	const struct ft_usage_mark mark = { .assoc = event->owner,
		.whole = event->whole[0],
		.micro = event->micro };
	struct ft_registry *r;

	set_clock(store, event->at);
	r = storefile_begin(store);
	ft_store_set_rules(
	    store, &trial->life.rules.era, trial->life.rules.era.period);
	switch (event->kind) {
	case START:
		write_start(store, &trial->segment[event->segment]);
		break;
	case END:
		write_end(store, trial, &trial->segment[event->segment]);
		break;
	case CHANGE:
		trial->life.rules = trial->rules[event->segment];
		write_rules(store, r, &trial->life.rules);
		break;
	case OPEN:
		must(ft_store_put_opening(store, event->at, &mark, 1, &err));
		must(ft_store_put_opening(store, event->at,
		    &(struct ft_usage_mark){ .assoc = event->owner,
			.whole = event->whole[2],
			.tres = 2 },
		    1, &err));
		break;
	case SET:
	case QOS_SET:
		must(r->ops->set_usage(r,
		    (struct ft_owner){
			event->kind == SET ? FT_ENTITY_ASSOC : FT_ENTITY_QOS,
			event->owner },
		    event->whole[0], event->micro, &err));
		break;
	case RESET:
	case QOS_RESET:
		must(r->ops->set_usage(r,
		    (struct ft_owner){
			event->kind == RESET ? FT_ENTITY_ASSOC : FT_ENTITY_QOS,
			event->owner },
		    0, 0, &err));
		break;
	case DROP:
	default:
		must(r->ops->drop_assocs(
		    r, (uint32_t[]){ event->owner }, 1, &err));
	}
	storefile_commit(store);
}

static void
write_all(struct ft_store *store, struct trial *trial)
{
	trial->life.rules = trial->rules[0];
	write_rules(store, storefile_begin(store), &trial->rules[0]);
	storefile_commit(store);
	for (size_t i = 0; i < trial->n_event; i++)
		write_event(store, trial, &trial->event[i]);
	set_clock(store, trial->end);
	storefile_begin(store);
	if (trial->reset != INT64_MAX)
		must(ft_store_put_reset(store, 1, trial->reset, &err));
	storefile_commit(store);
}

/* ---- both ------------------------------------------------------------------------------ */

static bool
decays(const struct trial *trial)
{
	for (size_t i = 0; i < trial->n_rules; i++)
		if (trial->rules[i].era.decay.half_life)
			return true;
	return false;
}

static bool
same(const struct trial *trial, ft_real got, ft_real want)
{
	ft_real room = decays(trial) ? 1e-12L : 1e-15L;

	return fabsl(got - want) <= room * fabsl(want);
}

static bool
compare(struct trial *trial, const struct owner *owner, int what,
    ft_real passed, ft_real since, const char *name)
{
	ft_real want_since, want = lived(owner, what, &want_since);
	bool good = same(trial, passed, want) && same(trial, since, want_since);

	if (!good)
		diag("%s, what %d: %.15Lg + %.15Lg, want %.15Lg + %.15Lg", name,
		    (int)whats[what], passed, since, want, want_since);
	return good;
}

static bool
compare_all(struct trial *trial, struct ft_store *store, int64_t now, int what)
{
	const struct rules *last = &trial->rules[trial->n_rules - 1];
	const uint32_t qos[] = { 1, 2, 3 };
	ft_real passed[OWNERS], since[OWNERS], qos_passed[3], qos_since[3];
	struct ft_usage_query query = { .cluster = 1,
		.now = now,
		.what = &whats[what],
		.n_what = 1,
		.qos = { qos, 3, qos_passed, qos_since } };
	struct ft_conf conf;
	struct ft_era *read, *era;
	struct ft_tree *tree;
	bool good = true;
	char name[16];

	must(ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err));
	ft_conf_init(&conf);
	must(ft_store_read_eras(store, &conf.arena, &read, &conf.n_era, &err));
	conf.era = read;
	query.era = era = ft_conf_eras(&conf, 1, trial->start, &query.n_era);
	era[query.n_era - 1].decay = last->era.decay;
	era[query.n_era - 1].period = last->era.period;
	query.assoc =
	    (struct ft_usage_sums){ tree->id, tree->n, passed, since };
	must(ft_store_read_booked(store, &query, &err));
	for (uint32_t i = 0; i < tree->n; i++) {
		snprintf(name, sizeof name, "assoc %u", (unsigned)tree->id[i]);
		good = compare(trial, &trial->life.assoc[tree->id[i]], what,
			   passed[i], since[i], name) &&
		       good;
	}
	for (uint32_t i = 0; i < 3; i++) {
		snprintf(name, sizeof name, "QOS %u", (unsigned)i + 1);
		good = compare(trial, &trial->life.qos[i + 1], what,
			   qos_passed[i], qos_since[i], name) &&
		       good;
	}
	ft_tree_free(tree);
	ft_free(era);
	ft_conf_free(&conf);
	return good;
}

/* One that goes is handed on only when the clock is there. */
static int64_t
last_drop(const struct trial *trial)
{
	int64_t last = trial->start;

	for (size_t i = 0; i < trial->n_event; i++)
		if (trial->event[i].kind == DROP)
			last = trial->event[i].at;
	return last;
}

static bool
try_one(uint64_t seed)
{
	struct trial *trial = ft_calloc(1, sizeof *trial);
	struct ft_store *store;
	bool good = true;
	int64_t now;

	ft_rng_init(&trial->rng, seed);
	store = new_store(trial);
	make(trial);
	write_all(store, trial);
	for (int look = 0; look < 4; look++) {
		now = look ? some_time(trial) : trial->end;
		if (now < last_drop(trial))
			now = last_drop(trial);
		live(trial, now);
		for (int what = 0; what < WHATS; what++)
			good = compare_all(trial, store, now, what) && good;
	}
	if (!good)
		diag("seed %llu, half-life %lld, period %lld, %zu changes",
		    (unsigned long long)seed,
		    (long long)trial->rules[0].era.decay.half_life,
		    (long long)trial->rules[0].era.period, trial->n_rules - 1);
	for (size_t i = 0; i < trial->n_segment; i++)
		ft_job_clear(&trial->segment[i].job);
	ft_store_close(store);
	ft_free(trial);
	return good;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(60));

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		ok(try_one(seed), "charges and marks, seed %llu",
		    (unsigned long long)seed);
	return done_testing();
}
