#include "sim/research/pool/pool.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/fixture.h"
#include "lib/slowpool.h"
#include "model/job/job.h"
#include "sim/research/pool/private.h"
#include "tap/tap.h"

/*
 * A trace of a text: one job per word, USER:SUBMIT:PROCS:RUN[:LIMIT], in order
 * of submission.
 */
static void
read_trace(struct ft_trace *trace, const char *text)
{
	ft_trace_init(trace);
	while (*text) {
		struct ft_trace_job *job = ft_trace_add(trace);
		int64_t limit = 0;
		char user[8];

		if (sscanf(text,
			"%7[a-z]:%" SCNd64 ":%" SCNu32 ":%" SCNd64 ":%" SCNd64,
			user, &job->submit, &job->procs, &job->run, &limit) < 4)
			bail("no job: %s", text);
		job->limit = limit;
		job->user =
		    ft_trace_name(trace, &trace->user, user, strlen(user));
		job->number = trace->n;
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
}

/* "START-END" of each job, with a letter unless it completed. */
static void
tell(struct ft_str *str, const struct ft_outcome *outcome, size_t n)
{
	ft_str_clear(str);
	for (size_t i = 0; i < n; i++) {
		ft_str_addf(str, "%s%" PRId64 "-%" PRId64, i ? " " : "",
		    outcome[i].start, outcome[i].end);
		if (outcome[i].state != FT_JOB_COMPLETED)
			ft_str_addf(str, "%s",
			    ft_job_state_code(
				(enum ft_job_state)outcome[i].state));
	}
}

static bool
is_schedule(
    struct ft_pool *pool, const char *text, const char *want, const char *name)
{
	struct ft_str got = { 0 }, slow = { 0 };
	struct ft_outcome *outcome;
	struct ft_error err = { 0 };
	struct ft_trace trace;
	bool same;

	read_trace(&trace, text);
	outcome = ft_calloc(trace.n, sizeof *outcome);
	if (ft_pool_run(pool, &trace, outcome, &err) != FT_OK)
		diag("%s", err.text);
	tell(&got, outcome, trace.n);
	slowpool_run(pool, &trace, outcome);
	tell(&slow, outcome, trace.n);
	same = is_str(ft_str_text(&got), want, "%s", name);
	same &= is_str(ft_str_text(&slow), want, "... the slow way too");
	ft_str_free(&got);
	ft_str_free(&slow);
	ft_free(outcome);
	ft_trace_free(&trace);
	return same;
}

/* 4 processors, in order of submission. */
static void
test_policies(void)
{
	static const struct {
		const char *name, *jobs, *fcfs, *easy, *conservative;
	} row[] = {
		{ "nothing waits", "a:0:2:10 b:5:2:10 c:20:4:5",
		    "0-10 5-15 20-25", "0-10 5-15 20-25", "0-10 5-15 20-25" },
		{ "one waits", "a:0:3:10 b:1:2:10", "0-10 10-20", "0-10 10-20",
		    "0-10 10-20" },
		/* c fits beside a and ends before b can start */
		{ "a hole is filled", "a:0:3:10 b:1:4:10 c:2:1:8",
		    "0-10 10-20 20-28", "0-10 10-20 2-10", "0-10 10-20 2-10" },
		{ "but not by one that delays the head",
		    "a:0:3:10 b:1:4:10 c:2:1:9", "0-10 10-20 20-29",
		    "0-10 10-20 20-29", "0-10 10-20 20-29" },
		/* b needs 3 of the 4 at 10: one is extra */
		{ "unless it takes what is extra", "a:0:3:10 b:1:3:10 c:2:1:50",
		    "0-10 10-20 10-60", "0-10 10-20 2-52", "0-10 10-20 2-52" },
		/* d, long, takes the extra one and delays c, which is not the
		 * head: EASY does not care, conservative does */
		{ "EASY guards only the head",
		    "a:0:3:10 b:1:3:10 c:2:4:10 d:3:1:50",
		    "0-10 10-20 20-30 30-80", "0-10 10-20 53-63 3-53",
		    "0-10 10-20 20-30 30-80" },
		/* a is done at 4: all is planned anew */
		{ "an early end", "a:0:3:4:10 b:1:4:10 c:2:1:8",
		    "0-4 4-14 14-22", "0-4 10-20 2-10", "0-4 10-20 2-10" },
		{ "a job that runs too long is ended", "a:0:4:10:6 b:1:4:3:5",
		    "0-6TO 6-9", "0-6TO 6-9", "0-6TO 6-9" },
		{ "without a limit the run is planned",
		    "a:0:3:10 b:1:4:10 c:2:1:9:8", "0-10 10-20 20-28TO",
		    "0-10 10-20 2-10TO", "0-10 10-20 2-10TO" },
		{ "too wide", "a:0:5:10 b:0:4:10", "-1--1F 0-10", "-1--1F 0-10",
		    "-1--1F 0-10" },
		{ "no time at all", "a:0:4:0 b:0:4:0 c:0:4:5", "0-0 0-0 0-5",
		    "0-0 0-0 0-5", "0-0 0-0 0-5" },
		{ "ends come before starts", "a:0:4:10 b:10:4:10 c:20:4:10",
		    "0-10 10-20 20-30", "0-10 10-20 20-30",
		    "0-10 10-20 20-30" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_pool pool = { .procs = 4, .policy = FT_POOL_FCFS };

		is_schedule(&pool, row[i].jobs, row[i].fcfs, row[i].name);
		pool.policy = FT_POOL_EASY;
		is_schedule(&pool, row[i].jobs, row[i].easy, row[i].name);
		pool.policy = FT_POOL_CONSERVATIVE;
		is_schedule(
		    &pool, row[i].jobs, row[i].conservative, row[i].name);
	}
}

/* Those that come one by one take what is extra one after another. */
static void
test_extra(void)
{
	struct ft_pool pool = { .procs = 6, .policy = FT_POOL_EASY };

	/* b needs 4 at 10, two are extra: c and d take them, e must wait */
	is_schedule(&pool, "a:0:3:10 b:1:4:10 c:2:1:50 d:3:1:50 e:4:1:50",
	    "0-10 10-20 2-52 3-53 20-70", "what is extra is taken once");
}

/*
 * a runs 14 s longer than planned.  Its plan ends at 6, before c would; from
 * then on it is expected to end in the next second, so d, which takes one, may
 * pass at 10 and c, which takes five, may not.
 */
static void
test_overrun(void)
{
	static const char jobs[] = "a:0:3:20:6 b:1:4:10 c:2:1:5 d:10:1:1";
	struct ft_pool pool = { .procs = 4, .policy = FT_POOL_EASY };

	is_schedule(&pool, jobs, "0-6TO 6-16 16-21 16-17", "limits kill");
	pool.rules.overrun = FT_OVERRUN_ALLOW;
	is_schedule(&pool, jobs, "0-20 20-30 30-35 10-11", "or do not");
	pool.policy = FT_POOL_CONSERVATIVE;
	is_schedule(
	    &pool, jobs, "0-20 20-30 30-35 10-11", "also with reservations");
	pool.policy = FT_POOL_FCFS;
	is_schedule(
	    &pool, jobs, "0-20 20-30 30-35 30-31", "or without backfill");
}

/* Replay TEXT; returns "START-END" of each job until the next call. */
static const char *
schedule(struct ft_pool *pool, const char *text, const uint32_t *after)
{
	static char got[200];
	struct ft_str str = { 0 };
	struct ft_outcome outcome[8];
	struct ft_trace trace;

	read_trace(&trace, text);
	for (size_t i = 0; after && i < trace.n; i++)
		trace.job[i].after = after[i];
	trace.job[trace.n - 1].think = 60;
	if (ft_pool_run(pool, &trace, outcome, NULL) != FT_OK)
		bail("%s", text);
	tell(&str, outcome, trace.n);
	snprintf(got, sizeof got, "%s", ft_str_text(&str));
	ft_str_free(&str);
	ft_trace_free(&trace);
	return got;
}

/*
 * b ended at 500 where it was recorded and c came 60 s later.  Here b waits for
 * a and ends at 800: c comes at 860, or, without feedback, has been there since
 * 560.
 */
static void
test_feedback(void)
{
	static const uint32_t after[] = { UINT32_MAX, UINT32_MAX, 1 };
	static const uint32_t chain[] = { UINT32_MAX, 0, 1 };
	static const char jobs[] = "a:0:1:300 b:0:1:500 c:560:1:10";
	int64_t submit[3];

	for (int policy = FT_POOL_FCFS; policy <= FT_POOL_CONSERVATIVE;
	     policy++) {
		struct ft_pool pool = { .procs = 1,
			.policy = (enum ft_pool_policy)policy,
			.submit = submit };

		is_str(schedule(&pool, jobs, after), "0-300 300-800 800-810",
		    "open");
		pool.rules.feedback = true;
		is_str(schedule(&pool, jobs, after), "0-300 300-800 860-870",
		    "with feedback");
		is_i64(submit[2], 860, "when it came");
		is_i64(submit[1], 0, "another came when it did");
		/* b is refused as soon as it comes, at 10: c comes at 70 */
		is_str(schedule(&pool, "a:0:1:10 b:0:2:5 c:9:1:3", chain),
		    "0-10 -1--1F 70-73", "one that was refused is over");
	}
}

/*
 * Four processors, of which three are away from 50 to 80.  Both jobs must end:
 * b, which started last, had run 40 s on two, a 50 s on two.
 */
static void
test_failure(void)
{
	static const struct ft_outage outage[] = {
		{ .start = 50, .end = 80, .procs = 3 }
	};
	static const char jobs[] = "a:0:2:100 b:10:2:100";

	for (int policy = FT_POOL_FCFS; policy <= FT_POOL_CONSERVATIVE;
	     policy++) {
		struct ft_pool pool = { .procs = 4,
			.policy = (enum ft_pool_policy)policy,
			.rules = { .outage = outage, .n_outage = 1 } };

		is_str(schedule(&pool, jobs, NULL), "80-180 80-180",
		    "both begin again");
		is_i64((int64_t)pool.requeued, 2, "two are requeued");
		ok(pool.lost > 179.9 && pool.lost < 180.1, "180 s are lost");
		pool.rules.on_failure = FT_ON_FAILURE_FAIL;
		is_str(schedule(&pool, jobs, NULL), "0-50NF 10-50NF",
		    "or both fail");
		is_i64((int64_t)pool.failed, 2, "two failed");
		/* one processor is left, so only the last one must end */
		is_str(schedule(&pool, "a:0:1:100 b:10:3:100", NULL),
		    "0-100 10-50NF", "the one that started last");
	}
}

/*
 * Two of four processors are in maintenance from 100 to 200, which is known.  a ends
 * before.  b leaves two processors, so it may run across the beginning.  c would
 * then find none from 100 on: it starts when b ends, beside the maintenance.  d ends
 * as the maintenance begins; only FCFS lets it wait for c, and then for two
 * processors.
 */
static void
test_foresight(void)
{
	static const struct ft_outage outage[] = {
		{ .start = 100, .end = 200, .procs = 2, .drain = true }
	};
	static const char jobs[] = "a:0:4:50 b:0:2:100 c:0:2:60 d:0:2:50";
	struct ft_pool pool = { .procs = 4,
		.policy = FT_POOL_EASY,
		.rules = { .outage = outage, .n_outage = 1 } };

	is_str(schedule(&pool, jobs, NULL), "0-50 50-150 150-210 50-100",
	    "maintenance is known to EASY");
	pool.policy = FT_POOL_CONSERVATIVE;
	is_str(schedule(&pool, jobs, NULL), "0-50 50-150 150-210 50-100",
	    "and to conservative backfill");
	pool.policy = FT_POOL_FCFS;
	is_str(schedule(&pool, jobs, NULL), "0-50 50-150 150-210 200-250",
	    "first come, first served: c comes before d");
	/* one that is alone waits as well; its limit counts, not its run time */
	pool.policy = FT_POOL_EASY;
	is_str(schedule(&pool, "a:0:3:10:101", NULL), "200-210",
	    "a limit that reaches into it");
	is_str(schedule(&pool, "a:0:3:10:100", NULL), "0-10",
	    "a limit that ends as it begins");
	is_str(
	    schedule(&pool, "a:0:2:10:999", NULL), "0-10", "so much is left");
}

/*
 * In maintenance a and b, which overrun their limits, end first: two processors
 * leave at 100, the third at 105.  c waits until all come back.
 */
static void
test_maintenance(void)
{
	static const struct ft_outage outage[] = {
		{ .start = 50, .end = 150, .procs = 3, .drain = true },
		{ .start = 400, .end = 500, .procs = 9 },
	};
	static const struct ft_outage early[] = {
		{ .start = 0, .end = 100, .procs = 2 }
	};
	struct ft_pool pool = { .procs = 4,
		.policy = FT_POOL_EASY,
		.rules = { .overrun = FT_OVERRUN_ALLOW,
		    .outage = outage,
		    .n_outage = 2 } };

	is_str(schedule(&pool, "a:0:2:100:40 b:5:2:100:40 c:60:2:10 d:450:1:1",
		   NULL),
	    "0-100 5-105 150-160 500-501", "maintenance waits");
	/* it is known that c can start at 100: only what ends then may pass */
	pool.rules.outage = early;
	pool.rules.n_outage = 1;
	is_str(schedule(&pool, "c:0:4:10 d:1:2:99", NULL), "100-110 1-100",
	    "one that ends with the outage passes");
	is_str(schedule(&pool, "c:0:4:10 d:1:2:100", NULL), "100-110 110-210",
	    "a longer one does not");
}

/* One processor, so that the order is all there is to see. */
static void
test_usage(void)
{
	struct ft_pool pool = { .procs = 1,
		.policy = FT_POOL_FCFS,
		.order = FT_POOL_BY_USAGE,
		.period = 10 };

	is_schedule(&pool, "a:0:1:100 a:1:1:10 b:2:1:10",
	    "0-100 110-120 100-110", "who used less goes first");
	pool.period = 1000;
	is_schedule(&pool, "a:0:1:100 a:1:1:10 b:2:1:10",
	    "0-100 100-110 110-120", "which is known at the next ordering");
	/*
	 * At 200 a has used 100 s which ended 100 s ago, b 60 s which ended 40
	 * s ago.  Without decay that is 100 and 60; with a half-life of 10 s
	 * next to nothing is left of a's: 2^-10 of it, and 2^-4 of b's.
	 */
	pool.period = 10;
	is_schedule(&pool,
	    "a:0:1:100 b:100:1:60 c:160:1:40 a:161:1:5 b:162:1:5",
	    "0-100 100-160 160-200 205-210 200-205", "all usage counts");
	pool.half_life = 10;
	is_schedule(&pool,
	    "a:0:1:100 b:100:1:60 c:160:1:40 a:161:1:5 b:162:1:5",
	    "0-100 100-160 160-200 200-205 205-210", "or the latest, decayed");
	/* as it runs: at 20, a has used 20 seconds, b none */
	pool.procs = 2;
	pool.half_life = 0;
	is_schedule(&pool, "a:0:1:100 c:0:1:25 a:1:1:9 b:2:1:9",
	    "0-100 0-25 34-43 25-34", "usage counts while jobs run");
	/* with the ordering at 10, d is the head and fits */
	pool.procs = 3;
	is_schedule(&pool, "a:0:2:100 a:1:3:5 d:2:1:5", "0-100 100-105 10-15",
	    "an ordering lets jobs start");
}

static void
test_fairtree(void)
{
	struct ft_pool pool = { .procs = 1,
		.policy = FT_POOL_FCFS,
		.order = FT_POOL_BY_FAIRTREE,
		.period = 10 };
	uint32_t leaf[4];
	struct fixture fixture;

	fixture_init(&fixture, "physics 90\n  u:ann 1\n  u:bob 1\n"
			       "chemistry 10\n  u:cat 1\n");
	pool.tree = fixture.tree;
	pool.leaf = leaf;
	leaf[0] = leaf[1] = fixture_node(&fixture, "physics/ann");
	leaf[2] = fixture_node(&fixture, "chemistry/cat");
	leaf[3] = fixture_node(&fixture, "physics/bob");
	/* until 100 ann uses, so chemistry is first, then bob of physics;
	 * at 110 chemistry used 10 of 110 with a tenth of the shares: 1.1 to
	 * physics' 0.99 */
	is_schedule(&pool, "a:0:1:100 a:1:1:10 c:2:1:10 b:3:1:10",
	    "0-100 120-130 100-110 110-120", "accounts first, then users");
	leaf[3] = fixture_node(&fixture, "chemistry/cat");
	/* at 110 chemistry is still before physics */
	is_schedule(&pool, "a:0:1:100 a:1:1:10 c:2:1:10 b:3:1:10",
	    "0-100 120-130 100-110 110-120", "an account is served by shares");
	fixture_free(&fixture);
}

/* Returns what ORDER sorts the last job of TEXT by, WAIT seconds after its
 * submission. */
static double
value_of(enum ft_pool_order order, const char *text, int64_t wait)
{
	struct ft_pool pool = { .order = order };
	struct ft_trace trace;
	struct pool_run run = { .pool = &pool, .trace = &trace };
	double value;

	read_trace(&trace, text);
	run.now = trace.job[trace.n - 1].submit + wait;
	value = ft_pool_value(&run, (uint32_t)trace.n - 1);
	ft_trace_free(&trace);
	return value;
}

/* r 3600 s, n 16, s 10000 s, w 1800 s; log10(3600) is 3.556303. */
static void
test_values(void)
{
	static const char wide[] = "a:0:1:1 a:10000:16:3600";
	static const char single[] = "a:0:1:3600";
	static const struct {
		enum ft_pool_order order;
		long double want;
	} row[] = {
		{ FT_POOL_BY_SJF, 3600 }, { FT_POOL_BY_LJF, -3600 },
		{ FT_POOL_BY_SAF, 57600 }, /* 3600 * 16 */
		{ FT_POOL_BY_SQF, 16 },
		{ FT_POOL_BY_WFP3, -2 },        /* -(1/2)^3 * 16 */
		{ FT_POOL_BY_UNICEF, -0.125L }, /* -1800 / (4 * 3600) */
		{ FT_POOL_BY_F1, 3536.90084L }, /* 3.556303 * 16 + 870 * 4 */
		{ FT_POOL_BY_F2, 103360 },      /* 60 * 16 + 25600 * 4 */
		{ FT_POOL_BY_F3, 27497600 },    /* 57600 + 6860000 * 4 */
		{ FT_POOL_BY_F4, 2134400 },     /* 3600 * 4 + 530000 * 4 */
	};

	is_u64(FT_COUNT(row), FT_POOL_ORDERS - FT_POOL_BY_FAIRTREE - 1,
	    "all orders by job");
	for (size_t i = 0; i < FT_COUNT(row); i++)
		near(value_of(row[i].order, wide, 1800), row[i].want,
		    1e-9L * fabsl(row[i].want), "order %d", (int)row[i].order);
	ok(value_of(FT_POOL_BY_UNICEF, single, 1800) < -DBL_MAX,
	    "UNICEF: log2(1) is 0, so one processor comes first");
	is_real(
	    value_of(FT_POOL_BY_UNICEF, single, 0), 0, "unless it just came");
	near(value_of(FT_POOL_BY_F1, single, 1800), 3.55630250076729L, 1e-12L,
	    "F1: log10 of the first second is 0");
}

/*
 * Four processors, first in order, first started.  When a ends, b, c and d, of
 * which no two fit together, wait; r 10, 40, 12, n 4, 3, 3.
 */
static void
test_orders(void)
{
	static const char jobs[] = "a:0:4:100 b:1:4:10 c:2:3:40 d:3:3:12";
	static const struct {
		enum ft_pool_order order;
		const char *want, *name;
	} row[] = {
		{ FT_POOL_BY_SJF, "0-100 100-110 122-162 110-122",
		    "shortest first" },
		{ FT_POOL_BY_LJF, "0-100 152-162 100-140 140-152",
		    "longest first" },
		/* 40, 120, 36 */
		{ FT_POOL_BY_SAF, "0-100 112-122 122-162 100-112",
		    "smallest area first" },
		{ FT_POOL_BY_SQF, "0-100 152-162 100-140 140-152",
		    "narrowest first, then in order of submission" },
		/* (99/10)^3 * 4 = 3881, (98/40)^3 * 3 = 44, (97/12)^3 * 3 =
		 * 1585 */
		{ FT_POOL_BY_WFP3, "0-100 100-110 122-162 110-122", "WFP3" },
		/* 99/(2 * 10) = 5, 98/(1.58 * 40) = 1.5, 97/(1.58 * 12) = 5.1 */
		{ FT_POOL_BY_UNICEF, "0-100 112-122 122-162 100-112",
		    "UNICEF" },
		/* 1*4 + 870*0 = 4, 1.6*3 + 870*.301 = 267, 1.08*3 + 870*.477 =
		 * 418 */
		{ FT_POOL_BY_F1, "0-100 100-110 110-150 150-162", "F1" },
	};
	struct ft_pool pool = { .procs = 4, .policy = FT_POOL_FCFS };

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		pool.order = row[i].order;
		is_schedule(&pool, jobs, row[i].want, row[i].name);
	}
	/*
	 * b, r 20, is before d, r 8, at 10: 9/20 > 1/8; c, r 5, before both: 8/5.
	 * When c ends, d has overtaken b: 6/8 > 14/20.
	 */
	pool.procs = 1;
	pool.order = FT_POOL_BY_WFP3;
	is_schedule(&pool, "a:0:1:10 b:1:1:20 c:2:1:5 d:9:1:8",
	    "0-10 23-43 10-15 15-23", "values age");
	/* c before b, 8/(1.58 * 5) > 9/(2 * 10); but d, of one processor, is
	 * before both */
	pool.procs = 4;
	pool.order = FT_POOL_BY_UNICEF;
	is_schedule(&pool, "a:0:4:10 b:1:4:10 c:2:3:5 d:9:1:100",
	    "0-10 110-120 10-15 10-110", "UNICEF and one processor");
}

/* b is planned for 10, c for 20, d for 30, beside a; e, of one processor, would
 * delay d. */
static void
test_depth(void)
{
	static const char jobs[] =
	    "a:0:3:10 b:1:3:10 c:2:3:10 d:3:4:10 e:4:1:50";
	struct ft_pool pool = { .procs = 4, .policy = FT_POOL_EASY };

	for (uint32_t depth = 0; depth < 5; depth++) {
		pool.depth = depth;
		is_schedule(&pool, jobs,
		    depth < 3 ? "0-10 10-20 20-30 54-64 4-54"
			      : "0-10 10-20 20-30 30-40 40-90",
		    "depth");
		/* c is the second that waits: of all four processors */
		is_schedule(&pool, "a:0:3:10 b:1:3:10 c:2:4:10 d:3:1:50",
		    depth < 2 ? "0-10 10-20 53-63 3-53"
			      : "0-10 10-20 20-30 30-80",
		    "depth of two");
	}
}

/* What was planned, and that asking for it changes no start. */
static void
test_planned(void)
{
	/* b is planned for 10, as a might run so long; a ends at 4, but c has
	 * passed.  d of all waits behind b. */
	static const char jobs[] =
	    "a:0:2:4:10 b:1:4:10 c:2:2:8 d:3:4:5 e:50:1:5";
	static const struct {
		enum ft_pool_policy policy;
		uint32_t depth;
		int64_t first[5], last[5];
	} row[] = {
		{ FT_POOL_FCFS, 0, { -1, -1, -1, -1, -1 },
		    { -1, -1, -1, -1, -1 } },
		/* d is the head from 10 on, when b runs to 20 */
		{ FT_POOL_EASY, 0, { -1, 10, -1, 20, -1 },
		    { -1, 10, -1, 20, -1 } },
		{ FT_POOL_EASY, 2, { -1, 10, -1, 20, -1 },
		    { -1, 10, -1, 20, -1 } },
		{ FT_POOL_CONSERVATIVE, 0, { -1, 10, -1, 20, -1 },
		    { -1, 10, -1, 20, -1 } },
	};
	struct ft_planned planned[5];
	struct ft_outcome outcome[5];
	struct ft_trace trace;

	read_trace(&trace, jobs);
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_pool pool = { .procs = 4,
			.policy = row[i].policy,
			.depth = row[i].depth,
			.planned = planned };

		ft_pool_run(&pool, &trace, outcome, NULL);
		for (size_t k = 0; k < FT_COUNT(planned); k++) {
			is_i64(planned[k].first, row[i].first[k],
			    "row %zu, job %zu: first plan", i, k);
			is_i64(planned[k].last, row[i].last[k], "last plan");
		}
	}
	ft_trace_free(&trace);
	/* a ends at 4, before its limit: b moves from 10 to 4, c from 20 */
	read_trace(&trace, "a:0:4:4:10 b:1:4:10 c:2:4:8");
	for (int policy = FT_POOL_EASY; policy <= FT_POOL_CONSERVATIVE;
	     policy++) {
		bool all = policy == FT_POOL_CONSERVATIVE;
		struct ft_pool pool = { .procs = 4,
			.policy = (enum ft_pool_policy)policy,
			.planned = planned };

		ft_pool_run(&pool, &trace, outcome, NULL);
		is_i64(planned[1].first, 10, "b: if a takes its limit");
		is_i64(outcome[1].start, 4, "it starts when a ends");
		is_i64(planned[2].first, all ? 20 : 14, "c: behind b");
		is_i64(planned[2].last, 14, "c: and in the end");
	}
	ft_trace_free(&trace);
}

/* Few of many users change and wait; a thousand half-lives pass. */
static void
test_large_tree(void)
{
	struct ft_pool pool = { .procs = 1,
		.policy = FT_POOL_FCFS,
		.order = FT_POOL_BY_FAIRTREE,
		.period = 10,
		.half_life = 10 };
	struct ft_str text = { 0 };
	struct fixture fixture;
	uint32_t leaf[5];

	ft_str_add(&text, "physics 1\n");
	for (int i = 0; i < 200; i++)
		ft_str_addf(&text, "  u:u%d 1\n", i);
	fixture_init(&fixture, ft_str_text(&text));
	pool.tree = fixture.tree;
	pool.leaf = leaf;
	leaf[0] = leaf[4] = fixture_node(&fixture, "physics/u7");
	leaf[1] = fixture_node(&fixture, "physics/u1");
	leaf[2] = leaf[3] = fixture_node(&fixture, "physics/u150");
	/* a has used 100 seconds, b 20: but of a's next to nothing is left */
	is_schedule(&pool,
	    "a:0:1:100 c:1:1:5 b:10000:1:20 b:10001:1:5 a:10002:1:5",
	    "0-100 100-105 10000-10020 10025-10030 10020-10025",
	    "what is long ago does not count");
	fixture_free(&fixture);
	ft_str_free(&text);
}

static bool
stop_soon(void *ctx, double done)
{
	int *calls = ctx;

	++*calls;
	return done < 0.4;
}

/* What is not done, and what is told. */
static void
test_counts(void)
{
	struct ft_pool pool = { .procs = 4,
		.policy = FT_POOL_EASY,
		.order = FT_POOL_BY_USAGE,
		.period = 10 };
	struct ft_outcome *outcome;
	struct ft_trace trace;
	struct ft_error err;
	size_t never = 0;
	int calls = 0;

	is_schedule(&pool, "a:0:2:100 b:10:2:500 c:700:4:100",
	    "0-100 10-510 700-800", "nobody waits");
	is_u64(pool.passes + pool.orderings + pool.longest, 0,
	    "so nothing is looked at");
	is_schedule(&pool, "a:0:4:1000 b:10:2:5 c:20:2:5",
	    "0-1000 1000-1005 1000-1005", "two wait for one");
	is_u64(pool.passes, 1, "one pass, when there is room");
	is_u64(pool.orderings, 1, "one ordering for it");
	is_u64(pool.longest, 2, "two waited");
	ft_trace_init(&trace);
	for (int i = 0; i < 50000; i++)
		ft_trace_add(&trace)->submit = i;
	outcome = ft_calloc(trace.n, sizeof *outcome);
	pool.report = stop_soon;
	pool.ctx = &calls;
	is_i64(ft_pool_run(&pool, &trace, outcome, &err), FT_OK,
	    "it can be stopped");
	for (size_t i = 0; i < trace.n; i++)
		never +=
		    outcome[i].start < 0 && outcome[i].state == FT_JOB_PENDING;
	ok(pool.stopped && calls > 1 && never > 20000 && never < 35000,
	    "and the rest never starts");
	ft_free(outcome);
	ft_trace_free(&trace);
}

/*
 * a runs 100..110, b waits for it, c comes later: what starts by a given second,
 * and how much is looked at.
 */
static void
test_until(void)
{
	static const struct {
		int64_t until;
		const char *want;
	} row[] = {
		{ 99, "-1--1PD -1--1PD -1--1PD" },
		{ 100, "100-110 -1--1PD -1--1PD" },
		{ 109, "100-110 -1--1PD -1--1PD" },
		{ 110, "100-110 110-120 -1--1PD" },
		{ 0, "100-110 110-120 200-205" },
	};
	struct ft_str got = { 0 };
	struct ft_trace trace;

	read_trace(&trace, "a:100:3:10 b:101:2:10 c:200:4:5");
	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_pool pool = { .procs = 4, .until = row[i].until };
		struct ft_outcome outcome[3];

		ft_pool_run(&pool, &trace, outcome, NULL);
		tell(&got, outcome, FT_COUNT(outcome));
		is_str(ft_str_text(&got), row[i].want, "until %" PRId64,
		    row[i].until);
	}
	ft_str_free(&got);
	ft_trace_free(&trace);
}

static void
test_refused(void)
{
	struct ft_pool pool = { .procs = 0 };
	struct ft_outcome outcome[2];
	struct fixture fixture;
	uint32_t leaf[2] = { 0, 0 };
	struct ft_trace trace;
	struct ft_error err;

	read_trace(&trace, "a:5:1:10 b:4:1:10");
	is_i64(ft_pool_run(&pool, &trace, outcome, &err), FT_EINVAL,
	    "no processors");
	pool.procs = 4;
	is_i64(ft_pool_run(&pool, &trace, outcome, &err), FT_EINVAL,
	    "a trace that is not sorted");
	is_str(err.text,
	    "job 2 of the trace came before the one in front of it",
	    "says which");
	trace.job[1].submit = 6;
	pool.order = FT_POOL_BY_USAGE;
	is_i64(
	    ft_pool_run(&pool, &trace, outcome, &err), FT_EINVAL, "no period");
	pool.period = 1;
	pool.order = FT_POOL_BY_FAIRTREE;
	fixture_init(&fixture, "physics 1\n  u:ann 1\n");
	pool.tree = fixture.tree;
	pool.leaf = leaf;
	is_i64(ft_pool_run(&pool, &trace, outcome, &err), FT_EINVAL,
	    "a leaf that is an account");
	is_str(err.text, "job 1 of the trace belongs to no user of the tree",
	    "says whose");
	trace.n = 0;
	is_i64(ft_pool_run(&pool, &trace, outcome, &err), FT_OK,
	    "no jobs are fine");
	fixture_free(&fixture);
	ft_trace_free(&trace);
}

int
main(void)
{
	test_policies();
	test_extra();
	test_overrun();
	test_feedback();
	test_failure();
	test_foresight();
	test_maintenance();
	test_usage();
	test_fairtree();
	test_values();
	test_orders();
	test_depth();
	test_planned();
	test_large_tree();
	test_counts();
	test_until();
	test_refused();
	return done_testing();
}
