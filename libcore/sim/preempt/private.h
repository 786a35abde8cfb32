/*
 * private.h - what the files of preemption share.
 */
#ifndef FT_SIM_PREEMPT_PRIVATE_H
#define FT_SIM_PREEMPT_PRIVATE_H

#include "sim/preempt/preempt.h"
#include "sim/schedule/run.h"

/* Returns the CPUs in use on each node by jobs that are not suspended: caller
 * frees it. */
uint32_t *ft_preempt_active(const struct ft_world *world);
/* JOB has its CPUs of them, too, or gives them back. */
void ft_preempt_count(uint32_t *active, const struct ft_job *job, bool more);

/* preempt/gang.c: the next end of a time slice, INT64_MAX none; let others have
 * their turn. */
int64_t ft_gang_next(const struct ft_world *world);
void ft_gang_tick(struct ft_world *world, struct ft_run *run);

#endif
