/*
 * change.h - what users and operators do to jobs that are there: hold,
 * release, cancel, requeue, suspend, resume, top.
 *
 * All answer FT_REFUSE_NONE, or why ASKER may not or the job's state forbids it;
 * then nothing changed.  Source: scontrol(1), scancel(1).
 */
#ifndef FT_SIM_CHANGE_CHANGE_H
#define FT_SIM_CHANGE_CHANGE_H

#include "sim/world/world.h"

enum ft_refusal ft_world_hold(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, bool user_hold);
enum ft_refusal ft_world_release(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_cancel(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
/* One task that HEAD holds still; it leaves no record. */
enum ft_refusal ft_world_cancel_task(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *head, uint32_t task);
/*
 * End JOB if it runs, as STATE (PREEMPTED, NODE_FAIL, CANCELLED: on request),
 * keep that as a run of its own and put it back into the queue: pending,
 * submitted now, not to begin before requeue_delay.  hold: held by its user.
 */
void ft_world_put_back(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, bool hold);
/* The same on request: running or ended jobs. */
enum ft_refusal ft_world_requeue(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, bool hold);
enum ft_refusal ft_world_suspend(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_resume(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_top(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *const *job, size_t n);

#endif
