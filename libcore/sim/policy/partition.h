/*
 * partition.h - does a partition admit a job?
 */
#ifndef FT_SIM_POLICY_PARTITION_H
#define FT_SIM_POLICY_PARTITION_H

#include "sim/world/world.h"

/*
 * NONE, or why JOB cannot run in PARTITION as it is configured: its state, MaxTime,
 * MaxNodes, AllowAccounts, ...  *detail: slurmctld's text, the world's; "" where
 * the reason says it all.
 */
enum ft_job_reason ft_partition_closed(struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition,
    const char **detail);
/* The same for the lists of accounts and QOS only. */
enum ft_job_reason ft_partition_shuts_out(struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job,
    const char **detail);
/* NONE, or the refusal of a submission: closed, or by those lists. */
enum ft_refusal ft_partition_admits(const struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job);
/* Returns whether PARTITION takes no new jobs: DRAIN or INACTIVE. */
bool ft_partition_takes_none(const struct ft_partition *partition);

#endif
