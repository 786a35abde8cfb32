/*
 * prometheus.h - samples for Prometheus: the text exposition format 0.0.4.
 *
 *     ft_prometheus_family(&to, "x_jobs", FT_METRIC_GAUGE, "Jobs.");
 *     ft_prometheus_label(&to, "state", "idle");      # HELP x_jobs Jobs.
 *     ft_prometheus_u64(&to, 3);                      # TYPE x_jobs gauge
 *                                                     x_jobs{state="idle"} 3
 *
 * The caller adds all samples of a family together, each with labels of its own
 * and none twice.  A family without samples prints nothing.  Values have no time.
 * Source: "Exposition formats" of the Prometheus documentation.
 */
#ifndef FT_REPORT_FORMAT_PROMETHEUS_H
#define FT_REPORT_FORMAT_PROMETHEUS_H

#include "report/format/out.h"

enum ft_metric_type { FT_METRIC_GAUGE, FT_METRIC_COUNTER };

/* Initialise it to zero, except for out. */
struct ft_prometheus {
	struct ft_out *out;
	/* of the open family; name and help are borrowed until the next one */
	const char *name, *help;
	enum ft_metric_type type;
	bool headed;   /* HELP and TYPE are printed */
	bool labelled; /* a sample is begun */
};

/* name: [a-zA-Z_:][a-zA-Z0-9_:]*; help: one sentence, any text. */
void ft_prometheus_family(struct ft_prometheus *to, const char *name,
    enum ft_metric_type type, const char *help);
/* A label of the next sample; name: [a-zA-Z_][a-zA-Z0-9_]*; value: any text,
 * NULL as "". */
void ft_prometheus_label(
    struct ft_prometheus *to, const char *name, const char *value);
void ft_prometheus_label_u64(
    struct ft_prometheus *to, const char *name, uint64_t value);
/* Add the value, which ends the sample. Infinities and NaN are written +Inf,
 * -Inf, NaN. */
void ft_prometheus_real(struct ft_prometheus *to, double value);
void ft_prometheus_u64(struct ft_prometheus *to, uint64_t value);

/* ---- families filled side by side ----------------------------------------- */

/* A row of a table of families. */
struct ft_metric_family {
	const char *name;
	enum ft_metric_type type;
	const char *help;
};

/* Collects samples of several families at once, and prints them by family. */
struct ft_exposition {
	struct ft_prometheus *family; /* [n] */
	struct ft_out *out;           /* [n] */
	size_t n;
};

void ft_exposition_init(
    struct ft_exposition *all, const struct ft_metric_family *table, size_t n);
/* Print the families in the order of the table, and free all. */
void ft_exposition_print(struct ft_exposition *all, struct ft_out *out);

#endif
