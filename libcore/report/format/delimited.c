/*
 * delimited.c - rows of cells with a delimiter: CSV and parsable.
 *
 * RFC 4180 asks for CRLF, but tools of Unix expect LF, so lines end with LF.
 */
#include "report/format/internal.h"

static bool
is_csv(const struct ft_table *table)
{
	return table->options.format == FT_FORMAT_CSV;
}

/* Add the delimiter after cell I. */
static void
part(struct ft_table *table, size_t i)
{
	struct ft_str *str = &table->out->text;

	if (i + 1 == table->n && table->options.format != FT_FORMAT_PARSABLE)
		return;
	if (is_csv(table))
		ft_str_add_char(str, ',');
	else if (table->options.delimiter)
		ft_str_add(str, table->options.delimiter);
	else
		ft_str_add_char(str, '|');
}

static void
row(struct ft_table *table)
{
	ft_str_add_char(&table->out->text, '\n');
}

static void
head(struct ft_table *table)
{
	if (table->options.no_header)
		return;
	for (size_t i = 0; i < table->n; i++) {
		const struct ft_column *column = &table->column[i];

		if (is_csv(table))
			ft_str_add_csv(&table->out->text, column->name);
		else
			ft_str_add(&table->out->text, column->header);
		part(table, i);
	}
	row(table);
}

static void
cell(struct ft_table *table, const struct ft_value *value)
{
	struct ft_str *str = &table->out->text;

	if (!is_csv(table)) {
		if (value->kind != FT_VALUE_UNSET)
			ft_table_render(str, value);
	} else if (value->kind == FT_VALUE_TEXT) {
		ft_str_add_csv_n(str, value->text, value->len);
	} else {
		ft_value_add(str, value);
	}
	part(table, table->next);
}

static void
tail(struct ft_table *table)
{
	(void)table;
}

const struct ft_format ft_format_delimited = { head, cell, row, tail };
