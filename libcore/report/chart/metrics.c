/* metrics.c - the measures of a schedule as text, tables and documents. */
#include "report/chart/metrics.h"

#include "base/text/timefmt.h"
#include "report/format/internal.h"

/* Which formats have a column. */
enum { PEOPLE = 1, ROWS = 2, DOCUMENT = 4, MACHINES = 6, ALL = 7 };

/* A row, as the getters read it. */
struct row {
	const void *record;
	bool people;
	bool by_nodes;
};

/* ---- single values -------------------------------------------------------------- */

static void
add_duration(struct ft_str *str, double seconds)
{
	if (isnan(seconds))
		ft_str_add_char(str, '-');
	else
		ft_time_add_duration(str, (int64_t)(seconds + 0.5));
}

static void
add_index(struct ft_str *str, double number)
{
	if (isnan(number))
		ft_str_add_char(str, '-');
	else
		ft_str_addf(str, "%.4f", number);
}

/* Processor time: hours for people, seconds for programs. */
static void
area(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	const double *number = ft_column_member(value->column, row);

	if (number)
		ft_value_real(
		    value, (ft_real)(row->people ? *number / 3600 : *number));
}

static void
date(const void *at, struct ft_value *value)
{
	const struct row *row = at;
	const int64_t *when = ft_column_member(value->column, row);

	if (when && row->people)
		ft_time_add_date(ft_value_build(value), *when);
	else if (when)
		ft_value_i64(value, *when);
}

static void
width_of(const void *at, struct ft_value *value)
{
	const struct row *row = at;

	ft_value_text(value, row->by_nodes ? "nodes" : "processors");
}

/* ---- columns ----------------------------------------------------------------------- */

#define COUNT   .type = FT_COLUMN_UINT
#define SECONDS .type = FT_COLUMN_REAL, .decimals = FT_DECIMALS_DURATION
#define NUMBER  .type = FT_COLUMN_REAL, .decimals = 3
#define SHARE   .type = FT_COLUMN_REAL, .decimals = 5
#define AREA    .type = FT_COLUMN_REAL, .decimals = 2, .get = area

#define COLUMN(of, header_, width_, key_, member_, where, ...)                 \
	{                                                                      \
		.name = key_, .header = header_, .width = width_, .key = key_, \
		.own = where, FT_MEMBER(struct of, member_), __VA_ARGS__       \
	}
#define ROW(id, header, width, kind, key, member, where, sentence)             \
	COLUMN(ft_metrics_row, header, width, key, member, where, kind),
#define WIDTH(...) COLUMN(ft_metrics_width, __VA_ARGS__)
#define POINT(...) COLUMN(ft_metrics_point, __VA_ARGS__)

static const struct ft_column row_columns[] = {
	{ .name = "name",
	    .key = "name",
	    .width = -10,
	    .own = ALL,
	    FT_MEMBER(struct ft_metrics_row, name) },
#include "report/chart/metrics.def"
	{ 0 },
};

static const struct ft_column width_columns[] = {
	{ .name = "of", .key = "of", .own = DOCUMENT, .get = width_of },
	WIDTH(NULL, 8, "least", least, ALL, COUNT),
	WIDTH("to", 8, "most", most, ALL, COUNT),
	WIDTH("Jobs", 7, "jobs", jobs, ALL, COUNT),
	WIDTH("CPUHours", 10, "cpu_seconds", area, ALL, AREA),
	WIDTH("WaitMean", 10, "wait_mean", wait_mean, ALL, SECONDS),
	{ 0 },
};

static const struct ft_column point_columns[] = {
	POINT(NULL, -19, "at", at, ALL, .get = date),
	POINT("Utilised", 8, "utilisation", utilisation, ALL, SHARE),
	POINT("Waiting", 8, "waiting", waiting, ALL, NUMBER),
	POINT(NULL, 8, "users", users, DOCUMENT, COUNT),
	POINT("Unfair", 8, "user_unfairness", user.unfairness, ALL, SHARE),
	POINT("Jain", 8, "user_jain", user.jain, ALL, SHARE),
	POINT(NULL, 8, "user_variation", user.variation, MACHINES, SHARE),
	POINT(NULL, 8, "user_envy", envy.most, MACHINES, SHARE),
	POINT(NULL, 8, "user_envious", envy.envious, MACHINES, SHARE),
	POINT("UnfairAcct", 10, "account_unfairness", account.unfairness, ALL,
	    SHARE),
	POINT("JainAcct", 8, "account_jain", account.jain, ALL, SHARE),
	{ 0 },
};

/* ---- lists ------------------------------------------------------------------------- */

/* Each list: where metrics have its records, and its columns. */
static const struct {
	const char *key, *first; /* first: header of the first column */
	const struct ft_column *column;
	size_t item, n, size;
} lists[] = {
	[FT_METRICS_USERS] = { "users", "User", row_columns,
	    offsetof(struct ft_metrics, users),
	    offsetof(struct ft_metrics, n_user),
	    sizeof(struct ft_metrics_row) },
	[FT_METRICS_ACCOUNTS] = { "accounts", "Account", row_columns,
	    offsetof(struct ft_metrics, accounts),
	    offsetof(struct ft_metrics, n_account),
	    sizeof(struct ft_metrics_row) },
	[FT_METRICS_WIDTHS] = { "widths", "CPUs", width_columns,
	    offsetof(struct ft_metrics, width),
	    offsetof(struct ft_metrics, n_width),
	    sizeof(struct ft_metrics_width) },
	[FT_METRICS_WINDOWS] = { "windows", "From", point_columns,
	    offsetof(struct ft_metrics, point),
	    offsetof(struct ft_metrics, n_point),
	    sizeof(struct ft_metrics_point) },
};

void
ft_metrics_list(const struct ft_metrics *metrics, enum ft_metrics_list which,
    const struct ft_table_options *options, struct ft_out *out)
{
	const char *all = (const char *)metrics;
	const char *const *item = (const void *)(all + lists[which].item);
	const size_t *n = (const void *)(all + lists[which].n);
	struct row row = { .people = options->format == FT_FORMAT_TABLE,
		.by_nodes = metrics->by_nodes };
	unsigned own = row.people ? PEOPLE : options->doc ? DOCUMENT : ROWS;
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_table *table;

	ft_columns_add_own(&columns, lists[which].column, own);
	columns.item->header = which == FT_METRICS_WIDTHS && row.by_nodes
				   ? "Nodes"
				   : lists[which].first;
	table = ft_table_open(out, options, columns.item, columns.n);
	for (size_t i = 0; i < *n; i++) {
		row.record = *item + i * lists[which].size;
		ft_table_put(table, &row);
	}
	ft_table_close(table);
}

void
ft_metrics_lists(const struct ft_metrics *metrics, struct ft_doc *doc)
{
	const struct ft_table_options options = { .format = FT_FORMAT_JSON,
		.doc = doc };

	for (int i = 0; i < (int)FT_COUNT(lists); i++) {
		ft_doc_begin_list(doc, lists[i].key);
		ft_metrics_list(
		    metrics, (enum ft_metrics_list)i, &options, doc->out);
		ft_doc_end(doc);
	}
}

/* ---- words ---------------------------------------------------------------------------- */

static void
add_label(struct ft_str *str, const char *label)
{
	ft_str_addf(str, "%-14s", label);
}

static void
add_time(struct ft_str *str, const char *what, double seconds)
{
	ft_str_add(str, what);
	add_duration(str, seconds);
}

static void
add_number(struct ft_str *str, const char *what, double index)
{
	ft_str_add(str, what);
	add_index(str, index);
}

static void
add_waits(struct ft_str *str, const struct ft_metrics_row *all)
{
	add_label(str, "Wait");
	add_time(str, "mean ", all->wait_mean);
	add_time(str, ", median ", all->wait_median);
	add_time(str, ", 90th percentile ", all->wait_p90);
	add_time(str, ", longest ", all->wait_max);
	ft_str_add_char(str, '\n');
	add_label(str, "Response");
	add_time(str, "mean ", all->response_mean);
	add_time(str, ", 90th percentile ", all->response_p90);
	add_time(str, ", weighted by processor time ", all->response_area);
	ft_str_add_char(str, '\n');
}

static void
add_fairness(struct ft_str *str, const char *who, const char *label,
    const struct ft_fairness *fairness)
{
	add_label(str, label);
	ft_str_addf(str, "%s: squared differences of shares ", who);
	add_index(str, fairness->unfairness);
	add_number(str, ", Jain ", fairness->jain);
	add_number(str, ", deviation ", fairness->variation);
}

/* How far the order of starts is from that of submissions, and from fair starts. */
static void
add_starts(struct ft_str *str, const struct ft_metrics *metrics)
{
	add_label(str, "Envy");
	add_number(str, "of the most envious user ", metrics->envy.most);
	add_number(str, ", envious users ", metrics->envy.envious);
	ft_str_add_char(str, '\n');
	add_label(str, "Order");
	add_number(str, "pairs that started in another order than they came: ",
	    metrics->inversions);
	ft_str_add(str, " per job\n");
	if (isnan(metrics->fair.missed))
		return;
	add_label(str, "Fair start");
	add_number(str, "missed by ", metrics->fair.missed);
	add_time(str, " of the jobs, mean ", metrics->fair.mean);
	add_time(str, " (of those jobs ", metrics->fair.mean_missed);
	add_time(str, "), 90th percentile ", metrics->fair.p90);
	ft_str_add_char(str, '\n');
}

static void
add_counts(struct ft_str *str, const struct ft_metrics *metrics)
{
	const struct ft_metrics_row *all = &metrics->all;
	char from[32], to[32];

	add_label(str, "Jobs");
	ft_str_addf(str,
	    "%" PRIu64 " of %zu user%s in %zu account%s, %" PRIu64
	    " started, %" PRIu64 " ended",
	    all->jobs, metrics->n_user, metrics->n_user == 1 ? "" : "s",
	    metrics->n_account, metrics->n_account == 1 ? "" : "s",
	    all->started, all->ended);
	if (all->timeout)
		ft_str_addf(str, " (%" PRIu64 " at their limit)", all->timeout);
	ft_str_add_char(str, '\n');
	add_label(str, "Time");
	ft_str_addf(str,
	    "%s to %s: ", ft_time_format_date(from, sizeof from, metrics->from),
	    ft_time_format_date(to, sizeof to, metrics->to));
	add_duration(str, metrics->makespan);
	ft_str_addf(str, ", %.2f jobs an hour\n", metrics->throughput);
	if (!metrics->cut)
		return;
	add_label(str, "Measured");
	ft_str_addf(str, "%" PRIu64 " jobs, submitted from %s to %s\n",
	    all->measured,
	    ft_time_format_date(from, sizeof from, metrics->measured_from),
	    ft_time_format_date(to, sizeof to, metrics->measured_to));
}

void
ft_metrics_words(const struct ft_metrics *metrics, struct ft_out *out)
{
	const struct ft_metrics_row *all = &metrics->all;
	struct ft_str *str = &out->text;

	add_counts(str, metrics);
	add_label(str, "Utilisation");
	ft_str_addf(str, "%.2f%% of %" PRIu32 " processors",
	    100 * metrics->utilisation, metrics->procs);
	if (!isnan(metrics->utilisation_submit))
		ft_str_addf(str, ", %.2f%% while jobs were submitted",
		    100 * metrics->utilisation_submit);
	if (metrics->loss > 0)
		ft_str_addf(str, ", %.2f%% idle while a waiting job would fit",
		    100 * metrics->loss);
	ft_str_add_char(str, '\n');
	add_waits(str, all);
	add_label(str, "Slowdown");
	if (isnan(all->slowdown_mean))
		ft_str_add(str, "-");
	else
		ft_str_addf(str, "mean %.2f, median %.2f", all->slowdown_mean,
		    all->slowdown_median);
	ft_str_addf(str, " (bounded by %" PRId64 " s)\n", metrics->bound);
	add_fairness(str, "users", "Fairness", &metrics->user);
	ft_str_addf(str, " (%zu windows of ", metrics->n_point);
	add_duration(str, (double)metrics->window);
	ft_str_add(str, ")\n");
	add_fairness(str, "accounts", "", &metrics->account);
	ft_str_add_char(str, '\n');
	add_starts(str, metrics);
	ft_out_step(out);
}
