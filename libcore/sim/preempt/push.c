/* What becomes of preempted jobs: see preempt.h. */
#include "sim/change/change.h"
#include "sim/preempt/private.h"
#include "sim/job/job.h"
#include "sim/job/start.h"
#include "sim/queue/queue.h"
#include "sim/world/clock.h"

/* VICTIM goes now, for good or back into the queue. */
static void
finish(struct ft_world *world, struct ft_run *run, struct ft_job *victim)
{
	struct ft_sim_event event = { .kind = FT_SIM_PREEMPT,
		.job = victim,
		.other = ft_world_find(world, victim->preempt_by),
		.words = "cancelled" };

	victim->preempted++;
	if (ft_preempt_way(world, victim) == FT_PREEMPT_REQUEUE) {
		event.words = "put back";
		ft_world_put_back(world, victim, FT_JOB_PREEMPTED, false);
		ft_run_report(world, run, &event);
		return;
	}
	ft_world_end(world, victim, FT_JOB_PREEMPTED, FT_REASON_NONE);
	victim->preempt_at = world->now;
	ft_run_report(world, run, &event);
	event = (struct ft_sim_event){ .kind = FT_SIM_END, .job = victim };
	ft_run_report(world, run, &event);
}

/* Give VICTIM notice: it has to go when its grace time is over. */
static void
warn(struct ft_world *world, struct ft_run *run, struct ft_job *victim,
    const struct ft_job *job, int64_t grace)
{
	struct ft_sim_event event = { .kind = FT_SIM_PREEMPT,
		.job = victim,
		.other = job,
		.time = world->now + grace,
		.words = "told" };

	victim->preempt_at = world->now;
	world->n_told++;
	ft_world_changed(world, victim);
	ft_run_report(world, run, &event);
}

static void
lend(struct ft_world *world, struct ft_run *run, struct ft_job *victim,
    const struct ft_job *job)
{
	struct ft_sim_event event = {
		.kind = FT_SIM_SUSPEND, .job = victim, .other = job
	};

	if (ft_change_suspend(world, victim, FT_SUSPEND_PREEMPT))
		ft_run_report(world, run, &event);
}

static bool
has_grace(const struct ft_world *world, const struct ft_job *job)
{
	return world->now < job->preempt_at + ft_world_grace(world, job);
}

bool
ft_preempt_push(struct ft_world *world, struct ft_run *run, struct ft_job *job,
    const struct ft_victims *victims)
{
	bool gone = true;

	for (size_t i = 0; i < victims->n; i++) {
		struct ft_job *victim = victims->job[i];
		int64_t grace = ft_world_grace(world, victim);

		victim->preempt_by = job->number;
		if (ft_preempt_way(world, victim) == FT_PREEMPT_SUSPEND) {
			lend(world, run, victim, job);
		} else if (!grace || (ft_job_is_ending(victim) &&
					 !has_grace(world, victim))) {
			finish(world, run, victim);
		} else {
			if (!ft_job_is_ending(victim))
				warn(world, run, victim, job, grace);
			gone = false;
		}
	}
	return gone;
}

bool
ft_preempt_under_way(const struct ft_world *world, const struct ft_job *job)
{
	bool any = false;

	for (size_t i = 0; world->n_told && i < world->n_running; i++) {
		const struct ft_job *victim = world->running[i];

		if (victim->preempt_by != job->number ||
		    !ft_job_is_ending(victim))
			continue;
		if (!has_grace(world, victim))
			return false;
		any = true;
	}
	return any;
}

/* ---- due times ----------------------------------------------------------- */

/* Returns whether exempt times keep some running job from being preempted so
 * far. */
static bool
has_exempt(const struct ft_world *world)
{
	if (!ft_preempt_is_on(world) || !world->n_waiting)
		return false;
	if (ft_conf_number(world->conf, FT_CONF_PREEMPT_EXEMPT_TIME) > 0)
		return true;
	for (size_t i = 0; i < world->acctdb.n_qos; i++)
		if (world->acctdb.qos[i].preempt_exempt_time > 0)
			return true;
	return false;
}

/* Returns when the schedulers should look again because of JOB: its grace time
 * or its exempt time is over. */
static int64_t
looked_at(const struct ft_world *world, const struct ft_job *job, bool exempt)
{
	int64_t at = INT64_MAX;

	if (ft_job_is_ending(job))
		at = job->preempt_at + ft_world_grace(world, job);
	else if (exempt)
		at = ft_preempt_eligible(world, job);
	return at;
}

/* A job with notice that nothing preempted again ends at the next check of time
 * limits (tests/oracle/cases/w10-preempt-grace). */
static int64_t
goes_at(const struct ft_world *world, const struct ft_job *job)
{
	return ft_world_limit_check(
	    world, job->preempt_at + ft_world_grace(world, job));
}

int64_t
ft_preempt_next(const struct ft_world *world)
{
	int64_t next = ft_gang_next(world), at;
	bool exempt = has_exempt(world);

	if (!world->n_told && !exempt)
		return next;
	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];

		at = looked_at(world, job, exempt);
		if (at > world->now && at < next)
			next = at;
		if (ft_job_is_ending(job) && (at = goes_at(world, job)) < next)
			next = at;
	}
	return next;
}

/* Returns a job whose grace time is over, lowest number first; NULL none. */
static struct ft_job *
due(const struct ft_world *world)
{
	struct ft_job *first = NULL;

	for (size_t i = 0; world->n_told && i < world->n_running; i++) {
		struct ft_job *job = world->running[i];

		if (ft_job_is_ending(job) &&
		    goes_at(world, job) <= world->now &&
		    (!first || job->number < first->number))
			first = job;
	}
	return first;
}

void
ft_preempt_tick(struct ft_world *world, struct ft_run *run)
{
	struct ft_job *job;
	bool exempt = has_exempt(world), event = false;

	while ((job = due(world)))
		finish(world, run, job);
	for (size_t i = 0; (world->n_told || exempt) && i < world->n_running;
	     i++)
		event |=
		    looked_at(world, world->running[i], exempt) == world->now;
	if (event)
		ft_queue_news(world);
	ft_gang_tick(world, run);
}
