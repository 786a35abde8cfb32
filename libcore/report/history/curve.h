/*
 * curve.h - curves of values that are known at some instants, for charts whose
 * columns are all equally wide.
 *
 * Not here: which instants there are, and their values (load/past.h).
 */
#ifndef FT_REPORT_HISTORY_CURVE_H
#define FT_REPORT_HISTORY_CURVE_H

#include "report/chart/chart.h"

/* Points of the same curve are joined. */
struct ft_curve_point {
	int64_t at;
	uint32_t curve;
	double value; /* NAN: it has none */
};

/* The columns of a chart. */
struct ft_curve_grid {
	int64_t from, until;
	size_t n;
	size_t least; /* columns of a point that is joined to no other */
};
/* Returns the column of time AT, which is in the grid. */
size_t ft_curve_column(const struct ft_curve_grid *grid, int64_t at);
/*
 * Fill value[grid->n] from POINT[n], by time: each column has its last point, or
 * the one before if the next belongs to the same curve; others are NAN, and so is
 * the column before one that another curve begins in.
 */
void ft_curve_fit(const struct ft_curve_grid *grid,
    const struct ft_curve_point *point, size_t n, double *value);

/* The part of usage that is left after K + 1 half-lives: "1/2", "1/4", ... */
const char *ft_curve_half(size_t k);

#endif
