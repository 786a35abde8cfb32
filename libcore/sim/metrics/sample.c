#include "sim/metrics/sample.h"

/* ---- Student's distribution ---------------------------------------------- */

/*
 * Returns the part of the distribution with N >= 1 degrees of freedom that lies
 * between -t and t, T >= 0.  For whole N the integral is a finite sum over the
 * angle whose tangent is t / sqrt(n): Abramowitz and Stegun, 26.7.3 for odd N,
 * 26.7.4 for even N.
 */
static double
student_within(double t, unsigned n)
{
	double angle = atan(t / sqrt((double)n));
	double c = cos(angle) * cos(angle);
	double term = n % 2 ? cos(angle) : 1, sum = 0;

	for (unsigned k = n % 2 ? 1 : 0; k + 2 <= n; k += 2) {
		sum += term;
		term *= c * (k + 1) / (k + 2);
	}
	if (n % 2 == 0)
		return sin(angle) * sum;
	/* 2 / pi; acos(-1) is pi in every C library */
	return 2 / acos(-1.0) * (angle + sin(angle) * sum);
}

/* Returns t so that student_within(t, n) is PART, 0 <= part < 1. */
static double
student_quantile(double part, unsigned n)
{
	double low = 0, high = 1;

	while (high < 1e300 && student_within(high, n) < part)
		high *= 2;
	/* as close as doubles get */
	for (int i = 0; i < 200; i++) {
		double middle = low + (high - low) / 2;

		if (middle <= low || middle >= high)
			break;
		if (student_within(middle, n) < part)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* ---- samples ------------------------------------------------------------- */

struct ft_sample
ft_sample_of(const double *value, size_t n, double confidence)
{
	struct ft_sample sample = { .deviation = (double)NAN,
		.half = (double)NAN,
		.low = (double)NAN,
		.high = (double)NAN };
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i])) {
			sum += value[i];
			sample.n++;
		}
	sample.mean = sample.n ? sum / (double)sample.n : (double)NAN;
	if (sample.n < 2)
		return sample;
	/* relative to the mean: large numbers that differ little keep their
	 * digits */
	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			squares +=
			    (value[i] - sample.mean) * (value[i] - sample.mean);
	sample.deviation = sqrt(squares / (double)(sample.n - 1));
	sample.half = student_quantile(confidence, (unsigned)(sample.n - 1)) *
		      sample.deviation / sqrt((double)sample.n);
	sample.low = sample.mean - sample.half;
	sample.high = sample.mean + sample.half;
	return sample;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the number at PART, 0..1, of sorted[n]. */
static double
percentile(const double *sorted, size_t n, double part)
{
	double at = (double)(n - 1) * part;
	size_t below = (size_t)at;

	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] +
	       (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct ft_sample
ft_sample_of_resamplings(const double *value, size_t n, double confidence)
{
	struct ft_sample sample = ft_sample_of(value, n, confidence);
	double *sorted FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *sorted);
	double tail = (1 - confidence) / 2;
	size_t known = 0;

	sample.half = sample.low = sample.high = (double)NAN;
	/* the tolerance: 0.95 is a little less than that */
	if ((double)sample.n * tail < 1 - 1e-9)
		return sample;
	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			sorted[known++] = value[i];
	qsort(sorted, known, sizeof *sorted, by_value);
	sample.low = percentile(sorted, known, tail);
	sample.high = percentile(sorted, known, 1 - tail);
	return sample;
}
