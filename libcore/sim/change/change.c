/*
 * Jobs are held, released, cancelled, requeued, suspended and resumed.
 *
 * Cases: tests/oracle/cases/j32-hold-update, j34-scancel, w15-suspend-resume.
 */
#include "sim/change/change.h"

#include "model/job/joboption.h"
#include "sim/job/job.h"
#include "sim/job/split.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"
#include "sim/queue/queue.h"
#include "sim/job/start.h"
#include "sim/research/subordination/subordination.h"

/* ---- permission ---------------------------------------------------------- */

/* Returns whether ASKER may change the job: its owner, a coordinator of its
 * account, an operator. */
static bool
change_owns(const struct ft_world *world, const struct ft_asker *asker,
    const struct ft_job *job)
{
	return asker->privileged || !strcmp(asker->name, job->user) ||
	       ft_world_coordinates(world, asker, job->account);
}

enum ft_refusal
ft_change_may(const struct ft_world *world, const struct ft_asker *asker,
    const struct ft_job *job)
{
	if (!ft_job_is_active(job))
		return FT_REFUSE_FINISHED;
	return change_owns(world, asker, job) ? FT_REFUSE_NONE : FT_REFUSE_USER;
}

static void
set_reason(
    struct ft_world *world, struct ft_job *job, enum ft_job_reason reason)
{
	ft_queue_note_reason(world, job, job->reason);
	job->reason = reason;
	job->reason_detail = "";
}

void
ft_change_done(struct ft_world *world, struct ft_job *job)
{
	if (job->state == FT_JOB_PENDING && job->hold == FT_HOLD_NONE)
		set_reason(world, job, FT_REASON_NONE);
	ft_world_changed(world, job);
}

/* ---- holding ------------------------------------------------------------- */

static void
reason_held(struct ft_world *world, struct ft_job *job)
{
	set_reason(world, job,
	    job->hold == FT_HOLD_ADMIN ? FT_REASON_HELD_ADMIN
				       : FT_REASON_HELD_USER);
}

static void
change_hold(struct ft_world *world, struct ft_job *job, enum ft_hold hold)
{
	job->hold = hold;
	job->priority = 0;
	if (job->state == FT_JOB_PENDING && ft_policy_forget_age(world, job))
		job->eligible = 0;
	reason_held(world, job);
	ft_world_changed(world, job);
}

enum ft_refusal
ft_world_hold(struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *job, bool user_hold)
{
	FT_ADMIT(ft_change_may(world, asker, job));
	if (asker->privileged)
		change_hold(
		    world, job, user_hold ? FT_HOLD_USER : FT_HOLD_ADMIN);
	else if (job->hold != FT_HOLD_ADMIN)
		change_hold(world, job, FT_HOLD_USER);
	return FT_REFUSE_NONE;
}

/*
 * A hold takes the age that the job has gained.  After it, the job becomes
 * eligible when the main scheduler sees it: now, unless that ran less than
 * batch_sched_delay ago.
 */
static void
set_eligible(struct ft_world *world, struct ft_job *job)
{
	int64_t delay = world->sched.value[FT_SCHED_BATCH_DELAY];
	int64_t ran = world->times.main_ran;

	if (job->state != FT_JOB_PENDING || job->n_depend)
		return;
	if (ran && world->now - ran < delay) {
		job->eligible = 0;
		return;
	}
	if (!job->eligible)
		job->eligible =
		    job->begins > world->now ? job->begins : world->now;
	if (!job->accrue && job->eligible <= world->now)
		ft_policy_accrue_one(world, job);
}

enum ft_refusal
ft_world_release(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job)
{
	FT_ADMIT(ft_change_may(world, asker, job));
	if (job->hold == FT_HOLD_ADMIN && !asker->privileged)
		return FT_REFUSE_DENIED;
	if (job->hold == FT_HOLD_NONE && !asker->privileged)
		return FT_REFUSE_NONE;
	if (job->hold == FT_HOLD_NONE)
		job->nice = 0;
	job->flags &= ~(unsigned)(FT_JOB_REQUEUE_HOLD | FT_JOB_RESV_DEL_HOLD |
				  FT_JOB_SPECIAL_EXIT);
	if (job->state == FT_JOB_PENDING || job->hold != FT_HOLD_NONE)
		set_reason(world, job, FT_REASON_NONE);
	job->hold = FT_HOLD_NONE;
	job->priority_set = false;
	set_eligible(world, job);
	ft_world_reprioritise(world, job);
	ft_change_done(world, job);
	return FT_REFUSE_NONE;
}

/* ---- cancelling ---------------------------------------------------------- */

static void
note_canceller(struct ft_job *job, const struct ft_asker *asker)
{
	job->cancelled_by = asker->uid;
	job->was_cancelled = true;
	ft_job_touch(job);
}

enum ft_refusal
ft_world_cancel(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job)
{
	if (!change_owns(world, asker, job))
		return FT_REFUSE_DENIED;
	if (!ft_job_is_active(job))
		return FT_REFUSE_FINISHED;
	note_canceller(job, asker);
	if (job->state == FT_JOB_PENDING)
		ft_world_withdraw(world, job, FT_JOB_CANCELLED, job->reason);
	else
		ft_world_end(world, job, FT_JOB_CANCELLED, FT_REASON_NONE);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_world_cancel_task(struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *head, uint32_t task)
{
	if (head->n_tasks <= 1)
		return ft_world_cancel(world, asker, head);
	if (!change_owns(world, asker, head))
		return FT_REFUSE_DENIED;
	ft_policy_withdrawn(world, head);
	ft_array_drop(world, head, task);
	ft_policy_submitted(world, head);
	return FT_REFUSE_NONE;
}

/* ---- requeueing ---------------------------------------------------------- */

/* Returns whether a job shows that its node failed. */
static bool
failure_shows(const struct ft_world *world)
{
	return ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_FAILED_NODE);
}

/* Keep what the job did until now as a run of its own. */
static void
keep_run(struct ft_world *world, struct ft_job *job, enum ft_job_state state,
    bool by_itself)
{
	struct ft_job_run *run;

	if (!job->started)
		return;
	run = ft_vec_add(world->run, world->n_run, world->cap_run);
	*run = (struct ft_job_run){
		.number = job->number,
		.array_job = job->array_job,
		.array_task = job->array_task,
		.job = job,
		.state = state,
		.requeued = state == FT_JOB_CANCELLED,
		.submitted = job->submitted,
		.eligible = job->eligible,
		.started = job->started,
		.ended = world->now,
		.suspended_secs = job->suspended_secs,
		.partition = job->partition,
		.nodes = job->nodes,
		.qos = job->qos,
		.scheduler = job->scheduler,
		.alloc = job->alloc, /* moved, not copied */
		.n_node = job->n_node,
	};
	/* otherwise the exit code is the one it would have ended with */
	if (by_itself) {
		run->exit_code = job->exit_code;
		run->exit_signal = job->exit_signal;
	}
	if (state == FT_JOB_NODE_FAIL && failure_shows(world))
		run->exit_signal = 1;
	job->alloc = NULL;
}

/* Until a scheduler considers the job again, slurmctld shows it with as many nodes
 * as it had. */
static void
note_nodes(struct ft_world *world, struct ft_job *job)
{
	struct ft_str json = { 0 };
	char text[16];

	snprintf(text, sizeof text, "%zu", job->n_node);
	ft_job_option_put(
	    &json, job->options, "ran_nodes", job->n_node ? text : NULL);
	job->options = ft_world_keep(world, &json);
}

static void
forget_run(struct ft_job *job)
{
	ft_free(job->alloc);
	ft_free(job->node);
	job->alloc = NULL;
	job->node = NULL;
	job->n_node = 0;
	job->billing = 0;
	job->nodes = job->sched_nodes = "";
	job->partition = "";
	job->started = job->ended = job->expected = 0;
	job->suspended = job->suspended_secs = job->resumed = 0;
	job->preempt_at = 0;
	job->was_cancelled = false;
	job->cancelled_by = 0;
	job->scheduler = FT_SCHED_NONE;
}

void
ft_world_put_back(struct ft_world *world, struct ft_job *job,
    enum ft_job_state state, bool hold)
{
	int64_t delay = world->sched.value[FT_SCHED_REQUEUE_DELAY];
	bool active = ft_job_is_active(job), wanted = world->times.wanted;

	if (active) {
		if (state != FT_JOB_NODE_FAIL ||
		    ft_release_has(ft_conf_release(world->conf),
			FT_RULE_FAILED_RUN_COUNTS))
			ft_world_count(world)->completed++;
		ft_world_end(world, job, state, FT_REASON_NONE);
	}
	keep_run(world, job, state, !active);
	note_nodes(world, job);
	forget_run(job);
	job->state = FT_JOB_PENDING;
	/*
	 * a job requeued after it ended keeps its reason until a scheduler
	 * examines it; one that ran is examined at once, for its nodes become
	 * free
	 */
	if (active)
		set_reason(world, job, FT_REASON_BEGIN_TIME);
	job->restarts++;
	job->submitted = world->now;
	/*
	 * as observed, slurmctld makes it eligible one second after the delay
	 */
	job->begins = job->eligible = world->now + delay + 1;
	job->accrue = 0;
	if (!ft_release_has(
		ft_conf_release(world->conf), FT_RULE_REQUEUED_IN_QOS))
		job->qos = ft_world_qos_waits(world, job);
	ft_policy_submitted(world, job);
	if (hold) {
		job->hold = FT_HOLD_USER;
		job->priority = 0;
		set_reason(world, job, FT_REASON_REQUEUED_HELD);
		job->flags |= FT_JOB_REQUEUE_HOLD;
	} else if (job->hold == FT_HOLD_NONE) {
		ft_world_reprioritise(world, job);
	} else {
		/* it was held while it ran */
		job->priority = 0;
		reason_held(world, job);
	}
	ft_world_changed(world, job);
	/* nothing became free, so slurmctld runs no scheduler */
	if (!active)
		world->times.wanted = wanted;
}

/* End JOB because NODE failed. */
static void
end_with_node(struct ft_world *world, struct ft_job *job, uint32_t node)
{
	struct ft_str json = { 0 };

	ft_world_end(world, job, FT_JOB_NODE_FAIL, FT_REASON_NODE_FAIL);
	if (!failure_shows(world))
		return;
	job->exit_code = 0;
	job->exit_signal = 1;
	ft_job_option_put(
	    &json, job->options, "failed_node", world->machine.node[node].name);
	job->options = ft_world_keep(world, &json);
}

void
ft_world_fail_node(struct ft_world *world, uint32_t node)
{
	/* backwards, because the list may become shorter */
	for (size_t i = world->n_job; i > 0 && i--;) {
		struct ft_job *job = world->job[i];
		bool here = false;

		if (job->state != FT_JOB_RUNNING &&
		    job->state != FT_JOB_SUSPENDED)
			continue;
		for (size_t k = 0; k < job->n_node; k++)
			here = here || job->node[k].node == node;
		if (here && job->requeue)
			ft_world_put_back(world, job, FT_JOB_NODE_FAIL, false);
		else if (here)
			end_with_node(world, job, node);
	}
}

enum ft_refusal
ft_world_requeue(struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *job, bool hold)
{
	bool suspended;

	if (!change_owns(world, asker, job))
		return FT_REFUSE_DENIED;
	if (job->state == FT_JOB_PENDING)
		return FT_REFUSE_PENDING;
	if (!job->requeue)
		return FT_REFUSE_DISABLED;
	suspended = job->state == FT_JOB_SUSPENDED;
	ft_world_put_back(world, job, FT_JOB_CANCELLED, hold);
	/* scontrol(1), requeue: a suspended job is held */
	if (suspended && !hold)
		change_hold(world, job, FT_HOLD_ADMIN);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_world_requeue_special(struct ft_world *world, const struct ft_asker *asker,
    struct ft_job *job, bool hold)
{
	FT_ADMIT(ft_world_requeue(world, asker, job, true));
	if (!hold)
		set_reason(world, job, FT_REASON_REQUEUED_SPECIAL);
	job->flags |= FT_JOB_SPECIAL_EXIT;
	return FT_REFUSE_NONE;
}

/* ---- suspending ---------------------------------------------------------- */

/* Which suspenders a job has decides which of its resources it keeps. */
static void
set_suspenders(struct ft_world *world, struct ft_job *job, unsigned by)
{
	ft_place_give(world, job);
	world->n_lending -= ft_job_is_lending(job);
	job->suspended_by = (uint8_t)by;
	job->state = by ? FT_JOB_SUSPENDED : FT_JOB_RUNNING;
	world->n_lending += ft_job_is_lending(job);
	ft_place_take(world, job);
}

bool
ft_change_suspend(struct ft_world *world, struct ft_job *job, unsigned by)
{
	bool ran = job->state == FT_JOB_RUNNING;

	if ((job->suspended_by & by) == by)
		return false;
	set_suspenders(world, job, job->suspended_by | by);
	if (ran)
		job->suspended = world->now;
	ft_world_changed(world, job);
	ft_subordination_changed(world, job);
	return ran;
}

bool
ft_change_resume(struct ft_world *world, struct ft_job *job, unsigned by)
{
	unsigned left = job->suspended_by & ~by;

	if (left == job->suspended_by)
		return false;
	set_suspenders(world, job, left);
	if (!left) {
		job->suspended_secs += world->now - job->suspended;
		job->suspended = 0;
		job->resumed = world->now;
	}
	ft_world_changed(world, job);
	ft_subordination_changed(world, job);
	return !left;
}

bool
ft_change_may_suspend(const struct ft_world *world,
    const struct ft_asker *asker, const struct ft_job *job)
{
	return asker->privileged ||
	       (!strcmp(asker->name, job->user) &&
		   ft_release_has(
		       ft_conf_release(world->conf), FT_RULE_SUSPENDS_OWN));
}

static enum ft_refusal
may_suspend(const struct ft_world *world, const struct ft_asker *asker,
    const struct ft_job *job)
{
	if (!ft_change_may_suspend(world, asker, job))
		return FT_REFUSE_DENIED;
	if (job->state == FT_JOB_PENDING)
		return FT_REFUSE_PENDING;
	return ft_job_is_active(job) ? FT_REFUSE_NONE : FT_REFUSE_INVALID_STATE;
}

enum ft_refusal
ft_world_suspend(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job)
{
	FT_ADMIT(may_suspend(world, asker, job));
	ft_change_suspend(world, job, FT_SUSPEND_USER);
	job->priority = 0;
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_world_resume(
    struct ft_world *world, const struct ft_asker *asker, struct ft_job *job)
{
	FT_ADMIT(may_suspend(world, asker, job));
	if (job->state != FT_JOB_SUSPENDED)
		return FT_REFUSE_NOT_SUSPENDED;
	/* as in Slurm it runs again even beside the job that preempted it */
	ft_change_resume(world, job, FT_SUSPEND_USER | FT_SUSPEND_PREEMPT);
	/* a hold is forgotten, though its reason stays */
	job->hold = FT_HOLD_NONE;
	job->priority_set = false;
	ft_world_reprioritise(world, job);
	return FT_REFUSE_NONE;
}
