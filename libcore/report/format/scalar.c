#include "report/format/scalar.h"

#include "base/text/real.h"

/*
 * Returns NUMBER in millionths, rounded like printf does: exactly, halves to
 * even.  number: 0 <= number < 1e13.  Returns false where that cannot be done.
 */
static bool
round_micro(double number, uint64_t *micro)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	uint64_t bits, mantissa;
	unsigned shift;
	wide product, rest, half, whole;

	memcpy(&bits, &number, sizeof bits);
	mantissa = bits & ((UINT64_C(1) << 52) - 1);
	shift = (unsigned)(bits >> 52);
	if (shift == 0)
		shift = 1;
	else
		mantissa |= UINT64_C(1) << 52;
	/* The number is mantissa / 2^shift, 0 < shift for all below 2^52. */
	shift = 1075 - shift;
	if (shift > 120) {
		*micro = 0;
		return true;
	}
	product = (wide)mantissa * 1000000;
	whole = product >> shift;
	rest = product & (((wide)1 << shift) - 1);
	half = (wide)1 << (shift - 1);
	if (rest > half || (rest == half && whole & 1))
		whole++;
	*micro = (uint64_t)whole;
	return true;
#else
	(void)number;
	(void)micro;
	return false;
#endif
}

/* Append exactly what printf("%.6f") would, faster. */
static void
add_f6(struct ft_str *str, double number)
{
	char buf[32];
	char *end = buf + sizeof buf, *start;
	uint64_t micro, fraction;

	if (!(number >= 0 && number < 1e13) || signbit(number) ||
	    !round_micro(number, &micro)) {
		ft_str_addf(str, "%f", number);
		return;
	}
	fraction = micro % 1000000;
	for (int i = 0; i < 6; i++, fraction /= 10)
		*--end = (char)('0' + fraction % 10);
	*--end = '.';
	start = ft_str_digits(end, micro / 1000000);
	ft_str_add_n(str, start, (size_t)(buf + sizeof buf - start));
}

/* The values Slurm's protocol uses for "not set" and "infinite". */
static bool
is_no_value(double number)
{
	static const double magic[] = { 4294967294.0, 4294967295.0,
		18446744073709551614.0 };

	if (number < magic[0])
		return false;
	for (size_t i = 0; i < FT_COUNT(magic); i++) {
		if (ft_real_cmp((ft_real)number, (ft_real)magic[i]) == 0)
			return true;
	}
	return false;
}

/* NUMBER does not fit into WIDTH with six decimals. */
static void
add_exponent(struct ft_str *str, double number, int width)
{
	int len = snprintf(NULL, 0, "%*.*e", width, width, number);
	int precision = width;

	if (len > width)
		precision = width - (len - width);
	if (precision < 0)
		precision = 6;
	ft_str_addf(str, "%.*e", precision, number);
}

bool
ft_format_real(struct ft_str *str, double number, int width)
{
	size_t start = str->len, columns;

	if (is_no_value(number))
		return false;
	add_f6(str, number);
	columns = (size_t)(width < 0 ? -width : width);
	if (width == 0 || str->len - start <= columns)
		return false;
	str->len = start;
	add_exponent(str, number, (int)columns);
	return true;
}

void
ft_format_pad(struct ft_str *str, const char *text, size_t len, int width)
{
	size_t columns = (size_t)(width < 0 ? -width : width);
	size_t blanks = len < columns ? columns - len : 0;
	char *to = ft_str_reserve(str, len + blanks);

	if (width > 0) {
		memset(to, ' ', blanks);
		memcpy(to + blanks, text, len);
	} else {
		memcpy(to, text, len);
		memset(to + len, ' ', blanks);
	}
	str->len += len + blanks;
	str->data[str->len] = '\0';
}

void
ft_format_cut(struct ft_str *str, const char *text, size_t len, int width)
{
	size_t columns = (size_t)(width < 0 ? -width : width);

	if (len <= columns) {
		ft_format_pad(str, text, len, width);
	} else if (columns > 0) {
		ft_str_add_n(str, text, columns - 1);
		ft_str_add_char(str, '+');
	}
}
