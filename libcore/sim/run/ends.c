/*
 * ends.c - when jobs end: after their real run time, at their time limit, or with
 * their reservation.
 */
#include "sim/job/start.h"
#include "sim/reserve/reserve.h"
#include "sim/run/private.h"
#include "sim/world/clock.h"

/* Returns when JOB ends; *late: because of a limit. */
static int64_t
end_of(const struct ft_world *world, const struct ft_job *job, bool *late)
{
	int64_t own = INT64_MAX, limit = job->must_end;

	*late = false;
	if (job->suspended)
		return INT64_MAX;
	if (job->run_time >= 0)
		own = job->started + job->suspended_secs + job->run_time;
	if (limit != INT64_MAX)
		limit = ft_world_limit_check(world, limit);
	if (*job->reservation) {
		int64_t over = ft_reserve_job_end(world, job);

		/* it is over one second later */
		if (over != INT64_MAX)
			over = ft_world_limit_check(world, over + 1);
		limit = over < limit ? over : limit;
	}
	*late = limit < own;
	return *late ? limit : own;
}

void
ft_clock_expect_end(struct ft_clockwork *clock, struct ft_job *job)
{
	bool late;
	int64_t at = end_of(clock->world, job, &late);

	if (at != INT64_MAX)
		ft_heap_push(&clock->ends,
		    (struct ft_event_at){ .at = at,
			.job = job,
			.early =
			    !late && job->scheduler == FT_SCHED_BACKFILL });
}

void
ft_clock_note(void *ctx, const struct ft_sim_event *event)
{
	struct ft_clockwork *clock = ctx;
	struct ft_job *job;

	if (event->kind != FT_SIM_START && event->kind != FT_SIM_RESUME &&
	    event->kind != FT_SIM_END && event->kind != FT_SIM_PREEMPT)
		return;
	clock->happened++;
	clock->moved = true;
	if (event->kind == FT_SIM_END || event->kind == FT_SIM_PREEMPT)
		return;
	/* the same job, but not const */
	job = clock->world->running[event->job->place];
	assert(job == event->job);
	ft_clock_expect_end(clock, job);
}

void
ft_clock_report(struct ft_clockwork *clock, enum ft_sim_event_kind kind,
    const struct ft_job *job)
{
	struct ft_sim_event event = { .kind = kind, .job = job };

	ft_run_report(clock->world, clock->run, &event);
}

void
ft_clock_end(struct ft_clockwork *clock, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason)
{
	ft_world_end(clock->world, job, state, reason);
	ft_clock_report(clock, FT_SIM_END, job);
}

/* slurmctld counts it as completed, whatever its exit code. */
static void
end_by_itself(struct ft_clockwork *clock, struct ft_job *job)
{
	ft_world_count(clock->world)->completed++;
	if (job->exit_signal)
		ft_clock_end(
		    clock, job, FT_JOB_FAILED, FT_REASON_RAISED_SIGNAL);
	else if (job->exit_code)
		ft_clock_end(
		    clock, job, FT_JOB_FAILED, FT_REASON_NON_ZERO_EXIT);
	else
		ft_clock_end(clock, job, FT_JOB_COMPLETED, FT_REASON_NONE);
}

static void
end_job(struct ft_clockwork *clock, struct ft_job *job)
{
	struct ft_world *world = clock->world;
	bool late;

	/* a stale entry: the job was suspended, requeued, ... */
	if (job->group != FT_GROUP_RUNNING)
		return;
	if (end_of(world, job, &late) > world->now)
		ft_clock_expect_end(clock, job);
	else if (late)
		ft_clock_end(clock, job, FT_JOB_TIMEOUT, FT_REASON_TIME_LIMIT);
	else
		end_by_itself(clock, job);
}

/*
 * Backfill starts jobs at the beginning of a second and the main scheduler
 * later in it; their ends follow in the same order, which decides what each
 * scheduler sees as free.
 */
void
ft_clock_end_jobs(struct ft_clockwork *clock, bool early)
{
	struct ft_heap *ends = &clock->ends;

	while (ft_heap_first(ends) <= clock->world->now &&
	       (!early || ft_heap_first(ends) < clock->world->now ||
		   ends->event[0].early))
		end_job(clock, ft_heap_pop(ends).job);
}
