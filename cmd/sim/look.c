#include "sim/look.h"

#include "common/charts.h"

#define MOST_COLUMNS 10000

enum ft_status
sim_look_option(
    struct sim_look *look, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case SIM_LOOK_WIDTH:
		return ft_opt_number("width", arg, FT_CHART_NARROWEST,
		    MOST_COLUMNS, &look->width, err);
	case SIM_LOOK_ASCII:
		look->ascii = true;
		return FT_OK;
	case FT_COLOR_KEY:
		return ft_color_set(&look->color, arg, err);
	default:
		return FT_ENOENT;
	}
}

struct ft_chart_look
sim_look_of(const struct sim_look *look, const struct ft_context *context)
{
	struct ft_chart_look chart = ft_charts_look(context);

	if (look->width)
		chart.width = (int)look->width;
	chart.utf8 = chart.utf8 && !look->ascii;
	chart.color = ft_color_use(context, look->color);
	return chart;
}
