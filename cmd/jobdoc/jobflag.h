/*
 * jobflag.h - the flags of a job in the JSON of squeue and scontrol.
 */
#ifndef FT_CMD_COMMON_JOBFLAG_H
#define FT_CMD_COMMON_JOBFLAG_H

#include "sim/world/world.h"

/* What a submission names itself, instead of a default: words of the job option
 * FT_JOBFLAG_GIVEN, which sbatch keeps. */
#define FT_JOBFLAG_GIVEN "given"

bool ft_jobflag_gives(const struct ft_job *job, const char *word);

/* Append the flags: "USING_DEFAULT_QOS,PARTITION_ASSIGNED". */
void ft_jobflag_add(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job);
/* Whether its number of tasks is the maximum of its nodes: since 26.05. */
bool ft_jobflag_limits_nodes(
    const struct ft_world *world, const struct ft_job *job);

#endif
