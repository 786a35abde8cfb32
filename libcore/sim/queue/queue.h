/*
 * queue.h - who waits, in the order in which the schedulers look at them.
 *
 * One record for each job that could start and each of its partitions, sorted
 * by tier, priority, time of submission and number.  Jobs that are held, begin
 * later, depend on others or find their partitions closed have none; why is
 * said as their reason.  Changes are noted and taken in when a scheduler asks.
 * Source: slurm.conf(5), sched/backfill; tests/unit/t_queue.c.
 */
#ifndef FT_SIM_QUEUE_QUEUE_H
#define FT_SIM_QUEUE_QUEUE_H

#include "sim/world/world.h"

/* Forget the order; it is made anew when somebody needs it. */
void ft_queue_reset(struct ft_world *world);
void ft_queue_free(struct ft_world *world);
/* JOB changed: see ft_world_changed. */
void ft_queue_changed(struct ft_world *world, struct ft_job *job);
/* JOB is new: only one that nobody who could start precedes is looked at by
 * itself; others get the reason Priority at once. */
void ft_queue_first_look(struct ft_world *world, struct ft_job *job);
/* NONE, or why JOB cannot run in PARTITION as things are set up; *detail: the
 * same in words (the world's), "" where the reason says all. */
enum ft_job_reason ft_queue_closed(struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition,
    const char **detail);
/* JOB is about to be freed. */
void ft_queue_forget(struct ft_world *world, struct ft_job *job);

#endif
