#include "facct/facct.h"
#include "model/job/joboption.h"

static void
print_rows(const struct facct_view *view, const struct ft_columns *columns,
    const struct ft_columns *of_step, struct ft_table *table)
{
	for (size_t i = 0; i < view->n; i++) {
		const struct ft_job *job = view->job[i];
		struct facct_row row;

		facct_row_fill(&row, view, job);
		if (facct_shows_job(view, job))
			ft_table_put_as(table, columns->item, &row);
		facct_row_step(&row);
		if (facct_shows_step(view, job))
			ft_table_put_as(table, of_step->item, &row);
	}
}

static void
print_table(const struct facct_view *view,
    const struct ft_table_options *options, const struct ft_columns *columns,
    struct ft_out *out)
{
	struct ft_table *table =
	    ft_table_open(out, options, columns->item, columns->n);
	struct ft_columns of_step = { 0 };

	facct_step_columns(&of_step, columns);
	if (ft_table_measure(table)) {
		print_rows(view, columns, &of_step, table);
		ft_table_print(table);
	}
	print_rows(view, columns, &of_step, table);
	ft_table_close(table);
	ft_columns_free(&of_step);
}

void
facct_print_origin(const struct facct_view *view, struct ft_out *out)
{
	const struct facct_args *args = view->args;
	/* slurmdbd keeps scripts only if configured to; we keep no environment */
	bool kept =
	    !args->env && (!args->context->slurm ||
			      strstr(ft_conf_text(&args->session.conf,
					 FT_CONF_ACCOUNTING_STORE_FLAGS),
				  "job_script"));

	for (size_t i = 0; i < view->n; i++) {
		const struct ft_job *job = view->job[i];

		ft_str_addf(&out->text,
		    args->script ? "Batch Script for %" PRIu32 "\n"
				 : "Environment used for %" PRIu32
				   " (must be batch to display)\n",
		    job->number);
		for (int dash = 0; dash < 80; dash++)
			ft_str_add_char(&out->text, '-');
		ft_str_add_char(&out->text, '\n');
		if (!kept || !ft_job_option(job, "script", &out->text))
			ft_str_add(&out->text, "NONE\n");
		ft_str_add_char(&out->text, '\n');
	}
}

void
facct_print(const struct facct_view *view, const struct ft_columns *columns,
    struct ft_out *out)
{
	const struct facct_args *args = view->args;
	struct ft_table_options options = {
		.format = args->kind,
		.no_header = args->no_header,
		.grow = !args->context->slurm,
		.lines = args->context->slurm,
		.none = true,
		.delimiter = args->delimiter,
	};

	print_table(view, &options, columns, out);
}

void
facct_document(const struct facct_view *view, struct ft_out *out)
{
	struct ft_table_options options = {
		.format = view->args->kind,
		.schema = "fairtree.accounting/1",
		.rows = "jobs",
	};
	struct ft_columns columns = { 0 };

	ft_columns_add_keys(&columns, facct_fields);
	print_table(view, &options, &columns, out);
	ft_columns_free(&columns);
}
