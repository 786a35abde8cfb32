/*
 * The check and the mask: they agree, what was masked is safe by every rule
 * that asks for less, and text in pieces is masked as in one.
 */
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "fuzz/fuzz.h"

/* None of the bytes that move a terminal, found in another way. */
static void
must_be_still(const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		uint32_t c = ft_utf8_next(&text, end);

		must(c == '\t' || c == '\n' || c >= 0x20, "no C0");
		must(c < 0x7f || c > 0x9f, "no DEL, no C1");
		must(c < 0x202a || c > 0x202e, "no embedding");
		must(c < 0x2066 || c > 0x2069, "no isolate");
	}
}

static void
mask(const char *text, size_t size, size_t cut, enum ft_text_rule rule)
{
	struct ft_str one = { 0 }, two = { 0 };
	size_t n = ft_text_mask(&one, text, size, rule);
	size_t begun = ft_text_begun(text, cut);

	must((n == 0) == !ft_text_unsafe(text, size, rule), "they agree");
	must(!ft_text_unsafe(ft_str_text(&one), one.len, rule), "it is safe");
	if (rule != FT_TEXT_FILE)
		must_be_still(ft_str_text(&one), one.len);
	must(one.len >= size && one.len <= 6 * size, "nothing is lost");
	n = ft_text_mask(&two, text, cut - begun, rule);
	n += ft_text_mask(&two, text + cut - begun, size - cut + begun, rule);
	must(one.len == two.len &&
		 memcmp(ft_str_text(&one), ft_str_text(&two), one.len) == 0,
	    "in pieces as in one");
	ft_str_free(&one);
	ft_str_free(&two);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data + 1;

	if (size < 1)
		return 0;
	size--;
	for (int rule = FT_TEXT_WORD; rule <= FT_TEXT_FILE; rule++)
		mask(text, size, size ? data[0] % (size + 1) : 0,
		    (enum ft_text_rule)rule);
	return 0;
}
