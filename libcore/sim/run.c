/*
 * run.c - time passes.
 *
 * From second to second in which something happens: jobs arrive or may begin,
 * then the decay pass, the schedulers, and last the ends of jobs - so that an
 * end is seen by the schedulers a second later, as in Slurm, whose ends come in
 * between two looks of the controller.  Seconds without events cost nothing.
 * Source: slurm.conf(5); tests/unit/t_run.c.
 */
#include <assert.h>

#include "base/mem.h"
#include "base/vec.h"
#include "model/limits.h"
#include "sim/ledger_int.h"
#include "sim/reset_int.h"
#include "sim/sched_int.h"

#define LIMIT_CHECK 30 /* seconds between two looks at time limits */

struct event {
	int64_t at;
	struct ft_job *job;
};

struct heap {
	struct event *event;
	size_t n, cap;
};

struct clockwork {
	struct ft_world *world;
	struct ft_run *run;
	struct heap ends, arrivals;
	uint64_t happened;
	int64_t reset; /* last one of usage, as far as is known */
};

/* ---- events --------------------------------------------------------------------- */

static bool
is_sooner(const struct event *a, const struct event *b)
{
	if (a->at != b->at)
		return a->at < b->at;
	return a->job->number < b->job->number;
}

static void
swap(struct event *a, struct event *b)
{
	struct event c = *a;

	*a = *b;
	*b = c;
}

static void
push(struct heap *heap, int64_t at, struct ft_job *job)
{
	size_t i = heap->n++;

	heap->event =
	    ft_vec_grow(heap->event, &heap->cap, heap->n, sizeof *heap->event);
	heap->event[i] = (struct event){ at, job };
	for (; i && is_sooner(&heap->event[i], &heap->event[(i - 1) / 2]);
	     i = (i - 1) / 2)
		swap(&heap->event[i], &heap->event[(i - 1) / 2]);
}

static struct ft_job *
pop(struct heap *heap)
{
	struct ft_job *job;
	size_t i = 0, next;

	assert(heap->event && heap->n);
	job = heap->event[0].job;
	heap->event[0] = heap->event[--heap->n];
	for (; (next = 2 * i + 1) < heap->n; i = next) {
		if (next + 1 < heap->n &&
		    is_sooner(&heap->event[next + 1], &heap->event[next]))
			next++;
		if (!is_sooner(&heap->event[next], &heap->event[i]))
			break;
		swap(&heap->event[i], &heap->event[next]);
	}
	return job;
}

static int64_t
first(const struct heap *heap)
{
	return heap->n ? heap->event[0].at : INT64_MAX;
}

/* ---- ends ------------------------------------------------------------------------- */

static int64_t
limit_check(const struct ft_world *world, int64_t end)
{
	int64_t phase = (end - world->decayed) % LIMIT_CHECK;

	if (phase < 0)
		phase += LIMIT_CHECK;
	return phase ? end + LIMIT_CHECK - phase : end;
}

/* When JOB ends; *late: because of its limit. */
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
		limit = limit_check(world, limit);
	*late = limit < own;
	return *late ? limit : own;
}

static void
expect_end(struct clockwork *clock, struct ft_job *job)
{
	bool late;
	int64_t at = end_of(clock->world, job, &late);

	if (at != INT64_MAX)
		push(&clock->ends, at, job);
}

static void
tell(const struct clockwork *clock, enum ft_sim_event event,
    const struct ft_job *job)
{
	if (clock->run->tell)
		clock->run->tell(
		    clock->run->ctx, event, clock->world->now, job);
}

static void
end_job(struct clockwork *clock, struct ft_job *job, enum ft_job_state state,
    enum ft_job_reason reason)
{
	ft_world_end(clock->world, job, state, reason);
	clock->run->ended++;
	clock->happened++;
	tell(clock, FT_SIM_END, job);
}

static void
end_jobs(struct clockwork *clock)
{
	struct ft_world *world = clock->world;

	while (first(&clock->ends) <= world->now) {
		struct ft_job *job = pop(&clock->ends);
		bool late;

		/* an event of the past: it was suspended, put back, ... */
		if (job->group != FT_GROUP_RUNNING)
			continue;
		if (end_of(world, job, &late) > world->now) {
			expect_end(clock, job);
			continue;
		}
		if (late)
			end_job(
			    clock, job, FT_JOB_TIMEOUT, FT_REASON_TIME_LIMIT);
		else if (job->exit_signal)
			end_job(
			    clock, job, FT_JOB_FAILED, FT_REASON_RAISED_SIGNAL);
		else if (job->exit_code)
			end_job(
			    clock, job, FT_JOB_FAILED, FT_REASON_NON_ZERO_EXIT);
		else
			end_job(clock, job, FT_JOB_COMPLETED, FT_REASON_NONE);
	}
}

/* ---- arrivals ------------------------------------------------------------------------ */

static void
arrive(struct clockwork *clock)
{
	struct ft_world *world = clock->world;

	while (first(&clock->arrivals) <= world->now) {
		struct ft_job *job = pop(&clock->arrivals);

		if (job->group != FT_GROUP_ARRIVING)
			continue;
		ft_world_regroup(world, job);
		ft_world_arrived(world, job);
		ft_world_changed(world, job);
		clock->happened++;
		tell(clock, FT_SIM_ARRIVE, job);
	}
	ft_queue_begin(world);
}

/* ---- decay passes ---------------------------------------------------------------------- */

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
end_used_up(struct clockwork *clock)
{
	struct ft_world *world = clock->world;

	if (!ft_ledger_is_limited(world))
		return;
	for (size_t i = world->n_running; i--;)
		if (i < world->n_running &&
		    is_used_up(world, world->running[i]))
			end_job(clock, world->running[i], FT_JOB_TIMEOUT,
			    FT_REASON_TIME_LIMIT);
}

/* Usage is reset at the first pass at a boundary or after it. */
static void
reset_by(struct clockwork *clock, int64_t time)
{
	struct ft_world *world = clock->world;
	int64_t last = ft_reset_last(world, clock->reset, time);

	if (last == clock->reset)
		return;
	ft_ledger_reset(world);
	clock->reset = world->reset = last;
}

/* The pass at world->now. */
static enum ft_status
pass(struct clockwork *clock, struct ft_error *err)
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
	tell(clock, FT_SIM_PASS, NULL);
	return status;
}

/* All passes up to TIME at once: nobody runs, nobody waits. */
static void
skip_passes(struct clockwork *clock, int64_t time)
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

/* ---- the schedulers ----------------------------------------------------------------------- */

/* The last time of a raster of PERIOD from FROM on at TIME or before. */
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

/* When the main scheduler may run because it was asked to. */
static int64_t
next_main(const struct ft_world *world, int64_t now)
{
	int64_t period = world->sched.value[FT_SCHED_SCHED_INTERVAL];
	int64_t ran = world->times.main_ran, next;

	if (!world->times.wanted)
		return INT64_MAX;
	/* full runs nobody needed were not made, but count */
	if (period > 0 && raster(world->times.full_ran, period, now) > ran)
		ran = raster(world->times.full_ran, period, now);
	next = ran + world->sched.value[FT_SCHED_BATCH_DELAY];
	return next > now ? next : now + 1;
}

static int64_t
next_scheduler(const struct ft_world *world, int64_t now)
{
	int64_t next = INT64_MAX, at;

	if (!world->n_waiting)
		return INT64_MAX;
	if (world->queue->news_full && (at = next_full(world, now)) < next)
		next = at;
	if ((at = next_backfill(world, now)) < next)
		next = at;
	if ((at = next_main(world, now)) < next)
		next = at;
	return next;
}

/* New ones of those that run have an end. */
static void
expect_ends(struct clockwork *clock, size_t before)
{
	struct ft_world *world = clock->world;

	for (size_t i = before; i < world->n_running; i++)
		expect_end(clock, world->running[i]);
}

static void
schedule(struct clockwork *clock)
{
	struct ft_world *world = clock->world;
	int64_t now = world->now;
	size_t before = world->n_running;
	bool full = next_full(world, now - 1) == now;

	if (clock->run->no_starts || !world->n_waiting)
		return;
	if (full ? world->queue->news_full || world->times.wanted
		 : next_main(world, now - 1) <= now) {
		if (full)
			world->times.full_ran = now;
		world->times.main_ran = now;
		world->times.wanted = false;
		world->times_dirty = true;
		ft_mainsched(world, clock->run, full);
	}
	if (next_backfill(world, now - 1) == now) {
		world->times.backfill_ran = now;
		world->times_dirty = true;
		ft_backfill(world, clock->run);
	}
	clock->happened += world->n_running - before;
	expect_ends(clock, before);
}

/* ---- the loop ------------------------------------------------------------------------------- */

static enum ft_status
wind_up(struct clockwork *clock, struct ft_error *err)
{
	struct ft_world *world = clock->world;
	struct ft_sched_times *times = &world->times;
	enum ft_status status;

	/* as if the daemon had started when time first passes for a job */
	if (world->n_job && !times->main_ran && !times->full_ran &&
	    !times->backfill_ran)
		times->main_ran = times->full_ran = times->backfill_ran =
		    world->now;
	world->decayed = ft_world_last_pass(world);
	clock->reset = world->reset ? world->reset : world->decayed;
	/* those of jobs that wait are not kept */
	status = ft_world_priorities(world, err);
	if (status != FT_OK)
		return status;
	ft_queue_settle(world);
	for (size_t i = 0; i < world->n_running; i++)
		expect_end(clock, world->running[i]);
	for (size_t i = 0; i < world->n_arriving; i++)
		push(&clock->arrivals, world->arriving[i]->submitted,
		    world->arriving[i]);
	return FT_OK;
}

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* The next second in which something happens, INT64_MAX none. */
static int64_t
next_event(const struct clockwork *clock)
{
	const struct ft_world *world = clock->world;
	int64_t next = smaller(first(&clock->arrivals), first(&clock->ends));

	next = smaller(next, ft_queue_next_begin(world));
	if (world->n_waiting || world->n_running)
		next = smaller(next, world->decayed + world->period);
	if (!clock->run->no_starts)
		next = smaller(next, next_scheduler(world, world->now));
	return next;
}

static bool
is_enough(const struct clockwork *clock)
{
	const struct ft_run *run = clock->run;

	return (run->jobs && run->ended >= run->jobs) ||
	       (run->events && clock->happened >= run->events);
}

static enum ft_status
step(struct clockwork *clock, int64_t time, struct ft_error *err)
{
	struct ft_world *world = clock->world;
	enum ft_status status = FT_OK;

	if (!world->n_waiting && !world->n_running)
		skip_passes(clock, time - 1);
	world->now = time;
	arrive(clock);
	if (time - world->decayed >= world->period)
		status = pass(clock, err);
	if (status == FT_OK) {
		schedule(clock);
		end_jobs(clock);
	}
	return status;
}

enum ft_status
ft_world_run(struct ft_world *world, struct ft_run *run, struct ft_error *err)
{
	struct clockwork clock = { .world = world, .run = run };
	enum ft_status status;
	int64_t next;

	run->done = false;
	run->started = run->ended = run->passes = 0;
	status = wind_up(&clock, err);
	while (status == FT_OK && !is_enough(&clock) &&
	       (next = next_event(&clock)) <= run->until)
		status =
		    step(&clock, next > world->now ? next : world->now, err);
	if (status == FT_OK && !is_enough(&clock)) {
		if (!world->n_waiting && !world->n_running)
			skip_passes(&clock, run->until);
		world->now = run->until;
		run->done = true;
	}
	if (run->jobs && run->ended >= run->jobs)
		run->done = true;
	if (status == FT_OK && plans(world))
		ft_backfill_show(world);
	ft_free(clock.ends.event);
	ft_free(clock.arrivals.event);
	return status;
}
