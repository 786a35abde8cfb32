/* sum.c - how good the forecasts were, and how far that can be trusted. */
#include "fsim/calibrate/calibrate.h"
#include "sim/metrics/sample.h"

/* Fill the intervals from draws of WEEK[N]. */
static void
make_intervals(struct calibrate *calibrate,
    const struct ft_calibration_week *week, size_t n)
{
	double share[FT_CALIBRATION_ROWS];
	double *value FT_CLEANUP(ft_free_at) =
	    ft_calloc(FT_CALIBRATION_ROWS, CALIBRATE_DRAWS * sizeof *value);
	struct ft_rng rng;

	ft_rng_init(&rng, calibrate->seed);
	for (size_t i = 0; i < CALIBRATE_DRAWS; i++) {
		ft_calibration_draw(share, week, n, &rng);
		for (size_t row = 0; row < FT_CALIBRATION_ROWS; row++)
			value[row * CALIBRATE_DRAWS + i] = share[row];
	}
	for (size_t row = 0; row < FT_CALIBRATION_ROWS; row++) {
		const struct ft_sample sample =
		    ft_sample_of_resamplings(value + row * CALIBRATE_DRAWS,
			CALIBRATE_DRAWS, CALIBRATE_CONFIDENCE);

		calibrate->row[row].low = sample.low;
		calibrate->row[row].high = sample.high;
	}
}

void
calibrate_sum_up(struct calibrate *calibrate)
{
	struct ft_calibration_row row[FT_CALIBRATION_ROWS];
	size_t n =
	    (size_t)((calibrate->until - calibrate->from) / CALIBRATE_WEEK);
	struct ft_calibration_week *week FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *week);

	ft_calibration_make(row, calibrate->item, calibrate->n);
	for (size_t i = 0; i < FT_CALIBRATION_ROWS; i++)
		calibrate->row[i] =
		    (struct calibrate_row){ row[i], (double)NAN, (double)NAN };
	ft_calibration_count(week, &n, calibrate->item, calibrate->n);
	calibrate->weeks = n;
	if (n >= CALIBRATE_WEEKS)
		make_intervals(calibrate, week, n);
}
