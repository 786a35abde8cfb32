/*
 * Characters of UTF-8 and their columns; no locale is set here.
 */
#include "base/text/utf8.h"

#include <string.h>

#include "tap/tap.h"

#define BAD FT_UTF8_BAD

/* Well formed and not: The Unicode Standard 14.0, table 3-7. */
static void
test_next(void)
{
	static const struct {
		const char *text;
		size_t n;
		uint32_t c[4];
	} row[] = {
		{ "a", 1, { 'a' } }, { "\xc3\xa9z", 2, { 0xe9, 'z' } },
		{ "\xe2\x94\x80", 1, { 0x2500 } },
		{ "\xf0\x9f\x8c\xb2", 1, { 0x1f332 } },
		{ "\xf4\x8f\xbf\xbf", 1, { 0x10ffff } },
		{ "\xf4\x90\x80\x80", 4, { BAD, BAD, BAD, BAD } },
		{ "\x80", 1, { BAD } }, { "\xc3", 1, { BAD } },
		{ "\xc3z", 2, { BAD, 'z' } }, { "\xe2\x94", 2, { BAD, BAD } },
		{ "\xe2\x94\xc3\xa9", 3, { BAD, BAD, 0xe9 } },
		{ "\xff", 1, { BAD } },
		{ "\xc0\x80", 2, { BAD, BAD } },          /* overlong */
		{ "\xed\xa0\x80", 3, { BAD, BAD, BAD } }, /* half of UTF-16 */
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		const char *end = row[i].text + strlen(row[i].text);

		for (int bounded = 0; bounded < 2; bounded++) {
			const char *at = row[i].text;
			size_t n = 0;

			for (; at < end && n < 4; n++)
				is_u64(ft_utf8_next(&at, bounded ? end : NULL),
				    row[i].c[n], "row %zu, character %zu", i,
				    n);
			ok(at == end && n == row[i].n, "row %zu: all of it", i);
		}
	}
}

/* What follows the end is not looked at. */
static void
test_end(void)
{
	const char *text = "\xe2\x94\x80", *at = text;

	is_u64(ft_utf8_next(&at, text + 2), BAD, "cut short");
	ok(at == text + 1, "one byte is gone past");
	is_u64(ft_utf8_columns(text, 2), 2, "two bad bytes");
	is_u64(ft_utf8_columns(text, 3), 1, "one character");
}

/* East Asian Width of Unicode 14.0, and its format characters. */
static void
test_width(void)
{
	static const struct {
		uint32_t c;
		int width;
	} row[] = {
		{ 0, 1 },
		{ '\t', 1 },
		{ 'a', 1 },
		{ 0x9f, 1 },
		{ 0xad, 1 },
		{ 0x2ff, 1 },
		{ 0x300, 0 }, /* the first row of the table */
		{ 0x36f, 0 },
		{ 0x370, 1 },
		{ 0x200b, 0 },
		{ 0x2500, 1 },
		{ 0x4e00, 2 },
		{ 0xff21, 2 },
		{ 0xff71, 1 },
		{ 0x1f332, 2 },
		{ 0xe01ef, 0 }, /* the last variation selector */
		{ 0xe01f0, 1 },
		{ 0x10ffff, 1 },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_i64(ft_utf8_width(row[i].c), row[i].width, "width of U+%04X",
		    (unsigned)row[i].c);
}

static void
test_table(void)
{
	static const struct {
		uint32_t first, last;
		int width;
	} table[] = {
#define FT_WIDTH(first, last, width) { first, last, width },
#include "base/text/width.def"
#undef FT_WIDTH
	};
	size_t bad = 0, n = FT_COUNT(table);

	for (size_t i = 0; i < n; i++)
		bad += table[i].first > table[i].last ||
		       (i > 0 && table[i].first <= table[i - 1].last) ||
		       (table[i].width != 0 && table[i].width != 2);
	is_u64(bad, 0, "the table is in order, which the search needs");
}

static void
test_columns(void)
{
	static const struct {
		const char *text;
		size_t columns;
	} row[] = {
		{ "", 0 },
		{ "abc", 3 },
		{ "h\xc3\xbctte", 5 },
		{ "\xe6\xbc\xa2", 2 },
		{ "e\xcc\x81", 1 },
		{ "a\xffz", 3 },
		{ "\xc3", 1 },
		{ "a\tb\x7f", 4 },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_u64(ft_utf8_columns(row[i].text, strlen(row[i].text)),
		    row[i].columns, "columns of row %zu", i);
}

/* Of "abcdefgh" 2 and 3 columns; wide characters are whole, and a combining one
 * goes with the letter before it. */
static void
test_ends(void)
{
	static const struct {
		const char *text;
		size_t head, tail;
		const char *cut;
	} row[] = {
		{ "abcdefgh", 2, 3, "ab~fgh" },
		{ "abcdefgh", 0, 0, "~" },
		{ "abcdefgh", 0, 7, "~bcdefgh" },
		{ "abcdefgh", 7, 0, "abcdefg~" },
		/* two columns each: of 3, 2 are taken */
		{ "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2", 3, 3,
		    "\xe6\xbc\xa2~\xe6\xbc\xa2" },
		/* a e' b c' d: the accents of what is dropped are dropped */
		{ "ae\xcc\x81"
		  "bc\xcc\x81"
		  "d",
		    2, 1, "ae\xcc\x81~d" },
		{ "ab\xff"
		  "de",
		    1, 2, "a~de" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_str str = { 0 };

		ft_utf8_add_ends(
		    &str, row[i].text, row[i].head, row[i].tail, "~");
		is_str(str.data, row[i].cut, "ends of row %zu", i);
		ft_str_free(&str);
	}
}

int
main(void)
{
	test_next();
	test_end();
	test_width();
	test_table();
	test_columns();
	test_ends();
	return done_testing();
}
