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

/* A miss costs 2 / (1 - level) times its distance. */
static double
interval_score(double level, const struct interval *interval, double actual)
{
	double miss = actual < interval->low    ? interval->low - actual
		      : actual > interval->high ? actual - interval->high
						: 0;

	return interval->high - interval->low + 2 / (1 - level) * miss;
}

/* The rows: two intervals, each from a quantile to the one as far from the other
 * end, then the quantiles. */
static const size_t lows[] = { FT_CALIBRATION_P10, FT_CALIBRATION_P5 };
#define INTERVALS FT_COUNT(lows)

/* Whether the actual value is in the interval of ROW, or not above its quantile. */
static bool
is_hit(const struct ft_calibration_case *item, size_t row)
{
	size_t low;

	if (row >= INTERVALS)
		return item->actual <= item->quantile[row - INTERVALS];
	low = lows[row];
	return item->actual >= item->quantile[low] &&
	       item->actual <=
		   item->quantile[FT_CALIBRATION_QUANTILES - 1 - low];
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

static void
make_interval(struct ft_calibration_row *row, size_t which,
    const struct ft_calibration_case *item, size_t n)
{
	size_t low = lows[which], high = FT_CALIBRATION_QUANTILES - 1 - low;

	*row = (struct ft_calibration_row){ .kind = "interval",
		.level = (ft_calibration_percent[high] -
			     ft_calibration_percent[low]) /
			 100.0 };
	for (size_t i = 0; i < n; i++) {
		const struct interval interval = { item[i].quantile[low],
			item[i].quantile[high] };

		row->share += is_hit(&item[i], which);
		row->mean += interval.high - interval.low;
		row->score +=
		    interval_score(row->level, &interval, item[i].actual);
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

		row->share += is_hit(&item[i], INTERVALS + which);
		row->mean += quantile;
		row->score += pinball(row->level, quantile, item[i].actual);
	}
	finish(row, n);
}

void
ft_calibration_make(struct ft_calibration_row *row,
    const struct ft_calibration_case *item, size_t n)
{
	for (size_t i = 0; i < INTERVALS; i++)
		make_interval(row + i, i, item, n);
	for (size_t i = 0; i < FT_CALIBRATION_QUANTILES; i++)
		make_quantile(row + INTERVALS + i, i, item, n);
}

/* ---- weeks --------------------------------------------------------------- */

void
ft_calibration_count(struct ft_calibration_week *week, size_t *n,
    const struct ft_calibration_case *item, size_t n_item)
{
	size_t weeks = *n;

	for (size_t i = 0; i < weeks; i++)
		week[i] = (struct ft_calibration_week){ .cases = 0 };
	for (size_t i = 0; i < n_item; i++) {
		struct ft_calibration_week *in = &week[item[i].week];

		if (item[i].week >= weeks)
			continue;
		in->cases++;
		for (size_t row = 0; row < FT_CALIBRATION_ROWS; row++)
			in->hits[row] += is_hit(&item[i], row);
	}
	*n = 0;
	for (size_t i = 0; i < weeks; i++)
		if (week[i].cases)
			week[(*n)++] = week[i];
}

void
ft_calibration_draw(double *share, const struct ft_calibration_week *week,
    size_t n, struct ft_rng *rng)
{
	struct ft_calibration_week sum = { .cases = 0 };

	for (size_t i = 0; i < n; i++) {
		const struct ft_calibration_week *one =
		    &week[ft_rng_below(rng, (uint32_t)n)];

		sum.cases += one->cases;
		for (size_t row = 0; row < FT_CALIBRATION_ROWS; row++)
			sum.hits[row] += one->hits[row];
	}
	for (size_t row = 0; row < FT_CALIBRATION_ROWS; row++)
		share[row] = (double)sum.hits[row] / (double)sum.cases;
}
