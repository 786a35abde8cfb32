/*
 * Which text is safe, and how the rest of it is shown.
 */
#include "base/text/text.h"

#include <string.h>

#include "tap/tap.h"

struct row {
	const char *text, *word, *lines, *bytes,
	    *file; /* masked by each rule */
};

static const struct row rows[] = {
	{ "", "", "", "", "" },
	{ "plain \\ text", "plain \\ text", "plain \\ text", "plain \\ text",
	    "plain \\ text" },
	{ "a\tb\nc", "a\\u0009b\\u000Ac", "a\tb\nc", "a\tb\nc", "a\tb\nc" },
	{ "a\r\n", "a\\u000D\\u000A", "a\\u000D\n", "a\\u000D\n", "a\r\n" },
	{ "\033[2J", "\\u001B[2J", "\\u001B[2J", "\\u001B[2J", "\033[2J" },
	{ "\x7f\b", "\\u007F\\u0008", "\\u007F\\u0008", "\\u007F\\u0008",
	    "\x7f\b" },
	{ "\xc2\x9bx\xc2\xa0", "\\u009Bx\xc2\xa0", "\\u009Bx\xc2\xa0",
	    "\\u009Bx\xc2\xa0", "\\u009Bx\xc2\xa0" },
	{ "caf\xe9", "caf\\xE9", "caf\\xE9", "caf\xe9", "caf\\xE9" },
	{ "\x9b|\xa0", "\\x9B|\\xA0", "\\x9B|\\xA0", "\\x9B|\xa0",
	    "\\x9B|\\xA0" },
	/* cut off, as a column of squeue does */
	{ "\xe2\x94|", "\\xE2\\x94|", "\\xE2\\x94|", "\xe2\x94|",
	    "\\xE2\\x94|" },
	/* overlong, half of UTF-16, beyond the last: what follows is C1 alone */
	{ "\xc0\x9b", "\\xC0\\x9B", "\\xC0\\x9B", "\xc0\\x9B", "\\xC0\\x9B" },
	{ "\xe0\x82\x9b", "\\xE0\\x82\\x9B", "\\xE0\\x82\\x9B",
	    "\xe0\\x82\\x9B", "\\xE0\\x82\\x9B" },
	{ "\xed\xa0\x9b", "\\xED\\xA0\\x9B", "\\xED\\xA0\\x9B", "\xed\xa0\\x9B",
	    "\\xED\\xA0\\x9B" },
	{ "\xf4\x90\x80", "\\xF4\\x90\\x80", "\\xF4\\x90\\x80",
	    "\xf4\\x90\\x80", "\\xF4\\x90\\x80" },
	{ "\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f", "\\u061C\\u200E\\u200F",
	    "\\u061C\\u200E\\u200F", "\\u061C\\u200E\\u200F",
	    "\\u061C\\u200E\\u200F" },
	{ "\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa\xe2\x80\xae\xe2\x80\xaf",
	    "\\u2028\\u2029\\u202A\\u202E\xe2\x80\xaf",
	    "\\u2028\\u2029\\u202A\\u202E\xe2\x80\xaf",
	    "\\u2028\\u2029\\u202A\\u202E\xe2\x80\xaf",
	    "\\u2028\\u2029\\u202A\\u202E\xe2\x80\xaf" },
	{ "\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa",
	    "\xe2\x81\xa5\\u2066\\u2069\xe2\x81\xaa",
	    "\xe2\x81\xa5\\u2066\\u2069\xe2\x81\xaa",
	    "\xe2\x81\xa5\\u2066\\u2069\xe2\x81\xaa",
	    "\xe2\x81\xa5\\u2066\\u2069\xe2\x81\xaa" },
	{ "\xef\xbf\xb9\xef\xbf\xbb\xef\xbf\xbd", "\\uFFF9\\uFFFB\xef\xbf\xbd",
	    "\\uFFF9\\uFFFB\xef\xbf\xbd", "\\uFFF9\\uFFFB\xef\xbf\xbd",
	    "\\uFFF9\\uFFFB\xef\xbf\xbd" },
	/* zero width, a joiner, a tag: scripts and emoji need them */
	{ "\xe2\x80\x8b\xe2\x80\x8d\xf3\xa0\x81\xa7",
	    "\xe2\x80\x8b\xe2\x80\x8d\xf3\xa0\x81\xa7",
	    "\xe2\x80\x8b\xe2\x80\x8d\xf3\xa0\x81\xa7",
	    "\xe2\x80\x8b\xe2\x80\x8d\xf3\xa0\x81\xa7",
	    "\xe2\x80\x8b\xe2\x80\x8d\xf3\xa0\x81\xa7" },
};

static void
is_masked(const char *text, const char *want, enum ft_text_rule rule)
{
	struct ft_str str = { 0 };
	size_t len = strlen(text), n = ft_text_mask(&str, text, len, rule);
	const char *found = ft_text_unsafe(text, len, rule);

	is_str(ft_str_text(&str), want, "rule %d masks it", (int)rule);
	ok((n == 0) == (strcmp(text, want) == 0), "what was masked is counted");
	ok((found == NULL) == (n == 0), "the check agrees with the mask");
	ok(!ft_text_unsafe(ft_str_text(&str), str.len, rule),
	    "what was masked is safe");
	ft_str_free(&str);
}

static void
test_rules(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		is_masked(rows[i].text, rows[i].word, FT_TEXT_WORD);
		is_masked(rows[i].text, rows[i].lines, FT_TEXT_LINES);
		is_masked(rows[i].text, rows[i].bytes, FT_TEXT_BYTES);
		is_masked(rows[i].text, rows[i].file, FT_TEXT_FILE);
	}
}

/* A NUL is a character like others where the length is known. */
static void
test_nul(void)
{
	struct ft_str str = { 0 };

	ok(ft_text_mask(&str, "a\0b", 3, FT_TEXT_LINES) == 1, "one");
	is_str(ft_str_text(&str), "a\\u0000b", "NUL");
	ft_str_free(&str);
}

static void
test_messages(void)
{
	static const struct {
		const char *text, *message;
	} row[] = {
		{ "a\033", "W: it contains a control character (U+001B)" },
		{ "\xc2\x85", "W: it contains a control character (U+0085)" },
		{ "a\n", "W: it contains a control character (U+000A)" },
		{ "\xe9", "W: it is not UTF-8 (byte 0xE9)" },
		{ "\xe2\x80\xae", "W: it contains a bidirectional control "
				  "(U+202E)" },
		{ "\xe2\x80\xa8", "W: it contains a line separator (U+2028)" },
		{ "\xef\xbf\xb9", "W: it contains a format character "
				  "(U+FFF9)" },
	};
	struct ft_error err;

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		ok(ft_text_check("W", row[i].text, FT_TEXT_WORD, &err) ==
			FT_EINVAL,
		    "refused");
		is_str(err.text, row[i].message, "and why");
	}
	ok(ft_text_check("W",
	       "gr\xc3\xb6\xc3\x9f"
	       "e",
	       FT_TEXT_WORD, &err) == FT_OK,
	    "a name");
}

/* Text that comes in two pieces is masked as if it came in one. */
static void
test_pieces(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		const char *text = rows[i].text;
		size_t len = strlen(text);

		for (size_t cut = 0; cut <= len; cut++) {
			size_t begun = ft_text_begun(text, cut);
			struct ft_str str = { 0 };

			ok(begun <= 3 && begun <= cut, "a part of a character");
			ft_text_mask(&str, text, cut - begun, FT_TEXT_WORD);
			ft_text_mask(&str, text + cut - begun,
			    len - cut + begun, FT_TEXT_WORD);
			is_str(ft_str_text(&str), rows[i].word, "in pieces");
			ft_str_free(&str);
		}
	}
}

int
main(void)
{
	test_rules();
	test_nul();
	test_messages();
	test_pieces();
	return done_testing();
}
