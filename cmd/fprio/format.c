/* format.c - chooses the columns. */
#include "fprio/fprio.h"

/* ---- the usual columns ------------------------------------------------------------- */

static bool
has_weight(const struct fprio_table *table, enum ft_priority_factor factor)
{
	const struct ft_priority_params *params = &table->standings.params;

	if (factor == FT_FACTOR_TRES)
		return params->n_tres > 0;
	return ft_factor_weight(params, factor) > 0;
}

/* A column of a factor: always with -l, else if it counts. */
static void
add_factor(struct ft_str *format, const struct fprio_table *table,
    enum ft_priority_factor factor, const char *weighted, const char *norm)
{
	const struct fprio_args *args = table->args;

	if (args->long_list || has_weight(table, factor))
		ft_str_add(format, args->norm ? norm : weighted);
}

/* A column that only some releases have. */
static void
add_known(struct ft_str *format, const struct fprio_table *table, char letter,
    const char *column)
{
	if (ft_code_find(fprio_fields, letter, table->args->context->release))
		ft_str_add(format, column);
}

static void
add_factors(struct ft_str *format, const struct fprio_table *table)
{
	const struct fprio_args *args = table->args;

	add_factor(format, table, FT_FACTOR_AGE, " %.10A", " %10a");
	add_factor(format, table, FT_FACTOR_ASSOC, " %.10B", " %10b");
	add_factor(format, table, FT_FACTOR_FAIRSHARE, " %.10F", " %10f");
	add_factor(format, table, FT_FACTOR_JOB_SIZE, " %.10J", " %10j");
	add_factor(format, table, FT_FACTOR_PARTITION, " %.10P", " %10p");
	if (args->long_list)
		add_known(format, table, 'n', args->norm ? " %10n" : " %.10n");
	add_factor(format, table, FT_FACTOR_QOS, " %.10Q", " %10q");
}

/* Every column that adds something to the sum. */
static void
add_parts(struct ft_str *format, const struct fprio_table *table)
{
	static const struct {
		enum ft_priority_factor factor;
		const char *column;
	} columns[] = {
		{ FT_FACTOR_SITE, " %.10S" },
		{ FT_FACTOR_AGE, " %.10A" },
		{ FT_FACTOR_ASSOC, " %.10B" },
		{ FT_FACTOR_FAIRSHARE, " %.10F" },
		{ FT_FACTOR_JOB_SIZE, " %.10J" },
		{ FT_FACTOR_PARTITION, " %.10P" },
		{ FT_FACTOR_QOS, " %.10Q" },
		{ FT_FACTOR_TRES, " %.10T" },
		{ FT_FACTOR_NICE, " %.10N" },
	};
	bool other = false;

	for (size_t i = 0; i < FT_COUNT(columns); i++) {
		enum ft_priority_factor factor = columns[i].factor;
		bool any = table->args->long_list || has_weight(table, factor);

		for (size_t k = 0; k < table->n && !any; k++)
			any = table->row[k]->priority.weighted[factor] != 0;
		if (any)
			ft_str_add(format, columns[i].column);
	}
	for (size_t k = 0; k < table->n && !other && table->args->explain;
	     k++) {
		struct ft_priority_parts parts;

		ft_priority_split(&table->row[k]->priority, &parts);
		other = parts.other != 0;
	}
	if (other)
		ft_str_add(format, " %.10X");
}

static void
usual(struct ft_str *format, const struct fprio_table *table)
{
	const struct fprio_args *args = table->args;

	ft_str_add(format, "%.15i %9r");
	if (args->sibling && !args->local &&
	    !(args->context->slurm && args->long_list))
		ft_str_add(format, " %.8c");
	if (args->users.text || args->long_list || args->explain)
		ft_str_add(format, " %.8u");
	if (args->long_list)
		add_known(format, table, 'o', " %.8o");
	ft_str_add(format, args->norm ? " %10y" : " %.10Y");
	if (args->explain || args->percent) {
		add_parts(format, table);
		return;
	}
	if (!args->norm)
		ft_str_add(format, " %.10S");
	add_factors(format, table);
	if (args->long_list && !args->norm)
		ft_str_add(format, " %.11N");
	add_factor(format, table, FT_FACTOR_TRES, " %.20T", " %20t");
}

/* ---- -o ------------------------------------------------------------------------------ */

static bool
unknown(void *ctx, const char *spec)
{
	struct fprio_args *args = ctx;

	args->bad_format = true;

	ft_cmd_error(args->context,
	    args->context->slurm ? "Invalid job format specification: %s"
				 : "no column has the letter '%s'",
	    spec);
	return false;
}

void
fprio_format_choose(const struct fprio_table *table, struct ft_code_list *list)
{
	struct fprio_args *args = table->args;
	struct ft_str format FT_CLEANUP(ft_str_free) = { 0 };

	if (args->format_text)
		ft_str_add(&format, args->format_text);
	else
		usual(&format, table);
	if (args->place)
		ft_str_add(&format, " %.9k %.9g %.10U %.10H");
	list->release = args->context->release;
	ft_code_choose(list, fprio_fields, ft_str_text(&format), unknown, args);
}
