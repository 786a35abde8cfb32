/* Words, tables and documents of metrics. */
#include "report/metrics.h"

#include "base/timefmt.h"

enum kind { COUNT, SECONDS, NUMBER, SHARE, AREA };
enum where { ALL, MACHINES };

/* One thing told of a row. */
struct told {
	const char *header, *key;
	int width;
	enum kind kind;
	enum where where;
	size_t offset;
};

static const struct told told[] = {
#define ROW(id, header, width, kind, key, member, where, sentence)             \
	{ header, key, width, kind, where,                                     \
		offsetof(struct ft_metrics_row, member) },
#include "report/metrics.def"
#undef ROW
};
#define TOLD (sizeof told / sizeof *told)

/* ---- single values -------------------------------------------------------------- */

static double
real_of(const void *row, size_t offset)
{
	double number;

	memcpy(&number, (const char *)row + offset, sizeof number);
	return number;
}

static uint64_t
count_of(const void *row, size_t offset)
{
	uint64_t number;

	memcpy(&number, (const char *)row + offset, sizeof number);
	return number;
}

static void
add_duration(struct ft_str *str, double seconds)
{
	char text[32];

	if (isnan(seconds))
		ft_str_add_char(str, '-');
	else
		ft_str_add(str, ft_time_format_duration(text, sizeof text,
				    (int64_t)(seconds + 0.5)));
}

static void
add_index(struct ft_str *str, double number)
{
	if (isnan(number))
		ft_str_add_char(str, '-');
	else
		ft_str_addf(str, "%.4f", number);
}

/* A cell as people read it; machines get the number itself. */
static void
cell(struct ft_table *table, bool plain, enum kind kind, double number)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (isnan(number)) {
		ft_table_unset(table);
		return;
	}
	if (!plain) {
		ft_table_real(table, number);
		return;
	}
	if (kind == SECONDS)
		add_duration(&str, number);
	else if (kind == SHARE)
		ft_str_addf(&str, "%.4f", number);
	else if (kind == AREA)
		ft_str_addf(&str, "%.1f", number / 3600);
	else
		ft_str_addf(&str, "%.2f", number);
	ft_table_text(table, ft_str_text(&str));
}

static bool
is_plain(const struct ft_table_options *options)
{
	return options->format == FT_FORMAT_TABLE;
}

static struct ft_column
column_of(const char *header, const char *name, int width,
    const struct ft_table_options *options, bool count)
{
	return (struct ft_column){ .header = header,
		.name = name,
		.width = width,
		.type = count               ? FT_COLUMN_UINT
			: is_plain(options) ? FT_COLUMN_TEXT
					    : FT_COLUMN_REAL };
}

/* ---- tables ------------------------------------------------------------------------ */

static void
row_cell(struct ft_table *table, const struct ft_metrics_row *row,
    const struct told *what, bool plain)
{
	if (plain && what->where == MACHINES)
		return;
	if (what->kind == COUNT)
		ft_table_u64(table, count_of(row, what->offset));
	else
		cell(table, plain, what->kind, real_of(row, what->offset));
}

void
ft_metrics_table(const struct ft_metrics_row *row, size_t n, const char *who,
    const struct ft_table_options *options, struct ft_out *out)
{
	struct ft_column column[TOLD + 1] = { { .header = who,
	    .name = "name",
	    .width = -10,
	    .type = FT_COLUMN_TEXT } };
	bool plain = is_plain(options);
	struct ft_table *table;
	size_t columns = 1;

	for (size_t i = 0; i < TOLD; i++)
		if (!plain || told[i].where == ALL)
			column[columns++] =
			    column_of(told[i].header, told[i].key,
				told[i].width, options, told[i].kind == COUNT);
	table = ft_table_open(out, options, column, columns);
	for (size_t k = 0; k < n; k++) {
		ft_table_text(table, row[k].name);
		for (size_t i = 0; i < TOLD; i++)
			row_cell(table, &row[k], &told[i], plain);
		ft_table_row(table);
	}
	ft_table_close(table);
}

void
ft_metrics_widths(const struct ft_metrics *metrics,
    const struct ft_table_options *options, struct ft_out *out)
{
	const struct ft_column column[] = {
		column_of(metrics->by_nodes ? "Nodes" : "CPUs", "least", 8,
		    options, true),
		column_of("to", "most", 8, options, true),
		column_of("Jobs", "jobs", 7, options, true),
		column_of("CPUHours", "cpu_seconds", 10, options, false),
		column_of("WaitMean", "wait_mean", 10, options, false),
	};
	struct ft_table *table =
	    ft_table_open(out, options, column, sizeof column / sizeof *column);

	for (size_t i = 0; i < metrics->n_width; i++) {
		const struct ft_metrics_width *width = &metrics->width[i];

		ft_table_u64(table, width->least);
		ft_table_u64(table, width->most);
		ft_table_u64(table, width->jobs);
		cell(table, is_plain(options), AREA, width->area);
		cell(table, is_plain(options), SECONDS, width->wait_mean);
		ft_table_row(table);
	}
	ft_table_close(table);
}

static void
point_cells(struct ft_table *table, const struct ft_metrics_point *point,
    const struct ft_table_options *options)
{
	const double number[] = { point->utilisation, point->waiting,
		point->user.unfairness, point->user.jain,
		point->account.unfairness, point->account.jain };
	const enum kind kind[] = { SHARE, NUMBER, SHARE, SHARE, SHARE, SHARE };
	char date[32];

	if (is_plain(options))
		ft_table_text(
		    table, ft_time_format_date(date, sizeof date, point->at));
	else
		ft_table_u64(table, (uint64_t)point->at);
	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		cell(table, is_plain(options), kind[i], number[i]);
	ft_table_row(table);
}

void
ft_metrics_points(const struct ft_metrics *metrics,
    const struct ft_table_options *options, struct ft_out *out)
{
	struct ft_column column[] = {
		column_of("From", "at", -19, options, !is_plain(options)),
		column_of("Utilised", "utilisation", 8, options, false),
		column_of("Waiting", "waiting", 8, options, false),
		column_of("Unfair", "user_unfairness", 8, options, false),
		column_of("Jain", "user_jain", 8, options, false),
		column_of(
		    "UnfairAcct", "account_unfairness", 10, options, false),
		column_of("JainAcct", "account_jain", 8, options, false),
	};
	struct ft_table *table =
	    ft_table_open(out, options, column, sizeof column / sizeof *column);

	for (size_t i = 0; i < metrics->n_point; i++)
		point_cells(table, &metrics->point[i], options);
	ft_table_close(table);
}

/* ---- words ---------------------------------------------------------------------------- */

static void
add_label(struct ft_str *str, const char *label)
{
	ft_str_addf(str, "%-14s", label);
}

static void
add_waits(struct ft_str *str, const struct ft_metrics_row *all)
{
	add_label(str, "Wait");
	ft_str_add(str, "mean ");
	add_duration(str, all->wait_mean);
	ft_str_add(str, ", median ");
	add_duration(str, all->wait_median);
	ft_str_add(str, ", nine of ten at most ");
	add_duration(str, all->wait_p90);
	ft_str_add(str, ", longest ");
	add_duration(str, all->wait_max);
	ft_str_add_char(str, '\n');
}

static void
add_fairness(struct ft_str *str, const char *who, const char *label,
    const struct ft_fairness *fairness)
{
	add_label(str, label);
	ft_str_addf(str, "%s: squared differences of shares ", who);
	add_index(str, fairness->unfairness);
	ft_str_add(str, ", Jain ");
	add_index(str, fairness->jain);
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
}

void
ft_metrics_words(const struct ft_metrics *metrics, struct ft_out *out)
{
	const struct ft_metrics_row *all = &metrics->all;
	struct ft_str *str = &out->text;

	add_counts(str, metrics);
	add_label(str, "Utilisation");
	ft_str_addf(str, "%.2f%% of %" PRIu32 " processors\n",
	    100 * metrics->utilisation, metrics->procs);
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
	ft_out_step(out);
}

/* ---- documents -------------------------------------------------------------------------- */

static void
tell_rows(struct ft_doc *doc, const char *key, const struct ft_metrics_row *row,
    size_t n)
{
	ft_doc_begin_list(doc, key);
	for (size_t k = 0; k < n; k++) {
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", row[k].name);
		for (size_t i = 0; i < TOLD; i++)
			if (told[i].kind == COUNT)
				ft_doc_u64(doc, told[i].key,
				    count_of(&row[k], told[i].offset));
			else
				ft_doc_real(doc, told[i].key,
				    real_of(&row[k], told[i].offset));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
tell_widths(struct ft_doc *doc, const struct ft_metrics *metrics)
{
	ft_doc_begin_list(doc, "widths");
	for (size_t i = 0; i < metrics->n_width; i++) {
		const struct ft_metrics_width *width = &metrics->width[i];

		ft_doc_begin(doc, NULL);
		ft_doc_text(
		    doc, "of", metrics->by_nodes ? "nodes" : "processors");
		ft_doc_u64(doc, "least", width->least);
		ft_doc_u64(doc, "most", width->most);
		ft_doc_u64(doc, "jobs", width->jobs);
		ft_doc_real(doc, "cpu_seconds", width->area);
		ft_doc_real(doc, "wait_mean", width->wait_mean);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static void
tell_windows(struct ft_doc *doc, const struct ft_metrics *metrics)
{
	ft_doc_begin_list(doc, "windows");
	for (size_t i = 0; i < metrics->n_point; i++) {
		const struct ft_metrics_point *point = &metrics->point[i];

		ft_doc_begin(doc, NULL);
		ft_doc_i64(doc, "at", point->at);
		ft_doc_real(doc, "utilisation", point->utilisation);
		ft_doc_real(doc, "waiting", point->waiting);
		ft_doc_u64(doc, "users", point->users);
		ft_doc_real(doc, "user_unfairness", point->user.unfairness);
		ft_doc_real(doc, "user_jain", point->user.jain);
		ft_doc_real(
		    doc, "account_unfairness", point->account.unfairness);
		ft_doc_real(doc, "account_jain", point->account.jain);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

void
ft_metrics_lists(const struct ft_metrics *metrics, struct ft_doc *doc)
{
	tell_rows(doc, "users", metrics->users, metrics->n_user);
	tell_rows(doc, "accounts", metrics->accounts, metrics->n_account);
	tell_widths(doc, metrics);
	tell_windows(doc, metrics);
}
