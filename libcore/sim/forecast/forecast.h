/*
 * forecast.h - when waiting jobs will start, over many simulated futures.
 *
 * Each future begins with the same world.  How long its jobs run is drawn from what
 * was known at that time of their users (past.h); each day that follows, the
 * jobs of a day drawn from the past arrive again.  A future ends when all jobs in
 * question have started, or after FT_FORECAST_HORIZON.
 * Not here: how well such forecasts did (calibration.h).
 */
#ifndef FT_SIM_FORECAST_FORECAST_H
#define FT_SIM_FORECAST_FORECAST_H

#include "base/meter.h"
#include "sim/forecast/past.h"
#include "sim/world/world.h"

#define FT_FORECAST_HORIZON (14 * FT_FORECAST_DAY)

/* How to make one. */
struct ft_forecast_rules {
	/* Fill WORLD, all zero, with the present; called for each future, and
	   each time the jobs must be the same. */
	enum ft_status (*load)(
	    void *ctx, struct ft_world *world, struct ft_error *err);
	void *ctx;
	const struct ft_forecast_past *past;
	uint32_t futures; /* at least 1 */
	uint64_t seed;
	uint32_t number; /* only when this job starts; 0: all that wait */
	struct ft_meter *meter; /* may be NULL */
	/* Asked again and again: true abandons the future that is being
	   simulated; NULL: never. */
	bool (*stop)(void *ctx);
	void *stop_ctx;
};

/* A job that waits. */
struct ft_forecast_job {
	uint32_t number, array_job;
	int64_t *start;  /* [futures], by future: when it started, the first of
			   its tasks if it is an array; INT64_MAX: not within
			   the horizon */
	int64_t *sorted; /* the same, ascending */
};

struct ft_forecast {
	struct ft_forecast_job *job; /* [n], by number; held jobs and those that
				        can never start are left out */
	size_t n;
	uint32_t futures, made; /* how many there will be, and are so far */
	int64_t at, reached;    /* of the next one so far */
	bool stopped;           /* the last one that was simulated */
	uint32_t days; /* that arrivals were drawn from; 0: none came */
	size_t active,
	    limited; /* jobs that wait or run; of those, the ones that
				   use their time limits, for too little is
				   known of their users */
	bool drawn;  /* false: nothing was drawn, so all futures are one */
	int64_t *start, *sorted; /* of all jobs */
};

/*
 * Fill FORECAST (to be freed even on failure).  The same rules give the same
 * result; the draws of a job depend on the seed, the future and its number alone,
 * so that two worlds with a small difference have comparable futures.
 */
enum ft_status ft_forecast_make(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_error *err);
/*
 * The same piece by piece: step after step until it is done.  Each step simulates
 * one more future, unless that is stopped; then the next step begins it again.
 * The answers below need a forecast that is done.
 */
void ft_forecast_begin(
    struct ft_forecast *forecast, const struct ft_forecast_rules *rules);
enum ft_status ft_forecast_step(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_error *err);
bool ft_forecast_is_done(const struct ft_forecast *forecast);
/*
 * The same for callers that simulate futures separately, such as in child
 * processes, which have copies of one world: begin with the present, simulate
 * each future in a copy, put its starts into FORECAST, then end it.
 */
/* Begin FORECAST, and fill WORLD (all zero) with the present. */
enum ft_status ft_forecast_look(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_world *world,
    struct ft_error *err);
/* Simulate future INDEX in WORLD, which must not be used afterwards.  If it was
 * stopped, FORECAST says so, and the future does not count. */
enum ft_status ft_forecast_simulate(struct ft_forecast *forecast,
    const struct ft_forecast_rules *rules, struct ft_world *world,
    uint32_t index, struct ft_error *err);
/* End FORECAST, which has all starts now. */
void ft_forecast_end(struct ft_forecast *forecast);
void ft_forecast_free(struct ft_forecast *forecast);
/* Returns the job with that number, NULL if it is not one of the waiting
 * jobs. */
const struct ft_forecast_job *ft_forecast_find(
    const struct ft_forecast *forecast, uint32_t number);
/*
 * Returns the percentile PERCENT (1 to 100) of the starts of the job, by
 * nearest rank: the time by which it had started in that many percent of the
 * futures; INT64_MAX: after the horizon.
 */
int64_t ft_forecast_by(const struct ft_forecast *forecast,
    const struct ft_forecast_job *job, uint32_t percent);

/* Returns the time of the last run of the main scheduler over the whole queue
 * at AT or before; AT if there is none. */
int64_t ft_forecast_last_full(const struct ft_world *world, int64_t at);
/* Let the schedulers of WORLD, which is one of the past, not have run later
 * than now, and find work at once. */
void ft_forecast_mend_times(struct ft_world *world);

#endif
