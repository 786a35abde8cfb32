/* times.c - columns with states and times of a job. */
#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fqueue/columns_private.h"

static void
put_date(struct ft_value *value, const struct fqueue_row *row, int64_t when)
{
	if (when)
		ft_timetext_add(ft_value_build(value), &row->view->time, when,
		    value->column->none);
	ft_value_order(value, (ft_real)when);
}

void
fqueue_get_date(const void *at, struct ft_value *value)
{
	const int64_t *when = ft_column_member(value->column, at);

	put_date(value, at, *when);
}

/* squeue knows no span of more than 365 days. */
static void
put_span(struct ft_value *value, const struct fqueue_row *row, int64_t seconds)
{
	if (fqueue_is_slurm(row) && seconds > 365 * 86400 &&
	    seconds != FT_TIME_UNLIMITED)
		ft_value_text(value, "INVALID");
	else
		ft_timetext_add_short(ft_value_build(value), seconds);
	value->whole = seconds;
	ft_value_order(value, (ft_real)seconds);
}

void
fqueue_get_state_code(const void *at, struct ft_value *value)
{
	ft_value_text(value, ft_jobtext_state(ft_job_of(at), true));
}

/* Later releases of squeue separate status and signal. */
static void
put_exit(const struct fqueue_row *row, uint64_t code, uint64_t end,
    struct ft_value *value)
{
	if (fqueue_is_slurm(row) &&
	    ft_release_has(
		row->view->args->context->release, FT_RULE_EXIT_AND_SIGNAL))
		ft_str_addf(
		    ft_value_build(value), "%" PRIu64 ":%" PRIu64, code, end);
	else
		ft_value_u64(value, code * 256 + end);
}

void
fqueue_get_exit_code(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	uint32_t code, end;

	ft_jobtext_exit(row->of.job, &code, &end);
	put_exit(row, code, end, value);
}

void
fqueue_get_derived(const void *at, struct ft_value *value)
{
	put_exit(at, 0, 0, value);
}

static int64_t
limit_seconds(const struct fqueue_row *row)
{
	int64_t minutes = ft_jobtext_limit(row->of.world, row->of.job);

	return minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60;
}

static int64_t
used_seconds(const struct fqueue_row *row)
{
	return ft_job_elapsed(row->of.job, row->of.world->now);
}

/* Jobs without a start are sorted separately. */
void
fqueue_get_start_time(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	int64_t start = ft_jobtext_start(row->of.job, row->of.world->now);

	if (start)
		put_date(value, row, start);
}

void
fqueue_get_forecast(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	const struct ft_forecast *forecast = row->view->forecast;
	const struct ft_forecast_job *job =
	    forecast ? ft_forecast_find(forecast, row->of.job->number) : NULL;
	int64_t start = INT64_MAX;
	uint32_t percent;

	if (job && ft_num_u32(value->column->arg, &percent))
		start = ft_forecast_by(forecast, job, percent);
	put_date(value, row, start == INT64_MAX ? 0 : start);
	if (start == INT64_MAX) /* sorted last */
		ft_value_order(value, (ft_real)start);
}

/* When it ends if it uses its whole time limit; 0: unknown, -1: never. */
static int64_t
end_of(const struct fqueue_row *row)
{
	const struct ft_job *job = row->of.job;
	int64_t start = ft_jobtext_start(job, row->of.world->now);
	int64_t limit = limit_seconds(row);

	if (!ft_job_is_active(job))
		return job->ended;
	if (start == 0)
		return 0;
	if (ft_job_is_ending(job))
		return job->preempt_at + ft_world_grace(row->of.world, job);
	return limit == FT_TIME_UNLIMITED ? -1
					  : start + limit + job->suspended_secs;
}

void
fqueue_get_end_time(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	int64_t end = end_of(row);

	if (end >= 0)
		put_date(value, row, end);
	else if (fqueue_is_table(row))
		ft_value_text(value, "NONE");
	/* jobs that never end come last, in the order of their starts */
	if (end < 0)
		end = FT_JOBTEXT_ENDLESS +
		      ft_jobtext_start(row->of.job, row->of.world->now);
	ft_value_order(value, (ft_real)end);
}

void
fqueue_get_time_limit(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	put_span(value, row, limit_seconds(row));
}

void
fqueue_get_unlimited(const void *at, struct ft_value *value)
{
	(void)at;
	ft_value_text(value, "UNLIMITED");
	value->whole = FT_TIME_UNLIMITED;
}

void
fqueue_get_time_used(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	put_span(value, row, used_seconds(row));
}

void
fqueue_get_time_left(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	int64_t limit = limit_seconds(row);

	put_span(value, row,
	    limit == FT_TIME_UNLIMITED ? limit : limit - used_seconds(row));
}

void
fqueue_get_min_time(const void *at, struct ft_value *value)
{
	value->whole = ft_job_of(at)->time_min * 60;
	ft_timetext_add_short(ft_value_build(value), value->whole);
}

void
fqueue_get_pending_time(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	int64_t start = row->of.job->started;

	if (start == 0)
		start = row->of.job->ended ? row->of.job->ended
					   : row->of.world->now;
	start -= row->of.job->submitted;
	ft_value_u64(value, start > 0 ? (uint64_t)start : 0);
}
