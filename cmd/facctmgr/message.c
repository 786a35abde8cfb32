/* message.c - what facctmgr prints on either stream. */

#include "facctmgr/facctmgr.h"

void
facctmgr_print(struct facctmgr *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(acct->context->out, format, args);
	va_end(args);
}

void
facctmgr_complain(struct facctmgr *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(acct->context->err, format, args);
	va_end(args);
}

bool
facctmgr_logs(const struct facctmgr *acct)
{
	return acct->context->slurm &&
	       !(acct->quiet &&
		   ft_release_has(acct->context->release, FT_RULE_QUIET_LOG));
}

static void print_error(struct facctmgr *acct, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void
print_error(struct facctmgr *acct, const char *format, va_list args)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addv(&text, format, args);
	if (acct->context->slurm) {
		/* where both streams are one, after what was printed */
		(void)fflush(acct->context->out);
		facctmgr_complain(acct, "%s: error: %s\n",
		    acct->context->program, ft_str_text(&text));
	} else {
		ft_cmd_error(acct->context, "%s", ft_str_text(&text));
	}
}

void
facctmgr_error(struct facctmgr *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_error(acct, format, args);
	va_end(args);
}

int
facctmgr_fail(struct facctmgr *acct, const char *slurm, const char *ours, ...)
{
	va_list args;

	va_start(args, ours);
	if (acct->context->slurm)
		vfprintf(acct->context->err, slurm, args);
	else
		print_error(acct, ours, args);
	va_end(args);
	return 1;
}

void
facctmgr_capture_start(
    struct ft_context *context, struct facctmgr_capture *capture)
{
	*capture = (struct facctmgr_capture){ .out = context->out,
		.err = context->err };
	context->out = ft_cmd_collect(&capture->out_text, &capture->n_out);
	context->err = ft_cmd_collect(&capture->err_text, &capture->n_err);
}

void
facctmgr_capture_end(
    struct ft_context *context, struct facctmgr_capture *capture)
{
	ft_cmd_collected(context->out);
	ft_cmd_collected(context->err);
	context->out = capture->out;
	context->err = capture->err;
}

void
facctmgr_table_open(struct facctmgr_table *table, struct facctmgr *acct,
    struct ft_table_options options, const struct ft_column *column, size_t n)
{
	options.format = acct->format;
	options.no_header = acct->no_header;
	options.grow = !acct->context->slurm;
	options.lines = acct->context->slurm;
	ft_out_init(&table->out, acct->context->out);
	table->rows = ft_table_open(&table->out, &options, column, n);
}

void
facctmgr_table_close(struct facctmgr_table *table)
{
	if (table->rows) {
		ft_table_close(table->rows);
		ft_out_free(&table->out);
	}
	table->rows = NULL;
}
