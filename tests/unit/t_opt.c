#include "cli/opt.h"
#include "main/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/str.h"
#include "fairtree.h"
#include "tap/tap.h"

/* What is filled in. */
struct settings {
	struct ft_context *context;
	struct ft_str seen; /* "name=arg " of each call */
	bool all, given;
	uint8_t small;
	unsigned bits, count;
	uint32_t number;
	size_t choice;
	double real;
	const char *text, *name;
	struct ft_args texts;
	struct ft_arglist words, list, names;
	struct ft_str joined;
};
#define FT_SETTINGS struct settings

/* What was met: "letter=arg " each. */
static enum ft_status
set(const struct ft_opt_use *use)
{
	struct settings *settings = use->settings;
	const char *arg = use->arg;

	if (arg && strcmp(arg, "bad") == 0)
		return ft_fail(use->err, FT_EINVAL, "a bad argument");
	ft_str_addf(&settings->seen, "%d%s%s ", (int)use->row->value,
	    arg ? "=" : "", arg ? arg : "");
	return use->row->value == 5 ? FT_OPT_STOP : FT_OK;
}

static const struct ft_option options[] = {
	{ 'a', "all", NULL, "show all", FT_INTO_CALL(set), .value = 1 },
	{ 'o', "format", "FIELDS",
	    "print these fields and so many words are said about it that the "
	    "line has to be broken",
	    .complete = FT_COMPLETE_FIELD, FT_INTO_CALL(set), .value = 2 },
	{ 0, "json", "KIND", "print JSON", FT_OPT_OURS | FT_OPT_OPTIONAL_ARG,
	    FT_INTO_CALL(set), .value = 3 },
	{ 'h', NULL, NULL, "hidden", FT_OPT_HIDDEN, FT_INTO_CALL(set),
	    .value = 4 },
	{ 'q', "quit", NULL, "print and end", FT_INTO_CALL(set), .value = 5 },
	{ 's', NULL, "N", "theirs", FT_OPT_SLURM, FT_INTO_CALL(set),
	    .value = 6 },
	{ 'H', NULL, NULL, "help", FT_OPT_HIDDEN, .kind = FT_OPT_HELP },
	/* of each kind one */
	{ 0, "nothing", NULL, "", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "flag", NULL, "", FT_OPT_HIDDEN, FT_INTO_FLAG(all),
	    FT_GIVEN(given), .variable = "TEST_FLAG" },
	{ 0, "three", NULL, "", FT_OPT_HIDDEN, FT_INTO_VALUE(small, 3) },
	{ 0, "two", NULL, "", FT_OPT_HIDDEN, FT_INTO_BIT(bits, 2) },
	{ 0, "four", NULL, "", FT_OPT_HIDDEN, FT_INTO_BIT(bits, 4) },
	{ 'c', NULL, NULL, "", FT_OPT_HIDDEN, FT_INTO_COUNT(count) },
	{ 0, "text", "X", "", FT_OPT_HIDDEN, FT_INTO_TEXT(text),
	    .variable = "TEST_TEXT" },
	{ 0, "name", "X", "", FT_OPT_HIDDEN, FT_INTO_NAME(name) },
	{ 0, "each", "X", "", FT_OPT_HIDDEN, FT_INTO_TEXTS(texts) },
	{ 0, "words", "X", "", FT_OPT_HIDDEN, FT_INTO_WORDS(words) },
	{ 0, "list", "X", "", FT_OPT_HIDDEN, FT_INTO_LIST(list) },
	{ 0, "names", "X", "", FT_OPT_HIDDEN, FT_INTO_NAMES(names) },
	{ 0, "join", "X", "", FT_OPT_HIDDEN, FT_INTO_JOIN(joined) },
	{ 0, "usual", NULL, "", FT_OPT_HIDDEN, FT_INTO_JOIN(joined),
	    .joined = "x,y" },
	{ 0, "number", "N", "", FT_OPT_HIDDEN | FT_OPT_OPTIONAL_ARG,
	    FT_INTO_NUMBER(number, 2, 7), .value = 5 },
	{ 0, "real", "X", "", FT_OPT_HIDDEN, FT_INTO_REAL(real) },
	{ 0, "choice", "auto|always|never", "", FT_OPT_HIDDEN,
	    FT_INTO_CHOICE(choice) },
	{ 0 },
};
static const struct ft_operand operands[] = {
	{ "load FILE", "read it", FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};
static const struct ft_example examples[] = {
	{ "ftest -a", "all of it" },
	{ NULL, NULL },
};
static const struct ft_cmd cmd = {
	.name = "ftest",
	.slurm_name = "stest",
	.summary = "test options",
	.synopsis = "[options] [command]",
	.options = options,
	.operands = operands,
	.examples = examples,
};

static void
init(void *settings)
{
	((struct settings *)settings)->number = 4;
}

static void
settings_free(void *ctx)
{
	struct settings *settings = ctx;

	ft_str_free(&settings->seen);
	ft_args_free(&settings->texts);
	ft_arglist_free(&settings->words);
	ft_arglist_free(&settings->list);
	ft_arglist_free(&settings->names);
	ft_str_free(&settings->joined);
}

/* Run one command line; returns what was printed on both streams. */
static enum ft_opt_result
parse(const char *line, struct ft_str *seen, struct ft_str *out, char *rest)
{
	struct settings settings = { 0 };
	char copy[256], *argv[16] = { NULL };
	struct ft_context context = { .cmd = &cmd };
	FILE *file = tmpfile();
	enum ft_opt_result result;
	int argc = 0, operand;

	if (!file)
		bail("no temporary file");
	snprintf(copy, sizeof copy, "%s", line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	context.program = argv[0];
	context.slurm = argv[0][0] == 's';
	context.out = context.err = file;
	ft_str_clear(seen);
	result = ft_opt_parse(&context, argc, argv, &settings, &operand);
	ft_str_add(seen, ft_str_text(&settings.seen));
	settings_free(&settings);
	snprintf(rest, 64, "%s", operand < argc ? argv[operand] : "");
	rewind(file);
	ft_str_clear(out);
	out->len = fread(ft_str_reserve(out, 4096), 1, 4096, file);
	out->data[out->len] = '\0';
	fclose(file);
	return result;
}

static void
test_parse(void)
{
	static const struct {
		const char *line;
		enum ft_opt_result result;
		const char *seen, *rest, *out;
	} row[] = {
		{ "ftest", FT_OPT_GO, "", "", "" },
		{ "ftest x -a y", FT_OPT_GO, "1 ", "x", "" },
		{ "ftest -a -- -o", FT_OPT_GO, "1 ", "-o", "" },
		{ "ftest -aox,y --al", FT_OPT_GO, "1 2=x,y 1 ", "", "" },
		{ "ftest --format=x --format y", FT_OPT_GO, "2=x 2=y ", "",
		    "" },
		{ "ftest --json --json=list z", FT_OPT_GO, "3 3=list ", "z",
		    "" },
		{ "ftest -h", FT_OPT_GO, "4 ", "", "" },
		{ "ftest -a -q -Z", FT_OPT_DONE, "1 5 ", "", "" },
		{ "stest -s 3", FT_OPT_GO, "6=3 ", "", "" },
		{ "ftest -o bad -a", FT_OPT_BAD, "", "",
		    "ftest: error: a bad argument\n" },
		{ "ftest -V", FT_OPT_DONE, "", "",
		    "fairtree " FT_VERSION "\n" },
		{ "stest -a --version", FT_OPT_DONE, "1 ", "",
		    "slurm-wlm 22.05.8\n" },
		/* getopt's own line goes to the real standard error */
		{ "stest --json", FT_OPT_BAD, "", "",
		    "Try \"stest --help\" for more information\n" },
		{ "ftest -s 3", FT_OPT_BAD, "", "3",
		    "Try \"ftest --help\" for more information\n" },
		{ "ftest -o", FT_OPT_BAD, "", "",
		    "Try \"ftest --help\" for more information\n" },
		{ "ftest --all=3", FT_OPT_BAD, "", "",
		    "Try \"ftest --help\" for more information\n" },
	};
	struct ft_str seen = { 0 }, out = { 0 };
	char rest[64];

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		enum ft_opt_result result =
		    parse(row[i].line, &seen, &out, rest);

		is_i64(result, row[i].result, "%s: result", row[i].line);
		is_str(ft_str_text(&seen), row[i].seen, "%s: set", row[i].line);
		is_str(ft_str_text(&out), row[i].out, "%s: said", row[i].line);
		if (result == FT_OPT_GO)
			is_str(rest, row[i].rest, "%s: operand", row[i].line);
	}
	ft_str_free(&seen);
	ft_str_free(&out);
}

static const char help[] =
    "Usage: ftest [options] [command]\n"
    "test options\n"
    "\n"
    "Examples:\n"
    "  ftest -a                  all of it\n"
    "\n"
    "Commands:\n"
    "  load FILE                 read it\n"
    "\n"
    "Options:\n"
    "  -a, --all                 show all\n"
    "  -o, --format=FIELDS       print these fields and so many words are said "
    "about\n"
    "                            it that the line has to be broken\n"
    "      --json[=KIND]         print JSON\n"
    "  -q, --quit                print and end\n"
    "      --help                print this help and exit\n"
    "      --no-pager            do not use a pager, however long the output\n"
    "  -V, --version             print the version and exit\n";

static const char slurm_help[] =
    "Usage: stest [options] [command]\n"
    "test options\n"
    "\n"
    "Commands:\n"
    "  load FILE                 read it\n"
    "\n"
    "Options:\n"
    "  -a, --all                 show all\n"
    "  -o, --format=FIELDS       print these fields and so many words are said "
    "about\n"
    "                            it that the line has to be broken\n"
    "  -q, --quit                print and end\n"
    "  -s N                      theirs\n"
    "      --help                print this help and exit\n"
    "  -V, --version             print the version and exit\n";

static void
test_help(void)
{
	struct ft_str seen = { 0 }, out = { 0 };
	char rest[64];

	is_i64(parse("ftest --help", &seen, &out, rest), FT_OPT_DONE, "--help");
	is_str(ft_str_text(&out), help, "--help under our name");
	parse("ftest -H", &seen, &out, rest);
	is_str(ft_str_text(&out), help, "a letter of the command's own");
	parse("stest --usage", &seen, &out, rest);
	is_str(ft_str_text(&out), slurm_help, "--usage under Slurm's name");
	ft_str_free(&seen);
	ft_str_free(&out);
}

/* ---- kinds --------------------------------------------------------------------- */

/* The settings that LINE makes; what it said goes into OUT. */
static enum ft_opt_result
fill(const char *line, struct settings *settings, struct ft_str *out)
{
	static char copy[256]; /* texts are borrowed of it */
	char *argv[32] = { NULL };
	struct ft_context context = { .cmd = &cmd, .program = "ftest" };
	FILE *file = tmpfile();
	enum ft_opt_result result;
	int argc = 0, operand;

	if (!file)
		bail("no temporary file");
	snprintf(copy, sizeof copy, "ftest %s", line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	context.out = context.err = file;
	*settings = (struct settings){ 0 };
	result = ft_opt_parse(&context, argc, argv, settings, &operand);
	rewind(file);
	ft_str_clear(out);
	out->len = fread(ft_str_reserve(out, 4096), 1, 4096, file);
	out->data[out->len] = '\0';
	fclose(file);
	if (result != FT_OPT_GO)
		settings_free(settings);
	return result;
}

static void
test_kinds(void)
{
	struct settings at;
	struct ft_str out = { 0 };

	is_i64(fill("--nothing --flag --three --two --four -ccc --text a "
		    "--text=b --name n --each x,y --each z --real 0.5",
		   &at, &out),
	    FT_OPT_GO, "each kind is read");
	ok(at.all && at.given, "a flag, and that it was given");
	is_u64(at.small, 3, "a value into one byte");
	is_u64(at.bits, 6, "bits");
	is_u64(at.count, 3, "a count");
	is_str(at.text, "b", "the last text");
	is_str(at.name, "n", "a name");
	is_u64(at.texts.n, 2, "two texts");
	is_str(at.texts.item[0], "x,y", "whole");
	ok(at.real > 0.4 && at.real < 0.6, "a real number");
	settings_free(&at);
	is_i64(fill("--words a,b --words c --list a,b --list c --names d,e "
		    "--number=7 --choice never --join a --usual --join b,c",
		   &at, &out),
	    FT_OPT_GO, "lists are read");
	is_u64(at.words.n, 3, "words are added");
	is_u64(at.list.n, 1, "the last list counts");
	is_str(at.list.text, "c", "its text");
	is_u64(at.names.n, 2, "names");
	is_str(ft_str_text(&at.joined), "a,x,y,b,c", "a joined list");
	is_u64(at.number, 7, "a number");
	is_u64(at.choice, 2, "the place of a word");
	settings_free(&at);
	fill("--number", &at, &out);
	is_u64(at.number, 5, "a number that is not said");
	settings_free(&at);
	ft_str_free(&out);
}

static void
test_refused(void)
{
	static const char *const numbers[] = { "1", "8", "-3", "3x",
		"18446744073709551616" /* 2^64 */ };
	static const char *const words[] = { "a", "auto|always", "Never" };
	static const char *const reals[] = { "0", "-1", "x", "nan" };
	struct settings at;
	struct ft_str out = { 0 };
	char line[80], said[120];

	for (size_t i = 0; i < FT_COUNT(numbers); i++) {
		snprintf(line, sizeof line, "--number=%s", numbers[i]);
		is_i64(fill(line, &at, &out), FT_OPT_BAD, "%s", line);
		is_u64(at.number, 0, "nothing is set");
		snprintf(said, sizeof said,
		    "ftest: error: bad number for --number: '%s' (2 to 7)\n",
		    numbers[i]);
		is_str(ft_str_text(&out), said, "what is said");
	}
	for (size_t i = 0; i < FT_COUNT(words); i++) {
		snprintf(line, sizeof line, "--choice=%s", words[i]);
		is_i64(fill(line, &at, &out), FT_OPT_BAD, "%s", line);
		snprintf(said, sizeof said,
		    "ftest: error: bad word for --choice: '%s' (auto, always "
		    "or never)\n",
		    words[i]);
		is_str(ft_str_text(&out), said, "what is said");
	}
	for (size_t i = 0; i < FT_COUNT(reals); i++) {
		snprintf(line, sizeof line, "--real=%s", reals[i]);
		is_i64(fill(line, &at, &out), FT_OPT_BAD, "%s", line);
	}
	is_i64(fill("--name=", &at, &out), FT_OPT_BAD, "an empty name");
	is_str(
	    ft_str_text(&out), "ftest: error: empty --name\n", "what is said");
	is_i64(fill("--choice=", &at, &out), FT_OPT_BAD, "no word");
	is_i64(fill("--number=", &at, &out), FT_OPT_BAD, "no number");
	ft_str_free(&out);
}

/* ---- the environment ------------------------------------------------------------ */

static int
look(void *ctx, int argc, char **argv)
{
	const struct settings *settings = ctx;

	(void)argv;
	is_i64(argc, 1, "an operand");
	ok(settings->context != NULL, "the context");
	is_u64(settings->number, 4, "what init did");
	ok(settings->all && settings->given, "a flag of the environment");
	is_str(settings->text, "line", "the command line counts more");
	return 7;
}

static void
test_variables(void)
{
	struct ft_cmd own = cmd;
	struct ft_context context = { .cmd = &own, .program = "ftest" };
	char program[] = "ftest", option[] = "--text=line", word[] = "word";
	char *argv[] = { program, option, word, NULL };

	own.size = sizeof(struct settings);
	own.context = offsetof(struct settings, context);
	own.init = init;
	own.go = look;
	own.free = settings_free;
	context.out = context.err = stderr;
	setenv("TEST_FLAG", "0", 1);
	setenv("TEST_TEXT", "variable", 1);
	is_i64(ft_cmd_run(&context, 3, argv), 7, "the status of go");
}

int
main(void)
{
	test_parse();
	test_help();
	test_kinds();
	test_refused();
	test_variables();
	return done_testing();
}
