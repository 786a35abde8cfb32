/* print.c - a report on the page: title, units, table. */

#include "freport/freport.h"

static void
add_rule(struct ft_str *str)
{
	for (int i = 0; i < 80; i++)
		ft_str_add_char(str, '-');
	ft_str_add_char(str, '\n');
}

/* Returns the number of rows of TopUsage in words. */
static const char *
top_text(const struct freport *report, const struct freport_request *request,
    char *text, size_t size)
{
	if (request->top == UINT32_MAX &&
	    ft_release_has(report->context->release, FT_RULE_REPORT_TOP_ALL))
		return "ALL";
	snprintf(text, size, "%lu", (unsigned long)request->top);
	return text;
}

void
freport_add_period(struct ft_str *str, const struct freport *report,
    const struct freport_request *request)
{
	const int64_t ends[] = { request->from, request->until - 1 };
	/* the room that older releases have */
	const size_t most =
	    report->context->slurm && !ft_timetext_marks(report->context)
		? 19
		: SIZE_MAX;

	for (size_t i = 0; i < FT_COUNT(ends); i++) {
		struct ft_str date FT_CLEANUP(ft_str_free) = { 0 };

		ft_str_add(str, i ? " - " : " ");
		ft_timetext_add(&date, &report->time, ends[i], "Unknown");
		ft_str_add_n(
		    str, ft_str_text(&date), date.len < most ? date.len : most);
	}
}

static void
add_title(struct ft_str *str, const struct freport *report,
    const struct freport_request *request)
{
	const struct freport_kind *kind = &freport_kinds[request->report];
	const char *rest = strstr(kind->title, "%s");
	char text[32];

	if (rest) {
		ft_str_add_n(str, kind->title, (size_t)(rest - kind->title));
		ft_str_add(str, top_text(report, request, text, sizeof text));
		ft_str_add(str, rest + 2);
	} else {
		ft_str_add(str, kind->title);
	}
	freport_add_period(str, report, request);
	ft_timetext_check(&report->time, report->context);
	if (ft_timetext_marks(report->context))
		ft_timetext_check(&report->time, report->context);
	if (request->report != FREPORT_ID_CLUSTER &&
	    request->report != FREPORT_ID_RESV)
		ft_str_addf(str, " (%lld secs)",
		    (long long)(request->until - request->from));
	ft_str_add_char(str, '\n');
}

static bool
is_sizes(const struct freport_request *request)
{
	unsigned family = freport_kinds[request->report].family;

	return family == FREPORT_SIZES || family == FREPORT_KEY_SIZES;
}

static void
add_units(struct ft_str *str, const struct freport *report,
    const struct freport_request *request)
{
	bool cpus = !report->tres_given;
	const char *unit = report->unit == FREPORT_SECONDS   ? "Seconds"
			   : report->unit == FREPORT_MINUTES ? "Minutes"
							     : "Hours";
	bool sizes = is_sizes(request);

	if (sizes && report->tres_given)
		ft_str_addf(
		    str, "TRES type is %s\n", ft_str_text(&report->tres));
	if (sizes && request->given[FREPORT_WORD_PRINT_JOB_COUNT]) {
		ft_str_add(str, "Units are in number of jobs ran\n");
		return;
	}
	ft_str_add(str, sizes ? "Time reported in " : "Usage reported in ");
	if (!report->amounts) {
		ft_str_add(str, "Percentage of Total\n");
		return;
	}
	if (!sizes)
		ft_str_add(str, cpus && request->report != FREPORT_ID_RESV
				    ? "CPU "
				    : "TRES ");
	ft_str_add(str, unit);
	ft_str_add(str, report->percent ? "/Percentage of Total\n" : "\n");
}

/* ---- widths ------------------------------------------------------------------------ */

/* Returns how many digits the largest amount of the column has in seconds, in the
 * rows that decide; without rows, of use it is what the cluster had. */
static int
digits_of(const struct freport_rows *rows, const struct ft_column *column)
{
	double largest =
	    rows->n == 0 && column->at == offsetof(struct freport_row, used)
		? rows->total
		: 0;
	char text[64];

	for (size_t i = 0; i < (rows->decide ? rows->decide : rows->n); i++) {
		double amount = *(
		    const double *)(const void *)((const char *)&rows->item[i] +
						  column->at);

		if (amount > largest)
			largest = amount;
	}
	return snprintf(text, sizeof text, "%.0f", largest);
}

/* To sreport only the columns of amounts that the report is about are as wide as
 * the largest. */
bool
freport_fits_width(
    const struct freport_request *request, const struct ft_column *column)
{
	bool use = column->at >= offsetof(struct freport_row, use) &&
		   column->at < offsetof(struct freport_row, use) +
				    sizeof((struct freport_row *)0)->use;

	if (!(column->own & FREPORT_AMOUNT))
		return false;
	if (column->at == offsetof(struct freport_row, used))
		return request->report != FREPORT_ID_CLUSTER;
	return !use || request->report == FREPORT_ID_CLUSTER;
}

static void
fit_widths(const struct freport *report, struct freport_request *request,
    const struct freport_rows *rows)
{
	bool both = report->amounts && report->percent;

	for (size_t i = 0; i < request->columns.n; i++) {
		struct ft_column *column = &request->columns.item[i];
		int digits;

		if (freport_fits_width(request, column)) {
			digits = digits_of(rows, column);
			column->width =
			    (digits > 8 ? digits : 8) + (both ? 9 : 0);
		} else if (column->own & FREPORT_AMOUNT) {
			if (both && !column->sized)
				column->width = column->width == 12 ? 20 : 18;
		} else if (both && request->report == FREPORT_ID_RESV &&
			   column->id) {
			column->width = 29;
		}
	}
}

enum ft_status
freport_print(struct freport *report, struct freport_request *request,
    struct freport_rows *rows)
{
	struct ft_table_options options = { .format = report->kind,
		.no_header = report->no_header,
		.grow = !report->context->slurm,
		.schema = "fairtree.report/1",
		.rows = "rows" };
	bool framed = !report->no_header && report->kind != FT_FORMAT_CSV &&
		      report->kind != FT_FORMAT_JSON &&
		      report->kind != FT_FORMAT_YAML;
	struct ft_table *table;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(report->context->out);

	if (is_sizes(request))
		freport_add_groups(report, request, rows);
	fit_widths(report, request, rows);
	if (framed) {
		add_rule(&out.text);
		add_title(&out.text, report, request);
		add_units(&out.text, report, request);
		add_rule(&out.text);
	}
	table = ft_table_open(
	    &out, &options, request->columns.item, request->columns.n);
	for (size_t i = 0; i < rows->n; i++)
		ft_table_put(table, &rows->item[i]);
	ft_table_close(table);
	return FT_OK;
}
