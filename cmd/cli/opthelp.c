/* opthelp.c - --help of a command, from its tables. */

#include "cli/opt.h"
#include "report/format/column.h"

#define HELP_COLUMN 28 /* where sentences start */
#define HELP_WIDTH  79

/* Print TEXT from column AT on, wrapped, with further lines at INDENT. */
static void
wrap(FILE *out, const char *text, size_t at, size_t indent)
{
	while (*text) {
		size_t len = strcspn(text, " ");

		if (at > indent && at + 1 + len > HELP_WIDTH) {
			fprintf(out, "\n%*s", (int)indent, "");
			at = indent;
		} else if (at > indent) {
			fputc(' ', out);
			at++;
		}
		fwrite(text, 1, len, out);
		at += len;
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

/* LEFT at column 2, TEXT at HELP_COLUMN, on the next line if LEFT is long. */
static void
help_row(FILE *out, const char *left, const char *text)
{
	size_t len = strlen(left);

	fprintf(out, "  %s", left);
	if (len + 4 > HELP_COLUMN) {
		fputc('\n', out);
		len = 0;
	} else {
		len += 2;
	}
	fprintf(out, "%*s", (int)(HELP_COLUMN - len), "");
	wrap(out, text, HELP_COLUMN, HELP_COLUMN);
}

static void
help_option(FILE *out, const struct ft_option *row)
{
	struct ft_str left FT_CLEANUP(ft_str_free) = { 0 };
	bool optional = row->flags & FT_OPT_OPTIONAL_ARG;

	if (row->letter)
		ft_str_addf(&left, "-%c%s", row->letter, row->name ? ", " : "");
	else
		ft_str_add(&left, "    ");
	if (row->name)
		ft_str_addf(&left, "--%s", row->name);
	if (row->arg && optional)
		ft_str_addf(&left, "[=%s]", row->arg);
	else if (row->arg)
		ft_str_addf(&left, "%c%s", row->name ? '=' : ' ', row->arg);
	help_row(out, left.data, row->sentence);
}

static void
help_options(
    const struct ft_context *context, const struct ft_option *row, FILE *out)
{
	for (; row->letter || row->name; row++) {
		if (ft_opt_known(context, row) && !(row->flags & FT_OPT_HIDDEN))
			help_option(out, row);
	}
}

static void
help_verbs(const struct ft_cmd *cmd, FILE *out)
{
	fputs("\nCommands (each has a --help of its own):\n", out);
	for (const struct ft_cmd *const *verb = cmd->verbs; *verb; verb++) {
		struct ft_str left FT_CLEANUP(ft_str_free) = { 0 };

		ft_str_addf(&left, "%s %s", (*verb)->name, (*verb)->synopsis);
		help_row(out, left.data, (*verb)->summary);
	}
}

/* The examples of the command, or else the first one of each verb. */
static void
help_examples(const struct ft_cmd *cmd, FILE *out)
{
	const struct ft_example *example = cmd->examples;

	if (example || cmd->verbs)
		fputs("\nExamples:\n", out);
	for (; example && example->command; example++)
		help_row(out, example->command, example->sentence);
	if (cmd->examples)
		return;
	for (const struct ft_cmd *const *verb = cmd->verbs; verb && *verb;
	     verb++) {
		example = (*verb)->examples;
		if (example && example->command)
			help_row(out, example->command, example->sentence);
	}
}

enum ft_status
ft_opt_help_fields(const struct ft_opt_use *use)
{
	bool slurm = use->context->slurm;
	FILE *out = use->context->out;
	size_t n = 0;

	for (const struct ft_column *row = use->context->cmd->fields; row->name;
	     row++) {
		if (row->flags & (slurm ? 0 : FT_COLUMN_SLURM) ||
		    !ft_column_is_known(row, use->context->release))
			continue;
		if (n > 0)
			fputc(n % 4 ? ' ' : '\n', out);
		fprintf(out, "%-*s", (int)use->row->value, row->name);
		n++;
	}
	fputc('\n', out);
	return FT_OPT_STOP;
}

/* Print a letter as the next of eight in a line. */
static void
help_letter(FILE *out, char letter, size_t *n)
{
	if (*n > 0)
		fputc(*n % 8 ? ' ' : '\n', out);
	/* the last of a line has a blank more: the one before its end */
	fprintf(out, "%%%-4c", letter);
	if (*n % 8 == 7)
		fputc(' ', out);
	(*n)++;
}

enum ft_status
ft_opt_help_letters(const struct ft_opt_use *use)
{
	const struct ft_column *fields = use->context->cmd->fields, *row;
	FILE *out = use->context->out;
	size_t n = 0;

	for (const char *at = use->row->joined; *at; at++) {
		row = fields;
		while (row->name &&
		       !(row->letter == *at &&
			   ft_column_is_known(row, use->context->release)))
			row++;
		if (row->name)
			help_letter(out, *at, &n);
	}
	for (row = fields; row->name && !use->context->slurm; row++)
		if (row->letter && !strchr(use->row->joined, row->letter) &&
		    ft_column_is_known(row, use->context->release))
			help_letter(out, row->letter, &n);
	fputs(n % 8 ? " \n" : "\n", out);
	return FT_OPT_STOP;
}

void
ft_opt_help(const struct ft_context *context, FILE *out)
{
	const struct ft_cmd *cmd = context->cmd;

	fprintf(out, "Usage: %s%s%s %s\n", context->program,
	    context->verb ? " " : "", context->verb ? context->verb : "",
	    cmd->synopsis);
	wrap(out, cmd->summary, 0, 0);
	if (!context->slurm)
		help_examples(cmd, out);
	if (cmd->operands) {
		/* words that are typed as they are, or that stand for others */
		fprintf(out, "\n%s:\n",
		    cmd->operands->syntax[0] >= 'a' ? "Commands" : "Arguments");
		for (const struct ft_operand *row = cmd->operands; row->syntax;
		     row++)
			help_row(out, row->syntax, row->sentence);
	}
	if (cmd->verbs)
		help_verbs(cmd, out);
	fputs("\nOptions:\n", out);
	help_options(context, cmd->options, out);
	help_options(context, ft_opt_standard, out);
}
