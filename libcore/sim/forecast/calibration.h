/*
 * calibration.h - how good forecasts were: what they said against what happened.
 *
 * Sources: coverage (PICP) and pinball loss as scikit-learn's mean_pinball_loss and
 * mlr3measures have them; the interval score after Gneiting and Raftery (2007),
 * Strictly Proper Scoring Rules, eq. 43, as in the R packages scoringfunctions and
 * scoringutils.
 */
#ifndef FT_SIM_FORECAST_CALIBRATION_H
#define FT_SIM_FORECAST_CALIBRATION_H

#include "base/rng.h"

/* The quantiles of a forecast, in percent; the intervals are made of them. */
#define FT_CALIBRATION_QUANTILES 7
extern const uint32_t ft_calibration_percent[FT_CALIBRATION_QUANTILES];
enum {
	FT_CALIBRATION_P5,
	FT_CALIBRATION_P10,
	FT_CALIBRATION_P90 = 5,
	FT_CALIBRATION_P95
};

/* A forecast, and what came of it; in the same unit. */
struct ft_calibration_case {
	double quantile[FT_CALIBRATION_QUANTILES]; /* ascending */
	double actual;
	size_t week; /* in which it was made, 0.. */
};

/* An interval or a quantile over all cases; NAN if there are none. */
struct ft_calibration_row {
	const char *kind; /* "interval" or "quantile"; static */
	double level;     /* 0..1: what the share should be */
	uint64_t cases;
	double
	    share; /* 0..1 of the actual values that were in the interval, ends
			 included, or not above the quantile */
	double error; /* standard error of share, if cases were independent */
	double mean;  /* width of the interval; the quantile */
	double
	    score; /* mean interval score; mean pinball loss: less is better */
};
#define FT_CALIBRATION_ROWS (2 + FT_CALIBRATION_QUANTILES)

/* Fill row[FT_CALIBRATION_ROWS]: 80 %, 90 %, then the quantiles. */
void ft_calibration_make(struct ft_calibration_row *row,
    const struct ft_calibration_case *item, size_t n);

/*
 * Forecasts of one week depend on each other, weeks hardly do: so whole weeks are
 * drawn with replacement, as many as there are, and the share in each such sample
 * is one value.
 */
struct ft_calibration_week {
	uint64_t cases, hits[FT_CALIBRATION_ROWS]; /* by row, as above */
};
/* Count the cases of the weeks 0 to *N - 1 in week[*n]; leave out weeks without any,
 * and set *n to how many are left. */
void ft_calibration_count(struct ft_calibration_week *week, size_t *n,
    const struct ft_calibration_case *item, size_t n_item);
/* Fill share[FT_CALIBRATION_ROWS] with those in N weeks that are drawn from
 * week[n]; n > 0, and all have cases. */
void ft_calibration_draw(double *share, const struct ft_calibration_week *week,
    size_t n, struct ft_rng *rng);

#endif
