/* forecast.c - when the job starts in simulated futures. */
#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "why/private.h"

#define MOST_ARRIVALS 20000 /* a day, in all futures: a few seconds of work */
#define LEAST_FUTURES 20    /* fewer say too little */

/* --algorithm and --ties apply in the futures, too. */
static enum ft_status
apply_algorithm(void *ctx, struct ft_world *world, struct ft_error *err)
{
	return ft_why_algorithm(world, ctx, err);
}

/* Returns how many futures a user would wait for who only asked why: fewer if many
 * jobs arrive each day, 0 if these would be too few. */
static uint32_t
futures_of(const struct ft_forecast_past *past)
{
	size_t a_day = past->n_arrival / (past->days ? past->days : 1);
	size_t n = FT_FORECAST_FUTURES;

	if (a_day > MOST_ARRIVALS / n)
		n = MOST_ARRIVALS / a_day;
	return n < LEAST_FUTURES ? 0 : (uint32_t)n;
}

enum ft_status
ft_why_begin_forecast(struct ft_why_job *why, struct ft_forecaster **forecaster,
    struct ft_error *err)
{
	struct ft_session *session = why->at->session;
	const struct ft_forecast_wish wish = { .number = why->job->number,
		.change = apply_algorithm,
		.ctx = session };
	struct ft_forecaster *begun = &why->forecaster;

	*forecaster = NULL;
	if (!why->waits || why->job->submitted > why->world->now)
		return FT_OK;
	FT_TRY(ft_forecaster_open(begun, session, &wish, err));
	begun->wish.futures = futures_of(&begun->past);
	why->busy = !begun->wish.futures;
	if (!why->busy)
		*forecaster = begun;
	return FT_OK;
}

enum ft_status
ft_why_forecast(struct ft_why_job *why, struct ft_error *err)
{
	struct ft_forecaster *forecaster;

	FT_TRY(ft_why_begin_forecast(why, &forecaster, err));
	return forecaster ? ft_forecaster_run(forecaster, err) : FT_OK;
}

/* Returns what came of it; NULL: nothing, or not yet. */
static const struct ft_forecast *
forecast_of(const struct ft_why_job *why)
{
	const struct ft_forecast *forecast = &why->forecaster.forecast;

	return forecast->n && ft_forecast_is_done(forecast) ? forecast : NULL;
}

/* ---- sentences ----------------------------------------------------------- */

static void
add_date(const struct ft_forecast *forecast, int64_t start, struct ft_str *str)
{
	if (start < INT64_MAX)
		ft_time_add_date(str, start);
	else
		ft_time_add_date(str, forecast->at + FT_FORECAST_HORIZON);
}

static void
add_starts(const struct ft_forecast *forecast, struct ft_str *str)
{
	const struct ft_forecast_job *job = forecast->job;
	int64_t early = ft_forecast_by(forecast, job, 10);
	int64_t middle = ft_forecast_by(forecast, job, 50);
	int64_t late = ft_forecast_by(forecast, job, 90);
	bool alike = early == late;

	if (middle < INT64_MAX) {
		ft_str_addf(str, "It starts %s ", alike ? "at" : "by");
		add_date(forecast, middle, str);
		ft_str_add(str, " (in ");
		ft_timetext_add_span(str, middle - forecast->at);
		ft_str_add_char(str, ')');
	} else {
		ft_str_add(str, "It starts later than ");
		add_date(forecast, middle, str);
	}
	ft_str_addf(str, " in %s of %" PRIu32 " simulated futures",
	    alike ? "at least 80 %" : "half", forecast->futures);
	if (!alike) {
		ft_str_add(str, ", between ");
		add_date(forecast, early, str);
		ft_str_add(
		    str, late < INT64_MAX ? " and " : " and later than ");
		add_date(forecast, late, str);
		ft_str_add(str, " in 80 %");
	}
	ft_str_add_char(str, '.');
}

void
ft_why_add_forecast(struct ft_why_job *why, struct ft_str *str)
{
	const struct ft_forecast *forecast = forecast_of(why);
	struct ft_str note FT_CLEANUP(ft_str_free) = { 0 };

	if (why->busy)
		ft_str_addf(str,
		    "So many jobs arrive here each day that a forecast takes "
		    "long: 'fqueue --forecast -j %" PRIu32 "' makes it.",
		    why->job->number);
	if (!forecast)
		return;
	if (forecast->drawn)
		add_starts(forecast, str);
	ft_forecast_add_note(&note, forecast, why->at->sees_jobs);
	if (note.len)
		ft_str_addf(str, "%s%s", forecast->drawn ? "  " : "",
		    ft_str_text(&note));
}

/* ---- documents ------------------------------------------------------------ */

static void
start_value(const struct ft_forecast *forecast, uint32_t percent,
    const char *key, struct ft_doc *doc)
{
	int64_t start = ft_forecast_by(forecast, forecast->job, percent);

	if (start < INT64_MAX)
		ft_doc_i64(doc, key, start);
	else
		ft_doc_null(doc, key);
}

void
ft_why_forecast_document(const struct ft_why_job *why, struct ft_doc *doc)
{
	const struct ft_forecast *forecast = forecast_of(why);

	if (!forecast || !forecast->drawn) {
		ft_doc_null(doc, "forecast");
		return;
	}
	ft_doc_begin(doc, "forecast");
	ft_doc_u64(doc, "futures", forecast->futures);
	start_value(forecast, 10, "start_p10", doc);
	start_value(forecast, 50, "start_p50", doc);
	start_value(forecast, 90, "start_p90", doc);
	ft_doc_i64(doc, "horizon", forecast->at + FT_FORECAST_HORIZON);
	ft_doc_u64(doc, "arrival_days", forecast->days);
	if (why->at->sees_jobs) {
		ft_doc_u64(doc, "jobs", forecast->active);
		ft_doc_u64(doc, "jobs_at_limit", forecast->limited);
	}
	ft_doc_end(doc);
}
