#include "lib/seeds.h"

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
