/*
 * pool.c - replay on a pool of processors: the events.
 */
#include "sim/research/pool/pool.h"

#include "model/job/job.h"
#include "sim/research/pool/private.h"

#define REPORT_EVERY 256 /* jobs between two progress reports */

static void
add_fresh(struct pool_run *run, uint32_t job, uint32_t width)
{
	size_t waiting;

	run->outcome[job] = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
	*ft_vec_add(run->fresh, run->n_fresh, run->cap_fresh) = job;
	if (run->n_fresh == 1 || width < run->narrowest)
		run->narrowest = width;
	waiting = run->n_fresh + run->line.n;
	if (waiting > run->pool->longest)
		run->pool->longest = waiting;
}

void
ft_pool_leave(struct pool_run *run, const struct pool_event *event)
{
	const struct ft_trace_job *job = &run->trace->job[event->job];

	run->free += job->procs;
	if (pool_has_ends(run))
		ft_pool_ends_take(&run->ends,
		    run->outcome[event->job].start + ft_pool_length(job),
		    job->procs);
	if (run->standing.user)
		ft_pool_ranking_end(&run->standing, event->user, job->procs,
		    run->outcome[event->job].start, run->now);
}

static void
end_next(struct pool_run *run)
{
	struct pool_event event = ft_pool_events_pop(&run->events);

	ft_pool_leave(run, &event);
	run->ended++;
	ft_pool_feed_release(run, event.job);
}

/* Returns whether some waiting job would fit. */
static bool
some_fit(const struct pool_run *run)
{
	return (run->n_fresh && run->narrowest <= run->free) ||
	       ft_pool_line_some(&run->line, run->free);
}

/* ---- arrivals ------------------------------------------------------------ */

static enum ft_status
check(const struct pool_run *run, size_t at, struct ft_error *err)
{
	const struct ft_pool *pool = run->pool;
	const struct ft_trace_job *job = &run->trace->job[at];

	if (at && job->submit < job[-1].submit)
		return ft_fail(err, FT_EINVAL,
		    "job %" PRIu64 " of the trace came before the one in "
		    "front of it",
		    job->number);
	if (pool->order == FT_POOL_BY_FAIRTREE &&
	    (run->leaf[at] >= pool->tree->n ||
		!ft_tree_is_user(pool->tree, run->leaf[at])))
		return ft_fail(err, FT_EINVAL,
		    "job %" PRIu64 " of the trace belongs to no user of the "
		    "tree",
		    job->number);
	return FT_OK;
}

/* Jobs arrive now; they start if none waits and all of them fit. */
static enum ft_status
arrive(struct pool_run *run, struct ft_error *err)
{
	const struct ft_trace *trace = run->trace;
	size_t first = run->next;
	bool all = !run->line.n && !run->n_fresh;
	uint64_t wide = 0;

	for (; run->next < trace->n && trace->job[run->next].submit <= run->now;
	     run->next++) {
		uint32_t width = trace->job[run->next].procs;

		if (check(run, run->next, err) != FT_OK)
			return err->status;
		if (width <= run->pool->procs)
			wide += width;
	}
	/* what is known of the future has a say */
	all = all && wide <= run->free && !run->foresees;
	for (size_t i = first; i < run->next; i++) {
		uint32_t width = trace->job[i].procs;

		if (width > run->pool->procs) {
			run->outcome[i] =
			    (struct ft_outcome){ -1, -1, FT_JOB_FAILED };
			run->ended++;
			ft_pool_feed_release(run, (uint32_t)i);
		} else if (all) {
			ft_pool_start(run, (uint32_t)i);
		} else {
			add_fresh(run, (uint32_t)i, width);
		}
	}
	return FT_OK;
}

static void
queue(struct pool_run *run, uint32_t job)
{
	const struct ft_trace_job *from = &run->trace->job[job];
	const struct pool_spot spot = { .lane = ft_pool_lane_of(run, job),
		.job = job,
		.width = from->procs,
		.length = ft_pool_length(from) };

	ft_pool_line_add(&run->line, ft_pool_value(run, job), &spot);
}

/* A single job arrived after the first of the line, and nothing else has
 * changed: only it can start. */
static bool
lone_arrival(struct pool_run *run)
{
	const struct ft_trace_job *job;
	uint32_t at;

	if (run->n_fresh != 1 || !run->line.n || ft_pool_plans(run) ||
	    ft_pool_ages(run->pool->order))
		return false;
	at = run->fresh[0];
	job = &run->trace->job[at];
	if (pool_compare(
		ft_pool_value(run, at), ft_pool_line_least(&run->line)) < 0)
		return false;
	run->n_fresh = 0;
	if (ft_pool_may_pass(run, job->procs, ft_pool_length(job)))
		ft_pool_start(run, at);
	else
		queue(run, at);
	return true;
}

/*
 * Returns whether the jobs that just arrived can change anything.  With plans
 * even one that does not fit can: if it precedes others, what was reserved for
 * a wide job that now starts later may become free for a narrow one.
 */
static bool
may_help(const struct pool_run *run)
{
	return run->n_fresh && (run->pool->policy != FT_POOL_FCFS ||
				   run->narrowest <= run->free);
}

/* ---- time ---------------------------------------------------------------- */

/* Returns the next time at which something happens; INT64_MAX none. */
static int64_t
next_time(const struct pool_run *run)
{
	const struct pool_ranking *standing = &run->standing;
	int64_t at = ft_pool_feed_next(run), tick;

	if (run->events.n && run->events.event[0].end < at)
		at = run->events.event[0].end;
	/* without jobs nobody notices an outage */
	if (at != INT64_MAX || run->line.n || run->n_fresh) {
		int64_t outage = ft_pool_outages_next(run);

		at = outage < at ? outage : at;
	}
	if (!standing->user || !(run->line.n || run->n_fresh))
		return at;
	tick = standing->first + (standing->tick + 1) * run->pool->period;
	return tick < at && some_fit(run) ? tick : at;
}

/* Do what happens at run->now. */
static enum ft_status
step(struct pool_run *run, struct ft_error *err)
{
	struct pool_ranking *standing = &run->standing;
	bool quiet = true, came;

	if (standing->user)
		ft_pool_ranking_at(standing, &run->line, run->now);
	for (; run->events.n && run->events.event[0].end <= run->now;
	     quiet = false)
		end_next(run);
	quiet &= !ft_pool_outages(run);
	run->known &= quiet;
	ft_pool_feed_take(run);
	came = run->next < run->trace->n &&
	       run->trace->job[run->next].submit <= run->now;
	if (came && arrive(run, err) != FT_OK)
		return err->status;
	if (standing->user && standing->ordered != standing->tick)
		quiet = false;
	/* any event may change the order */
	if (run->pool->planned || (came && ft_pool_ages(run->pool->order)))
		quiet = false;
	if ((!run->line.n && !run->n_fresh) ||
	    (!run->pool->planned && !some_fit(run)))
		return FT_OK;
	/* plans that were overrun change while time passes */
	if (quiet && run->pool->rules.overrun == FT_OVERRUN_KILL &&
	    (!may_help(run) || lone_arrival(run)))
		return FT_OK;
	FT_TRY(ft_pool_ranking_order(standing, &run->line, err));
	ft_pool_age(run);
	for (size_t i = 0; i < run->n_fresh; i++)
		queue(run, run->fresh[i]);
	run->n_fresh = 0;
	ft_pool_pass(run);
	return FT_OK;
}

static enum ft_status
play(struct pool_run *run, struct ft_error *err)
{
	struct ft_pool *pool = run->pool;
	size_t reported = 0;

	for (;;) {
		int64_t at = next_time(run);

		if (at == INT64_MAX)
			return FT_OK;
		if (pool->until && at > pool->until)
			break;
		if (at > run->now)
			run->now = at;
		if (step(run, err) != FT_OK)
			return err->status;
		if (!pool->report || run->ended - reported < REPORT_EVERY)
			continue;
		reported = run->ended;
		pool->stopped = !pool->report(
		    pool->ctx, (double)reported / (double)run->feed.whole->n);
		if (pool->stopped)
			break;
	}
	for (size_t i = run->next; i < run->trace->n; i++)
		run->outcome[i] = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
	return FT_OK;
}

static enum ft_status
check_pool(const struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_error *err)
{
	if (!pool->procs)
		return ft_fail(err, FT_EINVAL, "a pool of no processors");
	if (trace->n >= UINT32_MAX)
		return ft_fail(err, FT_EINVAL, "too many jobs in the trace");
	if ((pool->order == FT_POOL_BY_USAGE ||
		pool->order == FT_POOL_BY_FAIRTREE) &&
	    (pool->period < 1 || pool->half_life < 0))
		return ft_fail(err, FT_EINVAL,
		    "the period must be above 0 and the half-life not below");
	return FT_OK;
}

enum ft_status
ft_pool_run(struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_outcome *outcome, struct ft_error *err)
{
	struct pool_run run = { .pool = pool,
		.now = trace->n ? trace->job[0].submit : 0,
		.free = pool->procs };
	struct ft_error own = { 0 };
	uint32_t lanes = 1;
	enum ft_status status;

	err = err ? err : &own;
	FT_TRY(check_pool(pool, trace, err));
	pool->passes = pool->visits = pool->orderings = 0;
	pool->longest = 0;
	pool->stopped = false;
	pool->requeued = pool->failed = 0;
	pool->lost = 0;
	for (size_t i = 0; i < pool->rules.n_outage; i++)
		run.foresees |= pool->rules.outage[i].drain;
	ft_pool_feed_begin(&run, trace, outcome);
	ft_pool_ranking_init(&run.standing, pool, trace);
	if (run.standing.n)
		lanes = run.standing.n;
	else if (ft_pool_by_job(pool->order))
		lanes = (uint32_t)trace->n;
	ft_pool_line_init(&run.line, lanes, trace);
	for (size_t i = 0; i < trace->n && pool->planned; i++)
		pool->planned[i] = (struct ft_planned){ -1, -1 };
	status = play(&run, err);
	ft_pool_feed_end(&run);
	pool->visits = run.line.visits;
	pool->orderings = run.standing.orderings;
	ft_pool_line_free(&run.line);
	ft_pool_ranking_free(&run.standing);
	ft_pool_future_free(&run.future);
	ft_pool_ends_free(&run.ends);
	ft_free(run.events.event);
	ft_free(run.fresh);
	ft_free(run.spare);
	ft_free(run.away);
	return status;
}
