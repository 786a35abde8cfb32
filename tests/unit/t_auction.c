#include "algo/research/auction.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "lib/slowauction.h"
#include "tap/tap.h"

#define EXACT    (&ft_allocators[FT_ALLOC_EXACT])
#define HALT     (&ft_allocators[FT_ALLOC_HALT])
#define CONTINUE (&ft_allocators[FT_ALLOC_CONTINUE])

/* ---- the worked vector ------------------------------------------------------ */

/*
 * A machine of 10 nodes and five jobs, of the study's analysis.  Payments are
 * what the others lose, by hand; for example 1B, halting: keys 100 A, 90 B,
 * 80 C, 70 D, 40 E; A and B take 7, C does not fit.  Without A: B and C, then D
 * would make 9, E does not fit: 270 + 320 + 140 = 730, of which the others have
 * 670 - 400 = 270 now, so A pays 460.
 */
struct job {
	const char *name;
	uint32_t nodes;
	int64_t planned, real; /* minutes */
};

static const struct job jobs[] = { { "A", 4, 100, 50 }, { "B", 3, 90, 80 },
	{ "C", 4, 80, 80 }, { "D", 2, 70, 10 }, { "E", 3, 40, 40 } };

enum bids { PLANNED, REAL };      /* nodes * planned, 1.1 * nodes * real */
enum units { NODES, NODES_REAL }; /* what a bid counts per */

static void
make_bidders(struct ft_bidder *bidder, enum bids bids, enum units units)
{
	for (size_t i = 0; i < FT_COUNT(jobs); i++) {
		const struct job *job = &jobs[i];

		bidder[i].nodes = job->nodes;
		bidder[i].bid = bids == PLANNED
				    ? job->nodes * job->planned
				    : 11 * job->nodes * job->real / 10;
		bidder[i].unit =
		    units == NODES ? job->nodes : job->nodes * job->real;
	}
}

/* "A C D 860: 270 270 70" */
static void
tell(struct ft_str *str, const struct ft_auction *auction, const bool *win,
    int64_t total, const int64_t *pay)
{
	ft_str_clear(str);
	for (size_t i = 0; i < auction->n; i++)
		if (win[i])
			ft_str_addf(str, "%c ", (char)('A' + i));
	ft_str_addf(str, "%" PRId64 ":", total);
	for (size_t i = 0; i < auction->n; i++)
		if (win[i])
			ft_str_addf(str, " %" PRId64, pay[i]);
}

static bool
is_outcome(const struct ft_auction *auction, const struct ft_allocator *how,
    enum ft_payment payment, const char *want, const char *name)
{
	struct ft_str got = { 0 };
	bool *win = ft_calloc(auction->n, sizeof *win), same;
	int64_t *pay = ft_calloc(auction->n, sizeof *pay), total;
	struct ft_error err = { 0 };

	if (ft_auction_check(auction, &err))
		diag("%s", err.text);
	total = how->run(how, auction, auction->n, win);
	ft_auction_pay(auction, how, payment, win, pay);
	tell(&got, auction, win, total, pay);
	same = is_str(ft_str_text(&got), want, "%s", name);
	ft_str_free(&got);
	ft_free(win);
	ft_free(pay);
	return same;
}

static void
test_worked_vector(void)
{
	static const struct {
		const char *name;
		enum ft_allocator_kind how;
		enum ft_payment payment;
		enum bids bids;
		enum units units;
		const char *want;
	} row[] = {
		{ "1A", FT_ALLOC_EXACT, FT_PAY_RERUN, PLANNED, NODES,
		    "A C D 860: 270 270 70" },
		{ "1B halt", FT_ALLOC_HALT, FT_PAY_RERUN, PLANNED, NODES,
		    "A B 670: 460 460" },
		{ "1B continue", FT_ALLOC_CONTINUE, FT_PAY_RERUN, PLANNED,
		    NODES, "A B D 810: 320 320 120" },
		{ "3B halt", FT_ALLOC_HALT, FT_PAY_RERUN, PLANNED, NODES_REAL,
		    "A B D 810: 320 320 0" },
		{ "2B halt", FT_ALLOC_HALT, FT_PAY_RERUN, REAL, NODES_REAL,
		    "A B 484: 374 374" },
		{ "4B halt", FT_ALLOC_HALT, FT_PAY_RERUN, REAL, NODES,
		    "B C 616: 220 352" },
		{ "4B continue", FT_ALLOC_CONTINUE, FT_PAY_RERUN, REAL, NODES,
		    "B C E 748: 110 220 22" },
		/* with each bid the best sets with and without are worth the
		 * same, A B D, A B E or B C D without; those with have two of 4
		 * nodes */
		{ "1A critical", FT_ALLOC_EXACT, FT_PAY_CRITICAL, PLANNED,
		    NODES, "A C D 860: 270 270 70" },
		/* A and B must be asked before C: 4 * 80, 3 * 80 (equal: first
		 * in the input) */
		{ "1B halt critical", FT_ALLOC_HALT, FT_PAY_CRITICAL, PLANNED,
		    NODES, "A B 670: 320 240" },
		/* D before E, which fits into what C does not: 2 * 40 */
		{ "1B continue critical", FT_ALLOC_CONTINUE, FT_PAY_CRITICAL,
		    PLANNED, NODES, "A B D 810: 320 240 80" },
		{ "1B for nothing", FT_ALLOC_HALT, FT_PAY_NONE, PLANNED, NODES,
		    "A B 670: 0 0" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_bidder bidder[FT_COUNT(jobs)];
		struct ft_auction auction = {
			.nodes = 10, .bidder = bidder, .n = FT_COUNT(jobs)
		};

		make_bidders(bidder, row[i].bids, row[i].units);
		is_outcome(&auction, &ft_allocators[row[i].how], row[i].payment,
		    row[i].want, row[i].name);
	}
}

/*
 * HALT with RERUN is not truthful: A, whose nodes are worth 400 to it, pays 460
 * if it says so.  If it says 0, B and C fit, then D, and E does not: 270 + 320 +
 * 140 = 730.  It gets nothing, pays nothing, and has 60 more than before.
 * CRITICAL takes 320 instead of 460: 80 are left to it, which no lie betters.
 */
static void
test_lie(void)
{
	struct ft_bidder bidder[FT_COUNT(jobs)];
	struct ft_auction auction = {
		.nodes = 10, .bidder = bidder, .n = FT_COUNT(jobs)
	};

	make_bidders(bidder, PLANNED, NODES);
	is_outcome(&auction, HALT, FT_PAY_RERUN, "A B 670: 460 460",
	    "the truth costs A 60 more than it gets");
	bidder[0].bid = 0;
	is_outcome(&auction, HALT, FT_PAY_RERUN, "B C D 730: 120 120 120",
	    "a lie costs nothing");
}

/* ---- ties and edges --------------------------------------------------------- */

/* Bidders of a text: one per word, NODES:BID[:UNIT]; per node without a unit. */
static size_t
read_bidders(struct ft_bidder *bidder, const char *text)
{
	size_t n = 0;

	for (; *text; n++) {
		int64_t unit = 0;

		if (sscanf(text, "%" SCNu32 ":%" SCNd64 ":%" SCNd64,
			&bidder[n].nodes, &bidder[n].bid, &unit) < 2)
			bail("no bidder: %s", text);
		bidder[n].unit = unit ? unit : bidder[n].nodes;
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	return n;
}

static const struct {
	const char *name;
	uint32_t nodes;
	const char *bidders;
	enum ft_allocator_kind how;
	enum ft_payment payment;
	const char *want;
} small[] = {
	{ "nobody", 10, "", FT_ALLOC_EXACT, FT_PAY_RERUN, "0:" },
	{ "nobody halts", 10, "", FT_ALLOC_HALT, FT_PAY_CRITICAL, "0:" },
	{ "nobody goes on", 10, "", FT_ALLOC_CONTINUE, FT_PAY_RERUN, "0:" },
	{ "nobody in order", 10, "", FT_ALLOC_ORDER_HALT, FT_PAY_RERUN, "0:" },
	{ "too wide is nowhere", 2, "3:9 4:8", FT_ALLOC_EXACT, FT_PAY_RERUN,
	    "0:" },
	{ "nor in the way", 2, "3:9 1:1 1:1", FT_ALLOC_HALT, FT_PAY_RERUN,
	    "B C 2: 0 0" },
	{ "nor in an order", 2, "3:9 1:1 1:1", FT_ALLOC_ORDER_HALT,
	    FT_PAY_RERUN, "B C 2: 0 0" },
	{ "all fit", 6, "1:5 2:0 3:7", FT_ALLOC_EXACT, FT_PAY_RERUN,
	    "A B C 12: 0 0 0" },
	{ "all fit, critical", 6, "1:5 2:0 3:7", FT_ALLOC_EXACT,
	    FT_PAY_CRITICAL, "A B C 12: 0 0 0" },
	{ "all fit by bids", 6, "1:5 2:0 3:7", FT_ALLOC_HALT, FT_PAY_CRITICAL,
	    "A B C 12: 0 0 0" },
	{ "one node", 1, "1:5 1:7 1:7", FT_ALLOC_EXACT, FT_PAY_RERUN,
	    "B 7: 7" },
	{ "one node, continue", 1, "1:5 1:7 1:6", FT_ALLOC_CONTINUE,
	    FT_PAY_CRITICAL, "B 7: 6" },
	{ "the second price", 1, "1:5 1:9 1:7", FT_ALLOC_EXACT, FT_PAY_CRITICAL,
	    "B 9: 7" },
	{ "bids of nothing win what is free", 3, "2:0 1:0 1:0 1:4",
	    FT_ALLOC_EXACT, FT_PAY_RERUN, "A D 4: 0 0" },
	{ "nothing at all", 2, "1:0 1:0 1:0", FT_ALLOC_HALT, FT_PAY_CRITICAL,
	    "A B 0: 0 0" },
	/* EXACT: the widest, then the next width, then the first */
	{ "one wide before two", 4, "2:5 2:5 4:10", FT_ALLOC_EXACT,
	    FT_PAY_RERUN, "C 10: 10" },
	{ "the widest first", 5, "3:6 2:4 4:8 1:2", FT_ALLOC_EXACT,
	    FT_PAY_RERUN, "C D 10: 8 2" },
	{ "then the next", 7, "4:8 1:2 1:2 1:2 3:6 2:4", FT_ALLOC_EXACT,
	    FT_PAY_RERUN, "A E 14: 8 6" },
	{ "of equal ones the first", 4, "2:5 2:5 2:5", FT_ALLOC_EXACT,
	    FT_PAY_RERUN, "A B 10: 5 5" },
	/* A and B together 6, C 5; at 2 both ways are worth 5 and C,
	 * being wider, has them */
	{ "what the others lose", 2, "1:3 1:3 2:5", FT_ALLOC_EXACT,
	    FT_PAY_RERUN, "A B 6: 2 2" },
	{ "one more where the tie is lost", 2, "1:3 1:3 2:5", FT_ALLOC_EXACT,
	    FT_PAY_CRITICAL, "A B 6: 3 3" },
	{ "none where it is won", 2, "1:2 1:2 2:5", FT_ALLOC_EXACT,
	    FT_PAY_CRITICAL, "C 5: 4" },
	/* bids per unit: 1/3 = 2/6, which no division tells apart; C comes first
	 * and leaves room for one of them */
	{ "equal fractions: the first", 3, "2:1:3 2:2:6 1:5:1",
	    FT_ALLOC_CONTINUE, FT_PAY_NONE, "A C 6:" },
	{ "a little more is more", 3,
	    "2:333333333:1000000000 2:1:3 1:1000000000:1", FT_ALLOC_CONTINUE,
	    FT_PAY_NONE, "B C 1000000001:" },
	/* the better of the two: A 2 per node, B 100 */
	{ "a single bidder that is worth more", 100, "1:2 100:100",
	    FT_ALLOC_HALT, FT_PAY_CRITICAL, "B 100: 3" },
	/* 3 = 2 + 1; without B the others have 2 */
	{ "the same to continue", 100, "1:2 100:100", FT_ALLOC_CONTINUE,
	    FT_PAY_CRITICAL, "B 100: 3" },
	{ "what it takes from the others", 100, "1:2 100:100",
	    FT_ALLOC_CONTINUE, FT_PAY_RERUN, "B 100: 2" },
	/* A 101 a node, B 10000 / 100 = 100, and there are 99 nodes beside A:
	 * B alone is worth 10000 > 101.  Without B the others have 101; B wins
	 * alone from 102 on, long before it is asked before A (10101) */
	{ "one wide job instead of a narrow one", 100, "1:101 100:10000",
	    FT_ALLOC_CONTINUE, FT_PAY_RERUN, "B 10000: 101" },
	{ "its critical bid", 100, "1:101 100:10000", FT_ALLOC_CONTINUE,
	    FT_PAY_CRITICAL, "B 10000: 102" },
	{ "halting, too", 100, "1:101 100:10000", FT_ALLOC_HALT,
	    FT_PAY_CRITICAL, "B 10000: 102" },
	/* by bid per node A 9, B 22/3 (does not fit beside A), C 7: A and C,
	 * 9 + 14 = 23 > 22.  Without A, B is asked first, and nobody fits beside
	 * it: 22 - 14 = 8; at 7 (21/3 < 22/3) A would be asked after B.  Without
	 * C, B alone is worth more than A: 22 - 9 = 13; below 13 it is still */
	{ "continue, and no single bidder", 3, "1:9 3:22 2:14",
	    FT_ALLOC_CONTINUE, FT_PAY_RERUN, "A C 23: 8 13" },
	{ "critical bids of these", 3, "1:9 3:22 2:14", FT_ALLOC_CONTINUE,
	    FT_PAY_CRITICAL, "A C 23: 8 13" },
	/* keys 5, 4, 3: A 5 and C 6 make 11, B 16 wins.  Without B: 11; it must
	 * be worth more than 11 */
	{ "continue, and the single bidder", 4, "1:5 4:16 2:6",
	    FT_ALLOC_CONTINUE, FT_PAY_RERUN, "B 16: 11" },
	{ "its critical bid again", 4, "1:5 4:16 2:6", FT_ALLOC_CONTINUE,
	    FT_PAY_CRITICAL, "B 16: 12" },
	/* keys 5, 3: A 5 and C 3 together are worth 8, B 7 less.  A pays what B
	 * would get without it less C's 3: 7 - 3 = 4; C likewise 7 - 5 = 2.
	 * Critical: below 4 for A or 2 for C they are worth less than B */
	{ "the single bidder is kept out", 4, "1:5 4:7 1:3", FT_ALLOC_CONTINUE,
	    FT_PAY_RERUN, "A C 8: 4 2" },
	{ "by what they are worth together", 4, "1:5 4:7 1:3",
	    FT_ALLOC_CONTINUE, FT_PAY_CRITICAL, "A C 8: 4 2" },
	/* the single bidder has another's unit: C 20/2 = 10, A 9, B 30/30 = 1;
	 * C 20 and A 9 do not leave 4 nodes for B, whose bid is worth more */
	{ "in other units, too", 4, "1:9:1 4:30:30 3:20:2", FT_ALLOC_CONTINUE,
	    FT_PAY_RERUN, "B 30: 29" },
	{ "continue takes strictly more", 100, "1:100 100:100",
	    FT_ALLOC_CONTINUE, FT_PAY_RERUN, "A 100: 100" },
	{ "strictly more", 100, "1:100 100:100", FT_ALLOC_HALT, FT_PAY_RERUN,
	    "A 100: 100" },
	{ "of equal single ones the first", 100, "1:2 99:98 100:98",
	    FT_ALLOC_HALT, FT_PAY_NONE, "A B 100:" },
	{ "wherever it stands", 100, "1:2 100:98 99:97 100:98", FT_ALLOC_HALT,
	    FT_PAY_NONE, "B 98:" },
	{ "the first of two", 100, "2:6 100:98 100:98", FT_ALLOC_HALT,
	    FT_PAY_CRITICAL, "B 98: 98" },
	/* 52 of 100: little more than the half that is promised */
	{ "half of the optimum", 100, "51:52 50:50 50:50", FT_ALLOC_HALT,
	    FT_PAY_NONE, "A 52:" },
	{ "the optimum", 100, "51:52 50:50 50:50", FT_ALLOC_EXACT, FT_PAY_NONE,
	    "B C 100:" },
	/* by anything but nodes not even that: keys 10, 1, 1, ... */
	{ "no half by other units", 4, "4:10:1 1:9:9 1:9:9 1:9:9 1:9:9",
	    FT_ALLOC_HALT, FT_PAY_NONE, "A 10:" },
	/* without A, B takes 3 and keeps C out, who is worth more */
	{ "a payment to a winner", 4, "1:1 4:2 3:9", FT_ALLOC_ORDER_CONTINUE,
	    FT_PAY_RERUN, "A C 10: -7 0" },
	/* keys 1, 1/2, 1/10, 1/10: without A, B takes all 5 nodes, 4, no less than
	 * the best single one: 4 - (7 - 1) = -2.  Without C: A and D 4, and B is
	 * worth no more: 4 - (7 - 3) = 0 */
	{ "the same by bid per unit", 5, "1:1:1 5:4:8 2:3:30 2:3:30",
	    FT_ALLOC_CONTINUE, FT_PAY_RERUN, "A C D 7: -2 0 0" },
	{ "orders take no bids", 4, "1:1 4:2 3:9", FT_ALLOC_ORDER_CONTINUE,
	    FT_PAY_CRITICAL, "A C 10: 0 0" },
};

static void
test_small(void)
{
	for (size_t i = 0; i < FT_COUNT(small); i++) {
		struct ft_bidder bidder[8];
		struct ft_auction auction = { .nodes = small[i].nodes,
			.bidder = bidder,
			.n = read_bidders(bidder, small[i].bidders) };
		struct ft_str want = { 0 };

		ft_str_addf(&want, "%s", small[i].want);
		/* nobody pays: as many noughts as winners */
		for (const char *c = small[i].want;
		     small[i].payment == FT_PAY_NONE && *c; c++)
			if (*c >= 'A' && *c <= 'Z')
				ft_str_addf(&want, " 0");
		is_outcome(&auction, &ft_allocators[small[i].how],
		    small[i].payment, ft_str_text(&want), small[i].name);
		ft_str_free(&want);
	}
}

/* Who is not asked does not win. */
static void
test_given_order(void)
{
	static const uint32_t order[] = { 4, 2, 3, 0 };
	struct ft_bidder bidder[FT_COUNT(jobs)];
	struct ft_auction auction = { .nodes = 10,
		.bidder = bidder,
		.n = FT_COUNT(jobs),
		.order = order,
		.n_order = FT_COUNT(order) };

	make_bidders(bidder, PLANNED, NODES);
	/* E 3, C 4, D 2 make 9, A does not fit.  Without E or C it does not
	 * either, without D: 120 + 320 and no A */
	is_outcome(&auction, &ft_allocators[FT_ALLOC_ORDER_HALT], FT_PAY_RERUN,
	    "C D E 580: 400 0 400", "E, C, D, A");
	auction.n_order = 2;
	is_outcome(&auction, &ft_allocators[FT_ALLOC_ORDER_CONTINUE],
	    FT_PAY_RERUN, "C E 440: 0 0", "E, C and nobody else");
	auction.n_order = 0;
	is_outcome(&auction, &ft_allocators[FT_ALLOC_ORDER_HALT], FT_PAY_RERUN,
	    "0:", "nobody is asked");
}

/* ---- a large machine -------------------------------------------------------- */

/*
 * So many numbers that the solver keeps only some of its tables: all widths
 * differ, a row per bidder must come to the same.
 */
static void
test_blocks(void)
{
	enum { BIDDERS = 45, ROOM = 100003 };
	struct ft_bidder bidder[BIDDERS];
	struct ft_auction auction = {
		.nodes = ROOM, .bidder = bidder, .n = BIDDERS
	};
	bool win[BIDDERS], want[BIDDERS];
	struct ft_rng rng;
	int64_t total;

	ft_rng_init(&rng, 7);
	for (uint32_t i = 0; i < BIDDERS; i++) {
		bidder[i].nodes = 1000 + 100 * i + ft_rng_below(&rng, 100);
		bidder[i].unit = bidder[i].nodes;
		bidder[i].bid = bidder[i].nodes * (5 + ft_rng_below(&rng, 3));
	}
	total = EXACT->run(EXACT, &auction, auction.n, win);
	is_i64(total, slowauction_plain(&auction, auction.n, want),
	    "the largest total with tables made twice");
	ok(!memcmp(win, want, sizeof win), "and its winners");
}

/* ---- what is refused -------------------------------------------------------- */

static void
test_check(void)
{
	static const struct {
		const char *name;
		uint32_t nodes;
		struct ft_bidder second;
		uint32_t order[2];
		const char *want; /* NULL: fine */
	} row[] = {
		{ "good", 10, { 1, 0, 1 }, { 1, 0 }, NULL },
		{ "no machine", 0, { 1, 0, 1 }, { 1, 0 },
		    "the machine must have 1..16777216 nodes, not 0" },
		{ "too large a machine", FT_AUCTION_NODES_MAX + 1, { 1, 0, 1 },
		    { 1, 0 },
		    "the machine must have 1..16777216 nodes, not 16777217" },
		{ "no nodes", 10, { 0, 1, 1 }, { 1, 0 },
		    "bidder 2 wants no nodes" },
		{ "below nothing", 10, { 1, -1, 1 }, { 1, 0 },
		    "bidder 2 bids less than nothing" },
		{ "no unit", 10, { 1, 1, 0 }, { 1, 0 },
		    "the bid of bidder 2 has no unit" },
		/* two winners: twice the sum must be below 2^62 */
		{ "as much as fits", 10, { 1, (INT64_C(1) << 61) - 2, 1 },
		    { 1, 0 }, NULL },
		{ "one more", 10, { 1, (INT64_C(1) << 61) - 1, 1 }, { 1, 0 },
		    "bids are too large: payments up to bidder 2 may come to "
		    "more than 2^62" },
		{ "twice in the order", 10, { 1, 0, 1 }, { 1, 1 },
		    "the order names bidder 2 twice" },
		{ "not there", 10, { 1, 0, 1 }, { 2, 0 },
		    "the order names bidder 3 of 2" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_bidder bidder[] = { { 1, 1, 1 }, row[i].second };
		struct ft_auction auction = { .nodes = row[i].nodes,
			.bidder = bidder,
			.n = 2,
			.order = row[i].order,
			.n_order = 2 };
		struct ft_error err = { 0 };
		enum ft_status status = ft_auction_check(&auction, &err);

		is_i64(
		    status, row[i].want ? FT_EINVAL : FT_OK, "%s", row[i].name);
		is_str(err.text, row[i].want ? row[i].want : "", "... words");
	}
}

/* Bids as large as may be, and units: nothing overflows (see asan). */
static void
test_largest(void)
{
	struct ft_bidder bidder[] = { { 1, (INT64_C(1) << 61) - 4, INT64_MAX },
		{ 2, 1, INT64_MAX }, { 1, 1, 1 } };
	struct ft_auction auction = {
		.nodes = 2, .bidder = bidder, .n = FT_COUNT(bidder)
	};

	/* without A, B or C alone are worth 1; if A bids 0 that ties with A
	 * and C, and B is wider */
	is_outcome(&auction, EXACT, FT_PAY_RERUN,
	    "A C 2305843009213693949: 0 0", "exact");
	is_outcome(&auction, EXACT, FT_PAY_CRITICAL,
	    "A C 2305843009213693949: 1 0", "exact, critical");
	/* by bid per unit C 1, A 1/4, B nearly nothing */
	is_outcome(&auction, HALT, FT_PAY_RERUN, "A C 2305843009213693949: 0 0",
	    "halt");
	is_outcome(&auction, HALT, FT_PAY_CRITICAL,
	    "A C 2305843009213693949: 1 1", "halt, critical");
	/* B gets nowhere, so that both do wherever they stand */
	is_outcome(&auction, CONTINUE, FT_PAY_CRITICAL,
	    "A C 2305843009213693949: 0 0", "continue, critical");
}

/* ---- what it comes to ------------------------------------------------------- */

static void
test_score(void)
{
	struct ft_bidder bidder[] = { { 3, 10, 3 }, { 2, 5, 2 }, { 4, 9, 4 },
		{ 1, 0, 1 }, { 9, 99, 9 } };
	struct ft_auction auction = {
		.nodes = 12, .bidder = bidder, .n = FT_COUNT(bidder)
	};
	bool win[] = { true, true, true, true, false };
	int64_t pay[] = { 14, 5, -2, 0, 7 };
	struct ft_auction_score score;

	ft_auction_score(&auction, win, pay, &score);
	is_u64(score.winners, 4, "winners");
	is_i64(score.total, 24, "their bids");
	is_i64(score.paid, 17, "what they pay");
	is_u64(score.idle, 2, "nodes nobody got");
	is_u64(score.pay_more, 1, "one pays more");
	is_u64(score.pay_same, 2, "two pay what they bid, one of them nothing");
	is_u64(score.pay_less, 1, "one pays less");
	is_i64(score.revenue_over, 4, "above bids");
	win[4] = true;
	ft_auction_score(&auction, win, pay, &score);
	is_u64(score.idle, 0, "no fewer than no nodes are idle");
}

/* ---- orders ----------------------------------------------------------------- */

static void
test_priority_order(void)
{
	enum { BIDDERS = 500, ROOM = 3456 };
	struct ft_bidder bidder[BIDDERS];
	struct ft_auction auction = {
		.nodes = ROOM, .bidder = bidder, .n = BIDDERS
	};
	uint32_t key[BIDDERS], order[BIDDERS];
	struct ft_rng rng, again;
	size_t ties = 0;
	bool sorted = true;

	ft_rng_init(&rng, 3);
	again = rng;
	for (uint32_t i = 0; i < BIDDERS; i++) {
		bidder[i] = (struct ft_bidder){ 1 + i % 64, i, 1 };
		key[i] = (1 + i % 64) * 10000 / ROOM + 1 +
			 ft_rng_below(&again, 10000);
	}
	ft_auction_order_priority(&auction, &rng, order);
	ok(!memcmp(&rng, &again, sizeof rng), "one number for each bidder");
	for (size_t k = 1; k < BIDDERS; k++) {
		uint32_t a = order[k - 1], b = order[k];

		ties += key[a] == key[b];
		sorted =
		    sorted && (key[a] > key[b] || (key[a] == key[b] && a < b));
	}
	ok(sorted && ties > 0, "largest first, %zu ties as in the input", ties);
}

static void
test_shuffled_order(void)
{
	uint32_t order[100], seen[100] = { 0 };
	struct ft_rng rng, again;
	size_t moved = 0;
	bool all = true;

	ft_rng_init(&rng, 3);
	again = rng;
	ft_auction_order_shuffle(&rng, order, 100);
	for (size_t i = 0; i < 100; i++) {
		seen[order[i]]++;
		moved += order[i] != i;
	}
	for (size_t i = 0; i < 100; i++)
		all = all && seen[i] == 1;
	ok(all && moved > 90, "a shuffle has all, and moves nearly all");
	for (uint32_t i = 100; i > 1 && i--;)
		ft_rng_below(&again, i + 1);
	ok(!memcmp(&rng, &again, sizeof rng), "with the numbers it says");
	ft_auction_order_shuffle(&rng, order, 0);
}

int
main(void)
{
	test_worked_vector();
	test_lie();
	test_small();
	test_given_order();
	test_blocks();
	test_check();
	test_largest();
	test_score();
	test_priority_order();
	test_shuffled_order();
	return done_testing();
}
