#include "io/text/logical.h"

#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

/* Append all logical lines of TEXT, in <>. */
static enum ft_status
read_all(const char *text, struct ft_str *str, struct ft_error *err)
{
	struct ft_logical logical;
	enum ft_status status;
	bool more;

	ft_str_clear(str);
	ft_logical_init(&logical, "f", text, strlen(text));
	while (
	    (status = ft_logical_next(&logical, &more, err)) == FT_OK && more) {
		ft_str_addf(str, "%zu<", logical.line);
		ft_str_add_n(str, logical.at, logical.len);
		ft_str_add(str, logical.open ? ">open" : ">");
	}
	ft_logical_free(&logical);
	return status;
}

static void
test_lines(void)
{
	static const struct text_row row[] = {
		{ "", "" },
		{ "\n", "1<>" },
		{ "a\nb", "1<a>2<b>" },
		{ "a\r\nb\r\n", "1<a>2<b>" },
		{ "a # comment\nb", "1<a >2<b>" },
		{ "# comment\n", "1<>" },
		{ "a\\#b # c\n", "1<a#b >" },
		{ "a\\\\b\n", "1<a\\b>" },
		{ "a\\b\n", "1<a\\b>" },
		{ "a\\\nb\\\nc\nd\n", "1<abc>4<d>" },
		{ "a\\\r\nb\n", "1<ab>" },
		{ "a\\\n", "1<a>open" },
		{ "a\\", "1<a>open" },
		{ "a\\\\\nb", "1<a\\>2<b>" },
		{ "a # c \\\nb\n", "1<a >2<b>" },
		{ "a\\\n# c \\\nb\n", "1<a>3<b>" },
		{ "a\\\\# c\n", "1<a\\>" },
		{ "\ta\n", "1<\ta>" },
		{ "12345678\x80\xff\n", "1<12345678\x80\xff>" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, read_all);
}

static void
test_control(void)
{
	static const struct text_row row[] = {
		{ "ab\x01", "f:1:3: control character 0x01" },
		{ "a\nabcdefghij\x7fk\n", "f:2:11: control character 0x7f" },
		{ "a\\\nb\x1b[31m\n", "f:2:2: control character 0x1b" },
		{ "# a\rb\n", "f:1:4: control character 0x0d" },
	};
	struct ft_str str = { 0 };

	texts_are(row, FT_COUNT(row), FT_EPARSE, read_all);
	/* Every place in a line of every length up to three words. */
	for (size_t len = 1; len <= 24; len++) {
		char text[32];
		int missed = 0;

		for (size_t at = 0; at < len; at++) {
			struct ft_error err;

			memset(text, 'x', len);
			text[len] = '\0';
			text[at] = '\x1f';
			missed += read_all(text, &str, &err) == FT_OK;
			text[at] = '#';
			read_all(text, &str, &err);
			/* "1<" and ">" */
			missed += str.len != at + 3;
		}
		is_i64(missed, 0, "all places in lines of %zu", len);
	}
	ft_str_free(&str);
}

static void
test_places(void)
{
	/* The x of the logical line, and where it is in the text. */
	static const struct {
		const char *text;
		size_t line, column;
	} row[] = {
		{ "abx\n", 1, 3 },
		{ "\n  x\n", 2, 3 },
		{ "ab\\\ncdx\n", 2, 3 },
		{ "ab\\\ncd\\\n x\n", 3, 2 },
		{ "\\#\\#x\n", 1, 5 },
		{ "a\\\\\\\nb\\#x # y\n", 2, 4 },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_logical logical;
		struct ft_error err = { 0 };
		const char *at = NULL;
		size_t line, column;
		bool more;

		ft_logical_init(
		    &logical, "f", row[i].text, strlen(row[i].text));
		while (!at) {
			ft_logical_next(&logical, &more, &err);
			if (!more)
				bail("no x in text %zu", i);
			at = memchr(logical.at, 'x', logical.len);
		}
		ft_logical_where(&logical, at, &line, &column);
		is_u64(line, row[i].line, "line of text %zu", i);
		is_u64(column, row[i].column, "its column");
		ft_logical_fail(&logical, at, &err, "no %s", "good");
		ok(strstr(err.text, ": no good") != NULL, "its message");
		is_i64(err.status, FT_EPARSE, "its status");
		ft_logical_free(&logical);
	}
}

int
main(void)
{
	test_lines();
	test_control();
	test_places();
	return done_testing();
}
