/*
 * jobcolumn.h - columns of a job that squeue's lists have in common with the JSON
 * of squeue and scontrol.
 *
 * A row begins with a struct ft_jobdoc; group needs only the job.
 */
#ifndef FT_CMD_JOBDOC_JOBCOLUMN_H
#define FT_CMD_JOBDOC_JOBCOLUMN_H

#include "jobdoc/jobdoc.h"

static inline const struct ft_job *
ft_job_of(const void *row)
{
	return *(const struct ft_job *const *)row;
}

static inline struct ft_world *
ft_world_of(const void *row)
{
	return ((const struct ft_jobdoc *)row)->world;
}

static inline int32_t
ft_task_of(const void *row)
{
	return ((const struct ft_jobdoc *)row)->task;
}

ft_column_fn ft_jobcolumn_cluster, ft_jobcolumn_group, ft_jobcolumn_first_node,
    ft_jobcolumn_nodes, ft_jobcolumn_sluid, ft_jobcolumn_cpus,
    ft_jobcolumn_cpus_per_task, ft_jobcolumn_least_cpus,
    ft_jobcolumn_dependency, ft_jobcolumn_state;
/* The same of sacct: an option that is only shown, arg; memory, if it was asked for;
 * whether priority 0 holds it; the ID of its batch step. */
ft_column_fn ft_jobcolumn_option, ft_jobcolumn_memory, ft_jobcolumn_is_held,
    ft_jobcolumn_batch_step;

#endif
