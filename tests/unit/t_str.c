#include "base/text/str.h"

#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

static void
test_append(void)
{
	struct ft_str str = { 0 };
	char *taken;

	is_str(ft_str_text(&str), "", "nothing appended reads as empty");
	ft_str_add(&str, "");
	is_str(str.data, "", "data is terminated after an empty append");
	ft_str_add(&str, "ab");
	ft_str_add_n(&str, "cdxx", 2);
	ft_str_add_char(&str, 'e');
	ft_str_add_fill(&str, '.', 3);
	ft_str_add_fill(&str, '!', 0);
	ft_str_addf(&str, "%d%s", 12, "z");
	is_str(ft_str_text(&str), "abcde...12z", "all ways to append");
	is_u64(str.len, 11, "the length is counted");
	ft_str_clear(&str);
	is_str(ft_str_text(&str), "", "clear empties");
	ft_str_add(&str, "new");
	taken = ft_str_take(&str);
	is_str(taken, "new", "take returns the text");
	is_str(ft_str_text(&str), "", "and empties the string");
	ft_free(taken);
	taken = ft_str_take(&str);
	is_str(taken, "", "taking nothing gives an empty string");
	ft_free(taken);
	ft_str_free(&str);
}

/* Lengths around what the first attempt of addf has room for. */
static void
test_format_lengths(void)
{
	struct ft_str str = { 0 };
	size_t wrong = 0;

	for (size_t before = 0; before < 40; before++) {
		for (int len = 0; len < 200; len++) {
			ft_str_free(&str);
			ft_str_add_fill(&str, 'a', before);
			ft_str_addf(&str, "%0*d", len, 7);
			wrong += str.len != before + (size_t)(len ? len : 1);
			wrong += str.len != strlen(str.data);
			wrong += str.data[str.len - 1] != '7';
		}
	}
	is_u64(wrong, 0, "addf of every length at every fill");
	ft_str_free(&str);
}

static void
test_reserve(void)
{
	struct ft_str str = { 0 };

	memcpy(ft_str_reserve(&str, 3), "abc", 4);
	str.len += 3;
	ft_str_add_char(&str, 'd');
	is_str(ft_str_text(&str), "abcd", "reserve, write, add to len");
	ft_str_free(&str);
}

static void
test_quoting(void)
{
	static const struct {
		const char *text, *shell, *csv;
	} row[] = {
		{ "", "''", "" },
		{ "plain", "plain", "plain" },
		{ "a=b", "a=b", "a=b" },
		{ "=b", "'=b'", "=b" },
		{ "~root", "'~root'", "~root" },
		{ "a b", "'a b'", "a b" },
		{ "it's", "'it'\\''s'", "it's" },
		{ "$HOME", "'$HOME'", "$HOME" },
		{ "a,b", "a,b", "\"a,b\"" },
		{ "say \"x\"", "'say \"x\"'", "\"say \"\"x\"\"\"" },
		{ "a\nb", "'a\nb'", "\"a\nb\"" },
		{ "a\rb", "'a\rb'", "\"a\rb\"" },
		{ "u[1-3]", "'u[1-3]'", "u[1-3]" },
		{ "gr\xc3\xbcn", "'gr\xc3\xbcn'", "gr\xc3\xbcn" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		ft_str_clear(&str);
		ft_str_add_shell(&str, row[i].text);
		is_str(
		    ft_str_text(&str), row[i].shell, "shell: %s", row[i].text);
		ft_str_clear(&str);
		ft_str_add_csv(&str, row[i].text);
		is_str(ft_str_text(&str), row[i].csv, "CSV: %s", row[i].text);
	}
	ft_str_free(&str);
}

int
main(void)
{
	test_append();
	test_format_lengths();
	test_reserve();
	test_quoting();
	return done_testing();
}
