/*
 * Every option of every command and verb, by both of its names: without its
 * argument, with an empty one, with an endless file, twice, abbreviated, and
 * before and after --version or --help.  In every case the command must exit by
 * itself, soon and using little memory, and say why if it fails.
 *
 * Environment: FT_CASES_EVERY (try every so many options only), FT_CASES_TURN
 * (which ones)
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "facctmgr/facctmgr.h"
#include "base/mem.h"
#include "base/text/str.h"
#include "cli/opt.h"
#include "fault/deed.h"
#include "main/run.h"
#include "lib/storefile.h"
#include "tap/tap.h"

enum { WORDS = 8, SECONDS = 20, LOST = 99 };
#define MEMORY ((rlim_t)1 << 30)

/* The command line of a child process. */
struct line {
	char *word[WORDS + 1];
	int n;
};

static void
add(struct line *line, const char *word)
{
	if (line->n == WORDS)
		bail("too many words");
	line->word[line->n++] = ft_strdup(word);
	line->word[line->n] = NULL;
}

static void
drop(struct line *line)
{
	for (int i = 0; i < line->n; i++)
		ft_free(line->word[i]);
}

/* The other side of fork(). */
static _Noreturn void
be_program(const struct ft_cmd *cmd, struct line *line, int out)
{
	struct rlimit patience = { SECONDS, SECONDS };
	const char *last = line->word[line->n - 1];
	const char *input = strcmp(last, "-") == 0 ? "/dev/zero" : "/dev/null";

	if (dup2(open(input, O_RDONLY), 0) < 0 || dup2(out, 1) < 0 ||
	    dup2(out, 2) < 0)
		_exit(LOST);
	(void)setrlimit(RLIMIT_CPU, &patience);
#ifndef TAP_SANITIZED
	(void)setrlimit(RLIMIT_AS, &(const struct rlimit){ MEMORY, MEMORY });
#endif
	_exit(ft_cmd_main(cmd, facctmgr_programs, line->n, line->word));
}

/* Whether the real one refuses LINE without a word: nobody, to sacct. */
static bool
is_silent(const struct line *line)
{
	static const char *const nobody[] = { "-g", "--gid", "--group", "-u",
		"--uid", "--user", "--gid=", "--group=", "--uid=", "--user=" };
	bool names = line->n == 2 || !*line->word[2];

	if (strcmp(line->word[0], "sacct") != 0 || !names)
		return false;
	for (size_t i = 0; i < FT_COUNT(nobody); i++)
		if (strcmp(line->word[1], nobody[i]) == 0)
			return true;
	return false;
}

/* Returns whether it ended as it should; notes in the log what it did not. */
static bool
try(const struct ft_cmd *cmd, struct line *line)
{
	FILE *file = tmpfile();
	int out = file ? fileno(file) : -1, state;
	struct stat info;
	pid_t pid;
	bool good;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		be_program(cmd, line, out);
	if (out < 0 || pid < 0 || waitpid(pid, &state, 0) != pid ||
	    fstat(out, &info) != 0)
		bail("no process");
	good = WIFEXITED(state) && WEXITSTATUS(state) != LOST &&
	       (WEXITSTATUS(state) == 0 || info.st_size > 0 || is_silent(line));
	if (!good) {
		diag("%s: state %d, %ld bytes", line->word[0], state,
		    (long)info.st_size);
		for (int i = 1; i < line->n; i++)
			diag("    '%s'", line->word[i]);
	}
	fclose(file);
	drop(line);
	return good;
}

/* A command line under trial. */
struct trial {
	const struct ft_cmd *cmd;
	const char *program, *verb; /* verb: NULL none */
	bool good;
};

/* One line of the program with up to three words. */
static void
with(struct trial *trial, const char *first, const char *second,
    const char *third)
{
	struct line line = { 0 };

	add(&line, trial->program);
	if (trial->verb)
		add(&line, trial->verb);
	if (first)
		add(&line, first);
	if (second)
		add(&line, second);
	if (third)
		add(&line, third);
	trial->good &= try(trial->cmd, &line);
}

/* Whether the next option is one of those to try. */
static bool
is_chosen(void)
{
	static long turn;
	const char *every = getenv("FT_CASES_EVERY"),
		   *first = getenv("FT_CASES_TURN");
	long n = every ? strtol(every, NULL, 10) : 1,
	     skipped = first ? strtol(first, NULL, 10) : 0;

	return n < 2 || turn++ % n == skipped % n;
}

/* OPTION, "-x" or "--name", in its ways; by a Slurm name only those which are
 * parsed another way there. */
static void
try_option(struct trial *trial, const char *option)
{
	bool is_long = option[1] == '-';
	bool slurm = strcmp(trial->program, trial->cmd->slurm_name) == 0;
	struct ft_str empty = { 0 }, endless = { 0 }, shorter = { 0 };

	ft_str_addf(&empty, "%s%s", option, is_long ? "=" : "");
	ft_str_addf(&endless, "%s%s/dev/zero", option, is_long ? "=" : "");
	ft_str_add_n(&shorter, option, strlen(option) - 1);
	with(trial, option, NULL, NULL);
	with(trial, option, "", NULL);
	with(trial, option, "-V", NULL);
	if (!slurm)
		with(trial, endless.data, NULL, NULL);
	if (!slurm && is_long) {
		with(trial, option, option, NULL);
		with(trial, "-V", option, NULL);
		with(trial, option, "--help", NULL);
		with(trial, empty.data, empty.data, NULL);
		with(trial, option, "-", NULL);
		with(trial, option, "/dev/zero", "/dev/zero");
	}
	if (is_long)
		with(trial, empty.data, NULL, NULL);
	if (is_long && shorter.len > 2)
		with(trial, shorter.data, NULL, NULL);
	ft_str_free(&empty);
	ft_str_free(&endless);
	ft_str_free(&shorter);
}

static void
try_rows(struct trial *trial, const struct ft_option *row)
{
	for (; row && (row->letter || row->name); row++) {
		char letter[3] = { '-', row->letter, '\0' };
		struct ft_str name = { 0 };

		if (!is_chosen())
			continue;
		trial->good = true;
		if (row->letter)
			try_option(trial, letter);
		if (row->name) {
			ft_str_addf(&name, "--%s", row->name);
			try_option(trial, name.data);
		}
		ok(trial->good, "%s%s%s: %s", trial->program,
		    trial->verb ? " " : "", trial->verb ? trial->verb : "",
		    name.data ? name.data : letter);
		ft_str_free(&name);
	}
}

static void
try_program(const struct ft_cmd *cmd, const char *program)
{
	struct trial trial = { cmd, program, NULL, true };

	try_rows(&trial, cmd->options);
	try_rows(&trial, ft_opt_standard);
	for (size_t i = 0; cmd->verbs && cmd->verbs[i]; i++) {
		trial.verb = cmd->verbs[i]->name;
		try_rows(&trial, cmd->verbs[i]->options);
	}
}

int
main(void)
{
	char *path = storefile_path("options.db");
	char *folder = ft_strdup(path);

	*strrchr(folder, '/') = '\0';
	deed_make_base(path, folder);
	setenv("FAIRTREE_DB", path, 1);
	/* some of them write files */
	if (chdir(folder) != 0)
		bail("no folder");
	for (const struct ft_cmd *const *cmd = facctmgr_programs; *cmd; cmd++) {
		try_program(*cmd, (*cmd)->name);
		if (*(*cmd)->slurm_name)
			try_program(*cmd, (*cmd)->slurm_name);
	}
	ok(storefile_is_sound(path), "the store is sound");
	ft_free(folder);
	ft_free(path);
	return done_testing();
}
