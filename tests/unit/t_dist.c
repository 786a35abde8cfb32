#include "model/synthetic/dist.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "tap/tap.h"

#define DRAWS 20000

static void
test_values(void)
{
	static const struct {
		const char *text;
		enum ft_dist_unit unit;
		int64_t want; /* -1: refused */
	} rows[] = {
		{ "16", FT_DIST_COUNT, 16 },
		{ "0", FT_DIST_COUNT, 0 },
		{ "1k", FT_DIST_COUNT, -1 },
		{ "-1", FT_DIST_COUNT, -1 },
		{ "", FT_DIST_COUNT, -1 },
		{ "1000000000000", FT_DIST_COUNT, 1000000000000 },
		{ "1000000000001", FT_DIST_COUNT, -1 },
		{ "90", FT_DIST_SECONDS, 90 },
		{ "90s", FT_DIST_SECONDS, 90 },
		{ "5m", FT_DIST_SECONDS, 300 },
		{ "2h", FT_DIST_SECONDS, 7200 },
		{ "1d", FT_DIST_SECONDS, 86400 },
		{ "1:30", FT_DIST_SECONDS, 90 },
		{ "2-01:00:00", FT_DIST_SECONDS, 176400 },
		{ "UNLIMITED", FT_DIST_SECONDS, -1 },
		{ "m", FT_DIST_SECONDS, -1 },
		{ "9999999999999h", FT_DIST_SECONDS, -1 },
		{ "90", FT_DIST_MINUTES, 90 },
		{ "1:30:00", FT_DIST_MINUTES, 90 },
		{ "2-0", FT_DIST_MINUTES, 2880 },
		{ "0:01", FT_DIST_MINUTES, 1 },
		{ "500", FT_DIST_MEMORY, 500 },
		{ "500M", FT_DIST_MEMORY, 500 },
		{ "4g", FT_DIST_MEMORY, 4096 },
		{ "1T", FT_DIST_MEMORY, 1048576 },
		{ "2049K", FT_DIST_MEMORY, 3 },
		{ "G", FT_DIST_MEMORY, -1 },
		{ "4GB", FT_DIST_MEMORY, -1 },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		int64_t got = -1;
		size_t len = 0;

		while (rows[i].text[len])
			len++;
		ft_dist_value(rows[i].text, len, rows[i].unit, &got);
		is_i64(got, rows[i].want, "value '%s' of unit %d", rows[i].text,
		    (int)rows[i].unit);
	}
}

static void
test_refused(void)
{
	static const struct {
		const char *text;
		size_t column;
		const char *message;
	} rows[] = {
		{ "", 0, "expected a time, 1 or more, found ''" },
		{ "0", 0, "expected a time, 1 or more, found '0'" },
		{ "fast", 0, "expected a time, 1 or more, found 'fast'" },
		{ "5..", 3, "expected a time, 1 or more, found ''" },
		{ "9..5", 3, "the range ends before it starts" },
		{ "1:60%,2:30%", 8, "the shares add up to less than 100%" },
		{ "1:60%,2:50%", 8, "the shares add up to more than 100%" },
		{ "1:101%", 2,
		    "expected a share such as 12.5%, with at most four "
		    "decimals" },
		{ "1:0%", 2,
		    "expected a share such as 12.5%, with at most four "
		    "decimals" },
		{ "1:60%,2", 6, "expected a choice such as 4:12.5%" },
		{ "1:x%", 2,
		    "expected a share such as 12.5%, with at most four "
		    "decimals" },
		{ "1:60%,", 6, "expected a choice such as 4:12.5%" },
		{ "exponential:", 12, "expected a time, 1 or more, found ''" },
		{ "exponential:1..2", 16, "expected one value above 0" },
		{ "exponential:60,9..x", 18,
		    "expected a time, 1 or more, found 'x'" },
		{ "lognormal:60", 12,
		    "expected ,SIGMA from 0 to 10 after the median" },
		{ "lognormal:60,11", 13,
		    "expected ,SIGMA from 0 to 10 after the median" },
		{ "lognormal:60,nan", 13,
		    "expected ,SIGMA from 0 to 10 after the median" },
		{ "poisson:60", 0,
		    "expected a time, 1 or more, found 'poisson:60'" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_dist dist;
		struct ft_error err = { 0 };
		size_t column = 99;

		ok(ft_dist_parse(&dist, rows[i].text,
		       (struct ft_dist_want){ FT_DIST_SECONDS, 1 }, &column,
		       &err) == FT_EPARSE,
		    "'%s' is refused", rows[i].text);
		is_str(err.text, rows[i].message, "why");
		if (strcmp(err.text, "the shares add up to less than 100%") !=
		    0)
			is_u64(column, rows[i].column, "where");
	}
}

static void
parse(struct ft_dist *dist, const char *text)
{
	struct ft_error err = { 0 };

	ok(ft_dist_parse(dist, text,
	       (struct ft_dist_want){ FT_DIST_SECONDS, 0 }, NULL,
	       &err) == FT_OK,
	    "%s %s", text, err.text);
}

static void
test_mean(const char *text, long double want, long double deviation,
    int64_t low, int64_t high)
{
	struct ft_rng rng;
	struct ft_dist dist;
	double sum = 0;
	int outside = 0;

	parse(&dist, text);
	ft_rng_init(&rng, 11);
	for (int i = 0; i < DRAWS; i++) {
		int64_t got = ft_dist_draw(&dist, &rng);

		outside += got < low || got > high;
		sum += (double)got;
	}
	is_i64(outside, 0, "all within %lld..%lld", (long long)low,
	    (long long)high);
	/* Six standard errors of the mean. */
	near((long double)sum / DRAWS, want,
	    6 * deviation / sqrtl(DRAWS) + 1e-12L, "mean of %s", text);
}

/* Means and deviations by the text-book formulas. */
static void
test_draws(void)
{
	long double mean = expl(0.125L); /* of lognormal, sigma 0.5 */

	test_mean("600", 600, 0, 600, 600);
	test_mean("1..6", 3.5L, 1.708L, 1, 6);
	test_mean("uniform:1..6", 3.5L, 1.708L, 1, 6);
	/* 0.6 * 1 + 0.3 * 2 + 0.1 * 16; variance 0.6+1.2+25.6-7.84 */
	test_mean("1:60%,2:30%,16:10%", 2.8L, 4.423L, 1, 16);
	/* a time with colons: 90 s and 120..180 s */
	test_mean("1:30:50%,2m..3m:50%", 120, 34, 90, 180);
	test_mean("exponential:3600", 3600, 3600, 0, FT_DIST_MAX);
	/* Half below, half above: mean 60 * exp(sigma^2 / 2), deviation
	 * mean * sqrt(exp(sigma^2) - 1). */
	test_mean("lognormal:6000,0.5", 6000 * mean,
	    6000 * mean * sqrtl(expl(0.25L) - 1), 0, FT_DIST_MAX);
	/* Between 3000 and 3600 of a mean of 3600: with a = 5/6, b = 1 and
	 * e the exponential: mean 3600 * ((a+1)e^-a - (b+1)e^-b) /
	 * (e^-a - e^-b). */
	test_mean("exponential:3600,3000..3600",
	    3600 * ((11 / 6.0L) * expl(-5 / 6.0L) - 2 * expl(-1)) /
		(expl(-5 / 6.0L) - expl(-1)),
	    174, 3000, 3600);
}

/* Nobody draws a week of a mean of a second: cut, not for ever. */
static void
test_hopeless(void)
{
	struct ft_dist dist;
	struct ft_rng rng;

	ft_rng_init(&rng, 1);
	parse(&dist, "exponential:1,7d..8d");
	is_i64(ft_dist_draw(&dist, &rng), 604800, "the nearer bound");
	parse(&dist, "lognormal:1000,0,1..2");
	is_i64(ft_dist_draw(&dist, &rng), 2, "from above");
	parse(&dist, "7");
	is_i64(ft_dist_draw(&dist, &rng), 7, "always 7");
}

/* The C library's are good to one unit in the last place, ours to two. */
static void
test_functions(void)
{
	static const double x[] = { 0x1p-53, 1e-9, 0.1, 0.5, 0.7, 0.71, 0.9999,
		1, 1.0001, 1.41, 1.42, 2, 10, 12345.678, 1e12 };
	static const double y[] = { -600, -37.5, -1, -0.35, -1e-9, 0, 1e-9,
		0.34, 0.35, 1, 2.5, 27, 600 };

	for (size_t i = 0; i < FT_COUNT(x); i++) {
		long double want = logl((long double)x[i]);

		near((long double)ft_dist_log(x[i]), want,
		    fabsl(want) * 0x1p-50L, "log %g", x[i]);
	}
	for (size_t i = 0; i < FT_COUNT(y); i++) {
		long double want = expl((long double)y[i]);

		/* The reduction by k ln 2 loses k units in the last place. */
		near((long double)ft_dist_exp(y[i]), want,
		    want * 0x1p-51L * (1 + fabsl((long double)y[i])), "exp %g",
		    y[i]);
	}
}

/*
 * Shape 4.2, scale 0.94: mean 3.948, variance 3.71112, so the mean of 20000
 * has a deviation of 0.0136.  Shape 1 is exponential: below 1 are 1 - 1/e; shape
 * 2: below 4 of scale 2 are 1 - 3/e^2.
 */
static void
test_gamma(void)
{
	struct ft_rng rng;
	double sum = 0, square = 0;

	ft_rng_init(&rng, 5);
	for (int i = 0; i < DRAWS; i++) {
		double x = ft_dist_gamma(&rng, 4.2, 0.94);

		sum += x;
		square += x * x;
	}
	sum /= DRAWS;
	ok(fabs(sum - 3.948) < 0.055, "gamma mean %g", sum);
	ok(fabs(square / DRAWS - sum * sum - 3.71112) < 0.2, "variance %g",
	    square / DRAWS - sum * sum);
	ok(fabs(ft_dist_gamma_below(1, 1, 1) - 0.632120558829) < 1e-11,
	    "gamma of shape 1");
	ok(fabs(ft_dist_gamma_below(4, 2, 2) - 0.593994150290) < 1e-11,
	    "gamma of shape 2");
	ok(ft_dist_gamma_below(0, 2, 2) <= 0, "nothing is below 0");
}

int
main(void)
{
	test_values();
	test_refused();
	test_draws();
	test_hopeless();
	test_functions();
	test_gamma();
	return done_testing();
}
