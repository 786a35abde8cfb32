#include "sim/forecast/calibration.h"

const uint32_t ft_calibration_percent[FT_CALIBRATION_QUANTILES] = { 5, 10, 25,
	50, 75, 90, 95 };

/* ---- one case ------------------------------------------------------------ */

static double
pinball(double level, double quantile, double actual)
{
	return actual >= quantile ? level * (actual - quantile)
				  : (1 - level) * (quantile - actual);
}

/* The ends of an interval. */
struct interval {
	double low, high;
};

/* What is missed costs 2 / (1 - level) times the distance. */
static double
interval_score(double level, const struct interval *interval, double actual)
{
	double miss = actual < interval->low    ? interval->low - actual
		      : actual > interval->high ? actual - interval->high
						: 0;

	return interval->high - interval->low + 2 / (1 - level) * miss;
}

/* ---- all of them --------------------------------------------------------- */

/* Divide the sums in ROW by the number of cases. */
static void
finish(struct ft_calibration_row *row, size_t n)
{
	double share = n ? row->share / (double)n : (double)NAN;

	row->cases = n;
	row->share = share;
	row->error = n ? sqrt(share * (1 - share) / (double)n) : (double)NAN;
	row->mean = n ? row->mean / (double)n : (double)NAN;
	row->score = n ? row->score / (double)n : (double)NAN;
}

/* Fill ROW with the interval from the quantile LOW to the one as far from the
 * other end. */
static void
make_interval(struct ft_calibration_row *row, size_t low,
    const struct ft_calibration_case *item, size_t n)
{
	size_t high = FT_CALIBRATION_QUANTILES - 1 - low;

	*row = (struct ft_calibration_row){ .kind = "interval",
		.level = (ft_calibration_percent[high] -
			     ft_calibration_percent[low]) /
			 100.0 };
	for (size_t i = 0; i < n; i++) {
		const struct interval interval = { item[i].quantile[low],
			item[i].quantile[high] };
		double actual = item[i].actual;

		row->share += actual >= interval.low && actual <= interval.high;
		row->mean += interval.high - interval.low;
		row->score += interval_score(row->level, &interval, actual);
	}
	finish(row, n);
}

static void
make_quantile(struct ft_calibration_row *row, size_t which,
    const struct ft_calibration_case *item, size_t n)
{
	*row = (struct ft_calibration_row){ .kind = "quantile",
		.level = ft_calibration_percent[which] / 100.0 };
	for (size_t i = 0; i < n; i++) {
		double quantile = item[i].quantile[which];

		row->share += item[i].actual <= quantile;
		row->mean += quantile;
		row->score += pinball(row->level, quantile, item[i].actual);
	}
	finish(row, n);
}

void
ft_calibration_make(struct ft_calibration_row *row,
    const struct ft_calibration_case *item, size_t n)
{
	make_interval(row, FT_CALIBRATION_P10, item, n);
	make_interval(row + 1, FT_CALIBRATION_P5, item, n);
	for (size_t i = 0; i < FT_CALIBRATION_QUANTILES; i++)
		make_quantile(row + 2 + i, i, item, n);
}
