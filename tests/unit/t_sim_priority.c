/*
 * What priorities are made of in a world: the association's priority through
 * its account, highest values, partitions, age as of the last pass, flags; and
 * where jobs stand.  Arithmetic is beside each check.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/text/timefmt.h"
#include "io/slurm/slurmconf.h"
#include "lib/storefile.h"
#include "load/world/world.h"
#include "model/account/limits.h"
#include "report/standing/standing.h"
#include "sim/job/job.h"
#include "sim/priority/priority.h"
#include "sim/run/life.h"
#include "sim/world/clock.h"
#include "tap/tap.h"

enum { T = STOREFILE_NOW, MINUTE = 60, HOUR = 3600 };

static const char machine[] =
    "NodeName=n[1-10] CPUs=16 RealMemory=64000\n"
    "NodeName=x[1-5] CPUs=16 RealMemory=64000 State=FUTURE\n"
    "PartitionName=batch Nodes=n[1-10] Default=YES PriorityJobFactor=10\n"
    "PartitionName=big Nodes=n[1-4] PriorityJobFactor=40 PriorityTier=5 "
    "MaxTime=60\n"
    "PriorityCalcPeriod=5\n"
    "PriorityDecayHalfLife=0\n"
    "PriorityUsageResetPeriod=MONTHLY\n"
    "PriorityMaxAge=1:40:00\n";

static struct ft_error err;
static uint32_t phys, chem, ann, bob; /* associations */

static void
must(enum ft_status status)
{
	if (status)
		bail("%s", err.text);
}

/* A store with phys{ann} and chem{bob}; chem has priority 60, ann 30. */
static struct ft_store *
new_store(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	struct ft_qos high = { .name = "high",
		.description = "",
		.priority = 100,
		.usage_factor = 1,
		.usage_threshold = -1,
		.limit_factor = -1,
		.preempt_exempt_time = -1 };
	uint32_t id;

	phys = storefile_account(r, "phys", 1);
	chem = storefile_account(r, "chem", 1);
	ann = storefile_user(r, "ann", phys);
	bob = storefile_user(r, "bob", chem);
	must(r->ops->put_limit(r, FT_ENTITY_ASSOC,
	    &(struct ft_limit){ ann, FT_LIMIT_PRIORITY, 0, 30 }, true, &err));
	must(r->ops->put_limit(r, FT_ENTITY_ASSOC,
	    &(struct ft_limit){ chem, FT_LIMIT_PRIORITY, 0, 60 }, true, &err));
	must(FT_ADD(r, &high, &id, &err));
	storefile_commit(store);
	return store;
}

/* A store and its world under the settings of the machine and MORE. */
struct state {
	struct ft_store *store;
	struct ft_conf conf;
	struct ft_world world;
	struct ft_priority_params params;
};

static void
state_init(struct state *state, const char *more)
{
	struct ft_str text = { 0 };

	ft_str_addf(&text, "%s%s", machine, more);
	ft_conf_init(&state->conf);
	must(ft_slurmconf_parse(&state->conf,
	    &(struct ft_slurmconf_source){
		.file = "test", .text = ft_str_text(&text), .size = text.len },
	    &err));
	ft_str_free(&text);
	state->store = new_store();
	must(ft_load_world(&state->world,
	    &(struct ft_load_source){
		.store = state->store, .conf = &state->conf, .cluster = 1 },
	    NULL, &err));
	ft_world_priority_params(&state->world, &state->params);
}

static void
state_free(struct state *state)
{
	ft_world_free(&state->world);
	ft_store_close(state->store);
	ft_conf_free(&state->conf);
}

/* A job of USER that waits since the world's time. */
static struct ft_job *
add_job(struct state *state, const char *user, const char *partitions)
{
	struct ft_world *world = &state->world;
	struct ft_job *job = ft_world_new_job(world);
	bool is_ann = strcmp(user, "ann") == 0;

	job->number = world->next_number++;
	job->user = ft_world_string(world, user);
	job->account = ft_world_string(world, is_ann ? "phys" : "chem");
	job->assoc = is_ann ? ann : bob;
	job->partitions = ft_world_string(world, partitions);
	job->submitted = job->eligible = job->accrue = world->now;
	job->min_nodes = 1;
	job->time_limit = 60;
	job->req[FT_TRES_CPU] = 8;
	job->req[FT_TRES_MEM] = 32000;
	job->req[FT_TRES_NODE] = 1;
	ft_world_add(world, job);
	return job;
}

static uint32_t
partition(struct state *state, const char *name)
{
	return ft_machine_partition(&state->world.machine, name);
}

static struct ft_priority
priority_of(struct state *state, const struct ft_job *job, const char *name)
{
	struct ft_priority result = { .tres = NULL };

	ft_world_priority(&state->world, &state->params, job,
	    partition(state, name), &result);
	return result;
}

/* ---- what is gathered ------------------------------------------------------------- */

static void
test_params(void)
{
	struct state state;

	state_init(&state, "PriorityWeightAge=1\nPriorityFavorSmall=yes\n"
			   "PriorityFlags=NO_NORMAL_QOS\n");
	is_u64(state.params.nodes, 10, "nodes that are not FUTURE");
	is_u64(state.params.cpus, 160, "CPUs of these");
	is_u64(state.params.top_assoc, 60, "highest priority: an account's");
	is_u64(state.params.top_qos, 100, "highest priority of a QOS");
	is_u64(state.params.top_partition, 40, "highest PriorityJobFactor");
	is_u64(state.params.age, 1, "weight of age");
	ok(state.params.favor_small, "PriorityFavorSmall");
	ok(state.params.flags & FT_PRIO_NO_NORMAL_QOS, "flags");
	is_u64(state.params.n_tres, 0, "no weights of TRES");
	is_i64(state.params.max_age, 6000, "PriorityMaxAge in seconds");
	state_free(&state);
}

static void
test_parts(void)
{
	struct state state;
	struct ft_job *of_ann, *of_bob;
	struct ft_priority p;
	double tres[16];

	state_init(&state, "PriorityWeightAssoc=6\nPriorityWeightPartition=4\n"
			   "PriorityWeightJobSize=1000\n"
			   "PriorityWeightTRES=CPU=64,Mem=256\n");
	of_ann = add_job(&state, "ann", "batch,big");
	of_bob = add_job(&state, "bob", "batch");
	p = priority_of(&state, of_ann, "batch");
	is_real(p.weighted[FT_FACTOR_ASSOC], 3, "6 x 30/60: ann's own");
	is_real(p.weighted[FT_FACTOR_PARTITION], 1, "4 x 10/40");
	/* the nodes of the cluster, the TRES of the partition */
	/* tenths are not exact in binary */
	near(p.weighted[FT_FACTOR_JOB_SIZE], 75, 1e-12,
	    "1000 x (1/10 + 8/160)/2");
	/* 64 x 8/160 + 256 x 32000/640000 */
	is_real(p.weighted[FT_FACTOR_TRES], 3.2 + 12.8, "TRES of batch");
	p = (struct ft_priority){ .tres = tres };
	ft_world_priority(
	    &state.world, &state.params, of_ann, partition(&state, "big"), &p);
	is_real(p.weighted[FT_FACTOR_PARTITION], 4, "4 x 40/40");
	is_real(p.tres[FT_TRES_CPU], 8, "64 x 8/64");
	is_real(p.tres[FT_TRES_MEM], 32, "256 x 32000/256000");
	p = priority_of(&state, of_bob, "batch");
	is_real(p.weighted[FT_FACTOR_ASSOC], 6, "6 x 60/60: from chem");
	state_free(&state);
}

/* Shares are equal and nobody used anything: root, ann and bob tie at 1. */
static void
test_share(void)
{
	struct state state;
	struct ft_job *job;

	state_init(&state, "PriorityWeightFairshare=1000\n");
	job = add_job(&state, "ann", "batch");
	is_u64(priority_of(&state, job, "batch").priority, 1000,
	    "nobody used anything: 1000 x 1");
	job->assoc = 0;
	is_u64(priority_of(&state, job, "batch").priority, 1,
	    "no association: 0, and at least 1");
	state_free(&state);
}

/* Passes are each 300 s; MaxAge is 6000 s. */
static void
test_age(void)
{
	struct state state;
	struct ft_job *job;

	state_init(&state, "PriorityWeightAge=6000\n");
	job = add_job(&state, "ann", "batch");
	state.world.now = T + 299;
	is_u64(priority_of(&state, job, "batch").priority, 1,
	    "before the first pass age is 0");
	is_i64(ft_world_last_pass(&state.world), T, "the last pass");
	state.world.now = T + 899;
	is_u64(priority_of(&state, job, "batch").priority, 600,
	    "899 s: as of the pass at 600");
	is_i64(ft_world_last_pass(&state.world), T + 600, "that pass");
	job->submitted = job->accrue = T + 700;
	is_u64(priority_of(&state, job, "batch").priority, 1,
	    "one that came later: as of its submission");
	job->submitted = T;
	job->accrue = 0;
	is_u64(priority_of(&state, job, "batch").priority, 1,
	    "its age does not count yet");
	state.world.now = T - 1;
	is_i64(ft_world_last_pass(&state.world), T - 300, "looking back");
	state_free(&state);
	state_init(
	    &state, "PriorityWeightAge=6000\nPriorityFlags=ACCRUE_ALWAYS\n");
	job = add_job(&state, "ann", "batch");
	job->accrue = 0;
	state.world.now = T + 600;
	is_u64(priority_of(&state, job, "batch").priority, 600,
	    "ACCRUE_ALWAYS: from the submission");
	state_free(&state);
}

/* ---- job->priority -------------------------------------------------------------------- */

static void
test_held_and_set(void)
{
	struct state state;
	struct ft_job *held, *fixed, *usual;

	state_init(&state, "PriorityWeightPartition=100\n");
	held = add_job(&state, "ann", "batch");
	fixed = add_job(&state, "ann", "batch");
	usual = add_job(&state, "ann", "batch,big");
	held->hold = FT_HOLD_USER;
	held->priority = 77;
	fixed->priority_set = true;
	fixed->priority = 12345;
	must(ft_world_priorities(&state.world, &err));
	is_u64(held->priority, 0, "held: 0");
	is_u64(fixed->priority, 12345, "set by hand: stays");
	/* slurm 22.05: "big,all" counts big, though all is of a higher tier */
	is_u64(usual->priority, 25, "the partition named first");
	is_u64(priority_of(&state, fixed, "batch").priority, 12345,
	    "set by hand, taken apart");
	is_real(
	    priority_of(&state, fixed, "batch").weighted[FT_FACTOR_PARTITION],
	    0, "has no parts");
	held->hold = FT_HOLD_NONE;
	ft_world_reprioritise(&state.world, held);
	is_u64(held->priority, 25, "released: 100 x 10/40");
	ok(held->dirty, "and is to be saved");
	state_free(&state);
}

static void
test_flags(void)
{
	struct state state;
	struct ft_job *job;

	state_init(
	    &state, "PriorityWeightPartition=100\nPriorityFlags=INCR_ONLY\n");
	job = add_job(&state, "ann", "batch");
	job->priority = 99;
	must(ft_world_priorities(&state.world, &err));
	is_u64(job->priority, 99, "INCR_ONLY: the higher one stays");
	job->priority = 3;
	must(ft_world_priorities(&state.world, &err));
	is_u64(job->priority, 25, "INCR_ONLY: it rises");
	state_free(&state);

	state_init(&state,
	    "PriorityWeightPartition=100\nPriorityFlags=CALCULATE_RUNNING\n");
	job = add_job(&state, "ann", "batch");
	job->state = FT_JOB_RUNNING;
	job->partition = ft_world_string(&state.world, "big");
	ft_world_changed(&state.world, job);
	must(ft_world_priorities(&state.world, &err));
	is_u64(job->priority, 100, "CALCULATE_RUNNING: where it runs");
	state_free(&state);
}

/* priority/basic: 0xffff0000 - 1, -2, ...; nice is taken off once. */
static void
test_basic(void)
{
	struct state state;
	struct ft_job *first, *second, *third;

	state_init(&state, "PriorityType=priority/basic\n");
	first = add_job(&state, "ann", "batch");
	second = add_job(&state, "ann", "batch");
	third = add_job(&state, "ann", "batch");
	second->nice = 100;
	third->hold = FT_HOLD_USER;
	ft_world_reprioritise(&state.world, first);
	ft_world_reprioritise(&state.world, second);
	ft_world_reprioritise(&state.world, third);
	is_u64(first->priority, 4294901759, "the first");
	is_u64(second->priority, 4294901658, "one less, less 100");
	is_u64(third->priority, 0, "held");
	third->hold = FT_HOLD_NONE;
	ft_world_reprioritise(&state.world, third);
	is_u64(third->priority, 4294901757, "nice of others does not count");
	ft_world_reprioritise(&state.world, first);
	is_u64(first->priority, 4294901759, "it is handed out once");
	ok(state.world.times_dirty, "the lowest is to be saved");
	state_free(&state);
}

/* ---- places ------------------------------------------------------------------------------ */

static void
fill(struct ft_standings *standings, struct state *state)
{
	ft_standings_free(standings);
	must(ft_standings_fill(standings, &state->world, &err));
}

/*
 * batch: job 3 (nice -50), then 1 and 2 of the same priority by number, 4 (nice
 * 10); 5 is held.  big: job 1 alone.
 */
static void
test_places(void)
{
	struct state state;
	struct ft_standings standings;
	const struct ft_standing *of[7] = { NULL };
	struct ft_job *job[6];

	state_init(&state, "PriorityWeightPartition=400\n");
	job[1] = add_job(&state, "ann", "batch,big");
	job[2] = add_job(&state, "bob", "batch");
	job[3] = add_job(&state, "ann", "batch");
	job[4] = add_job(&state, "bob", "batch");
	job[5] = add_job(&state, "ann", "batch");
	job[3]->nice = -50;
	job[3]->time_limit = 120;
	job[3]->req[FT_TRES_NODE] = 3;
	job[4]->nice = 10;
	job[1]->req[FT_TRES_CPU] = 40;
	job[2]->time_limit = FT_TIME_UNLIMITED;
	job[5]->hold = FT_HOLD_ADMIN;
	ft_standings_init(&standings);
	fill(&standings, &state);
	is_u64(standings.n, 6, "a row for each partition");
	is_u64(standings.item[0].partition, partition(&state, "big"),
	    "the highest tier first");
	for (size_t i = 1; i < standings.n; i++)
		of[i] = &standings.item[i];
	is_u64(of[3]->place, 1, "job 3 is first");
	is_u64(of[1]->place, 2, "job 1 is second");
	is_u64(of[2]->place, 3, "job 2 by its number");
	is_u64(of[4]->place, 4, "job 4 is last");
	is_u64(of[4]->of, 4, "of four");
	is_u64(of[5]->place, 0, "who is held has no place");
	is_u64(of[4]->jobs, 3, "three in front");
	is_u64(of[4]->users, 2, "of two users");
	/* 3 nodes x 2 h + 40 CPUs on 3 nodes x 1 h; job 2 has no limit */
	is_real(of[4]->node_hours, 9, "node-hours in front");
	is_u64(of[4]->unlimited, 1, "one without a limit");
	ok(&standings.item[of[4]->next] == of[2], "job 2 is right in front");
	is_u64(standings.item[0].place, 1, "alone in big");
	is_u64(standings.item[0].of, 1, "of one");
	ok(ft_standings_find(&standings, job[1], partition(&state, "batch")) ==
		of[1],
	    "found by partition");
	is_i64(
	    ft_standing_decides(of[3], of[1]), FT_FACTOR_NICE, "nice decides");
	is_i64(ft_standing_decides(of[1], of[2]), FT_FACTORS,
	    "nothing decides: they are equal");
	ft_standings_free(&standings);
	state_free(&state);
}

static void
test_array(void)
{
	struct state state;
	struct ft_standings standings;
	struct ft_job *array;

	state_init(&state, "PriorityWeightPartition=400\n");
	array = add_job(&state, "ann", "batch");
	add_job(&state, "bob", "batch");
	array->array_job = array->number;
	array->n_tasks = array->cap_tasks = 3;
	array->tasks = ft_calloc(3, sizeof *array->tasks);
	ft_standings_init(&standings);
	fill(&standings, &state);
	is_u64(standings.item[1].place, 2, "an array has one place");
	is_u64(standings.item[1].jobs, 3, "and three jobs");
	is_real(standings.item[1].node_hours, 3, "of a node-hour each");
	ft_standings_free(&standings);
	state_free(&state);
}

static void
test_eligible(void)
{
	struct state state;
	struct ft_job *job;

	state_init(&state, "");
	job = add_job(&state, "ann", "batch");
	ok(ft_standing_is_eligible(&state.world, job), "it waits");
	job->begins = T + 1;
	ok(!ft_standing_is_eligible(&state.world, job), "its begin lies ahead");
	job->begins = T;
	ok(ft_standing_is_eligible(&state.world, job), "it has begun");
	job->eligible = 0;
	ok(!ft_standing_is_eligible(&state.world, job), "not eligible");
	job->eligible = T;
	job->submitted = T + 1;
	ok(!ft_standing_is_eligible(&state.world, job), "it is yet to come");
	job->submitted = T;
	job->state = FT_JOB_RUNNING;
	ok(!ft_standing_is_eligible(&state.world, job), "it runs");
	state_free(&state);
}

/* ---- whole numbers ------------------------------------------------------------------------- */

static void
test_split(void)
{
	static const struct {
		double site, fair, size, qos, nice;
		uint32_t priority;
		const char *want; /* site fair size qos nice other */
		const char *name;
	} rows[] = {
		{ 0, 10, 20, 30, 0, 60, "0 10 20 30 0 0", "nothing to round" },
		{ 0, 1.6, 2.7, 0, 0, 4, "0 1 3 0 0 0",
		    "4.3: the larger remainder gets it" },
		{ 0, .5, .5, 0, 0, 1, "0 1 0 0 0 0", "a tie: the first" },
		{ 0, .9, .9, .9, 0, 2, "0 1 1 0 0 0", "2.7: two of three" },
		{ 0, 1.25, 0, .5, -.75, 1, "0 1 0 1 -1 0",
		    "1.25, 0.5, -0.75 are 1, 0, -1: 0.5 gets the one" },
		{ 0, 250, 0, 0, -300, 1, "0 250 0 0 -300 51",
		    "below 1: what it takes to be 1" },
		{ 4294967296., 0, 0, 0, 0, UINT32_MAX, "4294967296 0 0 0 0 -1",
		    "above 2^32-1" },
	};
	char text[120];

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_priority priority = { .priority = rows[i].priority };
		struct ft_priority_parts parts;
		int64_t sum;

		priority.weighted[FT_FACTOR_SITE] = rows[i].site;
		priority.weighted[FT_FACTOR_FAIRSHARE] = rows[i].fair;
		priority.weighted[FT_FACTOR_JOB_SIZE] = rows[i].size;
		priority.weighted[FT_FACTOR_QOS] = rows[i].qos;
		priority.weighted[FT_FACTOR_NICE] = rows[i].nice;
		ft_priority_split(&priority, &parts);
		snprintf(text, sizeof text, "%d %d %d %d %d %d",
		    (int)parts.factor[FT_FACTOR_SITE],
		    (int)parts.factor[FT_FACTOR_FAIRSHARE],
		    (int)parts.factor[FT_FACTOR_JOB_SIZE],
		    (int)parts.factor[FT_FACTOR_QOS],
		    (int)parts.factor[FT_FACTOR_NICE], (int)parts.other);
		if (rows[i].site > 0)
			snprintf(text, sizeof text, "%.0f 0 0 0 0 %d",
			    (double)parts.factor[FT_FACTOR_SITE],
			    (int)parts.other);
		is_str(text, rows[i].want, "split: %s", rows[i].name);
		sum = parts.other;
		for (int k = 0; k < FT_FACTORS; k++)
			sum += parts.factor[k];
		is_i64(
		    sum, rows[i].priority, "split: %s: the sum", rows[i].name);
	}
}

/* Many sums of nine fractions: parts never differ from them by 1 or more. */
static void
test_split_many(void)
{
	struct ft_rng rng;
	bool adds = true, close = true;

	ft_rng_init(&rng, 5);
	for (int i = 0; i < 20000; i++) {
		struct ft_priority priority = { .tres = NULL };
		struct ft_priority_parts parts;
		int64_t sum, tenths[FT_FACTORS], all = 0;

		for (int k = 0; k < FT_FACTORS; k++) {
			priority.weighted[k] =
			    (double)ft_rng_below(&rng, 1000000) / 7 -
			    (k == FT_FACTOR_NICE ? 70000 : 0);
			priority.sum += priority.weighted[k];
		}
		priority.priority =
		    priority.sum < 1 ? 1 : (uint32_t)priority.sum;
		ft_priority_split(&priority, &parts);
		sum = parts.other;
		for (int k = 0; k < FT_FACTORS; k++) {
			sum += parts.factor[k];
			close = close && fabs((double)parts.factor[k] -
					      priority.weighted[k]) < 1;
		}
		adds = adds && sum == priority.priority;
		if (!ft_priority_percent(&priority, tenths))
			continue;
		for (int k = 0; k < FT_FACTORS; k++)
			all += tenths[k];
		adds = adds && all == 1000;
	}
	ok(adds, "20000 sums: parts and percents add up");
	ok(close, "20000 sums: no part is off by 1");
}

int
main(void)
{
	test_params();
	test_parts();
	test_share();
	test_age();
	test_held_and_set();
	test_flags();
	test_basic();
	test_places();
	test_array();
	test_eligible();
	test_split();
	test_split_many();
	return done_testing();
}
