#include "io/slurm/sharetable.h"

#include <inttypes.h>
#include <string.h>

#include "lib/texts.h"
#include "tap/tap.h"

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
	if (row->micro)
		ft_str_addf(str, ".%06" PRId32, row->micro);
	for (size_t i = 0; i < row->n_tres; i++)
		ft_str_addf(str, " %s=%" PRId64 ".%06" PRId32,
		    row->tres[i].name, row->tres[i].whole, row->tres[i].micro);
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
	static const struct text_row row[] = {
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

	texts_are(row, FT_COUNT(row), FT_OK, parse);
}

static void
test_refused(void)
{
	static const struct text_row row[] = {
		{ "", "t:1:1: the table is empty" },
		{ "\n\n", "t:2:1: the table is empty" },
		{ HEAD, "t:1:1: no rows below the header" },
		{ "root|||100\n",
		    "t:1:1: expected the header of sshare -a -l -P, with "
		    "Account, User, RawShares and RawUsage" },
		{ "Account User RawShares RawUsage\n",
		    "t:1:1: expected the header of sshare -a -l -P, with "
		    "Account, User, RawShares and RawUsage, with bars between "
		    "the columns or dashes below it" },
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

	texts_are(row, FT_COUNT(row), FT_EPARSE, parse);
}

/* An element of the document, with what is given and nothing else. */
#define ELEMENT(name, parent, type, shares, rest)                              \
	"{\"name\": \"" name "\", \"parent\": \"" parent "\", \"type\": "      \
	"[\"" type "\"], \"shares\": {\"set\": true, \"infinite\": false, "    \
	"\"number\": " shares "}, " rest "}"
#define DOCUMENT(elements) "{\"shares\": {\"shares\": [\n" elements "\n]}}"
#define TOP                                                                    \
	"{\"name\": \"root\", \"parent\": \"\", \"shares\": {\"set\": false, " \
	"\"number\": 0}, \"usage\": 6728, \"type\": [\"ASSOCIATION\"]}"

static void
test_json(void)
{
	static const struct text_row row[] = {
		{ DOCUMENT(TOP), "2</root   0 6728>" },
		/* shares of 2147483647 are `parent`; decimals of billing */
		{ DOCUMENT(TOP ",\n" ELEMENT("phys", "root", "ASSOCIATION",
		      "60", "\"usage\": 4128") ",\n" ELEMENT("ann", "phys",
		      "USER", "2147483647",
		      "\"partition\": \"debug\", \"usage\": 3000, "
		      "\"tres\": {\"usage\": [{\"name\": \"cpu\", "
		      "\"value\": 3000.25}, {\"name\": \"billing\", "
		      "\"value\": 3000.9999994}], \"group_minutes\": "
		      "[{\"name\": \"cpu\", \"value\": {\"set\": true, "
		      "\"infinite\": false, \"number\": 60}}, {\"name\": "
		      "\"mem\", \"value\": {\"set\": false, \"infinite\": "
		      "true, \"number\": 0}}]}, \"fairshare\": "
		      "{\"factor\": {\"set\": true, \"infinite\": false, "
		      "\"number\": 0.5}}")),
		    "2</root   0 6728>3<root/phys   60 4128>"
		    "4<phys/phys ann debug parent 3000.999999 "
		    "cpu=3000.250000 billing=3000.999999 f0.5 cpu=60>" },
		/* billing that is another number does not refine */
		{ DOCUMENT(TOP ",\n" ELEMENT("root", "root", "USER", "1",
		      "\"usage\": 7, \"tres\": {\"usage\": [{\"name\": "
		      "\"billing\", \"value\": 8.5}]}")),
		    "2</root   0 6728>3<root/root root  1 7 "
		    "billing=8.500000>" },
	};

	texts_are(row, FT_COUNT(row), FT_OK, parse);
}

static void
test_bad_json(void)
{
	static const struct text_row row[] = {
		{ "{", "t:1:1: string or '}' expected near end of file" },
		{ "{}", "t:1:1: 'shares': expected the document of sshare -a "
			"--json, with a list of shares" },
		{ DOCUMENT(ELEMENT(
		      "bio", "root", "ASSOCIATION", "1", "\"usage\": 1")),
		    "t:2:17: 'bio': its account does not come before it (a "
		    "filtered document?)" },
		{ DOCUMENT(TOP ",\n" ELEMENT(
		      "bio", "", "ASSOCIATION", "1", "\"usage\": 1")),
		    "t:3:17: 'bio': no parent" },
		{ DOCUMENT(TOP ",\n" ELEMENT(
		      "b|o", "root", "USER", "1", "\"usage\": 1")),
		    "t:3:17: '?': not the names of an association" },
		{ DOCUMENT(TOP ",\n" ELEMENT(
		      "bio", "root", "ASSOCIATION", "4e9", "\"usage\": 1")),
		    "t:3:17: 'bio': shares are a number up to 2147483646" },
		{ DOCUMENT(TOP ",\n" ELEMENT(
		      "bio", "root", "ASSOCIATION", "1", "\"usage\": -1")),
		    "t:3:17: 'bio': usage is a number, 0 or more" },
		{ DOCUMENT(TOP ",\n" ELEMENT("bio", "root", "ASSOCIATION", "1",
		      "\"usage\": 1, \"tres\": {\"usage\": [{\"name\": "
		      "\"cpu\", \"value\": 1e300}]}")),
		    "t:3:17: 'bio': the usage of a TRES is a number, 0 or "
		    "more" },
		{ DOCUMENT(TOP ",\n" ELEMENT("u", "root", "USER", "1",
		      "\"usage\": 1") ",\n" ELEMENT("u", "root", "USER", "1",
		      "\"usage\": 1")),
		    "t:4:15: 'u': the same association again" },
	};

	texts_are(row, FT_COUNT(row), FT_EPARSE, parse);
}

/* What sshare 22.05 prints without -P. */
static void
test_aligned(void)
{
	static const char dashes[] =
	    "Account                    User  RawShares    RawUsage  FairShare"
	    "                    TRESRunMins \n"
	    "-------------------- ---------- ---------- ----------- ----------"
	    " ------------------------------ \n"
	    "root                                               255           "
	    " cpu=0,mem=0,energy=0,node=0,b+ \n";
	struct ft_str text = { 0 }, str = { 0 };
	struct ft_error err = { 0 };

	ft_str_add(&text, dashes);
	ft_str_add(&text,
	    " lab                                    10         155           "
	    " cpu=0,mem=0,energy=0,node=0,b+ \n"
	    "  lab                         a     parent 123456789012   0.875000"
	    " cpu=0,mem=0,energy=0,node=0,b+ \n");
	is_i64(parse(text.data, &str, &err), FT_OK,
	    "columns that are not read may be cut: %s", err.text);
	is_str(ft_str_text(&str),
	    "3</root   0 255>4<root/lab   10 155>"
	    "5<lab/lab a  parent 123456789012 f0.875>",
	    "the rows, also where an integer is too wide");
	ft_str_clear(&text);
	ft_str_add(&text, dashes);
	ft_str_add(&text,
	    " departmentofphysic+                    10         155           "
	    " cpu=0,mem=0,energy=0,node=0,b+ \n");
	is_i64(parse(text.data, &str, &err), FT_EPARSE, "a name was cut");
	is_str(err.text,
	    "t:4:1: Account 'departmentofphysic+' may have been cut; print "
	    "the table with -P",
	    "its message");
	ft_str_free(&text);
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
	test_json();
	test_bad_json();
	test_aligned();
	test_stop();
	return done_testing();
}
