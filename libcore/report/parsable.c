#include "report/format_int.h"

static void
part(struct ft_table *table, size_t i)
{
	const char *delimiter = table->options.delimiter;

	if (i + 1 < table->n || table->options.format == FT_FORMAT_PARSABLE)
		ft_str_add(&table->out->text, delimiter ? delimiter : "|");
}

static void
head(struct ft_table *table)
{
	if (table->options.no_header)
		return;
	for (size_t i = 0; i < table->n; i++) {
		ft_str_add(&table->out->text, table->column[i].header);
		part(table, i);
	}
	ft_str_add_char(&table->out->text, '\n');
}

static void
cell(struct ft_table *table, const struct ft_value *value)
{
	ft_table_render(&table->out->text, value);
	part(table, table->next);
}

static void
row(struct ft_table *table)
{
	ft_str_add_char(&table->out->text, '\n');
}

static void
tail(struct ft_table *table)
{
	(void)table;
}

const struct ft_format ft_format_parsable = { head, cell, row, tail };
