/* The orders as bars, and the front as a curve. */

#include "fauction/queue/contest.h"

#define PERCENTS 100 /* of the best value; value[x] is about x + 1 % */

/* Fill LEAST[PERCENTS] with the least unfairness of a set that is worth so much; with
 * BOUND, with a number that none is below. */
static void
find_least(const struct contest *contest, bool bound, double *least)
{
	double best = contest->score[CONTEST_OPTIMUM].value;

	for (size_t x = 0; x < PERCENTS; x++) {
		least[x] = (double)NAN;
		for (size_t i = 0; i < contest->front.n; i++) {
			const struct contest_point *point =
			    &contest->front.point[i];
			double value = bound ? point->bound : point->value;

			if (value * PERCENTS < best * (double)(x + 1))
				continue;
			least[x] = point->unfairness;
			break; /* the fairest are first */
		}
	}
}

struct front_chart {
	double least[PERCENTS], orders[PERCENTS], bound[PERCENTS];
	struct ft_chart_mark mark[CONTEST_ORDERS];
	char label[CONTEST_ORDERS][64];
	size_t n_mark;
};

/* Name ORDER at X, beside others that were named last there. */
static void
mark_order(struct front_chart *front, const char *order, size_t x)
{
	size_t i = front->n_mark, len;

	if (i && front->mark[i - 1].at == (int64_t)x)
		i--;
	else
		front->mark[front->n_mark++] =
		    (struct ft_chart_mark){ .at = (int64_t)x,
			    .label = front->label[i] };
	len = strlen(front->label[i]);
	(void)snprintf(front->label[i] + len, sizeof front->label[i] - len,
	    "%s%s", len ? ", " : "", order);
}

/* Returns the place of an order among values. */
static size_t
percent_of(const struct contest *contest, enum contest_order order)
{
	double part = contest_part(contest, order);
	size_t x = part > 0 ? (size_t)ceil(part * PERCENTS) - 1 : 0;

	return x < PERCENTS ? x : PERCENTS - 1; /* rounding */
}

static void
find_orders(const struct contest *contest, struct front_chart *front)
{
	for (size_t x = 0; x < PERCENTS; x++) {
		front->orders[x] = (double)NAN;
		for (size_t i = 0; i < CONTEST_ORDERS; i++) {
			double unfairness = contest->score[i].unfairness;

			if (percent_of(contest, (enum contest_order)i) != x)
				continue;
			/* of several the least fair */
			if (!(front->orders[x] > unfairness))
				front->orders[x] = unfairness;
			mark_order(front, contest_orders[i], x);
		}
	}
}

/* The front, and where the orders are; FRONT: room for it. */
static struct ft_chart
front_chart(const struct contest *contest, struct front_chart *front)
{
	struct ft_chart chart = { .kind = FT_CHART_TIME,
		.unit = FT_CHART_INDEX,
		.name = "front",
		.title = "Least unfairness by value, % of the best set's",
		.plain = true,
		.step = 1,
		.n = PERCENTS,
		.mark = front->mark };

	*front = (struct front_chart){ .n_mark = 0 };
	find_least(contest, false, front->least);
	ft_chart_add(&chart, "front", front->least);
	find_orders(contest, front);
	ft_chart_add(&chart, "orders", front->orders);
	if (!contest->front.exact) {
		find_least(contest, true, front->bound);
		ft_chart_add(&chart, "bound", front->bound);
		chart.series[chart.n_series - 1].dashed = true;
	}
	chart.n_mark = front->n_mark;
	return chart;
}

enum ft_status
contest_draw(const struct contest *contest, struct ft_error *err)
{
	double part[CONTEST_ORDERS], unfair[CONTEST_ORDERS];
	struct front_chart front;
	struct ft_chart chart[3];

	for (size_t i = 0; i < CONTEST_ORDERS; i++) {
		part[i] = contest_part(contest, (enum contest_order)i);
		unfair[i] = contest->score[i].unfairness;
	}
	chart[0] = (struct ft_chart){ .kind = FT_CHART_BARS,
		.unit = FT_CHART_PERCENT,
		.name = "value",
		.title =
		    "Value of the jobs that start, relative to the best set",
		.top = 1,
		.n = CONTEST_ORDERS,
		.label = contest_orders,
		.n_series = 1,
		.series = { { .label = "value", .value = part } } };
	chart[1] = (struct ft_chart){ .kind = FT_CHART_BARS,
		.unit = FT_CHART_COUNT,
		.name = "unfairness",
		.title = "Deviation of shares from the promised ones",
		.n = CONTEST_ORDERS,
		.label = contest_orders,
		.n_series = 1,
		.series = {
		    { .label = "unfairness", .value = unfair, .color = 1 } } };
	chart[2] = front_chart(contest, &front);
	if (contest->list_front)
		return fauction_draw(
		    &contest->show, &chart[2], 1, "Value and fairness", err);
	return fauction_draw(
	    &contest->show, chart, 3, "The cost of orders", err);
}
