/* scale.c - scales of charts: round numbers and their labels. */

#include "base/text/timefmt.h"
#include "report/chart/chart.h"

#define MINUTE 60
#define HOUR   3600
#define DAY    86400

/* ---- round numbers ------------------------------------------------------------ */

static const double times[] = { 1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE,
	5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR,
	3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 5 * DAY, 10 * DAY,
	20 * DAY, 50 * DAY, 100 * DAY };

/* Returns the smallest 1, 2 or 5 times a power of ten that is not below LEAST. */
static double
round_up(double least)
{
	double power = pow(10, floor(log10(least)));

	if (least <= power)
		return power;
	if (least <= 2 * power)
		return 2 * power;
	return least <= 5 * power ? 5 * power : 10 * power;
}

static double
tick_of(enum ft_chart_unit unit, double least)
{
	if (unit == FT_CHART_SECONDS)
		for (size_t i = 0; i < FT_COUNT(times); i++)
			if (least <= times[i])
				return times[i];
	if (unit == FT_CHART_PERCENT && least > 0.2 && least <= 0.25)
		return 0.25;
	if (unit == FT_CHART_COUNT && least < 1)
		return 1;
	return unit == FT_CHART_SECONDS ? DAY * round_up(least / DAY)
					: round_up(least);
}

/* Returns how many series have values. */
static size_t
n_values(const struct ft_chart *chart)
{
	return chart->kind == FT_CHART_GANTT ? 0 : chart->n_series;
}

double
ft_chart_most(const struct ft_chart *chart)
{
	double top = chart->kind == FT_CHART_GANTT ? chart->lanes : chart->top;

	for (size_t i = 0; i < n_values(chart); i++)
		for (size_t k = 0; k < chart->n; k++)
			if (chart->series[i].value[k] > top)
				top = chart->series[i].value[k];
	/* fractions that rounding took above the top need no taller scale */
	if (chart->top > 0 && top < chart->top * (1 + 1e-9))
		top = chart->top;
	return top > 0 && !isinf(top) ? top : 1;
}

/* The smallest value, at most 0. */
static double
least_of(const struct ft_chart *chart)
{
	double low = 0;

	for (size_t i = 0; i < n_values(chart); i++)
		for (size_t k = 0; k < chart->n; k++)
			if (chart->series[i].value[k] < low)
				low = chart->series[i].value[k];
	return isinf(low) ? 0 : low;
}

void
ft_chart_scale(
    const struct ft_chart *chart, int most, struct ft_chart_scale *scale)
{
	double top = ft_chart_most(chart);
	double low = chart->kind == FT_CHART_TIME ? least_of(chart) : 0;

	scale->step = tick_of(chart->unit, (top - low) / most);
	/* a tick above the largest value, but not if only rounding exceeds the
	 * last one */
	scale->top = ceil(top / scale->step - 1e-9) * scale->step;
	scale->low = 0;
	if (low < 0)
		scale->low = floor(low / scale->step + 1e-9) * scale->step;
}

double
ft_chart_mean(const struct ft_chart *chart,
    const struct ft_chart_series *series, size_t i, size_t n)
{
	size_t from = i * chart->n / n, to = (i + 1) * chart->n / n, found = 0;
	double sum = 0;

	if (to <= from)
		to = from + 1;
	for (size_t k = from; k < to && k < chart->n; k++)
		if (!isnan(series->value[k])) {
			sum += series->value[k];
			found++;
		}
	return found ? sum / (double)found : (double)NAN;
}

/* ---- in words -------------------------------------------------------------------- */

/* Two units at most: 45s, 2m 5s, 3h 20m, 4d 6h. */
static void
add_seconds(struct ft_str *str, double value)
{
	static const struct {
		int64_t length;
		const char *large, *small;
		int64_t part;
	} unit[] = { { DAY, "d", "h", HOUR }, { HOUR, "h", "m", MINUTE },
		{ MINUTE, "m", "s", 1 } };
	int64_t seconds = (int64_t)(value + 0.5);

	for (size_t i = 0; i < FT_COUNT(unit); i++) {
		int64_t rest = (seconds % unit[i].length) / unit[i].part;

		if (seconds < unit[i].length)
			continue;
		ft_str_addf(str, "%" PRId64 "%s", seconds / unit[i].length,
		    unit[i].large);
		if (rest)
			ft_str_addf(str, " %" PRId64 "%s", rest, unit[i].small);
		return;
	}
	ft_str_addf(str, "%" PRId64 "s", seconds);
}

void
ft_chart_value(struct ft_str *str, enum ft_chart_unit unit, double value)
{
	if (isnan(value)) {
		ft_str_add_char(str, '-');
		return;
	}
	switch (unit) {
	case FT_CHART_PERCENT:
		value *= 100;
		/* small fractions need decimals, or all look like 0% */
		ft_str_addf(str,
		    value > 0 && value < 9.95 ? "%.1f%%" : "%.0f%%", value);
		break;
	case FT_CHART_SECONDS:
		add_seconds(str, value);
		break;
	case FT_CHART_COUNT:
		ft_str_addf(str, "%.6g", value);
		break;
	case FT_CHART_INDEX:
		ft_str_addf(str, "%.2f", value);
		break;
	}
}

static void
add_date(struct ft_str *str, int64_t when, int64_t span)
{
	char date[32];

	/* 2030-03-05T12:34:56; 0 is a valid time here, not "never" */
	if (when)
		ft_time_format_date(date, sizeof date, when);
	else
		strcpy(date, "1970-01-01T00:00:00");
	if (strlen(date) != 19)
		ft_str_add(str, date);
	else if (span <= DAY)
		ft_str_add_n(str, date + 11, 5);
	else if (span <= 2 * DAY) /* each time of day is there twice */
		ft_str_add_n(str, date + 5, 11);
	else if (span <= 300 * DAY)
		ft_str_add_n(str, date + 5, 5);
	else
		ft_str_add_n(str, date, 7);
}

void
ft_chart_at(struct ft_str *str, const struct ft_chart *chart, int i, int n)
{
	int64_t span = chart->step * (int64_t)chart->n;

	if (!chart->plain)
		add_date(str, chart->from + span * i / n, span);
	else
		ft_str_addf(str, "%" PRId64, chart->from + span * i / n);
}
