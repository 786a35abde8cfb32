/* report/metrics: the same numbers as words, tables, documents and charts. */
#include <math.h>
#include <string.h>

#include "report/chart/metrics.h"
#include "tap/tap.h"

static struct ft_metrics_row users[] = {
	{ .name = "ann",
	    .jobs = 3,
	    .started = 2,
	    .ended = 1,
	    .timeout = 1,
	    .measured = 2,
	    .wait_mean = 3725.4,
	    .wait_median = 60,
	    .wait_p90 = 86400,
	    .wait_max = 86400,
	    .wait_area = 120,
	    .response_mean = 7200,
	    .response_p90 = 90000,
	    .response_area = 180,
	    .slowdown_mean = 2.5,
	    .slowdown_median = 1,
	    .slowdown_proc = 1.125,
	    .slowdown_area = 1.25,
	    .area = 5400,
	    .share = 0.75,
	    .promised = 0.5,
	    .delivered = 0.25,
	    .lag = -1800 },
	{ .name = "bob",
	    .jobs = 1,
	    .wait_mean = (double)NAN,
	    .wait_median = (double)NAN,
	    .wait_p90 = (double)NAN,
	    .wait_max = (double)NAN,
	    .slowdown_mean = (double)NAN,
	    .slowdown_median = (double)NAN,
	    .wait_area = (double)NAN,
	    .response_mean = (double)NAN,
	    .response_p90 = (double)NAN,
	    .response_area = (double)NAN,
	    .slowdown_proc = (double)NAN,
	    .slowdown_area = (double)NAN,
	    .share = 0.25,
	    .promised = 0.5,
	    .delivered = 0.75 },
};
static struct ft_metrics_point points[] = {
	{ .at = 946684800,
	    .utilisation = 0.5,
	    .waiting = 2,
	    .users = 2,
	    .user = { 0.125, 0.8, 0.375 },
	    .account = { 0.25, 0.9, 0.0625 },
	    .envy = { 0.75, 0.5 } },
	{ .at = 946688400,
	    .user = { (double)NAN, (double)NAN, (double)NAN },
	    .account = { (double)NAN, (double)NAN, (double)NAN },
	    .envy = { (double)NAN, (double)NAN } },
};
static double promised[] = { 0.5, (double)NAN };
static double delivered[] = { 1, (double)NAN };
static struct ft_metrics_width widths[] = {
	{ .least = 1, .most = 1, .jobs = 3, .area = 5400, .wait_mean = 60 },
	{ .least = 2, .most = 3, .wait_mean = (double)NAN },
};
static struct ft_metrics metrics = { .procs = 8,
	.bound = 10,
	.window = 3600,
	.from = 946684800,
	.to = 946690200,
	.measured_from = 946684800,
	.measured_to = 946688400,
	.utilisation = 0.125,
	.utilisation_submit = 0.1875,
	.loss = 0.25,
	.makespan = 5400,
	.throughput = 1.5,
	.inversions = 0.5,
	.fair = { 0.5, 30, 60, 90 },
	.user = { 0.125, 0.8, 0.375 },
	.account = { 0.25, 0.9, 0.0625 },
	.envy = { 0.75, 0.5 },
	.users = users,
	.n_user = 2,
	.accounts = users,
	.n_account = 1,
	.point = points,
	.n_point = 2,
	.n_top = 1,
	.promised = promised,
	.delivered = delivered,
	.width = widths,
	.n_width = 2 };

static struct ft_out out;

static const char *
told(void)
{
	return ft_str_text(&out.text);
}

static void
check_words(void)
{
	ft_out_init(&out, NULL);
	metrics.all = users[0];
	ft_metrics_words(&metrics, &out);
	is_str(told(),
	    "Jobs          3 of 2 users in 1 account, 2 started, 1 ended "
	    "(1 at their limit)\n"
	    "Time          2000-01-01T00:00:00 to 2000-01-01T01:30:00: "
	    "01:30:00, 1.50 jobs an hour\n"
	    "Utilisation   12.50% of 8 processors, 18.75% while jobs were "
	    "submitted, 25.00% idle while a waiting job would fit\n"
	    "Wait          mean 01:02:05, median 00:01:00, 90th "
	    "percentile 1-00:00:00, longest 1-00:00:00\n"
	    "Response      mean 02:00:00, 90th percentile 1-01:00:00, "
	    "weighted by processor time 00:03:00\n"
	    "Slowdown      mean 2.50, median 1.00 (bounded by 10 s)\n"
	    "Fairness      users: squared differences of shares 0.1250, Jain "
	    "0.8000, deviation 0.3750 (2 windows of 01:00:00)\n"
	    "              accounts: squared differences of shares 0.2500, "
	    "Jain 0.9000, deviation 0.0625\n"
	    "Envy          of the most envious user 0.7500, envious users "
	    "0.5000\n"
	    "Order         pairs that started in another order than they "
	    "came: 0.5000 per job\n"
	    "Fair start    missed by 0.5000 of the jobs, mean 00:00:30 (of "
	    "those jobs 00:01:00), 90th percentile 00:01:30\n",
	    "words");
	ft_out_free(&out);
	ft_out_init(&out, NULL);
	metrics.all = users[1];
	ft_metrics_words(&metrics, &out);
	ok(strstr(told(), "mean -, median -") &&
		strstr(told(), "Slowdown      - (b"),
	    "nothing to take a mean of");
	ft_out_free(&out);
	ft_out_init(&out, NULL);
	metrics.fair.missed = (double)NAN;
	metrics.cut = true;
	ft_metrics_words(&metrics, &out);
	ok(!strstr(told(), "Fair start"), "no fair starts, no line");
	ok(strstr(told(),
	       "Measured      0 jobs, submitted from "
	       "2000-01-01T00:00:00 to 2000-01-01T01:00:00\n") != NULL,
	    "what was cut is named");
	metrics.cut = false;
	ft_out_free(&out);
}

static void
check_tables(void)
{
	struct ft_table_options options = { .format = FT_FORMAT_CSV };

	ft_out_init(&out, NULL);
	ft_metrics_list(&metrics, FT_METRICS_USERS, &options, &out);
	is_str(told(),
	    "name,jobs,started,ended,timeout,measured,wait_mean,wait_median,"
	    "wait_p90,wait_max,wait_area,response_mean,response_p90,"
	    "response_area,slowdown_mean,slowdown_median,slowdown_area,"
	    "cpu_seconds,share,promised,delivered,slowdown_per_processor,"
	    "lag\n"
	    "ann,3,2,1,1,2,3725.4,60,86400,86400,120,7200,90000,180,2.5,1,"
	    "1.25,5400,0.75,0.5,0.25,1.125,-1800\n"
	    "bob,1,0,0,0,0,,,,,,,,,,,,0,0.25,0.5,0.75,,0\n",
	    "CSV: everything, as it is");
	ft_out_free(&out);
	ft_out_init(&out, NULL);
	ft_metrics_list(&metrics, FT_METRICS_WIDTHS, &options, &out);
	is_str(told(),
	    "least,most,jobs,cpu_seconds,wait_mean\n"
	    "1,1,3,5400,60\n"
	    "2,3,0,0,\n",
	    "widths");
	ft_out_free(&out);
	ft_out_init(&out, NULL);
	ft_metrics_list(&metrics, FT_METRICS_WINDOWS, &options, &out);
	is_str(told(),
	    "at,utilisation,waiting,user_unfairness,user_jain,user_variation,"
	    "user_envy,user_envious,account_unfairness,account_jain\n"
	    "946684800,0.5,2,0.125,0.8,0.375,0.75,0.5,0.25,0.9\n"
	    "946688400,0,0,,,,,,,\n",
	    "windows");
	ft_out_free(&out);
	options = (struct ft_table_options){ .format = FT_FORMAT_TABLE,
		.grow = true };
	ft_out_init(&out, NULL);
	ft_metrics_list(&metrics, FT_METRICS_ACCOUNTS, &options, &out);
	ok(strstr(told(), "Timeout") == NULL, "tables are short of some");
	/* 5400 s are an hour and a half */
	ok(strstr(told(), "ann              3       2   01:02:05   00:01:00 "
			  "1-00:00:00 1-00:00:00     2.50        1.5  0.7500 "
			  "  0.5000    0.2500") != NULL,
	    "a row: %s", told());
	ft_out_free(&out);
}

static void
check_document(void)
{
	struct ft_doc *doc;

	ft_out_init(&out, NULL);
	doc = ft_doc_open(&out, FT_FORMAT_JSON);
	ft_doc_begin(doc, NULL);
	ft_metrics_lists(&metrics, doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
	ok(strstr(told(), "\"users\": [") &&
		strstr(told(), "\"accounts\": [") &&
		strstr(told(), "\"widths\": [") &&
		strstr(told(), "\"windows\": ["),
	    "four lists");
	ok(strstr(told(), "\"name\": \"bob\", \"jobs\": 1, \"started\": 0") !=
		NULL,
	    "counts are whole: %.200s", told());
	ok(strstr(told(), "\"wait_mean\": null") != NULL, "nothing is null");
	ok(!strstr(told(), "nan"), "and no word of its own");
	ft_out_free(&out);
}

static void
check_charts(void)
{
	struct ft_metrics_charts charts;
	const struct ft_chart *chart;

	ft_metrics_charts_init(&charts, &metrics);
	for (size_t i = 0; i < FT_METRICS_CHARTS; i++)
		ok(*charts.chart[i].name && *charts.chart[i].title &&
			charts.chart[i].n == 2,
		    "chart %zu: %s", i, charts.chart[i].name);
	chart = &charts.chart[FT_METRICS_UTILISATION];
	is_real(chart->series[0].value[0], 0.5, "utilisation");
	is_real(chart->top, 1, "of all");
	chart = &charts.chart[FT_METRICS_WAIT];
	/* one account: users are told apart, ann has most processor time */
	is_str(chart->title, "Wait by user", "users where accounts do not say");
	is_str(chart->label[0], "ann", "most first");
	is_real(chart->series[1].value[0], 86400, "p90");
	chart = &charts.chart[FT_METRICS_SHARES];
	is_u64(chart->n_series, 2, "a pair for the one account");
	ok(chart->series[1].dashed, "what is promised is dashed");
	is_real(chart->series[1].value[0], 0.5, "promised");
	is_real(chart->series[0].value[0], 1, "delivered");
	ok(isnan(charts.chart[FT_METRICS_FAIRNESS].series[0].value[1]),
	    "no fairness where nothing is delivered");
	ft_metrics_charts_free(&charts);
	metrics.n_account = 2;
	ft_metrics_charts_init(&charts, &metrics);
	is_str(charts.chart[FT_METRICS_SHARE].title, "Share by account",
	    "accounts where there are several");
	ft_metrics_charts_free(&charts);
	metrics.n_account = 1;
}

int
main(void)
{
	metrics.all = users[0];
	check_words();
	check_tables();
	check_document();
	check_charts();
	return done_testing();
}
