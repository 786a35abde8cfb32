/* gantt.c - the cells of a Gantt chart: what is used most in each. */
#include "report/chart/chart.h"

char
ft_chart_letter(const struct ft_chart *chart, size_t series)
{
	return chart->series[series].away
		   ? '#'
		   : "ABCDEFGHIJKL"[series % FT_CHART_SERIES];
}

/* Returns the part of FROM..TO that is in cell I of N over 0..ALL. */
static double
part_in(double from, double to, size_t i, size_t n, double all)
{
	double begin = all * (double)i / (double)n;
	double end = all * (double)(i + 1) / (double)n;

	if (from > begin)
		begin = from;
	if (to < end)
		end = to;
	return end > begin ? (end - begin) / (all / (double)n) : 0;
}

/* Where cells that overlap FROM..TO begin and end. */
struct range {
	size_t first, end;
};

static struct range
range_of(double from, double to, size_t n, double all)
{
	double first = from / all * (double)n, end = to / all * (double)n;

	/* one more at either end, in case it is rounded */
	return (struct range){ first > 1 ? (size_t)first - 1 : 0,
		end + 1 < (double)n ? (size_t)end + 2 : n };
}

void
ft_chart_cells(const struct ft_chart *chart, size_t rows, size_t columns,
    struct ft_chart_cell *cell)
{
	size_t kinds = chart->n_series;
	double span = (double)chart->n, lanes = chart->lanes;
	double *area FT_CLEANUP(ft_free_at) =
	    ft_calloc(rows * columns * kinds, sizeof *area);

	for (size_t i = 0; i < chart->n_use; i++) {
		const struct ft_chart_use *use = &chart->use[i];
		double from = (double)(use->from - chart->from);
		double to = (double)(use->to - chart->from);
		double low = use->first, high = (double)use->last + 1;
		struct range x = range_of(from, to, columns, span);
		struct range y = range_of(low, high, rows, lanes);

		for (size_t r = y.first; r < y.end && r < rows; r++)
			for (size_t c = x.first; c < x.end && c < columns; c++)
				area[((rows - 1 - r) * columns + c) * kinds +
				     use->series] +=
				    part_in(low, high, r, rows, lanes) *
				    part_in(from, to, c, columns, span);
	}
	for (size_t i = 0; i < rows * columns; i++) {
		const double *of = area + i * kinds;

		cell[i] = (struct ft_chart_cell){ 0, 0 };
		for (size_t k = 0; k < kinds; k++) {
			cell[i].used += of[k];
			if (of[k] > of[cell[i].series])
				cell[i].series = (unsigned)k;
		}
	}
}
