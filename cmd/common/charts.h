/*
 * charts.h - prints charts on the terminal, or writes them as pictures.
 */
#ifndef FT_CMD_COMMON_CHARTS_H
#define FT_CMD_COMMON_CHARTS_H

#include "cli/cmd.h"
#include "files/color.h"
#include "report/chart/plot.h"

/* Returns the look that suits the terminal; 80 columns if there is none. */
struct ft_chart_look ft_charts_look(
    const struct ft_context *context, struct ft_color color);
/* Append chart[n], each after an empty line. */
void ft_charts_add(struct ft_out *out, const struct ft_chart_look *look,
    const struct ft_chart *chart, size_t n);
/* Print them on the standard output. */
void ft_charts_print(const struct ft_context *context, struct ft_color color,
    const struct ft_chart *chart, size_t n);
/* Write them as one picture into the file PATH. */
enum ft_status ft_charts_svg(const char *path, const struct ft_chart *chart,
    size_t n, const struct ft_plot_look *look, struct ft_error *err);

#endif
