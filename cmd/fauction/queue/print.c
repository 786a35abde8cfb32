/* The result of each order, as tables, rows or bars. */

#include "fauction/queue/contest.h"
#include "files/pager.h"
#include "report/format/page.h"

#define WIDTH 80 /* without a terminal */

static void
cell_number(struct ft_table *table, double number, int decimals)
{
	if (isfinite(number))
		fauction_cell(table, "%.*f", decimals, number);
	else
		ft_table_text(table, "-");
}

/* Decimals: means have one, counts none. */
static int
decimals(enum contest_order order)
{
	return order == CONTEST_SHUFFLE ? 1 : 0;
}

/* ---- orders, for people -------------------------------------------------- */

static void
cell_worst(struct ft_table *table, const struct contest *contest,
    const struct ft_promise_score *fair)
{
	if (fair->worst < contest->n_group)
		fauction_cell(table, "%s: %.2g%% of %.2g%%",
		    contest->group[fair->worst].name, fair->delivered * 100,
		    fair->promised * 100);
	else
		ft_table_text(table, "-");
}

static void
print_orders(const struct contest *contest, struct ft_out *out)
{
	struct ft_column column[10];
	struct ft_table *table;
	size_t n = 0;

	fauction_column(column, &n, "Order", "order", -8);
	fauction_column(column, &n, "Start", "winners", 5);
	fauction_column(column, &n,
	    contest->unit == CONTEST_CPUS ? "CPUs" : "Nodes", "units", 6);
	fauction_column(column, &n, "Idle", "idle", 6);
	fauction_column(column, &n, "Value", "value", 8);
	fauction_column(column, &n, "OfBest", "part", 6);
	fauction_column(column, &n, "Ratio", "ratio", 5);
	fauction_column(column, &n, "FairSh", "fairshare", 6);
	fauction_column(column, &n, "Unfair", "unfairness", 6);
	fauction_column(column, &n, "WorstServed", "worst", -11);
	table = fauction_table(&contest->show, out, column, n);
	for (size_t i = 0; i < CONTEST_ORDERS; i++) {
		const struct contest_score *score = &contest->score[i];
		double part = contest_part(contest, (enum contest_order)i);
		int digits = decimals((enum contest_order)i);

		ft_table_text(table, contest_orders[i]);
		cell_number(table, score->winners, digits);
		cell_number(table, score->units, digits);
		cell_number(
		    table, contest->auction.nodes - score->units, digits);
		cell_number(table, score->value, 0);
		fauction_cell(table, "%.1f%%", part * 100);
		cell_number(table, 1 / part, 2);
		cell_number(table, score->fairshare, 4);
		cell_number(table, score->unfairness, 4);
		cell_worst(table, contest, &score->fair);
		ft_table_row(table);
	}
	ft_table_close(table);
}

static void
print_groups(const struct contest *contest, struct ft_out *out)
{
	size_t shown = contest->n_group;
	struct ft_column column[CONTEST_ORDERS + 4];
	struct ft_table *table;
	size_t n = 0;

	fauction_column(column, &n, contest->by_user ? "User" : "Account",
	    contest->by_user ? "user" : "account", -10);
	fauction_column(column, &n, "Jobs", "jobs", 5);
	fauction_column(column, &n, "Wants", "wants", 7);
	fauction_column(column, &n, "Promised", "promised", 8);
	for (size_t i = 0; i < CONTEST_ORDERS; i++)
		fauction_column(
		    column, &n, contest_orders[i], contest_orders[i], 8);
	table = fauction_table(&contest->show, out, column, n);
	if (contest->top && contest->top < shown)
		shown = contest->top;
	for (size_t k = 0; k < shown; k++) {
		const struct contest_group *group = &contest->group[k];

		ft_table_text(table, group->name);
		ft_table_u64(table, group->jobs);
		cell_number(table, group->wants, 0);
		cell_number(table, group->promised, 1);
		for (size_t i = 0; i < CONTEST_ORDERS; i++)
			cell_number(table, contest->score[i].won[k],
			    decimals((enum contest_order)i));
		ft_table_row(table);
	}
	ft_table_close(table);
	if (shown < contest->n_group)
		ft_str_addf(&out->text,
		    "(%zu more with smaller promises; --top 0 shows all)\n",
		    contest->n_group - shown);
}

/* ---- jobs ---------------------------------------------------------------- */

static void
print_jobs(const struct contest *contest, struct ft_out *out)
{
	bool people = fauction_show_people(&contest->show);
	struct ft_column column[CONTEST_ORDERS + 6];
	struct ft_table *table;
	size_t n = 0;

	fauction_column(column, &n, "JobId", "job", 7);
	fauction_column(column, &n, "User", "user", -8);
	fauction_column(column, &n, "Account", "account", -10);
	fauction_column(column, &n,
	    contest->unit == CONTEST_CPUS ? "CPUs" : "Nodes", "units", 6);
	fauction_column(column, &n, "Minutes", "minutes", 7);
	fauction_column(column, &n, "Value", "value", 8);
	for (size_t i = 0; i < CONTEST_ORDERS; i++)
		fauction_column(
		    column, &n, contest_orders[i], contest_orders[i], 8);
	table = fauction_table(&contest->show, out, column, n);
	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[i];
		struct ft_str id = { 0 };

		contest_add_id(&id, job);
		ft_table_text(table, ft_str_text(&id));
		ft_str_free(&id);
		ft_table_text(table, job->standing->job->user);
		ft_table_text(table, job->standing->job->account);
		ft_table_u64(table, job->units);
		fauction_cell(table, "%" PRId64, job->minutes);
		fauction_cell(table, "%" PRId64, job->value);
		for (size_t k = 0; k < CONTEST_ORDERS; k++) {
			double chosen = contest->score[k].chosen[i];

			if (!people)
				fauction_cell(table, "%g", chosen);
			else if (k == CONTEST_SHUFFLE)
				fauction_cell(table, "%.0f%%", chosen * 100);
			else
				ft_table_text(table, chosen > 0 ? "yes" : "-");
		}
		ft_table_row(table);
		ft_out_step(out);
	}
	ft_table_close(table);
}

/* ---- rows ---------------------------------------------------------------- */

static void
print_rows(const struct contest *contest, struct ft_out *out)
{
	struct ft_column column[11];
	struct ft_table *table;
	size_t n = 0;

	fauction_column(column, &n, "Order", "order", -8);
	fauction_column(column, &n, "Winners", "winners", 7);
	fauction_column(column, &n, "Units", "units", 6);
	fauction_column(column, &n, "Idle", "idle", 6);
	fauction_column(column, &n, "Value", "value", 8);
	fauction_column(column, &n, "OfBest", "of_best", 6);
	fauction_column(column, &n, "FairShare", "fairshare", 6);
	fauction_column(column, &n, "Unfairness", "unfairness", 6);
	fauction_column(column, &n, "Worst", "worst", -8);
	fauction_column(column, &n, "Delivered", "delivered", 6);
	fauction_column(column, &n, "Promised", "promised", 6);
	table = fauction_table(&contest->show, out, column, n);
	for (size_t i = 0; i < CONTEST_ORDERS; i++) {
		const struct contest_score *score = &contest->score[i];

		ft_table_text(table, contest_orders[i]);
		fauction_cell(table, "%g", score->winners);
		fauction_cell(table, "%.10g", score->units);
		fauction_cell(
		    table, "%.10g", contest->auction.nodes - score->units);
		fauction_cell(table, "%.17g", score->value);
		fauction_cell(table, "%.9g",
		    contest_part(contest, (enum contest_order)i));
		cell_number(table, score->fairshare, 9);
		if (score->fair.worst < contest->n_group) {
			fauction_cell(table, "%.9g", score->unfairness);
			ft_table_text(
			    table, contest->group[score->fair.worst].name);
			fauction_cell(table, "%.9g", score->fair.delivered);
			fauction_cell(table, "%.9g", score->fair.promised);
		}
		ft_table_row(table);
	}
	ft_table_close(table);
}

/* ---- the front ----------------------------------------------------------- */

static void
print_front(const struct contest *contest, struct ft_out *out)
{
	double best = contest->score[CONTEST_OPTIMUM].value;
	struct ft_column column[5];
	struct ft_table *table;
	size_t n = 0;

	fauction_column(column, &n, "Unfair", "unfairness", 8);
	fauction_column(column, &n, "Value", "value", 12);
	fauction_column(column, &n, "OfBest", "part", 8);
	fauction_column(column, &n,
	    contest->unit == CONTEST_CPUS ? "CPUs" : "Nodes", "units", 8);
	fauction_column(column, &n, "Bound", "bound", 12);
	table = fauction_table(&contest->show, out, column, n);
	for (size_t i = 0; i < contest->front.n; i++) {
		const struct contest_point *point = &contest->front.point[i];

		fauction_cell(table, "%.9g", point->unfairness);
		fauction_cell(table, "%.17g", point->value);
		fauction_cell(table, "%.6g", point->value / best);
		fauction_cell(table, "%.10g", point->units);
		fauction_cell(table, "%.17g", point->bound);
		ft_table_row(table);
	}
	ft_table_close(table);
}

/* ---- all together -------------------------------------------------------- */

static void
print_people(const struct contest *contest, struct ft_out *out)
{
	struct ft_page_options options = { .width = ft_pager_width(
					       contest->context) };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_page page;

	if (!options.width)
		options.width = WIDTH;
	if (contest->n) {
		ft_str_addf(&out->text,
		    "%zu %s for %" PRIu64 " %s; %" PRIu32
		    " are allocated in one auction.  Value: %s.\n\n",
		    contest->n, contest->n == 1 ? "job waits" : "jobs wait",
		    contest->wanted, contest_units(contest),
		    contest->auction.nodes, contest_worth(contest));
		if (contest->list) {
			print_jobs(contest, out);
			ft_str_add_char(&out->text, '\n');
		}
		print_orders(contest, out);
		ft_str_add_char(&out->text, '\n');
		print_groups(contest, out);
		ft_str_add_char(&out->text, '\n');
	}
	contest_say(contest, &text);
	ft_page_init(&page, out, &options);
	ft_page_text(&page, ft_str_text(&text));
	ft_page_free(&page);
}

void
contest_print(const struct contest *contest)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(contest->context->out);

	if (fauction_show_document(&contest->show))
		contest_document(contest, &out);
	else if (contest->list_front)
		print_front(contest, &out);
	else if (fauction_show_people(&contest->show))
		print_people(contest, &out);
	else if (contest->list)
		print_jobs(contest, &out);
	else
		print_rows(contest, &out);
}

/* ---- as charts ----------------------------------------------------------- */

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
