/*
 * plot.h - charts as a picture: SVG, on its own, for light and dark pages.
 *
 * Texts stay texts; no font, script or file from elsewhere is needed.  The
 * same charts print the same bytes.
 */
#ifndef FT_REPORT_CHART_PLOT_H
#define FT_REPORT_CHART_PLOT_H

#include "report/chart/chart.h"

/*
 * Append one picture of chart[n], one below the other.  title: of the whole,
 * for readers who do not see.
 */
void ft_plot_svg(struct ft_out *out, const struct ft_chart *chart, size_t n,
    const char *title);

#endif
