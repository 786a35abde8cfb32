#include "base/error.h"

#include <string.h>

#include "tap/tap.h"

static void
test_fail(void)
{
	struct ft_error err;

	is_i64(ft_fail(&err, FT_ENOENT, "no account '%s'", "blue"), FT_ENOENT,
	    "ft_fail returns the status");
	is_i64(err.status, FT_ENOENT, "ft_fail stores the status");
	is_str(err.text, "no account 'blue'", "ft_fail formats the text");
	is_i64(ft_fail(NULL, FT_EBUSY, "busy"), FT_EBUSY, "err may be NULL");
}

static void
test_long_text(void)
{
	struct ft_error err;
	char text[2 * sizeof err.text];

	memset(text, 'x', sizeof text);
	text[sizeof text - 1] = '\0';
	ft_fail(&err, FT_EIO, "%s", text);
	is_u64(strlen(err.text), sizeof err.text - 1, "a long text is cut");
	ft_error_prefix(&err, "file:%d: ", 7);
	is_u64(strlen(err.text), sizeof err.text - 1, "and so with a prefix");
	ok(!strncmp(err.text, "file:7: xxx", 11), "the prefix is kept whole");
	ft_error_prefix(&err, "%s", text);
	is_u64(strlen(err.text), sizeof err.text - 1, "a long prefix is cut");
}

static void
test_prefix(void)
{
	struct ft_error err;

	ft_fail(&err, FT_EPARSE, "bad");
	ft_error_prefix(&err, "%s:%d: ", "a.conf", 3);
	is_str(err.text, "a.conf:3: bad", "prefix");
	is_i64(err.status, FT_EPARSE, "prefix leaves the status");
	ft_error_prefix(NULL, "x");
	ok(true, "prefix: err may be NULL");
}

int
main(void)
{
	test_fail();
	test_long_text();
	test_prefix();
	return done_testing();
}
