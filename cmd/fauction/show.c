#include "fauction/show.h"

#include "common/charts.h"

/* ---- options ------------------------------------------------------------- */

enum ft_status
fauction_show_check(const struct fauction_show *show, struct ft_error *err)
{
	if (show->plot && !fauction_show_people(show))
		return ft_fail(err, FT_EINVAL,
		    "--plot draws for people: not with -p, -P, --csv, --json "
		    "or --yaml");
	return FT_OK;
}

/* ---- tables -------------------------------------------------------------- */

struct ft_table *
fauction_table(const struct fauction_show *show, struct ft_out *out,
    const struct ft_column *column, size_t n)
{
	const struct ft_table_options options = { .format = show->format,
		.grow = true,
		.none = fauction_show_people(show) };

	return ft_table_open(out, &options, column, n);
}

struct ft_table *
fauction_table_of(const struct fauction_show *show, struct ft_out *out,
    const struct ft_column *table, unsigned own)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };

	ft_columns_add_own(&columns, table, own);
	return fauction_table(show, out, columns.item, columns.n);
}

/* ---- charts -------------------------------------------------------------- */

enum ft_status
fauction_draw(const struct fauction_show *show, const struct ft_chart *chart,
    size_t n, const char *title, struct ft_error *err)
{
	const struct ft_plot_look look = { title, show->color.theme };

	if (show->plot)
		ft_charts_print(show->context, show->color, chart, n);
	return show->svg ? ft_charts_svg(show->svg, chart, n, &look, err)
			 : FT_OK;
}
