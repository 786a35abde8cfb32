/*
 * Subordination among the partitions of a world: the worked cases where a
 * partition plays a queue and node n1 the host, and what schedulers may place.
 */
#include "sim/change/change.h"
#include "sim/run/life.h"
#include "sim/run/run.h"
#include "sim/world/event.h"
#include "sim/submit/submit.h"
#include "sim/research/subordination/subordination.h"

#include <string.h>

#include "base/text/str.h"
#include "lib/smallworld.h"
#include "tap/tap.h"

/* ---- a world that writes down what happens --------------------------------------- */

struct play {
	struct smallworld small;
	struct ft_str log; /* "+5 -b1": 5 s after the start, b1 is suspended */
	struct ft_str words; /* of the last suspension */
	int64_t begin;
};

static void
write_down(void *ctx, const struct ft_sim_event *event)
{
	struct play *play = ctx;
	const char *sign;

	switch (event->kind) {
	case FT_SIM_START:
		sign = "*";
		break;
	case FT_SIM_END:
		sign = "/";
		break;
	case FT_SIM_SUSPEND:
		sign = "-";
		break;
	case FT_SIM_RESUME:
		sign = "+";
		break;
	case FT_SIM_PREEMPT:
		sign = "<";
		break;
	case FT_SIM_ARRIVE:
	case FT_SIM_PASS:
	case FT_SIM_SCHEDULE:
	case FT_SIM_BLOCK:
	case FT_SIM_DONE:
	case FT_SIM_RESERVE:
	default:
		return;
	}
	ft_str_addf(&play->log, "%s%lld%s%s", play->log.len ? " " : "",
	    (long long)(event->at - play->begin), sign, event->job->name);
	if (event->words) {
		ft_str_clear(&play->words);
		ft_str_add(&play->words, event->words);
	}
}

/* lines: partitions and settings. */
static void
begin(struct play *play, const char *lines)
{
	struct ft_str text = { 0 };

	ft_str_addf(&text,
	    "SchedulerParameters=sched_interval=1,bf_interval=1,"
	    "batch_sched_delay=0\n"
	    "PartitionName=DEFAULT Nodes=n1\n%s",
	    lines);
	*play = (struct play){ .begin = 0 };
	smallworld_open(&play->small, ft_str_text(&text));
	play->begin = play->small.world.now;
	ft_str_free(&text);
}

static void
end(struct play *play)
{
	smallworld_close(&play->small);
	ft_str_free(&play->log);
	ft_str_free(&play->words);
}

/* A job that arrives AT and runs so long. */
static struct ft_job *
add(struct play *play, const char *name, const char *partition, int64_t at,
    int64_t seconds, uint32_t cpus)
{
	struct ft_world *world = &play->small.world;
	struct ft_job *job = smallworld_job(&play->small, "ann");
	struct ft_asker asker = smallworld_asker(&play->small, "ann");
	struct ft_submit_request request = {
		.asker = &asker, .job = job, .qos = "", .at = play->begin + at
	};
	enum ft_refusal refusal;

	job->name = ft_world_string(world, name);
	job->partitions = ft_world_string(world, partition);
	job->run_time = seconds;
	job->cpus_per_task = cpus;
	job->requeue = true;
	refusal = ft_world_submit(world, &request);
	if (refusal != FT_REFUSE_NONE)
		bail("refused: %s", ft_refusal_text(refusal));
	return job;
}

static void
run(struct play *play, int64_t until)
{
	struct ft_error err = { 0 };
	struct ft_run how = {
		.until = play->begin + until, .report = write_down, .ctx = play
	};

	if (ft_world_run(&play->small.world, &how, &err) != FT_OK)
		bail("%s", err.text);
}

/* ---- the worked cases -------------------------------------------------------------- */

#define ONE                                                                    \
	"PartitionName=A.q SubordinateList=slots=2(B.q:0:sr)\n"                \
	"PartitionName=B.q\n"

/* A job of a case: when it arrives, how long it runs. */
struct task {
	const char *name, *queue;
	int64_t at, seconds;
	uint32_t cpus;
};

#define TASKS 8
#define LONG  500 /* seconds: beyond what is looked at */

/* Who arrives at 0 starts at 1: the clock stands at 0. */
static const struct {
	const char *name, *lines;
	struct task task[TASKS];
	const char *want;
} rows[] = {
	{ "case a", ONE,
	    { { "b1", "B.q", 0, LONG, 1 }, { "b2", "B.q", 5, LONG, 1 },
		{ "a1", "A.q", 9, 11, 1 } },
	    "1*b1 5*b2 9*a1 9-b2 20/a1 20+b2" },
	{ "case b",
	    "PartitionName=A.q SubordinateList=slots=2(B.q:1:sr,C.q:2:lr)\n"
	    "PartitionName=B.q\nPartitionName=C.q\n",
	    { { "a1", "A.q", 0, LONG, 1 }, { "c1", "C.q", 3, LONG, 1 },
		{ "b1", "B.q", 6, LONG, 1 } },
	    "1*a1 3*c1 6*b1 6-c1" },
	{ "case c",
	    "PartitionName=A.q SubordinateList=slots=3(B.q)\n"
	    "PartitionName=B.q SubordinateList=slots=2(C.q)\n"
	    "PartitionName=C.q\n",
	    { { "c1", "C.q", 0, LONG, 1 }, { "c2", "C.q", 2, LONG, 1 },
		{ "b1", "B.q", 4, LONG, 1 }, { "a1", "A.q", 6, LONG, 1 },
		{ "a2", "A.q", 8, LONG, 1 } },
	    "1*c1 2*c2 4*b1 4-c2 6*a1 8*a2 8-c1" },
	/* the caveat: it is started in a full subordinate */
	{ "case d", ONE,
	    { { "a1", "A.q", 0, 20, 1 }, { "a2", "A.q", 2, LONG, 1 },
		{ "b1", "B.q", 5, LONG, 1 } },
	    "1*a1 2*a2 5*b1 5-b1 21/a1 21+b1" },
	/* the work-around: it waits */
	{ "case d with load adjustment", "FairTreeLoadAdjust=yes\n" ONE,
	    { { "a1", "A.q", 0, 20, 1 }, { "a2", "A.q", 2, LONG, 1 },
		{ "b1", "B.q", 5, LONG, 1 } },
	    "1*a1 2*a2 21/a1 21*b1" },
	/* both would be the third: load adjustment sees the first of the same
	 * second */
	{ "two at once with load adjustment", "FairTreeLoadAdjust=yes\n" ONE,
	    { { "a1", "A.q", 0, LONG, 1 }, { "b1", "B.q", 5, LONG, 1 },
		{ "b2", "B.q", 5, LONG, 1 } },
	    "1*a1 5*b1" },
	/* a superior's job pushes others, not itself */
	{ "a superior with load adjustment", "FairTreeLoadAdjust=yes\n" ONE,
	    { { "b1", "B.q", 0, LONG, 1 }, { "b2", "B.q", 2, LONG, 1 },
		{ "a1", "A.q", 5, LONG, 1 } },
	    "1*b1 2*b2 5*a1 5-b2" },
	{ "case e", ONE,
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 2, LONG, 1 },
		{ "a2", "A.q", 5, LONG, 4 } },
	    "1*b1 2*a1 5*a2 5-b1" },
	{ "case e, three of four",
	    "PartitionName=A.q SubordinateList=slots=4(B.q)\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 2, LONG, 1 },
		{ "a2", "A.q", 5, LONG, 4 } },
	    "1*b1 2*a1 5*a2" },
	{ "case e, six slots of four",
	    "FairTreeSlotCount=slots\n"
	    "PartitionName=A.q SubordinateList=slots=4(B.q)\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 2, LONG, 1 },
		{ "a2", "A.q", 5, LONG, 4 } },
	    "1*b1 2*a1 5*a2 5-b1" },
	{ "case g",
	    "PartitionName=A.q SubordinateList=slots=4(B.q)\n"
	    "PartitionName=B.q SubordinateList=slots=2(C.q)\n"
	    "PartitionName=C.q\n",
	    { { "c1", "C.q", 0, LONG, 1 }, { "b1", "B.q", 2, LONG, 1 },
		{ "b2", "B.q", 3, LONG, 1 }, { "a1", "A.q", 4, 6, 1 },
		{ "a2", "A.q", 5, LONG, 1 }, { "b3", "B.q", 20, LONG, 1 } },
	    "1*c1 2*b1 3*b2 3-c1 4*a1 5*a2 10/a1 10+c1 20*b3 20-c1" },
	{ "case g, all limits when waking",
	    "FairTreeSlotWake=all\n"
	    "PartitionName=A.q SubordinateList=slots=4(B.q)\n"
	    "PartitionName=B.q SubordinateList=slots=2(C.q)\n"
	    "PartitionName=C.q\n",
	    { { "c1", "C.q", 0, LONG, 1 }, { "b1", "B.q", 2, LONG, 1 },
		{ "b2", "B.q", 3, 27, 1 }, { "a1", "A.q", 4, 6, 1 },
		{ "a2", "A.q", 5, LONG, 1 } },
	    "1*c1 2*b1 3*b2 3-c1 4*a1 5*a2 10/a1 30/b2 30+c1" },
	/* what it did is lost; it starts again when a1 has ended, after the
	 * time Slurm lets one wait that was put back: 120 s and one */
	{ "put back", "FairTreeSlotAction=requeue\n" ONE,
	    { { "b1", "B.q", 0, LONG, 1 }, { "b2", "B.q", 5, 20, 1 },
		{ "a1", "A.q", 9, 11, 1 } },
	    "1*b1 5*b2 9*a1 9<b2 20/a1 130*b2 150/b2" },
	{ "queue-wise: nothing new starts in what is suspended",
	    "PartitionName=A.q SubordinateList=B.q=1\nPartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 5, 10, 1 },
		{ "b2", "B.q", 7, LONG, 1 } },
	    "1*b1 5*a1 5-b1 15/a1 15+b1 15*b2" },
	{ "queue-wise: all slots",
	    "PartitionName=A.q SubordinateList=B.q FairTreeSlots=2\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 5, LONG, 1 },
		{ "a2", "A.q", 7, LONG, 1 } },
	    "1*b1 5*a1 7*a2 7-b1" },
	/* 16 CPUs: each queue has them for itself, none for a third job */
	{ "slots are counted apart",
	    "PartitionName=A.q SubordinateList=slots=9(B.q)\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, 20, 16 }, { "a1", "A.q", 2, LONG, 16 },
		{ "b2", "B.q", 3, LONG, 1 } },
	    "1*b1 2*a1 21/b1 21*b2" },
	{ "slots of a queue",
	    "PartitionName=A.q SubordinateList=slots=9(B.q)\n"
	    "PartitionName=B.q FairTreeSlots=2\n",
	    { { "b1", "B.q", 0, 20, 2 }, { "b2", "B.q", 2, LONG, 1 },
		{ "a1", "A.q", 3, LONG, 4 } },
	    "1*b1 3*a1 21/b1 21*b2" },
	/* a job of the superior that waits takes nothing from the others */
	{ "one that waits blocks its own queue only",
	    "PartitionName=A.q SubordinateList=slots=9(B.q) FairTreeSlots=2 "
	    "PriorityTier=9\nPartitionName=B.q\n",
	    { { "a1", "A.q", 0, LONG, 2 }, { "a2", "A.q", 2, LONG, 2 },
		{ "b1", "B.q", 4, LONG, 1 } },
	    "1*a1 4*b1" },
	{ "host overrides",
	    "PartitionName=A.q SubordinateList=NONE,[n1=slots=1(B.q)]\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 2, LONG, 1 } },
	    "1*b1 2*a1 2-b1" },
	{ "host overrides of another host",
	    "PartitionName=A.q SubordinateList=\"NONE,[n2=slots=1(B.q)]\"\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 2, LONG, 1 } },
	    "1*b1 2*a1" },
	{ "a group of hosts",
	    "NodeSet=old Nodes=n[1-2]\n"
	    "PartitionName=A.q SubordinateList=NONE,[@old=slots=1(B.q)]\n"
	    "PartitionName=B.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "a1", "A.q", 2, LONG, 1 } },
	    "1*b1 2*a1 2-b1" },
	/* the article's three */
	{ "one subordinate", ONE,
	    { { "b1", "B.q", 0, LONG, 1 }, { "b2", "B.q", 2, LONG, 1 },
		{ "a1", "A.q", 3, 10, 1 }, { "a2", "A.q", 4, 10, 1 } },
	    "1*b1 2*b2 3*a1 3-b2 4*a2 4-b1 13/a1 13+b1 14/a2 14+b2" },
	{ "two by number",
	    "PartitionName=A.q SubordinateList=slots=2(B.q:1:sr,C.q:2:sr)\n"
	    "PartitionName=B.q\nPartitionName=C.q\n",
	    { { "b1", "B.q", 0, LONG, 1 }, { "c1", "C.q", 2, LONG, 1 },
		{ "a1", "A.q", 3, 10, 1 }, { "a2", "A.q", 4, 10, 1 } },
	    "1*b1 2*c1 3*a1 3-c1 4*a2 4-b1 13/a1 13+b1 14/a2 14+c1" },
	{ "three in a row",
	    "PartitionName=A.q SubordinateList=slots=2(B.q)\n"
	    "PartitionName=B.q SubordinateList=slots=2(C.q)\n"
	    "PartitionName=C.q\n",
	    { { "c1", "C.q", 0, LONG, 1 }, { "b1", "B.q", 2, LONG, 1 },
		{ "a1", "A.q", 3, 10, 1 }, { "a2", "A.q", 4, 10, 1 } },
	    "1*c1 2*b1 3*a1 3-c1 4*a2 4-b1 13/a1 13+b1 14/a2 14+c1" },
};

static void
test_rows(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct play play;

		begin(&play, rows[i].lines);
		for (size_t k = 0; k < TASKS && rows[i].task[k].name; k++) {
			const struct task *task = &rows[i].task[k];

			add(&play, task->name, task->queue, task->at,
			    task->seconds, task->cpus);
		}
		run(&play, 200);
		is_str(
		    ft_str_text(&play.log), rows[i].want, "%s", rows[i].name);
		end(&play);
	}
}

/* ---- what else ----------------------------------------------------------------------- */

/* A suspended job ends as much later, and says who suspends it and why. */
static void
test_time(void)
{
	struct play play;
	struct ft_job *b2;

	begin(&play, ONE);
	add(&play, "b1", "B.q", 0, LONG, 1);
	b2 = add(&play, "b2", "B.q", 5, 20, 1);
	add(&play, "a1", "A.q", 9, 11, 1);
	run(&play, 15);
	ok(b2->state == FT_JOB_SUSPENDED, "b2 is suspended");
	is_u64(b2->suspended_by, FT_SUSPEND_SLOT, "slot-wise");
	is_str(ft_str_text(&play.words),
	    "n1: A.q: 3 tasks (1 2 3) run, limit 2: 1 too many; suspend 2 of "
	    "B.q: level 1, number 0, sr: started last",
	    "and why");
	run(&play, 60);
	/* 5 + 20 + 11 */
	is_str(ft_str_text(&play.log), "1*b1 5*b2 9*a1 9-b2 20/a1 20+b2 36/b2",
	    "it ends 11 s later");
	is_u64(b2->suspended_by, 0, "nobody suspends it any more");
	end(&play);
}

/* By hand beside: it goes on when both let it. */
static void
test_twice(void)
{
	struct play play;
	struct ft_job *b1;

	begin(&play, ONE);
	b1 = add(&play, "b1", "B.q", 0, LONG, 1);
	add(&play, "a1", "A.q", 2, 20, 1);
	add(&play, "a2", "A.q", 3, LONG, 1);
	run(&play, 10);
	ft_world_suspend(&play.small.world, &smallworld_root, b1);
	is_u64(b1->suspended_by, FT_SUSPEND_SLOT | FT_SUSPEND_USER,
	    "suspended twice");
	run(&play, 30);
	is_u64(b1->suspended_by, FT_SUSPEND_USER, "a1 ended: by hand only");
	ft_world_resume(&play.small.world, &smallworld_root, b1);
	run(&play, 40);
	ok(b1->state == FT_JOB_RUNNING, "it goes on");
	is_str(ft_str_text(&play.log), "1*b1 2*a1 3*a2 3-b1 22/a1",
	    "nobody was told twice");
	end(&play);
}

/* A job that is suspended by hand makes room, and takes it back. */
static void
test_by_hand(void)
{
	struct play play;
	struct ft_job *a1;

	begin(&play, ONE);
	add(&play, "b1", "B.q", 0, LONG, 1);
	a1 = add(&play, "a1", "A.q", 2, LONG, 1);
	add(&play, "a2", "A.q", 3, LONG, 1);
	run(&play, 10);
	ft_world_suspend(&play.small.world, &smallworld_root, a1);
	run(&play, 20);
	ft_world_resume(&play.small.world, &smallworld_root, a1);
	run(&play, 30);
	is_str(ft_str_text(&play.log), "1*b1 2*a1 3*a2 3-b1 10+b1 20-b1",
	    "b1 runs while a1 is suspended by hand");
	end(&play);
}

/* Cancelled by a command: what follows happens when time passes. */
static void
test_cancelled(void)
{
	struct play play;
	struct ft_job *a1;

	begin(&play, ONE);
	add(&play, "b1", "B.q", 0, LONG, 1);
	a1 = add(&play, "a1", "A.q", 2, LONG, 1);
	add(&play, "a2", "A.q", 3, LONG, 1);
	run(&play, 10);
	ft_world_cancel(&play.small.world, &smallworld_root, a1);
	/* the world is read again by the next command */
	ft_world_settle(&play.small.world);
	run(&play, 20);
	is_str(
	    ft_str_text(&play.log), "1*b1 2*a1 3*a2 3-b1 10+b1", "b1 goes on");
	end(&play);
}

/* The list goes: who is suspended for it goes on. */
static void
test_settings(void)
{
	struct play play;
	struct ft_machine *machine = &play.small.world.machine;
	struct ft_error err = { 0 };

	begin(&play, ONE);
	add(&play, "b1", "B.q", 0, LONG, 1);
	add(&play, "a1", "A.q", 2, LONG, 1);
	add(&play, "a2", "A.q", 3, LONG, 1);
	run(&play, 10);
	ok(ft_machine_set_partition(machine, "A.q", "SubordinateList",
	       "slots=3(B.q)", &err) == FT_OK,
	    "another limit");
	ft_world_settle(&play.small.world);
	run(&play, 20);
	is_str(
	    ft_str_text(&play.log), "1*b1 2*a1 3*a2 3-b1 10+b1", "b1 goes on");
	ok(ft_machine_set_partition(machine, "A.q", "SubordinateList",
	       "slots=1(B.q)", &err) == FT_OK,
	    "a smaller one");
	ft_world_settle(&play.small.world);
	run(&play, 30);
	ok(ft_machine_set_partition(
	       machine, "A.q", "SubordinateList", "NONE", &err) == FT_OK,
	    "none");
	ft_world_settle(&play.small.world);
	run(&play, 40);
	is_str(ft_str_text(&play.log), "1*b1 2*a1 3*a2 3-b1 10+b1 20-b1 30+b1",
	    "suspended, and goes on without a list");
	end(&play);
}

/* The host's limit counts running and suspended jobs. */
static void
test_host_limit(void)
{
	struct play play;
	struct ft_machine *machine = &play.small.world.machine;
	struct ft_error err = { 0 };

	begin(&play, ONE);
	ok(ft_machine_set_node(machine,
	       &(struct ft_node_change){ "n1", "FairTreeSlots", "3", 0 },
	       &err) == FT_OK,
	    "three jobs on n1");
	ft_world_settle(&play.small.world);
	add(&play, "b1", "B.q", 0, 30, 1);
	add(&play, "a1", "A.q", 2, 20, 1);
	add(&play, "a2", "A.q", 3, LONG, 1);
	add(&play, "b2", "B.q", 5, LONG, 1);
	add(&play, "d1", "debug", 6, LONG, 16);
	run(&play, 25);
	/* debug is no queue: it has the CPUs of the node for itself */
	is_str(ft_str_text(&play.log),
	    "1*b1 2*a1 3*a2 3-b1 6*d1 22/a1 22+b1 22*b2 22-b2",
	    "b2 waits while b1 is suspended");
	end(&play);
}

/* A job on two hosts is suspended as a whole; elsewhere it makes room. */
static void
test_two_hosts(void)
{
	struct play play;
	struct ft_job *wide, *a1;

	begin(&play,
	    "PartitionName=A.q Nodes=n1 SubordinateList=slots=1(B.q)\n"
	    "PartitionName=B.q Nodes=n[1-2]\n"
	    "PartitionName=D.q Nodes=n2 SubordinateList=slots=1(B.q)\n");
	end(&play);
	/* that B.q is below both is refused only where both are */
	begin(&play, "PartitionName=A.q Nodes=n1 SubordinateList=slots=1(B.q)\n"
		     "PartitionName=B.q Nodes=n[1-2] "
		     "SubordinateList=slots=9(C.q)\n"
		     "PartitionName=D.q Nodes=n2 SubordinateList=slots=1(B.q)\n"
		     "PartitionName=C.q Nodes=n2\n");
	wide = add(&play, "wide", "B.q", 0, LONG, 1);
	wide->min_nodes = wide->tasks_wanted = 2;
	wide->nodes_given = true;
	add(&play, "c1", "C.q", 2, LONG, 1);
	a1 = add(&play, "a1", "A.q", 5, 10, 1);
	run(&play, 40);
	/* on n2 c1 is too many beside it, and may run while it is suspended */
	is_str(ft_str_text(&play.log),
	    "1*wide 2*c1 2-c1 5*a1 5-wide 5+c1 15/a1 15+wide 15-c1",
	    "a job on two hosts");
	(void)a1;
	end(&play);
	/* where A.q is not, its limit counts nobody */
	begin(&play, "PartitionName=A.q Nodes=n1 SubordinateList=slots=1(B.q)\n"
		     "PartitionName=B.q Nodes=n2\n");
	add(&play, "b1", "B.q", 0, LONG, 1);
	add(&play, "b2", "B.q", 2, LONG, 1);
	run(&play, 40);
	is_str(ft_str_text(&play.log), "1*b1 2*b2", "another host");
	end(&play);
}

/* Case f, and its kind: not loaded. */
static void
test_refused(void)
{
	struct ft_conf conf;
	struct ft_machine machine;
	struct ft_error err = { 0 };
	static const struct ft_tres all[] = { { 1, "cpu", "" } };
	static const struct ft_tres_table tres = { all, 1 };

	ft_conf_init(&conf);
	ft_conf_add_line(&conf, "PartitionName",
	    "PartitionName=A.q Nodes=ALL SubordinateList=slots=2(B.q)",
	    "slurm.conf:1", true);
	ft_conf_add_line(&conf, "PartitionName",
	    "PartitionName=B.q Nodes=ALL SubordinateList=slots=1(A.q)",
	    "slurm.conf:2", true);
	ok(ft_machine_read(&machine, &conf, &tres, &err) == FT_EINVAL,
	    "case f is refused");
	is_str(err.text,
	    "slurm.conf:1: SubordinateList: loop: A.q over B.q over A.q",
	    "and why");
	ft_machine_free(&machine);
	ft_conf_free(&conf);
}

int
main(void)
{
	test_rows();
	test_time();
	test_twice();
	test_by_hand();
	test_cancelled();
	test_settings();
	test_host_limit();
	test_two_hosts();
	test_refused();
	return done_testing();
}
