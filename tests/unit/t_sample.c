/* Means, Student's distribution, intervals of paired differences. */
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

static void
test_quantiles(void)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		double t = ft_student_quantile(table[i].part, table[i].n);

		ok(fabs(t - table[i].t) <= 0.0005,
		    "t of %g with %u degrees: %.4f, table %.3f", table[i].part,
		    table[i].n, t, table[i].t);
	}
	/* one degree of freedom is Cauchy's: 2 / pi * atan(t) */
	ok(fabs(ft_student_within(1, 1) - 0.5) < 1e-15, "Cauchy's half");
	/* two: t / sqrt(2 + t^2); t = 1 gives 1 / sqrt(3) */
	ok(fabs(ft_student_within(1, 2) - 1 / sqrt(3.0)) < 1e-15,
	    "two degrees in closed form");
	ok(ft_student_within(0, 7) <= 0, "nothing within nothing");
	/* with many degrees the normal distribution: 1.959964 */
	ok(fabs(ft_student_quantile(0.95, 1000000) - 1.959964) < 1e-5,
	    "many degrees");
}

static void
test_mean(void)
{
	static const double value[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	static const double some[] = { 1, NAN, 3 };
	struct ft_sample sample = ft_sample_of(value, 8, 0.95);

	/* sum 40; squares of differences 9+1+1+1+0+0+4+16 = 32 */
	ok(fabs(sample.mean - 5) < 1e-15, "mean");
	ok(fabs(sample.deviation - sqrt(32.0 / 7)) < 1e-15, "deviation");
	/* t of 7 degrees is 2.365 (table 26.10) */
	ok(fabs(sample.half - 2.365 * sqrt(32.0 / 7) / sqrt(8.0)) < 0.0005,
	    "half width");
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
test_pairs(void)
{
	/* differ by 1, 2, 3 though they lie far apart themselves */
	static const double before[] = { 10, 1000, 100000, NAN };
	static const double after[] = { 11, 1002, 100003, 4 };
	struct ft_sample sample = ft_sample_of_pairs(before, after, 4, 0.95);

	ok(sample.n == 3 && fabs(sample.mean - 2) < 1e-12, "mean difference");
	ok(fabs(sample.deviation - 1) < 1e-12, "its deviation");
	/* t of two degrees 4.303; 4.3027 / sqrt(3) = 2.4841 */
	ok(fabs(sample.half - 2.4841) < 0.0001, "its interval");
}

int
main(void)
{
	test_quantiles();
	test_mean();
	test_pairs();
	return done_testing();
}
