#include "base/text/utf8.h"

#include "base/bisect.h"

size_t
ft_utf8_begun(const char *at, const char *end, bool *whole)
{
	const unsigned char *byte = (const unsigned char *)at;
	unsigned first = *byte;
	size_t n = 1, size = first < 0xc2   ? 0
			     : first < 0xe0 ? 2
			     : first < 0xf0 ? 3
			     : first < 0xf5 ? 4
					    : 0;
	unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
	unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;

	*whole = first < 0x80;
	if (*whole || !size)
		return *whole;
	/* the byte that ends a string is below LOW */
	while (n < size && (!end || at + n < end) && byte[n] >= low &&
	       byte[n] <= high) {
		low = 0x80;
		high = 0xbf;
		n++;
	}
	*whole = n == size;
	return n;
}

uint32_t
ft_utf8_next(const char **text, const char *end)
{
	const unsigned char *at = (const unsigned char *)*text;
	uint32_t c = *at;
	bool whole;
	size_t len = ft_utf8_begun(*text, end, &whole);

	*text += whole ? len : 1;
	if (!whole)
		return FT_UTF8_BAD;
	if (len > 1)
		c &= 0xffU >> (len + 1);
	for (size_t i = 1; i < len; i++)
		c = c << 6 | (at[i] & 0x3fU);
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
#include "base/text/width.def"
#undef FT_WIDTH
	};
	size_t i;

	FT_BISECT(i, 0, FT_COUNT(table), table[i].last < c);
	return i < FT_COUNT(table) && table[i].first <= c ? table[i].width : 1;
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

void
ft_utf8_add(struct ft_str *str, const char *text)
{
	while (*text) {
		const char *start = text;

		if (ft_utf8_next(&text, NULL) == FT_UTF8_BAD)
			ft_str_add(str, "\xef\xbf\xbd");
		else
			ft_str_add_n(str, start, (size_t)(text - start));
	}
}

void
ft_utf8_add_ends(struct ft_str *str, const char *text, size_t head, size_t tail,
    const char *mark)
{
	const char *end = text, *next = text;
	size_t columns = ft_utf8_columns(text, strlen(text)), used = 0;

	while (*next) {
		used += (size_t)ft_utf8_width(ft_utf8_next(&next, NULL));
		if (used > head)
			break;
		end = next;
	}
	ft_str_add_n(str, text, (size_t)(end - text));
	ft_str_add(str, mark);
	columns -= ft_utf8_columns(text, (size_t)(end - text));
	/* combining characters go with the one they belong to */
	for (next = end; *next; end = next) {
		size_t width = (size_t)ft_utf8_width(ft_utf8_next(&next, NULL));

		if (columns <= tail && width > 0)
			break;
		columns -= width;
	}
	ft_str_add(str, end);
}
