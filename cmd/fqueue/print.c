/* print.c - rows as a table, and as CSV, JSON and YAML of our own. */

#include "fqueue/fqueue.h"

/* ---- rows ---------------------------------------------------------------------- */

typedef void row_fn(void *ctx, const struct fqueue_row *row);

/* Call FN for each line: of a waiting array once per task with -r. */
static void
each_row(const struct fqueue_view *view, row_fn *fn, void *ctx)
{
	for (size_t i = 0; i < view->n; i++) {
		struct fqueue_row row = view->row[i];
		const struct ft_job *job = row.of.job;

		/* an array that was cancelled as a whole stays one */
		if (!view->args->array || !ft_job_is_head(job) ||
		    job->state != FT_JOB_PENDING) {
			fn(ctx, &row);
			continue;
		}
		for (size_t k = 0; k < job->n_tasks; k++) {
			row.of.task = (int32_t)job->tasks[k];
			fn(ctx, &row);
		}
	}
}

static void
widen_row(void *ctx, const struct fqueue_row *row)
{
	ft_code_widen_row(ctx, row);
}

static void
print_row(void *ctx, const struct fqueue_row *row)
{
	ft_code_print_row(ctx, row);
}

void
fqueue_print(const struct fqueue_view *view, struct ft_code_list *list,
    struct ft_out *out)
{
	struct ft_code_printer printer = {
		.list = list, .out = out, .cut = view->args->context->slurm
	};

	if (!printer.cut) {
		if (!view->args->no_header)
			ft_code_widen_row(&printer, NULL);
		each_row(view, widen_row, &printer);
	}
	if (!view->args->no_header)
		ft_code_print_row(&printer, NULL);
	each_row(view, print_row, &printer);
	ft_str_free(&printer.room);
}

/* ---- for programs ------------------------------------------------------------------ */

static void
put_row(void *ctx, const struct fqueue_row *row)
{
	ft_table_put(ctx, row);
}

/* Programs get a column by the name and header that it has of jobs. */
static const struct ft_column *
own_name(const struct ft_column *column)
{
	return ft_columns_find(
	    fqueue_fields, column->name, strlen(column->name), FT_RELEASE_ANY);
}

struct ft_table *
fqueue_table_open(const struct fqueue_args *args,
    const struct ft_code_list *list, struct ft_out *out)
{
	struct ft_table_options options = {
		.format = args->kind,
		.no_header = args->no_header,
		.schema = "fairtree.jobs/1",
		.rows = "jobs",
	};
	struct ft_columns fields FT_CLEANUP(ft_columns_free) = { 0 };

	if (args->kind == FT_FORMAT_JSON || args->kind == FT_FORMAT_YAML)
		ft_columns_add_keys(&fields, fqueue_fields);
	else
		for (size_t i = 0; i < list->n; i++)
			ft_columns_add(
			    &fields, own_name(&list->item[i].column), 20);
	for (size_t i = 0; i < fields.n && args->steps; i++)
		fqueue_use_step(&fields.item[i]);
	return ft_table_open(out, &options, fields.item, fields.n);
}

void
fqueue_table_put(struct ft_table *table, const struct fqueue_view *view)
{
	each_row(view, put_row, table);
}
