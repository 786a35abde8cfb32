#include "io/slurm/sharetable.h"

#include <inttypes.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define HEAD "Account|User|RawShares|RawUsage\n"
#define ROOT HEAD "root|||100\n"

static enum ft_status
tell(void *ctx, const struct ft_sharetable_row *row, struct ft_error *err)
{
	struct ft_str *str = ctx;

	if (!strcmp(row->user, "stop"))
		return ft_fail(err, FT_ENOENT, "no user 'stop'");
	ft_str_addf(str, "%zu<%s/%s %s %s ", row->line, row->parent,
	    row->account, row->user, row->partition);
	if (row->parent_shares)
		ft_str_add(str, "parent");
	else
		ft_str_addf(str, "%" PRIu32, row->shares);
	ft_str_addf(str, " %" PRId64, row->whole);
	if (row->has_factor)
		ft_str_addf(str, " f%g", row->factor);
	ft_str_addf(str, "%s%s>", *row->limits ? " " : "", row->limits);
	return FT_OK;
}

static enum ft_status
parse(const char *text, struct ft_str *str, struct ft_error *err)
{
	ft_str_clear(str);
	return ft_sharetable_parse(
	    &(struct ft_input){ "t", text, strlen(text) }, tell, str, err);
}

static void
test_tables(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ ROOT, "2</root   0 100>" },
		{ HEAD "root|||7", "2</root   0 7>" },
		{ HEAD "Root||1|7\n", "2</Root   1 7>" },
		{ "\n" ROOT "\n root|root|1|0\n",
		    "3</root   0 100>5<root/root root  1 0>" },
		{ "RawUsage|rawshares|USER|Account|LevelFS|\n"
		  "9|||root||\n9|4|| a|inf|\n9|parent|u|  a||\n",
		    "2</root   0 9>3<root/a   4 9>4<a/a u  parent 9>" },
		{ "Account|User|Partition|RawShares|NormShares|RawUsage|"
		  "EffectvUsage|FairShare\r\n"
		  "root||||0.000000|180|1.000000|\r\n"
		  " root|root||1|0.090909|0|0.000000|1.000000\r\n"
		  " bedrock|||10|0.909091|180|1.000000|\r\n"
		  "  bedrock|fred||5|0.277778|100|0.555556|0.166667\r\n"
		  "  bedrock|fred|debug|3|0.166667|80|0.277778|0.333333\r\n",
		    "2</root   0 180>3<root/root root  1 0 f1>"
		    "4<root/bedrock   10 180>5<bedrock/bedrock fred  5 100 "
		    "f0.166667>"
		    "6<bedrock/bedrock fred debug 3 80 f0.333333>" },
		{ ROOT " a||1|1\n  b||2|1\n   b|u|3|1\n c||parent|9\n"
		       "  c|u|1|0\n",
		    "2</root   0 100>3<root/a   1 1>4<a/b   2 1>"
		    "5<b/b u  3 1>6<root/c   parent 9>7<c/c u  1 0>" },
		{ "Account|User|RawShares|RawUsage|FairShare|GrpTRESMins\n"
		  "root|||7||cpu=3\n a||1|7|0.5|cpu=9000,mem=100\n",
		    "2</root   0 7 cpu=3>3<root/a   1 7 f0.5 "
		    "cpu=9000,mem=100>" },
		{ ROOT " a||2147483646|0\n  b||1|0\n  a|u|1|0\n",
		    "2</root   0 100>3<root/a   2147483646 0>4<a/b   1 0>"
		    "5<a/a u  1 0>" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < COUNT(row); i++) {
		struct ft_error err = { 0 };

		is_i64(parse(row[i].text, &str, &err), FT_OK,
		    "table %zu is good: %s", i, err.text);
		is_str(ft_str_text(&str), row[i].want, "its rows");
	}
	ft_str_free(&str);
}

static void
test_refused(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "", "t:1:1: the table is empty" },
		{ "\n\n", "t:2:1: the table is empty" },
		{ HEAD, "t:1:1: no rows below the header" },
		{ "root|||100\n",
		    "t:1:1: expected the header of sshare -a -l -P, with "
		    "Account, User, RawShares and RawUsage" },
		{ "Account User RawShares RawUsage\n",
		    "t:1:1: expected the header of sshare -a -l -P, with "
		    "Account, User, RawShares and RawUsage" },
		{ "Account|User|RawUsage\n",
		    "t:1:1: no column 'RawShares' in the header" },
		{ "Account|RawShares|RawUsage\n",
		    "t:1:1: no column 'User' in the header" },
		{ "Account|User|RawShares\n",
		    "t:1:1: no column 'RawUsage' in the header" },
		{ ROOT " a||1\n", "t:3:1: 3 cells, the header has 4" },
		{ ROOT " a||1|1|1\n", "t:3:1: 5 cells, the header has 4" },
		{ HEAD "bedrock||1|1\n",
		    "t:2:1: expected the row of account root first" },
		{ HEAD " root|root|1|1\n",
		    "t:2:1: expected the row of account root first" },
		{ HEAD " root|||1\n",
		    "t:2:1: expected the row of account root first" },
		{ ROOT "bedrock||1|1\n",
		    "t:3:1: not below account root (a filtered or unindented "
		    "table?)" },
		{ ROOT "root|root|1|1\n",
		    "t:3:1: not below account root (a filtered or unindented "
		    "table?)" },
		{ ROOT "  a||1|1\n",
		    "t:3:3: indented deeper than below the row above" },
		{ ROOT " a||1|1\n   b||1|1\n",
		    "t:4:4: indented deeper than below the row above" },
		{ ROOT " a||1|1\n  b|u|1|1\n",
		    "t:4:3: user 'u' of account 'b' is in account 'a'" },
		{ ROOT " ||1|1\n", "t:3:1: no account" },
		{ ROOT " a||1|1\n  b||1|1\n a||1|1\n",
		    "t:5:2: account 'a' is already in line 3" },
		{ ROOT " a||1|1\n  a|u|1|1\n  a|u|1|1\n",
		    "t:5:3: user 'u' is already in line 4 (sshare -m tells "
		    "partitions apart)" },
		{ "Account|User|Partition|RawShares|RawUsage\n"
		  "root||||1\n root|u|p|1|1\n root|u|p|1|1\n",
		    "t:4:2: user 'u' is already in line 3" },
		{ HEAD "root||parent|1\n",
		    "t:2:7: the RawShares of root should be empty" },
		{ ROOT " a|||1\n",
		    "t:3:5: RawShares are a number up to 2147483646 or "
		    "'parent'" },
		{ ROOT " a||2147483647|1\n",
		    "t:3:5: RawShares are a number up to 2147483646 or "
		    "'parent'" },
		{ ROOT " a||-1|1\n",
		    "t:3:5: RawShares are a number up to 2147483646 or "
		    "'parent'" },
		{ ROOT " a||1|\n",
		    "t:3:7: RawUsage is a whole number, 0 or more" },
		{ ROOT " a||1|1.5\n",
		    "t:3:7: RawUsage is a whole number, 0 or more" },
		{ ROOT " a||1|-1\n",
		    "t:3:7: RawUsage is a whole number, 0 or more" },
		{ ROOT " a||1|9223372036854775808\n",
		    "t:3:7: RawUsage is a whole number, 0 or more" },
		{ "Account|User|RawShares|RawUsage|FairShare\n"
		  "root|||1|inf\n",
		    "t:2:10: FairShare is a number or empty" },
		{ ROOT " a\x03||1|1\n", "t:3:3: control character 0x03" },
	};
	struct ft_str str = { 0 };

	for (size_t i = 0; i < COUNT(row); i++) {
		struct ft_error err = { 0 };

		is_i64(parse(row[i].text, &str, &err), FT_EPARSE,
		    "table %zu is refused", i);
		is_str(err.text, row[i].want, "its message");
	}
	ft_str_free(&str);
}

static void
test_stop(void)
{
	struct ft_str str = { 0 };
	struct ft_error err = { 0 };

	is_i64(parse(ROOT " root|stop|1|1\n a||1|1\n", &str, &err), FT_ENOENT,
	    "the callback stops it");
	is_str(err.text, "no user 'stop'", "with its message");
	ft_str_free(&str);
}

int
main(void)
{
	test_tables();
	test_refused();
	test_stop();
	return done_testing();
}
