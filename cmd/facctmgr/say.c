/* What facctmgr says, on either stream. */

#include "facctmgr/facctmgr.h"

void
facctmgr_say(struct facctmgr *acct, const char *format, ...)
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

static void say_error(struct facctmgr *acct, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void
say_error(struct facctmgr *acct, const char *format, va_list args)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addv(&text, format, args);
	if (acct->context->slurm)
		facctmgr_complain(acct, "%s: error: %s\n",
		    acct->context->program, ft_str_text(&text));
	else
		ft_cmd_error(acct->context, "%s", ft_str_text(&text));
}

void
facctmgr_error(struct facctmgr *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_error(acct, format, args);
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
		say_error(acct, ours, args);
	va_end(args);
	return 1;
}

void
facctmgr_hush(struct ft_context *context, struct facctmgr_hush *hush)
{
	*hush =
	    (struct facctmgr_hush){ .out = context->out, .err = context->err };
	context->out = ft_cmd_collect(&hush->said, &hush->n_said);
	context->err = ft_cmd_collect(&hush->complaint, &hush->n_complaint);
}

void
facctmgr_unhush(struct ft_context *context, struct facctmgr_hush *hush)
{
	ft_cmd_collected(context->out);
	ft_cmd_collected(context->err);
	context->out = hush->out;
	context->err = hush->err;
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
