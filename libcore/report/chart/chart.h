/*
 * chart.h - describes a chart, and draws it on a terminal.
 *
 * plot.h draws the same description as a picture. Values, labels and texts are
 * borrowed. Not here: choosing what to draw (metrics.h).
 */
#ifndef FT_REPORT_CHART_CHART_H
#define FT_REPORT_CHART_CHART_H

#include "report/format/out.h"
#include "report/color/color.h"

enum ft_chart_kind {
	FT_CHART_TIME, /* values over time, which may be negative */
	FT_CHART_BARS, /* one bar per label */
	FT_CHART_GANTT /* what lanes were used for, over time */
};

enum ft_chart_unit {
	FT_CHART_PERCENT, /* a fraction: 1 is printed as 100% */
	FT_CHART_SECONDS,
	FT_CHART_COUNT,
	FT_CHART_INDEX /* a number around 1 */
};

#define FT_CHART_SERIES 12

/* A vertical line at a time of a chart; only in pictures. */
struct ft_chart_mark {
	int64_t at;
	const char *label;
};

struct ft_chart_series {
	const char *label;
	const double *value; /* [n]; NAN draws nothing */
	unsigned color;      /* index into the palette */
	bool dashed;         /* only in pictures */
	bool away; /* GANTT: nobody's, so it has no colour and # for a letter */
};

/* A use of lanes FIRST to LAST from one second until before another. */
struct ft_chart_use {
	int64_t from, to;
	uint32_t first, last;
	unsigned series; /* index: whose */
};

struct ft_chart {
	enum ft_chart_kind kind;
	enum ft_chart_unit unit;
	const char *name;  /* base name of its file: "utilisation" */
	const char *title; /* names the quantity and its unit */
	double top;        /* top of the scale; 0: chosen by the largest
			      value */
	size_t n;
	int64_t from, step; /* TIME: store time of value 0, and seconds
				     from each value to the next */
	bool plain;         /* TIME: from and step are plain numbers,
				     not times */
	const struct ft_chart_mark *mark; /* TIME: [n_mark] */
	size_t n_mark;
	const char *const *label; /* BARS: [n], a name per bar */
	/* GANTT: n seconds of step 1; series have labels and no values */
	const struct ft_chart_use *use; /* [n_use] */
	size_t n_use;
	uint32_t lanes; /* top of the scale */
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
	int width;  /* columns; at least FT_CHART_NARROWEST are used */
	int height; /* lines of a chart over time; 0: the default */
	bool utf8;  /* draw with block characters; else with ASCII */
	struct ft_paint paint;
};

/* The content of a cell of a Gantt chart. */
struct ft_chart_cell {
	unsigned series; /* who has most of it */
	double used;     /* part of it that is used, 0..1 */
};
/* Fill cell[rows * columns], the highest lanes and the earliest time first. */
void ft_chart_cells(const struct ft_chart *chart, size_t rows, size_t columns,
    struct ft_chart_cell *cell);
/* Returns the letter of a series in a Gantt chart: A, B, ..., or #. */
char ft_chart_letter(const struct ft_chart *chart, size_t series);

/* Append CHART as lines of at most look->width columns, and an empty line. */
void ft_chart_print(const struct ft_chart *chart,
    const struct ft_chart_look *look, struct ft_out *out);

/* ---- for drawing: scales and their labels
 * ----------------------------------- */

struct ft_chart_scale {
	double top, step; /* step: distance of ticks; top is a multiple of it */
	double low;       /* bottom of the scale: 0, or a negative multiple
			     of step */
};
/* Returns the larger of CHART's largest value and its top; always above 0. */
double ft_chart_most(const struct ft_chart *chart);
/*
 * Returns the mean of the values in column I of N, without NANs; NAN if there
 * is none. If there are fewer values than columns, a value fills several.
 */
double ft_chart_mean(const struct ft_chart *chart,
    const struct ft_chart_series *series, size_t i, size_t n);
/* Choose a scale that covers 0 and all values of CHART with about MOST ticks
 * at most. */
void ft_chart_scale(
    const struct ft_chart *chart, int most, struct ft_chart_scale *scale);
/* Append the label of VALUE at a tick or bar: "50%", "2h 5m", "0.75". */
void ft_chart_value(struct ft_str *str, enum ft_chart_unit unit, double value);
/* Append the label at I / N of the time axis of CHART: a date, a time of day or
 * both, whichever suits its span; a number if plain. */
void ft_chart_at(
    struct ft_str *str, const struct ft_chart *chart, int i, int n);

#endif
