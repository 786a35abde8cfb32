#include "base/text/real.h"

#include <math.h>
#include <stddef.h>

#include "tap/tap.h"

static void
test_cmp(void)
{
	const ft_real tiny = (ft_real)1 + LDBL_EPSILON;

	is_i64(ft_real_cmp(1, 2), -1, "1 < 2");
	is_i64(ft_real_cmp(2, 1), 1, "2 > 1");
	is_i64(ft_real_cmp(0.1L, 0.1L), 0, "equal");
	is_i64(ft_real_cmp(-0.0L, 0.0L), 0, "both zeros are equal");
	is_i64(ft_real_cmp(tiny, 1), 1, "one unit in the last place counts");
	is_i64(ft_real_cmp(INFINITY, INFINITY), 0, "infinities are equal");
	is_i64(ft_real_cmp(LDBL_MAX, INFINITY), -1, "and above all");
}

static void
test_u64(void)
{
	static const struct {
		ft_real real;
		uint64_t want;
	} row[] = {
		{ 0, 0 },
		{ 0.999L, 0 },
		{ 1.999L, 1 },
		{ -1, 0 },
		{ -INFINITY, 0 },
		{ NAN, 0 },
		{ 9223372036854775808.0L, 9223372036854775808U },
		{ 18446744073709551616.0L, UINT64_MAX },
		{ INFINITY, UINT64_MAX },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		is_u64(ft_real_u64(row[i].real), row[i].want, "u64 of %Lg",
		    row[i].real);
}

/* The compiler rounds a literal once, so literals say what is right. */
static void
test_from_micro(void)
{
	static const struct {
		int64_t whole;
		int32_t micro;
		ft_real want;
	} row[] = {
		{ 0, 0, 0.0L },
		{ 0, 1, 0.000001L },
		{ 0, 400000, 0.4L },
		{ 301, 0, 301.0L },
		{ 123456789, 123456, 123456789.123456L },
		{ 18446744073708, 551615, 18446744073708.551615L },
		{ 18446744073709, 0, 18446744073709.0L },
		{ 18446744073709, 551616, 18446744073709.551616L },
		{ 18446744073710, 999999, 18446744073710.999999L },
		{ 1000000000000000000, 500000, 1000000000000000000.5L },
		{ 4611686018427387903, 250001, 4611686018427387903.250001L },
		{ 9223372036854775807, 999999, 9223372036854775807.999999L },
	};

	if ((ft_real)1 + LDBL_EPSILON == (ft_real)1) {
		skip("this machine computes long doubles with fewer bits");
		return;
	}
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		is_real(ft_real_from_micro(row[i].whole, row[i].micro),
		    row[i].want, "%lld + %d/1e6", (long long)row[i].whole,
		    (int)row[i].micro);
}

static void
test_shown(void)
{
	is_real(ft_real_shown(0), 0.0, "none");
	is_real(ft_real_shown(500040.2369930001L), 500040.236993, "cut");
	is_real(ft_real_shown(0.0000005001L), 0.000001, "rounded up");
	is_real(ft_real_shown(0.0000004999L), 0.0, "rounded down");
	is_real(ft_real_shown(123456789012.0L), 123456789012.0, "a whole one");
	is_real(ft_real_shown(1e18L), 1e18, "a large one");
	is_real(ft_real_shown(1e300L), 1e300, "a huge one");
}

int
main(void)
{
	test_cmp();
	test_u64();
	test_shown();
	test_from_micro();
	return done_testing();
}
