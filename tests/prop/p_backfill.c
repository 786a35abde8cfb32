/*
 * Random machines, queues and running jobs: what the schedulers promise.
 *
 *   room    no node, license or megabyte is given twice, whole nodes are whole
 *   order   in a pass of the main scheduler records come in the order of the
 *           queue, and behind the first job of a partition that finds its nodes
 *           busy nobody of that partition starts
 *   plans   what backfill starts is through before the plan of every job
 *           above it that has one of its nodes
 *   head    the first planned job is planned no later with the backfilled jobs
 *           running than before they started
 *   same    a pass that tells looks at all who wait, else only at those who could
 *           matter: the same jobs start at the same time on the same nodes
 *   memory  with and without what the schedulers remember jobs start, are
 *           planned and have the same priorities and reasons, though these
 *           change at each decay pass; the counters of sdiag are the same; also
 *           when jobs end early, are suspended and get other time limits
 *   delay   and it starts no later than if all below it did not exist
 *
 * Run times are the limits, so that plans come true, except for memory.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/smallworld.h"
#include "lib/storefile.h"
#include "sim/change/change.h"
#include "sim/job/job.h"
#include "sim/run/run.h"
#include "sim/world/array.h"
#include "sim/place/need.h"
#include "sim/queue/queue.h"
#include "sim/priority/priority.h"
#include "sim/world/event.h"
#include "sim/submit/submit.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define JOBS       40
#define RESOLUTION 60
#define MAX_NODES  128

static struct ft_error err;

/* ---- random worlds ------------------------------------------------------------ */

struct kind {
	const char *name;
	const char *conf; /* parameters of the scheduler */
	bool several;     /* partitions, licenses, named nodes, arrays */
	bool exact;       /* ends of jobs are hardly grouped */
	bool apart;       /* no licenses, and two groups of partitions */
	bool users; /* nodes of one partition are for one user at a time */
};

static const struct kind kinds[] = {
	{ "plain", "bf_interval=10,bf_window_linear=1,bf_resolution=60", false,
	    true, false, false },
	{ "several partitions", "bf_interval=10", true, false, false, false },
	{ "apart", "bf_interval=10", true, false, true, false },
	{ "apart, few tests", "bf_interval=10,bf_max_job_test=10", true, false,
	    true, false },
	{ "fine", "bf_interval=7,bf_resolution=1,bf_window_linear=1", false,
	    true, false, false },
	{ "few tests", "bf_interval=10,bf_max_job_test=5,bf_max_job_start=2",
	    true, false, false, false },
	{ "short window", "bf_interval=10,bf_window=20", false, false, false,
	    false },
	{ "licenses", "bf_interval=10,bf_licenses", true, false, false, false },
	{ "users", "bf_interval=10", true, false, false, true },
	{ "full runs", "bf_interval=30,sched_interval=5,batch_sched_delay=15",
	    true, false, true, false },
};

static uint32_t
below(struct ft_rng *rng, uint32_t bound)
{
	return ft_rng_below(rng, bound);
}

/* Take a node out of a partition. */
static void
leave_out(struct smallworld *small, uint32_t partition, const char *name)
{
	uint32_t *node = NULL;
	size_t n = 0;

	if (ft_machine_hosts(&small->world.machine, name, &node, &n, &err) !=
	    FT_OK)
		bail("%s", err.text);
	small->world.place->member[partition][node[0] / 64] &=
	    ~(UINT64_C(1) << node[0] % 64);
	ft_free(node);
}

static void
open_world_with(struct smallworld *small, struct ft_rng *rng,
    const struct kind *kind, const char *more)
{
	char conf[1000];

	snprintf(conf, sizeof conf,
	    "SchedulerType=sched/backfill\n"
	    "SchedulerParameters=%s,batch_sched_delay=3\n"
	    "SelectType=select/cons_tres\n"
	    "SelectTypeParameters=CR_Core_Memory\n"
	    "%s"
	    "NodeName=a[1-%u] CPUs=%u RealMemory=%u Weight=%u\n"
	    "NodeName=down[1-%u] CPUs=1 State=DOWN\n"
	    "NodeName=b1 CPUs=4 RealMemory=4000\n"
	    "PartitionName=half Nodes=%s PriorityTier=%u\n"
	    "PartitionName=alone Nodes=n[2-4],a1 OverSubscribe=EXCLUSIVE\n"
	    "NodeName=g1 CPUs=8 RealMemory=9000\n"
	    "PartitionName=apart Nodes=g1\n"
	    "%s",
	    kind->conf, kind->apart ? "" : "Licenses=gauss:3\n",
	    1 + below(rng, 3), 4 + 4 * below(rng, 3),
	    4000 + 1000 * below(rng, 8), 1 + below(rng, 2),
	    /* the nodes behind these may be in another word of the sets */
	    below(rng, 2) ? 1 : 60,
	    kind->users ? "ALL ExclusiveUser=YES" : "n[1-2],b1",
	    1 + below(rng, 2), more);
	smallworld_open(small, conf);
	/* Nodes=ALL would make one group of them */
	if (kind->apart)
		for (uint32_t p = 0; p < 2; p++)
			leave_out(small, p, "g1");
}

static void
open_world(
    struct smallworld *small, struct ft_rng *rng, const struct kind *kind)
{
	open_world_with(small, rng, kind, "");
}

static void
make_several(struct smallworld *small, struct ft_rng *rng,
    const struct kind *kind, struct ft_job *job)
{
	static const char *const partitions[] = { "debug", "other", "half",
		"alone", "debug,half", "apart" };
	struct ft_world *world = &small->world;

	job->partitions = ft_world_string(world, partitions[below(rng, 6)]);
	if (!kind->apart && below(rng, 4) == 0)
		job->licenses = ft_world_string(
		    world, below(rng, 2) ? "gauss:2" : "gauss:1");
	if (below(rng, 8) == 0)
		job->req_nodes = ft_world_string(world, "n2");
	if (below(rng, 6) == 0)
		job->exclusive = true;
	if (below(rng, 8) == 0)
		ft_array_parse(job, "1-4", 1000);
}

/* The I-th job of all; jobs that are not taken use the same random numbers. */
static struct ft_job *
make_job(struct smallworld *small, struct ft_rng *rng, const struct kind *kind)
{
	static const char *const users[] = { "ann", "bob", "cy" };
	struct ft_job *job = smallworld_job(small, users[below(rng, 3)]);
	uint32_t nodes = 1 + below(rng, 3);

	job->min_nodes = job->max_nodes = nodes;
	job->nodes_given = true;
	job->tasks_wanted = nodes * (1 + below(rng, 5));
	if (below(rng, 3) == 0) {
		job->min_nodes = 1;
		job->max_nodes = 0;
		job->nodes_given = false;
	}
	job->time_limit = 1 + below(rng, below(rng, 2) ? 10 : 90);
	job->run_time = job->time_limit * 60;
	if (below(rng, 3) == 0)
		job->mem_per_node = 500 * (1 + below(rng, 6));
	if (kind->several)
		make_several(small, rng, kind, job);
	return job;
}

/* Submit it unless it can never run; its rank of all decides its priority. */
static bool
submit(struct smallworld *small, struct ft_job *job, int64_t site)
{
	struct ft_world *world = &small->world;
	struct ft_asker asker = smallworld_asker(small, job->user);
	struct ft_submit_request request = {
		.asker = &asker, .job = job, .qos = ""
	};

	if (ft_world_submit(world, &request) != FT_REFUSE_NONE)
		return false;
	job->site_factor = site;
	ft_world_reprioritise(world, job);
	ft_world_changed(world, job);
	return true;
}

/* ---- what is looked at -------------------------------------------------------------- */

/* A plan told of in the pass under way. */
struct plan {
	uint32_t number;
	int64_t at;
	bool node[MAX_NODES];
};

struct watch {
	struct ft_world *world;
	struct plan plan[JOBS * 2];
	size_t n_plan;
	bool closed[8]; /* by partition */
	uint32_t last;  /* priority of the record before */
	uint64_t passes, backfilled, planned;
	int64_t head_plan; /* of the first planned in the last backfill pass */
	uint32_t head;
	const char *wrong;
	char what[200];
};

static void
wrong(struct watch *watch, const char *rule, const struct ft_job *job)
{
	if (watch->wrong)
		return;
	watch->wrong = rule;
	snprintf(watch->what, sizeof watch->what,
	    "job %" PRIu32 " at second %" PRId64 " on %s", job->number,
	    watch->world->now - STOREFILE_NOW, job->nodes);
}

static void
check_room(struct watch *watch, const struct ft_job *started)
{
	const struct ft_world *world = watch->world;
	uint64_t cpus[MAX_NODES] = { 0 }, memory[MAX_NODES] = { 0 }, gauss = 0;
	uint32_t jobs[MAX_NODES] = { 0 };
	bool whole[MAX_NODES] = { false };

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];

		for (size_t j = 0; j < job->n_node; j++) {
			uint32_t node = job->node[j].node;

			cpus[node] += job->node[j].cpus;
			memory[node] += job->node[j].memory;
			jobs[node]++;
			whole[node] |=
			    job->exclusive || !strcmp(job->partition, "alone");
		}
		for (size_t j = 0; j < job->n_license_need; j++)
			gauss += job->license_need[j].count;
	}
	if (gauss > 3)
		wrong(watch, "room: a license too many", started);
	for (size_t i = 0; i < world->machine.n_node; i++)
		if (cpus[i] > world->machine.node[i].cpus ||
		    memory[i] > world->machine.node[i].memory ||
		    (whole[i] && jobs[i] > 1))
			wrong(watch, "room: more than a node has", started);
}

/* What backfill starts must be through before the plans above it begin, as far
 * as they have nodes in common. */
static void
check_plans(struct watch *watch, const struct ft_job *job)
{
	const struct ft_world *world = watch->world;
	int64_t resolution = world->sched.value[FT_SCHED_BF_RESOLUTION];
	int64_t end = job->started + job->time_limit * 60;

	watch->backfilled++;
	for (size_t i = 0; i < watch->n_plan; i++) {
		const struct plan *plan = &watch->plan[i];
		int64_t begins = plan->at - plan->at % resolution;

		for (size_t j = 0; j < job->n_node; j++)
			if (plan->node[job->node[j].node] && end > begins)
				wrong(watch, "plans: one is put off", job);
	}
}

static void
note_plan(struct watch *watch, const struct ft_sim_event *event)
{
	struct plan *plan = &watch->plan[watch->n_plan];
	uint32_t *node = NULL;
	size_t n = 0;

	/* heads of arrays have several, the first is told */
	if (!event->time || watch->n_plan == JOBS * 2)
		return;
	watch->planned++;
	if (!watch->n_plan) {
		watch->head = event->job->number;
		watch->head_plan = event->time;
	}
	*plan =
	    (struct plan){ .number = event->job->number, .at = event->time };
	if (ft_machine_hosts(&watch->world->machine, event->job->sched_nodes,
		&node, &n, &err) != FT_OK)
		bail("%s", err.text);
	for (size_t i = 0; i < n; i++)
		plan->node[node[i]] = true;
	ft_free(node);
	watch->n_plan++;
}

static void
check_order(struct watch *watch, const struct ft_sim_event *event)
{
	const struct ft_job *job = event->job;
	const struct ft_partition *in = ft_world_partition(watch->world, job);
	size_t partition = (size_t)(in - watch->world->machine.partition);

	/* of one partition: else tiers count first, and records of one job
	 * have priorities of their own */
	if (strchr(job->partitions, ',') ||
	    watch->world->machine.partition[2].tier > 1)
		return;
	if (job->priority > watch->last)
		wrong(watch, "order: somebody lower came before", job);
	watch->last = job->priority;
	if (event->kind == FT_SIM_START && watch->closed[partition])
		wrong(watch, "order: past one that waits", job);
	if (event->kind == FT_SIM_BLOCK && !event->other &&
	    job->reason == FT_REASON_RESOURCES && !*job->req_nodes)
		watch->closed[partition] = true;
}

static void
see(void *ctx, const struct ft_sim_event *event)
{
	struct watch *watch = ctx;

	if (event->kind == FT_SIM_SCHEDULE) {
		watch->passes++;
		watch->last = UINT32_MAX;
		memset(watch->closed, 0, sizeof watch->closed);
		if (event->by == FT_SCHED_BACKFILL) {
			watch->n_plan = 0;
			watch->head = 0;
		}
	}
	if (event->kind == FT_SIM_START)
		check_room(watch, event->job);
	if (event->by == FT_SCHED_MAIN && event->job)
		check_order(watch, event);
	if (event->by == FT_SCHED_BACKFILL && event->kind == FT_SIM_START)
		check_plans(watch, event->job);
	if (event->by == FT_SCHED_BACKFILL && event->kind == FT_SIM_BLOCK)
		note_plan(watch, event);
}

/* Plans as told at the end of a second are those with all running that was
 * started in it. */
static void
check_head(struct watch *watch, const struct kind *kind)
{
	const struct ft_job *head;

	if (!kind->exact || !watch->head ||
	    watch->world->times.backfill_ran != watch->world->now)
		return;
	head = ft_world_find(watch->world, watch->head);
	/* the first group of ends reaches up to a minute: plan_int.h */
	if (head && head->state == FT_JOB_PENDING &&
	    head->expected > watch->head_plan + 60)
		wrong(watch, "head: planned for later than before", head);
}

/* ---- the same jobs ------------------------------------------------------------------- */

static void
add_start(void *ctx, const struct ft_sim_event *event)
{
	struct ft_str *text = ctx;

	if (event->kind == FT_SIM_START)
		ft_str_addf(text, "%" PRIu32 "@%" PRId64 " %s\n",
		    event->job->number, event->at - STOREFILE_NOW,
		    event->job->nodes);
}

enum way { SHORT, LONG, FORGETFUL, REMEMBERING };

/* What the run left: jobs and counters. */
static void
add_state(struct ft_str *text, const struct ft_world *world)
{
	const struct ft_tally *tally = &world->tally;

	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		ft_str_addf(text,
		    "%" PRIu32 " %s %s %" PRIu32 " at %" PRId64 " %" PRId64
		    " %" PRId64 " on %s\n",
		    job->number, ft_job_state_name(job->state),
		    ft_job_reason_name(job->reason), job->priority,
		    job->started, job->expected, job->last_eval, job->nodes);
	}
	ft_str_addf(text,
	    "main %" PRIu64 " depth %" PRIu64 " queue %" PRIu64 " deep %" PRIu64
	    "; cycles %" PRIu64 " depth %" PRIu64 " tried %" PRIu64
	    " table %" PRIu64 "\n",
	    tally->main_cycles, tally->main_depth, tally->main_queue,
	    tally->main_deep, tally->plan_cycles, tally->plan_depth,
	    tally->plan_tried, tally->plan_table);
}

/* Something happens to a running job. */
static void
disturb(struct ft_world *world, struct ft_rng *rng)
{
	uint32_t what = below(rng, 6);
	struct ft_job *job;

	if (!world->n_running)
		return;
	job = world->running[below(rng, (uint32_t)world->n_running)];
	if (job->suspended_by)
		ft_change_resume(world, job, FT_SUSPEND_USER);
	else if (what == 0)
		ft_change_suspend(world, job, FT_SUSPEND_USER);
	else if (what == 1) {
		job->time_limit = 1 + below(rng, 60);
		ft_world_changed(world, job);
	}
}

/* Priorities that change at each pass, and the order of jobs with them. */
static const char weights[] = "PriorityWeightAge=300\n"
			      "PriorityMaxAge=0-1\n"
			      "PriorityWeightFairshare=1000\n"
			      "PriorityWeightJobSize=100\n";

static void
list_starts(
    struct ft_str *text, uint64_t seed, const struct kind *kind, enum way way)
{
	struct smallworld small;
	bool states = way >= FORGETFUL;
	struct ft_run run = { .explain = way == LONG,
		.report = states ? NULL : add_start,
		.ctx = text };
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	open_world_with(&small, &rng, kind, states && seed % 2 ? weights : "");
	small.world.queue->forgets = way == FORGETFUL;
	run.until = small.world.now;
	for (size_t i = 0; i < JOBS; i++) {
		struct ft_job *job = make_job(&small, &rng, kind);

		if (way >= FORGETFUL)
			job->run_time /= 1 + below(&rng, 3);
		if (!submit(&small, job, below(&rng, 1000)))
			ft_job_clear(job), ft_free(job);
		if (below(&rng, 3) > 0)
			continue;
		if (way >= FORGETFUL)
			disturb(&small.world, &rng);
		run.until += 1 + below(&rng, 400);
		if (ft_world_run(&small.world, &run, &err) != FT_OK)
			bail("%s", err.text);
		if (states)
			add_state(text, &small.world);
	}
	run.until += 3600;
	if (ft_world_run(&small.world, &run, &err) != FT_OK)
		bail("%s", err.text);
	smallworld_close(&small);
}

/* Returns whether the schedule is the same one way and another. */
static bool
is_the_same(uint64_t seed, const struct kind *kind, enum way a, enum way b)
{
	struct ft_str one = { 0 }, other = { 0 };
	bool same;

	list_starts(&one, seed, kind, a);
	list_starts(&other, seed, kind, b);
	same = !strcmp(ft_str_text(&one), ft_str_text(&other));
	if (!same)
		diag("seed %" PRIu64 ":\n%s\nbut the other way:\n%s", seed,
		    ft_str_text(&one), ft_str_text(&other));
	ft_str_free(&one);
	ft_str_free(&other);
	return same;
}

/* ---- a run --------------------------------------------------------------------------- */

static void
pass_time(struct watch *watch, const struct kind *kind, int64_t seconds)
{
	struct ft_run run = { .explain = true, .report = see, .ctx = watch };
	int64_t end = watch->world->now + seconds;

	/* in steps: plans are shown at the end of each */
	while (watch->world->now < end && !watch->wrong) {
		run.until = watch->world->now + 1;
		if (ft_world_run(watch->world, &run, &err) != FT_OK)
			bail("%s", err.text);
		check_head(watch, kind);
	}
}

/* When the first job that is not started at once does, of the first N: the
 * number of all those at least as high; its start, 0 never in HOURS. */
static int64_t
first_start(uint64_t seed, const struct kind *kind, size_t n, size_t *who)
{
	struct smallworld small;
	struct ft_rng rng;
	struct ft_job *jobs[JOBS];
	struct ft_run run = { .until = STOREFILE_NOW + 20 };
	int64_t start;

	ft_rng_init(&rng, seed);
	open_world(&small, &rng, kind);
	for (size_t i = 0; i < n; i++) {
		jobs[i] = make_job(&small, &rng, kind);
		/* highest first; who can never run is at the end of the list */
		if (!submit(&small, jobs[i], 1000 - 10 * (int64_t)i))
			bail("seed %" PRIu64 ": refused", seed);
	}
	/* after the first pass of the main scheduler */
	run.until = STOREFILE_NOW + 4;
	if (ft_world_run(&small.world, &run, &err) != FT_OK)
		bail("%s", err.text);
	for (size_t i = 0; *who == JOBS && i < n; i++)
		if (jobs[i]->state == FT_JOB_PENDING)
			*who = i;
	run.until = STOREFILE_NOW + INT64_C(40) * 90 * 60;
	for (start = 0; *who < n && !start && small.world.now < run.until;) {
		struct ft_run step = { .until = small.world.now + 60 };

		if (ft_world_run(&small.world, &step, &err) != FT_OK)
			bail("%s", err.text);
		start = jobs[*who]->started;
	}
	smallworld_close(&small);
	return start;
}

static bool
head_is_not_delayed(uint64_t seed, const void *kind)
{
	size_t who = JOBS;
	int64_t with = first_start(seed, kind, JOBS, &who), without;

	if (who == JOBS)
		return true;
	without = first_start(seed, kind, who + 1, &who);
	/* the main scheduler collects events for batch_sched_delay seconds: an
	 * end of a backfilled job just before may put its look off */
	if (with <= without + 3)
		return true;
	diag("job %zu starts at second %" PRId64 ", alone at %" PRId64, who,
	    with - STOREFILE_NOW, without - STOREFILE_NOW);
	return false;
}

/* Jobs keep coming while others run. */
static void
watch_run(struct watch *watch, uint64_t seed, const struct kind *kind)
{
	struct smallworld small;
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	open_world(&small, &rng, kind);
	*watch = (struct watch){ .world = &small.world };
	for (size_t i = 0; i < JOBS && !watch->wrong; i++) {
		struct ft_job *job = make_job(&small, &rng, kind);

		if (!submit(&small, job, below(&rng, 1000)))
			ft_job_clear(job), ft_free(job);
		if (below(&rng, 3) == 0)
			pass_time(watch, kind, 1 + below(&rng, 400));
	}
	pass_time(watch, kind, 600);
	watch->world = NULL;
	smallworld_close(&small);
}

static void
try_kind(const struct kind *kind, struct seeds seeds)
{
	uint64_t backfilled = 0, planned = 0;
	bool good = true;

	for (uint64_t seed = seeds.first; good && seed < seeds.end; seed++) {
		struct watch watch;

		watch_run(&watch, seed, kind);
		backfilled += watch.backfilled;
		planned += watch.planned;
		if (!watch.wrong)
			continue;
		good = false;
		diag("seed %" PRIu64 ": %s: %s", seed, watch.wrong, watch.what);
	}
	ok(good, "%s: room, order, plans%s", kind->name,
	    kind->exact ? ", head" : "");
	ok(backfilled > seeds.n && planned > seeds.n,
	    "there were %" PRIu64 " backfilled jobs and %" PRIu64 " plans",
	    backfilled, planned);
}

static bool
passing_over_is_harmless(uint64_t seed, const void *kind)
{
	return is_the_same(seed, kind, SHORT, LONG);
}

static bool
memory_is_true(uint64_t seed, const void *kind)
{
	return is_the_same(seed, kind, FORGETFUL, REMEMBERING);
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(25));

	for (size_t i = 0; i < FT_COUNT(kinds); i++) {
		try_kind(&kinds[i], seeds);
		seeds_hold(seeds, passing_over_is_harmless, &kinds[i],
		    "%s: who is passed over would not have mattered",
		    kinds[i].name);
		seeds_hold(seeds, memory_is_true, &kinds[i],
		    "%s: what is remembered is still true", kinds[i].name);
		if (kinds[i].exact)
			seeds_hold(seeds, head_is_not_delayed, &kinds[i],
			    "%s: the first that waits is not put off",
			    kinds[i].name);
	}
	return done_testing();
}
