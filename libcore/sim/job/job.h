/*
 * job.h - the lists of jobs of a world; every change of a job is noted here.
 */
#ifndef FT_SIM_JOB_JOB_H
#define FT_SIM_JOB_JOB_H

#include "sim/world/world.h"

/* Returns a job, initialised but not listed: the caller's until ft_world_add. */
struct ft_job *ft_world_new_job(struct ft_world *world);
/* List JOB; the world owns it from now on. */
void ft_world_add(struct ft_world *world, struct ft_job *job);
/* List N jobs, sorted by number, on which no listed job depends. */
void ft_world_list(struct ft_world *world, struct ft_job *const *job, size_t n);
/*
 * Call this after every change of a listed job's state, hold, priority, begin
 * time, dependency, partitions or size.  It moves the job to the right list, and
 * has the queue, the schedulers and the jobs that depend on it look again.
 */
void ft_world_changed(struct ft_world *world, struct ft_job *job);
/* Put JOB into the list its state requires, without noting a change. */
void ft_world_regroup(struct ft_world *world, struct ft_job *job);
/* Unlist and free a job that ended long ago, or never was. */
void ft_world_forget(struct ft_world *world, struct ft_job *job);
/* Drop saved jobs that ended before TIME and that no job depends on; does
 * nothing while there are too few of them to be worth the walk. */
void ft_world_forget_ended(struct ft_world *world, int64_t time);

#endif
