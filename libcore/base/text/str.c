#include "base/base.h"

#include <float.h>

void
ft_str_clear(struct ft_str *str)
{
	str->len = 0;
	if (str->data)
		str->data[0] = '\0';
}

void
ft_str_free(struct ft_str *str)
{
	ft_free(str->data);
	*str = (struct ft_str){ 0 };
}

const char *
ft_str_text(const struct ft_str *str)
{
	return str->data ? str->data : "";
}

char *
ft_str_take(struct ft_str *str)
{
	char *text = str->data ? str->data : ft_strdup("");

	*str = (struct ft_str){ 0 };
	return text;
}

char *
ft_str_reserve(struct ft_str *str, size_t len)
{
	/* An overflowing sum asks for SIZE_MAX bytes, which ft_vec refuses. */
	size_t need = len < SIZE_MAX - str->len ? str->len + len + 1 : SIZE_MAX;

	if (need > str->cap)
		str->data = ft_vec_grow(str->data, &str->cap, need, 1);
	return str->data + str->len;
}

void
ft_str_add(struct ft_str *str, const char *text)
{
	ft_str_add_n(str, text, strlen(text));
}

void
ft_str_add_n(struct ft_str *str, const char *text, size_t len)
{
	char *to = ft_str_reserve(str, len);

	memcpy(to, text, len);
	to[len] = '\0';
	str->len += len;
}

static const char digit_pairs[] = "00010203040506070809101112131415161718192021"
				  "22232425262728293031323334353637383940414243"
				  "44454647484950515253545556575859606162636465"
				  "66676869707172737475767778798081828384858687"
				  "888990919293949596979899";

char *
ft_str_digits(char *end, uint64_t number)
{
	while (number >= 100) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * (number % 100), 2);
		number /= 100;
	}
	if (number >= 10) {
		end -= 2;
		memcpy(end, digit_pairs + 2 * number, 2);
	} else {
		*--end = (char)('0' + number);
	}
	return end;
}

void
ft_str_add_u64(struct ft_str *str, uint64_t number)
{
	char buf[FT_STR_DIGITS];
	char *start = ft_str_digits(buf + sizeof buf, number);

	ft_str_add_n(str, start, (size_t)(buf + sizeof buf - start));
}

void
ft_str_add_fill(struct ft_str *str, char c, size_t count)
{
	char *to = ft_str_reserve(str, count);

	memset(to, c, count);
	to[count] = '\0';
	str->len += count;
}

void
ft_str_add_indent(struct ft_str *str, size_t depth, size_t width)
{
	if (depth > FT_STR_LEVELS)
		depth = FT_STR_LEVELS;
	ft_str_add_fill(str, ' ', depth * width);
}

void
ft_str_addf(struct ft_str *str, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_str_addv(str, format, args);
	va_end(args);
}

void
ft_str_addv(struct ft_str *str, const char *format, va_list args)
{
	va_list again;
	size_t room;
	int len;

	/* Most fields fit here, and are then formatted only once. */
	ft_str_reserve(str, 32);
	room = str->cap - str->len;
	va_copy(again, args);
	len = vsnprintf(str->data + str->len, room, format, args);
	if (len < 0)
		ft_mem_exhausted(0);
	if ((size_t)len >= room) {
		ft_str_reserve(str, (size_t)len);
		vsnprintf(str->data + str->len, (size_t)len + 1, format, again);
	}
	va_end(again);
	str->len += (size_t)len;
}

void
ft_str_add_shell(struct ft_str *str, const char *text)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "abcdefghijklmnopqrstuvwxyz"
				   "0123456789_-+=./:,@%";

	/* A leading = means something to zsh, and -- nothing to quoting. */
	if (*text && *text != '=' && text[strspn(text, safe)] == '\0') {
		ft_str_add(str, text);
		return;
	}
	ft_str_add_char(str, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			ft_str_add(str, "'\\''");
		else
			ft_str_add_char(str, *text);
	}
	ft_str_add_char(str, '\'');
}

/* strcspn would make a table of 256 bytes for each cell. */
static bool
is_quoted(const char *text, size_t len)
{
	for (const char *end = text + len; text < end; text++)
		if (*text == ',' || *text == '"' || *text == '\r' ||
		    *text == '\n')
			return true;
	return false;
}

void
ft_str_add_csv_n(struct ft_str *str, const char *text, size_t len)
{
	if (!is_quoted(text, len)) {
		ft_str_add_n(str, text, len);
		return;
	}
	ft_str_add_char(str, '"');
	for (const char *end = text + len; text < end; text++) {
		if (*text == '"')
			ft_str_add_char(str, '"');
		ft_str_add_char(str, *text);
	}
	ft_str_add_char(str, '"');
}

void
ft_str_add_csv(struct ft_str *str, const char *text)
{
	ft_str_add_csv_n(str, text, strlen(text));
}

void
ft_str_add_ordinal(struct ft_str *str, uint64_t number)
{
	static const char *const ends[] = { "th", "st", "nd", "rd" };
	bool teen = number / 10 % 10 == 1;

	ft_str_addf(str, "%" PRIu64 "%s", number,
	    ends[teen || number % 10 > 3 ? 0 : number % 10]);
}

const char *
ft_arena_take(struct ft_arena *arena, struct ft_str *str)
{
	const char *text = ft_arena_strdup(arena, ft_str_text(str));

	ft_str_free(str);
	return text;
}

const char *
ft_arena_text(struct ft_arena *arena, const char *format, ...)
{
	struct ft_str str = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	return ft_arena_take(arena, &str);
}

/* digits / 10^decimals */
struct decimal {
	uint64_t digits;
	int decimals;
};

/*
 * Returns whether this finds the 15 to 17 digits that NUMBER is read back from, as
 * printf would round them, computed exactly.  Not below 1e-14, from 1e15 on, and for
 * powers of two, whose neighbours are not at the same distance.
 */
static bool
find_shortest(double number, struct decimal *decimal)
{
#ifdef __SIZEOF_INT128__
	__extension__ typedef unsigned __int128 wide;
	uint64_t mantissa, unit = 1000;
	wide five = 1, whole, rest;
	int shift;

	if (!(number >= 1e-14 && number < 1e15))
		return false;
	/* NUMBER is mantissa / 2^shift */
	mantissa = (uint64_t)ldexp(frexp(number, &shift), DBL_MANT_DIG);
	shift = DBL_MANT_DIG - shift;
	if (!(mantissa & (mantissa - 1)))
		return false;
	/* times 10 is times 5, and one bit less to shift */
	decimal->decimals = 0;
	for (; mantissa * five >> shift < 10000000000000000; five *= 5, shift--)
		decimal->decimals++;
	do {
		unit /= 10;
		whole = (wide)unit << shift;
		decimal->digits = (uint64_t)(mantissa * five >> shift) / unit;
		rest = mantissa * five - whole * decimal->digits;
		if (rest * 2 > whole ||
		    (rest * 2 == whole && decimal->digits & 1)) {
			decimal->digits++;
			rest = whole - rest;
		}
		/* five is the distance to the next double */
	} while (unit > 1 &&
		 (rest * 2 > five || (rest * 2 == five && mantissa & 1)));
	for (; unit > 1; unit /= 10)
		decimal->decimals--;
	return true;
#else
	(void)number;
	(void)decimal;
	return false;
#endif
}

/* Append it like %g; its exponents here have two digits. */
static void
add_decimal(struct ft_str *str, struct decimal decimal)
{
	char buf[40], *end = buf + sizeof buf, *start = end;
	int after = 0; /* digits after the first one */

	for (; decimal.digits % 10 == 0; decimal.digits /= 10)
		decimal.decimals--;
	for (uint64_t rest = decimal.digits; rest >= 10; rest /= 10)
		after++;
	if (decimal.decimals - after > 4) {
		start = ft_str_digits(
		    end, 100 + (uint64_t)(decimal.decimals - after));
		*start = '-';
		*--start = 'e';
		decimal.decimals = after;
	}
	for (int i = 0; i < decimal.decimals; i++, decimal.digits /= 10)
		*--start = (char)('0' + decimal.digits % 10);
	if (decimal.decimals)
		*--start = '.';
	start = ft_str_digits(start, decimal.digits);
	ft_str_add_n(str, start, (size_t)(end - start));
}

void
ft_str_add_real(struct ft_str *str, double number)
{
	struct decimal decimal;
	char buf[40];

	/* Whole numbers that %.15g prints without an exponent. */
	if (number >= 0 && number < 1e15 && !signbit(number) &&
	    number <= (double)(uint64_t)number) {
		ft_str_add_u64(str, (uint64_t)number);
		return;
	}
	if (find_shortest(number, &decimal)) {
		add_decimal(str, decimal);
		return;
	}
	for (int digits = 15; digits <= 17; digits++) {
		double back;

		snprintf(buf, sizeof buf, "%.*g", digits, number);
		back = strtod(buf, NULL);
		if (!(back < number || back > number))
			break;
	}
	ft_str_add(str, buf);
}
