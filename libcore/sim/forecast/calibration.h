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

#include "base/base.h"

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

#endif
