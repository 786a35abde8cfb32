/*
 * Level fairshares built of integers, as on machines whose long double has no
 * 64-bit mantissa.
 */
#define FT_LEVEL_NATIVE 0
#include "algo/share/fairtree_level.c"

#include "base/rng.h"
#include "tap/tap.h"

/* A random usage that uses all bits of a long double, or few. */
static ft_real
random_usage(struct ft_rng *rng)
{
	ft_real usage = (ft_real)ft_rng_u64(rng);

	switch (ft_rng_below(rng, 3)) {
	case 0:
		return (ft_real)(1 + ft_rng_below(rng, 1000));
	case 1:
		return usage + 1;
	default:
		return (usage + 1) / 1000003;
	}
}

/* Where the processor has 64-bit mantissas, integers must agree with it. */
static void
check_rounding(void)
{
#if LDBL_MANT_DIG == 64
	struct ft_rng rng;
	bool good = true;

	ft_rng_init(&rng, 1);
	for (int i = 0; i < 200000; i++) {
		uint32_t shares = 1 + ft_rng_below(&rng, 1000);
		double norm = ft_level_shares_norm(
		    shares, shares + ft_rng_below(&rng, 1000));
		ft_real usage = random_usage(&rng), all = random_usage(&rng);
		ft_real want = (ft_real)norm / (usage / all);
		struct ft_level got = ft_level_make(norm, usage, all);

		/* exact: the mantissa has as many bits as a long double */
		good &= !ft_real_cmp(
		    want, ldexpl((ft_real)got.mantissa, got.exponent));
	}
	ok(good, "integers divide as the processor does");
#else
	skip("long double has no 64-bit mantissa here");
#endif
}

static void
check_order(void)
{
	/* from the least: nothing, little, more, infinite */
	const struct ft_level level[] = { ft_level_make(0, 5, 5),
		ft_level_make(.5, 5, 5), ft_level_make(.5, 5, 6),
		ft_level_make(1, 5, 6), ft_level_make(.25, 0, 5) };
	const int n = FT_COUNT(level);

	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			is_i64(ft_level_cmp(level[i], level[j]),
			    (i > j) - (i < j), "order of %d and %d", i, j);
	is_i64(ft_level_cmp(level[4], ft_level_make(1, 5, 0)), 0,
	    "no usage at all is infinite, too");
}

int
main(void)
{
	check_rounding();
	check_order();
	return done_testing();
}
