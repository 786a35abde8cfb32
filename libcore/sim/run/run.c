/*
 * run.c - time passes.
 *
 * It moves from one second in which something happens to the next.  In each,
 * jobs arrive or become eligible, then come the decay pass, the schedulers, and
 * last the ends of jobs.  So the schedulers see an end one second later, as in
 * Slurm, where jobs end between two looks of the controller. Seconds without
 * events cost nothing.
 *
 * Source: slurm.conf(5); tests/unit/t_run.c.
 */
#include "sim/run/run.h"

#include "sim/job/job.h"
#include "sim/preempt/preempt.h"
#include "sim/priority/priority.h"
#include "sim/research/suspend/suspend.h"
#include "sim/reserve/reserve.h"
#include "sim/run/private.h"
#include "sim/schedule/fill.h"
#include "sim/schedule/schedule.h"
#include "sim/submit/submit.h"
#include "sim/world/clock.h"

/* ---- arrivals ------------------------------------------------------------ */

static void
arrive(struct ft_clockwork *clock)
{
	struct ft_world *world = clock->world;

	while (ft_heap_first(&clock->arrivals) <= world->now) {
		struct ft_job *job = ft_heap_pop(&clock->arrivals).job;

		if (job->group != FT_GROUP_ARRIVING)
			continue;
		ft_world_regroup(world, job);
		ft_world_arrived(world, job);
		ft_world_changed(world, job);
		clock->happened++;
		ft_clock_report(clock, FT_SIM_ARRIVE, job);
	}
	ft_queue_begin(world);
}

/* Expect the arriving jobs from number FIRST on. */
static void
expect_arrivals(struct ft_clockwork *clock, size_t first)
{
	const struct ft_world *world = clock->world;

	for (size_t i = first; i < world->n_arriving; i++)
		ft_heap_push(&clock->arrivals,
		    (struct ft_event_at){ .at = world->arriving[i]->submitted,
			.job = world->arriving[i] });
}

/* ---- the schedulers ------------------------------------------------------ */

/* Returns the last instant FROM + k * PERIOD at or before TIME. */
static int64_t
raster(int64_t from, int64_t period, int64_t time)
{
	return from + (time - from) / period * period;
}

static int64_t
next_full(const struct ft_world *world, int64_t now)
{
	int64_t period = world->sched.value[FT_SCHED_SCHED_INTERVAL];

	if (period <= 0)
		return INT64_MAX;
	return raster(world->times.full_ran, period, now) + period;
}

static bool
plans(const struct ft_world *world)
{
	return world->sched.value[FT_SCHED_BF_INTERVAL] > 0 &&
	       ft_conf_number(world->conf, FT_CONF_SCHEDULER_TYPE) == 0;
}

static int64_t
next_backfill(const struct ft_world *world, int64_t now)
{
	int64_t period = world->sched.value[FT_SCHED_BF_INTERVAL];
	int64_t next;

	if (!plans(world))
		return INT64_MAX;
	next = raster(world->times.backfill_ran, period, now) + period;
	if (world->queue->news_backfill || next >= world->queue->retry)
		return next;
	if (world->queue->retry == INT64_MAX)
		return INT64_MAX;
	return raster(next, period, world->queue->retry - 1) + period;
}

/* Returns when the main scheduler runs because something happened: at the
 * earliest batch_sched_delay after its last run. */
static int64_t
next_main(const struct ft_world *world, int64_t now)
{
	int64_t period = world->sched.value[FT_SCHED_SCHED_INTERVAL];
	int64_t ran = world->times.main_ran, next;

	if (!world->times.wanted)
		return INT64_MAX;
	/* full runs without news are skipped, but count as runs */
	if (period > 0 && raster(world->times.full_ran, period, now) > ran)
		ran = raster(world->times.full_ran, period, now);
	next = ran + world->sched.value[FT_SCHED_BATCH_DELAY];
	return next > now ? next : now + 1;
}

static int64_t
next_scheduler(const struct ft_world *world, int64_t now)
{
	int64_t next = INT64_MAX;

	if (!world->n_waiting)
		return INT64_MAX;
	if (world->queue->news_full)
		next = next_full(world, now);
	next = ft_min_i64(next, next_backfill(world, now));
	return ft_min_i64(next, next_main(world, now));
}

static void
schedule(struct ft_clockwork *clock)
{
	struct ft_world *world = clock->world;
	int64_t now = world->now;
	bool full = next_full(world, now - 1) == now;

	if (!clock->run->no_starts && world->n_waiting &&
	    next_backfill(world, now - 1) == now) {
		world->times.backfill_ran = now;
		world->times_dirty = true;
		clock->still = 0;
		ft_backfill(world, clock->run);
	}
	ft_subordination_settle(world, clock->run);
	ft_clock_end_jobs(clock, true);
	ft_subordination_settle(world, clock->run);
	if (clock->run->no_starts || !world->n_waiting)
		return;
	if (full ? world->queue->news_full || world->times.wanted
		 : next_main(world, now - 1) <= now) {
		if (full)
			world->times.full_ran = now;
		world->times.main_ran = now;
		world->times.wanted = false;
		world->times_dirty = true;
		clock->still = 0;
		ft_mainsched(world, clock->run, full);
	}
}

/* ---- the loop ------------------------------------------------------------ */

static enum ft_status
wind_up(struct ft_clockwork *clock, struct ft_error *err)
{
	struct ft_world *world = clock->world;
	struct ft_sched_times *times = &world->times;

	/* as if slurmctld had started when time first passes for a job */
	if ((world->n_job || world->n_later) && !times->main_ran &&
	    !times->full_ran && !times->backfill_ran)
		times->main_ran = times->full_ran = times->backfill_ran =
		    world->now;
	world->decayed = ft_world_last_pass(world);
	clock->reset = world->reset ? world->reset : world->decayed;
	/* priorities of pending jobs are not stored */
	FT_TRY(ft_world_priorities(world, err));
	ft_queue_settle(world);
	ft_reserve_replace(world);
	for (size_t i = 0; i < world->n_running; i++)
		ft_clock_expect_end(clock, world->running[i]);
	expect_arrivals(clock, 0);
	ft_subordination_begin(world, clock->run);
	return FT_OK;
}

/* Returns the next second in which something happens, INT64_MAX none. */
static int64_t
next_event(const struct ft_clockwork *clock)
{
	const struct ft_world *world = clock->world;
	int64_t next = ft_min_i64(
	    ft_heap_first(&clock->arrivals), ft_heap_first(&clock->ends));

	next = ft_min_i64(next, ft_queue_next_begin(world));
	next = ft_min_i64(next, ft_clock_next_pass(clock));
	next = ft_min_i64(next, ft_reserve_next(world));
	next = ft_min_i64(next, ft_preempt_next(world));
	if (!clock->run->no_starts)
		next = ft_min_i64(next, next_scheduler(world, world->now));
	return next;
}

/* The same, after all jobs that arrive until then were submitted. */
static int64_t
next_known_event(struct ft_clockwork *clock)
{
	struct ft_run *run = clock->run;
	int64_t next = next_event(clock);

	while (run->more && next > run->more_at && run->more_at < run->until &&
	       !run->enough) {
		size_t known = clock->world->n_arriving;

		run->more(run->ctx);
		expect_arrivals(clock, known);
		next = next_event(clock);
	}
	return next;
}

static bool
is_enough(const struct ft_clockwork *clock)
{
	const struct ft_run *run = clock->run;

	return run->enough || (run->jobs && run->ended >= run->jobs) ||
	       (run->events && clock->happened >= run->events);
}

static enum ft_status
step(struct ft_clockwork *clock, int64_t time, struct ft_error *err)
{
	struct ft_world *world = clock->world;

	ft_clock_skip(clock, time - 1);
	world->now = time;
	clock->moved = false;
	clock->still = 0;
	arrive(clock);
	ft_reserve_tick(world, clock->run);
	ft_preempt_tick(world, clock->run);
	if (time - world->decayed >= world->period)
		FT_TRY(ft_clock_pass(clock, err));
	schedule(clock);
	ft_subordination_settle(world, clock->run);
	ft_clock_end_jobs(clock, false);
	ft_subordination_settle(world, clock->run);
	if (clock->moved)
		ft_preempt_settle(world, clock->run);
	return FT_OK;
}

enum ft_status
ft_world_run(struct ft_world *world, struct ft_run *run, struct ft_error *err)
{
	struct ft_clockwork clock = { .world = world, .run = run };
	enum ft_status status;

	run->done = false;
	run->started = run->ended = run->passes = 0;
	run->clock = &clock;
	run->observe = ft_clock_note;
	status = wind_up(&clock, err);
	while (status == FT_OK && !is_enough(&clock) &&
	       (run->next = next_known_event(&clock)) <= run->until)
		status = step(&clock,
		    run->next > world->now ? run->next : world->now, err);
	if (status == FT_OK && !is_enough(&clock)) {
		ft_clock_skip(&clock, run->until);
		world->now = run->until;
		run->done = true;
	}
	if (run->jobs && run->ended >= run->jobs)
		run->done = true;
	ft_queue_evaluate(world);
	if (status == FT_OK && plans(world))
		ft_backfill_show(world);
	run->clock = NULL;
	run->observe = NULL;
	ft_free(clock.ends.event);
	ft_free(clock.arrivals.event);
	return status;
}
