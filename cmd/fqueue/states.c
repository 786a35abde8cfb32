/*
 * states.c - squeue --only-job-state: of a job only ID and state are known.
 *
 * slurmctld sends nothing else, and squeue shows the rest as it is in an empty
 * record: case v61.
 */
#include "fqueue/fqueue.h"

bool
fqueue_is_bare(const struct fqueue_args *args)
{
	return args->only_state && args->context->slurm &&
	       args->doc.format == FT_FORMAT_TABLE;
}

const struct ft_job *
fqueue_bare(struct ft_arena *arena, const struct ft_job *job)
{
	struct ft_job *bare = ft_arena_alloc(arena, sizeof *bare);

	ft_job_init(bare);
	bare->user = "root"; /* that of user ID 0 */
	bare->number = job->number;
	bare->state = job->state;
	bare->flags = job->flags;
	bare->array_job = job->array_job;
	bare->array_task = job->array_task;
	bare->tasks = job->tasks;
	bare->n_tasks = job->n_tasks;
	bare->array_size = job->array_size;
	bare->min_nodes = bare->tasks_wanted = bare->cpus_per_task = 0;
	bare->time_limit = 0;
	bare->requeue = false;
	bare->nice = INT32_MIN;
	return bare;
}

/* Columns that a job without values would show in another way. */
static const struct {
	const char *name, *text;
} bare_texts[] = {
	{ "AllocNodes", "(null)" },
	{ "AllocSID", "0" },
	{ "BatchFlag", "0" },
	{ "Cluster", "(null)" },
	{ "Cores", "0" },
	{ "CoreSpec", "0" },
	{ "cpus-per-task", "0" },
	{ "MaxCPUs", "0" },
	{ "MaxNodes", "0" },
	{ "MinCpus", "0" },
	{ "Name", "(null)" },
	{ "NTPerCore", "0" },
	{ "NTPerSocket", "0" },
	{ "NumNodes", "0" },
	{ "OverSubscribe", "NO" },
	{ "Partition", "(null)" },
	{ "SCT", "0:0:0" },
	{ "Shared", "NO" },
	{ "Sockets", "0" },
	{ "STDIN", "(null)" },
	{ "STDOUT", "(null)" },
	{ "Threads", "0" },
	{ "tres-alloc", "N/A" },
	{ "SLUID", "s0000000000000" },
};

void
fqueue_use_bare(struct ft_column *column)
{
	for (size_t i = 0; i < FT_COUNT(bare_texts); i++) {
		if (strcmp(column->name, bare_texts[i].name) != 0)
			continue;
		column->get = ft_column_get_arg;
		column->type = FT_COLUMN_TEXT;
		column->arg = bare_texts[i].text;
		column->none = column->arg;
	}
}
