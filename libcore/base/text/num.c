#include "base/base.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Read digits at *TEXT up to LIMIT and step over them; at least one. */
static bool
take_digits(const char **text, uint64_t limit, uint64_t *out)
{
	const char *at = *text;
	uint64_t value = 0;

	for (; is_digit(*at); at++) {
		unsigned digit = (unsigned)(*at - '0');

		if (value > (limit - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	if (at == *text)
		return false;
	*text = at;
	*out = value;
	return true;
}

static bool
whole_u64(const char *text, uint64_t limit, uint64_t *out)
{
	uint64_t value;

	if (!take_digits(&text, limit, &value) || *text)
		return false;
	*out = value;
	return true;
}

bool
ft_num_take_u32(const char **text, uint32_t *out)
{
	uint64_t value;

	if (!take_digits(text, UINT32_MAX, &value))
		return false;
	*out = (uint32_t)value;
	return true;
}

bool
ft_num_u32(const char *text, uint32_t *out)
{
	uint32_t value;

	if (!ft_num_take_u32(&text, &value) || *text)
		return false;
	*out = value;
	return true;
}

bool
ft_num_u64(const char *text, uint64_t *out)
{
	return whole_u64(text, UINT64_MAX, out);
}

bool
ft_num_i64(const char *text, int64_t *out)
{
	bool minus = *text == '-';
	uint64_t value;

	if (!whole_u64(text + minus, (uint64_t)INT64_MAX + minus, &value))
		return false;
	/* -INT64_MIN is no int64_t, so step there from INT64_MIN + 1. */
	if (minus && value)
		*out = -(int64_t)(value - 1) - 1;
	else
		*out = (int64_t)value;
	return true;
}

static size_t
skip_digits(const char **text)
{
	const char *start = *text;

	while (is_digit(**text))
		++*text;
	return (size_t)(*text - start);
}

bool
ft_num_double(const char *text, double *out)
{
	const char *at = text + (*text == '-');
	size_t digits = skip_digits(&at);
	double value;

	/* strtod alone would take blanks, 0x, inf and nan as well. */
	if (*at == '.') {
		at++;
		digits += skip_digits(&at);
	}
	if (!digits)
		return false;
	if (*at == 'e' || *at == 'E') {
		at++;
		at += *at == '+' || *at == '-';
		if (!skip_digits(&at))
			return false;
	}
	if (*at)
		return false;
	value = strtod(text, NULL);
	if (!isfinite(value))
		return false;
	*out = value;
	return true;
}

bool
ft_num_micro(const char *text, int64_t *whole, int32_t *micro)
{
	uint64_t integer;
	int32_t part = 0;

	if (!take_digits(&text, INT64_MAX, &integer))
		return false;
	if (*text == '.') {
		int32_t unit = 100000;

		if (!is_digit(*++text))
			return false;
		for (; is_digit(*text); text++) {
			if (!unit && *text != '0')
				return false;
			part += (*text - '0') * unit;
			unit /= 10;
		}
	}
	if (*text)
		return false;
	*whole = (int64_t)integer;
	*micro = part;
	return true;
}

bool
ft_num_add_i64(int64_t a, int64_t b, int64_t *out)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return false;
	*out = sum;
	return true;
}

bool
ft_num_mul_i64(int64_t a, int64_t b, int64_t *out)
{
	int64_t product;

	if (__builtin_mul_overflow(a, b, &product))
		return false;
	*out = product;
	return true;
}

uint64_t
ft_num_times(uint64_t a, uint64_t b)
{
	uint64_t product;

	if (__builtin_mul_overflow(a, b, &product) || product > INT64_MAX)
		return INT64_MAX;
	return product;
}

uint32_t
ft_num_in_u32(uint64_t number)
{
	return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

uint64_t
ft_num_parts(uint64_t number, uint64_t by)
{
	return number / by + (number % by > 0);
}
