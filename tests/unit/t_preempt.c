/*
 * Jobs that push others aside: who may, who goes first, what becomes of them,
 * and how those that were suspended go on and take turns.  What is marked * is
 * what Slurm 22.05 did (tests/oracle/cases, w10 to w19c).
 */
#include <stdio.h>
#include <string.h>

#include "base/text/str.h"
#include "lib/smallworld.h"
#include "model/account/qos.h"
#include "sim/change/change.h"
#include "sim/job/job.h"
#include "sim/place/need.h"
#include "sim/preempt/private.h"
#include "sim/queue/queue.h"
#include "sim/schedule/fill.h"
#include "sim/world/event.h"
#include "sim/job/start.h"
#include "tap/tap.h"

static const char partitions[] =
    "PartitionName=low Nodes=ALL PriorityTier=1 MaxTime=UNLIMITED\n"
    "PartitionName=mid Nodes=ALL PriorityTier=5 MaxTime=UNLIMITED\n"
    "PartitionName=top Nodes=ALL PriorityTier=9 MaxTime=UNLIMITED\n";

static struct ft_world *
open_world(struct smallworld *small, const char *more)
{
	struct ft_str text = { 0 };

	ft_str_addf(&text, "%s%s", partitions, more);
	smallworld_open(small, ft_str_text(&text));
	ft_str_free(&text);
	return &small->world;
}

static uint32_t
partition(const struct ft_world *world, const char *name)
{
	return ft_machine_partition(&world->machine, name);
}

/* A job that waits. */
static struct ft_job *
wants(
    struct smallworld *small, const char *where, uint32_t nodes, uint32_t cpus)
{
	struct ft_job *job = smallworld_job(small, "ann");

	job->partitions = ft_world_string(&small->world, where);
	job->min_nodes = job->max_nodes = nodes;
	job->tasks_wanted = cpus;
	job->tasks_per_node = cpus / nodes;
	job->run_time = 1000;
	job->time_limit = 100;
	job->requeue = true;
	return smallworld_submit(small, job);
}

/* One that runs on the nodes from FIRST on. */
static struct ft_job *
runs(struct smallworld *small, const char *where, uint32_t first,
    uint32_t nodes, uint32_t cpus)
{
	struct ft_job *job = wants(small, where, nodes, cpus);
	struct ft_job_node node[4];
	const struct ft_found found = { .node = node, .n = nodes };

	for (uint32_t i = 0; i < nodes; i++)
		node[i] = (struct ft_job_node){ first + i, cpus / nodes,
			cpus / nodes * 100 };
	ft_world_start(&small->world, job, partition(&small->world, where),
	    &found, FT_SCHED_MAIN);
	return job;
}

/* "2 1": the numbers of those that go; "busy", "never", ... */
static const char *
victims_of(struct smallworld *small, struct ft_job *job,
    struct ft_victims *victims, struct ft_found *found)
{
	static char text[64];
	struct ft_world *world = &small->world;
	const struct ft_seeker seeker = { world, job,
		partition(world, job->partitions) };
	enum ft_fit fit = ft_preempt_find(&seeker, NULL, found, victims);
	size_t len = 0;

	*text = '\0';
	if (fit != FT_FIT)
		return "busy";
	for (size_t i = 0; i < victims->n; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%u",
		    i ? " " : "", (unsigned)victims->job[i]->number);
	return text;
}

/* Start JOB as a scheduler would; returns who went, as above. */
static const char *
pushes(struct smallworld *small, struct ft_job *job, bool *gone)
{
	struct ft_world *world = &small->world;
	struct ft_victims victims = { 0 };
	struct ft_found found = { 0 };
	struct ft_run run = { 0 };
	const char *text = victims_of(small, job, &victims, &found);

	*gone = strcmp(text, "busy") != 0 &&
		ft_preempt_push(world, &run, job, &victims);
	if (*gone)
		ft_world_start(world, job, partition(world, job->partitions),
		    &found, FT_SCHED_MAIN);
	ft_preempt_settle(world, &run);
	ft_victims_clear(&victims);
	ft_found_clear(&found);
	return text;
}

/* ---- who goes first ---------------------------------------------------------- */

/* Six jobs fill the machine; who goes if a job of the top wants nodes. */
static const struct {
	const char *name, *settings;
	uint32_t nodes;
	const char *want;
} orders[] = {
	{ "* the lowest tier first, then the number", "", 1, "2" },
	{ "fewer nodes first in a tier", "", 3, "2 1" },
	{ "* youngest first, whatever its tier",
	    "SchedulerParameters=preempt_youngest_first\n", 1, "3" },
	{ "priority makes them exempt",
	    "PreemptParameters=min_exempt_priority=500\n", 1, "3" },
	{ "PRIORITY: none of a higher priority",
	    "PreemptMode=CANCEL,PRIORITY\n", 1, "3" },
};

static void
check_orders(void)
{
	for (size_t i = 0; i < FT_COUNT(orders); i++) {
		struct smallworld small;
		struct ft_victims victims = { 0 };
		struct ft_found found = { 0 };
		struct ft_str text = { 0 };
		struct ft_world *world;
		struct ft_job *job;
		const char *got;

		ft_str_addf(&text, "PreemptType=preempt/partition_prio\n%s%s",
		    strstr(orders[i].settings, "PreemptMode")
			? ""
			: "PreemptMode=CANCEL\n",
		    orders[i].settings);
		world = open_world(&small, ft_str_text(&text));
		runs(&small, "low", 0, 2, 32)->priority = 700;
		world->now++;
		runs(&small, "low", 2, 1, 16)->priority = 900;
		world->now++;
		runs(&small, "mid", 3, 1, 16)->priority = 100;
		job =
		    wants(&small, "top", orders[i].nodes, orders[i].nodes * 16);
		job->priority = 600;
		got = victims_of(&small, job, &victims, &found);
		ok(!strcmp(got, orders[i].want), "%s: %s", orders[i].name, got);
		ft_victims_clear(&victims);
		ft_found_clear(&found);
		ft_str_free(&text);
		smallworld_close(&small);
	}
}

/* ---- by QOS ------------------------------------------------------------------- */

static struct ft_qos *
qos_of(struct ft_world *world, const char *name)
{
	return &world->acctdb.qos[ft_acctdb_find_qos(&world->acctdb, name) -
				  world->acctdb.qos];
}

static void
check_qos(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(
	    &small, "PreemptType=preempt/qos\nPreemptMode=REQUEUE\n");
	struct ft_qosref list = { .op = '=' },
			 *kept = world->acctdb.qos_preempt;
	size_t n_kept = world->acctdb.n_qos_preempt;
	struct ft_qos *normal = qos_of(world, "normal");
	struct ft_qos *high = qos_of(world, "high");
	struct ft_job *low = runs(&small, "debug", 0, 1, 16);
	struct ft_job *job = wants(&small, "debug", 1, 16);

	list.owner = high->id;
	list.qos = normal->id;
	world->acctdb.qos_preempt = &list;
	world->acctdb.n_qos_preempt = 1;
	low->qos = normal->id;
	job->qos = high->id;
	ok(smallworld_preempts(world, job, low), "a QOS that lists another");
	ok(!smallworld_preempts(world, low, job), "not the other way");
	low->qos = high->id;
	job->priority = 2;
	low->priority = 1;
	ok(!smallworld_preempts(world, job, low), "not its own");
	high->preempt_mode = (uint32_t)ft_qos_preempt_mode_find("within");
	ok(!smallworld_preempts(world, job, low),
	    "* nor with within alone: then it has no way to go");
	high->preempt_mode = 0;
	low->qos = normal->id;
	ok(ft_preempt_way(world, low) == FT_PREEMPT_REQUEUE,
	    "the cluster's way");
	low->requeue = false;
	ok(ft_preempt_way(world, low) == FT_PREEMPT_CANCEL,
	    "* who cannot be put back is cancelled");
	low->requeue = true;
	normal->preempt_mode = (uint32_t)ft_qos_preempt_mode_find("cancel");
	ok(ft_preempt_way(world, low) == FT_PREEMPT_CANCEL, "* its QOS's own");
	normal->preempt_exempt_time = 30;
	ok(!smallworld_preempts(world, job, low), "* exempt at first");
	world->now += 29;
	ok(!smallworld_preempts(world, job, low), "* and until the time");
	world->now++;
	ok(smallworld_preempts(world, job, low), "* is over");
	ok(ft_preempt_eligible(world, low) == world->now, "which is shown");
	world->acctdb.qos_preempt = kept;
	world->acctdb.n_qos_preempt = n_kept;
	smallworld_close(&small);
}

/* The first rule of the queue comes before priority. */
static void
check_queue(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(
	    &small, "PreemptType=preempt/qos\nPreemptMode=REQUEUE\n");
	struct ft_qosref list = { .op = '=' },
			 *kept = world->acctdb.qos_preempt;
	size_t n_kept = world->acctdb.n_qos_preempt;
	struct ft_job *job[3];

	list.owner = ft_acctdb_find_qos(&world->acctdb, "high")->id;
	list.qos = ft_acctdb_find_qos(&world->acctdb, "normal")->id;
	world->acctdb.qos_preempt = &list;
	world->acctdb.n_qos_preempt = 1;
	for (int i = 0; i < 3; i++) {
		job[i] = wants(&small, "debug", 1, 16);
		job[i]->priority = (uint32_t)(300 - 100 * i);
		job[i]->qos = i == 2 ? list.owner : list.qos;
		ft_world_changed(world, job[i]);
	}
	ft_queue_settle(world);
	ok(world->queue->n == 3 && world->queue->rec[0].job == job[2],
	    "who may push the others comes first, with the lowest priority");
	ok(world->queue->rec[1].job == job[0] &&
		world->queue->rec[2].job == job[1],
	    "then priority");
	world->acctdb.qos_preempt = kept;
	world->acctdb.n_qos_preempt = n_kept;
	smallworld_close(&small);
}

/* ---- parts of nodes -------------------------------------------------------------- */

static void
check_parts(void)
{
	struct smallworld small;
	bool gone;

	open_world(
	    &small, "PreemptType=preempt/partition_prio\nPreemptMode=CANCEL\n");
	runs(&small, "top", 0, 1, 4);
	runs(&small, "low", 0, 1, 4);
	runs(&small, "low", 0, 1, 8);
	runs(&small, "top", 1, 3, 48);
	ok(!strcmp(pushes(&small, wants(&small, "top", 1, 8), &gone), "3") &&
		gone,
	    "* who is not needed stays, though it would have gone first");
	ok(!strcmp(pushes(&small, wants(&small, "top", 2, 8), &gone), "busy") &&
		small.world.n_running == 4,
	    "* nobody goes for one that does not fit anyway");
	ok(!strcmp(pushes(&small, wants(&small, "mid", 1, 4), &gone), "2"),
	    "the rest goes for one of the middle");
	ok(!strcmp(pushes(&small, wants(&small, "mid", 1, 4), &gone), "busy"),
	    "which has its place now");
	smallworld_close(&small);
}

/* ---- what becomes of them ---------------------------------------------------------- */

static void
check_ends(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(&small,
	    "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
	    "PartitionName=kill Nodes=ALL PriorityTier=1 GraceTime=12 "
	    "PreemptMode=CANCEL\n"
	    "PartitionName=safe Nodes=ALL PriorityTier=1 PreemptMode=OFF\n");
	struct ft_job *back = runs(&small, "low", 0, 1, 16);
	struct ft_job *told = runs(&small, "kill", 1, 1, 16);
	struct ft_job *job, *other;
	bool gone;

	runs(&small, "safe", 2, 2, 32);
	world->now += 10;
	job = wants(&small, "top", 1, 16);
	pushes(&small, job, &gone);
	ok(gone && back->state == FT_JOB_PENDING && back->restarts == 1 &&
		back->reason == FT_REASON_BEGIN_TIME && back->preempted == 1 &&
		back->preempt_by == job->number,
	    "* put back, and known for whom");
	ok(world->n_run == 1 && world->run[0].state == FT_JOB_PREEMPTED,
	    "* with a run of its own");
	ok(world->n_charge == 1 && world->charge[0].ends == world->now,
	    "* charged for the time it ran");
	job = wants(&small, "top", 1, 16);
	ok(!strcmp(pushes(&small, job, &gone), "2") && !gone &&
		told->state == FT_JOB_RUNNING &&
		told->preempt_at == world->now &&
		told->must_end == world->now + 12 && world->n_told == 1,
	    "* told, with grace: its end is set");
	ok(ft_preempt_under_way(world, job), "the other waits for it");
	other = wants(&small, "top", 1, 16);
	ok(!strcmp(pushes(&small, other, &gone), "busy"),
	    "nobody else can have the place");
	world->now += 12;
	ok(!ft_preempt_under_way(world, job), "until its grace is over");
	pushes(&small, job, &gone);
	ok(gone && told->state == FT_JOB_PREEMPTED &&
		told->ended == world->now && told->preempt_at == world->now &&
		!world->n_told && job->state == FT_JOB_RUNNING,
	    "* then it ends, PREEMPTED, and the other starts");
	ok(!strcmp(pushes(&small, other, &gone), "busy"),
	    "* PreemptMode=OFF of a partition");
	smallworld_close(&small);
}

/* Nobody looks again: it ends all the same. */
static void
check_grace_alone(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(&small,
	    "PreemptType=preempt/partition_prio\nPreemptMode=CANCEL\n"
	    "PartitionName=kill Nodes=ALL PriorityTier=1 GraceTime=12\n");
	struct ft_job *told = runs(&small, "kill", 0, 4, 64);
	struct ft_job *job = wants(&small, "top", 1, 16);
	struct ft_asker root = smallworld_root;
	bool gone;

	pushes(&small, job, &gone);
	ft_world_cancel(world, &root, job);
	smallworld_run(&small, 42);
	ok(told->state == FT_JOB_PREEMPTED,
	    "who was told goes even if nobody needs its place any more: %s",
	    ft_job_state_name(told->state));
	smallworld_close(&small);
}

/* Tasks of an array: the last one bears the number of the array. */
static void
check_tasks(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(&small,
	    "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n");
	struct ft_job *last = runs(&small, "low", 0, 1, 16);
	struct ft_job *first = runs(&small, "low", 1, 1, 16);
	struct ft_job *other = runs(&small, "low", 2, 2, 32);
	struct ft_victims victims = { 0 };
	struct ft_found found = { 0 };

	last->array_job = first->array_job = last->number;
	last->array_task = 1;
	first->array_task = 0;
	ok(!strcmp(victims_of(
		       &small, wants(&small, "top", 1, 16), &victims, &found),
	       "2"),
	    "* the task that started last goes last");
	ft_preempt_candidates(&(struct ft_seeker){ world, world->waiting[0],
				  partition(world, "top") },
	    &victims);
	ok(victims.n == 3 && victims.job[0] == first &&
		victims.job[1] == last && victims.job[2] == other,
	    "but before jobs that came later");
	ft_victims_clear(&victims);
	ft_found_clear(&found);
	smallworld_close(&small);
}

/* ---- suspended ------------------------------------------------------------------------ */

static const char suspends[] =
    "PreemptType=preempt/partition_prio\nPreemptMode=SUSPEND,GANG\n";

static void
check_lent(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(&small, suspends);
	struct ft_job *first = runs(&small, "low", 0, 1, 8);
	struct ft_job *second = runs(&small, "low", 0, 1, 8), *top, *mid;
	struct ft_run run = { 0 };
	bool gone;

	runs(&small, "top", 1, 3, 48);
	top = wants(&small, "top", 1, 4);
	ok(!strcmp(pushes(&small, top, &gone), "1") && gone &&
		first->state == FT_JOB_SUSPENDED &&
		first->suspended_by == FT_SUSPEND_PREEMPT &&
		second->state == FT_JOB_RUNNING && world->n_lending == 1,
	    "* as many are suspended as CPUs are needed");
	ok(!strcmp(pushes(&small, wants(&small, "low", 1, 4), &gone), "busy"),
	    "* what is left of the CPUs they lend is nobody's of their own "
	    "tier");
	mid = wants(&small, "mid", 1, 4);
	ok(!strcmp(pushes(&small, mid, &gone), "") && gone,
	    "* a job of a tier between has them without more ado");
	world->now += 20;
	ft_world_end(world, top, FT_JOB_COMPLETED, FT_REASON_NONE);
	ft_preempt_settle(world, &run);
	ok(first->state == FT_JOB_SUSPENDED,
	    "it does not go on while one of both is there");
	ft_world_end(world, mid, FT_JOB_COMPLETED, FT_REASON_NONE);
	ft_preempt_settle(world, &run);
	ok(first->state == FT_JOB_RUNNING && first->suspended_secs == 20 &&
		first->resumed == world->now && !world->n_lending,
	    "* then it does, where it was");
	ok(!ft_place_now(world)->node[0].cpus &&
		!ft_place_now(world)->node[0].owed,
	    "the node is full again, and owes nothing");
	ft_world_end(world, first, FT_JOB_COMPLETED, FT_REASON_NONE);
	ft_world_end(world, second, FT_JOB_COMPLETED, FT_REASON_NONE);
	ok(ft_place_now(world)->node[0].cpus == 16 &&
		!ft_place_now(world)->node[0].jobs,
	    "and empty at the end");
	smallworld_close(&small);
}

/* Which nodes the job is to have, "n1 n4"; "busy". */
static const char *
nodes_for(struct smallworld *small, struct ft_job *job)
{
	static char text[64];
	struct ft_victims victims = { 0 };
	struct ft_found found = { 0 };
	size_t len = 0;

	*text = '\0';
	if (!strcmp(victims_of(small, job, &victims, &found), "busy"))
		return "busy";
	for (size_t i = 0; i < found.n; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%sn%u",
		    i ? " " : "", (unsigned)found.node[i].node + 1);
	ft_victims_clear(&victims);
	ft_found_clear(&found);
	return text;
}

/* As in x12: n2 lacks memory, and on n3 runs one of a tier between. */
static void
check_tiers(void)
{
	struct smallworld small;
	struct ft_job *top;

	open_world(&small, suspends);
	runs(&small, "low", 0, 1, 16);
	runs(&small, "top", 1, 1, 16);
	runs(&small, "mid", 2, 1, 12);
	runs(&small, "low", 3, 1, 16);
	top = wants(&small, "top", 2, 32);
	ok(!strcmp(nodes_for(&small, top), "n1 n4"),
	    "* those of the lowest tier lend first, far from each other as "
	    "they are");
	top = wants(&small, "top", 3, 48);
	ok(!strcmp(nodes_for(&small, top), "n1 n3 n4"),
	    "those of the next where that is not enough");
	smallworld_close(&small);
}

static void
check_user(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(&small, suspends);
	struct ft_asker root = smallworld_root;
	struct ft_job *job = runs(&small, "low", 0, 1, 16), *top;
	struct ft_run run = { 0 };
	bool gone;

	ft_world_suspend(world, &root, job);
	ok(ft_place_now(world)->node[0].cpus == 16 &&
		ft_place_now(world)->node[0].memory == 64000 - 1600,
	    "* scontrol suspend gives the CPUs to anybody, memory stays");
	ft_preempt_settle(world, &run);
	ok(job->state == FT_JOB_SUSPENDED, "who was suspended so stays so");
	runs(&small, "low", 0, 1, 8);
	ft_world_resume(world, &root, job);
	ok(job->state == FT_JOB_RUNNING &&
		ft_place_now(world)->node[0].owed == 8,
	    "* it goes on beside others");
	smallworld_close(&small);
	world = open_world(&small, suspends);
	job = runs(&small, "low", 0, 4, 64);
	top = wants(&small, "top", 1, 16);
	pushes(&small, top, &gone);
	ft_world_resume(world, &root, job);
	ok(gone && job->state == FT_JOB_RUNNING && !job->suspended_by,
	    "* so does one that was pushed aside");
	ft_world_suspend(world, &root, job);
	ft_world_end(world, top, FT_JOB_COMPLETED, FT_REASON_NONE);
	ft_preempt_settle(world, &run);
	ok(job->state == FT_JOB_SUSPENDED,
	    "* and if it is suspended by hand then, it waits for a hand");
	ft_world_end(world, job, FT_JOB_CANCELLED, FT_REASON_NONE);
	ok(ft_place_now(world)->cpus_open == 64, "all is free at the end");
	smallworld_close(&small);
}

/* ---- turns ------------------------------------------------------------------------------- */

static void
check_turns(void)
{
	struct smallworld small;
	struct ft_world *world = open_world(&small,
	    "PreemptMode=GANG\nSchedulerTimeSlice=10\n"
	    "PartitionName=share Nodes=ALL OverSubscribe=FORCE:2\n");
	struct ft_job *job[4];
	char seen[3][4] = { "", "", "" };
	bool gone;

	runs(&small, "low", 1, 3, 48);
	for (int i = 0; i < 3; i++) {
		job[i] = wants(&small, "share", 1, 8);
		pushes(&small, job[i], &gone);
		ok(gone, "* job %d has a place", i + 1);
	}
	job[3] = wants(&small, "share", 1, 16);
	ok(!strcmp(pushes(&small, job[3], &gone), "busy"),
	    "* more than twice the CPUs are not to be had");
	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < 3; i++)
			seen[turn][i] = *ft_job_state_code(job[i]->state);
		smallworld_run(&small, 10);
	}
	ok(!strcmp(seen[0], "RRS"), "* who came last waits: %s", seen[0]);
	ok(!strcmp(seen[1], "SRR"), "* then its turn has come: %s", seen[1]);
	ok(!strcmp(seen[2], "RRS"), "* and so on: %s", seen[2]);
	ok(world->n_lending == 1, "one at a time");
	smallworld_close(&small);
}

int
main(void)
{
	check_orders();
	check_qos();
	check_queue();
	check_parts();
	check_ends();
	check_grace_alone();
	check_tasks();
	check_lent();
	check_tiers();
	check_user();
	check_turns();
	return done_testing();
}
