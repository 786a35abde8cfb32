/*
 * charts.h - charts on this terminal, and as pictures.
 */
#ifndef FT_CMD_COMMON_CHARTS_H
#define FT_CMD_COMMON_CHARTS_H

#include "cli/cmd.h"
#include "report/chart/chart.h"

/* As this terminal shows charts best; 80 columns where there is none. */
struct ft_chart_look ft_charts_look(const struct ft_context *context);
/* Append chart[n], behind an empty line and without one at the end. */
void ft_charts_add(struct ft_out *out, const struct ft_chart_look *look,
    const struct ft_chart *chart, size_t n);
/* Print them on the standard output. */
void ft_charts_print(
    const struct ft_context *context, const struct ft_chart *chart, size_t n);
/* Write them as one picture into the file PATH. */
enum ft_status ft_charts_svg(const char *path, const struct ft_chart *chart,
    size_t n, const char *title, struct ft_error *err);

#endif
