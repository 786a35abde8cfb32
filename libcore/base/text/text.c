/* text.c - see text.h.  Plain ASCII, the usual case, has a fast path. */
#include "base/text/text.h"

#include "base/text/utf8.h"

bool
ft_text_is_unsafe(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
	       c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || (c >= 0xfff9 && c <= 0xfffb);
}

/* Skip plain ASCII, which is safe by every rule: first eight characters at once.
 * One that is not plain has or gets the highest bit. */
FT_WRAPS static const char *
skip_plain(const char *at, const char *end)
{
	static const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t word;

	for (; end - at >= (ptrdiff_t)sizeof word; at += sizeof word) {
		memcpy(&word, at, sizeof word);
		if ((word | (word - ' ' * ones) | (word + ones)) & 0x80 * ones)
			break;
	}
	while (at < end && *at >= ' ' && *at < 0x7f)
		at++;
	return at;
}

/*
 * One character or byte at *at, not the end, and past it; returns whether it is
 * safe, *c: what it is, *byte: it is not UTF-8.
 */
static bool
take(const char **at, const char *end, enum ft_text_rule rule, uint32_t *c,
    bool *byte)
{
	const char *start = *at;
	bool whole;
	size_t n = ft_utf8_begun(start, end, &whole);

	*byte = !whole;
	*at += 1;
	*c = (unsigned char)*start;
	if (!whole && rule == FT_TEXT_BYTES && n)
		*at = start + n; /* cut off, as Slurm's columns do */
	if (!whole)
		return rule == FT_TEXT_BYTES && *c >= 0xa0;
	*at = start;
	*c = ft_utf8_next(at, end);
	if (rule == FT_TEXT_FILE && *c < 0x80)
		return true;
	if (rule != FT_TEXT_WORD && (*c == '\n' || *c == '\t'))
		return true;
	return !ft_text_is_unsafe(*c);
}

const char *
ft_text_unsafe(const char *text, size_t len, enum ft_text_rule rule)
{
	const char *end = text + len;

	while ((text = skip_plain(text, end)) < end) {
		const char *start = text;
		uint32_t c;
		bool byte;

		if (*text == '\n' && rule != FT_TEXT_WORD)
			text++; /* the usual case */
		else if (!take(&text, end, rule, &c, &byte))
			return start;
	}
	return NULL;
}

enum ft_status
ft_text_check(const char *what, const char *text, enum ft_text_rule rule,
    struct ft_error *err)
{
	size_t len = strlen(text);
	const char *found = ft_text_unsafe(text, len, rule);
	uint32_t c;
	bool byte;

	if (!found)
		return FT_OK;
	(void)take(&found, text + len, rule, &c, &byte);
	if (byte)
		return ft_fail(err, FT_EINVAL,
		    "%s: it is not UTF-8 (byte 0x%02X)", what, (unsigned)c);
	return ft_fail(err, FT_EINVAL, "%s: it contains a %s (U+%04X)", what,
	    c < 0xa0                     ? "control character"
	    : c == 0x2028 || c == 0x2029 ? "line separator"
	    : c >= 0xfff9                ? "format character"
					 : "bidirectional control",
	    (unsigned)c);
}

size_t
ft_text_mask(
    struct ft_str *str, const char *text, size_t len, enum ft_text_rule rule)
{
	const char *end = text + len;
	size_t n = 0;

	while (text < end) {
		const char *start = text;
		const char *found =
		    ft_text_unsafe(text, (size_t)(end - text), rule);
		uint32_t c;
		bool byte;

		ft_str_add_n(
		    str, start, (size_t)((found ? found : end) - start));
		if (!found)
			break;
		text = found;
		(void)take(&text, end, rule, &c, &byte);
		ft_str_addf(str, byte ? "\\x%02X" : "\\u%04X", (unsigned)c);
		n++;
	}
	return n;
}

size_t
ft_text_begun(const char *text, size_t len)
{
	bool whole;

	for (size_t n = 1; n < 4 && n <= len; n++)
		if (ft_utf8_begun(text + len - n, text + len, &whole) == n &&
		    !whole)
			return n;
	return 0;
}
