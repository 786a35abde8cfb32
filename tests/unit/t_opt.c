#include "common/opt.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "fairtree.h"
#include "tap/tap.h"

static const struct ft_option options[] = {
	{ 'a', "all", NULL, 1, 0, FT_COMPLETE_NONE, "show all" },
	{ 'o', "format", "FIELDS", 2, 0, FT_COMPLETE_FIELD,
	    "print these fields and so many words are said about it that the "
	    "line has to be broken" },
	{ 0, "json", "KIND", 3, FT_OPT_OURS | FT_OPT_OPTIONAL_ARG,
	    FT_COMPLETE_NONE, "print JSON" },
	{ 'h', NULL, NULL, 4, FT_OPT_HIDDEN, FT_COMPLETE_NONE, "hidden" },
	{ 'q', "quit", NULL, 5, 0, FT_COMPLETE_NONE, "print and end" },
	{ 's', NULL, "N", 6, FT_OPT_SLURM, FT_COMPLETE_NONE, "theirs" },
	{ 'H', NULL, NULL, FT_OPT_KEY_HELP, FT_OPT_HIDDEN, FT_COMPLETE_NONE,
	    "help" },
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
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

/* What was set: "key=arg " each. */
static enum ft_status
set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	if (arg && strcmp(arg, "bad") == 0)
		return ft_fail(err, FT_EINVAL, "a bad argument");
	ft_str_addf(ctx, "%d%s%s ", key, arg ? "=" : "", arg ? arg : "");
	return key == 5 ? FT_OPT_STOP : FT_OK;
}

/* Run one command line; returns what was printed on both streams. */
static enum ft_opt_result
parse(const char *line, struct ft_str *seen, struct ft_str *out, char *rest)
{
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
	result = ft_opt_parse(&context, argc, argv, set, seen, &operand);
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

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
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

static void
test_choice(void)
{
	static const struct {
		const char *arg;
		size_t want;
	} good[] = { { "auto", 0 }, { "always", 1 }, { "never", 2 } };
	static const char *const bad[] = { "", "a", "auto|always", "Never" };
	struct ft_error err;
	char said[80];
	size_t choice;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		choice = 9;
		is_i64(ft_opt_choice("color", "auto|always|never", good[i].arg,
			   &choice, &err),
		    FT_OK, "%s is a choice", good[i].arg);
		is_u64(choice, good[i].want, "place of %s", good[i].arg);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		choice = 9;
		is_i64(ft_opt_choice(
			   "color", "auto|always|never", bad[i], &choice, &err),
		    FT_EINVAL, "'%s' is no choice", bad[i]);
		snprintf(said, sizeof said,
		    "bad word for --color: '%s' (auto, always or never)",
		    bad[i]);
		is_str(err.text, said, "said of '%s'", bad[i]);
		is_u64(choice, 9, "nothing is chosen");
	}
}

static void
test_number(void)
{
	static const struct {
		const char *arg;
		enum ft_status want;
	} row[] = {
		{ "2", FT_OK }, { "7", FT_OK }, { "1", FT_EINVAL },
		{ "8", FT_EINVAL }, { "", FT_EINVAL }, { "-3", FT_EINVAL },
		{ "3x", FT_EINVAL },
		{ "18446744073709551616", FT_EINVAL }, /* 2^64 */
	};
	struct ft_error err;

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		uint64_t number = 99;
		bool good = row[i].want == FT_OK;

		is_i64(ft_opt_number("top", row[i].arg, 2, 7, &number, &err),
		    row[i].want, "'%s' of 2 to 7", row[i].arg);
		is_u64(number, good ? (uint64_t)(row[i].arg[0] - '0') : 99,
		    "what it is then");
	}
	is_str(err.text,
	    "bad number for --top: '18446744073709551616' (2 to 7)",
	    "what is said");
}

int
main(void)
{
	test_parse();
	test_help();
	test_choice();
	test_number();
	return done_testing();
}
