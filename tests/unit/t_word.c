#include "base/text/word.h"

#include <string.h>

#include "tap/tap.h"

static const struct row {
	const char *name;
	int value;
} table[] = { { "one", 1 }, { "two", 2 }, { "", 0 } };

static void
test_next(void)
{
	static const struct {
		const char *text, *joined;
	} rows[] = { { "", "" }, { "a", "<a>" }, { "a,b", "<a><b>" },
		{ "a,", "<a>" }, { ",", "<>" }, { "a,,b", "<a><><b>" },
		{ "a;b", "<a><b>" } };

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		const char *at = rows[i].text;
		char joined[32] = "";
		struct ft_word word;

		while (ft_word_next(&at, ",;", &word)) {
			strcat(joined, "<");
			strncat(joined, word.at, word.len);
			strcat(joined, ">");
		}
		is_str(
		    joined, rows[i].joined, "elements of '%s'", rows[i].text);
	}
}

static void
test_compare(void)
{
	struct ft_word word = { "Node,", 4 };
	const struct ft_word with_nul = { "no\0de", 5 };

	ok(!ft_word_is(with_nul, "no") && !ft_word_equals(with_nul, "no") &&
		!ft_word_abbreviates(with_nul, "no", 1),
	    "a word with a NUL is no name");
	ok(ft_word_is(word, "NODE"), "in any case");
	ok(!ft_word_is(word, "NODES") && !ft_word_is(word, "nod"),
	    "neither longer nor shorter");
	ok(ft_word_equals(word, "Node"), "byte by byte");
	ok(!ft_word_equals(word, "node") && !ft_word_equals(word, "Nodes"),
	    "which is another in lower case, or longer");
	ok(ft_word_abbreviates(word, "NodeName", 4), "cut to four letters");
	ok(!ft_word_abbreviates(word, "NodeName", 5), "not to fewer than five");
	ok(!ft_word_abbreviates(word, "Nod", 1), "nor longer than the name");
	ok(ft_list_has("cpu,node", word) && !ft_list_has("cpu,nodes", word),
	    "an element of a list");
	ok(!ft_list_has("", word), "but not of none");
	ok(ft_list_has("NODE", word) && !ft_list_holds("NODE", word) &&
		ft_list_holds("x,Node", word),
	    "byte by byte, too");
	is_u64(ft_word_of("abc").len, 3, "a whole text");
	ok(ft_word_same(word, ft_word_of("nOdE")), "two words in any case");
	ok(!ft_word_same(word, ft_word_of("nodes")), "of one length");
}

static void
test_split(void)
{
	struct ft_word word = ft_word_of("a=b=c"), rest;
	char text[] = "ABC-z";

	ok(ft_word_split(&word, '=', &rest) && ft_word_equals(word, "a") &&
		ft_word_equals(rest, "b=c"),
	    "a word is cut at the first mark");
	ok(!ft_word_split(&word, '=', &rest) && ft_word_equals(word, "a") &&
		!rest.len,
	    "and without one it stays");
	ft_word_lower(text);
	is_str(text, "abc-z", "letters become small");
}

static void
test_find(void)
{
	is_i64(ft_row_find(FT_ROWS(table), ft_word_of("TWO")), 1, "by name");
	is_i64(ft_row_find(FT_ROWS(table), ft_word_of("")), 2, "an empty one");
	is_i64(ft_row_find(FT_ROWS(table), ft_word_of("on")), -1, "not cut");
	is_i64(ft_row_find(table, 1, sizeof *table, ft_word_of("two")), -1,
	    "only among the rows given");
}

static void
test_copy(void)
{
	char buffer[4];

	ok(ft_word_copy((struct ft_word){ "abcd", 3 }, buffer, sizeof buffer),
	    "three bytes and their end fit in four");
	is_str(buffer, "abc", "and are copied");
	ok(!ft_word_copy(ft_word_of("abcd"), buffer, sizeof buffer),
	    "four do not");
}

int
main(void)
{
	test_next();
	test_compare();
	test_split();
	test_find();
	test_copy();
	return done_testing();
}
