#include "auction/show.h"

#include "common/charts.h"

/* ---- options ------------------------------------------------------------- */

bool
auction_show_option(struct auction_show *show, int key, const char *arg)
{
	static const struct {
		int key;
		enum ft_format_kind format;
	} formats[] = {
		{ AUCTION_PARSABLE, FT_FORMAT_PARSABLE },
		{ AUCTION_PARSABLE2, FT_FORMAT_PARSABLE2 },
		{ AUCTION_CSV, FT_FORMAT_CSV },
		{ AUCTION_JSON, FT_FORMAT_JSON },
		{ AUCTION_YAML, FT_FORMAT_YAML },
	};

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (formats[i].key == key) {
			show->format = formats[i].format;
			return true;
		}
	if (key == AUCTION_PLOT)
		show->plot = true;
	else if (key == AUCTION_SVG)
		show->svg = arg;
	else
		return false;
	return true;
}

enum ft_status
auction_show_check(const struct auction_show *show, struct ft_error *err)
{
	if (show->plot && !auction_show_people(show))
		return ft_fail(err, FT_EINVAL,
		    "--plot draws for people: not with -p, -P, --csv, --json "
		    "or --yaml");
	return FT_OK;
}

/* ---- tables -------------------------------------------------------------- */

void
auction_column(struct ft_column *column, size_t *n, const char *header,
    const char *name, int width)
{
	column[(*n)++] = (struct ft_column){
		.header = header, .name = name, .width = width
	};
}

struct ft_table *
auction_table(const struct auction_show *show, struct ft_out *out,
    const struct ft_column *column, size_t n)
{
	const struct ft_table_options options = { .format = show->format,
		.grow = true };

	return ft_table_open(out, &options, column, n);
}

void
auction_cell(struct ft_table *table, const char *format, ...)
{
	struct ft_str text = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&text, format, args);
	va_end(args);
	ft_table_text(table, ft_str_text(&text));
	ft_str_free(&text);
}

/* ---- charts -------------------------------------------------------------- */

enum ft_status
auction_draw(const struct auction_show *show, const struct ft_context *context,
    const struct ft_chart *chart, size_t n, const char *title,
    struct ft_error *err)
{
	if (show->plot)
		ft_charts_print(context, chart, n);
	return show->svg ? ft_charts_svg(show->svg, chart, n, title, err)
			 : FT_OK;
}
