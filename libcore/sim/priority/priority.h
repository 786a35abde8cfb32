/*
 * priority.h - priorities of the jobs of a world.
 *
 * Gathers what the multifactor formula (algo/priority.h) needs of a job, with
 * shares as of the last decay pass.  Source: Slurm's
 * priority_multifactor.html.
 */
#ifndef FT_SIM_PRIORITY_PRIORITY_H
#define FT_SIM_PRIORITY_PRIORITY_H

#include "algo/priority.h"
#include "sim/world/world.h"

/* Fill *params: weights and maxima, of the settings and the machine.
 * params->tres stays the world's. */
void ft_world_priority_params(
    struct ft_world *world, struct ft_priority_params *params);
/*
 * Returns what PARTITION (index) has of each TRES, by TRES index: the divisor of
 * the TRES factor.  The world's, until ft_world_priority_reset.
 */
const uint64_t *ft_world_partition_tres(
    struct ft_world *world, uint32_t partition);
/* Returns the Priority of the association of NODE, its own or inherited. */
uint32_t ft_world_assoc_priority(struct ft_world *world, uint32_t node);
/* Forget weights, maxima and partition totals: after a live change of a
 * partition, and when the world is freed. */
void ft_world_priority_reset(struct ft_world *world);
/*
 * Compute the priority of JOB in PARTITION (index), factor by factor, as of the
 * last pass (of a job submitted since: as of its submission).  For a priority
 * set by hand and for priority/basic all factors are 0.  A held job gets what
 * it would have if released.
 */
void ft_world_priority(struct ft_world *world,
    const struct ft_priority_params *params, const struct ft_job *job,
    uint32_t partition, struct ft_priority *result);
/*
 * Set job->priority of all pending jobs: 0 if held, unchanged if set by hand or
 * with priority/basic.
 */
enum ft_status ft_world_priorities(
    struct ft_world *world, struct ft_error *err);
/* The same at a decay pass, for a queue that is to be brought up to date if any
 * *changed. */
enum ft_status ft_world_pass_priorities(
    struct ft_world *world, bool *changed, struct ft_error *err);
/* Returns the first time, at the earliest now, at which a priority may change by
 * age; INT64_MAX never. */
int64_t ft_world_ages(struct ft_world *world);
/* Set job->priority of JOB, which is new or was changed. */
void ft_world_reprioritise(struct ft_world *world, struct ft_job *job);

#endif
