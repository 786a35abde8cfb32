/* step.c - the batch steps of jobs in squeue's and scontrol's JSON. */

#include "jobdoc/jobcolumn.h"

/* slurmctld's "no value" in 32 bits without one. */
static void
array_task(const void *at, struct ft_value *value)
{
	const struct ft_job *job = ft_job_of(at);

	ft_value_u64(
	    value, job->array_job ? (uint32_t)job->array_task : UINT32_MAX - 1);
}

static void
running(const void *at, struct ft_value *value)
{
	ft_value_i64(
	    value, ft_job_elapsed(ft_job_of(at), ft_world_of(at)->now));
}

#define JOB(name)    FT_MEMBER(struct ft_job, name)
#define SAYS(text)   .get = ft_column_get_arg, .arg = (text)
#define COUNT(what)  .type = FT_COLUMN_UINT, what
#define NUMBER(what) .type = FT_COLUMN_UINT, .flags = FT_COLUMN_UNION, what
#define ZERO         .get = ft_column_get_zero
#define LAST         .since = FT_RELEASE_26_05

static const struct ft_column members[] = {
	{ .key = "array.job_id", COUNT(JOB(array_job)) },
	{ .key = "array.task_id", COUNT(.get = array_task) },
	{ .key = "cluster", .get = ft_jobcolumn_cluster },
	{ .key = "container", SAYS("") },
	{ .key = "container_id", SAYS("") },
	{ .key = "container_type", SAYS(""), LAST },
	{ .key = "cpu.frequency.min", NUMBER(ZERO) },
	{ .key = "cpu.frequency.max", NUMBER(ZERO) },
	{ .key = "cpu.frequency.governor", NUMBER(ZERO) },
	{ .key = "tres.per.cpu", SAYS("") },
	{ .key = "tres.per.memory", SAYS("") },
	{ .key = "tres.per.step", SAYS("") },
	{ .key = "tres.per.node", SAYS("") },
	{ .key = "tres.per.socket", SAYS("") },
	{ .key = "tres.per.task", SAYS("") },
	{ .key = "tres.allocation", SAYS("") },
	{ .key = "tres.binding", SAYS("") },
	{ .key = "tres.frequency", SAYS("") },
	{ .key = "name", SAYS("batch") },
	{ .key = "network", SAYS("") },
	{ .key = "nodes", .get = ft_jobcolumn_first_node },
	{ .key = "number_cpus", COUNT(ZERO) },
	{ .key = "number_tasks", COUNT(.get = ft_column_get_one) },
	{ .key = "partition", JOB(partition) },
	{ .key = "reserved_ports", SAYS("") },
	{ .key = "time.running", NUMBER(.get = running) },
	{ .key = "time.start", NUMBER(JOB(started)) },
	{ .key = "time.limit", NUMBER(.get = ft_column_get_infinite) },
	{ .key = "srun.host", SAYS("") },
	{ .key = "srun.pid", COUNT(ZERO) },
	{ .key = "state", .type = FT_COLUMN_LIST, SAYS("RUNNING") },
	{ .key = "sluid", .get = ft_jobcolumn_sluid, LAST },
	{ .key = "id", .get = ft_jobcolumn_batch_step },
	{ .key = "stderr", SAYS(""), LAST },
	{ .key = "stdin", SAYS(""), LAST },
	{ .key = "stdout", SAYS(""), LAST },
	{ .key = "stdin_expanded", SAYS(""), LAST },
	{ .key = "stdout_expanded", SAYS(""), LAST },
	{ .key = "stderr_expanded", SAYS(""), LAST },
	{ .key = "submit_line", SAYS("") },
	{ .key = "task.distribution", SAYS("Unknown") },
	{ .key = "user", JOB(user) },
};

void
ft_jobdoc_add_step(struct ft_doc *doc, const struct ft_jobdoc *row)
{
	ft_doc_object(doc, NULL, members, FT_COUNT(members), row);
}
