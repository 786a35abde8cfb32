/* print.c - what fshare prints around its rows. */

#include "fshare/fshare.h"

/* The lines of a drawn tree. */
struct fshare_lines {
	const char *branch, *corner, *bar, *blank;
};
static const struct fshare_lines utf8_lines = { "├─ ", "└─ ", "│  ", "   " };
static const struct fshare_lines ascii_lines = { "|- ", "`- ", "|  ", "   " };

struct printer {
	const struct fshare_table *table;
	struct ft_table *out;
	const struct fshare_lines *lines; /* NULL: no tree is drawn */
	struct ft_str lead;               /* printed before a name */
	struct ft_str open; /* --tree: by depth, '1' after the last sibling */
};

/* The lines in front of a name. */
static void
draw(struct printer *printer, size_t i, uint32_t depth)
{
	struct ft_str *open = &printer->open;
	bool last = printer->table->last[i];

	while (open->len <= depth)
		ft_str_add_char(open, '0');
	open->data[depth] = last ? '1' : '0';
	for (uint32_t d = 1; d < depth; d++)
		ft_str_add(&printer->lead, open->data[d] == '1'
					       ? printer->lines->blank
					       : printer->lines->bar);
	if (depth > 0)
		ft_str_add(&printer->lead,
		    last ? printer->lines->corner : printer->lines->branch);
}

static void
print_rows(struct printer *printer)
{
	const struct fshare_table *table = printer->table;
	struct ft_shares_row row;

	ft_str_clear(&printer->open);
	for (size_t i = 0; i < table->n; i++) {
		uint32_t depth = fshare_indent(table, table->row[i]);

		fshare_row_fill(&row, table, i);
		ft_str_clear(&printer->lead);
		if (printer->lines)
			draw(printer, i, depth);
		else
			ft_str_add_fill(&printer->lead, ' ', depth);
		if (table->args->format != FT_FORMAT_CSV || printer->lines)
			row.lead = ft_str_text(&printer->lead);
		row.drawn = printer->lines;
		ft_table_put(printer->out, &row);
	}
}

void
fshare_print(const struct fshare_table *table, const struct ft_columns *columns,
    struct ft_out *out, struct ft_doc *doc)
{
	const struct fshare_args *args = table->args;
	bool slurm = args->context->slurm;
	struct ft_table_options options = {
		.format = args->format,
		.no_header = args->no_header,
		.grow = !slurm,
		.lines = slurm,
		.sent = true,
		.paint = ft_color_paint(args->context, args->color),
		.doc = doc,
	};
	struct printer printer = { .table = table };

	if (args->tree)
		printer.lines =
		    ft_cmd_shows_utf8() ? &utf8_lines : &ascii_lines;
	printer.out = ft_table_open(out, &options, columns->item, columns->n);
	if (ft_table_measure(printer.out)) {
		print_rows(&printer);
		ft_table_print(printer.out);
	}
	print_rows(&printer);
	ft_table_close(printer.out);
	ft_str_free(&printer.lead);
	ft_str_free(&printer.open);
}
