#include "io/slurm/usagefile.h"

#include <inttypes.h>
#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

static enum ft_status
tell(void *ctx, const struct ft_usage_line *line, struct ft_error *err)
{
	struct ft_str *str = ctx;

	if (!strcmp(line->account, "stop"))
		return ft_fail(err, FT_ENOENT, "no account 'stop'");
	ft_str_addf(str, "%zu<%s %s %s %" PRId64 ".%06" PRId32 " %s>",
	    line->line, line->account, line->user, line->partition, line->whole,
	    line->micro, line->tres);
	return FT_OK;
}

static enum ft_status
parse(const char *text, struct ft_str *str, struct ft_error *err)
{
	ft_str_clear(str);
	return ft_usagefile_parse(
	    &(struct ft_input){ "u", text, strlen(text) }, tell, str, err);
}

static void
test_lines(void)
{
	static const struct text_row row[] = {
		{ "", "" },
		{ "\n  \n# x\n", "" },
		{ "a u 5\n", "1<a u  5.000000 >" },
		{ "a u 5", "1<a u  5.000000 >" },
		{ "\ta  u\t5 # five\r\nb - 1\n",
		    "1<a u  5.000000 >2<b   1.000000 >" },
		{ "a|u|5|\n", "1<a u  5.000000 >" },
		{ "  a | u | 5 | cpu=1\n", "1<a u  5.000000 cpu=1>" },
		{ "a u@debug 0.5\n", "1<a u debug 0.500000 >" },
		{ "a u 9223372036854775807.999999\n",
		    "1<a u  9223372036854775807.999999 >" },
		{ "a u 1.5000000 cpu=1,gres/gpu=2.25\n",
		    "1<a u  1.500000 cpu=1,gres/gpu=2.25>" },
		{ "a u-v 1\n", "1<a u-v  1.000000 >" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, parse);
}

#define USAGE  "expected a usage, 0 or more with at most six decimals"
#define AMOUNT "expected an amount, 0 or more with at most six decimals"

static void
test_refused(void)
{
	static const struct text_row row[] = {
		{ "a\n", "u:1:1: expected account, user and usage" },
		{ "\na u\n", "u:2:1: expected account, user and usage" },
		{ "a u 1 cpu=1 x\n",
		    "u:1:13: more than account, user, usage and TRES" },
		{ "a||1\n", "u:1:3: empty field" },
		{ "|a|u|1\n", "u:1:1: empty field" },
		{ "a u -1\n", "u:1:5: " USAGE },
		{ "a u 1e6\n", "u:1:5: " USAGE },
		{ "a u 1.0000001\n", "u:1:5: " USAGE },
		{ "a u 9223372036854775808\n", "u:1:5: " USAGE },
		{ "a u inf\n", "u:1:5: " USAGE },
		{ "a u\tx\n", "u:1:5: " USAGE },
		{ "a u@ 1\n", "u:1:3: expected USER@PARTITION" },
		{ "a @p 1\n", "u:1:3: expected USER@PARTITION" },
		{ "a -@p 1\n", "u:1:3: expected USER@PARTITION" },
		{ "a u 1 cpu\n", "u:1:7: expected TRES=amount" },
		{ "a u 1 =1\n", "u:1:7: expected TRES=amount" },
		{ "a u 1 cpu=1,\n", "u:1:12: expected TRES=amount" },
		{ "a u 1 cpu=1,,mem=1\n", "u:1:13: expected TRES=amount" },
		{ "a u 1 cpu=1,mem=x\n", "u:1:17: " AMOUNT },
		{ "a u 1 cpu=\n", "u:1:11: " AMOUNT },
		{ "a u 1 # \x02\n", "u:1:9: control character 0x02" },
	};

	texts_are(row, FT_COUNT(row), FT_EPARSE, parse);
}

static void
test_stop(void)
{
	struct ft_str str = { 0 };
	struct ft_error err = { 0 };

	is_i64(parse("a u 1\nstop u 1\nb u 1\n", &str, &err), FT_ENOENT,
	    "the callback stops it");
	is_str(err.text, "no account 'stop'", "with its message");
	is_str(ft_str_text(&str), "1<a u  1.000000 >", "after one line");
	ft_str_free(&str);
}

int
main(void)
{
	test_lines();
	test_refused();
	test_stop();
	return done_testing();
}
