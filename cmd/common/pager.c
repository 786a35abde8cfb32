#include "common/pager.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/num.h"

#define NARROW 20 /* below this nothing is folded any better */
#define USUAL  80

bool
ft_pager_terminal(const struct ft_context *context)
{
	return isatty(fileno(context->out));
}

int
ft_pager_width(const struct ft_context *context)
{
	const char *columns = ft_cmd_variable("COLUMNS");
	struct winsize size = { 0 };
	uint32_t number = 0;
	int width = USUAL;

	if (!ft_pager_terminal(context))
		return 0;
	if (columns && ft_num_u32(columns, &number) && number < 10000)
		width = (int)number;
	else if (ioctl(fileno(context->out), TIOCGWINSZ, &size) == 0 &&
		 size.ws_col)
		width = size.ws_col;
	return width < NARROW ? NARROW : width;
}

bool
ft_pager_color(const struct ft_context *context)
{
	const char *term = ft_cmd_variable("TERM");

	return ft_pager_terminal(context) && !ft_cmd_variable("NO_COLOR") &&
	       term && strcmp(term, "dumb") != 0;
}

void
ft_pager_print(const struct ft_context *context, const char *text, bool wanted)
{
	const char *pager = getenv("PAGER");
	FILE *pipe = NULL;

	if (!pager)
		pager = "less -FIRX";
	if (wanted && *pager && strcmp(pager, "cat") != 0 &&
	    ft_pager_terminal(context)) {
		fflush(context->out);
		/* who leaves the pager early has seen enough */
		signal(SIGPIPE, SIG_IGN);
		pipe = popen(pager, "w");
	}
	fputs(text, pipe ? pipe : context->out);
	/* no such pager: the shell has said so, and the page is still wanted */
	if (pipe && pclose(pipe) == 127 << 8)
		fputs(text, context->out);
}
