/* compare_print.c - both sides as tables, CSV, a document. */

#include "common/formats.h"
#include "report/doc.h"
#include "sim/compare.h"

#define SCHEMA "fairtree.compare/1"

static const char *
winner(int better)
{
	return better > 0 ? "B" : better < 0 ? "A" : "-";
}

static const char *
fate(int better)
{
	return better > 0 ? "gains" : better < 0 ? "loses" : "-";
}

/* ---- tables ------------------------------------------------------------------ */

static void
cell(struct ft_table *table, double value, int decimals, const char *sign)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (isnan(value))
		ft_str_add(&text, "-");
	else if (*sign)
		ft_str_addf(&text, "%+.*f", decimals, value);
	else
		ft_str_addf(&text, "%.*f", decimals, value);
	ft_table_text(table, ft_str_text(&text));
}

static void
cells(struct ft_table *table, const struct compare *compare,
    const struct compare_line *line, int decimals)
{
	cell(table, line->mean[COMPARE_A], decimals, "");
	cell(table, line->mean[COMPARE_B], decimals, "");
	cell(table, line->difference.mean, decimals, "+");
	if (compare->seeds)
		cell(table, line->difference.half, decimals, "");
}

static struct ft_table *
open_table(struct ft_out *out, const struct ft_column *column, size_t n)
{
	const struct ft_table_options options = { .format = FT_FORMAT_TABLE,
		.grow = true };

	return ft_table_open(out, &options, column, n);
}

static void
add_column(struct ft_column *column, size_t *n, const char *header, int width)
{
	column[(*n)++] = (struct ft_column){
		.header = header, .name = header, .width = width
	};
}

static void
print_measures(const struct compare *compare, struct ft_out *out)
{
	struct ft_column column[8];
	struct ft_table *table;
	size_t n = 0;

	add_column(column, &n, "Metric", -18);
	add_column(column, &n, "A", 12);
	add_column(column, &n, "B", 12);
	add_column(column, &n, "B-A", 12);
	if (compare->seeds)
		add_column(column, &n, "+-", 10);
	add_column(column, &n, "Better", 6);
	table = open_table(out, column, n);
	for (size_t i = 0; i < SIM_MEASURES; i++) {
		const struct sim_measure *measure = &sim_measures[i];
		struct compare_line line = compare_line_of(
		    compare, compare->value[i], measure->better);

		ft_table_text(table, measure->key);
		cells(table, compare, &line, measure->decimals);
		ft_table_text(table, winner(line.better));
		ft_table_row(table);
	}
	ft_table_close(table);
}

static void
print_unit(struct ft_table *table, const struct compare *compare,
    const struct compare_unit *unit)
{
	struct compare_line line[COMPARE_PARTS];

	for (size_t i = 0; i < COMPARE_PARTS; i++)
		line[i] = compare_line_of(
		    compare, unit->value[i], compare_parts[i].better);
	ft_table_text(table, unit->name);
	ft_table_u64(table, unit->jobs);
	cells(table, compare, &line[COMPARE_WAIT], 0);
	for (size_t i = COMPARE_SLOWDOWN; i < COMPARE_PARTS; i++)
		for (size_t side = 0; side < COMPARE_SIDES; side++)
			cell(table, line[i].mean[side],
			    compare_parts[i].decimals, "");
	ft_table_text(table, fate(line[COMPARE_WAIT].better));
	ft_table_row(table);
}

/* Those who gain most and those who lose most. */
static void
print_units(const struct compare *compare, bool account, struct ft_out *out)
{
	struct ft_column column[12];
	struct ft_table *table;
	size_t n = 0, units, *order = compare_order(compare, account, &units);
	size_t left = compare->top;

	add_column(column, &n, account ? "Account" : "User", -18);
	add_column(column, &n, "Jobs", 6);
	add_column(column, &n, "WaitA", 8);
	add_column(column, &n, "WaitB", 8);
	add_column(column, &n, "B-A", 8);
	if (compare->seeds)
		add_column(column, &n, "+-", 8);
	add_column(column, &n, "SlowA", 7);
	add_column(column, &n, "SlowB", 7);
	add_column(column, &n, "ShareA", 6);
	add_column(column, &n, "ShareB", 6);
	add_column(column, &n, "B", 5);
	table = open_table(out, column, n);
	for (size_t i = 0; i < units; i++)
		if (i < left || i + left >= units)
			print_unit(table, compare, &compare->unit[order[i]]);
	ft_table_close(table);
	if (units > 2 * left)
		ft_str_addf(&out->text,
		    "(%zu more in between; --top shows more, --csv all)\n",
		    units - 2 * left);
	ft_free(order);
}

static void
print_tables(const struct compare *compare, struct ft_out *out)
{
	ft_str_addf(&out->text, "A: %s\nB: %s\n", compare->file[COMPARE_A],
	    compare->file[COMPARE_B]);
	if (compare->seeds)
		ft_str_addf(&out->text,
		    "means over %" PRIu64 " seeds; +-: %g %% confidence\n",
		    compare->seeds, compare->confidence * 100);
	ft_str_add_char(&out->text, '\n');
	print_measures(compare, out);
	ft_str_add_char(&out->text, '\n');
	print_units(compare, true, out);
	ft_str_add_char(&out->text, '\n');
	print_units(compare, false, out);
}

/* ---- rows: one for each number -------------------------------------------------- */

static void
put_number(struct ft_table *table, double value)
{
	if (isfinite(value))
		ft_table_real(table, value);
	else
		ft_table_unset(table);
}

static void
put_line(struct ft_table *table, const char *kind, const char *name,
    const char *metric, const struct compare_line *line)
{
	ft_table_text(table, kind);
	ft_table_text(table, name);
	ft_table_text(table, metric);
	put_number(table, line->mean[COMPARE_A]);
	put_number(table, line->mean[COMPARE_B]);
	put_number(table, line->difference.mean);
	put_number(table, line->difference.half);
	ft_table_u64(table, line->difference.n);
	ft_table_text(table, line->better ? winner(line->better) : NULL);
	ft_table_row(table);
}

static void
put_units(const struct compare *compare, bool account, struct ft_table *table)
{
	size_t n, *order = compare_order(compare, account, &n);

	for (size_t i = 0; i < n; i++) {
		const struct compare_unit *unit = &compare->unit[order[i]];

		for (size_t k = 0; k < COMPARE_PARTS; k++) {
			struct compare_line line = compare_line_of(
			    compare, unit->value[k], compare_parts[k].better);

			put_line(table, account ? "account" : "user",
			    unit->name, compare_parts[k].key, &line);
		}
	}
	ft_free(order);
}

static void
print_rows(const struct compare *compare, struct ft_out *out)
{
	static const struct ft_column columns[] = {
		{ .name = "kind" },
		{ .name = "name" },
		{ .name = "metric" },
		{ .name = "a", .type = FT_COLUMN_REAL },
		{ .name = "b", .type = FT_COLUMN_REAL },
		{ .name = "difference", .type = FT_COLUMN_REAL },
		{ .name = "half", .type = FT_COLUMN_REAL },
		{ .name = "n", .type = FT_COLUMN_UINT },
		{ .name = "better" },
	};
	const struct ft_table_options options = { .format = compare->format };
	struct ft_table *table = ft_table_open(
	    out, &options, columns, sizeof columns / sizeof *columns);

	for (size_t i = 0; i < SIM_MEASURES; i++) {
		struct compare_line line = compare_line_of(
		    compare, compare->value[i], sim_measures[i].better);

		put_line(table, "all", NULL, sim_measures[i].key, &line);
	}
	put_units(compare, true, table);
	put_units(compare, false, table);
	ft_table_close(table);
}

/* ---- documents ------------------------------------------------------------------ */

static void
doc_line(struct ft_doc *doc, const struct compare_line *line)
{
	ft_doc_real(doc, "a", line->mean[COMPARE_A]);
	ft_doc_real(doc, "b", line->mean[COMPARE_B]);
	ft_doc_real(doc, "difference", line->difference.mean);
	ft_doc_real(doc, "half", line->difference.half);
	ft_doc_u64(doc, "n", line->difference.n);
	ft_doc_text(doc, "better", line->better ? winner(line->better) : NULL);
}

static void
doc_units(const struct compare *compare, bool account, struct ft_doc *doc)
{
	size_t n, *order = compare_order(compare, account, &n);

	ft_doc_begin_list(doc, account ? "accounts" : "users");
	for (size_t i = 0; i < n; i++) {
		const struct compare_unit *unit = &compare->unit[order[i]];

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "name", unit->name);
		ft_doc_u64(doc, "jobs", unit->jobs);
		for (size_t k = 0; k < COMPARE_PARTS; k++) {
			struct compare_line line = compare_line_of(
			    compare, unit->value[k], compare_parts[k].better);

			ft_doc_begin(doc, compare_parts[k].key);
			doc_line(doc, &line);
			ft_doc_end(doc);
		}
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	ft_free(order);
}

static void
print_document(const struct compare *compare, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open(out, compare->format);

	ft_doc_head(doc, SCHEMA);
	ft_doc_text(doc, "a", compare->file[COMPARE_A]);
	ft_doc_text(doc, "b", compare->file[COMPARE_B]);
	ft_doc_u64(doc, "seeds", compare->seeds);
	ft_doc_real(doc, "confidence", compare->confidence);
	ft_doc_begin_list(doc, "metrics");
	for (size_t i = 0; i < SIM_MEASURES; i++) {
		struct compare_line line = compare_line_of(
		    compare, compare->value[i], sim_measures[i].better);

		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "metric", sim_measures[i].key);
		doc_line(doc, &line);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
	doc_units(compare, true, doc);
	doc_units(compare, false, doc);
	ft_doc_tail(doc);
	ft_doc_close(doc);
}

void
compare_print(const struct compare *compare)
{
	struct ft_out out;

	ft_out_init(&out, compare->source.context->out);
	if (ft_formats_has_rows(compare->format))
		print_rows(compare, &out);
	else if (compare->format != FT_FORMAT_TABLE)
		print_document(compare, &out);
	else
		print_tables(compare, &out);
	ft_out_free(&out);
}
