#include "report/history/curve.h"

size_t
ft_curve_column(const struct ft_curve_grid *grid, int64_t at)
{
	double span = (double)(grid->until - grid->from);
	double part = span > 0 ? (double)(at - grid->from) / span : 0;
	size_t column = part > 0 ? (size_t)(part * (double)grid->n) : 0;

	return column < grid->n ? column : grid->n - 1;
}

/* Whether A and B, by time, are joined. */
static bool
are_joined(const struct ft_curve_point *a, const struct ft_curve_point *b)
{
	return a->curve == b->curve && !isnan(a->value) && !isnan(b->value);
}

/* Widen a point that nothing is joined to, where there is room. */
static void
widen(const struct ft_curve_grid *grid, size_t column, double *value)
{
	double point = value[column];
	size_t half = grid->least / 2;
	size_t end = column + half < grid->n ? column + half : grid->n - 1;

	for (size_t i = column < half ? 0 : column - half; i <= end; i++)
		if (isnan(value[i]))
			value[i] = point;
}

void
ft_curve_fit(const struct ft_curve_grid *grid,
    const struct ft_curve_point *point, size_t n, double *value)
{
	for (size_t i = 0; i < grid->n; i++)
		value[i] = (double)NAN;
	for (size_t i = 0; i < n; i++) {
		size_t column = ft_curve_column(grid, point[i].at);
		size_t end = column;

		if (i + 1 < n && are_joined(&point[i], &point[i + 1]))
			end = ft_curve_column(grid, point[i + 1].at);
		for (; column <= end; column++)
			value[column] = point[i].value;
	}
	for (size_t i = 0; i < n; i++)
		if (!isnan(point[i].value) &&
		    !(i > 0 && are_joined(&point[i - 1], &point[i])) &&
		    !(i + 1 < n && are_joined(&point[i], &point[i + 1])))
			widen(grid, ft_curve_column(grid, point[i].at), value);
}

const char *
ft_curve_half(size_t k)
{
	static const char *const left[] = { "1/2", "1/4", "1/8", "1/16", "1/32",
		"1/64", "1/128", "1/256" };

	return k < FT_COUNT(left) ? left[k] : "";
}
