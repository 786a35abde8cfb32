#include "base/utf8.h"

/* Returns how many bytes a character that starts with FIRST has, 0: none does. */
static int
bytes_of(uint32_t first)
{
	return first < 0x80             ? 1
	       : (first & 0xe0) == 0xc0 ? 2
	       : (first & 0xf0) == 0xe0 ? 3
	       : (first & 0xf8) == 0xf0 ? 4
					: 0;
}

uint32_t
ft_utf8_next(const char **text, const char *end)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *at = (const unsigned char *)*text;
	uint32_t c = *at;
	int len = bytes_of(c);

	*text += 1;
	if (len == 1)
		return c;
	if (len == 0 || (end && end - *text < len - 1))
		return FT_UTF8_BAD;
	c &= 0xffU >> (len + 1);
	for (int i = 1; i < len; i++) {
		/* stops at the end of a string, too */
		if ((at[i] & 0xc0) != 0x80)
			return FT_UTF8_BAD;
		c = c << 6 | (at[i] & 0x3fU);
	}
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return FT_UTF8_BAD;
	*text += len - 1;
	return c;
}

int
ft_utf8_width(uint32_t c)
{
	static const struct {
		uint32_t first, last;
		int width;
	} table[] = {
#define FT_WIDTH(first, last, width) { first, last, width },
#include "base/width.def"
#undef FT_WIDTH
	};
	size_t low = 0, high = sizeof table / sizeof *table;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c > table[middle].last)
			low = middle + 1;
		else if (c < table[middle].first)
			high = middle;
		else
			return table[middle].width;
	}
	return 1;
}

size_t
ft_utf8_columns(const char *text, size_t len)
{
	const char *end = text + len;
	size_t columns = 0;

	while (text < end && (unsigned char)*text < 0x80) {
		text++;
		columns++;
	}
	while (text < end)
		columns += (size_t)ft_utf8_width(ft_utf8_next(&text, end));
	return columns;
}
