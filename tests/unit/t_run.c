/*
 * Time passes: who starts when, and what is charged.  Seconds are those of the
 * four nodes of Slurm 22.05 that the numbers in man/fsim.1 are from.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/str.h"
#include "lib/acctline.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "sim/change/change.h"
#include "sim/job/job.h"
#include "sim/queue/queue.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/usage/ledger.h"
#include "sim/priority/priority.h"
#include "sim/world/event.h"
#include "sim/submit/submit.h"
#include "store/job/jobs.h"
#include "tap/tap.h"

static struct ft_error err;

/* The order of starts: "3@3 1@8": numbers and seconds from the beginning. */
struct starts {
	struct ft_str text;
	int64_t zero;
};

static void
note(void *ctx, const struct ft_sim_event *event)
{
	struct starts *starts = ctx;

	if (event->kind == FT_SIM_START)
		ft_str_addf(&starts->text, "%s%u@%d",
		    starts->text.len ? " " : "", event->job->number,
		    (int)(event->at - starts->zero));
}

static void
run(struct smallworld *small, int64_t seconds, struct starts *starts)
{
	struct ft_run run = { .until = small->world.now + seconds,
		.report = starts ? note : NULL,
		.ctx = starts };

	if (ft_world_run(&small->world, &run, &err) != FT_OK)
		bail("%s", err.text);
}

static struct ft_job *
submit(struct smallworld *small, const char *user, uint32_t nodes,
    int64_t minutes, int64_t seconds)
{
	struct ft_job *job = smallworld_job(small, user);

	job->min_nodes = job->max_nodes = nodes;
	job->nodes_given = true;
	job->tasks_wanted = 16 * nodes;
	job->time_limit = minutes;
	job->run_time = seconds;
	return smallworld_submit(small, job);
}

static void
prefer(struct smallworld *small, struct ft_job *job, int64_t site)
{
	job->site_factor = site;
	ft_world_reprioritise(&small->world, job);
	ft_world_changed(&small->world, job);
}

#define RASTER                                                                 \
	"SchedulerType=sched/backfill\n"                                       \
	"SchedulerParameters=bf_interval=5,sched_interval=5\n"

static void
priority_decides(void)
{
	struct smallworld small;
	struct starts starts = { .zero = STOREFILE_NOW };

	smallworld_open(&small, RASTER);
	submit(&small, "ann", 4, 1, 8);
	prefer(&small, submit(&small, "bob", 4, 1, 3), 10);
	prefer(&small, submit(&small, "cy", 4, 1, 3), 20);
	run(&small, 40, &starts);
	/*
	 * 3 s are waited for others who submit; ends at 6 and 9 are seen once
	 * 3 s have gone since the run at 5, then the one at 8 (real: the same
	 * seconds between).
	 */
	is_str(ft_str_text(&starts.text), "3@3 2@8 1@13",
	    "priority decides, not who came first");
	ft_str_free(&starts.text);
	smallworld_close(&small);
}

/*
 * The iteration on the slides: jobs 3 (two partitions), 1, 6 and 7 with
 * default_queue_depth=4 make five records, sorted by priority.  Job 3 starts in
 * its first partition, so its second record is passed over and not counted.
 * A limited run looks at one more than the depth: with a depth of 1 Slurm 22.05
 * started the job of two partitions and the next one.
 */
static void
iteration(unsigned depth, const char *want)
{
	struct smallworld small;
	struct starts starts = { .zero = STOREFILE_NOW };
	struct ft_job *job[8];
	char more[200];

	snprintf(more, sizeof more,
	    "SchedulerType=sched/builtin\nSchedulerParameters=sched_interval="
	    "1000,default_queue_depth=%u\n",
	    depth);
	smallworld_open(&small, more);
	for (unsigned i = 1; i <= 7; i++) {
		struct ft_job *one = job[i] = smallworld_job(&small, "ann");

		if (i == 3)
			one->partitions =
			    ft_world_string(&small.world, "debug,other");
		smallworld_submit(&small, one);
	}
	prefer(&small, job[3], 400);
	prefer(&small, job[1], 300);
	prefer(&small, job[6], 200);
	prefer(&small, job[7], 100);
	for (unsigned i = 2; i <= 5; i++)
		if (i != 3)
			ft_world_hold(
			    &small.world, &smallworld_root, job[i], false);
	run(&small, 4, &starts);
	is_str(ft_str_text(&starts.text), want, "depth %u", depth);
	ft_str_free(&starts.text);
	smallworld_close(&small);
}

static void
times(void)
{
	struct smallworld small;
	struct ft_job *late, *begins, *limited, *dependent;
	struct ft_submit_request request = {
		.asker = &smallworld_root, .qos = "", .at = STOREFILE_NOW + 1000
	};

	smallworld_open(&small, RASTER);
	request.job = late = smallworld_job(&small, "ann");
	if (ft_world_submit(&small.world, &request) != FT_REFUSE_NONE)
		bail("refused");
	begins = smallworld_job(&small, "bob");
	begins->begins = STOREFILE_NOW + 500;
	smallworld_submit(&small, begins);
	limited = submit(&small, "cy", 1, 1, 1000);
	dependent = smallworld_job(&small, "cy");
	dependent->dependency = ft_world_string(&small.world, "afterany:3");
	smallworld_submit(&small, dependent);
	run(&small, 100, NULL);
	ok(limited->state == FT_JOB_TIMEOUT &&
		limited->reason == FT_REASON_TIME_LIMIT,
	    "a job ends by its limit");
	is_i64(limited->ended - STOREFILE_NOW, 90,
	    "limits are looked at every 30 s: 87 s for one minute");
	is_i64(dependent->started - STOREFILE_NOW, 93,
	    "who waits for it starts after");
	ok(begins->state == FT_JOB_PENDING &&
		begins->reason == FT_REASON_BEGIN_TIME,
	    "one begins later");
	run(&small, 500, NULL);
	is_i64(begins->started - STOREFILE_NOW, 500, "it begins");
	run(&small, 5000, NULL);
	is_i64(
	    late->started - STOREFILE_NOW, 1000, "a job of the future arrives");
	is_i64(late->ended - late->started, 10, "and runs as long as it does");
	is_i64(small.world.now - STOREFILE_NOW, 5600, "time passed");
	smallworld_close(&small);
}

/* ---- one run or many ---------------------------------------------------------- */

static void
many_jobs(struct smallworld *small, uint64_t seed)
{
	static const char *const users[] = { "ann", "bob", "cy" };
	struct ft_submit_request request = { .asker = &smallworld_root,
		.qos = "" };
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	for (int i = 0; i < 120; i++) {
		struct ft_job *job =
		    smallworld_job(small, users[ft_rng_below(&rng, 3)]);

		job->tasks_wanted = 1 + ft_rng_below(&rng, 40);
		job->time_limit = 1 + ft_rng_below(&rng, 30);
		job->run_time = 1 + ft_rng_below(&rng, 1500);
		if (ft_rng_below(&rng, 4) == 0)
			job->partitions =
			    ft_world_string(&small->world, "debug,other");
		request.job = job;
		request.at = STOREFILE_NOW + ft_rng_below(&rng, 7200);
		if (ft_world_submit(&small->world, &request) != FT_REFUSE_NONE)
			bail("refused");
	}
}

static char *
what_became(const struct ft_world *world)
{
	struct ft_str text = { 0 };

	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		ft_str_addf(&text, "%u %s %d-%d %s %s\n", job->number,
		    ft_job_state_name(job->state),
		    (int)(job->started ? job->started - STOREFILE_NOW : 0),
		    (int)(job->ended ? job->ended - STOREFILE_NOW : 0),
		    job->partition, job->nodes);
	}
	return text.data;
}

static void
reload(struct smallworld *small)
{
	struct ft_world_load all = { .all_jobs = true };

	if (!storefile_begin(small->store) ||
	    ft_save_world(&small->world, small->store, &err) != FT_OK)
		bail("%s", err.text);
	storefile_commit(small->store);
	ft_world_free(&small->world);
	if (ft_load_world(&small->world,
		&(struct ft_load_source){
		    .store = small->store, .conf = &small->conf, .cluster = 1 },
		&all, &err) != FT_OK)
		bail("%s", err.text);
}

/* The same jobs in one go, and in pieces between which the world is saved and
 * read anew, as commands do. */
static void
one_or_many(uint64_t seed)
{
	struct smallworld one, many;
	char *a, *b;

	smallworld_open(&one, RASTER "PriorityDecayHalfLife=1:0:0\n");
	smallworld_open(&many, RASTER "PriorityDecayHalfLife=1:0:0\n");
	many_jobs(&one, seed);
	many_jobs(&many, seed);
	run(&one, 10000, NULL);
	for (int64_t left = 10000, step = 1; left > 0; left -= step) {
		step = 1 + (left * 7919) % 97;
		if (step > left)
			step = left;
		run(&many, step, NULL);
		reload(&many);
	}
	a = what_became(&one.world);
	b = what_became(&many.world);
	is_str(b, a, "in pieces as in one go, seed %d", (int)seed);
	ok(strstr(a, "COMPLETED") && strstr(a, "TIMEOUT"),
	    "some end, some are ended");
	ft_free(a);
	ft_free(b);
	smallworld_close(&one);
	smallworld_close(&many);
}

/* ---- usage ------------------------------------------------------------------------ */

/* What the ledger says against what the store makes of the charges. */
static void
usage_agrees(uint64_t seed)
{
	struct smallworld small;
	struct ft_world *world = &small.world;
	ft_real *before, *all;
	const ft_real *usage;
	long double off = 0, most = 0;
	uint32_t n;

	smallworld_open(&small, RASTER "PriorityDecayHalfLife=1:0:0\n");
	many_jobs(&small, seed);
	run(&small, 4000, NULL);
	n = world->tree->n;
	before = ft_calloc(2 * (size_t)n, sizeof *before);
	usage = ft_world_usage_at_pass(world);
	memcpy(before, usage, n * sizeof *before);
	usage = ft_world_usage(world);
	memcpy(before + n, usage, n * sizeof *before);
	reload(&small);
	usage = ft_world_usage_at_pass(world);
	all = before + n;
	for (uint32_t i = 0; i < n; i++) {
		off = fmaxl(off, fabsl(usage[i] - before[i]));
		most = fmaxl(most, usage[i]);
	}
	usage = ft_world_usage(world);
	for (uint32_t i = 0; i < n; i++)
		off = fmaxl(off, fabsl(usage[i] - all[i]));
	ok(world->n_running > 0 && most > 10000,
	    "jobs run, and much was used (seed %d)", (int)seed);
	/* pow() of a pass is a double: 67 passes of 1e-16 each */
	near(off, 0, most * 1e-13L,
	    "the store makes the same usage of the charges");
	ft_free(before);
	smallworld_close(&small);
}

static void
charges(void)
{
	struct smallworld small;
	struct ft_world *world = &small.world;
	const ft_real *usage;

	/* half-life of a minute: f = 1 - 0.693 / 60 */
	smallworld_open(&small, RASTER "PriorityDecayHalfLife=1\n");
	submit(&small, "ann", 1, 10, 80);
	run(&small, 59, NULL);
	is_real(ft_world_usage(world)[0], 0, "nothing before the first pass");
	run(&small, 1, NULL);
	usage = ft_world_usage(world);
	/* 16 CPUs x 57 s x f^57, as Slurm booked it */
	near(usage[0], 470.34L, 0.005L, "a pass books what ran");
	run(&small, 30, NULL);
	/* and 16 x 23 s x f^23 = 281.71 at its end */
	near(ft_world_usage(world)[0], 470.34L + 281.71L, 0.01L,
	    "its end the rest");
	near(ft_world_usage_at_pass(world)[0], 470.34L, 0.005L,
	    "which shares see at the next pass");
	run(&small, 30, NULL);
	near(ft_world_usage_at_pass(world)[0], 752.05L * 0.498061L, 0.01L,
	    "that decays it by all of its period");
	run(&small, 86400, NULL);
	ok(ft_world_usage(world)[0] > 0 && ft_world_usage(world)[0] < 1e-300L,
	    "a day later next to nothing is left");
	smallworld_close(&small);
}

/* Monthly: 1700000000 is 2023-11-14T22:13:20 UTC. */
static void
resets(void)
{
	struct smallworld small;
	struct ft_world *world = &small.world;

	smallworld_open(&small, RASTER "PriorityDecayHalfLife=0\n"
				       "PriorityUsageResetPeriod=MONTHLY\n");
	submit(&small, "ann", 1, 10, 100);
	run(&small, 16 * 86400, NULL);
	is_real(ft_world_usage(world)[0], 1600, "kept until the month ends");
	run(&small, 86400, NULL);
	is_real(ft_world_usage(world)[0], 0, "nothing on the first");
	is_i64(world->reset, 1701388800, "the reset is remembered");
	reload(&small);
	is_real(ft_world_usage(world)[0], 0, "and kept");
	smallworld_close(&small);
}

/* Append what weeks leave in which only jobs wait that cannot start; step: no
 * decay pass is skipped. */
static void
quiet_weeks(struct ft_str *text, bool step)
{
	struct smallworld small;
	struct ft_world *world = &small.world;
	struct ft_job *waits[2];
	static const char *const users[] = { "ann", "bob" };

	smallworld_open(&small,
	    RASTER "NodeName=d1 CPUs=16 RealMemory=64000 State=DOWN\n"
		   "PartitionName=broken Nodes=d1\n"
		   "PriorityDecayHalfLife=2-0\nPriorityMaxAge=3-0\n"
		   "PriorityWeightAge=1000\nPriorityWeightFairshare=1000\n"
		   "PriorityUsageResetPeriod=MONTHLY\n");
	world->queue->forgets = step;
	submit(&small, "ann", 1, 10, 80);
	for (size_t i = 0; i < FT_COUNT(waits); i++) {
		waits[i] = smallworld_job(&small, users[i]);
		waits[i]->partitions = ft_world_string(world, "broken");
		smallworld_submit(&small, waits[i]);
	}
	for (int week = 0; week < 6; week++) {
		struct ft_run run = { .until = world->now + 604800 + week };

		if (ft_world_run(world, &run, &err) != FT_OK)
			bail("%s", err.text);
		ft_str_addf(text, "%d passes, %u %u, %La; ", (int)run.passes,
		    waits[0]->priority, waits[1]->priority,
		    ft_world_usage(world)[0]);
		if (week == 3)
			submit(&small, "cy", 1, 1000, 50000);
	}
	smallworld_close(&small);
}

static void
skips(void)
{
	struct ft_str one = { 0 }, all = { 0 };

	quiet_weeks(&one, true);
	quiet_weeks(&all, false);
	is_str(ft_str_text(&all), ft_str_text(&one),
	    "passes that only let usage decay leave the same one by one");
	ft_str_free(&one);
	ft_str_free(&all);
}

int
main(void)
{
	priority_decides();
	iteration(4, "3@3 1@3 6@3 7@3");
	iteration(2, "3@3 1@3 6@3");
	iteration(1, "3@3 1@3");
	times();
	for (uint64_t seed = 1; seed <= 3; seed++)
		one_or_many(seed);
	for (uint64_t seed = 4; seed <= 6; seed++)
		usage_agrees(seed);
	charges();
	resets();
	skips();
	return done_testing();
}
