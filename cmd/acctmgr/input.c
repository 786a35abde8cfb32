/* Commands from a stream, and answers to questions. */
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <sys/select.h>

#include "acctmgr/acctmgr.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"

#define PATIENCE 30 /* seconds to answer */

/* ---- bytes -------------------------------------------------------------------- */

/*
 * The next byte of the input, -1 at its end, -2 when nobody typed one in
 * time.  Unbuffered, so that answers and commands may share a pipe.
 */
static int
read_byte(struct acct *acct, bool wait)
{
	int fd = fileno(acct->context->in);
	struct timeval limit = { PATIENCE, 0 };
	unsigned char byte;
	fd_set set;

	if (wait) {
		FD_ZERO(&set);
		FD_SET(fd, &set);
		if (select(fd + 1, &set, NULL, NULL, &limit) == 0)
			return -2;
	}
	return read(fd, &byte, 1) == 1 ? byte : -1;
}

/* ---- questions ------------------------------------------------------------------ */

/* A key of a terminal comes without the end of a line. */
static int
read_answer(struct acct *acct)
{
	int fd = fileno(acct->context->in), key;
	struct termios old, raw;
	bool terminal = tcgetattr(fd, &old) == 0;

	if (terminal) {
		raw = old;
		raw.c_lflag &= ~(tcflag_t)ICANON;
		raw.c_cc[VMIN] = 1;
		raw.c_cc[VTIME] = 0;
		tcsetattr(fd, TCSANOW, &raw);
	}
	key = read_byte(acct, true);
	if (terminal)
		tcsetattr(fd, TCSANOW, &old);
	return key;
}

/* What was typed behind the answer is not a command. */
static void
swallow_line(struct acct *acct, int key)
{
	while (key >= 0 && key != '\n' && !isatty(fileno(acct->context->in)))
		key = read_byte(acct, false);
}

bool
acct_ask(struct acct *acct, const char *question)
{
	FILE *out = acct->context->out;

	if (acct->immediate)
		return true;
	fprintf(
	    out, "%s (You have %d seconds to decide)\n", question, PATIENCE);
	for (;;) {
		int key;

		fputs("(N/y): ", out);
		fflush(out);
		key = read_answer(acct);
		if (key == -2) {
			fputs("timeout\n", out);
			return false;
		}
		fputc('\n', out);
		if (key == 'y' || key == 'Y' || key == 'n' || key == 'N') {
			swallow_line(acct, key);
			return (key | 0x20) == 'y';
		}
		if (key == '\n')
			return false;
		if (key == -1) {
			acct_error(acct, "no answer, the input is at its end");
			return false;
		}
		fputs("Y or N please\n", out);
	}
}

/* ---- words ---------------------------------------------------------------------- */

struct words {
	char **item;
	size_t n, cap;
};

/*
 * Cut LINE at its blanks, in place; quotes protect blanks and stay, for the
 * values to strip.
 */
static void
cut_words(char *line, bool comments, struct words *words)
{
	char *at = line;

	for (;;) {
		char quote = 0;

		while (*at == ' ' || *at == '\t')
			at++;
		if (*at == 0 || (*at == '#' && comments))
			return;
		words->item = ft_vec_grow(words->item, &words->cap,
		    words->n + 1, sizeof *words->item);
		words->item[words->n++] = at;
		for (; *at && (quote || (*at != ' ' && *at != '\t')); at++)
			if (quote ? *at == quote : *at == '"' || *at == '\'')
				quote = quote ? 0 : *at;
		if (*at == 0)
			return;
		*at++ = 0;
	}
}

/* ---- commands ------------------------------------------------------------------- */

/* Returns false at the end of the input. */
static bool
read_line(struct acct *acct, struct ft_str *line)
{
	int byte = read_byte(acct, false);

	ft_str_clear(line);
	if (byte < 0)
		return false;
	for (; byte >= 0 && byte != '\n'; byte = read_byte(acct, false))
		ft_str_add_char(line, (char)byte);
	return true;
}

static int
run_line(struct acct *acct, const char *text)
{
	char *line = ft_strdup(text);
	struct words words = { 0 };
	int status;

	/* for sacctmgr a comment is a whole line */
	cut_words(line, !acct->context->slurm, &words);
	status = acct_run_command(acct, (int)words.n, words.item);
	ft_free(words.item);
	ft_free(line);
	return status;
}

int
acct_read_commands(struct acct *acct)
{
	bool terminal = isatty(fileno(acct->context->in));
	/* sacctmgr prompts and echoes whatever it reads from */
	bool prompt = terminal || acct->context->slurm;
	bool echo = prompt && !terminal;
	FILE *out = acct->context->out;
	struct ft_str line, last;
	int status = 0;

	ft_str_init(&line);
	ft_str_init(&last);
	while (!acct->ended) {
		const char *text;
		int got;

		if (prompt)
			fprintf(out, "%s: ", acct->context->program);
		fflush(out);
		if (!read_line(acct, &line)) {
			if (prompt)
				fputc('\n', out);
			break;
		}
		text = ft_str_text(&line);
		if (echo)
			fprintf(out, "%s\n", text);
		if (strcmp(text, "!!") == 0) {
			text = ft_str_text(&last);
		} else if (*text) {
			ft_str_clear(&last);
			ft_str_add(&last, text);
		}
		if (*text == '#') /* for sacctmgr a comment is a failure */
			got = acct->context->slurm;
		else
			got = run_line(acct, text);
		fflush(out);
		if (got)
			status = got;
	}
	ft_str_free(&line);
	ft_str_free(&last);
	return status;
}
