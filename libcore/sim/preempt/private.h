/*
 * private.h - shared by the files of preemption.
 */
#ifndef FT_SIM_PREEMPT_PRIVATE_H
#define FT_SIM_PREEMPT_PRIVATE_H

#include "sim/preempt/preempt.h"

/* Returns the CPUs in use by jobs that are not suspended, by node; the caller
 * frees it. */
uint32_t *ft_preempt_active(const struct ft_world *world);
/* Add the CPUs of JOB to active[], or subtract them. */
void ft_preempt_count(uint32_t *active, const struct ft_job *job, bool more);

/* ---- gang.c -------------------------------------------------------------- */

/* Returns when the next time slice ends, INT64_MAX never. */
int64_t ft_gang_next(const struct ft_world *world);
/* Let jobs whose time slice begins run, and suspend those whose time slice is
 * over. */
void ft_gang_tick(struct ft_world *world, struct ft_run *run);

#endif
