#include "common/charts.h"

#include "files/outfile.h"
#include "files/pager.h"

#define WIDTH 80 /* columns of charts that are not shown on a terminal */

struct ft_chart_look
ft_charts_look(const struct ft_context *context, struct ft_color color)
{
	int width = ft_pager_width(context);

	return (struct ft_chart_look){ .width = width ? width : WIDTH,
		.utf8 = ft_cmd_shows_utf8(),
		.paint = ft_color_paint(context, color) };
}

void
ft_charts_add(struct ft_out *out, const struct ft_chart_look *look,
    const struct ft_chart *chart, size_t n)
{
	ft_str_add_char(&out->text, '\n');
	for (size_t i = 0; i < n; i++)
		ft_chart_print(&chart[i], look, out);
	if (out->text.len > 1) /* no empty line at the end */
		out->text.len--;
}

void
ft_charts_print(const struct ft_context *context, struct ft_color color,
    const struct ft_chart *chart, size_t n)
{
	struct ft_chart_look look = ft_charts_look(context, color);
	struct ft_out out FT_CLEANUP(ft_out_free) = ft_out_to(context->out);

	ft_charts_add(&out, &look, chart, n);
}

enum ft_status
ft_charts_svg(const char *path, const struct ft_chart *chart, size_t n,
    const struct ft_plot_look *look, struct ft_error *err)
{
	enum ft_status status;
	struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };

	ft_plot_svg(&out, chart, n, look);
	status = ft_outfile_write(path, &out.text, err);
	return status;
}
