/* How good forecasts were: worked examples. */
#include <math.h>

#include "sim/forecast/calibration.h"
#include "tap/tap.h"

/* Sums of a few doubles. */
#define CLOSE 1e-12

static struct ft_calibration_row row[FT_CALIBRATION_ROWS];

/* Returns a case whose intervals are both LOW to HIGH, with the median MIDDLE. */
static struct ft_calibration_case
forecast(double low, double middle, double high, double actual)
{
	return (struct ft_calibration_case){
		{ low, low, middle, middle, middle, high, high }, actual, 0
	};
}

static void
intervals(void)
{
	const struct ft_calibration_case item[] = {
		forecast(1, 3, 6, 4),
		forecast(5, 6, 8, 9),
		forecast(10, 12, 20, 15),
		forecast(5, 20, 40, 30),
		forecast(3, 5, 9, 2),
	};

	ft_calibration_make(row, item, 5);
	is_str(row[0].kind, "interval", "the first row is an interval");
	near(row[0].level, 0.8, CLOSE, "of 80 %%");
	is_u64(row[0].cases, 5, "five cases");
	/* 4 in 1..6, 15 in 10..20, 30 in 5..40; 9 is above 8, 2 below 3 */
	near(row[0].share, 0.6, CLOSE, "three of five held");
	/* sqrt(0.6 * 0.4 / 5) = sqrt(0.048) */
	near(row[0].error, 0.219089023002, 1e-12, "its standard error");
	/* 5 + 3 + 10 + 35 + 6 = 59 */
	near(row[0].mean, 11.8, CLOSE, "mean width");
	/* 2 / 0.2 = 10 for each unit missed: 5, 3 + 10, 10, 35, 6 + 10: 79 */
	near(row[0].score, 15.8, CLOSE, "mean interval score");
	near(row[1].level, 0.9, CLOSE, "the second row is 90 %%");
	/* 20 for each unit: 5, 23, 10, 35, 26: 99 */
	near(row[1].score, 19.8, 1e-9, "what it misses costs more");
}

static void
quantiles(void)
{
	struct ft_calibration_case item[] = { forecast(8, 8, 8, 10),
		forecast(8, 8, 8, 5) };

	ft_calibration_make(row, item, 2);
	near(row[7].level, 0.9, CLOSE, "the row of 90 %%");
	is_str(row[7].kind, "quantile", "is a quantile");
	/* 0.9 * 2 = 1.8 and 0.1 * 3 = 0.3: 1.05 */
	near(row[7].score, 1.05, CLOSE, "mean pinball loss");
	/* half of the mean absolute error: (2 + 3) / 2 / 2 */
	near(row[5].score, 1.25, CLOSE, "that of the median");
	near(row[7].share, 0.5, CLOSE, "5 is below 8, 10 is not");
	near(row[7].mean, 8, CLOSE, "mean quantile");
	/* ends are included */
	item[0].actual = 8;
	ft_calibration_make(row, item, 2);
	near(row[7].share, 1, CLOSE, "8 is not above 8");
	near(row[0].share, 0.5, CLOSE, "and in 8..8");
}

static void
errors(void)
{
	struct ft_calibration_case item[100];

	for (int i = 0; i < 100; i++)
		item[i] = forecast(0, 1, 2, i < 90 ? 1 : 3);
	ft_calibration_make(row, item, 100);
	near(row[1].share, 0.9, CLOSE, "90 of 100");
	/* sqrt(0.9 * 0.1 / 100) */
	near(row[1].error, 0.03, CLOSE, "standard error 3 %%");
	ft_calibration_make(row, NULL, 0);
	ok(isnan(row[0].share) && isnan(row[2].score) && !row[0].cases,
	    "nothing to compare");
}

/* Two weeks: both forecasts of the first held, none of the four of the third. */
static void
weeks(void)
{
	struct ft_calibration_case item[7];
	struct ft_calibration_week week[3];
	double share[FT_CALIBRATION_ROWS];
	/* how often each sample came: both weeks the first, one of each, ... */
	unsigned both = 0, each = 0, none = 0, other = 0;
	struct ft_rng rng;
	size_t n = 3;

	for (size_t i = 0; i < 7; i++) {
		item[i] = forecast(0, 1, 2, i < 2 ? 2 : 3);
		item[i].week = i < 2 ? 0 : 2;
	}
	/* of a week that is not over */
	item[6].week = 3;
	ft_calibration_count(week, &n, item, 7);
	is_u64(n, 2, "a week without forecasts does not count");
	is_u64(week[0].cases, 2, "two in the first");
	is_u64(
	    week[1].cases, 4, "four in the third, without one that is later");
	is_u64(week[0].hits[0], 2, "2 is in 0..2,");
	is_u64(week[0].hits[2 + 3], 0, "but above the median, 1");
	is_u64(week[0].hits[2 + 5], 2, "and not above 90 %%");
	is_u64(week[1].hits[0], 0, "3 is not");
	ft_rng_init(&rng, 1);
	for (int i = 0; i < 4000; i++) {
		ft_calibration_draw(share, week, n, &rng);
		/* 4 of 4, 2 of 6, 0 of 8 */
		if (share[0] > 0.99)
			both++;
		else if (fabs(share[0] - 1.0 / 3) < CLOSE)
			each++;
		else if (share[0] < 0.01)
			none++;
		other +=
		    fabs(share[0] - share[2 + 5]) > CLOSE || share[2 + 3] > 0;
	}
	is_u64(both + each + none, 4000, "shares are those of whole weeks");
	is_u64(other, 0, "the same weeks for all rows");
	/* one in four, in two, in four; five standard deviations of the first
	   are 5 sqrt(4000 * 1/4 * 3/4) = 137, of the second 158 */
	ok(both > 863 && both < 1137, "twice the first: %u", both);
	ok(each > 1842 && each < 2158, "one of each: %u", each);
	ok(none > 863 && none < 1137, "twice the other: %u", none);
}

int
main(void)
{
	intervals();
	quantiles();
	errors();
	weeks();
	return done_testing();
}
