#include "base/text/hostlist.h"

#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

static enum ft_status
collect(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct ft_str *str = ctx;

	if (!strcmp(name, "stop"))
		return ft_fail(err, FT_EPERM, "stopped");
	if (len != strlen(name))
		bail("length of '%s' is told as %zu", name, len);
	if (str->len)
		ft_str_add_char(str, ' ');
	ft_str_add(str, name);
	return FT_OK;
}

static enum ft_status
names(const char *text, struct ft_str *str, struct ft_error *err)
{
	return ft_hostlist_each(text, collect, str, err);
}

static enum ft_status
count(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	(void)name;
	(void)len;
	(void)err;
	++*(size_t *)ctx;
	return FT_OK;
}

static void
test_expansion(void)
{
	static const struct text_row row[] = {
		{ "", "" },
		{ "a", "a" },
		{ "a,b", "a b" },
		{ ",a,,b,", "a b" },
		{ "n[1-3]", "n1 n2 n3" },
		{ "n[001-003,7],x", "n001 n002 n003 n7 x" },
		{ "n[08-11]", "n08 n09 n10 n11" },
		{ "n[8-11]", "n8 n9 n10 n11" },
		{ "a[01-02]b[0-1]", "a01b0 a01b1 a02b0 a02b1" },
		{ "a[1]b[2]c", "a1b2c" },
		{ "[1-2]", "1 2" },
		{ "n[5-5]", "n5" },
		{ "n[0]", "n0" },
		{ "n[2,1,2]", "n2 n1 n2" },
		{ "n[999999999999999999]", "n999999999999999999" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, names);
}

static void
test_refused(void)
{
	static const struct text_row row[] = {
		{ "n[1", "unbalanced bracket in 'n[1'" },
		{ "n]1", "unbalanced bracket in 'n]1'" },
		{ "n[[1]]", "unbalanced bracket in 'n[[1]]'" },
		{ "n[]", "bad range '' in list" },
		{ "n[1,]", "bad range '' in list" },
		{ "n[a]", "bad range 'a' in list" },
		{ "n[3-1]", "bad range '3-1' in list" },
		{ "n[-1]", "bad range '-1' in list" },
		{ "n[1-]", "bad range '1-' in list" },
		{ "n[1-2-3]", "bad range '1-2-3' in list" },
		{ "n[1-2]x[y]", "bad range 'y' in list" },
		{ "n[1000000000000000000]",
		    "bad range '1000000000000000000' in list" },
		{ "[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1]",
		    "more than 16 brackets in '[1]'" },
	};

	texts_are(row, FT_COUNT(row), FT_EPARSE, names);
}

static void
test_limits(void)
{
	struct ft_error err;
	size_t names = 0;

	is_i64(ft_hostlist_each("n[1-65536]", count, &names, &err), FT_OK,
	    "as many names as allowed");
	is_u64(names, FT_HOSTLIST_MAX, "all of them");
	is_i64(ft_hostlist_each("n[1-65536],x", count, &names, &err), FT_EINVAL,
	    "one more is refused");
	is_str(err.text, "more than 65536 names in list", "message");
	is_i64(ft_hostlist_each("n[0-999999999999999999]", count, &names, NULL),
	    FT_EINVAL, "a huge range ends early");
}

static void
test_stop(void)
{
	struct ft_str str = { 0 };
	struct ft_error err;

	is_i64(ft_hostlist_each("a,stop,b", collect, &str, &err), FT_EPERM,
	    "what the callback returns comes back");
	is_str(ft_str_text(&str), "a", "and ends the walk");
	ft_str_free(&str);
}

int
main(void)
{
	test_expansion();
	test_refused();
	test_limits();
	test_stop();
	return done_testing();
}
