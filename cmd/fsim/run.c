/* Time passes in steps, each a transaction of its own. */
#include <time.h>

#include "sim/job/job.h"
#include "sim/run/run.h"
#include "sim/world/event.h"
#include "files/progress.h"
#include "fsim/fsim.h"
#include "files/stop.h"

/* Limits of one step, so that other writers do not wait long; where nothing is
 * known to happen for longer, it goes on until something does. */
#define STEP_EVENTS  1000
#define STEP_SECONDS 86400
/* Steps per second of the wall clock with --speed. */
#define STEPS_LIVE 4

/* ---- a step -------------------------------------------------------------- */

static enum ft_status
begin(struct fsim *sim, bool first, struct ft_error *err)
{
	const struct ft_world_load how = { .lazy = true };
	struct ft_session *session = &sim->session;

	if (first)
		return ft_session_world_begin(
		    session, FT_RIGHT_CLOCK, &sim->world, &how, err);
	FT_TRY(ft_session_begin(session, FT_RIGHT_CLOCK, NULL, err));
	return ft_session_world_refresh(session, &sim->world, err);
}

/* Forget saved jobs that ended long ago. */
static void
forget_old(struct ft_world *world)
{
	int64_t age = ft_conf_number(world->conf, FT_CONF_MIN_JOB_AGE);

	if (age > 0)
		ft_world_forget_ended(world, world->now - age);
}

/* with --jobs alone, time stops when the last job has ended */
static void
end_with_last(const struct fsim *sim, struct ft_run *run)
{
	const struct ft_world *world = &sim->world;
	uint64_t left = world->n_running + world->n_waiting +
			world->n_arriving + world->n_later;

	if (sim->until != INT64_MAX)
		return;
	if (left < run->jobs)
		run->jobs = left;
	if (!left)
		run->until = world->now;
}

static enum ft_status
step(struct fsim *sim, bool first, int64_t until, bool *done,
    struct ft_error *err)
{
	struct ft_run run = { .until = until,
		.jobs = sim->jobs ? sim->jobs - sim->ended : 0,
		.events = STEP_EVENTS,
		.explain = sim->explain,
		.report = sim->explain ? fsim_explain_event : NULL,
		.ctx = &sim->explained };
	enum ft_status status = begin(sim, first, err);

	if (status == FT_OK)
		status = ft_load_arrivals(
		    &sim->world, sim->session.store, until, err);
	if (status == FT_OK)
		end_with_last(sim, &run);
	if (status == FT_OK)
		status = ft_world_run(&sim->world, &run, err);
	if (status != FT_OK) {
		ft_store_rollback(sim->session.store);
		return status;
	}
	FT_TRY(ft_session_world_commit(&sim->session, &sim->world, err));
	sim->now = sim->world.now;
	sim->started += run.started;
	sim->ended += run.ended;
	sim->passes += run.passes;
	sim->next = sim->world.n_later ? sim->now : run.next;
	*done = run.done;
	forget_old(&sim->world);
	return FT_OK;
}

/* ---- many ---------------------------------------------------------------- */

/*
 * Returns by how many seconds the store is ahead of the wall clock it follows.
 */
static double
ahead_of_wall(const struct fsim *sim)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double)(sim->now - now.tv_sec) - (double)now.tv_nsec / 1e9;
}

/* Sleep until the wall clock has caught up with the store. */
static void
keep_pace(const struct fsim *sim, const struct timespec *start)
{
	struct timespec now, rest;
	double left;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (sim->wall)
		left = ahead_of_wall(sim);
	else
		left = (double)(sim->now - sim->start) / sim->speed -
		       (double)(now.tv_sec - start->tv_sec) -
		       (double)(now.tv_nsec - start->tv_nsec) / 1e9;
	if (left <= 0)
		return;
	rest.tv_sec = (time_t)left;
	rest.tv_nsec = (long)((left - (double)rest.tv_sec) * 1e9);
	/* a signal interrupts the sleep on purpose */
	nanosleep(&rest, NULL);
}

static int64_t
step_end(const struct fsim *sim)
{
	/* --jobs alone ends after a day in which nothing happened */
	int64_t quiet = sim->until < INT64_MAX ? sim->next - sim->now : 0;
	int64_t seconds = quiet > STEP_SECONDS ? quiet : STEP_SECONDS;

	if (sim->speed > 0 && sim->speed / STEPS_LIVE < (double)seconds)
		seconds = (int64_t)(sim->speed / STEPS_LIVE);
	/* first catch up with the present, then go second by second */
	if (sim->wall && -ahead_of_wall(sim) < (double)seconds)
		seconds = (int64_t)-ahead_of_wall(sim);
	if (seconds < 1)
		seconds = 1;
	return sim->until - sim->now < seconds ? sim->until
					       : sim->now + seconds;
}

/* Returns whether nothing can happen any more. */
static bool
is_idle(const struct fsim *sim, uint64_t before)
{
	const struct ft_world *world = &sim->world;

	if (world->n_running || world->n_arriving || world->n_later ||
	    sim->started + sim->ended != before)
		return false;
	for (size_t i = 0; i < world->n_waiting; i++)
		if (world->waiting[i]->begins > world->now)
			return false;
	return true;
}

enum ft_status
fsim_run(struct fsim *sim, bool *interrupted, struct ft_error *err)
{
	bool first = true, done = false, enough = false;
	struct timespec start;
	enum ft_status status = FT_OK;

	ft_meter_begin(ft_progress_meter(), "running", NULL, 0);
	ft_stop_catch();
	clock_gettime(CLOCK_MONOTONIC, &start);
	while (status == FT_OK && !enough && !ft_stop_asked()) {
		uint64_t before = sim->started + sim->ended;
		int64_t until = step_end(sim);

		status = step(sim, first, until, &done, err);
		first = false;
		if (status != FT_OK)
			break;
		fsim_show(sim);
		enough =
		    sim->now >= sim->until ||
		    (sim->jobs && sim->ended >= sim->jobs) ||
		    (sim->until == INT64_MAX && done && is_idle(sim, before));
		if ((sim->speed > 0 || sim->wall) && !enough)
			keep_pace(sim, &start);
	}
	*interrupted = ft_stop_asked() && !enough;
	return status;
}
