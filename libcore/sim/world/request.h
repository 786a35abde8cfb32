/*
 * request.h - what a job requests, before nodes are chosen.
 */
#ifndef FT_SIM_WORLD_REQUEST_H
#define FT_SIM_WORLD_REQUEST_H

#include "sim/world/world.h"

/* Returns how many nodes JOB needs in PARTITION.  MinNodes raises the number of a
 * job for that partition alone, unless it is more than the job's most. */
uint32_t ft_job_least_nodes(
    const struct ft_job *job, const struct ft_partition *partition);
/* Returns the CPUs JOB requests, on all its nodes. */
uint32_t ft_job_cpus(const struct ft_job *job);
/* Add the generic resources (on each of NODES nodes) and licenses of JOB to
 * TRES, by TRES index. */
void ft_job_add_counts(const struct ft_world *world, const struct ft_job *job,
    uint64_t nodes, uint64_t *tres);
/*
 * Fill req[n_tres] with the TRES the job requests in PARTITION (may be NULL):
 * cpu, mem (MiB), node, billing, gres, licenses.  Call it after each change of
 * its size.
 */
void ft_world_request(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, uint64_t *req);

#endif
