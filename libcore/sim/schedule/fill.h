/*
 * fill.h - gives pending jobs that could start their records in the queue, one
 * per partition and QOS (struct ft_record).  Jobs that cannot start yet get a
 * reason.  Not for: in which order records are examined (order.h).
 */
#ifndef FT_SIM_SCHEDULE_FILL_H
#define FT_SIM_SCHEDULE_FILL_H

#include "sim/queue/queue.h"

/* Bring the records up to date with the jobs, and sort them. */
void ft_queue_settle(struct ft_world *world);
/* The same for a scheduler about to start jobs: first evaluates
 * dependencies. */
void ft_queue_settle_all(struct ft_world *world);
/* Returns when the next job with --begin, or one that waits for a time after
 * another job, becomes eligible; INT64_MAX if none does. */
int64_t ft_queue_next_begin(const struct ft_world *world);
/* Take in the jobs that become eligible now. */
void ft_queue_begin(struct ft_world *world);
/* Set the reason of the new JOB before any scheduler has examined it, as
 * slurmctld does at submission; Priority if a job that could start is ahead of
 * it. */
void ft_queue_first_look(struct ft_world *world, struct ft_job *job);

#endif
