/*
 * partition.h - whether a partition admits a job.
 */
#ifndef FT_SIM_POLICY_PARTITION_H
#define FT_SIM_POLICY_PARTITION_H

#include "sim/world/world.h"

/*
 * Returns why JOB cannot run in PARTITION as that is configured (its state,
 * MaxTime, MaxNodes, AllowAccounts, ...), or FT_REASON_NONE.  *detail becomes
 * slurmctld's text, owned by the world; "" if the reason says it all.
 */
enum ft_job_reason ft_partition_closed(struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition,
    const char **detail);
/* The same, considering only the lists of accounts and QOS. */
enum ft_job_reason ft_partition_shuts_out(struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job,
    const char **detail);
/* Returns why a submission of JOB to PARTITION is refused: it is closed, or
 * these lists exclude the job; or FT_REFUSE_NONE. */
enum ft_refusal ft_partition_admits(const struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job);
/* Returns whether PARTITION takes no new jobs: DRAIN or INACTIVE. */
bool ft_partition_takes_none(const struct ft_partition *partition);

#endif
