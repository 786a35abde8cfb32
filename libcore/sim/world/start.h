/*
 * start.h - a job gets its nodes, gives them back, or leaves the queue.
 *
 * Who decides that: the schedulers (run.h) and requests (change.h).  Times are
 * world->now.  None of these can fail: whoever calls has asked.
 */
#ifndef FT_SIM_WORLD_START_H
#define FT_SIM_WORLD_START_H

#include "sim/place/place.h"
#include "sim/schedule/run.h"

/* Start JOB now on the nodes found, without asking. */
void ft_world_start(struct ft_world *world, struct ft_job *job,
    uint32_t partition, const struct ft_found *found, enum ft_scheduler by);
/* End a job that runs: charge it, free its nodes, wake who waits for it. */
void ft_world_end(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);
/* A pending job leaves the queue. */
void ft_world_withdraw(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);

/* Limits are looked at now and then: when a limit that ends at END is seen. */
int64_t ft_clock_limit_check(const struct ft_world *world, int64_t end);
/* Book what JOB used from FROM (its start, if that is later) to TO. */
void ft_job_book(
    struct ft_world *world, const struct ft_job *job, int64_t from, int64_t to);
/* TRES JOB would have on the nodes found, into tres[n_tres]; returns its billing. */
double ft_start_tres(const struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const struct ft_found *found, uint64_t *tres);
/*
 * Tell of NEWS, which happens now; run may be NULL.  All that starts, ends, is
 * suspended or goes on while time passes is told by this, for it counts, and
 * who starts or goes on gets an end.
 */
void ft_run_tell(
    const struct ft_world *world, struct ft_run *run, struct ft_sim_news *news);

#endif
