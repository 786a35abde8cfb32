/* Means, Student's distribution, intervals. */
#include <math.h>

#include "sim/metrics/sample.h"
#include "tap/tap.h"

/* Abramowitz and Stegun, table 26.10: three decimals, so 0.0005 apart. */
static const struct {
	unsigned n;
	double part, t;
} table[] = {
	{ 1, 0.5, 1.000 },
	{ 1, 0.9, 6.314 },
	{ 1, 0.95, 12.706 },
	{ 1, 0.99, 63.657 },
	{ 2, 0.9, 2.920 },
	{ 2, 0.95, 4.303 },
	{ 2, 0.99, 9.925 },
	{ 3, 0.95, 3.182 },
	{ 4, 0.95, 2.776 },
	{ 5, 0.98, 3.365 },
	{ 9, 0.95, 2.262 },
	{ 10, 0.8, 1.372 },
	{ 10, 0.99, 3.169 },
	{ 29, 0.95, 2.045 },
	{ 30, 0.95, 2.042 },
	{ 60, 0.95, 2.000 },
	{ 120, 0.95, 1.980 },
};

/* Returns t of the interval of a sample with N degrees of freedom. */
static double
quantile(double part, unsigned n)
{
	static double value[1000001];
	struct ft_sample sample;

	value[n] = n;
	sample = ft_sample_of(value, n + 1, part);
	value[n] = 0;
	return sample.half / sample.deviation * sqrt(n + 1.0);
}

static void
test_quantiles(void)
{
	for (size_t i = 0; i < FT_COUNT(table); i++) {
		double t = quantile(table[i].part, table[i].n);

		ok(fabs(t - table[i].t) <= 0.0005,
		    "t of %g with %u degrees: %.4f, table %.3f", table[i].part,
		    table[i].n, t, table[i].t);
	}
	/* one degree of freedom is Cauchy's: 2 / pi * atan(1) = 1 / 2 */
	ok(fabs(quantile(0.5, 1) - 1) < 1e-14, "Cauchy's half");
	/* two: t / sqrt(2 + t^2) = 1 / sqrt(3) for t = 1 */
	ok(fabs(quantile(1 / sqrt(3.0), 2) - 1) < 1e-14,
	    "two degrees in closed form");
	/* with many degrees the normal distribution: 1.959964 */
	ok(fabs(quantile(0.95, 1000000) - 1.959964) < 1e-5, "many degrees");
}

static void
test_mean(void)
{
	static const double value[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	static const double some[] = { 1, NAN, 3 };
	static const double runs[] = { 10, 12, 11, 13, 9 };
	struct ft_sample sample = ft_sample_of(value, 8, 0.95);

	/* sum 40; squares of differences 9+1+1+1+0+0+4+16 = 32 */
	ok(fabs(sample.mean - 5) < 1e-15, "mean");
	ok(fabs(sample.deviation - sqrt(32.0 / 7)) < 1e-15, "deviation");
	/* t of 7 degrees is 2.365 (table 26.10) */
	ok(fabs(sample.half - 2.365 * sqrt(32.0 / 7) / sqrt(8.0)) < 0.0005,
	    "half width");
	ok(fabs(sample.low - (5 - sample.half)) < 1e-15 &&
		fabs(sample.high - (5 + sample.half)) < 1e-15,
	    "the interval's ends");
	/* sum 55; squares of differences 1+1+0+4+4 = 10, deviation sqrt(10/4);
	 * over sqrt(5) that is 0.707107; times t of 4 degrees, 2.776, 1.963 */
	sample = ft_sample_of(runs, 5, 0.95);
	ok(fabs(sample.mean - 11) < 1e-12 &&
		fabs(sample.low - 9.037) < 0.0005 &&
		fabs(sample.high - 12.963) < 0.0005,
	    "five runs: 11, from 9.037 to 12.963");
	sample = ft_sample_of(some, 3, 0.95);
	ok(sample.n == 2 && fabs(sample.mean - 2) < 1e-15,
	    "what is no number is left out");
	/* deviation sqrt(2), over sqrt(2): half is t of one degree */
	ok(fabs(sample.half - 12.706) < 0.0005, "of two");
	sample = ft_sample_of(some, 1, 0.95);
	ok(sample.n == 1 && sample.mean > 0 && isnan(sample.half),
	    "one number has no interval");
	sample = ft_sample_of(some, 0, 0.95);
	ok(sample.n == 0 && isnan(sample.mean), "none has no mean");
}

static void
test_resamplings(void)
{
	double value[41];
	struct ft_sample sample;

	/* 40 down to 1, and one that is unknown */
	for (size_t i = 0; i < 40; i++)
		value[i] = 40 - (double)i;
	value[40] = (double)NAN;
	sample = ft_sample_of_resamplings(value, 41, 0.95);
	/* mean 820 / 40; 39 * 0.025 = 0.975 above 1, 39 * 0.975 = 38.025 */
	ok(sample.n == 40 && fabs(sample.mean - 20.5) < 1e-12, "their mean");
	ok(fabs(sample.low - 1.975) < 1e-9, "2.5 %% lie below 1.975");
	ok(fabs(sample.high - 39.025) < 1e-9, "2.5 %% lie above 39.025");
	ok(isnan(sample.half), "the interval is not symmetric");
	sample = ft_sample_of_resamplings(value + 1, 39, 0.95);
	ok(isnan(sample.low) && isnan(sample.high), "39 are too few for 95 %%");
	/* 38 * 0.05 = 1.9 above 1 */
	sample = ft_sample_of_resamplings(value + 1, 39, 0.9);
	ok(fabs(sample.low - 2.9) < 1e-9, "for 90 %% they will do");
	sample = ft_sample_of_resamplings(value, 0, 0.95);
	ok(sample.n == 0 && isnan(sample.low), "none has no interval");
}

int
main(void)
{
	test_quantiles();
	test_mean();
	test_resamplings();
	return done_testing();
}
