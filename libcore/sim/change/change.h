/*
 * change.h - hold, release, cancel, requeue, suspend, resume, top.
 *
 * Functions with an ASKER return FT_REFUSE_NONE, or why ASKER may not do it or
 * why the job's state forbids it; then nothing was changed.
 * Source: scontrol(1), scancel(1).
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
/* Cancel a task that is still part of HEAD; it leaves no record. */
enum ft_refusal ft_world_cancel_task(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *head, uint32_t task);
/* Requeue a job and hold it in the state SPECIAL_EXIT. */
enum ft_refusal ft_world_requeue_special(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, bool hold);
/* Requeue a job that runs or has ended; hold: and hold it. */
enum ft_refusal ft_world_requeue(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *job, bool hold);
/* Returns whether ASKER may suspend and resume JOB. */
bool ft_change_may_suspend(const struct ft_world *world,
    const struct ft_asker *asker, const struct ft_job *job);
enum ft_refusal ft_world_suspend(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
enum ft_refusal ft_world_resume(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job);
/* Returns whether ASKER may move jobs at all. */
bool ft_world_may_top(
    const struct ft_world *world, const struct ft_asker *asker);
/* Move the jobs JOB[n] of one user ahead of the other jobs of that user. */
enum ft_refusal ft_world_top(struct ft_world *world,
    const struct ft_asker *asker, struct ft_job *const *job, size_t n);
/* Returns the nice value in the factors of JOB as Slurm last computed them: the
 * one before ft_world_top, if no decay pass has come since. */
int64_t ft_world_nice_computed(
    const struct ft_world *world, const struct ft_job *job);

/* ---- for preemption, subordination and updates --------------------------- */

/*
 * End JOB, if it runs, as STATE (PREEMPTED, NODE_FAIL, CANCELLED: on request),
 * keep that as a run of its own, and make it pending again: submitted now, not
 * to begin before requeue_delay is over.  hold: held by its user.
 */
void ft_world_put_back(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, bool hold);
/* NODE (index) failed: put back the jobs on it that may be requeued, end the others
 * (NODE_FAIL). */
void ft_world_fail_node(struct ft_world *world, uint32_t node);
/*
 * Suspend JOB, or resume it: set or clear the bits BY of enum ft_suspender.
 * It stops with the first bit and runs with none; returns whether that changed.
 * A suspended job keeps its memory.  One suspended by a user gives its CPUs to
 * anybody; one suspended by preemption lends them to the job that preempts it.
 */
bool ft_change_suspend(struct ft_world *world, struct ft_job *job, unsigned by);
bool ft_change_resume(struct ft_world *world, struct ft_job *job, unsigned by);
/* Returns FT_REFUSE_NONE, FT_REFUSE_FINISHED or FT_REFUSE_USER. */
enum ft_refusal ft_change_may(const struct ft_world *world,
    const struct ft_asker *asker, const struct ft_job *job);
/* Clear the reason for which JOB waits, because it was changed on request. */
void ft_change_done(struct ft_world *world, struct ft_job *job);

#endif
