/*
 * start.h - a job gets its nodes, gives them back, or leaves the queue.
 *
 * Who decides that: the schedulers (run.h) and requests (change.h).  Times are
 * world->now.  None of these can fail: whoever calls has asked.
 */
#ifndef FT_SIM_START_H
#define FT_SIM_START_H

#include "sim/world.h"

/* Start JOB now on these nodes (index, CPUs, memory), without asking. */
void ft_world_start(struct ft_world *world, struct ft_job *job,
    uint32_t partition, const struct ft_job_node *node, size_t n,
    enum ft_scheduler by);
/* End a job that runs: charge it, free its nodes, wake who waits for it. */
void ft_world_end(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);
/* A pending job leaves the queue. */
void ft_world_withdraw(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);

#endif
