/*
 * chart.h - one description of a chart, and how it looks on a terminal.
 *
 * The same description makes a picture: report/chart/plot.h.  Values, labels and
 * texts are borrowed.  Not for: what is worth a chart (report/chart/metrics.h).
 */
#ifndef FT_REPORT_CHART_CHART_H
#define FT_REPORT_CHART_CHART_H

#include "report/format/out.h"

enum ft_chart_kind {
	FT_CHART_TIME, /* values one after another, may be negative */
	FT_CHART_BARS  /* values of things that have names */
};

enum ft_chart_unit {
	FT_CHART_PERCENT, /* of 1 */
	FT_CHART_SECONDS,
	FT_CHART_COUNT,
	FT_CHART_INDEX /* a number around 1 */
};

#define FT_CHART_SERIES 12

struct ft_chart_series {
	const char *label;
	const double *value; /* [n]; NAN: nothing there */
	unsigned color;      /* 0, 1, ... */
	bool dashed;         /* in pictures */
};

struct ft_chart {
	enum ft_chart_kind kind;
	enum ft_chart_unit unit;
	const char *name;  /* of a file: "utilisation" */
	const char *title; /* with what the values are */
	double top;        /* where the scale ends; 0: where the values do */
	size_t n;
	int64_t from, step;       /* TIME: of value 0; seconds between */
	bool plain;               /* TIME: these are numbers, not times */
	const char *const *label; /* BARS: [n] */
	struct ft_chart_series series[FT_CHART_SERIES];
	size_t n_series;
};

/* Append a series of the next colour. */
static inline void
ft_chart_add(struct ft_chart *chart, const char *label, const double *value)
{
	chart->series[chart->n_series] =
	    (struct ft_chart_series){ .label = label,
		    .value = value,
		    .color = (unsigned)chart->n_series };
	chart->n_series++;
}

#define FT_CHART_NARROWEST 20

struct ft_chart_look {
	int width;  /* columns; at least FT_CHART_NARROWEST are taken */
	int height; /* lines of a chart over time; 0: as usual */
	bool utf8;  /* blocks; else ASCII */
	bool color;
};

/* Append CHART, lines of at most look->width columns and an empty one. */
void ft_chart_print(const struct ft_chart *chart,
    const struct ft_chart_look *look, struct ft_out *out);

/* ---- for whoever draws: scales and what stands at them --------------------- */

struct ft_chart_scale {
	double top, step; /* of ticks; top is a multiple of it */
	double low;       /* where it begins: 0, or below, a multiple */
};
/* Returns the largest value of CHART, or its top if that is more; above 0. */
double ft_chart_most(const struct ft_chart *chart);
/*
 * Returns the mean of the values that column I of N shows, of those that are
 * there, else NAN.  Where there are fewer values than columns, one value fills
 * several.
 */
double ft_chart_mean(const struct ft_chart *chart,
    const struct ft_chart_series *series, size_t i, size_t n);
/* A scale over 0 and all values of CHART with about MOST ticks or fewer. */
void ft_chart_scale(
    const struct ft_chart *chart, int most, struct ft_chart_scale *scale);
/* Append VALUE as a tick or a bar of UNIT has it: "50%", "2h 5m", "0.75". */
void ft_chart_value(struct ft_str *str, enum ft_chart_unit unit, double value);
/* Append the date or time of day of WHEN on a chart of SPAN seconds. */
void ft_chart_when(struct ft_str *str, int64_t when, int64_t span);
/* Append what stands at part I of N of the axis of CHART: that, or a number. */
void ft_chart_at(
    struct ft_str *str, const struct ft_chart *chart, int i, int n);

#endif
