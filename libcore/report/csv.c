#include <math.h>

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
cell(struct ft_table *table, const struct ft_cell *value)
{
	struct ft_str *str = &table->out->text;

	switch (value->kind) {
	case FT_CELL_TEXT:
		ft_str_clear(&table->scratch);
		ft_str_add_n(&table->scratch, value->text, value->len);
		ft_str_add_csv(str, ft_str_text(&table->scratch));
		break;
	case FT_CELL_U64:
		ft_format_u64(str, value->number);
		break;
	case FT_CELL_REAL:
		if (isfinite(value->real))
			ft_str_add_real(str, value->real);
		else if (!isnan(value->real))
			ft_str_add(str, value->real > 0 ? "inf" : "-inf");
		break;
	case FT_CELL_UNSET:
	case FT_CELL_INFINITE:
		break;
	}
	part(table, table->next);
}

static void
row(struct ft_table *table)
{
	(void)table;
}

const struct ft_format ft_format_csv = { head, cell, row, row };
