#include "common/opt.h"

#include <inttypes.h>
#include <assert.h>
#include <getopt.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"
#include "common/near.h"
#include "fairtree.h"

#define LONG_BASE     256 /* getopt values of long options start here */
#define HELP_COLUMN   28  /* where sentences start */
#define HELP_WIDTH    79
#define SLURM_VERSION "slurm-wlm 22.05.8"

const struct ft_option ft_opt_standard[] = {
	{ 0, "help", NULL, FT_OPT_KEY_HELP, 0, FT_COMPLETE_NONE,
	    "print this help and exit" },
	{ 'h', NULL, NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN | FT_OPT_OURS,
	    FT_COMPLETE_NONE, "print this help and exit" },
	{ 0, "usage", NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "print the help and exit" },
	{ 'V', "version", NULL, FT_OPT_KEY_VERSION, 0, FT_COMPLETE_NONE,
	    "print the version and exit" },
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

bool
ft_opt_known(const struct ft_context *context, const struct ft_option *row)
{
	return !(row->flags & (context->slurm ? FT_OPT_OURS : FT_OPT_SLURM));
}

/* What getopt_long wants, made of the rows. */
struct parser {
	const struct ft_option **row; /* by long option's value - LONG_BASE */
	struct option *option;
	struct ft_str letters;
	size_t n; /* rows that are known */
	size_t n_option;
};

static size_t
count_rows(const struct ft_option *row)
{
	size_t n = 0;

	while (row[n].letter || row[n].name)
		n++;
	return n;
}

static int
argument_kind(const struct ft_option *row)
{
	if (!row->arg)
		return no_argument;
	return row->flags & FT_OPT_OPTIONAL_ARG ? optional_argument
						: required_argument;
}

static void
add_rows(struct parser *parser, const struct ft_context *context,
    const struct ft_option *row)
{
	for (; row->letter || row->name; row++) {
		int kind = argument_kind(row);

		if (!ft_opt_known(context, row))
			continue;
		if (row->letter) {
			ft_str_add_char(&parser->letters, row->letter);
			ft_str_add_fill(&parser->letters, ':', (size_t)kind);
		}
		if (row->name) {
			parser->option[parser->n_option++] =
			    (struct option){ row->name, kind, NULL,
				    LONG_BASE + (int)parser->n };
		}
		parser->row[parser->n++] = row;
	}
}

static void
parser_init(struct parser *parser, const struct ft_context *context)
{
	size_t rows =
	    count_rows(context->cmd->options) + count_rows(ft_opt_standard);

	*parser = (struct parser){ 0 };
	parser->row = ft_calloc(rows, sizeof *parser->row);
	parser->option = ft_calloc(rows + 1, sizeof *parser->option);
	if (context->cmd->options_first)
		ft_str_add_char(&parser->letters, '+');
	add_rows(parser, context, context->cmd->options);
	add_rows(parser, context, ft_opt_standard);
}

static void
parser_free(struct parser *parser)
{
	ft_free(parser->row);
	ft_free(parser->option);
	ft_str_free(&parser->letters);
}

static const struct ft_option *
find_row(const struct parser *parser, int value)
{
	if (value >= LONG_BASE)
		return parser->row[value - LONG_BASE];
	for (size_t i = 0; i < parser->n; i++) {
		if (parser->row[i]->letter == value)
			return parser->row[i];
	}
	return NULL;
}

/* Under our own names: the long option that WORD, "--name", may have meant. */
static void
suggest(const struct ft_context *context, const struct parser *parser,
    const char *word)
{
	char name[64];
	struct ft_near near = { .word = name };

	if (context->slurm || strncmp(word, "--", 2) != 0)
		return;
	snprintf(
	    name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (size_t i = 0; i < parser->n; i++) {
		const struct ft_option *row = parser->row[i];

		if (row->name && !(row->flags & FT_OPT_HIDDEN))
			ft_near_offer(&near, row->name);
	}
	if (near.best)
		fprintf(context->err, "Did you mean --%s?\n", near.best);
}

static enum ft_opt_result
bad_option(const struct ft_context *context, const struct parser *parser,
    const char *unknown)
{
	if (unknown)
		suggest(context, parser, unknown);
	fprintf(context->err, "Try \"%s%s%s --help\" for more information\n",
	    context->program, context->verb ? " " : "",
	    context->verb ? context->verb : "");
	return FT_OPT_BAD;
}

/* One option that was met. */
static enum ft_opt_result
take(struct ft_context *context, const struct ft_option *row, ft_opt_fn *fn,
    void *ctx)
{
	struct ft_error err = { 0 };
	enum ft_status status;

	if (row->key == FT_OPT_KEY_HELP) {
		ft_opt_help(context, context->out);
		return FT_OPT_DONE;
	}
	if (row->key == FT_OPT_KEY_VERSION) {
		fprintf(context->out, "%s\n",
		    context->slurm ? SLURM_VERSION : "fairtree " FT_VERSION);
		if (context->cmd->tell_version)
			context->cmd->tell_version(ctx);
		return FT_OPT_DONE;
	}
	status = fn(ctx, row->key, row->arg ? optarg : NULL, &err);
	if (status == FT_OPT_STOP)
		return FT_OPT_DONE;
	if (status != FT_OK) {
		ft_cmd_fail(context, &err);
		return FT_OPT_BAD;
	}
	return FT_OPT_GO;
}

enum ft_opt_result
ft_opt_parse(struct ft_context *context, int argc, char **argv, ft_opt_fn *fn,
    void *ctx, int *operand)
{
	enum ft_opt_result result = FT_OPT_GO;
	struct parser parser;
	int value;

	parser_init(&parser, context);
	optind = 0; /* glibc: start afresh, with a new line */
	opterr = 1;
	while (result == FT_OPT_GO &&
	       (value = getopt_long(argc, argv, ft_str_text(&parser.letters),
		    parser.option, NULL)) != -1) {
		const struct ft_option *row =
		    value == '?' ? NULL : find_row(&parser, value);

		/* A long option that is unknown leaves optopt 0. */
		if (row)
			result = take(context, row, fn, ctx);
		else
			result = bad_option(context, &parser,
			    optopt == 0 ? argv[optind - 1] : NULL);
	}
	*operand = optind;
	parser_free(&parser);
	return result;
}

int
ft_opt_run(struct ft_context *context, int argc, char **argv, ft_opt_fn *fn,
    ft_opt_go_fn *go, void *ctx)
{
	int operand;

	switch (ft_opt_parse(context, argc, argv, fn, ctx, &operand)) {
	case FT_OPT_DONE:
		return 0;
	case FT_OPT_BAD:
		return 1;
	case FT_OPT_GO:
		break;
	}
	return go(ctx, argc - operand, argv + operand);
}

/* ---- arguments ------------------------------------------------------------ */

/* "auto|always|never" as "auto, always or never" */
static void
list_choices(struct ft_str *str, const char *choices)
{
	const char *last = strrchr(choices, '|');

	for (; *choices; choices++) {
		if (*choices == '|')
			ft_str_add(str, choices == last ? " or " : ", ");
		else
			ft_str_add_char(str, *choices);
	}
}

enum ft_status
ft_opt_choice(const char *name, const char *choices, const char *arg,
    size_t *choice, struct ft_error *err)
{
	struct ft_str list = { 0 };
	const char *at = choices;
	enum ft_status status;

	for (size_t i = 0; *at; i++) {
		size_t len = strcspn(at, "|");

		if (strlen(arg) == len && strncmp(arg, at, len) == 0) {
			*choice = i;
			return FT_OK;
		}
		at += len + (at[len] == '|');
	}
	list_choices(&list, choices);
	status = ft_fail(err, FT_EINVAL, "bad word for --%s: '%s' (%s)", name,
	    arg, ft_str_text(&list));
	ft_str_free(&list);
	return status;
}

enum ft_status
ft_opt_number(const char *name, const char *arg, uint64_t least, uint64_t most,
    uint64_t *number, struct ft_error *err)
{
	uint64_t value;
	bool good = ft_num_u64(arg, &value) && value >= least && value <= most;

	if (!good && most == UINT64_MAX)
		return ft_fail(err, FT_EINVAL,
		    "bad number for --%s: '%s' (%" PRIu64 " or more)", name,
		    arg, least);
	if (!good)
		return ft_fail(err, FT_EINVAL,
		    "bad number for --%s: '%s' (%" PRIu64 " to %" PRIu64 ")",
		    name, arg, least, most);
	*number = value;
	return FT_OK;
}

/* ---- help ----------------------------------------------------------------- */

/* Print TEXT in lines, starting at column AT, further lines at INDENT. */
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

/* LEFT at column 2, TEXT at HELP_COLUMN, on the next line if need be. */
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
	struct ft_str left = { 0 };
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
	ft_str_free(&left);
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
		struct ft_str left = { 0 };

		ft_str_addf(&left, "%s %s", (*verb)->name, (*verb)->synopsis);
		help_row(out, left.data, (*verb)->summary);
		ft_str_free(&left);
	}
}

/* Those of the command, else the first one of each of its verbs. */
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
		fputs("\nCommands:\n", out);
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
