/*
 * schedule.h - the two schedulers: what fits starts now (main), and what may
 * overtake without delaying anybody (backfill).
 */
#ifndef FT_SIM_SCHEDULE_SCHEDULE_H
#define FT_SIM_SCHEDULE_SCHEDULE_H

#include "sim/world/event.h"

/* Run the main scheduler; full: over the whole queue, else to its depth. */
void ft_mainsched(struct ft_world *world, struct ft_run *run, bool full);
void ft_backfill(struct ft_world *world, struct ft_run *run);
/* Plan without starting anything: sets job->expected and job->sched_nodes of all
 * pending jobs. */
void ft_backfill_show(struct ft_world *world);
/* Free what backfill remembers: before the queue is freed. */
void ft_backfill_forget(struct ft_world *world);

#endif
