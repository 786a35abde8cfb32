/*
 * array.h - texts of job arrays: "1-5:2%4" and "12_[1-3]".
 *
 * The head of an array holds all tasks that wait under one number; a task that
 * starts, or is changed by itself, becomes a job of its own (job/split.h).
 * Source: Slurm's job_array.html.
 */
#ifndef FT_SIM_WORLD_ARRAY_H
#define FT_SIM_WORLD_ARRAY_H

#include "sim/world/world.h"

/* Parse "1,3,5-9:2%4" into job->tasks and job->array_throttle; MAX is
 * MaxArraySize, one more than the highest index.  FT_REFUSE_ARRAY or NONE. */
enum ft_refusal ft_array_parse(
    struct ft_job *job, const char *text, uint32_t max);
/* Append the tasks that still wait: "0-6%2", "1,3,5". */
void ft_array_add_tasks(struct ft_str *str, const struct ft_job *job);
/* Returns whether as many tasks of JOB's array run as may at once. */
bool ft_array_is_full(const struct ft_world *world, const struct ft_job *job);
/* Append the JobId as squeue prints it: "12", "12_3", "12_[1-3%1]". */
void ft_job_add_id(struct ft_str *str, const struct ft_job *job);

#endif
