#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "common/jobtext.h"
#include "queue/queue.h"

/* ---- rows ---------------------------------------------------------------------- */

typedef void row_fn(
    void *ctx, const struct queue_view *view, const struct queue_row *row);

/* Call FN for each line: of a waiting array once per task with -r. */
static void
each_row(const struct queue_view *view, row_fn *fn, void *ctx)
{
	for (size_t i = 0; i < view->n; i++) {
		struct queue_row row = view->row[i];
		const struct ft_job *job = row.job;

		/* an array that was cancelled as a whole stays one */
		if (!view->args->array || !ft_job_is_head(job) ||
		    job->state != FT_JOB_PENDING) {
			fn(ctx, view, &row);
			continue;
		}
		for (size_t k = 0; k < job->n_tasks; k++) {
			row.task = (int32_t)job->tasks[k];
			fn(ctx, view, &row);
		}
	}
}

/* The step of a batch script: it has the first node, and no limit. */
static void
step_cell(const struct queue_view *view, const struct queue_row *row, int field,
    struct ft_str *out)
{
	switch (field) {
	case QUEUE_ID:
		queue_cell(view, row, field, out);
		ft_str_add(out, ".batch");
		break;
	case QUEUE_NAME:
		ft_str_add(out, "batch");
		break;
	case QUEUE_TASKS:
		ft_str_add_char(out, '1');
		break;
	case QUEUE_TIME_LIMIT:
		ft_str_add(out, "UNLIMITED");
		break;
	case QUEUE_NODE_LIST:
		ft_jobtext_add_first_node(out, view->world, row->job);
		break;
	case QUEUE_TRES_PER_NODE:
		ft_str_add(out, "(null)");
		break;
	default:
		queue_cell(view, row, field, out);
		break;
	}
}

static void
cell(const struct queue_view *view, const struct queue_row *row, int field,
    struct ft_str *out)
{
	ft_str_clear(out);
	if (view->args->steps)
		step_cell(view, row, field, out);
	else
		queue_cell(view, row, field, out);
}

/* ---- tables ---------------------------------------------------------------------- */

struct printer {
	struct ft_code_list *list;
	struct ft_out *out;
	struct ft_str text;
	bool cut;
};

static void
widen_row(void *ctx, const struct queue_view *view, const struct queue_row *row)
{
	struct printer *printer = ctx;

	for (size_t k = 0; k < printer->list->n; k++) {
		struct ft_code_item *item = &printer->list->item[k];

		cell(view, row, item->code->id, &printer->text);
		ft_code_widen(item, ft_str_text(&printer->text));
	}
}

/*
 * What squeue hands to printf(3): durations and lists of nodes are not cut if
 * they are to the right; of (null) glibc prints nothing where it does not fit.
 */
static void
add_cell(const struct printer *printer, const struct ft_code_item *item,
    const char *text)
{
	int id = item->code->id;
	bool whole =
	    item->right && (id == QUEUE_TIME_LIMIT || id == QUEUE_TIME_LEFT ||
			       id == QUEUE_TIME_USED || id == QUEUE_NODE_LIST ||
			       id == QUEUE_SCHED_NODES);

	if (printer->cut && !item->right && item->width > 0 &&
	    item->width < (int)strlen("(null)") && strcmp(text, "(null)") == 0)
		text = "";
	ft_code_add(&printer->out->text, item, text, printer->cut && !whole);
}

static void
print_row(void *ctx, const struct queue_view *view, const struct queue_row *row)
{
	struct printer *printer = ctx;
	struct ft_out *out = printer->out;

	ft_str_add(&out->text, printer->list->text);
	for (size_t k = 0; k < printer->list->n; k++) {
		const struct ft_code_item *item = &printer->list->item[k];

		cell(view, row, item->code->id, &printer->text);
		add_cell(printer, item, ft_str_text(&printer->text));
	}
	ft_str_add_char(&out->text, '\n');
	ft_out_step(out);
}

static void
print_header(const struct printer *printer)
{
	struct ft_str *text = &printer->out->text;

	ft_str_add(text, printer->list->text);
	for (size_t k = 0; k < printer->list->n; k++)
		ft_code_add(text, &printer->list->item[k],
		    printer->list->item[k].code->header, printer->cut);
	ft_str_add_char(text, '\n');
}

void
queue_print(const struct queue_view *view, struct ft_code_list *list,
    struct ft_out *out)
{
	struct printer printer = {
		.list = list, .out = out, .cut = view->args->context->slurm
	};

	if (!printer.cut) {
		for (size_t k = 0; k < list->n && !view->args->no_header; k++)
			ft_code_widen(
			    &list->item[k], list->item[k].code->header);
		each_row(view, widen_row, &printer);
	}
	if (!view->args->no_header)
		print_header(&printer);
	each_row(view, print_row, &printer);
	ft_str_free(&printer.text);
}

/* ---- for programs ------------------------------------------------------------------ */

static bool
says_nothing(const char *text)
{
	return strcmp(text, "(null)") == 0 || strcmp(text, "N/A") == 0 ||
	       strcmp(text, "n/a") == 0 || strcmp(text, "NONE") == 0;
}

static void
put(struct ft_table *table, enum ft_column_type type, const char *text)
{
	uint64_t number;
	int64_t whole;

	if (says_nothing(text))
		ft_table_unset(table);
	else if (type == FT_COLUMN_UINT && ft_num_u64(text, &number))
		ft_table_u64(table, number);
	else if (type == FT_COLUMN_REAL && ft_num_i64(text, &whole))
		ft_table_real(table, (double)whole);
	else
		ft_table_text(table, text);
}

static void
put_row(void *ctx, const struct queue_view *view, const struct queue_row *row)
{
	struct queue_document *document = ctx;

	for (size_t k = 0; k < document->fields.n; k++) {
		const struct ft_column *field = &document->fields.item[k];

		cell(view, row, field->id, &document->text);
		put(document->table, field->type, ft_str_text(&document->text));
	}
	ft_table_row(document->table);
}

void
queue_document_open(struct queue_document *document,
    const struct queue_args *args, const struct ft_code_list *list,
    struct ft_out *out)
{
	struct ft_table_options options = {
		.format = args->kind,
		.no_header = args->no_header,
		.schema = "fairtree.jobs/1",
		.rows = "jobs",
	};
	bool all = args->kind == FT_FORMAT_JSON || args->kind == FT_FORMAT_YAML;
	size_t most = all ? QUEUE_FIELDS : list->n;

	*document = (struct queue_document){ 0 };
	ft_columns_init(&document->fields);
	for (size_t k = 0; k < most; k++) {
		int id = all ? (int)k : list->item[k].code->id;

		if (!all || queue_fields[id].key)
			ft_columns_add(&document->fields, &queue_fields[id], 0);
	}
	document->table = ft_table_open(
	    out, &options, document->fields.item, document->fields.n);
}

void
queue_document_rows(
    struct queue_document *document, const struct queue_view *view)
{
	each_row(view, put_row, document);
}

void
queue_document_close(struct queue_document *document)
{
	ft_table_close(document->table);
	ft_str_free(&document->text);
	ft_columns_free(&document->fields);
}
