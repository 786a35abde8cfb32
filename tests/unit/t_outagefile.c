/* Failures and maintenance: their file, and what a machine lacks. */
#include "io/research/outagefile.h"

#include <math.h>
#include <string.h>

#include "tap/tap.h"

#define ORIGIN 1767571200 /* 2026-01-05T00:00:00Z */

static enum ft_status
parse(struct ft_outages *outages, const char *text, struct ft_error *err)
{
	*outages = (struct ft_outages){ 0 };
	return ft_outagefile_parse(outages,
	    &(struct ft_input){ "out", text, strlen(text) }, ORIGIN, err);
}

static void
test_good(void)
{
	struct ft_outages outages;
	struct ft_error err = { 0 };

	is_i64(parse(&outages,
		   "# two\n"
		   "86400 90000 16 maintenance # a day later\n"
		   "\n"
		   "  2026-01-05T10:00:00 2026-01-05T12:00:00 n[1-4],x\n"
		   "3600 2026-01-06 n7 failure\n",
		   &err),
	    FT_OK, "good: %s", err.text);
	is_i64((int64_t)outages.n, 3, "three outages");
	is_i64(outages.item[0].start, ORIGIN + 3600, "the first begins");
	is_i64(outages.item[0].end, ORIGIN + 86400, "a date is midnight");
	is_str(outages.item[0].nodes, "n7", "its node");
	ok(!outages.item[0].drain, "a failure");
	is_i64(outages.item[1].start, ORIGIN + 36000, "the second");
	is_i64(outages.item[1].end, ORIGIN + 43200, "two hours");
	is_str(outages.item[1].nodes, "n[1-4],x", "its nodes");
	is_i64((int64_t)outages.item[1].line, 4, "of line 4");
	is_i64(outages.item[2].procs, 16, "the third: processors");
	ok(outages.item[2].drain && !outages.item[2].nodes, "maintenance");
	ft_outages_free(&outages);
}

static void
test_bad(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "0 10\n", "out:1:1: a line is START END NODES "
			    "[failure|maintenance], or has a number of "
			    "processors instead of nodes" },
		{ "0 10 n1 failure n2\n",
		    "out:1:1: a line is START END NODES "
		    "[failure|maintenance], or has a number of processors "
		    "instead of nodes" },
		{ "0 10 1\n10 10 1\n", "out:2:4: it ends before it begins" },
		{ "now 10 1\n",
		    "out:1:1: 'now' is no date and no number of seconds" },
		{ "0 -10 1\n",
		    "out:1:3: '-10' is no date and no number of seconds" },
		{ "0 10 0\n", "out:1:6: '0' is no number of processors" },
		{ "0 10 99999999999\n",
		    "out:1:6: '99999999999' is no number of processors" },
		{ "0 10 ,\n", "out:1:6: no nodes" },
		{ "0 10 n1 fire\n",
		    "out:1:9: 'fire' is neither failure nor maintenance" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_outages outages;
		struct ft_error err = { 0 };

		is_i64(
		    parse(&outages, row[i].text, &err), FT_EPARSE, "refused");
		is_str(err.text, row[i].want, "why");
		ft_outages_free(&outages);
	}
}

/* Four processors, 0..25: 3 * 5 from 10, all four * 5 from 15 (3 + 2 are more
 * than there are), 2 * 5 from 20. */
static void
test_lost(void)
{
	static const struct ft_outage outage[] = {
		{ .start = 10, .end = 20, .procs = 3 },
		{ .start = 15, .end = 30, .procs = 2 },
		{ .start = 40, .end = 50, .procs = 2 },
	};
	const int64_t span[2] = { 0, 25 };

	ok(fabs(ft_outages_lost(outage, 3, 4, span) - 45) < 1e-9, "lost");
	ok(ft_outages_lost(NULL, 0, 4, span) <= 0, "nothing without outages");
}

int
main(void)
{
	test_good();
	test_bad();
	test_lost();
	return done_testing();
}
