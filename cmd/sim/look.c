#include "sim/look.h"

#include <langinfo.h>
#include <string.h>

#include "common/pager.h"

#define USUAL_WIDTH  80
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
	struct ft_chart_look chart = { .width = (int)look->width,
		.utf8 =
		    !look->ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
		.color = ft_color_use(context, look->color) };

	if (!chart.width)
		chart.width = ft_pager_width(context);
	if (!chart.width)
		chart.width = USUAL_WIDTH;
	return chart;
}
