/*
 * plot.c - both sides as bars: waits and shares of accounts.
 */

#include "common/charts.h"
#include "fsim/compare/compare.h"

#define BARS 20 /* accounts shown, those with most jobs */

static const struct {
	enum compare_part part;
	enum ft_chart_unit unit;
	const char *name, *title;
} plots[] = {
	{ COMPARE_WAIT, FT_CHART_SECONDS, "wait",
	    "Mean wait by account, A and B" },
	{ COMPARE_DELIVERED, FT_CHART_PERCENT, "delivered",
	    "Share delivered by account, A and B" },
};
#define PLOTS FT_COUNT(plots)

struct plots {
	struct ft_chart chart[PLOTS];
	const char *label[BARS];
	double value[PLOTS][COMPARE_SIDES][BARS];
	size_t n;
};

/*
 * Returns the accounts in the order of the tables, without the smallest ones.
 */
static size_t
choose(const struct compare *compare, size_t *order, size_t n)
{
	while (n > BARS) {
		size_t least = 0;

		for (size_t i = 1; i < n; i++)
			if (compare->unit[order[i]].jobs <=
			    compare->unit[order[least]].jobs)
				least = i;
		memmove(order + least, order + least + 1,
		    (--n - least) * sizeof *order);
	}
	return n;
}

static void
make(const struct compare *compare, struct plots *made)
{
	size_t n, *order = compare_order(compare, true, &n);

	*made = (struct plots){ .n = choose(compare, order, n) };
	for (size_t i = 0; i < PLOTS; i++) {
		struct ft_chart *chart = &made->chart[i];

		*chart = (struct ft_chart){ .kind = FT_CHART_BARS,
			.unit = plots[i].unit,
			.name = plots[i].name,
			.title = plots[i].title,
			.n = made->n,
			.label = made->label };
		for (size_t side = 0; side < COMPARE_SIDES; side++)
			ft_chart_add(chart, side == COMPARE_A ? "A" : "B",
			    made->value[i][side]);
	}
	for (size_t k = 0; k < made->n; k++) {
		const struct compare_unit *unit = &compare->unit[order[k]];

		made->label[k] = unit->name;
		for (size_t i = 0; i < PLOTS; i++)
			for (size_t side = 0; side < COMPARE_SIDES; side++)
				made->value[i][side][k] = ft_sample_of(
				    unit->value[plots[i].part][side],
				    compare->n, compare->confidence)
							      .mean;
	}
	ft_free(order);
}

enum ft_status
compare_draw(const struct compare *compare, struct ft_error *err)
{
	const struct ft_plot_look look = { "Two settings, by account",
		compare->color.theme };
	struct plots made;

	make(compare, &made);
	if (compare->plot)
		ft_charts_print(
		    compare->source.context, compare->color, made.chart, PLOTS);
	return compare->svg
		   ? ft_charts_svg(compare->svg, made.chart, PLOTS, &look, err)
		   : FT_OK;
}
