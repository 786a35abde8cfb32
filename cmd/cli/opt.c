#include "cli/opt.h"

#include <getopt.h>

#include "cli/spelling.h"

#define LONG_BASE 256 /* getopt values of long options start here */

/* The tables of getopt_long, made from the rows. */
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

/* Returns the number of the row that ROW is the same as, or else a new one. */
static size_t
number_of(const struct parser *parser, const struct ft_option *row)
{
	static const char same[] = "the same as --";
	const size_t len = sizeof same - 1;
	size_t i = 0;

	while (
	    i < parser->n &&
	    (strncmp(row->sentence, same, len) != 0 || !parser->row[i]->name ||
		strcmp(parser->row[i]->name, row->sentence + len) != 0))
		i++;
	return i;
}

/* To getopt two names of one option are not ambiguous when they are cut. */
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
				    LONG_BASE + (int)number_of(parser, row) };
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

/* Suggest a long option for WORD, "--name"; only under our own names. */
static void
suggest(const struct ft_context *context, const struct parser *parser,
    const char *word)
{
	char name[64];
	struct ft_spelling spelling = { .word = name };

	if (context->slurm || strncmp(word, "--", 2) != 0)
		return;
	snprintf(
	    name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (size_t i = 0; i < parser->n; i++) {
		const struct ft_option *row = parser->row[i];

		if (row->name && !(row->flags & FT_OPT_HIDDEN))
			ft_spelling_offer(&spelling, row->name);
	}
	if (spelling.best)
		fprintf(context->err, "Did you mean --%s?\n", spelling.best);
}

static enum ft_opt_result
bad_option(const struct ft_context *context, const struct parser *parser,
    const char *unknown)
{
	if (unknown)
		suggest(context, parser, unknown);
	if (context->slurm && context->cmd->terse_misuse)
		return FT_OPT_BAD;
	fprintf(context->err, "Try \"%s%s%s --help\" for more information\n",
	    context->program, context->verb ? " " : "",
	    context->verb ? context->verb : "");
	return FT_OPT_BAD;
}

/* Read one option. */
static enum ft_opt_result
take(struct ft_opt_use use)
{
	struct ft_error err = { 0 };
	enum ft_status status;

	use.err = &err;
	status = ft_opt_read(&use);
	if (status == FT_OPT_STOP)
		return FT_OPT_DONE;
	if (status == FT_OK)
		return FT_OPT_GO;
	ft_cmd_fail(use.context, &err);
	return FT_OPT_BAD;
}

/* ---- the command line ------------------------------------------------------ */

enum ft_opt_result
ft_opt_parse(struct ft_context *context, int argc, char **argv, void *settings,
    int *operand)
{
	struct ft_opt_use use = { .context = context, .settings = settings };
	enum ft_opt_result result = FT_OPT_GO;
	struct parser parser;
	int value;

	parser_init(&parser, context);
	optind = 0; /* glibc: start afresh, with a new line */
	opterr = 1;
	while (result == FT_OPT_GO &&
	       (value = getopt_long(argc, argv, ft_str_text(&parser.letters),
		    parser.option, NULL)) != -1) {
		use.row = value == '?' ? NULL : find_row(&parser, value);
		/* getopt leaves optopt 0 for an unknown long option */
		if (!use.row) {
			result = bad_option(context, &parser,
			    optopt == 0 ? argv[optind - 1] : NULL);
			continue;
		}
		use.arg = use.row->arg ? optarg : NULL;
		if (use.row->given)
			*((bool *)settings + use.row->given) = true;
		if (context->cmd->met)
			context->cmd->met(&use);
		result = take(use);
	}
	*operand = optind;
	parser_free(&parser);
	return result;
}

enum ft_opt_result
ft_opt_read_variables(struct ft_context *context, void *settings)
{
	struct ft_opt_use use = {
		.context = context, .settings = settings, .variable = true
	};
	enum ft_opt_result result = FT_OPT_GO;

	for (use.row = context->cmd->options;
	     (use.row->letter || use.row->name) && result == FT_OPT_GO;
	     use.row++) {
		use.arg = use.row->variable
			      ? ft_cmd_variable_as(context, use.row->variable)
			      : NULL;
		if (!use.arg || !ft_release_within(context->release,
				    use.row->since, use.row->until))
			continue;
		if (use.row->given)
			*((bool *)settings + use.row->given) = true;
		result = take(use);
	}
	return result;
}

void
ft_opt_free_lists(const struct ft_option *row, void *settings)
{
	struct ft_opt_use use = { .settings = settings };

	for (use.row = row; use.row->letter || use.row->name; use.row++) {
		enum ft_opt_kind kind = use.row->kind;

		if (kind == FT_OPT_JOIN)
			ft_str_free(ft_opt_member(&use));
		else if (kind == FT_OPT_TEXTS)
			ft_args_free(ft_opt_member(&use));
		else if (kind == FT_OPT_WORDS || kind == FT_OPT_LIST ||
			 kind == FT_OPT_NAMES || kind == FT_OPT_LAST)
			ft_arglist_free(ft_opt_member(&use));
	}
}
