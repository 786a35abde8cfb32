/*
 * past.h - what a forecast knows: jobs that were submitted or had ended by an
 * instant.
 *
 * Run times are kept as parts of time limits, per user.  Arrivals are kept as they
 * were submitted.  Not here: the futures made of them (forecast.h); reading them
 * from a store (load/forecast.h).
 */
#ifndef FT_SIM_FORECAST_PAST_H
#define FT_SIM_FORECAST_PAST_H

#include "base/intern.h"
#include "base/map.h"
#include "base/rng.h"
#include "model/job/job.h"

#define FT_FORECAST_DAY INT64_C(86400)
#define FT_FORECAST_SINCE                                                      \
	(90 * FT_FORECAST_DAY) /* run times older than that
						    do not count, seconds */
#define FT_FORECAST_LEAST 10   /* ended jobs that a user needs */
#define FT_FORECAST_MOST  100  /* the last ones that count */
#define FT_FORECAST_DAYS  28   /* days whose arrivals may come again */

/* A job that ran. */
struct ft_forecast_ran {
	int64_t ended;
	uint32_t number;
	double part; /* of its time limit, > 0; 1 or more: all of it */
};

struct ft_forecast_user {
	struct ft_forecast_ran *ran; /* the last FT_FORECAST_MOST, by end */
	size_t n, cap;
};

struct ft_forecast_past {
	int64_t at;               /* the instant */
	struct ft_intern strings; /* of the jobs that are added */
	/* read only */
	struct ft_forecast_user *user; /* [index.n] */
	size_t cap_user;
	struct ft_map index;    /* of user[], by name */
	struct ft_job *arrival; /* of the last days, by submission */
	size_t n_arrival, cap_arrival;
	int64_t first; /* the earliest submission; INT64_MAX none */
	uint32_t days; /* whole days before the instant with arrivals known, at
			  most FT_FORECAST_DAYS */
};

/* Make PAST for the instant AT, with nothing known yet; the caller frees it. */
void ft_forecast_past_init(struct ft_forecast_past *past, int64_t at);
void ft_forecast_past_free(struct ft_forecast_past *past);
/*
 * Add JOB as far as it was known at past->at: it is rewound first.  Its strings are
 * of past->strings; its arrays become PAST's.
 */
void ft_forecast_past_add(struct ft_forecast_past *past, struct ft_job *job);
/* Sort the jobs, all of which were added. */
void ft_forecast_past_ready(struct ft_forecast_past *past);

/* Returns whether the run times of USER are known well enough to draw from. */
bool ft_forecast_past_knows(
    const struct ft_forecast_past *past, const char *user);
/*
 * Draw how long a job of USER with a time limit of LIMIT seconds will run that has
 * run for ELAPSED (-1: it has not started): one of the parts of USER's past jobs,
 * times the limit, of those that are longer than ELAPSED.  Returns seconds; -1, as
 * in ft_job.run_time: until its limit, if that was drawn, if nothing is longer, if
 * too little is known of USER, or if LIMIT is FT_TIME_UNLIMITED.
 */
struct ft_forecast_span {
	const char *user;
	int64_t limit, elapsed;
};
int64_t ft_forecast_draw(const struct ft_forecast_past *past,
    const struct ft_forecast_span *span, struct ft_rng *rng);

/*
 * Set *n to how many jobs arrived on day BACK before the instant (1: the last 24
 * hours), and return the first of them, or NULL.
 */
const struct ft_job *ft_forecast_arrivals(
    const struct ft_forecast_past *past, uint32_t back, size_t *n);

#endif
