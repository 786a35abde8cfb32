#include "report/format_int.h"

/* RFC 4180 asks for CRLF; the tools of Unix do not want it, and take LF. */
static void
part(struct ft_table *table, size_t i)
{
	ft_str_add_char(&table->out->text, i + 1 < table->n ? ',' : '\n');
}

static void
head(struct ft_table *table)
{
	if (table->options.no_header)
		return;
	for (size_t i = 0; i < table->n; i++) {
		ft_str_add_csv(&table->out->text, table->column[i].name);
		part(table, i);
	}
}

static void
cell(struct ft_table *table, const struct ft_value *value)
{
	struct ft_str *str = &table->out->text;

	if (value->kind == FT_VALUE_TEXT) {
		ft_str_clear(&table->scratch);
		ft_str_add_n(&table->scratch, value->text, value->len);
		ft_str_add_csv(str, ft_str_text(&table->scratch));
	} else {
		ft_value_add(str, value);
	}
	part(table, table->next);
}

static void
row(struct ft_table *table)
{
	(void)table;
}

const struct ft_format ft_format_csv = { head, cell, row, row };
