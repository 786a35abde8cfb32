/*
 * The first look at a job that was just submitted: which reason it has before
 * any pass.  What is marked * is what Slurm 22.05 did (tests/oracle/cases/x19).
 */
#include <string.h>

#include "base/vec.h"
#include "lib/smallworld.h"
#include "model/job/job.h"
#include "sim/queue/queue.h"
#include "tap/tap.h"

static const char partitions[] =
    "PartitionName=main Nodes=ALL MaxTime=UNLIMITED\n"
    "PartitionName=fast Nodes=ALL MaxTime=10 MaxNodes=2\n";

struct wish {
	const char *partitions;
	uint32_t nodes, tasks;
	int64_t site;
	int64_t minutes;
	enum ft_job_reason reason;
	const char *name;
};

static const struct wish wishes[] = {
	{ "main", 1, 0, 500, 100, FT_REASON_NONE, "* the first: none" },
	{ "main", 1, 0, 100, 100, FT_REASON_PRIORITY,
	    "* one behind it: Priority" },
	{ "main", 1, 3, 100, 100, FT_REASON_NONE,
	    "* an array behind it: none" },
	{ "fast", 1, 0, 900, 11, FT_REASON_PARTITION_CONFIG,
	    "* too long for its partition: PartitionConfig" },
	{ "fast", 3, 0, 100, 5, FT_REASON_PARTITION_CONFIG,
	    "* too many nodes: the same, behind others as well" },
	{ "fast,main", 3, 0, 950, 11, FT_REASON_NONE,
	    "not if another of its partitions takes it" },
};

static struct ft_job *
submit(struct smallworld *small, const struct wish *wish)
{
	struct ft_job *job = smallworld_job(small, "ann");

	job->partitions = ft_world_string(&small->world, wish->partitions);
	job->min_nodes = job->max_nodes = wish->nodes;
	job->tasks_wanted = wish->nodes;
	job->time_limit = wish->minutes;
	job->site_factor = wish->site;
	if (wish->tasks) {
		job->tasks = ft_vec_grow(job->tasks, &job->cap_tasks,
		    wish->tasks, sizeof *job->tasks);
		while (job->n_tasks < wish->tasks) {
			job->tasks[job->n_tasks] = (uint32_t)job->n_tasks;
			job->n_tasks++;
		}
	}
	return smallworld_submit(small, job);
}

int
main(void)
{
	struct smallworld small;

	smallworld_open(&small, partitions);
	for (size_t i = 0; i < FT_COUNT(wishes); i++) {
		struct ft_job *job = submit(&small, &wishes[i]);

		ok(job->reason == wishes[i].reason, "%s", wishes[i].name);
	}
	smallworld_close(&small);
	return done_testing();
}
