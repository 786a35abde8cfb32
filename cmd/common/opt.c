#include "common/opt.h"

#include <inttypes.h>
#include <assert.h>
#include <getopt.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"
#include "common/near.h"
#include "common/slurmlist.h"
#include "fairtree.h"
#include "report/field.h"

#define LONG_BASE     256 /* getopt values of long options start here */
#define HELP_COLUMN   28  /* where sentences start */
#define HELP_WIDTH    79
#define SLURM_VERSION "slurm-wlm 22.05.8"

const struct ft_option ft_opt_standard[] = {
	{ 0, "help", NULL, "print this help and exit", .kind = FT_OPT_HELP },
	{ 'h', NULL, NULL, "print this help and exit",
	    FT_OPT_HIDDEN | FT_OPT_OURS, .kind = FT_OPT_HELP },
	{ 0, "usage", NULL, "print the help and exit", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 'V', "version", NULL, "print the version and exit",
	    .kind = FT_OPT_VERSION },
	{ 0 },
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
ft_opt_choice(const struct ft_option *row, const char *arg, size_t *choice,
    struct ft_error *err)
{
	struct ft_str list = { 0 };
	const char *at = row->arg;
	enum ft_status status;

	for (size_t i = 0; *at; i++) {
		size_t len = strcspn(at, "|");

		if (strlen(arg) == len && strncmp(arg, at, len) == 0) {
			*choice = i;
			return FT_OK;
		}
		at += len + (at[len] == '|');
	}
	list_choices(&list, row->arg);
	status = ft_fail(err, FT_EINVAL, "bad word for --%s: '%s' (%s)",
	    row->name, arg, ft_str_text(&list));
	ft_str_free(&list);
	return status;
}

enum ft_status
ft_opt_number(const struct ft_option *row, const char *arg, uint64_t *number,
    struct ft_error *err)
{
	uint64_t value;
	bool good = ft_num_u64(arg, &value) && value >= row->least &&
		    value <= row->most;

	if (!good && row->most == UINT64_MAX)
		return ft_fail(err, FT_EINVAL,
		    "bad number for --%s: '%s' (%" PRIu64 " or more)",
		    row->name, arg, row->least);
	if (!good)
		return ft_fail(err, FT_EINVAL,
		    "bad number for --%s: '%s' (%" PRIu64 " to %" PRIu64 ")",
		    row->name, arg, row->least, row->most);
	*number = value;
	return FT_OK;
}

/* An integer of SIZE bytes, of whichever type. */
static void
put_integer(void *member, size_t size, uint64_t value)
{
	const uint8_t small = (uint8_t)value;
	const uint32_t middle = (uint32_t)value;

	if (size == sizeof small)
		memcpy(member, &small, size);
	else if (size == sizeof middle)
		memcpy(member, &middle, size);
	else
		memcpy(member, &value, sizeof value);
}

static enum ft_status
read_nothing(const struct ft_opt_use *use)
{
	(void)use;
	return FT_OK;
}

/* A value of the row's own, or one that it adds to what is there. */
static enum ft_status
read_value(const struct ft_opt_use *use)
{
	const struct ft_option *row = use->row;
	void *member = ft_opt_member(use);
	uint64_t value = row->value;

	if (row->kind == FT_OPT_BIT)
		value |= *(unsigned *)member;
	else if (row->kind == FT_OPT_COUNT)
		value = *(unsigned *)member + UINT64_C(1);
	put_integer(member, row->size, value);
	return FT_OK;
}

static enum ft_status
read_text(const struct ft_opt_use *use)
{
	const char **text = ft_opt_member(use);

	if (use->row->kind == FT_OPT_NAME && !*use->arg)
		return ft_fail(
		    use->err, FT_EINVAL, "empty --%s", use->row->name);
	*text = use->arg;
	return FT_OK;
}

static enum ft_status
read_texts(const struct ft_opt_use *use)
{
	ft_texts_add(ft_opt_member(use), use->arg);
	return FT_OK;
}

static enum ft_status
read_words(const struct ft_opt_use *use)
{
	struct ft_words *words = ft_opt_member(use);

	if (use->row->kind == FT_OPT_LIST)
		ft_words_free(words);
	if (use->row->kind == FT_OPT_NAMES)
		ft_slurmlist_words(use->context, words, use->arg);
	else
		ft_words_add(words, use->arg);
	words->text = use->arg;
	return FT_OK;
}

static enum ft_status
read_number(const struct ft_opt_use *use)
{
	uint64_t number = use->row->value;
	enum ft_status status = FT_OK;

	if (use->arg)
		status = ft_opt_number(use->row, use->arg, &number, use->err);
	if (status == FT_OK)
		put_integer(ft_opt_member(use), use->row->size, number);
	return status;
}

static enum ft_status
read_choice(const struct ft_opt_use *use)
{
	size_t choice;
	enum ft_status status =
	    ft_opt_choice(use->row, use->arg, &choice, use->err);

	if (status == FT_OK)
		put_integer(ft_opt_member(use), use->row->size, choice);
	return status;
}

static enum ft_status
read_real(const struct ft_opt_use *use)
{
	double *real = ft_opt_member(use);

	if (ft_num_double(use->arg, real) && *real > 0)
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "--%s needs a number above 0, not '%s'", use->row->name, use->arg);
}

static enum ft_status
read_call(const struct ft_opt_use *use)
{
	return use->row->call(use);
}

static enum ft_status
say_help(const struct ft_opt_use *use)
{
	ft_opt_help(use->context, use->context->out);
	return FT_OPT_STOP;
}

static enum ft_status
say_version(const struct ft_opt_use *use)
{
	const struct ft_context *context = use->context;

	fprintf(context->out, "%s\n",
	    context->slurm ? SLURM_VERSION : "fairtree " FT_VERSION);
	if (context->cmd->tell_version)
		context->cmd->tell_version(use->settings);
	return FT_OPT_STOP;
}

static ft_opt_fn *const readers[] = {
	[FT_OPT_NOTHING] = read_nothing,
	[FT_OPT_VALUE] = read_value,
	[FT_OPT_BIT] = read_value,
	[FT_OPT_COUNT] = read_value,
	[FT_OPT_TEXT] = read_text,
	[FT_OPT_NAME] = read_text,
	[FT_OPT_TEXTS] = read_texts,
	[FT_OPT_WORDS] = read_words,
	[FT_OPT_LIST] = read_words,
	[FT_OPT_NAMES] = read_words,
	[FT_OPT_NUMBER] = read_number,
	[FT_OPT_REAL] = read_real,
	[FT_OPT_CHOICE] = read_choice,
	[FT_OPT_CALL] = read_call,
	[FT_OPT_HELP] = say_help,
	[FT_OPT_VERSION] = say_version,
};

enum ft_status
ft_opt_read(const struct ft_opt_use *use)
{
	return readers[use->row->kind](use);
}

/* One option that is met. */
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

enum ft_status
ft_opt_trace(const struct ft_opt_use *use, bool *json)
{
	static const struct ft_option words = { .name = "trace",
		.arg = "text|json" };
	size_t choice = 0;
	enum ft_status status = FT_OK;

	if (use->arg)
		status = ft_opt_choice(&words, use->arg, &choice, use->err);
	*json = choice;
	return status;
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
		/* A long option that is unknown leaves optopt 0. */
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

/* Defaults out of the environment; a flag is set by any value. */
static enum ft_opt_result
read_variables(struct ft_context *context, void *settings)
{
	struct ft_opt_use use = {
		.context = context, .settings = settings, .variable = true
	};
	enum ft_opt_result result = FT_OPT_GO;

	for (use.row = context->cmd->options;
	     (use.row->letter || use.row->name) && result == FT_OPT_GO;
	     use.row++) {
		use.arg = use.row->variable ? ft_cmd_variable(use.row->variable)
					    : NULL;
		if (use.arg)
			result = take(use);
	}
	return result;
}

int
ft_opt_run(struct ft_context *context, int argc, char **argv)
{
	const struct ft_cmd *cmd = context->cmd;
	void *settings = ft_calloc(1, cmd->size);
	enum ft_opt_result result;
	int operand, status = 0;

	cmd->init(settings, context);
	result = read_variables(context, settings);
	if (result == FT_OPT_GO)
		result = ft_opt_parse(context, argc, argv, settings, &operand);
	if (result == FT_OPT_GO)
		status = cmd->go(settings, argc - operand, argv + operand);
	else if (result == FT_OPT_BAD)
		status = context->slurm && cmd->misuse_status
			     ? cmd->misuse_status
			     : 1;
	if (cmd->free)
		cmd->free(settings);
	ft_free(settings);
	return status;
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

enum ft_status
ft_opt_help_fields(const struct ft_opt_use *use)
{
	bool slurm = use->context->slurm;
	FILE *out = use->context->out;
	size_t n = 0;

	for (const struct ft_field *row = use->context->cmd->fields; row->name;
	     row++) {
		if (row->flags & (slurm ? FT_FIELD_OURS : FT_FIELD_SLURM))
			continue;
		if (n > 0)
			fputc(n % 4 ? ' ' : '\n', out);
		fprintf(out, "%-*s", (int)use->row->value, row->name);
		n++;
	}
	fputc('\n', out);
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
