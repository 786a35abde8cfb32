/*
 * decay.c - each PriorityCalcPeriod usage decays, running jobs are booked,
 * limits on usage are looked at, and priorities are made anew.
 */
#include "model/limits.h"
#include "sim/ledger.h"
#include "sim/ledger_int.h"
#include "sim/policy.h"
#include "sim/priority.h"
#include "sim/reset_int.h"
#include "sim/run.h"
#include "sim/run_int.h"

static bool
is_over(struct ft_world *world, uint32_t node, uint16_t kind, uint32_t tres,
    int index)
{
	uint64_t limit;

	return ft_policy_limit(world, node, kind, tres, &limit) &&
	       ft_world_tres_usage(world, node, index) >= (ft_real)limit * 60;
}

/* The same of a QOS. */
static bool
is_qos_over(const struct ft_world *world, uint32_t qos)
{
	const struct ft_book *book = &world->book;
	size_t n;
	const struct ft_limit *limit =
	    ft_book_limits(book->qos_limit, book->n_qos_limit, qos, &n);

	for (size_t i = 0; i < n; i++) {
		int index = -1;

		if (limit[i].kind == FT_LIMIT_GRP_TRES_MINS)
			index = (int)(ft_tres_get(&world->tres, limit[i].tres) -
				      world->tres.item);
		else if (limit[i].kind != FT_LIMIT_GRP_WALL)
			continue;
		if (ft_world_qos_tres_usage(world, qos, index) >=
		    (ft_real)limit[i].value * 60)
			return true;
	}
	return false;
}

/* Whether usage of an association above JOB, or of its QOS, reached its limit
 * in minutes. */
static bool
is_used_up(struct ft_world *world, const struct ft_job *job)
{
	uint32_t node = ft_world_node(world, job);

	if (job->qos && is_qos_over(world, job->qos))
		return true;
	for (; node != FT_NODE_NONE; node = world->tree->parent[node]) {
		if (is_over(world, node, FT_LIMIT_GRP_WALL, 0, -1))
			return true;
		for (size_t i = 0; i < world->tres.n; i++)
			if (job->alloc[i] &&
			    is_over(world, node, FT_LIMIT_GRP_TRES_MINS,
				world->tres.item[i].id, (int)i))
				return true;
	}
	return false;
}

/* Jobs whose association used its minutes up are ended at the pass. */
static void
end_used_up(struct ft_clockwork *clock)
{
	struct ft_world *world = clock->world;

	if (!ft_ledger_is_limited(world))
		return;
	for (size_t i = world->n_running; i > 0 && i--;)
		if (i < world->n_running &&
		    is_used_up(world, world->running[i]))
			ft_clock_end(clock, world->running[i], FT_JOB_TIMEOUT,
			    FT_REASON_TIME_LIMIT);
}

/* Usage is reset at the first pass at a boundary or after it. */
static void
reset_by(struct ft_clockwork *clock, int64_t time)
{
	struct ft_world *world = clock->world;
	int64_t last = ft_reset_last(world, clock->reset, time);

	if (last == clock->reset)
		return;
	ft_ledger_reset(world);
	clock->reset = world->reset = last;
}

enum ft_status
ft_clock_pass(struct ft_clockwork *clock, struct ft_error *err)
{
	struct ft_world *world = clock->world;
	int64_t last = world->decayed;
	enum ft_status status = FT_OK;

	reset_by(clock, world->now);
	ft_ledger_decay(world, 1);
	world->decayed = world->now;
	for (size_t i = 0; i < world->n_running; i++)
		ft_job_book(world, world->running[i], last, world->now);
	ft_ledger_settle(world);
	world->times_dirty = true;
	clock->run->passes++;
	end_used_up(clock);
	if (world->n_waiting) {
		ft_policy_accrue(world);
		status = ft_world_priorities(world, err);
	}
	ft_clock_tell(clock, FT_SIM_PASS, NULL);
	return status;
}

void
ft_clock_skip(struct ft_clockwork *clock, int64_t time)
{
	struct ft_world *world = clock->world;

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
		clock->run->passes += (uint64_t)n;
		world->times_dirty = true;
	}
}
