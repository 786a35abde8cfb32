/* What is typed: bytes, and answers to questions. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <sys/select.h>

#include "acctmgr/acctmgr.h"

#define PATIENCE 30 /* seconds to answer */

/* What read_answer() returns beside a key. */
enum { ANSWER_NONE = -1, ANSWER_LATE = -2, ANSWER_BROKEN = -3 };

/* ---- bytes -------------------------------------------------------------------- */

/*
 * Unbuffered, so that answers and commands may share a pipe.
 */
int
acct_read_byte(struct acct *acct)
{
	unsigned char byte;
	ssize_t got;

	do
		got = read(fileno(acct->context->in), &byte, 1);
	while (got < 0 && errno == EINTR);
	return got == 1 ? byte : -1;
}

/*
 * Answers given to sacctmgr are read as it does it: all that is there is taken
 * at once, and what stands behind the answer is the answer to the next
 * question.  Commands are read past it.
 */
static int
take_typed(struct acct *acct)
{
	struct acct_typed *typed = &acct->typed;

	if (typed->at == typed->n) {
		ssize_t got = read(
		    fileno(acct->context->in), typed->byte, sizeof typed->byte);

		typed->at = 0;
		typed->n = got > 0 ? (size_t)got : 0;
		if (got <= 0)
			return ANSWER_NONE;
	}
	return typed->byte[typed->at++];
}

/* ---- questions ------------------------------------------------------------------ */

static volatile sig_atomic_t interrupted;

static void
interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

/* Wait until there is something to read; returns 0 or what is not a key. */
static int
wait_for_key(struct acct *acct)
{
	int fd = fileno(acct->context->in), ready;
	struct timeval limit = { PATIENCE, 0 };
	struct sigaction action = { 0 }, old;
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fd, &set);
	action.sa_handler = interrupt;
	sigemptyset(&action.sa_mask);
	interrupted = 0;
	sigaction(SIGINT, &action, &old);
	ready = select(fd + 1, &set, NULL, NULL, &limit);
	sigaction(SIGINT, &old, NULL);
	if (ready == 0)
		return ANSWER_LATE;
	return ready < 0 ? ANSWER_BROKEN : 0;
}

static int
read_answer(struct acct *acct)
{
	int key = wait_for_key(acct);

	if (key)
		return key;
	return acct->context->slurm ? take_typed(acct) : acct_read_byte(acct);
}

/*
 * What stands behind our answer is no command: off a terminal the rest of the
 * line, on one what came with the key.
 */
static void
swallow_line(struct acct *acct, int key)
{
	int fd = fileno(acct->context->in);

	if (acct->context->slurm)
		return;
	while (key >= 0 && key != '\n') {
		struct timeval now = { 0, 0 };
		fd_set set;

		FD_ZERO(&set);
		FD_SET(fd, &set);
		if (isatty(fd) && select(fd + 1, &set, NULL, NULL, &now) != 1)
			return;
		key = acct_read_byte(acct);
	}
}

/* Ask until there is an answer. */
static bool
ask(struct acct *acct)
{
	FILE *out = acct->context->out;

	for (;;) {
		int key;

		fputs("(N/y): ", out);
		fflush(out);
		key = read_answer(acct);
		if (key == ANSWER_LATE) {
			fputs("timeout\n", out);
			return false;
		}
		if (key == ANSWER_BROKEN && interrupted)
			return false;
		fputc('\n', out);
		if (key == 'y' || key == 'Y' || key == 'n' || key == 'N') {
			swallow_line(acct, key);
			return (key | 0x20) == 'y';
		}
		if (key == '\n')
			return false;
		acct->no_input = key == ANSWER_NONE || key == ANSWER_BROKEN;
		if (acct->no_input) {
			acct_error(acct, "no answer, the input is at its end");
			return false;
		}
		fputs("Y or N please\n", out);
	}
}

bool
acct_ask(struct acct *acct, const char *question)
{
	int fd = fileno(acct->context->in);
	struct termios old, raw;
	bool terminal = tcgetattr(fd, &old) == 0, yes;

	if (acct->immediate)
		return true;
	fprintf(acct->context->out, "%s (You have %d seconds to decide)\n",
	    question, PATIENCE);
	fflush(acct->context->out);
	if (terminal) { /* a key comes without the end of a line */
		raw = old;
		raw.c_lflag &= ~(tcflag_t)ICANON;
		raw.c_cc[VMIN] = 1;
		raw.c_cc[VTIME] = 0;
		tcsetattr(fd, TCSANOW, &raw);
	}
	yes = ask(acct);
	if (terminal)
		tcsetattr(fd, TCSANOW, &old);
	if (interrupted && !acct->block) { /* with the terminal as it was */
		fflush(acct->context->out);
		raise(SIGINT);
	}
	return yes;
}
