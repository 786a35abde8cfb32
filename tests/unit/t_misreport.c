/*
 * misreport: the worked example of man/fauction.1 by hand.  W = 10:
 *
 *     name nodes planned  value = nodes x planned
 *     A    4     100      400
 *     B    3     90       270
 *     C    4     80       320
 *     D    2     70       140
 *     E    3     40       120
 *
 * The optimum is A C D (860).  Without A it is B C D with 9 nodes, 730; beside A
 * the others come to 460: A pays 270.
 */
#include "algo/research/misreport.h"
#include "tap/tap.h"

enum { A, B, C, D, E, JOBS };

static const struct ft_bidder bidders[JOBS] = {
	{ 4, 400, 4 },
	{ 3, 270, 3 },
	{ 4, 320, 4 },
	{ 2, 140, 2 },
	{ 3, 120, 3 },
};
static const struct ft_auction auction = {
	.nodes = 10, .bidder = bidders, .n = JOBS
};

static const struct row {
	enum ft_allocator_kind how;
	enum ft_payment payment;
	size_t job;
	int64_t pays, utility; /* of the truth */
	int64_t best, bid;     /* of the best report */
	const char *why;
} rows[] = {
	{ FT_ALLOC_EXACT, FT_PAY_RERUN, A, 270, 130, 130, 400,
	    "B C D are worth 730, beside A 460" },
	{ FT_ALLOC_EXACT, FT_PAY_RERUN, B, 0, 0, 0, 270,
	    "its 3 nodes are worth 320 to the others" },
	/* A B D is 540 and its bid: with 320 it ties with 860, and loses */
	{ FT_ALLOC_EXACT, FT_PAY_NONE, B, 0, 0, 270, 321,
	    "nobody pays: bidding above 320 wins for nothing" },
	/* without A: B C (590), D next fits, E not: 730; beside A: 270 */
	{ FT_ALLOC_HALT, FT_PAY_RERUN, A, 460, -60, 0, 0,
	    "it pays 730 - 270 = 460 for what is worth 400" },
	/* without B: A C D = 860; beside B: 400 */
	{ FT_ALLOC_HALT, FT_PAY_RERUN, B, 460, -190, 0, 0,
	    "it pays 860 - 400 = 460 for what is worth 270" },
	/* at 320 A is as dear as C, 80 a node, and comes first; at 319 C B D
	   fit before it, which leaves 1 node */
	{ FT_ALLOC_HALT, FT_PAY_CRITICAL, A, 320, 80, 80, 400,
	    "it wins from 320 on" },
	/* without A: B C D = 730; beside A: 270 + 140 */
	{ FT_ALLOC_CONTINUE, FT_PAY_RERUN, A, 320, 80, 80, 400,
	    "D gets what B leaves: 730 - 410 = 320" },
	{ FT_ALLOC_CONTINUE, FT_PAY_RERUN, B, 320, -50, 0, 0,
	    "it pays 860 - 540 = 320 for what is worth 270" },
	/* 360 / 4 = 90 is B's, who comes first */
	{ FT_ALLOC_CONTINUE, FT_PAY_NONE, C, 0, 0, 320, 361,
	    "above 90 a node it comes before B" },
};

static void
check(const struct row *row)
{
	struct ft_misreport *misreport =
	    ft_misreport_new(&auction, &ft_allocators[row->how], row->job);
	struct ft_report truth, best;

	ft_misreport_try(
	    misreport, row->payment, bidders[row->job].bid, &truth);
	ft_misreport_best(misreport, row->payment, &best);
	is_i64(truth.pays, row->pays, "pays: %s", row->why);
	is_i64(truth.utility, row->utility, "utility");
	is_i64(best.utility, row->best, "the best it can get");
	is_i64(best.bid, row->bid, "by bidding");
	ft_misreport_free(misreport);
}

/* Who can never win, and reports at the end of the range. */
static void
check_ends(void)
{
	const struct ft_bidder wide[] = { { 11, 5, 11 }, { 2, 7, 2 } };
	const struct ft_auction small = { .nodes = 10, .bidder = wide, .n = 2 };

	for (size_t k = 0; k < FT_ALLOC_N; k++) {
		struct ft_misreport *misreport =
		    ft_misreport_new(&small, &ft_allocators[k], 0);
		struct ft_report best;

		ft_misreport_best(misreport, FT_PAY_RERUN, &best);
		is_i64(best.bid, 5, "the truth is as good as all");
		ft_misreport_try(misreport, FT_PAY_RERUN,
		    ft_misreport_most(misreport), &best);
		ok(!best.wins, "%s: even the largest bid for too much loses",
		    ft_allocators[k].name);
		ft_misreport_free(misreport);
		misreport = ft_misreport_new(&small, &ft_allocators[k], 1);
		ft_misreport_try(misreport, FT_PAY_CRITICAL, 2, &best);
		ok(best.wins && best.pays <= 1, "alone, next to nothing wins");
		ft_misreport_free(misreport);
	}
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(rows); i++)
		check(&rows[i]);
	check_ends();
	return done_testing();
}
