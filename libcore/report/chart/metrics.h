/*
 * metrics.h - what a schedule was worth, told: words, tables, documents, charts.
 *
 * Numbers come from sim/metrics/metrics.h; what each means stands in man/fsim.1,
 * METRICS.  Not for: comparing two of them.
 */
#ifndef FT_REPORT_CHART_METRICS_H
#define FT_REPORT_CHART_METRICS_H

#include "report/chart/chart.h"
#include "report/format/doc.h"
#include "report/format/format.h"
#include "sim/metrics/metrics.h"

/* Print some lines of words: what all of it comes to. */
void ft_metrics_words(const struct ft_metrics *metrics, struct ft_out *out);

/* In the order of documents. */
enum ft_metrics_list {
	FT_METRICS_USERS,
	FT_METRICS_ACCOUNTS,
	FT_METRICS_WIDTHS, /* a histogram of what jobs asked for */
	FT_METRICS_WINDOWS
};
/* Print one of them, as a table or CSV. */
void ft_metrics_list(const struct ft_metrics *metrics,
    enum ft_metrics_list which, const struct ft_table_options *options,
    struct ft_out *out);
/* Tell the lists "users", "accounts", "widths", "windows" of a document. */
void ft_metrics_lists(const struct ft_metrics *metrics, struct ft_doc *doc);

/* ---- charts ---------------------------------------------------------------- */

enum ft_metrics_chart {
	FT_METRICS_UTILISATION, /* over time */
	FT_METRICS_WAITING,     /* jobs, over time */
	FT_METRICS_WAIT,        /* by account */
	FT_METRICS_SHARE,       /* promised and delivered, by account */
	FT_METRICS_SHARES,      /* the same over time, accounts with most */
	FT_METRICS_FAIRNESS,    /* Jain's index, over time */
	FT_METRICS_CHARTS
};

/* Their names, as in struct ft_chart. */
extern const char *const ft_metrics_chart_names[FT_METRICS_CHARTS];

/* Charts of METRICS, which is borrowed; to be freed. */
struct ft_metrics_charts {
	struct ft_chart chart[FT_METRICS_CHARTS];
	struct ft_arena arena;
};
void ft_metrics_charts_init(
    struct ft_metrics_charts *charts, const struct ft_metrics *metrics);
void ft_metrics_charts_free(struct ft_metrics_charts *charts);

#endif
