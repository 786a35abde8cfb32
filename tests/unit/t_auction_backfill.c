#include "sim/research/auction_backfill.h"

#include "base/text/str.h"
#include "tap/tap.h"

/*
 * 10 nodes.  A starts.  B, which waits, is planned for when A should end: at 100
 * minutes, with 4 nodes to spare.  C is too wide for now; EASY has no plan for
 * it, CONSERVATIVE plans it at 200, behind B.  D fits beside A, and for all its
 * 250 minutes beside B, but not beside C.
 * A really ends after 50 minutes: there B starts under EASY and FCFS.
 */
static const struct {
	uint32_t nodes;
	int64_t planned, real, bid;
} jobs[] = { { 6, 100, 50, 1 }, { 6, 100, 100, 20 }, { 8, 10, 10, 300 },
	{ 4, 250, 250, 4000 } };

static bool
is_won(enum ft_pool_policy policy, int64_t window, const uint32_t *order,
    size_t n_order, size_t skip, int64_t total, const char *want,
    const char *name)
{
	struct ft_bidder bidder[FT_COUNT(jobs)];
	int64_t planned[FT_COUNT(jobs)], real[FT_COUNT(jobs)];
	struct ft_backfill_jobs how = { policy, planned, real, window };
	struct ft_auction auction = { .nodes = 10,
		.bidder = bidder,
		.n = FT_COUNT(jobs),
		.order = order,
		.n_order = n_order,
		.ctx = &how };
	bool win[FT_COUNT(jobs)], same;
	struct ft_str got = { 0 };

	for (size_t i = 0; i < FT_COUNT(jobs); i++) {
		bidder[i] = (struct ft_bidder){ jobs[i].nodes, jobs[i].bid,
			jobs[i].nodes };
		planned[i] = jobs[i].planned;
		real[i] = jobs[i].real;
	}
	same = is_i64(ft_allocator_backfill.run(
			  &ft_allocator_backfill, &auction, skip, win),
	    total, "%s: bids of winners", name);
	for (size_t i = 0; i < FT_COUNT(jobs); i++)
		if (win[i])
			ft_str_addf(&got, "%c", (char)('A' + i));
	same &= is_str(ft_str_text(&got), want, "... who they are");
	ft_str_free(&got);
	return same;
}

static void
test_policies(void)
{
	is_won(FT_POOL_FCFS, 0, NULL, 0, FT_COUNT(jobs), 1, "A", "FCFS");
	is_won(FT_POOL_EASY, 0, NULL, 0, FT_COUNT(jobs), 4001, "AD", "EASY");
	is_won(FT_POOL_CONSERVATIVE, 0, NULL, 0, FT_COUNT(jobs), 1, "A",
	    "conservative");
	is_won(FT_POOL_EASY, 2999, NULL, 0, FT_COUNT(jobs), 4001, "AD",
	    "a second before B");
	is_won(FT_POOL_EASY, 3000, NULL, 0, FT_COUNT(jobs), 4021, "ABD",
	    "50 minutes");
	is_won(FT_POOL_FCFS, 3000, NULL, 0, FT_COUNT(jobs), 21, "AB",
	    "50 minutes of FCFS, C waits for B");
	is_won(FT_POOL_CONSERVATIVE, 0, NULL, 0, 2, 4001, "AD",
	    "conservative without C");
	/* C is the first that waits then, and leaves only 2 to spare */
	is_won(FT_POOL_EASY, 0, NULL, 0, 0, 20, "B", "EASY without A");
}

static void
test_order(void)
{
	static const uint32_t order[] = { 2, 3, 0 };

	is_won(FT_POOL_FCFS, 0, order, FT_COUNT(order), FT_COUNT(jobs), 300,
	    "C", "C first");
	/* at 10 minutes 10 nodes: D takes 4 of them, A the rest */
	is_won(FT_POOL_FCFS, 600, order, FT_COUNT(order), FT_COUNT(jobs), 4301,
	    "ACD", "... and what follows it");
	is_won(FT_POOL_FCFS, 600, order, 1, FT_COUNT(jobs), 300, "C",
	    "nobody else is asked");
}

/* RERUN by n runs; bids change nothing, so that the critical ones are 0. */
static void
test_payments(void)
{
	struct ft_bidder bidder[FT_COUNT(jobs)];
	int64_t planned[FT_COUNT(jobs)], real[FT_COUNT(jobs)],
	    pay[FT_COUNT(jobs)];
	struct ft_backfill_jobs how = { FT_POOL_EASY, planned, real, 0 };
	struct ft_auction auction = {
		.nodes = 10, .bidder = bidder, .n = FT_COUNT(jobs), .ctx = &how
	};
	bool win[FT_COUNT(jobs)];

	for (size_t i = 0; i < FT_COUNT(jobs); i++) {
		bidder[i] = (struct ft_bidder){ jobs[i].nodes, jobs[i].bid,
			jobs[i].nodes };
		planned[i] = jobs[i].planned;
		real[i] = jobs[i].real;
	}
	ft_allocator_backfill.run(
	    &ft_allocator_backfill, &auction, auction.n, win);
	ft_auction_pay(
	    &auction, &ft_allocator_backfill, FT_PAY_RERUN, win, pay);
	is_i64(pay[0], 20 - 4000, "without A there is B, but not D");
	is_i64(pay[3], 0, "D is in nobody's way");
	ft_auction_pay(
	    &auction, &ft_allocator_backfill, FT_PAY_CRITICAL, win, pay);
	is_i64(pay[0] + pay[3], 0, "no bid is needed");
}

/* Lengths that are none, and none that end. */
static void
test_lengths(void)
{
	struct ft_bidder bidder[] = { { 2, 1, 2 }, { 2, 1, 2 }, { 2, 1, 2 } };
	int64_t planned[] = { 0, INT64_MAX, 5 };
	int64_t real[] = { 0, INT64_MAX, -3 };
	struct ft_backfill_jobs how = { FT_POOL_EASY, planned, real, 0 };
	struct ft_auction auction = {
		.nodes = 2, .bidder = bidder, .n = FT_COUNT(bidder), .ctx = &how
	};
	bool win[FT_COUNT(bidder)];

	is_i64(ft_allocator_backfill.run(
		   &ft_allocator_backfill, &auction, auction.n, win),
	    1, "a job of no minutes keeps its nodes for the instant");
	how.window = 1;
	is_i64(ft_allocator_backfill.run(
		   &ft_allocator_backfill, &auction, auction.n, win),
	    2, "and a second later the next has them, for ever");
	auction.n = 0;
	is_i64(
	    ft_allocator_backfill.run(&ft_allocator_backfill, &auction, 0, win),
	    0, "nobody");
}

int
main(void)
{
	test_policies();
	test_order();
	test_payments();
	test_lengths();
	return done_testing();
}
