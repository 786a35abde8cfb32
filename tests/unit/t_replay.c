/* Traces on the cluster itself and on the pool, by one call. */
#include <string.h>

#include "base/text/str.h"
#include "io/slurm/slurmconf.h"
#include "lib/acctline.h"
#include "lib/storefile.h"
#include "load/research/replay.h"
#include "model/job/job.h"
#include "tap/tap.h"

#define START 1000000020 /* a full minute */

static struct ft_error err;

static struct ft_trace_job *
job(struct ft_trace *trace, int64_t submit, int64_t run, uint32_t procs,
    const char *user, const char *account)
{
	struct ft_trace_job *made = ft_trace_add(trace);

	made->submit = START + submit;
	made->run = run;
	made->limit = run;
	made->procs = procs;
	made->user = ft_trace_name(trace, &trace->user, user, strlen(user));
	made->account =
	    ft_trace_name(trace, &trace->account, account, strlen(account));
	made->state = FT_JOB_COMPLETED;
	return made;
}

static void
settings(struct ft_conf *conf, const char *text)
{
	ft_conf_init(conf);
	if (ft_slurmconf_parse(conf,
		&(struct ft_slurmconf_source){
		    .file = "slurm.conf", .text = text, .size = strlen(text) },
		&err))
		bail("%s", err.text);
}

static void
play(struct ft_replay *replay, const struct ft_trace *trace)
{
	if (ft_replay_run(replay, trace, &err))
		bail("%s", err.text);
}

/* Times are those of the trace, up to what schedulers take: an end is seen a
 * second later, a look at the queue is at most 3 s away (batch_sched_delay),
 * a backfill at most bf_interval 30. */
static void
about(int64_t got, int64_t want, const char *name)
{
	ok(got >= START + want && got <= START + want + 35,
	    "%s: %lld, not before %lld", name, (long long)(got - START),
	    (long long)want);
}

/* Four processors; the third job needs what the first two leave. */
static void
small_trace(struct ft_trace *trace)
{
	ft_trace_init(trace);
	trace->procs = 4;
	job(trace, 0, 600, 2, "Ann", "Phys");
	job(trace, 60, 600, 3, "bob", "chem");
	job(trace, 120, 300, 2, "ann", "phys")->state = FT_JOB_CANCELLED;
}

static void
test_world(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf };

	settings(&conf, "");
	small_trace(&trace);
	job(&trace, 2000, 60, 1, "bob", "chem")->state = FT_JOB_FAILED;
	play(&replay, &trace);
	is_u64(replay.procs, 4, "as many processors as the trace says");
	/* two accounts, Ann and bob: names are kept in lower case */
	is_u64(replay.made, 4, "associations are made");
	ok(replay.leaf[0] == replay.leaf[2] && replay.leaf[0] != replay.leaf[1],
	    "of whom the jobs are");
	is_str(ft_tree_user(replay.tree, &replay.names, replay.leaf[0]), "ann",
	    "her name");
	is_str(ft_tree_account(replay.tree, &replay.names, replay.leaf[0]),
	    "phys", "and her account");
	about(replay.outcome[0].start, 0, "the first starts at once");
	about(replay.outcome[1].start, 600, "the second when that is over");
	about(replay.outcome[2].start, 120, "the third passes it");
	is_i64(replay.outcome[2].end - replay.outcome[2].start, 300,
	    "it runs as long as it did");
	is_u64(replay.outcome[0].state, FT_JOB_COMPLETED, "it ended well");
	is_u64(replay.outcome[2].state, FT_JOB_CANCELLED, "this as recorded");
	is_u64(replay.outcome[3].state, FT_JOB_FAILED, "and this");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

static void
test_pool(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf,
		.policy = FT_REPLAY_FCFS,
		.order = FT_POOL_BY_SUBMIT };

	settings(&conf, "");
	small_trace(&trace);
	play(&replay, &trace);
	is_i64(
	    replay.outcome[1].start, START + 600, "on the pool to the second");
	/* behind the second, which takes 3 of 4 */
	is_i64(replay.outcome[2].start, START + 1200, "nobody passes");
	ft_replay_free(&replay);
	replay = (struct ft_replay){ .conf = &conf,
		.policy = FT_REPLAY_EASY,
		.order = FT_POOL_BY_SUBMIT,
		.nodes = 7 };
	play(&replay, &trace);
	is_u64(replay.procs, 7, "another machine");
	is_i64(replay.outcome[2].start, START + 120, "on which all fit");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

/*
 * Four processors.  X asks for 10 s and runs 4; J needs all four; K, of two, asks
 * for 8 s and runs 8.  EASY plans J for 10, so K passes it at 2 and ends at 10,
 * when J starts.  Without K, J had started at 4, when X ended: it missed its fair
 * start by 6 s.  K's own is 2: L, which comes last, never stands in its way.
 */
static void
test_fair(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf,
		.policy = FT_REPLAY_EASY,
		.order = FT_POOL_BY_SUBMIT,
		.fair = true };

	settings(&conf, "");
	ft_trace_init(&trace);
	trace.procs = 4;
	job(&trace, 0, 4, 2, "x", "a")->limit = 10;
	job(&trace, 1, 10, 4, "j", "a");
	job(&trace, 2, 8, 2, "k", "a");
	job(&trace, 3, 5, 5, "wide", "a"); /* never starts */
	job(&trace, 4, 10, 4, "l", "a");
	play(&replay, &trace);
	is_i64(replay.outcome[1].start, START + 10, "J starts at 10");
	is_i64(replay.fair_start[0], START, "X did not wait");
	is_i64(replay.fair_start[1], START + 4, "J could have started at 4");
	is_i64(replay.fair_start[2], START + 2, "K starts at its fair time");
	is_i64(replay.fair_start[3], -1, "the wide one has none");
	is_i64(replay.fair_start[4], START + 20, "the last is never passed");
	is_u64(replay.n_unrunnable, 1, "the reasons are those of all jobs");
	is_u64(replay.unrunnable[0].jobs, 1, "each counted once");
	ft_replay_free(&replay);
	/* under Slurm's rules the third, which passes the second, ends before it
	 * could start, so nobody missed anything */
	replay = (struct ft_replay){ .conf = &conf, .fair = true };
	ft_trace_free(&trace);
	small_trace(&trace);
	play(&replay, &trace);
	is_i64(replay.fair_start[1], replay.outcome[1].start,
	    "Slurm: the second starts when it would alone");
	is_i64(replay.fair_start[2], replay.outcome[2].start,
	    "and so does the last");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

static void
is_place(const struct ft_replay *replay, size_t job, const char *want,
    const char *name)
{
	const struct ft_replay_place *place = &replay->place[job];
	struct ft_str str = { 0 };

	for (size_t i = 0; i < place->n; i++)
		ft_str_addf(&str, "%s%u-%u", i ? " " : "", place->span[i].first,
		    place->span[i].last);
	is_str(ft_str_text(&str), want, "%s", name);
	ft_str_free(&str);
}

static void
test_places(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf,
		.policy = FT_REPLAY_EASY,
		.order = FT_POOL_BY_SUBMIT,
		.places = true };

	settings(&conf, "");
	ft_trace_init(&trace);
	trace.procs = 6;
	job(&trace, 0, 10, 2, "ann", "a");
	job(&trace, 0, 30, 1, "ann", "a");
	job(&trace, 0, 10, 1, "ann", "a");
	job(&trace, 1, 5, 7, "ann", "a"); /* never starts */
	job(&trace, 10, 0, 2, "ann", "a");
	job(&trace, 10, 20, 5, "ann", "a");
	job(&trace, 40, 5, 6, "ann", "a");
	play(&replay, &trace);
	is_u64(replay.lanes, 6, "six processors");
	is_place(&replay, 0, "0-1", "the first two");
	is_place(&replay, 1, "2-2", "the next");
	is_place(&replay, 2, "3-3", "and the next");
	is_place(&replay, 3, "", "none for one that never starts");
	is_place(&replay, 4, "0-1", "no length: free again at once");
	is_place(&replay, 5, "0-1 3-5", "beside the second job");
	is_place(&replay, 6, "0-5", "joined again");
	ok(!replay.place[0].nodes, "a pool has no nodes");
	ft_replay_free(&replay);
	replay = (struct ft_replay){ .conf = &conf,
		.nodes = 4,
		.cpus = 2,
		.places = true,
		.plans = true };
	ft_trace_free(&trace);
	ft_trace_init(&trace);
	job(&trace, 0, 600, 4, "ann", "a");
	job(&trace, 60, 600, 8, "ann", "a");
	job(&trace, 120, 600, 8, "ann", "a");
	play(&replay, &trace);
	is_u64(replay.lanes, 4, "four nodes");
	is_str(replay.place[0].nodes, "n[1-2]", "on two of them");
	is_place(&replay, 0, "0-1", "by number");
	is_place(&replay, 1, "0-3", "on all");
	is_i64(replay.planned[0].first, -1, "the first needed no plan");
	/* backfill adds no second to the end of a job */
	about(replay.planned[1].first, 600, "the second was planned");
	ok(replay.planned[1].last >= replay.planned[1].first,
	    "and its last plan is known");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

/* Take the lanes of SPAN from FROM until before TO; returns whether they were
 * free. */
static bool
occupy(bool lane[][4000], const struct ft_replay_span *span, int64_t from,
    int64_t to)
{
	bool was_free = true;

	for (uint32_t i = span->first; i <= span->last; i++)
		for (int64_t at = from - START; at < to - START; at++) {
			was_free &= !lane[i][at];
			lane[i][at] = true;
		}
	return was_free;
}

/* Returns whether the run of USE has as many processors as the job asked for. */
static bool
is_whole(const struct ft_replay *replay, const struct ft_trace *trace,
    const struct ft_replay_use *use)
{
	uint32_t procs = 0;

	if (use->job == FT_REPLAY_AWAY)
		return true;
	for (size_t i = 0; i < replay->n_use; i++) {
		const struct ft_replay_use *other = &replay->use[i];

		if (other->job == use->job && other->from == use->from)
			procs += other->span.last - other->span.first + 1;
	}
	return use->job < trace->n && procs == trace->job[use->job].procs;
}

/* Returns whether nothing of a replay is in two uses at once, and jobs have as
 * many processors as they asked for. */
static bool
is_apart(const struct ft_replay *replay, const struct ft_trace *trace)
{
	static bool lane[8][4000];
	bool apart = true;

	memset(lane, 0, sizeof lane);
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_outcome *outcome = &replay->outcome[i];
		const struct ft_replay_place *place = &replay->place[i];
		uint32_t procs = 0;

		for (size_t k = 0; k < place->n; k++) {
			apart &= occupy(lane, &place->span[k], outcome->start,
			    outcome->end);
			procs += place->span[k].last - place->span[k].first + 1;
		}
		apart &=
		    procs == (outcome->start < 0 ? 0 : trace->job[i].procs);
	}
	for (size_t i = 0; i < replay->n_use; i++)
		apart &= occupy(lane, &replay->use[i].span, replay->use[i].from,
			     replay->use[i].to) &&
			 is_whole(replay, trace, &replay->use[i]);
	return apart;
}

/* Failures and maintenance of random traces on a pool of eight processors. */
static void
test_uses(void)
{
	struct ft_rng rng;
	uint64_t cut = 0, away = 0;
	bool apart = true;

	ft_rng_init(&rng, 7);
	for (int round = 0; round < 300 && apart; round++) {
		struct ft_trace trace;
		struct ft_conf conf;
		struct ft_outage outage[3];
		struct ft_replay replay = { .conf = &conf,
			.policy = round % 2 ? FT_REPLAY_EASY : FT_REPLAY_FCFS,
			.order = FT_POOL_BY_SUBMIT,
			.rules = { .outage = outage,
			    .n_outage = 3,
			    .on_failure = round % 3 ? FT_ON_FAILURE_REQUEUE
						    : FT_ON_FAILURE_FAIL },
			.places = true };

		settings(&conf, "");
		ft_trace_init(&trace);
		trace.procs = 8;
		for (int64_t i = 0, at = 0; i < 20; i++) {
			job(&trace, at, (int64_t)ft_rng_below(&rng, 60),
			    1 + ft_rng_below(&rng, 8), "ann", "a");
			at += ft_rng_below(&rng, 20);
		}
		for (size_t i = 0; i < 3; i++) {
			int64_t from = START + 100 * (int64_t)i;

			outage[i] = (struct ft_outage){
				.start = from + ft_rng_below(&rng, 80),
				.end = from + 81 + ft_rng_below(&rng, 60),
				.procs = 1 + ft_rng_below(&rng, 8),
				.drain = ft_rng_below(&rng, 2)
			};
		}
		play(&replay, &trace);
		apart = is_apart(&replay, &trace);
		for (size_t i = 0; i < replay.n_use; i++)
			if (replay.use[i].job == FT_REPLAY_AWAY)
				away++;
			else
				cut++;
		ft_replay_free(&replay);
		ft_trace_free(&trace);
		ft_conf_free(&conf);
	}
	ok(apart, "no processor has two uses at once");
	ok(cut > 100 && away > 300,
	    "there were runs that were cut, and outages");
}

/* The machine of the settings, limits of a job and of the machine. */
static void
test_limits(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf };

	settings(&conf, "NodeName=n[1-2] CPUs=4 RealMemory=1000\n"
			"PartitionName=all Nodes=ALL Default=YES MaxTime=60\n"
			"OverTimeLimit=0\n");
	ft_trace_init(&trace);
	trace.procs = 64;
	job(&trace, 0, 300, 8, "ann", "phys")->limit = 120;
	job(&trace, 10, 60, 9, "ann", "phys");
	play(&replay, &trace);
	is_u64(replay.procs, 8, "nodes of the settings count");
	is_u64(replay.outcome[0].state, FT_JOB_TIMEOUT, "ended at its limit");
	/* looked at every 30 s */
	ok(replay.outcome[0].end - replay.outcome[0].start >= 120 &&
		replay.outcome[0].end - replay.outcome[0].start <= 150,
	    "soon after two minutes");
	is_i64(replay.outcome[1].start, -1, "nine processors there are not");
	is_u64(replay.outcome[1].state, FT_JOB_FAILED, "it failed");
	is_u64(replay.n_unrunnable, 1, "one reason");
	ok(replay.unrunnable[0].jobs == 1 && replay.unrunnable[0].first == 1 &&
		replay.unrunnable[0].refused && !replay.unrunnable[0].name,
	    "the second job was refused");
	is_str(replay.unrunnable[0].why,
	    "More processors requested than permitted", "because of this");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

/* Nodes that do not say what memory they have are no narrower for it. */
static void
test_no_memory(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf };

	settings(&conf, "SelectType=select/cons_tres\n"
			"NodeName=n[1-2] CPUs=4\n"
			"PartitionName=all Nodes=ALL Default=YES\n");
	ft_trace_init(&trace);
	job(&trace, 0, 300, 8, "ann", "phys");
	job(&trace, 10, 60, 4, "ann", "phys")->memory = 1000;
	job(&trace, 10, 60, 2, "ann", "phys");
	job(&trace, 10, 60, 2, "bob", "phys");
	play(&replay, &trace);
	is_u64(replay.n_unrunnable, 0, "eight processors there are");
	for (size_t i = 0; i < 4; i++)
		is_u64(replay.outcome[i].state, FT_JOB_COMPLETED, "job %zu ran",
		    i);
	is_i64(replay.outcome[3].start, replay.outcome[1].start,
	    "eight processors hold three jobs at once");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

/* More jobs than a slice, all of which end; memory is not asked. */
static void
test_many(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = { .conf = &conf };
	size_t ended = 0;
	int64_t late = 0;

	settings(&conf, "");
	ft_trace_init(&trace);
	trace.procs = 16;
	for (int64_t i = 0; i < 10000; i++)
		job(&trace, i / 10 * 60, 50, 1 + (uint32_t)(i % 2), "ann", "a");
	play(&replay, &trace);
	for (size_t i = 0; i < trace.n; i++) {
		int64_t wait = replay.outcome[i].start - trace.job[i].submit;

		ended += replay.outcome[i].state == FT_JOB_COMPLETED;
		if (wait > late)
			late = wait;
	}
	is_u64(ended, 10000, "all end");
	/* 15 processors a minute for 50 s on 16: at most a look is waited for
	 */
	ok(late <= 65, "nobody waits long: %lld", (long long)late);
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

/* Accounts of a store, whose jobs and usage take no part. */
static void
test_store(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_trace trace;
	struct ft_conf conf;
	struct ft_replay replay = {
		.conf = &conf, .store = store, .cluster = 1
	};

	acctline_run(store, "add account science fairshare=5", true, true);
	acctline_run(
	    store, "add account phys parent=science fairshare=3", true, true);
	acctline_run(store, "add user ann account=phys", true, true);
	settings(&conf, "");
	ft_trace_init(&trace);
	trace.procs = 4;
	job(&trace, 0, 60, 1, "ann", "");
	job(&trace, 0, 60, 1, "ann", "PHYS");
	job(&trace, 0, 60, 1, "bob", "phys");
	job(&trace, 0, 60, 1, "", "");
	play(&replay, &trace);
	is_str(ft_tree_account(replay.tree, &replay.names, replay.leaf[0]),
	    "phys", "without an account: the user's default one");
	ok(replay.leaf[0] == replay.leaf[1], "names in any case");
	is_u64(ft_tree_depth(replay.tree, replay.leaf[2]), 3,
	    "bob is put below the account of the store");
	/* bob; user unknown in account unknown */
	is_u64(replay.made, 3, "what is missing is made");
	ft_replay_free(&replay);
	replay =
	    (struct ft_replay){ .conf = &conf, .store = store, .cluster = 1 };
	play(&replay, &trace);
	is_u64(replay.made, 3, "and not in the store: the same again");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
	ft_store_close(store);
}

static bool
never(void *ctx, double done)
{
	double *last = ctx;

	*last = done;
	return false;
}

static void
test_stop(void)
{
	struct ft_trace trace;
	struct ft_conf conf;
	double done = -1;
	struct ft_replay replay = {
		.conf = &conf, .report = never, .ctx = &done
	};

	settings(&conf, "");
	ft_trace_init(&trace);
	trace.procs = 1;
	for (int64_t i = 0; i < 9000; i++)
		job(&trace, i * 100, 50, 1, "ann", "a");
	play(&replay, &trace);
	ok(replay.stopped && done >= 0 && done < 1, "stopped on request");
	is_u64(replay.outcome[8999].state, FT_JOB_PENDING, "the rest waits");
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_trace_init(&trace);
	ok(ft_replay_run(&replay, &trace, &err) == FT_EINVAL, "no jobs: %s",
	    err.text);
	ft_replay_free(&replay);
	replay.nodes = 1000000;
	replay.cpus = 1000000;
	job(&trace, 0, 1, 1, "a", "a");
	ok(ft_replay_run(&replay, &trace, &err) == FT_EINVAL, "too wide: %s",
	    err.text);
	ft_replay_free(&replay);
	ft_trace_free(&trace);
	ft_conf_free(&conf);
}

int
main(void)
{
	test_world();
	test_pool();
	test_fair();
	test_places();
	test_uses();
	test_limits();
	test_no_memory();
	test_many();
	test_store();
	test_stop();
	return done_testing();
}
