#include "model/passes.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"

/* Longer periods, and charges that ended longer ago, are computed anew. */
enum { SECONDS_KEPT = 100000, PASSES_KEPT = 1 << 16 };

int64_t
ft_passes_last(const struct ft_passes *passes, int64_t at)
{
	int64_t behind = (at - passes->pass) % passes->period;

	return at - (behind < 0 ? behind + passes->period : behind);
}

void
ft_passes_init(struct ft_passes *passes, const struct ft_decay *decay,
    int64_t decayed, int64_t period, int64_t now)
{
	assert(period > 0);
	*passes = (struct ft_passes){
		.decay = *decay, .period = period, .pass = decayed, .now = now
	};
	passes->pass = ft_passes_last(passes, now);
	passes->step = ft_decay_factor(decay, period);
	/* exact: a double is subtracted, and the result has fewer digits */
	passes->rest = 1 - (ft_real)passes->step;
	passes->log_step = log1pl(-passes->rest);
	if (period < SECONDS_KEPT)
		passes->second =
		    ft_calloc((size_t)period + 1, sizeof *passes->second);
	passes->power = ft_calloc(PASSES_KEPT, sizeof *passes->power);
}

void
ft_passes_free(struct ft_passes *passes)
{
	ft_free(passes->second);
	ft_free(passes->power);
	*passes = (struct ft_passes){ 0 };
}

/* What SECONDS, at most a period, leave of 1. */
static double
second_factor(struct ft_passes *passes, int64_t seconds)
{
	double *kept = passes->second ? &passes->second[seconds] : NULL;

	if (!kept)
		return ft_decay_factor(&passes->decay, seconds);
	if (!(*kept > 0))
		*kept = ft_decay_factor(&passes->decay, seconds);
	return *kept;
}

/* What N passes leave of 1: as if multiplied one by one. */
static ft_real
passes_factor(struct ft_passes *passes, int64_t n)
{
	ft_real *kept = n < PASSES_KEPT ? &passes->power[n] : NULL;

	if (!(passes->rest > 0))
		return 1;
	if (!kept)
		return powl((ft_real)passes->step, (ft_real)n);
	if (!(*kept > 0))
		*kept = powl((ft_real)passes->step, (ft_real)n);
	return *kept;
}

/* 1 + step + step^2 + ... of N terms. */
static ft_real
series(const struct ft_passes *passes, int64_t n)
{
	if (!(passes->rest > 0))
		return (ft_real)n;
	return -expm1l((ft_real)n * passes->log_step) / passes->rest;
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

ft_real
ft_passes_booked(struct ft_passes *passes, int64_t starts, int64_t ends,
    int64_t after, int64_t until, bool flat)
{
	int64_t period = passes->period, from, first, last, n, part;
	ft_real sum = 0;

	until = least(least(ends, until), passes->pass);
	from = after > starts ? after : starts;
	if (until <= from)
		return 0;
	first = ft_passes_last(passes, from) + period;
	last = ft_passes_last(passes, until);
	if (last < first)
		return 0;
	n = (last - first) / period + 1;
	if (flat) /* every slice reaches back to the pass before */
		return (
		    ft_real)(last - (first - period > starts ? first - period
							     : starts));
	part = first - starts;
	if (part < period) { /* the first slice, cut by the start */
		sum = (ft_real)part * (ft_real)second_factor(passes, part) *
		      passes_factor(passes, (passes->pass - first) / period);
		n--;
	}
	if (n > 0)
		sum += (ft_real)period * (ft_real)passes->step *
		       series(passes, n) *
		       passes_factor(passes, (passes->pass - last) / period);
	return sum;
}

void
ft_passes_end(struct ft_passes *passes, int64_t starts, int64_t ends, bool flat,
    ft_real *at_pass, ft_real *since)
{
	int64_t before, seconds;
	ft_real amount;

	*at_pass = *since = 0;
	if (ends > passes->now || ends <= starts)
		return;
	before = ft_passes_last(passes, ends);
	seconds = ends - (before > starts ? before : starts);
	amount = (ft_real)seconds;
	if (!flat)
		amount *= (ft_real)second_factor(passes, seconds);
	if (ends > passes->pass)
		*since = amount;
	else if (flat)
		*at_pass = amount;
	else
		*at_pass =
		    amount * passes_factor(passes,
				 (passes->pass - before) / passes->period);
}
