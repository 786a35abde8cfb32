/* question.c - questions, and reading the answer. */
#include <signal.h>
#include <termios.h>
#include <unistd.h>
#include <sys/select.h>

#include "facctmgr/facctmgr.h"
#include "cli/yesno.h"
#include "files/infile.h"
#include "files/progress.h"

#define PATIENCE 30 /* seconds to answer */
#define LONGEST  64 /* bytes of an answer that matter */

/* What reading an answer returns besides an enum ft_yesno. */
enum { ANSWER_NONE = -1, ANSWER_LATE = -2, ANSWER_BROKEN = -3 };

/* ---- bytes -------------------------------------------------------------------- */

/*
 * By the Slurm name the whole input that is ready is read at once, and what
 * follows the answer is the answer to the next question; commands are read
 * after it, as by sacctmgr.
 */
static int
take_typed(struct facctmgr *acct)
{
	struct facctmgr_typed *typed = &acct->typed;

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

/* Wait until there is input; returns 0, or ANSWER_LATE or ANSWER_BROKEN. */
static int
wait_for_key(struct facctmgr *acct)
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

/* As sacctmgr: every key is an answer. */
static int
read_key(struct facctmgr *acct)
{
	int key = wait_for_key(acct);

	if (key)
		return key;
	key = take_typed(acct);
	if (key == 'y' || key == 'Y')
		return FT_YESNO_YES;
	if (key == 'n' || key == 'N')
		return FT_YESNO_NO;
	if (key == ANSWER_NONE)
		return key;
	return key == '\n' ? FT_YESNO_EMPTY : FT_YESNO_NEITHER;
}

/* Returns whether a terminal's line ended with its end-of-file key. */
static bool
is_cut_off(int fd)
{
	struct timeval now = { 0, 0 };
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fd, &set);
	return isatty(fd) && select(fd + 1, &set, NULL, NULL, &now) == 0;
}

/* Read a whole line, so that no rest of it is taken for a command. */
static int
read_line(struct facctmgr *acct)
{
	int fd = fileno(acct->context->in), byte = 0;
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	while (!line.len || !is_cut_off(fd)) {
		byte = wait_for_key(acct);
		if (!byte)
			byte = ft_infile_byte(fd);
		if (byte < 0 || byte == '\n')
			break;
		/* longer lines are no answers */
		if (line.len < LONGEST)
			ft_str_add_char(&line, byte ? (char)byte : '?');
	}
	/* the input may end after an answer, but not instead of one */
	return byte == '\n' || (line.len && byte >= ANSWER_NONE)
		   ? (int)ft_yesno_of(ft_str_text(&line))
		   : byte;
}

/* Ask until there is an answer. */
static bool
ask(struct facctmgr *acct)
{
	bool slurm = acct->context->slurm;
	FILE *out = acct->context->out;

	for (;;) {
		int answer;

		fputs("(N/y): ", out);
		fflush(out);
		answer = slurm ? read_key(acct) : read_line(acct);
		if (answer == ANSWER_LATE) {
			fputs("timeout\n", out);
			return false;
		}
		if (answer == ANSWER_BROKEN && interrupted)
			return false;
		/* a terminal has echoed the end of the line itself */
		if (slurm || answer < 0 || !isatty(fileno(acct->context->in)))
			fputc('\n', out);
		acct->no_input = answer < 0;
		if (acct->no_input) {
			facctmgr_error(acct, "no answer: end of input");
			return false;
		}
		if (answer != FT_YESNO_NEITHER)
			return answer == FT_YESNO_YES;
		fputs("Y or N please\n", out);
	}
}

bool
facctmgr_ask(struct facctmgr *acct, const char *question)
{
	int fd = fileno(acct->context->in);
	struct termios old, raw;
	bool keys = acct->context->slurm && tcgetattr(fd, &old) == 0, yes;

	if (acct->immediate)
		return true;
	fprintf(acct->context->out, "%s (You have %d seconds to decide)\n",
	    question, PATIENCE);
	fflush(acct->context->out);
	if (keys) { /* read keys without waiting for the end of the line */
		ft_cmd_guard_terminal(fd);
		raw = old;
		raw.c_lflag &= ~(tcflag_t)ICANON;
		raw.c_cc[VMIN] = 1;
		raw.c_cc[VTIME] = 0;
		tcsetattr(fd, TCSANOW, &raw);
	}
	yes = ask(acct);
	ft_progress_pause(); /* thinking is no work */
	if (keys) {
		tcsetattr(fd, TCSANOW, &old);
		ft_cmd_guard(NULL);
	}
	if (interrupted && !acct->block) { /* after restoring the terminal */
		fflush(acct->context->out);
		raise(SIGINT);
	}
	return yes;
}
