#include <langinfo.h>
#include <string.h>

#include "base/mem.h"
#include "share/share.h"

/* Pieces a tree is drawn of. */
struct lines {
	const char *branch, *corner, *bar, *blank;
};
static const struct lines utf8_lines = { "├─ ", "└─ ", "│  ", "   " };
static const struct lines ascii_lines = { "|- ", "`- ", "|  ", "   " };

struct printer {
	const struct share_table *table;
	const struct ft_columns *fields;
	struct ft_table *out;
	const struct lines *lines;
	struct ft_str account; /* the cell being made */
	struct ft_str open; /* --tree: by depth, '1' after the last sibling */
};

/* The lines in front of a name. */
static void
draw(struct printer *printer, size_t i)
{
	uint32_t depth = share_indent(printer->table, printer->table->row[i]);
	struct ft_str *open = &printer->open;
	bool last = printer->table->last[i];

	while (open->len <= depth)
		ft_str_add_char(open, '0');
	open->data[depth] = last ? '1' : '0';
	for (uint32_t d = 1; d < depth; d++)
		ft_str_add(&printer->account, open->data[d] == '1'
						  ? printer->lines->blank
						  : printer->lines->bar);
	if (depth > 0)
		ft_str_add(&printer->account,
		    last ? printer->lines->corner : printer->lines->branch);
}

static void
account_cell(struct printer *printer, size_t i)
{
	const struct share_table *table = printer->table;
	uint32_t node = table->row[i];
	const char *name =
	    ft_tree_account(table->data.tree, &table->names, node);
	struct ft_str *str = &printer->account;

	ft_str_clear(str);
	if (table->args->tree) {
		draw(printer, i);
		if (ft_tree_is_user(table->data.tree, node))
			name =
			    ft_tree_user(table->data.tree, &table->names, node);
	} else if (table->args->format != FT_FORMAT_CSV) {
		ft_str_add_fill(str, ' ', share_indent(table, node));
	}
	ft_str_add(str, name ? name : "");
	ft_table_text_n(printer->out, str->data, str->len);
}

static void
print_rows(struct printer *printer)
{
	const struct share_table *table = printer->table;
	const struct ft_columns *fields = printer->fields;
	struct ft_share_values values;

	ft_str_clear(&printer->open);
	for (size_t i = 0; i < table->n; i++) {
		uint32_t node = table->row[i];

		share_values(table, node, &values);
		for (size_t k = 0; k < fields->n; k++) {
			int id = fields->item[k].id;

			if (id == SHARE_ACCOUNT)
				account_cell(printer, i);
			else
				share_cell(
				    table, node, &values, id, printer->out);
		}
		ft_table_row(printer->out);
	}
}

void
share_print(const struct share_table *table, const struct ft_columns *fields,
    struct ft_out *out)
{
	const struct share_args *args = table->args;
	struct ft_table_options options = {
		.format = args->format,
		.no_header = args->no_header,
		.grow = !args->context->slurm,
		.lines = args->context->slurm,
		.color = ft_color_use(args->context, args->color),
	};
	struct printer printer = { .table = table, .fields = fields };

	printer.lines = strcmp(nl_langinfo(CODESET), "UTF-8") == 0
			    ? &utf8_lines
			    : &ascii_lines;
	printer.out = ft_table_open(out, &options, fields->item, fields->n);
	if (ft_table_measure(printer.out)) {
		print_rows(&printer);
		ft_table_print(printer.out);
	}
	print_rows(&printer);
	ft_table_close(printer.out);
	ft_str_free(&printer.account);
	ft_str_free(&printer.open);
}
