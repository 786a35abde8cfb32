#include "forecast/forecast.h"

#include "common/world.h"
#include "files/progress.h"
#include "load/forecast.h"

#define SEED 1 /* the same question has the same answer */

static enum ft_status
load(void *ctx, struct ft_world *world, struct ft_error *err)
{
	const struct ft_forecaster *forecaster = ctx;
	const struct ft_forecast_wish *wish = &forecaster->wish;

	FT_TRY(ft_session_world(forecaster->session, world, NULL, err));
	return wish->change ? wish->change(wish->ctx, world, err) : FT_OK;
}

static struct ft_forecast_rules
rules_of(struct ft_forecaster *forecaster)
{
	const struct ft_forecast_wish *wish = &forecaster->wish;

	return (struct ft_forecast_rules){ .load = load,
		.ctx = forecaster,
		.past = wish->past ? wish->past : &forecaster->past,
		.futures = wish->futures,
		.seed = SEED,
		.number = wish->number,
		.meter = ft_progress_meter(),
		.stop = forecaster->stop,
		.stop_ctx = forecaster->stop_ctx };
}

enum ft_status
ft_forecaster_open(struct ft_forecaster *forecaster, struct ft_session *session,
    const struct ft_forecast_wish *wish, struct ft_error *err)
{
	const struct ft_load_source source = ft_session_source(session);

	*forecaster =
	    (struct ft_forecaster){ .session = session, .wish = *wish };
	return wish->past
		   ? FT_OK
		   : ft_load_forecast_past(&forecaster->past, &source, err);
}

enum ft_status
ft_forecaster_step(struct ft_forecaster *forecaster, struct ft_error *err)
{
	const struct ft_forecast_rules rules = rules_of(forecaster);

	if (!forecaster->forecast.futures)
		ft_forecast_begin(&forecaster->forecast, &rules);
	return ft_forecast_step(&forecaster->forecast, &rules, err);
}

enum ft_status
ft_forecaster_run(struct ft_forecaster *forecaster, struct ft_error *err)
{
	const struct ft_forecast_rules rules = rules_of(forecaster);

	return ft_forecast_make(&forecaster->forecast, &rules, err);
}

void
ft_forecaster_close(struct ft_forecaster *forecaster)
{
	ft_forecast_past_free(&forecaster->past);
	ft_forecast_free(&forecaster->forecast);
}

enum ft_status
ft_session_forecast(struct ft_forecast *forecast, struct ft_session *session,
    const struct ft_forecast_wish *wish, struct ft_error *err)
{
	struct ft_forecaster forecaster FT_CLEANUP(ft_forecaster_close) = { 0 };

	*forecast = (struct ft_forecast){ .n = 0 };
	FT_TRY(ft_forecaster_open(&forecaster, session, wish, err));
	FT_TRY(ft_forecaster_run(&forecaster, err));
	*forecast = forecaster.forecast;
	forecaster.forecast = (struct ft_forecast){ .n = 0 };
	return FT_OK;
}

void
ft_forecast_add_lacks(
    struct ft_str *str, const struct ft_forecast *forecast, bool counts)
{
	size_t n = forecast->limited;

	if (n && counts)
		ft_str_addf(str, "%zu of the %zu", n, forecast->active);
	else if (n)
		ft_str_add(str, n < forecast->active ? "some" : "the");
	if (n)
		ft_str_addf(str,
		    " jobs that wait or run use their whole time limits, "
		    "because their users have fewer than %d ended jobs",
		    FT_FORECAST_LEAST);
	if (!forecast->days)
		ft_str_addf(str,
		    "%sno further jobs arrive, because less than a day of the "
		    "past is known",
		    n ? "; " : "");
}

void
ft_forecast_add_note(
    struct ft_str *str, const struct ft_forecast *forecast, bool counts)
{
	struct ft_str lacks FT_CLEANUP(ft_str_free) = { 0 };

	ft_forecast_add_lacks(&lacks, forecast, counts);
	if (!forecast->drawn)
		ft_str_addf(str, "No forecast is drawn from the past: %s.",
		    ft_str_text(&lacks));
	else if (lacks.len)
		ft_str_addf(str, "In them, %s.", ft_str_text(&lacks));
}
