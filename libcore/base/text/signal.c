#include "base/text/signal.h"

static const char *const names[] = { NULL, "HUP", "INT", "QUIT", "ILL", "TRAP",
	"ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
	"TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
	"XCPU", "XFSZ" };

#define N_NAME FT_COUNT(names)

const char *
ft_signal_name(uint32_t number)
{
	return number < N_NAME ? names[number] : NULL;
}

uint32_t
ft_signal_find(const char *name)
{
	if (strncasecmp(name, "SIG", 3) == 0)
		name += 3;
	for (uint32_t i = 1; i < N_NAME; i++)
		if (strcasecmp(name, names[i]) == 0)
			return i;
	return 0;
}
