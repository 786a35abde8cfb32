/* metrics: the arithmetic stands beside each number. */
#include <math.h>
#include <string.h>

#include "lib/fixture.h"
#include "model/job/job.h"
#include "sim/metrics/private.h"
#include "tap/tap.h"

/* Sums of a handful of fractions: some units in the last of 53 bits. */
#define ROUNDING 1e-12L

static struct fixture fixture;
static struct ft_trace trace;
static struct ft_outcome outcome[16];
static uint32_t leaf[16];

static void
begin(const char *tree)
{
	fixture_init(&fixture, tree);
	ft_trace_init(&trace);
}

static void
end(void)
{
	ft_trace_free(&trace);
	fixture_free(&fixture);
}

/* A job of WHO ("account/user"); start -1: never. */
static struct ft_trace_job *
job(const char *who, uint32_t procs, int64_t submit, int64_t start,
    int64_t stop)
{
	size_t i = trace.n;
	struct ft_trace_job *row = ft_trace_add(&trace);
	const char *user = strchr(who, '/') + 1;

	row->submit = submit;
	row->procs = procs;
	row->run = start >= 0 && stop >= 0 ? stop - start : 100;
	row->user = ft_trace_name(&trace, &trace.user, user, strlen(user));
	row->account = ft_trace_name(
	    &trace, &trace.account, who, (size_t)(user - who) - 1);
	outcome[i] = (struct ft_outcome){ start, stop,
		start < 0 ? FT_JOB_PENDING : FT_JOB_COMPLETED };
	leaf[i] = fixture_node(&fixture, who);
	return row;
}

static struct ft_metrics_input
input_of(uint32_t procs, int64_t window)
{
	return (struct ft_metrics_input){ .trace = &trace,
		.outcome = outcome,
		.procs = procs,
		.tree = fixture.tree,
		.names = &fixture.names,
		.leaf = leaf,
		.window = window };
}

static struct ft_metrics
metrics_of(uint32_t procs, int64_t window)
{
	struct ft_metrics_input input = input_of(procs, window);
	struct ft_metrics metrics;

	ft_metrics_make(&metrics, &input);
	return metrics;
}

static const struct ft_metrics_row *
row_of(const struct ft_metrics_row *row, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(row[i].name, name))
			return &row[i];
	bail("no row '%s'", name);
}

static const char shares[] = "physics 3\n"
			     "  u:ann 1\n"
			     "  u:bob 1\n"
			     "chem 1\n"
			     "  u:eve 1\n";

/*
 * Four processors, two windows of 100 s.  eve waits for ann's second job:
 *
 *     job    procs  submit  start  end   wait  run
 *     ann 1      2       0      0  100      0  100
 *     bob        2       0      0   50      0   50
 *     eve        2       0    100  200    100  100
 *     ann 2      2      20     50  150     30  100
 */
static void
play_unfair(void)
{
	begin(shares);
	job("physics/ann", 2, 0, 0, 100);
	job("physics/bob", 2, 0, 0, 50);
	job("chem/eve", 2, 0, 100, 200);
	job("physics/ann", 2, 20, 50, 150);
}

static void
check_all(void)
{
	struct ft_metrics m;

	play_unfair();
	m = metrics_of(4, 100);
	is_u64(m.all.jobs, 4, "jobs");
	is_u64(m.all.started, 4, "started");
	is_u64(m.all.ended, 4, "ended");
	is_i64(m.from, 0, "from");
	is_i64(m.to, 200, "to");
	/* 200 + 100 + 200 + 200 */
	is_real(m.all.area, 700, "area");
	/* 700 / (4 * 200) */
	near(m.utilisation, 0.875L, ROUNDING, "utilisation");
	is_real(m.makespan, 200, "makespan");
	/* 4 in 200 s: 4 * 3600 / 200 */
	near(m.throughput, 72, ROUNDING, "throughput");
	/* 0, 0, 30, 100 */
	near(m.all.wait_mean, 32.5L, ROUNDING, "mean wait");
	near(m.all.wait_median, 15, ROUNDING, "median wait: (0 + 30) / 2");
	/* at least 0.9 * 4 = 3.6 of them: the fourth */
	is_real(m.all.wait_p90, 100, "p90 of the wait");
	is_real(m.all.wait_max, 100, "longest wait");
	/* 1, 1, 200 / 100, 130 / 100 */
	near(m.all.slowdown_mean, 5.3L / 4, ROUNDING, "mean slowdown");
	near(m.all.slowdown_median, 1.15L, ROUNDING, "median slowdown");
	is_u64(m.n_point, 2, "two windows");
	/* 400 of 400, 300 of 400 */
	near(m.point[0].utilisation, 1, ROUNDING, "first window full");
	near(m.point[1].utilisation, 0.75L, ROUNDING, "second window");
	/* eve 100 s, ann 30 s, of 100 s; nobody later */
	near(m.point[0].waiting, 1.3L, ROUNDING, "waiting at first");
	near(m.point[1].waiting, 0, ROUNDING, "nobody waits later");
	ft_metrics_free(&m);
	end();
}

/*
 * First window, 400 processor seconds.  Demand: ann 200 + 2 * 80 = 360 (her
 * second job came at 20), bob 100, eve 200.  physics is promised 3/4 of 400 =
 * 300 of its 460, chem 100 of its 200; bob is content with 100 of his half of
 * 300, ann gets the other 200.  Promised 2/4, 1/4, 1/4; delivered: ann 300, bob
 * 100, eve 0.
 * Second window: what is wanted (ann 100, eve 200) is there.
 */
static void
check_fair(void)
{
	/* x = delivered / promised: 1.5, 1, 0; (2.5)^2 / (3 * (2.25 + 1)) */
	const long double jain = 6.25L / 9.75L;
	struct ft_metrics m;

	play_unfair();
	m = metrics_of(4, 100);
	near(m.point[0].user.unfairness, 0.125L, ROUNDING,
	    "(3/4 - 2/4)^2 + 0 + (0 - 1/4)^2");
	near(m.point[0].user.jain, jain, ROUNDING, "Jain of users");
	/* physics 1 of 3/4, chem 0 of 1/4 */
	near(m.point[0].account.unfairness, 0.125L, ROUNDING, "of accounts");
	near(m.point[0].account.jain, 0.5L, ROUNDING, "one of two: 1/2");
	near(m.point[1].user.unfairness, 0, ROUNDING, "then all is fair");
	near(m.point[1].user.jain, 1, ROUNDING, "then Jain is 1");
	is_u64(m.point[0].users, 3, "three want something");
	is_u64(m.point[1].users, 2, "then two");
	/* 400 delivered in the first window, 300 in the second */
	near(m.user.unfairness, 0.125L * 400 / 700, ROUNDING, "mean");
	near(m.user.jain, (400 * jain + 300) / 700, ROUNDING, "mean Jain");
	ft_metrics_free(&m);
	end();
}

static void
check_rows(void)
{
	const struct ft_metrics_row *row;
	struct ft_metrics m;
	long double d;

	play_unfair();
	m = metrics_of(4, 100);
	is_u64(m.n_user, 3, "three users");
	is_u64(m.n_account, 2, "two accounts");
	is_str(m.users[0].name, "ann", "by name");
	row = row_of(m.users, m.n_user, "ann");
	is_u64(row->jobs, 2, "ann's jobs");
	near(row->wait_mean, 15, ROUNDING, "(0 + 30) / 2");
	is_real(row->wait_p90, 30, "the second of two");
	near(row->share, 3.0L / 8, ROUNDING, "half of 3/4");
	near(row->delivered, 400.0L / 700, ROUNDING, "400 of 700");
	/* 200 + 100 of 400 + 300 */
	near(row->promised, 300.0L / 700, ROUNDING, "promised to ann");
	row = row_of(m.accounts, m.n_account, "chem");
	is_u64(row->jobs, 1, "chem's jobs");
	near(row->share, 0.25L, ROUNDING, "chem's share");
	/* 100 + 200 */
	near(row->promised, 300.0L / 700, ROUNDING, "promised to chem");
	near(row->delivered, 200.0L / 700, ROUNDING, "200 of 700");
	/* shares 3/8, 3/8, 2/8 against 4/7, 1/7, 2/7 */
	d = (4.0L / 7 - 3.0L / 8) * (4.0L / 7 - 3.0L / 8) +
	    (1.0L / 7 - 3.0L / 8) * (1.0L / 7 - 3.0L / 8) +
	    (2.0L / 7 - 2.0L / 8) * (2.0L / 7 - 2.0L / 8);
	near(m.user_tree.unfairness, d, ROUNDING, "against the whole tree");
	is_u64(m.n_top, 2, "both accounts are kept by window");
	is_str(m.accounts[m.top[0]].name, "physics", "most area first");
	near(m.delivered[0], 1, ROUNDING, "all to physics at first");
	near(m.promised[0], 0.75L, ROUNDING, "of which 3/4 was promised");
	near(m.delivered[3], 2.0L / 3, ROUNDING, "later 200 of 300 to chem");
	ft_metrics_free(&m);
	end();
}

/* A job that never starts wants, and waits, to the end. */
static void
check_never(void)
{
	struct ft_metrics m;

	begin(shares);
	job("physics/bob", 4, 0, 0, 300);
	job("chem/eve", 4, 50, -1, -1); /* would run 100 s */
	outcome[0].state = FT_JOB_TIMEOUT;
	m = metrics_of(4, 100);
	is_u64(m.all.started, 1, "one started");
	is_u64(m.all.timeout, 1, "and ran into its limit");
	is_u64(m.accounts[0].started, 0, "eve's did not");
	ok(isnan(m.accounts[0].wait_mean), "no wait to take a mean of");
	ok(isnan(m.accounts[0].wait_p90), "nor a p90");
	/* 50 of 100 s, then all the time */
	near(m.point[0].waiting, 0.5L, ROUNDING, "it waits from 50 on");
	near(m.point[1].waiting, 1, ROUNDING, "all through");
	near(m.point[2].waiting, 1, ROUNDING, "to the end");
	/* eve could use 200, gets 100 of 400 promised: 1/4 */
	near(m.point[0].user.unfairness, 0.125L, ROUNDING, "unfair at once");
	near(m.point[1].user.jain, 0.5L, ROUNDING, "one of two");
	near(m.utilisation, 1, ROUNDING, "all is used");
	ft_metrics_free(&m);
	/* one that could not start wants nothing that there is */
	outcome[1].state = FT_JOB_FAILED;
	m = metrics_of(4, 100);
	is_real(m.point[1].waiting, 0, "it does not wait");
	is_u64(m.point[1].users, 1, "it wants nothing");
	near(m.point[1].user.jain, 1, ROUNDING, "nothing is unfair then");
	is_u64(m.all.jobs, 2, "it is counted");
	ft_metrics_free(&m);
	end();
}

/* Seven days and nothing in six of them. */
static void
check_gap(void)
{
	struct ft_metrics m;

	begin(shares);
	job("chem/eve", 1, 1000, 1000, 1000 + 3600);
	job("chem/eve", 1, 1000 + 6 * 86400, 1000 + 6 * 86400,
	    1000 + 6 * 86400 + 1800);
	m = metrics_of(1, 0);
	is_i64(m.window, 3600, "six days: 144 windows of an hour");
	is_u64(m.n_point, 145, "and one for the end");
	near(m.point[0].utilisation, 1, ROUNDING, "an hour of work");
	is_real(m.point[70].utilisation, 0, "nothing");
	ok(isnan(m.point[70].user.jain), "nothing is neither fair nor unfair");
	/* the last window is half as long */
	near(m.point[144].utilisation, 1, ROUNDING, "half an hour of half");
	near(m.user.jain, 1, ROUNDING, "idle windows do not count");
	ft_metrics_free(&m);
	m = metrics_of(1, 1);
	ok(m.n_point <= FT_METRICS_POINTS, "no more windows than fit");
	/* 520,200 s: 64 s are the first double that is enough */
	is_i64(m.window, 64, "windows doubled");
	ft_metrics_free(&m);
	end();
}

static void
check_nothing(void)
{
	struct ft_metrics m;

	begin(shares);
	m = metrics_of(4, 0);
	is_u64(m.n_point, 0, "no jobs, no windows");
	is_u64(m.n_user, 0, "no jobs, no users");
	is_real(m.utilisation, 0, "no jobs, no use");
	ft_metrics_free(&m);
	job("chem/eve", 1, 5, -1, -1);
	m = metrics_of(4, 0);
	is_u64(m.n_point, 0, "no time, no windows");
	is_u64(m.all.jobs, 1, "the job is counted");
	ok(isnan(m.user_tree.jain) && isnan(m.account_tree.unfairness),
	    "nothing was delivered: neither fair nor unfair");
	ft_metrics_free(&m);
	job("chem/eve", 1, 5, 5, 5);
	outcome[1].end = 5;
	m = metrics_of(4, 0);
	near(m.all.slowdown_mean, 1, 0, "0 s are taken as 10");
	ft_metrics_free(&m);
	end();
}

static void
check_widths(void)
{
	struct ft_metrics m;

	begin(shares);
	job("chem/eve", 1, 0, 0, 10);
	job("chem/eve", 4, 0, 10, 20);
	job("chem/eve", 7, 0, 30, 40);
	m = metrics_of(8, 0);
	ok(!m.by_nodes, "no nodes are known");
	is_u64(m.n_width, 3, "1, 2-3, 4-7");
	is_u64(m.width[0].jobs, 1, "one of 1");
	is_u64(m.width[1].jobs, 0, "none of 2 or 3");
	is_u64(m.width[2].jobs, 2, "two of 4 to 7");
	is_u64(m.width[2].most, 7, "to 7");
	near(m.width[2].wait_mean, 20, ROUNDING, "(10 + 30) / 2");
	is_real(m.width[2].area, 110, "40 + 70");
	ft_metrics_free(&m);
	trace.job[1].nodes = 1;
	m = metrics_of(8, 0);
	ok(m.by_nodes, "nodes are known of one");
	is_u64(m.width[0].jobs, 2, "which asked for 1");
	is_u64(m.width[2].jobs, 1, "processors where they are not known");
	ft_metrics_free(&m);
	end();
}

/*
 * First come, first served, on four processors:
 *
 *     job  procs  submit  start  end  wait  response  area
 *     A        2       0      0   10     0        10    20
 *     B        4       0     10   15    10        15    20
 *     C        1       1     15   18    14        17     3
 *     D        2       2     15   35    13        33    40
 */
static void
play_toy(void)
{
	begin(shares);
	job("physics/ann", 2, 0, 0, 10);
	job("physics/bob", 4, 0, 10, 15);
	job("chem/eve", 1, 1, 15, 18);
	job("physics/ann", 2, 2, 15, 35);
}

static void
check_toy(void)
{
	struct ft_metrics_input input;
	struct ft_metrics m;

	play_toy();
	m = metrics_of(4, 0);
	near(m.all.wait_mean, 9.25L, ROUNDING, "(0 + 10 + 14 + 13) / 4");
	near(m.all.wait_area, 762.0L / 83, ROUNDING,
	    "(20 * 0 + 20 * 10 + 3 * 14 + 40 * 13) / 83");
	near(m.all.response_mean, 18.75L, ROUNDING, "(10 + 15 + 17 + 33) / 4");
	is_real(m.all.response_p90, 33, "number 0.9 * 4 = 3.6, so the fourth");
	near(m.all.response_area, 1871.0L / 83, ROUNDING,
	    "(20 * 10 + 20 * 15 + 3 * 17 + 40 * 33) / 83");
	near(m.all.slowdown_mean, 1.4625L, ROUNDING,
	    "(10/10 + 15/10 + 17/10 + 33/20) / 4");
	near(m.all.slowdown_area, 121.1L / 83, ROUNDING,
	    "(20 * 1 + 20 * 1.5 + 3 * 1.7 + 40 * 1.65) / 83");
	near(m.utilisation, 83.0L / 140, ROUNDING, "83 of 4 * 35");
	near(m.utilisation_submit, 0.5L, ROUNDING, "from 0 to 2: A alone");
	is_real(m.inversions, 0, "nobody overtook anybody");
	ok(isnan(m.fair.missed), "no fair starts are known");
	ok(!m.cut, "nothing is cut");
	ft_metrics_free(&m);
	input = input_of(4, 0);
	input.bound = 1;
	ft_metrics_make(&m, &input);
	near(m.all.slowdown_mean, (1 + 3 + 17.0L / 3 + 1.65L) / 4, ROUNDING,
	    "10/10, 15/5, 17/3, 33/20");
	ft_metrics_free(&m);
	end();
}

/*
 * Loss of capacity of the toy: two processors are idle from 0 to 10, but at first
 * only B waits, which needs four.  C comes at 1 and needs one: 2 * 9 = 18 are lost.
 * From 15 to 18 one is idle, afterwards two; nobody waits then.
 *
 * Lag, of shares 3/8, 3/8 and 2/8 of four processors: ann has jobs from 0 to 35 and
 * got 20 + 40; bob from 0 to 15 and got 20; eve from 1 to 18 and got 3.
 */
static void
check_loss(void)
{
	struct ft_outage outage = { .start = 0, .end = 99, .procs = 1 };
	struct ft_metrics_input input;
	struct ft_metrics m;

	play_toy();
	m = metrics_of(4, 0);
	near(m.loss, 18.0L / 140, ROUNDING, "18 of 4 * 35");
	near(m.all.slowdown_proc, 4.7L / 4, ROUNDING,
	    "10/10/2 and 15/10/4 are at least 1, 17/10/1, 33/20/2");
	near(row_of(m.users, m.n_user, "ann")->lag, 60 - 52.5L, ROUNDING,
	    "ann: 3/8 of 4 * 35");
	near(row_of(m.users, m.n_user, "bob")->lag, 20 - 22.5L, ROUNDING,
	    "bob: 3/8 of 4 * 15");
	near(row_of(m.users, m.n_user, "eve")->lag, 3 - 17, ROUNDING,
	    "eve: 2/8 of 4 * 17");
	near(row_of(m.accounts, m.n_account, "physics")->lag, 80 - 105,
	    ROUNDING, "physics: 3/4 of 4 * 35");
	near(m.all.lag, 83 - 140, ROUNDING, "all that was idle");
	ft_metrics_free(&m);
	/* one is away: one is idle when C comes */
	input = input_of(4, 0);
	input.outage = &outage;
	input.n_outage = 1;
	ft_metrics_make(&m, &input);
	near(m.loss, 9.0L / 140, ROUNDING, "1 * 9 of 4 * 35");
	ft_metrics_free(&m);
	/* C may not start before 8, one more waits in vain, one is refused */
	trace.job[2].eligible = 8;
	job("chem/eve", 3, 20, -1, -1);
	outcome[4].state = FT_JOB_PENDING;
	job("chem/eve", 1, 20, -1, -1);
	outcome[5].state = FT_JOB_FAILED;
	m = metrics_of(4, 0);
	/* D needs two of two since 2 */
	near(m.loss, 16.0L / 140, ROUNDING, "2 * 8 of 4 * 35");
	near(row_of(m.users, m.n_user, "eve")->lag, 3 - (17 + 15), ROUNDING,
	    "eve: 2/8 of 4 * 17 and of 4 * 15, until the end");
	ft_metrics_free(&m);
	end();
}

static void
check_cut(void)
{
	struct ft_metrics_input input;
	struct ft_metrics m;

	play_toy();
	job("chem/eve", 1, 30, 35, 36);
	input = input_of(4, 0);
	input.warmup = 5;
	ft_metrics_make(&m, &input);
	ok(m.cut, "there is a warm-up");
	is_u64(m.all.jobs, 5, "all jobs are counted");
	is_u64(m.all.measured, 1, "only the fifth is measured");
	is_real(m.all.wait_mean, 5, "its wait");
	is_real(m.all.wait_p90, 5, "its p90");
	/* A 5 s * 2, B 20, C 3, D 15 s * 2 of 25 s * 4 */
	near(m.utilisation_submit, 0.63L, ROUNDING, "from 5 to 30");
	near(m.utilisation, 84.0L / 144, ROUNDING, "the whole");
	ft_metrics_free(&m);
	input.cooldown = 10;
	ft_metrics_make(&m, &input);
	is_u64(m.all.measured, 0, "none was submitted from 5 to 20");
	ok(isnan(m.all.wait_mean) && isnan(m.all.wait_area), "no means");
	ok(isnan(m.inversions), "no order");
	/* A 10, B 20, C 3, D 5 s * 2 of 15 s * 4 */
	near(m.utilisation_submit, 43.0L / 60, ROUNDING, "from 5 to 20");
	ft_metrics_free(&m);
	input.warmup = 0;
	input.cooldown = 29;
	ft_metrics_make(&m, &input);
	is_u64(m.all.measured, 3, "A, B and C came at 30 - 29 = 1 or before");
	near(m.all.wait_mean, 8, ROUNDING, "(0 + 10 + 14) / 3");
	near(m.users[2].response_mean, 17, ROUNDING, "eve: C alone");
	near(m.width[0].wait_mean, 14, ROUNDING, "one processor: C alone");
	ft_metrics_free(&m);
	end();
}

/* Windows that reach into the warm-up or the cool-down are no part of means. */
static void
check_cut_windows(void)
{
	struct ft_metrics_input input;
	struct ft_metrics m;

	play_unfair();
	job("chem/eve", 4, 200, 200, 300);
	input = input_of(4, 100);
	input.warmup = 100;
	ft_metrics_make(&m, &input);
	near(m.point[0].user.unfairness, 0.125L, ROUNDING, "unfair at first");
	near(m.user.unfairness, 0, ROUNDING, "but that is not measured");
	ft_metrics_free(&m);
	input.warmup = 0;
	input.cooldown = 100;
	ft_metrics_make(&m, &input);
	/* the last submission is at 200, so the window 0..100 alone counts */
	near(m.user.unfairness, 0.125L, ROUNDING, "the first window alone");
	ft_metrics_free(&m);
	end();
}

/*
 * First window of play_unfair: ann has 300, bob 100, eve 0, of shares 3/8, 3/8
 * and 2/8; demand is 360, 100 and 200.  ann got most for her share: 300 / (3/8) =
 * 800.  Scaled to bob's share that is 300, of which he can use 100, and has it;
 * to eve's 200, which she could use: she envies 200 of the 400 delivered.  Second
 * window: ann has 100, all that she wants, eve 200.
 */
static void
check_envy(void)
{
	struct ft_metrics m;

	play_unfair();
	m = metrics_of(4, 100);
	near(m.point[0].envy.most, 0.5L, ROUNDING, "eve's envy");
	near(m.point[0].envy.envious, 1.0L / 3, ROUNDING, "one of three");
	is_real(m.point[1].envy.most, 0, "nobody later");
	is_real(m.point[1].envy.envious, 0, "none of two");
	near(m.envy.most, 0.5L * 400 / 700, ROUNDING, "mean by area");
	near(m.envy.envious, 400.0L / 3 / 700, ROUNDING, "mean of users");
	/* |3/4 - 2/4|, 0, |0 - 1/4| */
	near(m.point[0].user.variation, 0.25L, ROUNDING, "half of 1/2");
	near(m.point[0].account.variation, 0.25L, ROUNDING, "of accounts");
	near(m.user.variation, 0.25L * 400 / 700, ROUNDING, "mean deviation");
	ft_metrics_free(&m);
	end();
	/* shares .4, .4, .2; usage .5, .3, .2: (.1 + .1 + 0) / 2 */
	begin("u:a 4\nu:b 4\nu:c 2\n");
	job("root/a", 1, 0, 0, 50);
	job("root/b", 1, 0, 0, 30);
	job("root/c", 1, 0, 0, 20);
	m = metrics_of(4, 0);
	near(m.user_tree.variation, 0.1L, ROUNDING, "total variation");
	ft_metrics_free(&m);
	end();
	/* one without shares who got something is envied, and envies nobody */
	begin("u:a 0\nu:b 1\n");
	job("root/a", 1, 0, 0, 100);
	job("root/b", 1, 0, 100, 200);
	m = metrics_of(1, 100);
	is_real(m.point[0].envy.most, 1, "b could use all that a has");
	near(m.point[0].envy.envious, 0.5L, ROUNDING, "b alone");
	is_real(m.point[1].envy.most, 0, "a envies nobody");
	ft_metrics_free(&m);
	end();
}

static void
check_starts(void)
{
	static const int64_t fair[] = { 0, 0, 60, -1 };
	struct ft_metrics_input input;
	struct ft_metrics m;

	play_unfair();
	input = input_of(4, 100);
	input.fair = fair;
	ft_metrics_make(&m, &input);
	/* of starts 0, 0, 100, 50 the last two */
	near(m.inversions, 0.25L, ROUNDING, "one pair, four jobs");
	near(m.fair.missed, 0.25L, ROUNDING, "one of four");
	near(m.fair.mean, 10, ROUNDING, "(0 + 0 + 40 + 0) / 4");
	near(m.fair.mean_missed, 40, ROUNDING, "of the one");
	is_real(m.fair.p90, 40, "number 3.6, so the fourth");
	ft_metrics_free(&m);
	end();
	begin(shares);
	job("chem/eve", 1, 0, 30, 31);
	job("chem/eve", 1, 1, 40, 41);
	job("chem/eve", 1, 2, 50, 51);
	job("chem/eve", 1, 3, 35, 36);
	job("chem/eve", 1, 4, 32, 33);
	m = metrics_of(4, 0);
	/* 40 > 35, 40 > 32, 50 > 35, 50 > 32, 35 > 32 */
	near(m.inversions, 1, ROUNDING, "five pairs, five jobs");
	ft_metrics_free(&m);
	end();
}

/* ---- divisions, order ---------------------------------------------------------- */

static void
check_division(const char *tree, double capacity, const char *const *who,
    const double *wants, const double *want, size_t n, const char *name)
{
	struct metrics_due *due;
	uint32_t node[8];
	double given[8];
	const struct ft_claims claims = { node, wants, given, n };

	fixture_init(&fixture, tree);
	due = ft_metrics_due_new(fixture.tree);
	for (size_t i = 0; i < n; i++)
		node[i] = fixture_node(&fixture, who[i]);
	ft_metrics_divide(due, capacity, &claims);
	for (size_t i = 0; i < n; i++)
		near(given[i], want[i], ROUNDING, "%s: %s", name, who[i]);
	/* and once more: nothing is left from the turn before */
	ft_metrics_divide(due, capacity, &claims);
	near(given[0], want[0], ROUNDING, "%s, again", name);
	ft_metrics_due_free(due);
	fixture_free(&fixture);
}
#define LIST(type, ...) ((const type[]){ __VA_ARGS__ })
#define NAMES(...)      ((const char *const[]){ __VA_ARGS__ })

static void
check_divisions(void)
{
	check_division(shares, 40,
	    NAMES("physics/ann", "physics/bob", "chem/eve"),
	    LIST(double, 100, 100, 100), LIST(double, 15, 15, 10), 3,
	    "by shares");
	check_division(shares, 40, NAMES("physics/ann", "chem/eve"),
	    LIST(double, 100, 100), LIST(double, 30, 10), 2,
	    "a sibling takes what nobody wants");
	check_division(shares, 40,
	    NAMES("physics/ann", "physics/bob", "chem/eve"),
	    LIST(double, 2, 8, 100), LIST(double, 2, 8, 30), 3,
	    "what an account leaves goes to the other");
	check_division(shares, 1000, NAMES("physics/ann", "chem/eve"),
	    LIST(double, 2, 8), LIST(double, 2, 8), 2,
	    "nobody more than it wants");
	check_division("u:a 0\nu:b 0\nu:c 5\n", 12,
	    NAMES("root/a", "root/b", "root/c"), LIST(double, 9, 1, 4),
	    LIST(double, 7, 1, 4), 3, "no shares: what is left");
	/* below `lab` users stand beside those of physics: 1 + 1 + 2 */
	check_division("physics 3\n  u:ann 1\n  u:bob 1\n  lab parent\n"
		       "    u:dan 2\nchem 1\n  u:eve 1\n",
	    160, NAMES("physics/ann", "physics/bob", "lab/dan", "chem/eve"),
	    LIST(double, 500, 500, 500, 500), LIST(double, 30, 30, 60, 40), 4,
	    "shares of parent");
	/* a user of shares `parent` counts as one of 1 */
	check_division("physics 3\n  u:ann parent\n  u:bob 2\n", 30,
	    NAMES("physics/ann", "physics/bob"), LIST(double, 99, 99),
	    LIST(double, 10, 20), 2, "a user of parent");
}

static void
check_sort(void)
{
	static const double number[] = { 5, 0, 1e300, 3, 0.5, 3, 1e-300,
		1048576.5 };
	static const double sorted[] = { 0, 1e-300, 0.5, 3, 3, 5, 1048576.5,
		1e300 };
	struct metrics_key item[8], spare[8];

	for (uint32_t i = 0; i < 8; i++)
		item[i] =
		    (struct metrics_key){ ft_metrics_key_of(number[i]), i };
	ft_metrics_sort(item, spare, 8);
	for (uint32_t i = 0; i < 8; i++)
		is_real(ft_metrics_number_of(item[i].key), sorted[i],
		    "sorted, place %u", i);
	ok(item[3].job == 3 && item[4].job == 5, "equals stay as they were");
	ft_metrics_sort(item, spare, 0);
}

/* Users are put in the order people count. */
static void
check_names(void)
{
	static const char *const want[] = { "2", "10", "u", "u1x", "u9",
		"u10" };
	struct ft_metrics m;

	begin("a 1\n  u:u10 1\n  u:10 1\n  u:u9 1\n  u:u 1\n  u:2 1\n"
	      "  u:u1x 1\n");
	job("a/u10", 1, 0, 0, 1);
	job("a/10", 1, 0, 0, 1);
	job("a/u9", 1, 0, 0, 1);
	job("a/u", 1, 0, 0, 1);
	job("a/2", 1, 0, 0, 1);
	job("a/u1x", 1, 0, 0, 1);
	m = metrics_of(8, 0);
	for (size_t i = 0; i < 6; i++)
		is_str(m.users[i].name, want[i], "user %zu", i);
	ft_metrics_free(&m);
	end();
}

int
main(void)
{
	check_all();
	check_fair();
	check_rows();
	check_never();
	check_gap();
	check_nothing();
	check_widths();
	check_toy();
	check_loss();
	check_cut();
	check_cut_windows();
	check_envy();
	check_starts();
	check_divisions();
	check_sort();
	check_names();
	return done_testing();
}
