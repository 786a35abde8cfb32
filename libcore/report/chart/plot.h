/*
 * plot.h - draws charts as an SVG picture for light and dark pages.
 *
 * The picture is self-contained: no font, script or other file is needed, and
 * its labels are text. The same charts give the same bytes.
 */
#ifndef FT_REPORT_CHART_PLOT_H
#define FT_REPORT_CHART_PLOT_H

#include "report/chart/chart.h"

/*
 * Append one picture of chart[n], one below the other. title: the picture's,
 * for screen readers.
 */
void ft_plot_svg(struct ft_out *out, const struct ft_chart *chart, size_t n,
    const char *title);

#endif
