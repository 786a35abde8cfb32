#include "forecast/forecast.h"

#include <time.h>
#include <unistd.h>

#include "common/world.h"
#include "files/progress.h"
#include "files/stop.h"
#include "files/workers.h"
#include "load/forecast.h"
#include "sim/run/life.h"

#define SEED  1    /* the same question has the same answer */
#define QUICK 0.01 /* seconds of one future: then processes are no gain */

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

/* ---- all of them --------------------------------------------------------- */

/* Futures that are simulated in child processes, each in its copy of the world. */
struct apart {
	struct ft_forecaster *forecaster;
	struct ft_forecast_rules rules;
	struct ft_world world;
};

static void
apart_free(struct apart *apart)
{
	ft_world_free(&apart->world);
}

/* In a child: nobody waits for the rest if the parent is gone. */
static bool
is_orphan(void *ctx)
{
	return !ft_workers_wanted(ctx, 0);
}

/* In a child: the result is the starts of the jobs in question. */
static enum ft_status
simulate(void *ctx, size_t task, struct ft_str *result, struct ft_error *err)
{
	struct apart *apart = ctx;
	struct ft_forecast *forecast = &apart->forecaster->forecast;

	FT_TRY(ft_forecast_simulate(
	    forecast, &apart->rules, &apart->world, (uint32_t)task, err));
	for (size_t i = 0; i < forecast->n; i++)
		ft_str_add_n(result,
		    (const char *)&forecast->job[i].start[task],
		    sizeof(int64_t));
	return FT_OK;
}

static enum ft_status
take(void *ctx, size_t task, const char *result, size_t len,
    struct ft_error *err)
{
	const struct apart *apart = ctx;
	struct ft_forecast *forecast = &apart->forecaster->forecast;

	if (len != forecast->n * sizeof(int64_t))
		return ft_fail(err, FT_EIO,
		    "the process of a simulated future returned a part of it");
	for (size_t i = 0; i < forecast->n; i++)
		memcpy(&forecast->job[i].start[task],
		    result + i * sizeof(int64_t), sizeof(int64_t));
	return FT_OK;
}

static void
name(void *ctx, size_t task, struct ft_str *words)
{
	(void)ctx;
	ft_str_addf(words, "simulated future %zu", task + 1);
}

static enum ft_status
run_apart(struct ft_forecaster *forecaster, struct ft_error *err)
{
	struct apart apart FT_CLEANUP(apart_free) = { .forecaster = forecaster,
		.rules = rules_of(forecaster) };
	struct ft_workers workers = { .doing = "simulating",
		.what = "futures",
		.run = simulate,
		.take = take,
		.name = name,
		.ctx = &apart };

	apart.rules.stop = is_orphan;
	FT_TRY(ft_forecast_look(
	    &forecaster->forecast, &apart.rules, &apart.world, err));
	workers.n = forecaster->forecast.futures;
	FT_TRY(ft_workers_run(&workers, err));
	if (workers.interrupted)
		ft_stop_obey();
	ft_forecast_end(&forecaster->forecast);
	return FT_OK;
}

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool
is_slow(void *ctx)
{
	const struct ft_forecaster *forecaster = ctx;

	return cpu_seconds() - forecaster->begun > QUICK;
}

/* The first future shows how long they take: not to its end, if that is long. */
static enum ft_status
begin_run(struct ft_forecaster *forecaster, bool *slow, struct ft_error *err)
{
	forecaster->begun = cpu_seconds();
	if (forecaster->wish.futures > 1) {
		forecaster->stop = is_slow;
		forecaster->stop_ctx = forecaster;
	}
	FT_TRY(ft_forecaster_step(forecaster, err));
	forecaster->stop = NULL;
	*slow = !forecaster->forecast.made;
	return FT_OK;
}

enum ft_status
ft_forecaster_run(struct ft_forecaster *forecaster, struct ft_error *err)
{
	struct ft_forecast *forecast = &forecaster->forecast;
	struct ft_meter *meter = ft_progress_meter();
	bool slow;

	ft_meter_begin(
	    meter, "simulating", "futures", forecaster->wish.futures);
	FT_TRY(begin_run(forecaster, &slow, err));
	if (slow)
		return run_apart(forecaster, err);
	while (!ft_forecast_is_done(forecast)) {
		FT_TRY(ft_forecaster_step(forecaster, err));
		if (meter)
			meter->done = forecast->made;
		ft_meter_look(meter);
	}
	return FT_OK;
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
