/* Batch scripts: words of #SBATCH lines, and how long their commands take. */
#include <string.h>

#include "base/text/str.h"
#include "io/slurm/scriptfile.h"
#include "tap/tap.h"

/* What sbatch 22.05 takes of such lines, words parted by |. */
static const struct {
	const char *text, *want;
} words[] = {
	{ "#!/bin/sh\n#SBATCH -n 3 -t 5\ntrue\n", "-n|3|-t|5" },
	{ "#!/bin/sh\n#SBATCH -n 3\n#SBATCH -t 5\n", "-n|3|-t|5" },
	{ "#!/bin/sh\n#SBATCH -J \"a b\" --comment='c d'e\n",
	    "-J|a b|--comment=c de" },
	{ "#!/bin/sh\n#SBATCH -J a#b -n 2\n", "-J|a" },
	{ "#!/bin/sh\n#SBATCH -n 2 # -t 5\n", "-n|2" },
	{ "#!/bin/sh\n#SBATCH -J a\\b --comment=\"x \\\"y\"\n",
	    "-J|ab|--comment=x \"y" },
	{ "#!/bin/sh\n#SBATCH -J a\\ b\n", "-J|a|b" },
	{ "#!/bin/sh\n #SBATCH -n 7\n#SBATCH -t 4\n", "-t|4" },
	{ "#!/bin/sh\n\n\t\n# x\n#SBATCH -t 4\n", "-t|4" },
	{ "#!/bin/sh\n:\n#SBATCH -t 4\n", "" },
	{ "#!/bin/sh\n#SBATCHFOO -n 5\n", "FOO|-n|5" },
	{ "#!/bin/sh\n#SBATCH", "" },
};

static const struct {
	const char *text;
	size_t size;
	enum ft_script_problem want;
} bad[] = {
	{ "", 0, FT_SCRIPT_EMPTY },
	{ " \n\t\n", 4, FT_SCRIPT_BLANK },
	{ "echo hi\n", 8, FT_SCRIPT_NO_INTERPRETER },
	{ "#", 1, FT_SCRIPT_NO_INTERPRETER },
	{ "#!/bin/sh\r\ntrue\r\n", 17, FT_SCRIPT_DOS },
	{ "#!/bin/sh\n\0", 11, FT_SCRIPT_NUL },
	{ "#!/bin/sh\n#SBATCH -J \"x\ny\"\n", 27, FT_SCRIPT_QUOTE },
};

static const struct {
	const char *text;
	int64_t seconds;
	uint32_t status;
} courses[] = {
	{ "sleep 5", 5, 0 },
	{ "#!/bin/sh\n#SBATCH -n 2\n\nsleep 5\n", 5, 0 },
	{ "sleep 6; exit 1", 6, 1 },
	{ "sleep 1m && sleep 2", 62, 0 },
	{ "sleep 1h 2m", 3720, 0 },
	{ "sleep 0.6", 1, 0 },
	{ "srun sleep 7", 7, 0 },
	{ "true", 0, 0 },
	{ "false", 0, 1 },
	{ "false && sleep 5", 0, 1 },
	{ "false; sleep 5", 5, 0 },
	{ "exit 3; sleep 5", 0, 3 },
	{ "exit 259", 0, 3 },
	{ "false\nexit", 0, 1 },
	{ "echo \"a; sleep 9\"; sleep 1", 1, 0 },
	{ "# it's a comment; python x\nsleep 2", 2, 0 },
	{ "", 0, 0 },
	{ "python x.py", -1, 0 },
	{ "sleep 5; ./work", -1, 0 },
	{ "sleep 5 &", -1, 0 },
	{ "sleep $N", -1, 0 },
	{ "sleep -5", -1, 0 },
	{ "sleep", -1, 0 },
	{ "sleep 1e30", -1, 0 },
	{ "sleep 5 | cat", -1, 0 },
	{ "while true; do sleep 1; done", -1, 0 },
};

static void
try_words(const char *text, const char *want)
{
	struct ft_script script;
	struct ft_str have = { 0 };

	is_i64(ft_script_parse(&script, false, text, strlen(text)),
	    FT_SCRIPT_GOOD, "read: %s", want);
	for (size_t i = 1; i < script.n; i++)
		ft_str_addf(&have, "%s%s", i > 1 ? "|" : "", script.word[i]);
	is_str(ft_str_text(&have), want, "words: %s", want);
	ft_str_free(&have);
	ft_script_free(&script);
}

int
main(void)
{
	struct ft_script script;

	for (size_t i = 0; i < FT_COUNT(words); i++)
		try_words(words[i].text, words[i].want);
	for (size_t i = 0; i < FT_COUNT(bad); i++) {
		is_i64(
		    ft_script_parse(&script, false, bad[i].text, bad[i].size),
		    bad[i].want, "not read: %zu", i);
		if (bad[i].want == FT_SCRIPT_QUOTE) {
			is_u64(script.bad_line, 2, "the line of the quote");
			is_str(script.bad_text, " \"x", "the rest of it");
		}
		ft_script_free(&script);
	}
	for (size_t i = 0; i < FT_COUNT(courses); i++) {
		uint32_t status = 99;

		is_i64(ft_script_run_time(
			   courses[i].text, strlen(courses[i].text), &status),
		    courses[i].seconds, "seconds: %s", courses[i].text);
		is_u64(
		    status, courses[i].status, "status: %s", courses[i].text);
	}
	return done_testing();
}
