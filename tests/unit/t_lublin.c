/*
 * The model of Lublin and Feitelson.  The figures are those of its own program
 * with its constants, worked out apart from this code.
 */
#include "model/research/lublin.h"

#include <math.h>

#include "tap/tap.h"

#define DRAWS 20000

static void
is_near(double got, double want, double within, const char *what)
{
	ok(fabs(got - want) <= within, "%s: %.9g is %.9g", what, got, want);
}

static void
test_weights(void)
{
	double weight[FT_LUBLIN_BUCKETS], sum = 0;
	const double half = 0.5e-6;

	is_near(ft_lublin_weights(&ft_lublins[FT_LUBLIN_BATCH], weight),
	    0.946752, half, "the raw sum of batch jobs");
	is_near(weight[26], 1.665940, half, "their busiest half hour");
	is_near(weight[9], 0.235361, half, "their calmest one");
	is_near(ft_lublin_weights(&ft_lublins[FT_LUBLIN_ALL], weight), 0.971601,
	    half, "the raw sum of one class");
	is_near(weight[0], 0.507821, half, "the half hour after midnight");
	is_near(weight[1], 0.456122, half, "the next");
	is_near(weight[2], 0.408512, half, "the next but one");
	is_near(weight[27], 1.833114, half, "the busiest");
	is_near(weight[10], 0.164918, half, "the calmest");
	for (int i = 0; i < FT_LUBLIN_BUCKETS; i++)
		sum += weight[i];
	is_near(sum / FT_LUBLIN_BUCKETS, 1, 1e-12, "their mean");
}

/*
 * 900 s are half a point.  The first: 0.5 / 0.507821 of the half hour has passed,
 * 1800 * 0.984599 = 1772.279 s.
 */
static void
test_clock(void)
{
	struct ft_lublin_clock clock;

	ft_lublin_clock_init(&clock, &ft_lublins[FT_LUBLIN_ALL]);
	is_near(ft_lublin_advance(&clock, 900), 1772.279, 0.0005, "first");
	is_i64(clock.bucket, 0, "in the first half hour");
	is_near(ft_lublin_advance(&clock, 900), 3758.877, 0.0005, "second");
	is_i64(clock.bucket, 2, "in the third half hour");
	is_near(ft_lublin_advance(&clock, 3600), 15902.073, 0.0005, "third");
	is_i64(clock.bucket, 8, "in the ninth half hour");
}

/*
 * -0.003 * 64 + 0.6986 = 0.5066; -0.0118 * 128 + 0.9156 < 0;
 * -0.0054 * 32 + 0.78 = 0.6072.
 */
static void
test_short(void)
{
	is_near(ft_lublin_short(&ft_lublins[FT_LUBLIN_BATCH], 64), 0.5066,
	    1e-12, "batch jobs of 64 processors that may be short");
	is_near(ft_lublin_short(&ft_lublins[FT_LUBLIN_INTERACTIVE], 128), 0, 0,
	    "interactive jobs of 128");
	is_near(ft_lublin_short(&ft_lublins[FT_LUBLIN_ALL], 32), 0.6072, 1e-12,
	    "jobs of 32");
}

/*
 * Logarithms of run times of 32 processors: mean 0.6072 * 4.2 * 0.94 +
 * 0.3928 * 312 * 0.03 = 6.0738, variance 9.3495, so the mean of 20000 has a
 * deviation of 0.0216; cutting them to full seconds takes about 0.01.
 */
static void
test_runs(void)
{
	struct ft_rng rng;
	double sum = 0;
	bool within = true;

	ft_rng_init(&rng, 1);
	for (int i = 0; i < DRAWS; i++) {
		int64_t run =
		    ft_lublin_run(&ft_lublins[FT_LUBLIN_ALL], 32, &rng);

		within &= run >= 1 && run <= 162754;
		sum += log((double)run);
	}
	ok(within, "run times are those of the model");
	is_near(sum / DRAWS, 6.0738, 0.08, "mean logarithm of run times");
}

/*
 * A quarter is serial: 0.244.  The mean of the logarithms of the others is
 * (0.86 * 0.8 + 4.5 + 0.14 * 7) / 2 = 3.084.
 */
static void
test_sizes(void)
{
	struct ft_rng rng;
	double sum = 0;
	int serial = 0, odd = 0, least = 1;

	ft_rng_init(&rng, 2);
	for (int i = 0; i < DRAWS; i++) {
		uint32_t size =
		    ft_lublin_size(&ft_lublins[FT_LUBLIN_ALL], 128, &rng);

		if (size < 1 || size > 128)
			least = 0;
		serial += size == 1;
		odd += (size & (size - 1)) != 0;
		sum += log2(size);
	}
	ok(least, "sizes fit the machine");
	is_near((double)serial / DRAWS, 0.244, 0.012, "serial jobs");
	is_near(sum / (DRAWS - serial), 3.084, 0.05, "mean logarithm of 2");
	/* 0.18 may be any number; many of the small ones are a power of two */
	ok(odd > DRAWS / 12 && odd < DRAWS * 0.18, "few are no power of two");
	for (int i = 0; i < 100; i++)
		if (ft_lublin_size(&ft_lublins[FT_LUBLIN_BATCH], 1, &rng) != 1)
			least = 0;
	ok(least, "one processor");
}

int
main(void)
{
	test_weights();
	test_clock();
	test_short();
	test_runs();
	test_sizes();
	return done_testing();
}
