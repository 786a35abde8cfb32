/*
 * fill.h - pending jobs that could start get records in the queue.
 */
#ifndef FT_SIM_SCHEDULE_FILL_H
#define FT_SIM_SCHEDULE_FILL_H

#include "sim/queue/queue.h"

/* Bring the records up to date; they are sorted afterwards. */
void ft_queue_settle(struct ft_world *world);
/* The same before a scheduler starts jobs: dependencies are evaluated first. */
void ft_queue_settle_all(struct ft_world *world);
/* Returns when the next job begins, INT64_MAX if none does. */
int64_t ft_queue_next_begin(const struct ft_world *world);
/* Take in the jobs that begin now. */
void ft_queue_begin(struct ft_world *world);
/*
 * Set the reason of the new JOB.  As slurmctld does, a new job is examined alone
 * only if no startable job is ahead of it; else its reason is Priority.
 */
void ft_queue_first_look(struct ft_world *world, struct ft_job *job);

#endif
