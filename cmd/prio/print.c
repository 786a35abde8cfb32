/* Rows as a table or as CSV. */
#include <inttypes.h>
#include <string.h>

#include "base/timefmt.h"
#include "prio/prio.h"

struct printer {
	const struct prio_table *table;
	struct ft_code_list *list;
	struct ft_out *out;
	struct ft_str cell;
};

static const char *
header_of(const struct printer *printer, const struct ft_code_item *item)
{
	if (printer->table->args->format == FT_FORMAT_CSV)
		return prio_fields[item->code->id].name;
	return item->code->header;
}

/* ---- one line --------------------------------------------------------------------------- */

static const char *
cell_of(struct printer *printer, enum prio_row row,
    const struct ft_standing *standing, const struct ft_code_item *item)
{
	ft_str_clear(&printer->cell);
	prio_cell(
	    &printer->cell, printer->table, row, standing, item->code->id);
	return ft_str_text(&printer->cell);
}

/* CSV, or columns parted by |. */
static void
print_parted(struct printer *printer, bool header, enum prio_row row,
    const struct ft_standing *standing)
{
	enum ft_format_kind format = printer->table->args->format;
	struct ft_str *text = &printer->out->text;

	for (size_t i = 0; i < printer->list->n; i++) {
		const struct ft_code_item *item = &printer->list->item[i];
		const char *cell = header
				       ? header_of(printer, item)
				       : cell_of(printer, row, standing, item);

		if (i > 0)
			ft_str_add_char(
			    text, format == FT_FORMAT_CSV ? ',' : '|');
		if (format == FT_FORMAT_CSV)
			ft_str_add_csv(text, cell);
		else
			ft_str_add(text, cell);
	}
	ft_str_add(text, format == FT_FORMAT_PARSABLE ? "|\n" : "\n");
}

static void
print_line(struct printer *printer, bool header, enum prio_row row,
    const struct ft_standing *standing)
{
	bool cut = printer->table->args->context->slurm;
	struct ft_str *text = &printer->out->text;

	if (printer->table->args->format != FT_FORMAT_TABLE) {
		print_parted(printer, header, row, standing);
		return;
	}
	ft_str_add(text, printer->list->text);
	for (size_t i = 0; i < printer->list->n; i++) {
		const struct ft_code_item *item = &printer->list->item[i];

		ft_code_add(text, item,
		    header ? header_of(printer, item)
			   : cell_of(printer, row, standing, item),
		    cut);
	}
	ft_str_add_char(text, '\n');
}

/* ---- all lines ---------------------------------------------------------------------------- */

/* Under our own name nothing is cut, except what %y has beyond its width. */
static void
widen(struct printer *printer, enum prio_row row,
    const struct ft_standing *standing)
{
	for (size_t i = 0; i < printer->list->n; i++) {
		struct ft_code_item *item = &printer->list->item[i];

		ft_code_widen(item, header_of(printer, item));
		if (standing || row != PRIO_ROW_JOB)
			ft_code_widen(
			    item, cell_of(printer, row, standing, item));
	}
}

static void
widen_all(struct printer *printer)
{
	const struct prio_table *table = printer->table;

	widen(printer, PRIO_ROW_JOB, NULL);
	if (table->args->weights) {
		widen(printer, PRIO_ROW_WEIGHTS, NULL);
		return;
	}
	for (size_t i = 0; i < table->n; i++)
		widen(printer, PRIO_ROW_JOB, table->row[i]);
	if (table->args->totals)
		widen(printer, PRIO_ROW_TOTAL, NULL);
}

static void
print_rows(struct printer *printer)
{
	const struct prio_table *table = printer->table;

	if (table->args->weights) {
		print_line(printer, false, PRIO_ROW_WEIGHTS, NULL);
		return;
	}
	for (size_t i = 0; i < table->n; i++) {
		print_line(printer, false, PRIO_ROW_JOB, table->row[i]);
		ft_out_step(printer->out);
	}
	if (table->args->totals)
		print_line(printer, false, PRIO_ROW_TOTAL, NULL);
}

/* ---- --explain ------------------------------------------------------------------------------ */

static void
add_formula(struct ft_str *text, const struct ft_priority_params *params,
    enum ft_priority_factor factor, const char *formula)
{
	uint32_t weight = ft_factor_weight(params, factor);

	if (weight > 0)
		ft_str_addf(text, "%-10s %" PRIu32 " x %s\n",
		    ft_factor_column(factor), weight, formula);
}

static void
add_formulae(struct ft_str *text, const struct prio_table *table)
{
	const struct ft_priority_params *params = &table->standings.params;
	const char *tres =
	    ft_conf_text(table->world.conf, FT_CONF_PRIORITY_WEIGHT_TRES);
	char age[32];
	struct ft_str formula = { 0 };

	ft_time_format_duration(age, sizeof age, params->max_age);
	ft_str_addf(
	    &formula, "time waited / PriorityMaxAge (%s), at most 1", age);
	add_formula(text, params, FT_FACTOR_AGE, ft_str_text(&formula));
	add_formula(text, params, FT_FACTOR_ASSOC,
	    params->flags & FT_PRIO_NO_NORMAL_ASSOC
		? "priority of the association"
		: "priority of the association / the highest of all");
	add_formula(text, params, FT_FACTOR_FAIRSHARE,
	    "FairShare of the association, 0 to 1");
	add_formula(text, params, FT_FACTOR_JOB_SIZE,
	    params->flags & FT_PRIO_SMALL_RELATIVE
		? "part of the cluster per minute of the time limit"
	    : params->favor_small
		? "mean of the parts of nodes and CPUs it leaves to others"
		: "mean of its parts of all nodes and of all CPUs");
	add_formula(text, params, FT_FACTOR_PARTITION,
	    params->flags & FT_PRIO_NO_NORMAL_PART
		? "PriorityJobFactor of the partition"
		: "PriorityJobFactor of the partition / the highest of all");
	add_formula(text, params, FT_FACTOR_QOS,
	    params->flags & FT_PRIO_NO_NORMAL_QOS
		? "priority of the QOS"
		: "priority of the QOS / the highest of all");
	if (params->n_tres > 0)
		ft_str_addf(text, "%-10s %s, each x %s\n", "TRES", tres,
		    params->flags & FT_PRIO_NO_NORMAL_TRES
			? "what it asks for"
			: "what it asks for / what the partition has");
	ft_str_free(&formula);
}

static void
explain(const struct prio_table *table, struct ft_str *text)
{
	ft_str_add(text,
	    "\nPRIORITY is the sum of the columns behind it; NICE is taken "
	    "off.\n");
	add_formulae(text, table);
	ft_str_add(text,
	    "The exact sum is cut down to a whole number.  Each column is "
	    "rounded down, then\n"
	    "those that lost most get 1 more each, until they add up to it "
	    "(largest\n"
	    "remainder).\n");
	if (table->sum.parts.other != 0)
		ft_str_add(text,
		    "OTHER: a priority set by hand, or what keeps it within 1 "
		    "and 4294967295.\n");
}

enum ft_status
prio_print(const struct prio_table *table, struct ft_out *out)
{
	const struct prio_args *args = table->args;
	struct ft_code choice[PRIO_FIELDS + 1];
	struct ft_code_list list;
	struct printer printer = { .table = table, .list = &list, .out = out };

	ft_code_list_init(&list);
	prio_format_choose(table, &list, choice);
	if (args->bad_format && !args->context->slurm) {
		ft_code_list_free(&list);
		return FT_EINVAL;
	}
	if (!args->context->slurm && args->format == FT_FORMAT_TABLE)
		widen_all(&printer);
	if (!args->no_header)
		print_line(&printer, true, PRIO_ROW_JOB, NULL);
	print_rows(&printer);
	if (args->explain && !args->weights && !args->no_header &&
	    args->format == FT_FORMAT_TABLE && table->n > 0)
		explain(table, &out->text);
	ft_str_free(&printer.cell);
	ft_code_list_free(&list);
	return FT_OK;
}
