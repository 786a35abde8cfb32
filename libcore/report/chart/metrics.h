/*
 * metrics.h - the measures of a schedule as text, tables, documents and charts.
 *
 * The numbers come from sim/metrics/metrics.h; man/fsim.1, METRICS, defines
 * each. Not here: comparing two schedules (cmd/fsim/compare).
 */
#ifndef FT_REPORT_CHART_METRICS_H
#define FT_REPORT_CHART_METRICS_H

#include "report/chart/chart.h"
#include "report/format/doc.h"
#include "report/format/format.h"
#include "sim/metrics/metrics.h"

/* Print a summary of a few lines. */
void ft_metrics_words(const struct ft_metrics *metrics, struct ft_out *out);

/* In the order of documents. */
enum ft_metrics_list {
	FT_METRICS_USERS,
	FT_METRICS_ACCOUNTS,
	FT_METRICS_WIDTHS, /* a histogram of the processors that jobs
			      requested */
	FT_METRICS_WINDOWS
};
/* Print one list as a table or CSV. */
void ft_metrics_list(const struct ft_metrics *metrics,
    enum ft_metrics_list which, const struct ft_table_options *options,
    struct ft_out *out);
/* Add the lists "users", "accounts", "widths" and "windows" to a document. */
void ft_metrics_lists(const struct ft_metrics *metrics, struct ft_doc *doc);

/* ---- charts ---------------------------------------------------------------- */

enum ft_metrics_chart {
	FT_METRICS_UTILISATION, /* over time */
	FT_METRICS_WAITING,     /* jobs, over time */
	FT_METRICS_WAIT,        /* by account */
	FT_METRICS_SHARE,       /* promised and delivered, by account */
	FT_METRICS_SHARES,      /* the same over time, for the accounts with
				   most processor time */
	FT_METRICS_FAIRNESS,    /* Jain's index, over time */
	FT_METRICS_CHARTS
};

/* The names of charts, as in struct ft_chart. */
extern const char *const ft_metrics_chart_names[FT_METRICS_CHARTS];

/* All charts of METRICS, which is borrowed; free them with
 * ft_metrics_charts_free. */
struct ft_metrics_charts {
	struct ft_chart chart[FT_METRICS_CHARTS];
	struct ft_arena arena;
};
void ft_metrics_charts_init(
    struct ft_metrics_charts *charts, const struct ft_metrics *metrics);
void ft_metrics_charts_free(struct ft_metrics_charts *charts);

#endif
