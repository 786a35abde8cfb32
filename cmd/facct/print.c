/* print.c - the rows of facct as a table, as CSV, JSON and YAML. */

#include "facct/facct.h"
#include "model/job/joboption.h"

/* A table, and its columns for jobs and for their steps. */
struct printing {
	const struct facct_view *view;
	struct ft_table *table;
	const struct ft_columns *columns;
	struct ft_columns of_step;
};

static bool
print_job(void *ctx, const struct ft_job *job)
{
	const struct printing *printing = ctx;
	const struct facct_view *view = printing->view;
	struct facct_row row;

	facct_row_fill(&row, view, job);
	if (facct_shows_job(view, job))
		ft_table_put_as(printing->table, printing->columns->item, &row);
	if (facct_shows_step(view, job)) {
		facct_row_step(&row);
		ft_table_put_as(printing->table, printing->of_step.item, &row);
	}
	return true;
}

static enum ft_status
print_table(struct facct_view *view, const struct ft_table_options *options,
    const struct ft_columns *columns, struct ft_out *out, struct ft_error *err)
{
	struct printing printing = { .view = view,
		.table = ft_table_open(out, options, columns->item, columns->n),
		.columns = columns };
	enum ft_status status = FT_OK;

	facct_step_columns(&printing.of_step, columns);
	if (ft_table_measure(printing.table)) {
		status = facct_each(view, print_job, &printing, err);
		ft_table_print(printing.table);
	}
	if (status == FT_OK)
		status = facct_each(view, print_job, &printing, err);
	ft_table_close(printing.table);
	ft_columns_free(&printing.of_step);
	return status;
}

/* Where --batch-script and --env-vars print. */
struct origin {
	const struct facct_args *args;
	struct ft_out *out;
	bool kept;
};

static bool
print_origin(void *ctx, const struct ft_job *job)
{
	const struct origin *origin = ctx;
	struct ft_str *text = &origin->out->text;

	ft_str_addf(text,
	    origin->args->script ? "Batch Script for %" PRIu32 "\n"
				 : "Environment used for %" PRIu32
				   " (must be batch to display)\n",
	    job->number);
	for (int dash = 0; dash < 80; dash++)
		ft_str_add_char(text, '-');
	ft_str_add_char(text, '\n');
	if (!origin->kept || !ft_job_option(job, "script", text))
		ft_str_add(text, "NONE\n");
	ft_str_add_char(text, '\n');
	ft_out_step(origin->out);
	return true;
}

enum ft_status
facct_print_origin(
    struct facct_view *view, struct ft_out *out, struct ft_error *err)
{
	const struct facct_args *args = view->args;
	struct origin origin = { args, out, .kept = !args->env };

	/* slurmdbd keeps scripts only if configured to; we keep no environment */
	if (args->context->slurm && !strstr(ft_conf_text(&args->session.conf,
						FT_CONF_ACCOUNTING_STORE_FLAGS),
					"job_script"))
		origin.kept = false;
	return facct_each(view, print_origin, &origin, err);
}

enum ft_status
facct_print(struct facct_view *view, const struct ft_columns *columns,
    struct ft_out *out, struct ft_error *err)
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

	return print_table(view, &options, columns, out, err);
}

enum ft_status
facct_document(
    struct facct_view *view, struct ft_out *out, struct ft_error *err)
{
	struct ft_table_options options = {
		.format = view->args->kind,
		.schema = "fairtree.accounting/1",
		.rows = "jobs",
	};
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };

	ft_columns_add_keys(&columns, facct_fields);
	return print_table(view, &options, &columns, out, err);
}
