#include "files/stop.h"

#include <signal.h>

#include "files/progress.h"

static volatile sig_atomic_t asked;

/* A second signal ends the process at once: an orderly end may take time. */
static void
ask(int number)
{
	if (asked)
		ft_progress_die(number);
	asked = number;
}

static void
set_all(void (*handler)(int))
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { 0 };

	action.sa_handler = handler;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < FT_COUNT(numbers); i++)
		sigaction(numbers[i], &action, NULL);
}

void
ft_stop_catch(void)
{
	asked = 0;
	set_all(ask);
}

void
ft_stop_release(void)
{
	set_all(SIG_DFL);
}

bool
ft_stop_asked(void)
{
	return asked;
}

void
ft_stop_obey(void)
{
	if (asked)
		ft_progress_die(asked);
}

int
ft_stopped(const struct ft_context *context)
{
	ft_cmd_error(context, "interrupted");
	return FT_STOPPED;
}
