/* past.c - what was known at an instant: run times by user, and arrivals. */
#include "sim/forecast/past.h"

#include "base/bisect.h"
#include "base/text/timefmt.h"

void
ft_forecast_past_init(struct ft_forecast_past *past, int64_t at)
{
	*past = (struct ft_forecast_past){ .at = at, .first = INT64_MAX };
}

void
ft_forecast_past_free(struct ft_forecast_past *past)
{
	for (size_t i = 0; i < past->index.n; i++)
		ft_free(past->user[i].ran);
	ft_free(past->user);
	ft_map_clear(&past->index);
	for (size_t i = 0; i < past->n_arrival; i++)
		ft_job_clear(&past->arrival[i]);
	ft_free(past->arrival);
	ft_intern_free(&past->strings);
	ft_forecast_past_init(past, 0);
}

/* ---- adding -------------------------------------------------------------- */

static struct ft_forecast_user *
user_of(struct ft_forecast_past *past, const char *name)
{
	uint64_t i;

	if (!ft_map_get(&past->index, name, &i)) {
		i = past->index.n;
		past->user = ft_vec_grow(past->user, &past->cap_user,
		    (size_t)i + 1, sizeof *past->user);
		past->user[i] = (struct ft_forecast_user){ .ran = NULL };
		ft_map_put(&past->index, name, i);
	}
	return &past->user[i];
}

/*
 * Returns whether the end of JOB says how long its user's jobs run: not if the
 * cluster cut it short.
 */
static bool
is_telling(const struct ft_job *job)
{
	return job->started && job->time_limit > 0 &&
	       job->state != FT_JOB_PREEMPTED &&
	       job->state != FT_JOB_NODE_FAIL && job->state != FT_JOB_BOOT_FAIL;
}

static void
add_run(struct ft_forecast_past *past, const struct ft_job *job)
{
	struct ft_forecast_user *user;
	int64_t ran = ft_job_elapsed(job, past->at);

	if (ft_job_is_active(job) || !is_telling(job) || ran <= 0 ||
	    job->ended < past->at - FT_FORECAST_SINCE)
		return;
	user = user_of(past, job->user);
	*ft_vec_add(user->ran, user->n, user->cap) =
	    (struct ft_forecast_ran){ .ended = job->ended,
		    .number = job->number,
		    .part = (double)ran / 60 / (double)job->time_limit };
}

void
ft_forecast_past_add(struct ft_forecast_past *past, struct ft_job *job)
{
	if (!ft_job_rewind(job, past->at)) {
		ft_job_clear(job);
		return;
	}
	add_run(past, job);
	if (job->submitted < past->first)
		past->first = job->submitted;
	if (job->submitted > past->at - FT_FORECAST_DAYS * FT_FORECAST_DAY)
		*ft_vec_add(past->arrival, past->n_arrival, past->cap_arrival) =
		    *job;
	else
		ft_job_clear(job);
}

static int
by_end(const void *a, const void *b)
{
	const struct ft_forecast_ran *x = a, *y = b;

	if (x->ended != y->ended)
		return x->ended < y->ended ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static int
by_submission(const void *a, const void *b)
{
	const struct ft_job *x = a, *y = b;

	if (x->submitted != y->submitted)
		return x->submitted < y->submitted ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void
keep_last(struct ft_forecast_user *user)
{
	size_t over =
	    user->n > FT_FORECAST_MOST ? user->n - FT_FORECAST_MOST : 0;

	qsort(user->ran, user->n, sizeof *user->ran, by_end);
	user->n -= over;
	memmove(user->ran, user->ran + over, user->n * sizeof *user->ran);
}

void
ft_forecast_past_ready(struct ft_forecast_past *past)
{
	int64_t days = 0;

	for (size_t i = 0; i < past->index.n; i++)
		keep_last(&past->user[i]);
	if (past->n_arrival)
		qsort(past->arrival, past->n_arrival, sizeof *past->arrival,
		    by_submission);
	if (past->first <= past->at)
		days = (past->at - past->first) / FT_FORECAST_DAY;
	past->days =
	    (uint32_t)(days < FT_FORECAST_DAYS ? days : FT_FORECAST_DAYS);
}

/* ---- drawing ------------------------------------------------------------- */

static const struct ft_forecast_user *
known_user(const struct ft_forecast_past *past, const char *name)
{
	uint64_t i;

	if (!ft_map_get(&past->index, name, &i) ||
	    past->user[i].n < FT_FORECAST_LEAST)
		return NULL;
	return &past->user[i];
}

bool
ft_forecast_past_knows(const struct ft_forecast_past *past, const char *user)
{
	return known_user(past, user) != NULL;
}

/* Returns the seconds that a job with this LIMIT runs if it uses PART of it; -1:
 * all of it. */
static int64_t
seconds_of(double part, int64_t limit)
{
	return part >= 1 ? -1 : (int64_t)(part * (double)limit + 0.5);
}

static bool
is_longer(int64_t seconds, int64_t elapsed)
{
	return seconds < 0 || seconds > elapsed;
}

int64_t
ft_forecast_draw(const struct ft_forecast_past *past,
    const struct ft_forecast_span *span, struct ft_rng *rng)
{
	const struct ft_forecast_user *user = known_user(past, span->user);
	uint32_t left = 0;

	if (!user || span->limit == FT_TIME_UNLIMITED)
		return -1;
	for (size_t i = 0; i < user->n; i++)
		left += is_longer(
		    seconds_of(user->ran[i].part, span->limit), span->elapsed);
	if (!left)
		return -1;
	left = ft_rng_below(rng, left);
	for (size_t i = 0; i < user->n; i++) {
		int64_t seconds = seconds_of(user->ran[i].part, span->limit);

		if (!is_longer(seconds, span->elapsed))
			continue;
		if (left == 0)
			return seconds;
		left--;
	}
	return -1;
}

/* Returns the index of the first arrival after TIME. */
static size_t
first_after(const struct ft_forecast_past *past, int64_t time)
{
	size_t i;

	FT_BISECT(i, 0, past->n_arrival, past->arrival[i].submitted <= time);
	return i;
}

const struct ft_job *
ft_forecast_arrivals(
    const struct ft_forecast_past *past, uint32_t back, size_t *n)
{
	int64_t from = past->at - back * FT_FORECAST_DAY;
	size_t first = first_after(past, from);

	*n = first_after(past, from + FT_FORECAST_DAY) - first;
	return *n ? past->arrival + first : NULL;
}
