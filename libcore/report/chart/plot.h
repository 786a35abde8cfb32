/*
 * plot.h - draws charts as an SVG picture.
 *
 * The picture is self-contained: no font, script or other file is needed, and
 * its labels are text. The same charts give the same bytes.
 */
#ifndef FT_REPORT_CHART_PLOT_H
#define FT_REPORT_CHART_PLOT_H

#include "report/chart/chart.h"

struct ft_plot_look {
	const char *title;   /* for screen readers */
	enum ft_theme theme; /* AUTO: light or dark, as the reader chooses */
};
/* Append one picture of chart[n], one below the other. */
void ft_plot_svg(struct ft_out *out, const struct ft_chart *chart, size_t n,
    const struct ft_plot_look *look);

#endif
