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

/* Whether COLUMN is empty, or beyond the grid. */
static bool
is_free(const struct ft_curve_grid *grid, const double *value, size_t column)
{
	return column >= grid->n || isnan(value[column]);
}

/* Widen a point that is joined to no other, as far as it touches no other. */
static void
widen(const struct ft_curve_grid *grid, size_t column, double *value)
{
	size_t left = column, right = column;

	if (isnan(value[column]))
		return;
	for (size_t i = 0; i < grid->least / 2; i++) {
		if (left > 0 && isnan(value[left - 1]) &&
		    (left == 1 || isnan(value[left - 2])))
			value[--left] = value[column];
		if (right + 1 < grid->n && isnan(value[right + 1]) &&
		    is_free(grid, value, right + 2))
			value[++right] = value[column];
	}
}

/* Fill the columns from FROM to END that are below LIMIT; returns whether there
 * are any. */
static bool
fill(double *value, size_t from, size_t end, size_t limit, double number)
{
	bool any = false;

	for (size_t i = from; i <= end && i < limit; i++) {
		any = true;
		if (isnan(value[i]))
			value[i] = number;
	}
	return any;
}

void
ft_curve_fit(const struct ft_curve_grid *grid,
    const struct ft_curve_point *point, size_t n, double *value)
{
	size_t first = grid->n + 1, limit; /* first: column that is filled */

	for (size_t i = 0; i < grid->n; i++)
		value[i] = (double)NAN;
	limit = grid->n;
	for (size_t i = n; i > 0 && i--;) {
		bool joined = i + 1 < n && are_joined(&point[i], &point[i + 1]);
		size_t column = ft_curve_column(grid, point[i].at);
		size_t end =
		    joined ? ft_curve_column(grid, point[i + 1].at) : column;

		/* a column stays empty in front of the next curve */
		if (!joined)
			limit = first > 0 ? first - 1 : 0;
		if (!isnan(point[i].value) &&
		    fill(value, column, end, limit, point[i].value))
			first = column;
	}
	for (size_t i = 0; i < n && grid->n > 0; i++)
		if (!(i > 0 && are_joined(&point[i - 1], &point[i])) &&
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
