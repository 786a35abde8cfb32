/* metrics_chart.c - the charts that fsim replay can draw. */

#include "report/chart/metrics.h"

/* The most bars in a chart; more are hard to read. */
#define MOST_BARS 12

const char *const ft_metrics_chart_names[FT_METRICS_CHARTS] = {
	[FT_METRICS_UTILISATION] = "utilisation",
	[FT_METRICS_WAITING] = "waiting",
	[FT_METRICS_WAIT] = "wait",
	[FT_METRICS_SHARE] = "share",
	[FT_METRICS_SHARES] = "shares",
	[FT_METRICS_FAIRNESS] = "fairness",
};

static double *
values(struct ft_metrics_charts *charts, size_t n)
{
	return ft_arena_calloc(&charts->arena, n, sizeof(double));
}

static void
add_series(struct ft_chart *chart, const char *label, const double *value,
    unsigned color)
{
	chart->series[chart->n_series++] = (struct ft_chart_series){
		.label = label, .value = value, .color = color
	};
}

/* ---- over time ------------------------------------------------------------------- */

static struct ft_chart *
begin_time(struct ft_metrics_charts *charts, const struct ft_metrics *metrics,
    enum ft_metrics_chart which, const char *title)
{
	struct ft_chart *chart = &charts->chart[which];

	*chart = (struct ft_chart){ .kind = FT_CHART_TIME,
		.name = ft_metrics_chart_names[which],
		.title = title,
		.n = metrics->n_point,
		.from = metrics->from,
		.step = metrics->window };
	return chart;
}

static void
chart_use(struct ft_metrics_charts *charts, const struct ft_metrics *metrics)
{
	struct ft_chart *use = begin_time(charts, metrics,
	    FT_METRICS_UTILISATION, "Utilisation, part of all processors");
	struct ft_chart *wait = begin_time(charts, metrics, FT_METRICS_WAITING,
	    "Jobs that wait, mean over each window");
	double *used = values(charts, use->n);
	double *waiting = values(charts, use->n);

	use->unit = FT_CHART_PERCENT;
	use->top = 1;
	wait->unit = FT_CHART_COUNT;
	for (size_t i = 0; i < use->n; i++) {
		used[i] = metrics->point[i].utilisation;
		waiting[i] = metrics->point[i].waiting;
	}
	add_series(use, "utilisation", used, 0);
	add_series(wait, "waiting", waiting, 3);
}

static void
chart_fairness(
    struct ft_metrics_charts *charts, const struct ft_metrics *metrics)
{
	struct ft_chart *chart =
	    begin_time(charts, metrics, FT_METRICS_FAIRNESS,
		"Fairness: Jain's index of delivered over promised, 1 is fair");
	double *user = values(charts, chart->n);
	double *account = values(charts, chart->n);

	chart->unit = FT_CHART_INDEX;
	chart->top = 1;
	for (size_t i = 0; i < chart->n; i++) {
		user[i] = metrics->point[i].user.jain;
		account[i] = metrics->point[i].account.jain;
	}
	add_series(chart, "of users", user, 0);
	add_series(chart, "of accounts", account, 1);
}

/* A pair of lines, promised and delivered, for each of the accounts with the
 * most processor time. */
static void
chart_shares(struct ft_metrics_charts *charts, const struct ft_metrics *metrics)
{
	struct ft_chart *chart = begin_time(charts, metrics, FT_METRICS_SHARES,
	    "Shares over time, delivered and promised (dashed)");
	size_t n_top = metrics->n_top;

	chart->unit = FT_CHART_PERCENT;
	chart->top = 1;
	for (unsigned k = 0;
	     k < n_top && chart->n_series + 2 <= FT_CHART_SERIES; k++) {
		const char *name = metrics->accounts[metrics->top[k]].name;
		double *delivered = values(charts, chart->n);
		double *promised = values(charts, chart->n);
		struct ft_str label FT_CLEANUP(ft_str_free) = { 0 };

		for (size_t i = 0; i < chart->n; i++) {
			delivered[i] = metrics->delivered[i * n_top + k];
			promised[i] = metrics->promised[i * n_top + k];
		}
		add_series(chart, name, delivered, k);
		ft_str_addf(&label, "%s, promised", name);
		add_series(chart,
		    ft_arena_strdup(&charts->arena, ft_str_text(&label)),
		    promised, k);
		chart->series[chart->n_series - 1].dashed = true;
	}
}

/* ---- by account ------------------------------------------------------------------- */

static int
by_area(const void *one, const void *other)
{
	const struct ft_metrics_row *a =
	    *(const struct ft_metrics_row *const *)one;
	const struct ft_metrics_row *b =
	    *(const struct ft_metrics_row *const *)other;

	if (a->area < b->area || b->area < a->area)
		return a->area > b->area ? -1 : 1;
	/* rows are sorted by name */
	return (a > b) - (a < b);
}

/* Sort rows, most processor time first; take users if there is only one
 * account. */
static const struct ft_metrics_row **
choose_rows(struct ft_metrics_charts *charts, const struct ft_metrics *metrics,
    size_t *n)
{
	bool accounts = metrics->n_account > 1;
	const struct ft_metrics_row *row =
	    accounts ? metrics->accounts : metrics->users;
	const struct ft_metrics_row **chosen;

	*n = accounts ? metrics->n_account : metrics->n_user;
	chosen = ft_arena_calloc(&charts->arena, *n + 1, sizeof(void *));
	for (size_t i = 0; i < *n; i++)
		chosen[i] = &row[i];
	if (*n)
		qsort(chosen, *n, sizeof *chosen, by_area);
	return chosen;
}

static const char *
title_of(struct ft_metrics_charts *charts, const struct ft_metrics *metrics,
    const char *what, size_t n)
{
	const char *who = metrics->n_account > 1 ? "account" : "user";
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&str, "%s by %s", what, who);
	if (n > MOST_BARS)
		ft_str_addf(&str, ", the %d of %zu with most processor time",
		    MOST_BARS, n);
	return ft_arena_strdup(&charts->arena, ft_str_text(&str));
}

static void
chart_accounts(
    struct ft_metrics_charts *charts, const struct ft_metrics *metrics)
{
	struct ft_chart *wait = &charts->chart[FT_METRICS_WAIT];
	struct ft_chart *share = &charts->chart[FT_METRICS_SHARE];
	size_t all, n;
	const struct ft_metrics_row **row = choose_rows(charts, metrics, &all);
	const char **label;
	double *column[4];

	n = all < MOST_BARS ? all : MOST_BARS;
	label = ft_arena_calloc(&charts->arena, n + 1, sizeof *label);
	for (size_t i = 0; i < 4; i++)
		column[i] = values(charts, n + 1);
	for (size_t i = 0; i < n; i++) {
		label[i] = *row[i]->name ? row[i]->name : "?";
		column[0][i] = row[i]->wait_mean;
		column[1][i] = row[i]->wait_p90;
		column[2][i] = row[i]->promised;
		column[3][i] = row[i]->delivered;
	}
	*wait = (struct ft_chart){ .kind = FT_CHART_BARS,
		.unit = FT_CHART_SECONDS,
		.name = ft_metrics_chart_names[FT_METRICS_WAIT],
		.title = title_of(charts, metrics, "Wait", all),
		.n = n,
		.label = label };
	*share = *wait;
	share->unit = FT_CHART_PERCENT;
	share->name = ft_metrics_chart_names[FT_METRICS_SHARE];
	share->title = title_of(charts, metrics, "Share", all);
	add_series(wait, "mean", column[0], 0);
	add_series(wait, "90th percentile", column[1], 1);
	add_series(share, "delivered", column[3], 0);
	add_series(share, "promised", column[2], 1);
}

void
ft_metrics_charts_init(
    struct ft_metrics_charts *charts, const struct ft_metrics *metrics)
{
	*charts = (struct ft_metrics_charts){ 0 };
	chart_use(charts, metrics);
	chart_accounts(charts, metrics);
	chart_shares(charts, metrics);
	chart_fairness(charts, metrics);
}

void
ft_metrics_charts_free(struct ft_metrics_charts *charts)
{
	ft_arena_clear(&charts->arena);
}
