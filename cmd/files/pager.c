#define _GNU_SOURCE /* pipe2 */
#include "files/pager.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/progress.h"
#include "files/stream.h"
#include "files/width.h"

#define NARROW 20 /* narrower terminals are treated as this wide */
#define TAB    8  /* columns between tab stops */

#define NO_PROGRAM 126 /* exit statuses of the shell: it is not executable, */
#define NOT_FOUND  127 /* or is not there */

/* A system without less is no reason for a message. */
#define USUAL "command -v less >/dev/null || exit 127; exec less"

/*
 * All text is kept until the end: a pager that is not found has read none of it,
 * and a command that waited for the reader would keep its store locked.
 */
static struct {
	const struct ft_context *context; /* NULL: nothing is held */
	const char *command;
	struct ft_str text, messages;
	size_t sent;               /* bytes of the text that the pager has */
	int width, height;         /* of the terminal */
	int rows, column;          /* what the text fills so far */
	int fd;                    /* the input of the pager */
	volatile sig_atomic_t pid; /* 0: it was not started */
} pager;

/* Returns whether standard output is a terminal. */
static bool
is_terminal(const struct ft_context *context)
{
	return isatty(ft_stream_fd(context->out));
}

int
ft_pager_width(const struct ft_context *context)
{
	int width;

	if (!is_terminal(context))
		return 0;
	width = ft_width_of(ft_stream_fd(context->out));
	return width < NARROW ? NARROW : width;
}

/* ---- the process ------------------------------------------------------------ */

static int
wait_for_pager(void)
{
	int status = 0;

	while (waitpid(pager.pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* The shell must not get the terminal back while the pager uses it. */
static void
leave_terminal(void)
{
	close(pager.fd);
	(void)wait_for_pager();
}

static void
die(int number)
{
	leave_terminal();
	signal(number, SIG_DFL);
	raise(number);
}

/* The child: colours are shown, and a text that fits needs no key. */
static void
become_pager(int input)
{
	signal(SIGPIPE, SIG_DFL);
	dup2(input, STDIN_FILENO);
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	execl("/bin/sh", "sh", "-c", pager.command, (char *)NULL);
	_exit(NOT_FOUND);
}

static bool
start_process(void)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	ft_progress_pause();
	ft_progress_abandon();
	pager.fd = ends[1];
	pager.pid = fork();
	if (pager.pid == 0)
		become_pager(ends[0]);
	close(ends[0]);
	if (pager.pid < 0) {
		close(ends[1]);
		pager.pid = 0;
		return false;
	}
	(void)fcntl(pager.fd, F_SETFL, O_NONBLOCK);
	/* leaving the pager early is no error */
	signal(SIGPIPE, SIG_IGN);
	ft_cmd_replace_handler(SIG_DFL, die);
	ft_cmd_guard(leave_terminal);
	return true;
}

/* Pass on what the pager takes now; all of it if its input blocks. */
static void
pass_on(void)
{
	while (pager.sent < pager.text.len) {
		ssize_t n = write(pager.fd, pager.text.data + pager.sent,
		    pager.text.len - pager.sent);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return;
		pager.sent += (size_t)n;
	}
}

/* ---- the text --------------------------------------------------------------- */

/* Count what TEXT fills of the screen; a colour fills nothing. */
static void
measure(const char *text, size_t len)
{
	for (const char *end = text + len; text < end; text++) {
		if (*text == '\n') {
			pager.rows++;
			pager.column = 0;
			continue;
		}
		if (*text == '\033')
			while (text + 1 < end && *text != 'm')
				text++;
		else if (*text == '\t')
			pager.column += TAB - pager.column % TAB;
		else if (((unsigned char)*text & 0xC0) != 0x80)
			pager.column++;
		if (pager.column > pager.width) {
			pager.rows++;
			pager.column = 1;
		}
	}
}

static bool
fills_screen(void)
{
	/* the last row is for the prompt of the shell, or of the pager */
	return pager.rows + (pager.column > 0) >= pager.height;
}

static bool
hold_text(const char *text, size_t len)
{
	ft_str_add_n(&pager.text, text, len);
	if (!pager.pid) {
		measure(text, len);
		if (fills_screen() && !start_process())
			pager.height = INT_MAX; /* do not try again */
	}
	if (pager.pid)
		pass_on();
	return true;
}

/* A message waits behind a text that is not shown yet, and for the pager. */
static bool
hold_message(const char *text, size_t len)
{
	ft_str_add_n(&pager.messages, text, len);
	if (!pager.text.len) {
		ft_progress_pause();
		fwrite(text, 1, len, ft_stream_below(pager.context->err));
		ft_str_clear(&pager.messages);
	}
	return true;
}

/* ---- from start to end ------------------------------------------------------ */

/* Returns the pager's command line; NULL: there is to be none. */
static const char *
choose(void)
{
	const char *term = ft_cmd_variable("TERM");
	const char *command = getenv("FAIRTREE_PAGER");

	if (!command)
		command = getenv("PAGER");
	/* less stops at a terminal that can do nothing, to complain */
	if (!command)
		command = term && strcmp(term, "dumb") != 0 ? USUAL : "";
	command += strspn(command, " \t");
	return *command && strcmp(command, "cat") != 0 ? command : NULL;
}

void
ft_pager_start(const struct ft_context *context)
{
	int fd = ft_stream_fd(context->out);

	pager.command = choose();
	if (context->slurm || context->cmd->draws || !isatty(fd) ||
	    !pager.command)
		return;
	pager.context = context;
	pager.width = ft_pager_width(context);
	pager.height = ft_width_rows(fd);
	ft_stream_divert(context->out, hold_text);
	if (isatty(ft_stream_fd(context->err)))
		ft_stream_divert(context->err, hold_message);
}

static void
print(struct ft_str *text, FILE *stream)
{
	fwrite(ft_str_text(text), 1, text->len, ft_stream_below(stream));
	fflush(ft_stream_below(stream));
	ft_str_free(text);
}

/* Let the streams go where they went before; shown: the pager has the text. */
static void
release(bool shown)
{
	const struct ft_context *context = pager.context;

	pager.context = NULL;
	ft_stream_divert(context->out, NULL);
	ft_stream_divert(context->err, NULL);
	if (pager.text.len || pager.messages.len)
		ft_progress_pause();
	if (!shown)
		print(&pager.text, context->out);
	print(&pager.messages, context->err);
	ft_str_free(&pager.text);
}

void
ft_pager_stop(void)
{
	if (!pager.context || pager.pid)
		return;
	fflush(pager.context->out);
	/* that may have started it */
	if (!pager.pid)
		release(false);
}

void
ft_pager_end(void)
{
	int status;

	ft_pager_stop();
	if (!pager.context)
		return;
	/* an interrupt is for the pager now: it ends a search, say */
	signal(SIGINT, SIG_IGN);
	(void)fcntl(pager.fd, F_SETFL, 0);
	pass_on();
	close(pager.fd);
	status = wait_for_pager();
	ft_cmd_replace_handler(die, SIG_DFL);
	ft_cmd_guard(NULL);
	release(!WIFEXITED(status) || (WEXITSTATUS(status) != NO_PROGRAM &&
					  WEXITSTATUS(status) != NOT_FOUND));
}
