#include "lib/seeds.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text/num.h"

static uint64_t
number(int argc, char **argv, int at, uint64_t absent)
{
	uint64_t value = absent;

	if (at < argc && !ft_num_u64(argv[at], &value))
		bail("%s is not a number: %s [FIRST [COUNT]]", argv[at],
		    argv[0]);
	return value;
}

struct seeds
seeds_of(int argc, char **argv, uint64_t first, uint64_t count)
{
	struct seeds seeds = { .first = number(argc, argv, 1, first),
		.n = number(argc, argv, 2, count) };

	if (argc > 3)
		bail("%s takes [FIRST [COUNT]]", argv[0]);
	seeds.end = seeds.first + seeds.n;
	return seeds;
}

void
seeds_hold(struct seeds seeds, bool (*holds)(uint64_t seed, const void *ctx),
    const void *ctx, const char *name, ...)
{
	uint64_t seed = seeds.first;
	char text[200];
	va_list args;

	va_start(args, name);
	(void)vsnprintf(text, sizeof text, name, args);
	va_end(args);
	while (seed < seeds.end && holds(seed, ctx))
		seed++;
	if (seed < seeds.end)
		ok(false, "%s: seed %" PRIu64, text, seed);
	else
		ok(true, "%s", text);
}
