/*
 * start.h - a job starts, ends, or leaves the queue.
 *
 * The schedulers (schedule/) and requests (change/) decide that; everything
 * here happens at world->now and cannot fail: the caller has checked.
 */
#ifndef FT_SIM_JOB_START_H
#define FT_SIM_JOB_START_H

#include "sim/place/place.h"

/* Start JOB on the nodes FOUND in PARTITION (index), without any check. */
void ft_world_start(struct ft_world *world, struct ft_job *job,
    uint32_t partition, const struct ft_found *found, enum ft_scheduler by);
/* End a running or suspended job: charge it, free its nodes.  REASON NONE: the
 * job keeps the reason it has. */
void ft_world_end(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);
/* Take a pending job out of the queue for good. */
void ft_world_withdraw(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);

/* Book what JOB used from FROM (its start, if that is later) to TO. */
void ft_job_book(
    struct ft_world *world, const struct ft_job *job, int64_t from, int64_t to);
/* Fill tres[n_tres] with what JOB would be allocated on the nodes FOUND; returns
 * its billing, unrounded. */
double ft_start_tres(const struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const struct ft_found *found, uint64_t *tres);

#endif
