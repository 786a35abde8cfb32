/* Utility by bid, drawn: a chart for each payment. */
#include "auction/misreport.h"

#define PAYMENTS (FT_PAY_NONE + 1)

static const char *const titles[PAYMENTS] = {
	"Utility by bid, paid by running again without the bidder",
	"Utility by bid, paid by critical values",
	"Utility by bid, nobody pays",
};

/* What the charts borrow. */
struct values {
	double *item[MISREPORT_PAIRS];
	size_t n;
};

/* Utilities of PAIR at evenly spaced bids, the caller's; *n: how many. */
static double *
utilities(const struct misreport *misreport, const struct misreport_pair *pair,
    size_t *n)
{
	double *value = ft_calloc(misreport->n_bid, sizeof *value);

	*n = 0;
	for (size_t b = 0; b < misreport->n_bid; b++) {
		int64_t from = misreport->bid[b] - misreport->first;

		/* the truth, between two of them or beside them */
		if (from < 0 || from % misreport->every != 0 ||
		    (*n > 0 && from / misreport->every != (int64_t)*n))
			continue;
		value[(*n)++] = (double)pair->sweep[b].utility;
	}
	return value;
}

static void
set_chart(const struct misreport *misreport, enum ft_payment payment,
    struct ft_chart *chart, struct values *values)
{
	*chart = (struct ft_chart){ .kind = FT_CHART_TIME,
		.unit = FT_CHART_COUNT,
		.name = auction_payments[payment],
		.title = titles[payment],
		.plain = true,
		.from = misreport->first,
		.step = misreport->every };
	for (size_t k = 0; k < misreport->n_pair; k++) {
		const struct misreport_pair *pair = &misreport->pair[k];
		size_t i = chart->n_series;

		if (pair->payment != payment || !misreport_counts(pair))
			continue;
		values->item[values->n] = utilities(misreport, pair, &chart->n);
		chart->series[chart->n_series++] =
		    (struct ft_chart_series){ .label = auction_hows[pair->how],
			    .value = values->item[values->n++],
			    .color = (unsigned)i,
			    .dashed = i > 0 };
	}
}

enum ft_status
misreport_draw(const struct misreport *misreport, struct ft_error *err)
{
	struct ft_chart chart[PAYMENTS];
	struct values values = { .n = 0 };
	enum ft_status status;
	size_t n = 0;

	for (size_t p = 0; p < PAYMENTS; p++) {
		set_chart(misreport, (enum ft_payment)p, &chart[n], &values);
		n += chart[n].n_series > 0;
	}
	status = auction_draw(&misreport->show, chart, n,
	    "Utility of one job by what it bids", err);
	for (size_t k = 0; k < values.n; k++)
		ft_free(values.item[k]);
	return status;
}
