#include "load/forecast.h"

#include "store/job/jobs.h"

static enum ft_status
add_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	(void)err;
	ft_forecast_past_add(ctx, job);
	return FT_OK;
}

enum ft_status
ft_load_forecast_past(struct ft_forecast_past *past,
    const struct ft_load_source *source, struct ft_error *err)
{
	const struct ft_store_job_filter filter = { .cluster = source->cluster,
		.ended_since = source->now - FT_FORECAST_SINCE };
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_tres_table table = { 0 };
	struct ft_tres *tres = NULL;

	ft_forecast_past_init(past, source->now);
	FT_TRY(ft_store_read_tres(source->store, &arena, &tres, &table.n, err));
	table.item = tres;
	FT_TRY(ft_store_read_jobs(source->store, &filter,
	    &(struct ft_store_reader){ &past->strings, &table, past }, add_job,
	    err));
	ft_forecast_past_ready(past);
	return FT_OK;
}
