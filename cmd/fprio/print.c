/* print.c - rows as a table or as CSV. */

#include "base/text/timefmt.h"
#include "fprio/fprio.h"

typedef void row_fn(void *ctx, const struct fprio_row *row);

/* Call FN for each line below the header. */
static void
each_row(const struct fprio_table *table, row_fn *fn, void *ctx)
{
	struct fprio_row row = { .table = table, .kind = FPRIO_ROW_WEIGHTS };

	if (table->args->weights) {
		fn(ctx, &row);
		return;
	}
	row.kind = FPRIO_ROW_JOB;
	for (size_t i = 0; i < table->n; i++) {
		row.standing = table->row[i];
		row.job = row.standing->job;
		fn(ctx, &row);
	}
	row.standing = NULL;
	row.job = NULL;
	row.kind = FPRIO_ROW_TOTAL;
	if (table->args->totals)
		fn(ctx, &row);
}

static void
widen_row(void *ctx, const struct fprio_row *row)
{
	ft_code_widen_row(ctx, row);
}

static void
print_row(void *ctx, const struct fprio_row *row)
{
	ft_code_print_row(ctx, row);
}

static void
put_row(void *ctx, const struct fprio_row *row)
{
	ft_table_put(ctx, row);
}

/* CSV, or columns separated by |. */
static void
print_parted(const struct fprio_table *table, const struct ft_code_list *list,
    struct ft_out *out)
{
	const struct ft_table_options options = {
		.format = table->args->format,
		.no_header = table->args->no_header,
		.lines = true,
	};
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_table *to;

	for (size_t i = 0; i < list->n; i++)
		ft_columns_add(&columns, &list->item[i].column, 0);
	to = ft_table_open(out, &options, columns.item, columns.n);
	each_row(table, put_row, to);
	ft_table_close(to);
}

/* Under our own name nothing is cut, except what %y has beyond its width. */
static void
print_lines(const struct fprio_table *table, struct ft_code_list *list,
    struct ft_out *out)
{
	struct ft_code_printer printer = {
		.list = list, .out = out, .cut = table->args->context->slurm
	};

	if (!printer.cut) {
		ft_code_widen_row(&printer, NULL);
		each_row(table, widen_row, &printer);
	}
	if (!table->args->no_header)
		ft_code_print_row(&printer, NULL);
	each_row(table, print_row, &printer);
	ft_str_free(&printer.room);
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
add_formulae(struct ft_str *text, const struct fprio_table *table)
{
	const struct ft_priority_params *params = &table->standings.params;
	const char *tres =
	    ft_conf_text(table->world.conf, FT_CONF_PRIORITY_WEIGHT_TRES);
	char age[32];
	struct ft_str formula FT_CLEANUP(ft_str_free) = { 0 };

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
}

static void
explain(const struct fprio_table *table, struct ft_str *text)
{
	ft_str_add(text,
	    "\nPRIORITY is the sum of the columns after it; NICE is "
	    "subtracted.\n");
	add_formulae(text, table);
	ft_str_add(text,
	    "The exact sum is truncated to an integer.  Each column is "
	    "rounded down, then\n"
	    "the columns that lost most get 1 more each until they add up to "
	    "it (largest\n"
	    "remainder).\n");
	if (table->sum.parts.other != 0)
		ft_str_add(text,
		    "OTHER: a priority set by hand, or what keeps it within 1 "
		    "and 4294967295.\n");
}

enum ft_status
fprio_print(const struct fprio_table *table, struct ft_out *out)
{
	const struct fprio_args *args = table->args;
	bool people = args->format == FT_FORMAT_TABLE;
	enum ft_status status = FT_OK;
	struct ft_code_list list;

	ft_code_list_init(&list);
	fprio_format_choose(table, &list);
	if (args->bad_format && !args->context->slurm)
		status = FT_EINVAL;
	else if (people)
		print_lines(table, &list, out);
	else
		print_parted(table, &list, out);
	if (status == FT_OK && people && args->explain && !args->weights &&
	    !args->no_header && table->n > 0)
		explain(table, &out->text);
	ft_code_list_free(&list);
	return status;
}
