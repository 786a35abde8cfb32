#include "model/synthetic/arrival.h"

#include <time.h>

#include "base/text/scan.h"
#include "model/synthetic/dist.h"

#define HOUR       3600
#define WEEK_HOURS 168
#define WORK_DAYS  5
/* 9999-12-31: later dates cannot be written. */
#define END_OF_TIME INT64_C(253370764800)

/* ---- reading --------------------------------------------------------------- */

/* TIME up to a comma or the end. */
static enum ft_status
take_time(struct ft_scan *reading, struct ft_arrival *arrival)
{
	size_t len = strcspn(reading->at, ",");

	if (!ft_dist_value(reading->at, len, FT_DIST_SECONDS, &arrival->time) ||
	    !arrival->time)
		return ft_scan_fail(reading, reading->at,
		    "expected a time above 0, such as 90 or 5m");
	reading->at += len;
	return FT_OK;
}

/* A number of 1..MAX up to one of the bytes in STOP. */
static bool
take_number(
    struct ft_scan *reading, const char *stop, uint32_t max, uint32_t *out)
{
	size_t len = strcspn(reading->at, stop);
	int64_t value;

	if (!ft_dist_value(reading->at, len, FT_DIST_COUNT, &value) ||
	    value > max)
		return false;
	*out = (uint32_t)value;
	reading->at += len;
	return true;
}

/* "N,TIME" */
static enum ft_status
take_burst(struct ft_scan *reading, struct ft_arrival *arrival)
{
	if (!take_number(reading, ",", 1000000, &arrival->burst) ||
	    !arrival->burst || *reading->at != ',')
		return ft_scan_fail(reading, reading->at,
		    "expected burst:N,TIME, N from 1 to 1000000");
	reading->at++;
	return take_time(reading, arrival);
}

/* "TIME[,H-H[,TIMES]]" */
static enum ft_status
take_daily(struct ft_scan *reading, struct ft_arrival *arrival)
{
	enum ft_status status = take_time(reading, arrival);
	const char *start = reading->at + 1;

	if (status != FT_OK || *reading->at != ',')
		return status;
	reading->at++;
	if (!take_number(reading, "-", 24, &arrival->from) ||
	    *reading->at++ != '-' ||
	    !take_number(reading, ",", 24, &arrival->to) ||
	    arrival->from >= arrival->to)
		return ft_scan_fail(
		    reading, start, "expected hours of the day such as 9-18");
	if (*reading->at != ',')
		return FT_OK;
	start = ++reading->at;
	if (!take_number(reading, ",", 1000, &arrival->times) ||
	    !arrival->times)
		return ft_scan_fail(
		    reading, start, "expected how much busier, 1 to 1000");
	return FT_OK;
}

void
ft_arrival_init(struct ft_arrival *arrival)
{
	*arrival = (struct ft_arrival){ .kind = FT_ARRIVAL_ONCE,
		.burst = 1,
		.from = 9,
		.to = 18,
		.times = 5 };
}

enum ft_status
ft_arrival_parse(struct ft_arrival *arrival, const char *text, size_t *column,
    struct ft_error *err)
{
	static const char *const names[] = { "once", "every", "poisson",
		"uniform", "burst", "daily" };
	struct ft_scan reading = { text, text, column, err };
	size_t len = strcspn(text, ":"), kind = 0;

	ft_arrival_init(arrival);
	while (
	    kind < FT_COUNT(names) &&
	    (strlen(names[kind]) != len || memcmp(names[kind], text, len) != 0))
		kind++;
	if (kind == FT_COUNT(names) || (!kind && text[len]) ||
	    (kind && !text[len]))
		return ft_scan_fail(&reading, text,
		    "expected once, every:TIME, poisson:TIME, uniform:TIME, "
		    "burst:N,TIME or daily:TIME");
	arrival->kind = (enum ft_arrival_kind)kind;
	if (!kind)
		return FT_OK;
	reading.at += len + 1;
	if (kind == FT_ARRIVAL_BURST)
		FT_TRY(take_burst(&reading, arrival));
	else if (kind == FT_ARRIVAL_DAILY)
		FT_TRY(take_daily(&reading, arrival));
	else
		FT_TRY(take_time(&reading, arrival));
	if (*reading.at)
		return ft_scan_fail(
		    &reading, reading.at, "expected nothing more");
	return FT_OK;
}

/* ---- drawing --------------------------------------------------------------- */

/* Whether WHEN is in the busy hours, with TIMES as many jobs. */
static bool
is_busy(const struct ft_arrival *arrival, double when)
{
	time_t whole = (time_t)when;
	struct tm tm;

	if (!localtime_r(&whole, &tm))
		return false;
	return tm.tm_wday >= 1 && tm.tm_wday <= WORK_DAYS &&
	       (uint32_t)tm.tm_hour >= arrival->from &&
	       (uint32_t)tm.tm_hour < arrival->to;
}

/* Seconds between jobs in busy hours, so that the mean of a week is as asked. */
static double
busy_gap(const struct ft_arrival *arrival)
{
	double busy = WORK_DAYS * (double)(arrival->to - arrival->from);
	double idle = WEEK_HOURS - busy, times = arrival->times;

	return (double)arrival->time * (busy * times + idle) /
	       (WEEK_HOURS * times);
}

/* The next arrival after WHEN: drawn at the rate of busy hours; outside them one
 * in TIMES is kept. */
static double
next_daily(const struct ft_arrival *arrival, struct ft_rng *rng, double when)
{
	double gap = busy_gap(arrival);

	do {
		when += gap * ft_dist_exponential(rng);
	} while (when < (double)END_OF_TIME && !is_busy(arrival, when) &&
		 ft_rng_below(rng, arrival->times));
	return when;
}

/* Returns when job I comes if the one before came at WHEN. */
static double
next(
    const struct ft_arrival *arrival, struct ft_rng *rng, double when, size_t i)
{
	double gap = (double)arrival->time;

	switch (arrival->kind) {
	case FT_ARRIVAL_EVERY:
		return i ? when + gap : when;
	case FT_ARRIVAL_POISSON:
		return when + gap * ft_dist_exponential(rng);
	case FT_ARRIVAL_BURST:
		if (i % arrival->burst)
			return when;
		return when + gap * ft_dist_exponential(rng);
	case FT_ARRIVAL_DAILY:
		return next_daily(arrival, rng, when);
	case FT_ARRIVAL_ONCE:
	case FT_ARRIVAL_UNIFORM:
		break;
	}
	return when;
}

void
ft_arrival_times(const struct ft_arrival *arrival, struct ft_rng *rng,
    int64_t start, int64_t *at, size_t n)
{
	double when = (double)start;

	for (size_t i = 0; i < n; i++) {
		double here =
		    arrival->kind == FT_ARRIVAL_UNIFORM
			? when + (double)arrival->time * ft_rng_unit(rng)
			: (when = next(arrival, rng, when, i));

		at[i] =
		    here < (double)END_OF_TIME ? (int64_t)here : END_OF_TIME;
	}
	if (arrival->kind == FT_ARRIVAL_UNIFORM)
		qsort(at, n, sizeof *at, ft_by_i64);
}
