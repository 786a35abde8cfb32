#include "base/rng.h"

#include <stddef.h>

#include "tap/tap.h"

/*
 * The stream is part of the interface: the published test vectors of
 * splitmix64 with seed 0 and of xoshiro256** with the state 1, 2, 3, 4.
 */
static void
test_stream(void)
{
	static const uint64_t state[] = { 0xe220a8397b1dcdaf,
		0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec };
	static const uint64_t want[] = { 11520, 0, 1509978240,
		1215971899390074240, 1216172134540287360, 607988272756665600 };
	struct ft_rng rng;

	ft_rng_init(&rng, 0);
	for (int i = 0; i < 4; i++)
		is_u64(rng.s[i], state[i], "state word %d of seed 0", i);
	rng = (struct ft_rng){ { 1, 2, 3, 4 } };
	for (int i = 0; i < 6; i++)
		is_u64(ft_rng_u64(&rng), want[i], "number %d of 1,2,3,4", i);
}

static void
test_below(void)
{
	static const uint32_t bound[] = { 1, 2, 3, 10, 1000, 3000000000,
		UINT32_MAX };
	struct ft_rng rng;

	ft_rng_init(&rng, 42);
	for (size_t i = 0; i < sizeof bound / sizeof bound[0]; i++) {
		uint32_t most = 0;
		double sum = 0, mean = ((double)bound[i] - 1) / 2;

		for (int n = 0; n < 10000; n++) {
			uint32_t got = ft_rng_below(&rng, bound[i]);

			most = got > most ? got : most;
			sum += got;
		}
		ok(most < bound[i], "all below %u", (unsigned)bound[i]);
		/* Six standard errors of the mean of 10000 uniform numbers. */
		near((long double)(sum / 10000), (long double)mean,
		    6 * 0.289L * (long double)bound[i] / 100, "mean below %u",
		    (unsigned)bound[i]);
	}
}

static void
test_unit(void)
{
	struct ft_rng rng;
	double sum = 0;
	int outside = 0;

	ft_rng_init(&rng, 7);
	for (int n = 0; n < 10000; n++) {
		double got = ft_rng_unit(&rng);

		outside += !(got >= 0 && got < 1);
		sum += got;
	}
	is_i64(outside, 0, "all in [0, 1)");
	/* Six standard errors, as above. */
	near((long double)(sum / 10000), 0.5L, 0.0173L, "mean");
}

int
main(void)
{
	test_stream();
	test_below();
	test_unit();
	return done_testing();
}
