/*
 * forecast.h - when the waiting jobs of a session's cluster will start
 * (sim/forecast/forecast.h), and what is said of it.
 */
#ifndef FT_CMD_FORECAST_FORECAST_H
#define FT_CMD_FORECAST_FORECAST_H

#include "common/session.h"
#include "sim/forecast/forecast.h"

#define FT_FORECAST_FUTURES      200 /* if the user does not say */
#define FT_FORECAST_MOST_FUTURES 100000

/* Which forecast. */
struct ft_forecast_wish {
	uint32_t futures;
	uint32_t number; /* of a job; 0: all that wait */
	/* what is known, if the caller has it; NULL: it is read */
	const struct ft_forecast_past *past;
	/* Change each world before its future begins; NULL: nothing. */
	enum ft_status (*change)(
	    void *ctx, struct ft_world *world, struct ft_error *err);
	void *ctx;
};

/* A forecast that is made step by step. */
struct ft_forecaster {
	struct ft_session *session; /* borrowed, like what WISH points to */
	struct ft_forecast_wish wish;
	struct ft_forecast_past past;
	struct ft_forecast forecast;
	bool (*stop)(void *ctx); /* as in struct ft_forecast_rules */
	void *stop_ctx;
	double begun; /* CPU seconds of the process as the first future began */
};
/* Begin FORECASTER (to be closed even on failure): read what is known of the past,
 * unless WISH has it.  Until it is done the store must not change. */
enum ft_status ft_forecaster_open(struct ft_forecaster *forecaster,
    struct ft_session *session, const struct ft_forecast_wish *wish,
    struct ft_error *err);
/* Simulate one more future; none if stop says so. */
enum ft_status ft_forecaster_step(
    struct ft_forecaster *forecaster, struct ft_error *err);
/* Simulate all of them, on all cores if each takes a while. */
enum ft_status ft_forecaster_run(
    struct ft_forecaster *forecaster, struct ft_error *err);
void ft_forecaster_close(struct ft_forecaster *forecaster);

/* Fill FORECAST (to be freed even on failure) with that of SESSION's cluster at its
 * time. */
enum ft_status ft_session_forecast(struct ft_forecast *forecast,
    struct ft_session *session, const struct ft_forecast_wish *wish,
    struct ft_error *err);
/* Append what the forecast lacks: "1 of the 3 jobs that wait or run use the whole
 * time limit, because ..."; nothing if it lacks nothing.  counts: the asker may
 * know how many jobs there are. */
void ft_forecast_add_lacks(
    struct ft_str *str, const struct ft_forecast *forecast, bool counts);
/* Append that as sentences: "In them, ...", or why no forecast was drawn. */
void ft_forecast_add_note(
    struct ft_str *str, const struct ft_forecast *forecast, bool counts);

#endif
