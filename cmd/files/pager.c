#include "files/pager.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/stream.h"
#include "files/width.h"

#define NARROW 20 /* narrower terminals are treated as this wide */

#define NOT_FOUND 127 /* exit status of the shell for an unknown command */

bool
ft_pager_terminal(const struct ft_context *context)
{
	return isatty(ft_stream_fd(context->out));
}

int
ft_pager_width(const struct ft_context *context)
{
	int width;

	if (!ft_pager_terminal(context))
		return 0;
	width = ft_width_of(ft_stream_fd(context->out));
	return width < NARROW ? NARROW : width;
}

/* Start PAGER, a command line, in *pid; returns its input, NULL on failure. */
static FILE *
start(const char *pager, pid_t *pid)
{
	int ends[2];
	FILE *input;

	if (pipe(ends) != 0)
		return NULL;
	*pid = fork();
	if (*pid == 0) {
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		close(ends[1]);
		execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
		_exit(NOT_FOUND);
	}
	close(ends[0]);
	input = *pid > 0 ? fdopen(ends[1], "w") : NULL;
	if (!input)
		close(ends[1]);
	return input;
}

/* Returns whether PAGER was started and read TEXT. */
static bool
page(const char *pager, const char *text)
{
	pid_t pid = -1;
	FILE *input = start(pager, &pid);
	int status = 0;

	if (!input)
		return false;
	fputs(text, input);
	fclose(input);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return !WIFEXITED(status) || WEXITSTATUS(status) != NOT_FOUND;
}

void
ft_pager_print(const struct ft_context *context, const char *text, bool wanted)
{
	const char *pager = getenv("PAGER");

	if (!pager)
		pager = "less -FIRX";
	if (wanted && *pager && strcmp(pager, "cat") != 0 &&
	    ft_pager_terminal(context)) {
		fflush(context->out);
		ft_stream_lend(context->out);
		/* leaving the pager early is no error */
		signal(SIGPIPE, SIG_IGN);
		/* no such pager: the shell printed a message */
		if (page(pager, text))
			return;
	}
	fputs(text, context->out);
}
