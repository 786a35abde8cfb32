/*
 * steps.c - the columns of squeue --steps: fewer than those of jobs, and some by
 * other names.  Each step is that of a batch script.
 */

#include "fqueue/fqueue.h"

/* The words of -O, and the column of jobs; or a constant that only squeue has. */
static const struct {
	char letter;
	const char *word, *name, *header, *text;
} steps[FQUEUE_STEP_COLUMNS] = {
	{ 'A', "numtasks", "NumTasks", "TASKS", NULL },
	{ 0, "tres-per-node", "tres-per-node", "TRES_PER_JOB", NULL },
	{ 'b', "gres", "tres-per-node", "TRES_PER_JOB", NULL },
	{ 'i', "stepid", "JobArrayID", "STEPID", NULL },
	{ 'j', "stepname", "Name", "NAME", NULL },
	{ 'l', "timelimit", "TimeLimit", "TIME_LIMIT", NULL },
	{ 'M', "timeused", "TimeUsed", "TIME", NULL },
	{ 'N', "nodes", "NodeList", "NODELIST", NULL },
	{ 'P', "partition", "Partition", "PARTITION", NULL },
	{ 'S', "starttime", "StartTime", "START_TIME", NULL },
	{ 'u', "username", "UserName", "USER", NULL },
	{ 'U', "userid", "UserID", "UID", NULL },
	{ 0, "arrayjobid", "ArrayJobID", "ARRAY_JOB_ID", NULL },
	{ 0, "arraytaskid", "ArrayTaskID", "ARRAY_TASK_ID", NULL },
	{ 0, "cluster", "Cluster", "CLUSTER", NULL },
	{ 0, "container", "Container", "CONTAINER", NULL },
	{ 0, "containerid", "ContainerID", "CONTAINERID", NULL },
	{ 0, "containerid", "Container", "CONTAINER", NULL },
	{ 0, "jobid", "JobID", "JOB_ID", NULL },
	{ 0, "network", "Network", "NETWORK", NULL },
	{ 0, "stepstate", "State", "STATE", NULL },
	{ 0, "cpufreq", NULL, "CPU_FREQ", "0-0:0" },
	{ 0, "cpus-per-tres", NULL, "CPUS_PER_TRES", "(null)" },
	{ 0, "mem-per-tres", NULL, "MEM_PER_TRES", "(null)" },
	{ 0, "numcpus", NULL, "NUM_CPUS", "0" },
	{ 0, "resvports", NULL, "RESERVED_PORTS", "(null)" },
	{ 0, "tres-bind", NULL, "TRES_BIND", "(null)" },
	{ 0, "tres-freq", NULL, "TRES_FREQ", "(null)" },
	{ 0, "tres-per-job", NULL, "TRES_PER_STEP", "(null)" },
	{ 0, "tres-per-socket", NULL, "TRES_PER_SOCKET", "(null)" },
	{ 0, "tres-per-step", NULL, "TRES_PER_STEP", "(null)" },
	{ 0, "tres-per-task", NULL, "TRES_PER_TASK", "(null)" },
};

static void
fill(struct ft_column *column, size_t i)
{
	const char *name = steps[i].name;

	if (name)
		*column = *fqueue_column(name, strlen(name), FT_RELEASE_ANY);
	else
		*column = (struct ft_column){ .name = steps[i].word,
			.type = FT_COLUMN_TEXT,
			.get = ft_column_get_arg,
			.arg = steps[i].text };
	column->letter = steps[i].letter;
	column->header = steps[i].header;
	fqueue_use_step(column);
}

void
fqueue_step_columns(struct ft_column column[FQUEUE_STEP_COLUMNS + 1])
{
	for (size_t i = 0; i < FQUEUE_STEP_COLUMNS; i++)
		fill(&column[i], i);
	column[FQUEUE_STEP_COLUMNS] = (struct ft_column){ .name = NULL };
}

const struct ft_column *
fqueue_step_word(const struct ft_column *column, const char *word, size_t len,
    enum ft_release release)
{
	for (size_t i = 0; i < FQUEUE_STEP_COLUMNS; i++)
		if (strlen(steps[i].word) == len &&
		    strncasecmp(steps[i].word, word, len) == 0 &&
		    (!steps[i].text || release != FT_RELEASE_ANY) &&
		    ft_column_is_known(&column[i], release))
			return &column[i];
	return NULL;
}
