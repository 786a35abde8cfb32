#include "forecast/forecast.h"

#include "common/world.h"
#include "files/progress.h"
#include "load/forecast.h"

#define SEED 1 /* the same question has the same answer */

/* What each future begins with. */
struct present {
	struct ft_session *session;
	const struct ft_forecast_wish *wish;
};

static enum ft_status
load(void *ctx, struct ft_world *world, struct ft_error *err)
{
	const struct present *present = ctx;
	const struct ft_forecast_wish *wish = present->wish;

	FT_TRY(ft_session_world(present->session, world, NULL, err));
	return wish->change ? wish->change(wish->ctx, world, err) : FT_OK;
}

enum ft_status
ft_session_forecast(struct ft_forecast *forecast, struct ft_session *session,
    const struct ft_forecast_wish *wish, struct ft_error *err)
{
	struct ft_forecast_past past FT_CLEANUP(ft_forecast_past_free) = { 0 };
	const struct ft_load_source source = ft_session_source(session);
	struct present present = { session, wish };
	const struct ft_forecast_rules rules = { .load = load,
		.ctx = &present,
		.past = wish->past ? wish->past : &past,
		.futures = wish->futures,
		.seed = SEED,
		.number = wish->number,
		.meter = ft_progress_meter() };

	*forecast = (struct ft_forecast){ .n = 0 };
	if (!wish->past)
		FT_TRY(ft_load_forecast_past(&past, &source, err));
	return ft_forecast_make(forecast, &rules, err);
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
