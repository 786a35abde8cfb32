/*
 * split.h - tasks of job arrays become jobs of their own.
 */
#ifndef FT_SIM_JOB_SPLIT_H
#define FT_SIM_JOB_SPLIT_H

#include "sim/world/world.h"

/*
 * Split task TASK off HEAD and list it as a job of its own; returns that job.
 * The last task is HEAD itself, which keeps its number and is no head any more.
 * Limits in use do not change: they count tasks.
 */
struct ft_job *ft_array_split(
    struct ft_world *world, struct ft_job *head, uint32_t task);
/* Drop task TASK, which was cancelled, from a HEAD that has more tasks. */
void ft_array_drop(struct ft_world *world, struct ft_job *head, uint32_t task);
/* Returns the next free JobId and uses it up. */
uint32_t ft_world_take_number(struct ft_world *world);

#endif
