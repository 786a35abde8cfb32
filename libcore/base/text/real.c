#include "base/text/real.h"

#define FT_MICRO 1000000

ft_real
ft_real_from_micro(int64_t whole, int32_t micro)
{
	/* A 64-bit integer is exact in x86-64's long double, so that only the
	 * division rounds. */
	const bool exact = LDBL_MANT_DIG >= 64;
	char text[40];

	assert(whole >= 0 && micro >= 0 && micro < FT_MICRO);
	if (exact && (uint64_t)whole < UINT64_MAX / FT_MICRO)
		return (ft_real)((uint64_t)whole * FT_MICRO + (uint64_t)micro) /
		       FT_MICRO;
	/* Written without a decimal point, which depends on the locale. */
	snprintf(
	    text, sizeof text, "%" PRId64 "%06" PRId32 "e-6", whole, micro);
	return strtold(text, NULL);
}

double
ft_real_shown(ft_real a)
{
	/* the longest of them has 4933 digits, but no usage is that large */
	char buf[64];

	if (!(a < 1e30L) || (a >= 0 && a < 0x1p53L && floorl(a) >= a))
		return (double)a;
	snprintf(buf, sizeof buf, "%.6Lf", a);
	return strtod(buf, NULL);
}
