#include "lib/await.h"

#include <time.h>

#include "tap/tap.h"

enum { GUARD = 600 /* seconds */ };

static time_t
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

void
await_state(bool (*is)(void *ctx), void *ctx, const char *what)
{
	const struct timespec rest = { .tv_nsec = 1000000 };
	time_t guard = seconds() + GUARD;

	while (!is(ctx)) {
		if (seconds() > guard)
			bail("never so: %s", what);
		nanosleep(&rest, NULL); /* lawful: between two looks */
	}
}
