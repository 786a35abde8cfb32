/*
 * Which jobs can never start, and what the others find missing on which nodes.
 * The world of lib/smallworld.h: n1 to n4 with 16 CPUs and 64000 MiB.
 */
#include "sim/why/unrunnable.h"

#include <string.h>

#include "lib/smallworld.h"
#include "sim/why/shortage.h"
#include "sim/place/place.h"
#include "sim/job/start.h"
#include "tap/tap.h"

/* A job of ann that waits; the caller changes it. */
static struct ft_job *
job_of(struct smallworld *small)
{
	return smallworld_submit(small, smallworld_job(small, "ann"));
}

static enum ft_job_reason
never(struct smallworld *small, const struct ft_job *job)
{
	struct ft_unrunnable never;
	bool is = ft_world_is_unrunnable(&small->world, job, 0, &never);

	is_i64(is, never.reason != FT_REASON_NONE, "it says so");
	return never.reason;
}

static void
test_partition(void)
{
	struct smallworld small;
	struct ft_job *job;

	smallworld_open(&small, "");
	job = job_of(&small);
	is_i64(never(&small, job), FT_REASON_NONE, "an ordinary job");
	job->time_limit = 1440;
	is_i64(never(&small, job), FT_REASON_NONE, "MaxTime itself");
	job->time_limit = 1441;
	is_i64(never(&small, job), FT_REASON_PARTITION_TIME_LIMIT,
	    "a minute more");
	job->time_limit = 10;
	job->min_nodes = 5;
	is_i64(never(&small, job), FT_REASON_PARTITION_NODE_LIMIT,
	    "five of four nodes");
	job->min_nodes = 1;
	job->cpus_per_task = 17;
	is_i64(
	    never(&small, job), FT_REASON_BAD_CONSTRAINTS, "a task of 17 CPUs");
	job->cpus_per_task = 1;
	/* what passes by itself */
	small.world.machine.partition[0].state = FT_PARTITION_DOWN;
	is_i64(never(&small, job), FT_REASON_NONE, "the partition is down");
	small.world.machine.partition[0].state = FT_PARTITION_UP;
	for (size_t i = 0; i < 4; i++)
		small.world.machine.node[i].state = FT_NODE_DOWN;
	ft_place_reset(&small.world);
	is_i64(never(&small, job), FT_REASON_NONE, "all nodes are down");
	smallworld_close(&small);
}

/* A limit that others use up is not one that the job alone exceeds. */
static void
test_limits(void)
{
	static const struct {
		const char *line;
		enum ft_job_reason now, never;
	} rows[] = {
		/* ann runs one job of 4 CPUs for 60 minutes; this one has 4
		 * CPUs and 60 minutes, too */
		{ "modify user ann set maxjobs=1", FT_REASON_ASSOC_MAX_JOBS,
		    FT_REASON_NONE },
		{ "modify user ann set maxjobs=0", FT_REASON_ASSOC_MAX_JOBS,
		    FT_REASON_ASSOC_MAX_JOBS },
		{ "modify user ann set grptres=cpu=7", FT_REASON_ASSOC_GRP_CPU,
		    FT_REASON_NONE },
		{ "modify user ann set grptres=cpu=3", FT_REASON_ASSOC_GRP_CPU,
		    FT_REASON_ASSOC_GRP_CPU },
		{ "modify user ann set grptresrunmins=cpu=400",
		    FT_REASON_ASSOC_GRP_CPU_RUN_MINS, FT_REASON_NONE },
		{ "modify user ann set grptresrunmins=cpu=239",
		    FT_REASON_ASSOC_GRP_CPU_RUN_MINS,
		    FT_REASON_ASSOC_GRP_CPU_RUN_MINS },
		{ "modify user ann set maxwall=59", FT_REASON_ASSOC_MAX_WALL,
		    FT_REASON_ASSOC_MAX_WALL },
		{ "modify qos normal set maxtresperuser=cpu=7",
		    FT_REASON_QOS_USER_CPU, FT_REASON_NONE },
		{ "modify qos normal set maxtresperuser=cpu=3",
		    FT_REASON_QOS_USER_CPU, FT_REASON_QOS_USER_CPU },
		{ "modify user ann set maxtresperjob=cpu=4", FT_REASON_NONE,
		    FT_REASON_NONE },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct smallworld small;
		struct ft_policy_block block;
		struct ft_policy_question question;
		struct ft_job *job[2];
		struct ft_job_node where = { 0, 4, 400 };
		const struct ft_found found = { .node = &where, .n = 1 };

		smallworld_open_with(&small, "", rows[i].line);
		for (size_t k = 0; k < 2; k++) {
			job[k] = smallworld_job(&small, "ann");
			job[k]->tasks_wanted = 4;
			job[k]->time_limit = 60;
			smallworld_submit(&small, job[k]);
		}
		ft_world_start(&small.world, job[0], 0, &found, FT_SCHED_MAIN);
		question = ft_policy_question_of(
		    &small.world, job[1], &small.world.machine.partition[0]);
		is_i64(ft_policy_blocks(&small.world, &question, &block),
		    rows[i].now, "%s: now", rows[i].line);
		is_i64(never(&small, job[1]), rows[i].never, "%s: ever",
		    rows[i].line);
		smallworld_close(&small);
	}
}

static const struct ft_shortage_item *
item(const struct ft_shortage *lack, enum ft_shortage_kind kind)
{
	for (size_t i = 0; i < lack->n; i++)
		if (lack->item[i].kind == kind)
			return &lack->item[i];
	return NULL;
}

/* n1 has 12 of 16 CPUs free, n2 4000 of 64000 MiB, n3 is drained, n4 is
 * excluded. */
static void
test_lack(void)
{
	struct smallworld small;
	struct ft_job *job[2];
	struct ft_job_node where[2] = { { 0, 4, 100 }, { 1, 1, 60000 } };
	struct ft_shortage lack;
	const struct ft_shortage_item *found;

	smallworld_open(&small, "SelectTypeParameters=CR_CPU_Memory\n");
	for (size_t k = 0; k < 2; k++)
		job[k] = job_of(&small);
	small.world.machine.node[2].state = FT_NODE_DRAIN;
	ft_place_reset(&small.world);
	for (size_t k = 0; k < 2; k++)
		ft_world_start(&small.world, job[k], 0,
		    &(struct ft_found){ .node = &where[k], .n = 1 },
		    FT_SCHED_MAIN);
	job[0] = job_of(&small);
	job[0]->cpus_per_task = 13;
	job[0]->mem_per_cpu = FT_MEM_UNSET;
	job[0]->mem_per_node = 5000;
	job[0]->exc_nodes = ft_world_string(&small.world, "n4");
	ft_shortage_find(&small.world, job[0], 0, &lack);
	ok(!lack.fits, "it does not fit");
	is_u64(lack.nodes, 0, "on no node");
	is_u64(lack.n, 4, "for four reasons");
	found = item(&lack, FT_SHORTAGE_CPUS);
	ok(found && found->n == 1 && found->node[0] == 0 &&
		found->asked == 13 && found->most == 12,
	    "CPUs on n1: 12 of 13");
	found = item(&lack, FT_SHORTAGE_MEMORY);
	ok(found && found->n == 1 && found->node[0] == 1 &&
		found->asked == 5000 && found->most == 4000,
	    "memory on n2: 4000 of 5000");
	found = item(&lack, FT_SHORTAGE_DOWN);
	ok(found && found->n == 1 && found->node[0] == 2, "n3 is drained");
	found = item(&lack, FT_SHORTAGE_EXCLUDED);
	ok(found && found->n == 1 && found->node[0] == 3, "n4 is excluded");
	ft_shortage_free(&lack);
	job[0]->cpus_per_task = 12;
	ft_shortage_find(&small.world, job[0], 0, &lack);
	ok(lack.fits && lack.nodes == 1 && lack.cpus == 12, "12 CPUs fit");
	ft_shortage_free(&lack);
	smallworld_close(&small);
}

int
main(void)
{
	test_partition();
	test_limits();
	test_lack();
	return done_testing();
}
