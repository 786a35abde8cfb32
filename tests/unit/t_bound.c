#include "base/bound.h"

#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

#define MIB ((size_t)1 << 20)

/* Settings: 64 MiB in all, 1 MiB in a line. */
static void
test_lines(void)
{
	struct ft_bound_sum sum = { 0 };
	struct ft_error err = { 0 };
	char *text = ft_alloc(MIB + 1);

	memset(text, 'x', MIB + 1);
	is_i64(ft_bound_count(FT_BOUND_CONF, &sum, "a\n", 2, &err), FT_OK,
	    "a short line");
	is_i64(ft_bound_count(FT_BOUND_CONF, &sum, text, MIB, &err), FT_OK,
	    "one of as many bytes as it may have");
	is_i64(ft_bound_count(FT_BOUND_CONF, &sum, "\nb", 2, &err), FT_OK,
	    "its end does not count");
	is_u64(sum.line, 1, "a new line starts");
	is_i64(ft_bound_count(FT_BOUND_CONF, &sum, text, MIB, &err), FT_EINVAL,
	    "one byte more is refused, in two pieces");
	is_str(err.text, "line 3 is longer than 1 MiB: too long for settings",
	    "and so it says");
	ft_free(text);
}

static void
test_all(void)
{
	struct ft_bound_sum sum = { 0 };
	struct ft_error err = { 0 };
	char *text = ft_alloc(MIB);
	int refused = 0;

	memset(text, '\n', MIB);
	for (int i = 0; i < 64; i++)
		refused += ft_bound_count(
			       FT_BOUND_CONF, &sum, text, MIB, &err) != FT_OK;
	is_i64(refused, 0, "as much as it may have");
	is_i64(ft_bound_count(FT_BOUND_CONF, &sum, "\n", 1, &err), FT_EINVAL,
	    "one byte more is refused");
	is_str(err.text, "larger than 64 MiB: too large for settings",
	    "and so it says");
	sum = (struct ft_bound_sum){ .bytes = (uint64_t)2 << 30 };
	is_i64(ft_bound_count(FT_BOUND_TRACE, &sum, "\n", 1, &err), FT_EINVAL,
	    "a trace may have 2 GiB");
	is_str(err.text, "larger than 2 GiB: too large for a trace",
	    "and so it says");
	ft_free(text);
}

int
main(void)
{
	test_lines();
	test_all();
	return done_testing();
}
