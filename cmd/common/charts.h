/*
 * charts.h - prints charts on the terminal, or writes them as pictures.
 */
#ifndef FT_CMD_COMMON_CHARTS_H
#define FT_CMD_COMMON_CHARTS_H

#include "cli/cmd.h"
#include "report/chart/chart.h"

/* Returns the look that suits the terminal; 80 columns if there is none. */
struct ft_chart_look ft_charts_look(const struct ft_context *context);
/* Append chart[n], each after an empty line. */
void ft_charts_add(struct ft_out *out, const struct ft_chart_look *look,
    const struct ft_chart *chart, size_t n);
/* Print them on the standard output. */
void ft_charts_print(
    const struct ft_context *context, const struct ft_chart *chart, size_t n);
/* Write them as one picture into the file PATH. */
enum ft_status ft_charts_svg(const char *path, const struct ft_chart *chart,
    size_t n, const char *title, struct ft_error *err);

#endif
