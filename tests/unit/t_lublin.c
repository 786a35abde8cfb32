/*
 * The model of Lublin and Feitelson.  The figures are those of its own program
 * with its constants, worked out apart from this code.
 */
#include "model/research/lublin.h"

#include <math.h>

#include "tap/tap.h"

#define DRAWS 20000

static void
test_weights(void)
{
	static const struct {
		enum ft_lublin_class class;
		int bucket;
		double weight;
		const char *name;
	} row[] = {
		{ FT_LUBLIN_BATCH, 26, 1.665940, "batch jobs: the busiest" },
		{ FT_LUBLIN_BATCH, 9, 0.235361, "their calmest half hour" },
		{ FT_LUBLIN_ALL, 0, 0.507821, "one class: after midnight" },
		{ FT_LUBLIN_ALL, 1, 0.456122, "the next half hour" },
		{ FT_LUBLIN_ALL, 2, 0.408512, "the next but one" },
		{ FT_LUBLIN_ALL, 27, 1.833114, "the busiest" },
		{ FT_LUBLIN_ALL, 10, 0.164918, "the calmest" },
	};
	struct ft_lublin_clock clock;
	double sum = 0;

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ft_lublin_clock_init(&clock, &ft_lublins[row[i].class]);
		near(clock.weight[row[i].bucket], row[i].weight, 0.5e-6, "%s",
		    row[i].name);
	}
	for (int i = 0; i < FT_LUBLIN_BUCKETS; i++)
		sum += clock.weight[i];
	near(sum / FT_LUBLIN_BUCKETS, 1, 1e-12, "their mean");
}

/* Returns the time after an arrival by a model whose gaps are all GAP seconds: the
 * deviation of their logarithms is 1e-10 of their mean. */
static double
after(struct ft_lublin_clock *clock, double gap)
{
	static struct ft_lublin model = { .a_gap = 1e20, .rush = 1 };
	struct ft_rng rng;

	model.b_gap = log(gap) / model.a_gap;
	clock->model = &model;
	ft_rng_init(&rng, 1);
	return ft_lublin_arrive(clock, &rng);
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
	near(after(&clock, 900), 1772.279, 0.0005, "first");
	is_i64(clock.bucket, 0, "in the first half hour");
	near(after(&clock, 900), 3758.877, 0.0005, "second");
	is_i64(clock.bucket, 2, "in the third half hour");
	near(after(&clock, 3600), 15902.073, 0.0005, "third");
	is_i64(clock.bucket, 8, "in the ninth half hour");
}

/*
 * Means of the logarithms of run times, and the deviations of those of DRAWS; cutting
 * to full seconds takes about 0.01.
 */
static void
test_runs(void)
{
	static const struct {
		enum ft_lublin_class class;
		uint32_t size;
		double mean, deviation;
	} row[] = {
		/* -0.0054 * 32 + 0.78 = 0.6072 are short, and 0.6072 * 4.2 *
		 * 0.94 + 0.3928 * 312 * 0.03 = 6.0738; variance 9.3495 */
		{ FT_LUBLIN_ALL, 32, 6.0738, 0.0216 },
		/* -0.003 * 64 + 0.6986 = 0.5066: 0.5066 * 6.57 * 0.823 + 0.4934 *
		 * 639.1 * 0.0156 = 7.6584; variance 7.5351 */
		{ FT_LUBLIN_BATCH, 64, 7.6584, 0.0194 },
		/* -0.0118 * 128 + 0.9156 < 0: none is short; 7.073 * 0.6856 =
		 * 4.8492; variance 3.3246 */
		{ FT_LUBLIN_INTERACTIVE, 128, 4.8492, 0.0129 },
	};

	for (size_t k = 0; k < FT_COUNT(row); k++) {
		struct ft_rng rng;
		double sum = 0;
		bool within = true;

		ft_rng_init(&rng, 1);
		for (int i = 0; i < DRAWS; i++) {
			int64_t run = ft_lublin_run(
			    &ft_lublins[row[k].class], row[k].size, &rng);

			within &= run >= 1 && run <= 162754;
			sum += log((double)run);
		}
		ok(within, "run times are those of the model");
		near(sum / DRAWS, row[k].mean, 3 * row[k].deviation + 0.015,
		    "mean logarithm of run times");
	}
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
	near((double)serial / DRAWS, 0.244, 0.012, "serial jobs");
	near(sum / (DRAWS - serial), 3.084, 0.05, "mean logarithm of 2");
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
	test_runs();
	test_sizes();
	return done_testing();
}
