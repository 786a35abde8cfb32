/*
 * schedule.h - the two schedulers.  The main scheduler starts jobs in order
 * until one does not fit; backfill starts jobs out of order if that delays no
 * planned start of a job ahead.  Both change world, and report to run if it is
 * not NULL.
 */
#ifndef FT_SIM_SCHEDULE_SCHEDULE_H
#define FT_SIM_SCHEDULE_SCHEDULE_H

#include "sim/world/event.h"

/* Run the main scheduler; full: over the whole queue, else to its depth. */
void ft_mainsched(struct ft_world *world, struct ft_run *run, bool full);
/* Run backfill over the whole queue. */
void ft_backfill(struct ft_world *world, struct ft_run *run);
/* Plan as backfill would, but start nothing: sets job->expected (0: no start is
 * expected) and job->sched_nodes of all pending jobs. */
void ft_backfill_show(struct ft_world *world);
/* Free what backfill remembers; call it before the queue is freed. */
void ft_backfill_forget(struct ft_world *world);

#endif
