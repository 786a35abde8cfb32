/*
 * Of random machines at work: whoever is pushed aside may be, was needed, and
 * makes the place that is found; nobody goes where nothing is gained; no CPU and
 * no memory is ever given twice; and once all have ended nothing is owed.
 *
 * A job wants so many CPUs on each of so many nodes, which can be checked node
 * by node without the code under test.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/str.h"
#include "lib/smallworld.h"
#include "sim/place/need.h"
#include "sim/preempt/private.h"
#include "sim/world/event.h"
#include "sim/job/start.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define NODES  4
#define CPUS   16
#define MEMORY 64000

static const char *const names[] = { "p1", "p2", "p3", "p4" };
#define PARTITIONS 4

static struct ft_rng rng;

static uint32_t
below(uint32_t bound)
{
	return ft_rng_below(&rng, bound);
}

/* Partitions of tiers 1 to 4 with a way each, and which of them is off. */
static void
open_world(struct smallworld *small)
{
	static const char *const ways[] = { "", " PreemptMode=CANCEL",
		" PreemptMode=REQUEUE", " PreemptMode=OFF" };
	struct ft_str text = { 0 };

	ft_str_addf(&text,
	    "PreemptType=preempt/partition_prio\nPreemptMode=%s\n",
	    below(2) ? "SUSPEND,GANG" : "REQUEUE");
	if (!below(3))
		ft_str_addf(
		    &text, "SchedulerParameters=preempt_youngest_first\n");
	else if (!below(3))
		ft_str_addf(
		    &text, "SchedulerParameters=preempt_strict_order\n");
	for (uint32_t i = 0; i < PARTITIONS; i++)
		ft_str_addf(&text,
		    "PartitionName=%s Nodes=ALL PriorityTier=%u%s\n", names[i],
		    1 + below(4), ways[below(4)]);
	smallworld_open(small, ft_str_text(&text));
	ft_str_free(&text);
}

static uint32_t
partition_of(const struct ft_world *world, const struct ft_job *job)
{
	return ft_machine_partition(&world->machine, job->partitions);
}

static struct ft_job *
random_job(struct smallworld *small)
{
	struct ft_job *job = smallworld_job(small, "ann");
	uint32_t nodes = 1 + below(3), cpus = 1 + below(CPUS);

	job->partitions =
	    ft_world_string(&small->world, names[below(PARTITIONS)]);
	job->min_nodes = job->max_nodes = nodes;
	job->tasks_wanted = nodes * cpus;
	job->tasks_per_node = cpus;
	job->mem_per_cpu = 100 + 100 * below(30);
	job->requeue = below(4);
	job->run_time = 1000;
	job->time_limit = 100;
	return smallworld_submit(small, job);
}

/* ---- seen from outside ------------------------------------------------------------ */

struct use {
	uint32_t active[NODES]; /* CPUs of those that run */
	uint64_t memory[NODES]; /* of those that run or are suspended */
};

static struct use
count(const struct ft_world *world)
{
	struct use use = { { 0 }, { 0 } };

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];

		for (size_t k = 0; k < job->n_node; k++) {
			uint32_t node = job->node[k].node;

			if (job->state == FT_JOB_RUNNING)
				use.active[node] += job->node[k].cpus;
			use.memory[node] += job->node[k].memory;
		}
	}
	return use;
}

static bool
is_over(const struct ft_world *world)
{
	struct use use = count(world);

	for (uint32_t i = 0; i < NODES; i++)
		if (use.active[i] > CPUS || use.memory[i] > MEMORY)
			return true;
	return false;
}

/* Without VICTIM: for good, or lending its CPUs. */
static void
without(struct use *use, const struct ft_job *victim, bool ends)
{
	for (size_t i = 0; i < victim->n_node; i++) {
		uint32_t node = victim->node[i].node;

		if (victim->state == FT_JOB_RUNNING)
			use->active[node] -= victim->node[i].cpus;
		if (ends)
			use->memory[node] -= victim->node[i].memory;
	}
}

/* Nodes of MASK with room for JOB; active CPUs only: a plan that lends. */
static uint32_t
roomy(const struct use *use, const struct ft_job *job, uint32_t mask)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < NODES; i++)
		n += (mask >> i & 1) &&
		     use->active[i] + job->tasks_per_node <= CPUS &&
		     use->memory[i] + job->tasks_per_node * job->mem_per_cpu <=
			 MEMORY;
	return n;
}

static bool
ends(const struct ft_world *world, const struct ft_job *job)
{
	return ft_preempt_way(world, job) != FT_PREEMPT_SUSPEND;
}

/* Nodes with CPUs lent by one that JOB may not push: these are not for it, which
 * counting what is in use does not show. */
static uint32_t
lent_to_others(struct ft_world *world, const struct ft_job *job)
{
	uint32_t mask = 0;

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *other = world->running[i];

		if (!ft_job_is_lending(other) ||
		    smallworld_preempts(world, job, other))
			continue;
		for (size_t k = 0; k < other->n_node; k++)
			mask |= UINT32_C(1) << other->node[k].node;
	}
	return mask;
}

/* Whether JOB could have a place at all: all it may push are gone. */
static bool
could_fit(struct ft_world *world, const struct ft_job *job)
{
	struct use use = count(world);

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *other = world->running[i];

		if (smallworld_preempts(world, job, other))
			without(&use, other, ends(world, other));
	}
	return roomy(&use, job, 15 & ~lent_to_others(world, job)) >=
	       job->min_nodes;
}

/* ---- the properties ----------------------------------------------------------------- */

static const char *
check_victims(struct ft_world *world, const struct ft_job *job,
    const struct ft_found *found, const struct ft_victims *victims)
{
	uint32_t mask = 0;
	struct use all = count(world);

	for (size_t i = 0; i < found->n; i++)
		mask |= UINT32_C(1) << found->node[i].node;
	for (size_t i = 0; i < victims->n; i++) {
		if (!smallworld_preempts(world, job, victims->job[i]))
			return "somebody goes who need not yield";
		without(&all, victims->job[i], ends(world, victims->job[i]));
	}
	if (roomy(&all, job, mask) < job->min_nodes)
		return "there is no place though they go";
	if (mask & lent_to_others(world, job))
		return NULL;
	for (size_t i = 0; i < victims->n; i++) {
		struct use use = count(world);

		for (size_t k = 0; k < victims->n; k++)
			if (k != i)
				without(&use, victims->job[k],
				    ends(world, victims->job[k]));
		if (roomy(&use, job, mask) >= job->min_nodes)
			return "somebody goes who is not in the way";
	}
	return NULL;
}

static const char *
step(struct smallworld *small)
{
	struct ft_world *world = &small->world;
	struct ft_job *job = random_job(small);
	const struct ft_seeker seeker = { world, job,
		partition_of(world, job) };
	bool could = could_fit(world, job);
	struct ft_victims victims = { 0 };
	struct ft_found found = { 0 };
	struct ft_run run = { 0 };
	const char *wrong = NULL;

	if (ft_preempt_find(&seeker, NULL, &found, &victims) != FT_FIT) {
		if (could)
			wrong = "it waits though there is a way";
		ft_world_withdraw(world, job, FT_JOB_CANCELLED, FT_REASON_NONE);
	} else {
		wrong = check_victims(world, job, &found, &victims);
		if (!ft_preempt_push(world, &run, job, &victims))
			wrong = "it has to wait though nobody has grace";
		ft_world_start(
		    world, job, seeker.partition, &found, FT_SCHED_MAIN);
	}
	ft_preempt_settle(world, &run);
	if (!wrong && is_over(world))
		wrong = "CPUs or memory are in use twice";
	ft_victims_clear(&victims);
	ft_found_clear(&found);
	return wrong;
}

/* One that runs ends; who lent to it goes on. */
static const char *
end_one(struct ft_world *world)
{
	struct ft_run run = { 0 };

	if (world->n_running)
		ft_world_end(world,
		    world->running[below((uint32_t)world->n_running)],
		    FT_JOB_COMPLETED, FT_REASON_NONE);
	ft_preempt_settle(world, &run);
	return is_over(world) ? "in use twice after an end" : NULL;
}

static const char *
drain(struct ft_world *world)
{
	const char *wrong = NULL;

	while (world->n_running && !wrong)
		wrong = end_one(world);
	for (uint32_t i = 0; i < NODES && !wrong; i++)
		if (world->place->now.node[i].cpus != CPUS ||
		    world->place->now.node[i].owed ||
		    world->place->now.node[i].jobs ||
		    world->place->now.node[i].memory != MEMORY)
			wrong = "something is owed when all have ended";
	if (!wrong && (world->n_told || world->n_lending))
		wrong = "somebody is said to lend when all have ended";
	return wrong;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds =
	    seeds_of(argc, argv, 20221108, TAP_ROUNDS(400));
	const char *wrong = NULL;
	uint64_t seed = seeds.first;

	for (; seed < seeds.end && !wrong; seed++) {
		struct smallworld small;

		ft_rng_init(&rng, seed);
		open_world(&small);
		for (int i = 0; i < 25 && !wrong; i++) {
			small.world.now++;
			wrong = below(4) ? step(&small) : end_one(&small.world);
		}
		if (!wrong)
			wrong = drain(&small.world);
		smallworld_close(&small);
	}
	ok(!wrong, "%" PRIu64 " machines: %s (seed %" PRIu64 ")", seeds.n,
	    wrong ? wrong : "right", seed - 1);
	return done_testing();
}
