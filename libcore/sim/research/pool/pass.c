/*
 * pass.c - which jobs start: the three policies.
 */

#include "sim/research/pool/private.h"

/* Find the first job of the line. */
static bool
find_head(struct pool_run *run, struct pool_spot *spot)
{
	struct pool_query all;

	ft_pool_query_set(
	    &all, &run->line.widths, UINT32_MAX, POOL_LONGEST, UINT32_MAX);
	return ft_pool_line_next(&run->line, -HUGE_VAL, 0, &all, spot);
}

static void
take(struct pool_run *run, const struct pool_spot *spot)
{
	ft_pool_line_take(&run->line, spot);
	ft_pool_lane_left(run, spot->lane);
	ft_pool_start(run, spot->job);
}

/* JOB (index) waits, planned for START. */
static void
note_plan(struct pool_run *run, uint32_t job, int64_t start)
{
	struct ft_planned *planned = run->pool->planned;

	if (!planned || run->pool->policy == FT_POOL_FCFS)
		return;
	if (run->feed.active)
		job = run->feed.index[job];
	if (planned[job].first < 0)
		planned[job].first = start;
	planned[job].last = start;
}

static void
set_shadow(struct pool_run *run, const struct pool_spot *head)
{
	run->shadow = ft_pool_ends_shadow(
	    &run->ends, run->now + 1, run->free, head->width, &run->extra);
	run->known = true;
	note_plan(run, head->job, run->shadow);
}

/* Returns the seconds until the shadow time. */
static uint32_t
room(const struct pool_run *run)
{
	int64_t seconds = run->shadow - run->now;

	return seconds < POOL_LONGEST ? (uint32_t)seconds : POOL_LONGEST;
}

/* Start jobs after the head that do not delay it. */
static void
fill(struct pool_run *run, const struct pool_spot *head)
{
	double value = run->line.lane[head->lane].value;
	uint32_t from = head->job + 1;
	struct pool_query query;
	struct pool_spot spot;

	set_shadow(run, head);
	ft_pool_query_set(
	    &query, &run->line.widths, run->free, room(run), run->extra);
	while (query.n &&
	       ft_pool_line_next(&run->line, value, from, &query, &spot)) {
		value = run->line.lane[spot.lane].value;
		from = spot.job + 1;
		if (spot.length > query.room)
			run->extra -= spot.width;
		take(run, &spot);
		ft_pool_query_set(&query, &run->line.widths, run->free,
		    query.room, run->extra);
	}
}

bool
ft_pool_plans(const struct pool_run *run)
{
	const struct ft_pool *pool = run->pool;

	return run->foresees || pool->policy == FT_POOL_CONSERVATIVE ||
	       (pool->policy == FT_POOL_EASY && pool->depth > 1);
}

/* Start jobs from job FROM of value VALUE on that fit beside all plans. */
static void
fill_plans(struct pool_run *run, double value, uint32_t from)
{
	struct pool_query may;
	struct pool_spot spot;

	ft_pool_future_query(&run->future, &run->line.widths, &may);
	while (
	    may.n && ft_pool_line_next(&run->line, value, from, &may, &spot)) {
		value = run->line.lane[spot.lane].value;
		from = spot.job + 1;
		if (!ft_pool_future_fits(&run->future, &spot))
			continue;
		(void)ft_pool_future_plan(&run->future, &spot);
		take(run, &spot);
		ft_pool_future_query(&run->future, &run->line.widths, &may);
	}
}

/* Returns how many jobs that do not start now have a plan. */
static uint32_t
plans_of(const struct ft_pool *pool)
{
	if (pool->policy == FT_POOL_CONSERVATIVE)
		return UINT32_MAX;
	return pool->policy == FT_POOL_EASY && pool->depth ? pool->depth : 1;
}

/* Plan jobs in order as long as a later one may start now.  Which may is looked
 * up again from time to time, as plans leave less and less room. */
static void
plan_all(struct pool_run *run)
{
	struct pool_query all, may;
	struct pool_spot spot, some = { 0 };
	double value = -HUGE_VAL;
	uint32_t from = 0, look = 0, left = plans_of(run->pool);
	int64_t start;

	ft_pool_future_set(&run->future, &run->ends, run->now, run->free);
	ft_pool_outages_foresee(run);
	ft_pool_query_set(
	    &all, &run->line.widths, UINT32_MAX, POOL_LONGEST, UINT32_MAX);
	for (uint32_t n = 0;; n++) {
		/* whoever wants all plans gets them */
		if (n >= look && !run->pool->planned) {
			ft_pool_future_query(
			    &run->future, &run->line.widths, &may);
			if (!ft_pool_line_next(
				&run->line, value, from, &may, &some))
				break;
			look = 2 * n + 1;
		}
		if (!ft_pool_line_next(&run->line, value, from, &all, &spot))
			break;
		value = run->line.lane[spot.lane].value;
		from = spot.job + 1;
		start = ft_pool_future_plan(&run->future, &spot);
		if (start == run->now) {
			take(run, &spot);
		} else {
			note_plan(run, spot.job, start);
			if (!--left)
				break;
		}
		if (spot.job == some.job)
			look = n + 1;
	}
	if (!left && run->pool->policy == FT_POOL_EASY)
		fill_plans(run, value, from);
}

void
ft_pool_pass(struct pool_run *run)
{
	struct pool_spot head;

	run->pool->passes++;
	run->known = false;
	if (ft_pool_plans(run)) {
		plan_all(run);
		return;
	}
	while (find_head(run, &head) && head.width <= run->free)
		take(run, &head);
	if (run->pool->policy == FT_POOL_EASY && run->line.n &&
	    (run->pool->planned || ft_pool_line_some(&run->line, run->free)))
		fill(run, &head);
}

bool
ft_pool_may_pass(struct pool_run *run, uint32_t width, uint32_t length)
{
	struct pool_spot head;
	bool ends;

	run->pool->passes++;
	run->line.visits++;
	if (run->pool->policy != FT_POOL_EASY || width > run->free)
		return false;
	if (!run->known && find_head(run, &head))
		set_shadow(run, &head);
	ends = length <= room(run);
	if (!ends && width > run->extra)
		return false;
	if (!ends)
		run->extra -= width;
	return true;
}
