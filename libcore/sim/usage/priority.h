/*
 * priority.h - priorities of the jobs of a world: shares as of the last pass,
 * put into the formula of algo/priority.h.
 *
 * Source: slurm doc/html/priority_multifactor.shtml.
 */
#ifndef FT_SIM_USAGE_PRIORITY_H
#define FT_SIM_USAGE_PRIORITY_H

#include "algo/priority.h"
#include "sim/world/world.h"

/* What shares are computed of at the last pass. */
struct ft_share_input ft_world_share_input(struct ft_world *world);
/* Shares of all associations as of the last pass, if they are not known. */
enum ft_status ft_world_share(struct ft_world *world, struct ft_error *err);
/* Of the settings and the machine; params->tres stays the world's. */
void ft_world_priority_params(
    struct ft_world *world, struct ft_priority_params *params);
/*
 * What PARTITION (index) has of each TRES, by TRES index: what the TRES factor
 * divides by.  The world's, until ft_world_priority_reset.
 */
const uint64_t *ft_world_partition_tres(
    struct ft_world *world, uint32_t partition);
/* The priority of the association of tree node NODE, its own or inherited. */
uint32_t ft_world_assoc_priority(struct ft_world *world, uint32_t node);
/* Forget what is known of settings, highest priorities and the machine: after
 * a live change of a partition, and when the world is freed. */
void ft_world_priority_reset(struct ft_world *world);
/* When the last pass was: at world->now or up to a period before it. */
int64_t ft_world_last_pass(const struct ft_world *world);
/*
 * The priority of JOB in PARTITION (index) part by part, as of the last pass
 * (a job that came later: as of its submission).  Of a priority set by hand and
 * of priority/basic all parts are 0.  A job that is held: what it would be.
 */
void ft_world_priority(struct ft_world *world,
    const struct ft_priority_params *params, const struct ft_job *job,
    uint32_t partition, struct ft_priority *result);
/* job->priority of all pending jobs: 0 of those held; one set by hand stays.
 * Those of priority/basic are handed out by ft_world_reprioritise only. */
enum ft_status ft_world_priorities(
    struct ft_world *world, struct ft_error *err);
/* job->priority of this one, new or after a change. */
void ft_world_reprioritise(struct ft_world *world, struct ft_job *job);

#endif
