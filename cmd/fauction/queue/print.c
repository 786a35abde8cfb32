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
	struct ft_out out;

	ft_out_init(&out, contest->context->out);
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
	ft_out_free(&out);
}

/* ---- as bars ------------------------------------------------------------- */

enum ft_status
contest_draw(const struct contest *contest, struct ft_error *err)
{
	double part[CONTEST_ORDERS], unfair[CONTEST_ORDERS];
	struct ft_chart chart[2];

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
	return fauction_draw(
	    &contest->show, chart, 2, "The cost of orders", err);
}
