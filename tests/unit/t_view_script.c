/* Keys written down: what is pressed, what is refused and where. */
#include "fview/keys/script.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "tap/tap.h"
#include "fview/view.h"

/* What was read, as text: "l <Right> wait=500". */
static void
tell(struct ft_str *str, const struct fview_script *script)
{
	for (size_t i = 0; i < script->n; i++) {
		const struct fview_stroke *stroke = &script->stroke[i];

		if (i > 0)
			ft_str_add_char(str, ' ');
		if (stroke->key)
			fview_script_name(str, stroke->key);
		else
			ft_str_addf(str, "wait=%lld", (long long)stroke->wait);
	}
}

static void
test_good(void)
{
	static const struct {
		const char *file, *text, *want;
	} rows[] = {
		{ NULL, "", "" },
		{ NULL, "llL", "l l L" },
		{ NULL, "/alice\\n", "/ a l i c e <Enter>" },
		{ NULL, "a\nb", "a <Enter> b" },
		{ NULL, "\\t\\e\\\\\\<", "<Tab> <Esc> \\ <" },
		{ NULL, "<Space><Right><S-Left><F12><C-l>",
		    "<Space> <Right> <S-Left> <F12> <C-l>" },
		{ NULL, "a b", "a <Space> b" },
		{ NULL, "<Wait 500>x<Wait 0>", "wait=500 x wait=0" },
		{ NULL, "#x", "# x" },
		{ NULL, "\xc3\xa9", "\xc3\xa9" },
		{ NULL, "a>b", "a > b" },
		{ "keys", "a\nb\n", "a b" },
		{ "keys", "# no\nl\n#h\n\\n", "l <Enter>" },
		{ "keys", "l#h", "l # h" },
		{ "keys", "l\r\nh", "l h" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct fview_script script = { 0 };
		struct ft_error err = { 0 };
		struct ft_str got = { 0 };

		ok(fview_script_parse(
		       &script, rows[i].file, rows[i].text, &err) == FT_OK,
		    "read '%s'%s%s", rows[i].text, *err.text ? ": " : "",
		    err.text);
		tell(&got, &script);
		is_str(ft_str_text(&got), rows[i].want, "'%s'", rows[i].text);
		ft_str_free(&got);
		fview_script_free(&script);
	}
}

static void
test_bad(void)
{
	static const struct {
		const char *file, *text, *want;
	} rows[] = {
		{ NULL, "\\x", "--keys:1:1: unknown escape '\\x'" },
		{ NULL, "ab\\", "--keys:1:3: unknown escape '\\'" },
		{ NULL, "a\n<Foo>", "--keys:2:1: unknown key 'Foo'" },
		{ NULL, "<F13>", "--keys:1:1: unknown key 'F13'" },
		{ NULL, "<>", "--keys:1:1: unknown key ''" },
		{ NULL, "<Space",
		    "--keys:1:1: no end of the name of a key '<'" },
		{ NULL, "<\n>", "--keys:1:1: no end of the name of a key '<'" },
		{ NULL, "<Wait>", "--keys:1:1: unknown key 'Wait'" },
		{ NULL, "<Wait -1>",
		    "--keys:1:7: bad number of milliseconds '-1'" },
		{ NULL, "<Wait 3600001>",
		    "--keys:1:7: bad number of milliseconds '3600001'" },
		{ NULL, "a\x80", "--keys:1:2: no character of UTF-8 '?'" },
		{ NULL, "\xed\xa0\x80",
		    "--keys:1:1: no character of UTF-8 '?'" },
		{ NULL, "<\xed\xbd\x9e>",
		    "--keys:1:1: unknown key '\xed\xbd\x9e'" },
		{ NULL, "\x1b[A", "--keys:1:1: no character of UTF-8 '?'" },
		{ "keys", "a\nb\n  \\q", "keys:3:3: unknown escape '\\q'" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct fview_script script = { 0 };
		struct ft_error err = { 0 };

		ok(fview_script_parse(
		       &script, rows[i].file, rows[i].text, &err) == FT_EPARSE,
		    "refuse '%s'", rows[i].text);
		is_str(err.text, rows[i].want, "and say where");
		fview_script_free(&script);
	}
}

/* Whatever the bytes: no crash, and either keys or a place. */
static void
test_noise(void)
{
	static const char alphabet[] = "<>\\#\n\r aW1\x80\xc3\xa9\xff"
				       "ait F";
	struct ft_rng rng;
	size_t odd = 0;

	ft_rng_init(&rng, 7);
	for (int i = 0; i < 20000; i++) {
		char text[32] = "";
		size_t len = ft_rng_below(&rng, sizeof text);
		struct fview_script script = { 0 };
		struct ft_error err = { 0 };
		enum ft_status status;

		for (size_t at = 0; at < len; at++)
			text[at] =
			    alphabet[ft_rng_below(&rng, sizeof alphabet - 1)];
		status = fview_script_parse(
		    &script, i % 2 ? "keys" : NULL, text, &err);
		odd += status != FT_OK &&
		       (status != FT_EPARSE || !strchr(err.text, ':'));
		fview_script_free(&script);
	}
	is_u64(odd, 0, "noise is read or refused");
}

int
main(void)
{
	test_good();
	test_bad();
	test_noise();
	return done_testing();
}
