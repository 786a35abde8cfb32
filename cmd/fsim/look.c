#include "fsim/look.h"

#include "common/charts.h"

struct ft_chart_look
fsim_look_of(const struct fsim_look *look, const struct ft_context *context)
{
	struct ft_chart_look chart = ft_charts_look(context, look->color);

	if (look->width)
		chart.width = (int)look->width;
	chart.utf8 = chart.utf8 && !look->ascii;
	return chart;
}
