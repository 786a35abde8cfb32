#include "io/text/inflate.h"

#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

/* printf 'hello\n' | gzip -n */
static const unsigned char hello[] = { 0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xe7, 0x02, 0x00, 0x20,
	0x30, 0x3a, 0x36, 0x06, 0x00, 0x00, 0x00 };

static enum ft_status
unpack(const void *data, size_t size, struct ft_str *text, struct ft_error *err)
{
	*text = (struct ft_str){ 0 };
	return ft_inflate(FT_BOUND_TRACE, data, size, text, err);
}

static void
test_good(void)
{
	unsigned char twice[2 * sizeof hello];
	struct ft_error err = { 0 };
	struct ft_str text;

	ok(ft_is_gzip((const char *)hello, sizeof hello), "gzip is known");
	ok(!ft_is_gzip("; Version", 9), "text is none");
	ok(!ft_is_gzip((const char *)hello, 1), "one byte says nothing");
	is_i64(
	    unpack(hello, sizeof hello, &text, &err), FT_OK, "it is unpacked");
	ok(text.len == 6 && !memcmp(text.data, "hello\n", 6), "to what it was");
	ft_str_free(&text);
	memcpy(twice, hello, sizeof hello);
	memcpy(twice + sizeof hello, hello, sizeof hello);
	is_i64(unpack(twice, sizeof twice, &text, &err), FT_OK,
	    "two members are unpacked");
	ok(text.len == 12 && !memcmp(text.data, "hello\nhello\n", 12),
	    "one behind the other");
	ft_str_free(&text);
}

static void
test_bad(void)
{
	unsigned char wrong[sizeof hello];
	struct ft_error err = { 0 };
	struct ft_str text;
	size_t failed = 0;

	for (size_t cut = 2; cut < sizeof hello; cut++)
		failed += unpack(hello, cut, &text, &err) == FT_EPARSE;
	is_u64(failed, sizeof hello - 2, "every shorter one is cut off");
	is_str(err.text, "gzip data is truncated", "and so it says");
	memcpy(wrong, hello, sizeof hello);
	wrong[12] ^= 0x10;
	is_i64(unpack(wrong, sizeof wrong, &text, &err), FT_EPARSE,
	    "a wrong byte is noticed");
	is_str(err.text, "gzip data is damaged", "and so it says");
}

int
main(void)
{
	test_good();
	test_bad();
	return done_testing();
}
