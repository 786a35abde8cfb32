#include "model/booking.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"

/* Longer periods, and charges that ended longer ago, are computed anew. */
enum { SECONDS_KEPT = 100000, PASSES_KEPT = 1 << 16 };

int64_t
ft_booking_pass_at(const struct ft_booking *booking, int64_t at)
{
	int64_t behind = (at - booking->pass) % booking->period;

	return at - (behind < 0 ? behind + booking->period : behind);
}

void
ft_booking_init(struct ft_booking *booking, const struct ft_decay *decay,
    int64_t decayed, int64_t period, int64_t now)
{
	assert(period > 0);
	*booking = (struct ft_booking){
		.decay = *decay, .period = period, .pass = decayed, .now = now
	};
	booking->pass = ft_booking_pass_at(booking, now);
	booking->step = ft_decay_factor(decay, period);
	/* exact: a double is subtracted, and the result has fewer digits */
	booking->rest = 1 - (ft_real)booking->step;
	booking->log_step = log1pl(-booking->rest);
	if (period < SECONDS_KEPT)
		booking->second =
		    ft_calloc((size_t)period + 1, sizeof *booking->second);
	booking->passes = ft_calloc(PASSES_KEPT, sizeof *booking->passes);
}

void
ft_booking_free(struct ft_booking *booking)
{
	ft_free(booking->second);
	ft_free(booking->passes);
	*booking = (struct ft_booking){ 0 };
}

/* What SECONDS, at most a period, leave of 1. */
static double
second_factor(struct ft_booking *booking, int64_t seconds)
{
	double *kept = booking->second ? &booking->second[seconds] : NULL;

	if (!kept)
		return ft_decay_factor(&booking->decay, seconds);
	if (!(*kept > 0))
		*kept = ft_decay_factor(&booking->decay, seconds);
	return *kept;
}

/* What N passes leave of 1: as if multiplied one by one. */
static ft_real
passes_factor(struct ft_booking *booking, int64_t n)
{
	ft_real *kept = n < PASSES_KEPT ? &booking->passes[n] : NULL;

	if (!(booking->rest > 0))
		return 1;
	if (!kept)
		return powl(booking->step, (ft_real)n);
	if (!(*kept > 0))
		*kept = powl(booking->step, (ft_real)n);
	return *kept;
}

/* 1 + step + step^2 + ... of N terms. */
static ft_real
series(const struct ft_booking *booking, int64_t n)
{
	if (!(booking->rest > 0))
		return (ft_real)n;
	return -expm1l((ft_real)n * booking->log_step) / booking->rest;
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

ft_real
ft_booking_passes(struct ft_booking *booking, int64_t starts, int64_t ends,
    int64_t after, int64_t until, bool flat)
{
	int64_t period = booking->period, from, first, last, n, part;
	ft_real sum = 0;

	until = least(least(ends, until), booking->pass);
	from = after > starts ? after : starts;
	if (until <= from)
		return 0;
	first = ft_booking_pass_at(booking, from) + period;
	last = ft_booking_pass_at(booking, until);
	if (last < first)
		return 0;
	n = (last - first) / period + 1;
	if (flat) /* every slice reaches back to the pass before */
		return (
		    ft_real)(last - (first - period > starts ? first - period
							     : starts));
	part = first - starts;
	if (part < period) { /* the first slice, cut by the start */
		sum = (ft_real)part * (ft_real)second_factor(booking, part) *
		      passes_factor(booking, (booking->pass - first) / period);
		n--;
	}
	if (n > 0)
		sum += (ft_real)period * (ft_real)booking->step *
		       series(booking, n) *
		       passes_factor(booking, (booking->pass - last) / period);
	return sum;
}

void
ft_booking_end(struct ft_booking *booking, int64_t starts, int64_t ends,
    bool flat, ft_real *at_pass, ft_real *since)
{
	int64_t before, seconds;
	ft_real amount;

	*at_pass = *since = 0;
	if (ends > booking->now || ends <= starts)
		return;
	before = ft_booking_pass_at(booking, ends);
	seconds = ends - (before > starts ? before : starts);
	amount = (ft_real)seconds;
	if (!flat)
		amount *= (ft_real)second_factor(booking, seconds);
	if (ends > booking->pass)
		*since = amount;
	else if (flat)
		*at_pass = amount;
	else
		*at_pass =
		    amount * passes_factor(booking,
				 (booking->pass - before) / booking->period);
}
