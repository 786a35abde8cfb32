#include "algo/auction.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "tap/tap.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define EXACT        (&ft_allocators[FT_ALLOC_EXACT])
#define HALT         (&ft_allocators[FT_ALLOC_HALT])
#define CONTINUE     (&ft_allocators[FT_ALLOC_CONTINUE])

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
	for (size_t i = 0; i < COUNT(jobs); i++) {
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
	total = how->run(auction, auction->n, win);
	ft_auction_pay(auction, how, payment, win, total, pay);
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
		enum bids bids;
		enum units units;
		const char *want;
	} row[] = {
		{ "1A", FT_ALLOC_EXACT, PLANNED, NODES,
		    "A C D 860: 270 270 70" },
		{ "1B halt", FT_ALLOC_HALT, PLANNED, NODES,
		    "A B 670: 460 460" },
		{ "1B continue", FT_ALLOC_CONTINUE, PLANNED, NODES,
		    "A B D 810: 320 320 120" },
		{ "3B halt", FT_ALLOC_HALT, PLANNED, NODES_REAL,
		    "A B D 810: 320 320 0" },
		{ "2B halt", FT_ALLOC_HALT, REAL, NODES_REAL,
		    "A B 484: 374 374" },
		{ "4B halt", FT_ALLOC_HALT, REAL, NODES, "B C 616: 220 352" },
		{ "4B continue", FT_ALLOC_CONTINUE, REAL, NODES,
		    "B C E 748: 110 220 22" },
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct ft_bidder bidder[COUNT(jobs)];
		struct ft_auction auction = {
			.nodes = 10, .bidder = bidder, .n = COUNT(jobs)
		};

		make_bidders(bidder, row[i].bids, row[i].units);
		is_outcome(&auction, &ft_allocators[row[i].how], FT_PAY_RERUN,
		    row[i].want, row[i].name);
	}
}

int
main(void)
{
	test_worked_vector();
	return done_testing();
}
