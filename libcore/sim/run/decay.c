/*
 * decay.c - the decay pass, every PriorityCalcPeriod: usage decays, running
 * jobs are booked, limits on usage are enforced, priorities are computed.
 *
 * Cases: tests/oracle/cases/j02-charge-ticks, j05-charge-decay, o07-decay.
 */
#include "sim/job/start.h"
#include "sim/policy/policy.h"
#include "sim/priority/priority.h"
#include "sim/run/private.h"
#include "sim/schedule/order.h"
#include "sim/usage/ledger.h"
#include "sim/usage/reset.h"

/* End jobs whose GrpTRESMins or GrpWall is used up:
 * tests/oracle/cases/j24-minutes-limit. */
static void
end_used_up(struct ft_clockwork *clock)
{
	struct ft_world *world = clock->world;
	struct ft_job **job FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	if (!ft_ledger_is_limited(world) || !world->n_running)
		return;
	job = ft_alloc(world->n_running * sizeof(struct ft_job *));
	for (size_t i = 0; i < world->n_running; i++)
		if (ft_policy_used_up(world, world->running[i]))
			job[n++] = world->running[i];
	ft_clock_sort(job, n);
	for (size_t i = 0; i < n; i++)
		ft_clock_end(
		    clock, job[i], FT_JOB_TIMEOUT, FT_REASON_TIME_LIMIT);
}

/* Reset usage if TIME is the first pass at or after a boundary. */
static void
reset_by(struct ft_clockwork *clock, int64_t time)
{
	struct ft_world *world = clock->world;
	int64_t last = ft_reset_last(world, clock->reset, time);

	if (last == clock->reset)
		return;
	ft_ledger_reset(world);
	clock->reset = world->reset = last;
	*ft_vec_add(world->reset_at, world->n_reset, world->cap_reset) = time;
}

/* Returns the first time at which a pass after the one that is being made, which
 * changed nothing for those who wait, may do so; 0: the next one may. */
static int64_t
still_until(const struct ft_clockwork *clock)
{
	struct ft_world *world = clock->world;
	int64_t reset = ft_reset_next(world, clock->reset), ages;

	/* a job that runs is booked, and whoever listens hears of each pass */
	if (world->n_running || clock->run->report || world->queue->forgets)
		return 0;
	ages = ft_world_ages(world);
	return ages < reset ? ages : reset;
}

enum ft_status
ft_clock_pass(struct ft_clockwork *clock, struct ft_error *err)
{
	struct ft_world *world = clock->world;
	struct ft_same *same = &world->queue->same;
	int64_t last = world->decayed;
	bool changed = false;
	enum ft_status status = FT_OK;

	reset_by(clock, world->now);
	ft_ledger_decay(world, 1);
	world->decayed = world->now;
	world->share_params.first_pass = false;
	for (size_t i = 0; i < world->n_running; i++)
		ft_job_book(world, world->running[i], last, world->now);
	ft_ledger_settle(world);
	world->times_dirty = true;
	clock->run->passes++;
	end_used_up(clock);
	if (world->n_waiting) {
		ft_clock_accrue(world);
		status = ft_world_pass_priorities(world, &changed, err);
	}
	if (changed)
		ft_queue_reorder(world);
	else if (ft_policy_decays(world))
		ft_queue_repriced(world);
	else if (same->decayed == last)
		same->decayed = world->now;
	if (!changed && !ft_policy_decays(world))
		clock->still = still_until(clock);
	ft_clock_report(clock, FT_SIM_PASS, NULL);
	return status;
}

int64_t
ft_clock_next_pass(const struct ft_clockwork *clock)
{
	const struct ft_world *world = clock->world;
	int64_t period = world->period, after = clock->still - world->decayed;

	if ((!world->n_waiting && !world->n_running) ||
	    clock->still == INT64_MAX)
		return INT64_MAX;
	/* the first pass at or after that time */
	return world->decayed + (after > period
					? (after + period - 1) / period * period
					: period);
}

void
ft_clock_skip(struct ft_clockwork *clock, int64_t time)
{
	struct ft_world *world = clock->world;
	struct ft_same *same = &world->queue->same;
	bool is_same = same->decayed == world->decayed;

	while (time - world->decayed >= world->period) {
		int64_t n = (time - world->decayed) / world->period;
		int64_t reset = ft_reset_next(world, clock->reset);
		int64_t first = world->decayed + world->period;

		if (reset <= first) {
			reset_by(clock, first);
			n = 1;
		} else if (reset <= world->decayed + n * world->period) {
			n = (reset - 1 - world->decayed) / world->period;
		}
		ft_ledger_decay(world, (uint64_t)n);
		world->decayed += n * world->period;
		world->share_params.first_pass = false;
		clock->run->passes += (uint64_t)n;
		world->times_dirty = true;
	}
	if (is_same)
		same->decayed = world->decayed;
}
