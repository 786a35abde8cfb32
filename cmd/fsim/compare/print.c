/*
 * print.c - both sides as tables, CSV, or a document.
 */

#include "cli/formats.h"
#include "report/format/doc.h"
#include "fsim/compare/compare.h"

#define SCHEMA "fairtree.compare/1"

/* ---- one line for each number -------------------------------------------- */

static void
number(const void *at, struct ft_value *value)
{
	const struct compare_line *const *line = at;
	const double *real = ft_column_member(value->column, at);

	if (real && isfinite(*real))
		ft_value_real(value, (ft_real)*real);
	value->decimals = (*line)->decimals;
}

#define LINE(name_, header_, width_, member_)                                  \
	.name = name_, .header = header_, .width = width_, .none = "-",        \
	FT_MEMBER(struct compare_line, member_)
#define NUMBER(name, header, width, member)                                    \
	LINE(name, header, width, member),                                     \
	    .key = name, .type = FT_COLUMN_REAL, .get = number

enum { KIND, NAME, METRIC, HALF = 6, N, BETTER, LOW, HIGH, COLUMNS };
static const struct ft_column columns[COLUMNS] = {
	[KIND] = { LINE("kind", NULL, 0, kind) },
	[NAME] = { LINE("name", NULL, 0, name) },
	[METRIC] = { LINE("metric", "Metric", -18, metric), .key = "metric" },
	{ NUMBER("a", "A", 12, mean[COMPARE_A]) },
	{ NUMBER("b", "B", 12, mean[COMPARE_B]) },
	{ NUMBER("difference", "B-A", 12, difference.mean),
	    .flags = FT_COLUMN_SIGN },
	[HALF] = { NUMBER("half", "+-", 10, difference.half) },
	[N] = { LINE("n", NULL, 0, difference.n), .key = "n",
	    .type = FT_COLUMN_UINT },
	[BETTER] = { LINE("better", "Better", 6, better), .key = "better" },
	[LOW] = { NUMBER("low", "Low", 12, difference.low),
	    .flags = FT_COLUMN_SIGN },
	[HIGH] = { NUMBER("high", "High", 12, difference.high),
	    .flags = FT_COLUMN_SIGN },
};

/* Whether people see COLUMN of an interval. */
static bool
shows_interval(const struct compare *compare, bool is_half)
{
	enum fsim_sense sense = compare_sense(compare);

	return sense != FSIM_ONCE && is_half != (sense == FSIM_RESAMPLED);
}

static struct compare_line
line_of(const struct compare *compare, size_t measure)
{
	const struct ft_column *row = &fsim_measures[measure];
	struct compare_line line = compare_line_of(
	    compare, compare->value[measure], (enum fsim_better)row->own);

	line.kind = "all";
	line.metric = row->name;
	line.decimals = row->decimals;
	return line;
}

/* How far A is from what really happened, on the unmodified trace. */
static struct compare_line
error_line(const struct compare *compare)
{
	return (struct compare_line){ .kind = "all",
		.metric = "wait_error_unchanged",
		.mean = { compare->error, (double)NAN },
		.difference = { .mean = (double)NAN,
		    .half = (double)NAN,
		    .low = (double)NAN,
		    .high = (double)NAN,
		    .n = 1 } };
}

static struct compare_line
trace_line(const struct compare *compare, size_t measure, size_t i)
{
	const struct ft_column *row = &fsim_measures[measure];
	struct compare_line line = compare_line_of_trace(
	    compare, i, compare->value[measure], (enum fsim_better)row->own);

	line.kind = "trace";
	line.name = compare->trace[i];
	line.metric = row->name;
	return line;
}

static void
put_measures(const struct compare *compare, struct ft_table *table)
{
	for (size_t i = 0; i < FSIM_MEASURES; i++) {
		struct compare_line line = line_of(compare, i);

		ft_table_put(table, &(const struct compare_line *){ &line });
	}
}

/* Add those of each of several traces. */
static void
put_traces(const struct compare *compare, struct ft_table *table)
{
	for (size_t i = 0; i < compare->n_trace && compare->n_trace > 1; i++)
		for (size_t k = 0; k < FSIM_MEASURES; k++) {
			struct compare_line line = trace_line(compare, k, i);

			ft_table_put(
			    table, &(const struct compare_line *){ &line });
		}
}

/* ---- users and accounts, for people -------------------------------------- */

/* Add one of them. */
struct unit {
	const char *name, *fate;
	uint64_t jobs;
	struct compare_line part[COMPARE_PARTS];
};

static struct unit
unit_of(const struct compare *compare, const struct compare_unit *of)
{
	struct unit unit = { .name = of->name, .jobs = of->jobs };

	for (size_t i = 0; i < COMPARE_PARTS; i++) {
		unit.part[i] = compare_line_of(
		    compare, of->value[i], compare_parts[i].better);
		unit.part[i].kind = of->account ? "account" : "user";
		unit.part[i].name = of->name;
		unit.part[i].metric = compare_parts[i].key;
	}
	if (unit.part[COMPARE_WAIT].better)
		unit.fate =
		    *unit.part[COMPARE_WAIT].better == 'B' ? "gains" : "loses";
	return unit;
}

#define SECONDS (FT_DECIMALS_DURATION - 1)

#define UNIT(header_, width_, decimals_, member_)                              \
	.name = header_, .width = width_, .decimals = (decimals_) + 1,         \
	.none = "-", FT_MEMBER(struct unit, member_)

enum { UNIT_HALF = 5, UNIT_LOW, UNIT_HIGH, UNITS = 13 };
static const struct ft_column unit_columns[UNITS] = {
	{ UNIT("User", -18, 0, name) },
	{ UNIT("Jobs", 6, 0, jobs) },
	{ UNIT("WaitA", 8, SECONDS, part[COMPARE_WAIT].mean[COMPARE_A]) },
	{ UNIT("WaitB", 8, SECONDS, part[COMPARE_WAIT].mean[COMPARE_B]) },
	{ UNIT("B-A", 8, SECONDS, part[COMPARE_WAIT].difference.mean),
	    .flags = FT_COLUMN_SIGN },
	[UNIT_HALF] = { UNIT(
	    "+-", 8, SECONDS, part[COMPARE_WAIT].difference.half) },
	[UNIT_LOW] = { UNIT("Low", 8, SECONDS,
			   part[COMPARE_WAIT].difference.low),
	    .flags = FT_COLUMN_SIGN },
	[UNIT_HIGH] = { UNIT("High", 8, SECONDS,
			    part[COMPARE_WAIT].difference.high),
	    .flags = FT_COLUMN_SIGN },
	{ UNIT("SlowA", 7, 2, part[COMPARE_SLOWDOWN].mean[COMPARE_A]) },
	{ UNIT("SlowB", 7, 2, part[COMPARE_SLOWDOWN].mean[COMPARE_B]) },
	{ UNIT("ShareA", 6, 4, part[COMPARE_DELIVERED].mean[COMPARE_A]) },
	{ UNIT("ShareB", 6, 4, part[COMPARE_DELIVERED].mean[COMPARE_B]) },
	{ UNIT("B", 5, 0, fate) },
};

/* ---- tables -------------------------------------------------------------- */

static const struct ft_table_options people = {
	.format = FT_FORMAT_TABLE, .grow = true, .none = true
};

static void
print_measures(const struct compare *compare, struct ft_out *out)
{
	struct ft_columns shown FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_table *table;
	static const int order[] = { METRIC, METRIC + 1, METRIC + 2, METRIC + 3,
		HALF, LOW, HIGH, BETTER };

	for (size_t i = 0; i < FT_COUNT(order); i++)
		if ((order[i] != HALF && order[i] != LOW && order[i] != HIGH) ||
		    shows_interval(compare, order[i] == HALF))
			ft_columns_add(&shown, &columns[order[i]], 0);
	table = ft_table_open(out, &people, shown.item, shown.n);
	put_measures(compare, table);
	ft_table_close(table);
}

/* Print the users and accounts that gain most and lose most. */
static void
print_units(const struct compare *compare, bool account, struct ft_out *out)
{
	struct ft_columns shown FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_table *table;
	size_t units, *order = compare_order(compare, account, &units);
	size_t left = compare->top;

	for (size_t i = 0; i < UNITS; i++)
		if ((i != UNIT_HALF && i != UNIT_LOW && i != UNIT_HIGH) ||
		    shows_interval(compare, i == UNIT_HALF))
			ft_columns_add(&shown, &unit_columns[i], 0);
	shown.item->header = account ? "Account" : "User";
	table = ft_table_open(out, &people, shown.item, shown.n);
	for (size_t i = 0; i < units; i++)
		if (i < left || i + left >= units) {
			struct unit unit =
			    unit_of(compare, &compare->unit[order[i]]);

			ft_table_put(table, &(const struct unit *){ &unit });
		}
	ft_table_close(table);
	if (units > 2 * left)
		ft_str_addf(&out->text,
		    "(%zu more in between; --top shows more, --csv all)\n",
		    units - 2 * left);
	ft_free(order);
}

/* ---- what the intervals are ---------------------------------------------- */

/* "seeds 1 to 20" */
static void
say_seeds(const struct compare *compare, struct ft_str *str)
{
	ft_str_addf(str, "seeds %" PRIu64 " to %" PRIu64, compare->seed,
	    compare->seed + compare->seeds - 1);
}

static void
say_shaken(const struct compare *compare, struct ft_str *str)
{
	ft_str_addf(str,
	    "means over %" PRIu64 " seeds; +-: %g %% confidence\n"
	    "The unit is a shaken copy of one trace, n = %" PRIu64 " (",
	    compare->seeds, compare->confidence * 100, compare->seeds);
	say_seeds(compare, str);
	ft_str_add(str, "): the intervals are about\ntiny shifts of this "
			"trace, not about other weeks, users or machines\n");
}

static void
say_resampled(const struct compare *compare, struct ft_str *str)
{
	const char *unit = fsim_drawn(compare->source.trial.resample);
	double percent = compare->confidence * 100;

	ft_str_addf(str, "means over %" PRIu64 " resamplings of one trace (",
	    compare->seeds);
	say_seeds(compare, str);
	ft_str_addf(
	    str, ")\nThe unit is a %s, n = %zu; ", unit, compare->source.units);
	if (isnan(line_of(compare, FSIM_MEASURE_JOBS).difference.low))
		ft_str_addf(str, "no intervals: %g %% takes %u resamplings\n",
		    percent, fsim_resamplings_for(compare->confidence));
	else
		ft_str_addf(str,
		    "Low, High: the middle %g %% of the differences\n",
		    percent);
}

static void
say_traces(const struct compare *compare, struct ft_str *str)
{
	ft_str_addf(str, "means over %zu traces", compare->n_trace);
	if (compare->seeds) {
		ft_str_addf(str, ", each %s %" PRIu64 " times (",
		    compare->source.trial.resample ? "resampled" : "shaken",
		    compare->seeds);
		say_seeds(compare, str);
		ft_str_add_char(str, ')');
	}
	ft_str_addf(str,
	    "; +-: %g %% confidence\nThe unit is a trace, n = %zu\n",
	    compare->confidence * 100, compare->n_trace);
}

static void
say_sense(const struct compare *compare, struct ft_str *str)
{
	switch (compare_sense(compare)) {
	case FSIM_ONCE:
		ft_str_add(str, "n = 1: one trace, replayed once, has no "
				"confidence interval\n");
		return;
	case FSIM_SHAKEN:
		say_shaken(compare, str);
		return;
	case FSIM_RESAMPLED:
		say_resampled(compare, str);
		return;
	case FSIM_TRACES:
		say_traces(compare, str);
		return;
	case FSIM_SENSES:
		break;
	}
}

static void
print_tables(const struct compare *compare, struct ft_out *out)
{
	ft_str_addf(&out->text, "A: %s\nB: %s\n", compare->file[COMPARE_A],
	    compare->file[COMPARE_B]);
	fsim_rules_add(&out->text, &compare->source, 10);
	if (isfinite(compare->error))
		ft_str_addf(&out->text,
		    "Under A, predicted waits are off by %.1f %% from the real "
		    "ones: smaller differences mean nothing\n",
		    compare->error * 100);
	say_sense(compare, &out->text);
	ft_str_add_char(&out->text, '\n');
	print_measures(compare, out);
	ft_str_add_char(&out->text, '\n');
	print_units(compare, true, out);
	ft_str_add_char(&out->text, '\n');
	print_units(compare, false, out);
}

/* ---- rows ---------------------------------------------------------------- */

static void
put_units(const struct compare *compare, bool account, struct ft_table *table)
{
	size_t n, *order = compare_order(compare, account, &n);

	for (size_t i = 0; i < n; i++) {
		struct unit unit = unit_of(compare, &compare->unit[order[i]]);

		for (size_t k = 0; k < COMPARE_PARTS; k++)
			ft_table_put(table,
			    &(const struct compare_line *){ &unit.part[k] });
	}
	ft_free(order);
}

static void
print_rows(const struct compare *compare, struct ft_out *out)
{
	const struct ft_table_options options = { .format = compare->format };
	struct ft_column shown[COLUMNS];
	struct ft_table *table;

	/* programs identify them by name */
	for (size_t i = 0; i < COLUMNS; i++) {
		shown[i] = columns[i];
		shown[i].header = NULL;
	}
	table = ft_table_open(out, &options, shown, COLUMNS);
	put_measures(compare, table);
	if (isfinite(compare->error)) {
		struct compare_line line = error_line(compare);

		ft_table_put(table, &(const struct compare_line *){ &line });
	}
	put_traces(compare, table);
	put_units(compare, true, table);
	put_units(compare, false, table);
	ft_table_close(table);
}

/* ---- documents ----------------------------------------------------------- */

/* Print the columns of LINE from FIRST on. */
static void
doc_line(struct ft_doc *doc, const char *key, int first,
    const struct compare_line *line)
{
	ft_doc_object(
	    doc, key, columns + first, (size_t)(COLUMNS - first), &line);
}

static void
doc_units(const struct compare *compare, bool account, struct ft_doc *doc)
{
	size_t n, *order = compare_order(compare, account, &n);

	ft_doc_begin_list(doc, account ? "accounts" : "users");
	for (size_t i = 0; i < n; i++) {
		struct unit unit = unit_of(compare, &compare->unit[order[i]]);

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", unit.name);
		ft_doc_u64(doc, "jobs", unit.jobs);
		for (size_t k = 0; k < COMPARE_PARTS; k++)
			doc_line(doc, compare_parts[k].key, METRIC + 1,
			    &unit.part[k]);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_free(order);
}

static void
doc_trace(const struct compare *compare, size_t i, struct ft_doc *doc)
{
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "file", compare->trace[i]);
	ft_doc_begin_list(doc, "metrics");
	for (size_t k = 0; k < FSIM_MEASURES && compare->n_trace > 1; k++) {
		struct compare_line line = trace_line(compare, k, i);

		doc_line(doc, NULL, METRIC, &line);
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}

/* What the intervals are about. */
static void
doc_sense(const struct compare *compare, struct ft_doc *doc)
{
	enum ft_resample kind = compare->source.trial.resample;

	ft_doc_text(doc, "unit", fsim_sense_unit(compare_sense(compare)));
	ft_doc_u64(doc, "units", compare_units(compare));
	if (kind)
		ft_doc_text(doc, "drawn", fsim_drawn(kind));
	if (kind && compare->n_trace == 1)
		ft_doc_u64(doc, "drawn_from", compare->source.units);
	if (compare->seeds)
		ft_doc_u64(doc, "seed", compare->seed);
	if (compare->seeds && !kind)
		ft_doc_i64(doc, "shake", compare->shake);
	ft_doc_begin_list(doc, "traces");
	for (size_t i = 0; i < compare->n_trace; i++)
		doc_trace(compare, i, doc);
	ft_doc_end(doc);
}

static void
print_document(const struct compare *compare, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_ours(out, compare->format, SCHEMA);

	ft_doc_text(doc, "a", compare->file[COMPARE_A]);
	ft_doc_text(doc, "b", compare->file[COMPARE_B]);
	fsim_rules_document(doc, &compare->source);
	ft_doc_u64(doc, "seeds", compare->seeds);
	ft_doc_real(doc, "confidence", compare->confidence);
	doc_sense(compare, doc);
	ft_doc_real(doc, "wait_error_unchanged", compare->error);
	ft_doc_begin_list(doc, "metrics");
	for (size_t i = 0; i < FSIM_MEASURES; i++) {
		struct compare_line line = line_of(compare, i);

		doc_line(doc, NULL, METRIC, &line);
	}
	ft_doc_end(doc);
	doc_units(compare, true, doc);
	doc_units(compare, false, doc);
	ft_doc_close(doc);
}

void
compare_print(const struct compare *compare)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(compare->source.context->out);

	if (ft_formats_has_rows(compare->format))
		print_rows(compare, &out);
	else if (compare->format != FT_FORMAT_TABLE)
		print_document(compare, &out);
	else
		print_tables(compare, &out);
}
