#include "base/cursor.h"

#include <string.h>

#include "tap/tap.h"

static void
test_lines(void)
{
	static const struct {
		const char *text;
		const char *line[4]; /* up to NULL */
	} row[] = {
		{ "", { NULL } },
		{ "\n", { "" } },
		{ "a", { "a" } },
		{ "a\n", { "a" } },
		{ "a\nb", { "a", "b" } },
		{ "a\r\nb\r\n", { "a", "b" } },
		{ "a\r", { "a\r" } },
		{ "\r\n\n", { "", "" } },
		{ "a\rb\n", { "a\rb" } },
		/* the mark of UTF-8 is no part of the text, at its start */
		{ "\xef\xbb\xbf"
		  "a\n\xef\xbb\xbf",
		    { "a", "\xef\xbb\xbf" } },
		{ "\xef\xbb", { "\xef\xbb" } },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct ft_cursor cursor;
		size_t n = 0, wrong = 0;

		ft_cursor_init(&cursor, "f", row[i].text, strlen(row[i].text));
		for (; ft_cursor_line(&cursor); n++) {
			const char *want = row[i].line[n];

			wrong += !want || cursor.len != strlen(want) ||
				 memcmp(cursor.at, want, cursor.len) != 0;
			wrong += cursor.line != n + 1;
		}
		is_u64(wrong, 0, "lines of '%s'", row[i].text);
		ok(!row[i].line[n], "number of lines of '%s'", row[i].text);
		ok(!ft_cursor_line(&cursor), "the end of '%s' stays the end",
		    row[i].text);
	}
}

static void
test_nul(void)
{
	struct ft_cursor cursor;

	ft_cursor_init(&cursor, "f", "a\0b\nc", 5);
	ok(ft_cursor_line(&cursor), "a NUL ends no line");
	is_u64(cursor.len, 3, "and is counted");
}

static void
test_fail(void)
{
	struct ft_cursor cursor;
	struct ft_error err;

	ft_cursor_init(&cursor, "a.conf", "one\ntwo\n", 8);
	ft_cursor_fail(&cursor, NULL, &err, "empty");
	is_str(err.text, "a.conf:1:1: empty", "before the first line");
	ft_cursor_line(&cursor);
	ft_cursor_line(&cursor);
	is_i64(ft_cursor_fail(&cursor, cursor.at + 2, &err, "no '%c'", 'o'),
	    FT_EPARSE, "returns FT_EPARSE");
	is_i64(err.status, FT_EPARSE, "stores FT_EPARSE");
	is_str(err.text, "a.conf:2:3: no 'o'", "file:line:column");
	is_i64(ft_cursor_fail(&cursor, NULL, NULL, "x"), FT_EPARSE,
	    "err may be NULL");
}

int
main(void)
{
	test_lines();
	test_nul();
	test_fail();
	return done_testing();
}
