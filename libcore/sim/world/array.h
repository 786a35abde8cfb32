/*
 * array.h - job arrays: tasks that wait together under one number.
 *
 * A head holds the tasks that wait; one that starts or is told apart is split
 * off and becomes a job of its own.  Source: slurm doc/html/job_array.shtml.
 */
#ifndef FT_SIM_WORLD_ARRAY_H
#define FT_SIM_WORLD_ARRAY_H

#include "sim/world/world.h"

/* Parse "1,3,5-9:2%4" into job->tasks and throttle; max: MaxArraySize. */
enum ft_refusal ft_array_parse(
    struct ft_job *job, const char *text, uint32_t max);
/* Append "0-6%2", "1,3,5": what still waits. */
void ft_array_add_tasks(struct ft_str *str, const struct ft_job *job);
/* Split task TASK off HEAD into a job of its own, which is listed; the last
 * task keeps the head's number and is the head itself, then no head any more.
 * Counters of limits stay right: they count tasks. */
struct ft_job *ft_array_split(
    struct ft_world *world, struct ft_job *head, uint32_t task);
/* Drop TASK of a HEAD that has others too: it was cancelled. */
void ft_array_drop(struct ft_world *world, struct ft_job *head, uint32_t task);
/* Returns the next free JobId, and counts it. */
uint32_t ft_world_take_number(struct ft_world *world);
/* "12", "12_3", "12_[1-3%1]": the JobId as squeue writes it. */
void ft_job_add_id(struct ft_str *str, const struct ft_job *job);

#endif
