#include "fsim/stop.h"

#include <signal.h>

static volatile sig_atomic_t asked;

static void
ask(int number)
{
	(void)number;
	asked = 1;
}

static void
set_all(void (*handler)(int), int flags)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { 0 };

	action.sa_handler = handler;
	action.sa_flags = flags;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

void
fsim_stop_catch(void)
{
	asked = 0;
	/* a second signal ends the process at once: an orderly end may take
	 * time */
	set_all(ask, (int)SA_RESETHAND);
}

void
fsim_stop_release(void)
{
	set_all(SIG_DFL, 0);
}

bool
fsim_stop_asked(void)
{
	return asked;
}
