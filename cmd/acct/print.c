#include <string.h>

#include "acct/acct.h"
#include "base/num.h"

static void
put(struct ft_table *table, const struct ft_column *field, const char *text,
    bool program)
{
	uint64_t number;

	if (program && (!*text || strcmp(text, "Unknown") == 0 ||
			   strcmp(text, "None") == 0 ||
			   strcmp(text, "None assigned") == 0))
		ft_table_unset(table);
	else if (field->type == FT_COLUMN_UINT && ft_num_u64(text, &number))
		ft_table_u64(table, number);
	else
		ft_table_text(table, text);
}

static void
print_row(const struct facct_view *view, const struct ft_columns *list,
    const struct ft_job *job, bool step, struct ft_table *table)
{
	bool program = view->args->kind == FT_FORMAT_JSON ||
		       view->args->kind == FT_FORMAT_YAML;
	struct ft_str text = { 0 };

	for (size_t i = 0; i < list->n; i++) {
		const struct ft_column *field = &list->item[i];

		ft_str_clear(&text);
		facct_cell(view, job, step, field->id, &text);
		put(table, field, ft_str_text(&text), program);
	}
	ft_table_row(table);
	ft_str_free(&text);
}

static void
print_rows(const struct facct_view *view, const struct ft_columns *list,
    struct ft_table *table)
{
	for (size_t i = 0; i < view->n; i++) {
		const struct ft_job *job = view->job[i];

		if (facct_shows_job(view, job))
			print_row(view, list, job, false, table);
		if (facct_shows_step(view, job))
			print_row(view, list, job, true, table);
	}
}

static void
print_table(const struct facct_view *view,
    const struct ft_table_options *options, const struct ft_columns *list,
    struct ft_out *out)
{
	struct ft_table *table =
	    ft_table_open(out, options, list->item, list->n);

	if (ft_table_measure(table)) {
		print_rows(view, list, table);
		ft_table_print(table);
	}
	print_rows(view, list, table);
	ft_table_close(table);
}

void
facct_print(const struct facct_view *view, const struct ft_columns *list,
    struct ft_out *out)
{
	const struct facct_args *args = view->args;
	struct ft_table_options options = {
		.format = args->kind,
		.no_header = args->no_header,
		.grow = !args->context->slurm,
		.lines = args->context->slurm,
		.delimiter = args->delimiter,
	};

	print_table(view, &options, list, out);
}

void
facct_document(const struct facct_view *view, struct ft_out *out)
{
	struct ft_table_options options = {
		.format = view->args->kind,
		.schema = "fairtree.accounting/1",
		.rows = "jobs",
	};
	struct ft_columns list;

	ft_columns_init(&list);
	for (int i = 0; i < ACCT_FIELDS; i++) {
		if (facct_fields[i].key)
			ft_columns_add(&list, &facct_fields[i], 0);
	}
	print_table(view, &options, &list, out);
	ft_columns_free(&list);
}
