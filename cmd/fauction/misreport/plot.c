/* Utility by bid, drawn: a chart for each payment. */
#include "fauction/misreport/misreport.h"

#define PAYMENTS (FT_PAY_NONE + 1)

static const char *const titles[PAYMENTS] = {
	"Utility by bid, paid by running again without the bidder",
	"Utility by bid, paid by critical values",
	"Utility by bid, nobody pays",
};

/*
 * Returns the utilities of PAIR at evenly spaced bids, in ARENA; *n: how many.
 */
static double *
utilities(const struct misreport *misreport, const struct misreport_pair *pair,
    struct ft_arena *arena, size_t *n)
{
	double *value = ft_arena_calloc(arena, misreport->n_bid, sizeof *value);

	*n = 0;
	for (size_t b = 0; b < misreport->n_bid; b++) {
		int64_t from = misreport->bid[b] - misreport->first;

		/* the truth may lie between two bids or outside of them */
		if (from < 0 || from % misreport->every != 0 ||
		    (*n > 0 && from / misreport->every != (int64_t)*n))
			continue;
		value[(*n)++] = (double)pair->sweep[b].utility;
	}
	return value;
}

static void
set_chart(const struct misreport *misreport, enum ft_payment payment,
    struct ft_chart *chart, struct ft_arena *arena)
{
	*chart = (struct ft_chart){ .kind = FT_CHART_TIME,
		.unit = FT_CHART_COUNT,
		.name = fauction_payments[payment],
		.title = titles[payment],
		.plain = true,
		.from = misreport->first,
		.step = misreport->every };
	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		size_t i = chart->n_series;

		if (pair->payment != payment || !misreport_counts(pair))
			continue;
		ft_chart_add(chart, pair->allocator,
		    utilities(misreport, pair, arena, &chart->n));
		chart->series[i].dashed = i > 0;
	}
}

enum ft_status
misreport_draw(const struct misreport *misreport, struct ft_error *err)
{
	struct ft_chart chart[PAYMENTS];
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	size_t n = 0;

	for (size_t p = 0; p < PAYMENTS; p++) {
		set_chart(misreport, (enum ft_payment)p, &chart[n], &arena);
		n += chart[n].n_series > 0;
	}
	return fauction_draw(
	    &misreport->show, chart, n, "Utility of one job by its bid", err);
}
