/*
 * Auctions: the fast ways against the plain ones, and what the theory promises
 * of mechanisms, on small random instances where ties are the rule.
 */
#include <inttypes.h>
#include <string.h>

#include "algo/research/auction.h"
#include "base/mem.h"
#include "lib/slowauction.h"
#include "sim/research/auction_backfill.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define MOST  64 /* bidders */
#define SMALL 9  /* of which all subsets are tried */

static struct ft_rng rng;

static uint32_t
below(uint32_t n)
{
	return ft_rng_below(&rng, n);
}

/* ---- instances -------------------------------------------------------------- */

struct instance {
	struct ft_auction auction;
	struct ft_bidder bidder[MOST];
	uint32_t order[MOST];
	bool win[MOST], other[MOST];
	int64_t pay[MOST], want[MOST];
};

enum units { BY_NODES, BY_ANYTHING };

static void
random_instance(struct instance *instance, size_t most, uint32_t nodes,
    uint32_t bids, enum units units)
{
	uint32_t widths = 1 + below(below(2) ? 3 : nodes);
	uint32_t unit = 1 + below(below(2) ? 1 : 3);

	instance->auction = (struct ft_auction){ .nodes = 1 + below(nodes),
		.bidder = instance->bidder,
		.order = instance->order,
		.n = below((uint32_t)most + 1) };
	for (size_t i = 0; i < instance->auction.n; i++) {
		struct ft_bidder *bidder = &instance->bidder[i];

		bidder->nodes = unit * (1 + below(widths));
		bidder->bid = below(bids);
		/* many of equal worth per node */
		if (below(3) == 0)
			bidder->bid = (1 + below(3)) * bidder->nodes;
		bidder->unit = units == BY_NODES ? bidder->nodes : 1 + below(6);
	}
	ft_auction_order_shuffle(&rng, instance->order, instance->auction.n);
	instance->auction.n_order =
	    instance->auction.n - (instance->auction.n && !below(4));
}

static void
show(const struct instance *instance)
{
	diag("nodes %" PRIu32, instance->auction.nodes);
	for (size_t i = 0; i < instance->auction.n; i++)
		diag("bidder %zu: nodes %" PRIu32 " bid %" PRId64
		     " unit %" PRId64 " wins %d, other %d, pays %" PRId64
		     ", want %" PRId64,
		    i, instance->bidder[i].nodes, instance->bidder[i].bid,
		    instance->bidder[i].unit, instance->win[i],
		    instance->other[i], instance->pay[i], instance->want[i]);
}

static int64_t
run(struct instance *instance, enum ft_allocator_kind how)
{
	return ft_allocators[how].run(&ft_allocators[how], &instance->auction,
	    instance->auction.n, instance->win);
}

static bool
same_winners(const struct instance *instance)
{
	return !memcmp(instance->win, instance->other,
	    instance->auction.n * sizeof *instance->win);
}

static bool
same_payments(const struct instance *instance)
{
	return !memcmp(instance->pay, instance->want,
	    instance->auction.n * sizeof *instance->pay);
}

/* ---- against the plain way -------------------------------------------------- */

/* Winners, payments by n runs, critical bids by trying all. */
static bool
is_as_told(struct instance *instance, enum ft_allocator_kind how)
{
	const struct ft_auction *auction = &instance->auction;
	slowauction_fn *slow = slowauction(how);
	size_t skip = below((uint32_t)auction->n + 1);
	int64_t total = ft_allocators[how].run(
	    &ft_allocators[how], auction, skip, instance->win);
	bool same = total == slow(auction, skip, instance->other) &&
		    same_winners(instance);

	total = run(instance, how);
	same = same && total == slow(auction, auction->n, instance->other) &&
	       same_winners(instance);
	slowauction_rerun(auction, slow, instance->win, instance->want);
	ft_auction_pay(auction, &ft_allocators[how], FT_PAY_RERUN,
	    instance->win, instance->pay);
	same = same && same_payments(instance);
	if (!same)
		return false;
	slowauction_critical(auction, slow, instance->win, instance->want);
	ft_auction_pay(auction, &ft_allocators[how], FT_PAY_CRITICAL,
	    instance->win, instance->pay);
	return same_payments(instance);
}

static void
test_plain(void)
{
	for (int how = 0; how < FT_ALLOC_N; how++) {
		struct instance instance = { 0 };
		bool same = true;

		for (int i = 0; i < TAP_ROUNDS(1500) && same; i++) {
			random_instance(&instance, SMALL, 14, 12,
			    below(2) ? BY_NODES : BY_ANYTHING);
			same =
			    is_as_told(&instance, (enum ft_allocator_kind)how);
		}
		if (!ok(same,
			"%s: winners, payments and critical bids of the "
			"plain way",
			ft_allocators[how].name))
			show(&instance);
	}
}

/* The smallest bid of I that wins: it wins with the one it has. */
static int64_t
bisect(struct ft_auction *auction, const struct ft_allocator *how,
    struct ft_bidder *bidder, size_t i, bool *win)
{
	int64_t low = 0, high = bidder[i].bid;

	while (low < high) {
		bidder[i].bid = low + (high - low) / 2;
		how->run(how, auction, auction->n, win);
		if (win[i])
			high = bidder[i].bid;
		else
			low = bidder[i].bid + 1;
	}
	return high;
}

/* Critical bids by bisection over runs. */
static void
critical_slowly(struct instance *instance, const struct ft_allocator *how)
{
	const struct ft_auction *auction = &instance->auction;
	struct ft_auction trial = *auction;
	struct ft_bidder *bidder = ft_calloc(auction->n, sizeof *bidder);
	bool *other = ft_calloc(auction->n, sizeof *other);

	memcpy(bidder, auction->bidder, auction->n * sizeof *bidder);
	trial.bidder = bidder;
	for (size_t i = 0; i < auction->n; i++) {
		instance->want[i] = 0;
		if (!instance->win[i] || !how->uses_bids)
			continue;
		instance->want[i] = bisect(&trial, how, bidder, i, other);
		bidder[i].bid = auction->bidder[i].bid;
	}
	ft_free(bidder);
	ft_free(other);
}

/* What ft_auction_pay comes to without the fast ways. */
static void
pay_slowly(struct instance *instance, enum ft_allocator_kind how,
    enum ft_payment payment)
{
	struct ft_allocator slow = ft_allocators[how];

	slow.rerun = NULL;
	if (payment == FT_PAY_CRITICAL)
		critical_slowly(instance, &slow);
	else
		ft_auction_pay(&instance->auction, &slow, payment,
		    instance->win, instance->want);
}

/*
 * More bidders than have subsets to try: a row per bidder finds the same
 * winners, and payments are those of single runs.  large: bids that leave few
 * bits free for the rule of ties, or none.
 */
static bool
is_the_same(struct instance *instance, bool large)
{
	struct ft_auction *auction = &instance->auction;
	uint32_t bits = 20 + below(28);

	random_instance(
	    instance, MOST, 400, 40, below(2) ? BY_NODES : BY_ANYTHING);
	for (size_t i = 0; large && i < auction->n; i++)
		instance->bidder[i].bid <<= bits;
	for (int how = 0; how < FT_ALLOC_N; how++) {
		int64_t total = run(instance, (enum ft_allocator_kind)how);

		if (how == FT_ALLOC_EXACT &&
		    (total != slowauction_plain(
				  auction, auction->n, instance->other) ||
			!same_winners(instance)))
			return false;
		for (int p = FT_PAY_RERUN; p <= FT_PAY_CRITICAL; p++) {
			ft_auction_pay(auction, &ft_allocators[how],
			    (enum ft_payment)p, instance->win, instance->pay);
			pay_slowly(instance, (enum ft_allocator_kind)how,
			    (enum ft_payment)p);
			if (!same_payments(instance))
				return false;
		}
	}
	return true;
}

static void
test_larger(void)
{
	for (int large = 0; large < 2; large++) {
		struct instance instance = { 0 };
		bool same = true;

		for (int i = 0; i < TAP_ROUNDS(150) && same; i++)
			same = is_the_same(&instance, large);
		if (!ok(same, "up to %d bidders%s", MOST,
			large ? ", astronomic bids" : ""))
			show(&instance);
	}
}

/* ---- mechanisms ------------------------------------------------------------- */

/* Who wins with a bid wins with a larger one. */
static bool
is_monotone(struct instance *instance, enum ft_allocator_kind how)
{
	for (size_t i = 0; i < instance->auction.n; i++) {
		int64_t truth = instance->bidder[i].bid;
		bool won = false;

		for (int64_t bid = 0; bid < 20; bid++) {
			instance->bidder[i].bid = bid;
			run(instance, how);
			if (won && !instance->win[i])
				return false;
			won = instance->win[i];
		}
		instance->bidder[i].bid = truth;
	}
	return true;
}

static void
test_monotone(void)
{
	for (int how = 0; how < FT_ALLOC_N; how++) {
		struct instance instance = { 0 };
		bool monotone = true;

		for (int i = 0; i < TAP_ROUNDS(300) && monotone; i++) {
			random_instance(&instance, SMALL, 14, 12,
			    below(2) ? BY_NODES : BY_ANYTHING);
			monotone =
			    is_monotone(&instance, (enum ft_allocator_kind)how);
		}
		if (!ok(monotone, "%s is monotone", ft_allocators[how].name))
			show(&instance);
	}
}

/* What bidder I gets out of it, its jobs being worth VALUE to it. */
static int64_t
utility(struct instance *instance, const struct ft_allocator *how,
    enum ft_payment payment, size_t i, int64_t value)
{
	how->run(how, &instance->auction, instance->auction.n, instance->win);
	if (!instance->win[i])
		return 0;
	ft_auction_pay(
	    &instance->auction, how, payment, instance->win, instance->pay);
	return value - instance->pay[i];
}

/* The most that any bidder gets by saying something else than the truth. */
static int64_t
gain_of_lies(struct instance *instance, const struct ft_allocator *how,
    enum ft_payment payment)
{
	int64_t most = 0;

	for (size_t i = 0; i < instance->auction.n; i++) {
		int64_t value = instance->bidder[i].bid;
		int64_t honest = utility(instance, how, payment, i, value);

		for (int64_t bid = 0; bid < 20; bid++) {
			int64_t gain;

			instance->bidder[i].bid = bid;
			gain =
			    utility(instance, how, payment, i, value) - honest;
			most = gain > most ? gain : most;
		}
		instance->bidder[i].bid = value;
	}
	return most;
}

static bool
nobody_overpays(struct instance *instance, const struct ft_allocator *how,
    enum ft_payment payment)
{
	struct ft_auction_score score;

	how->run(how, &instance->auction, instance->auction.n, instance->win);
	ft_auction_pay(
	    &instance->auction, how, payment, instance->win, instance->pay);
	ft_auction_score(
	    &instance->auction, instance->win, instance->pay, &score);
	return !score.pay_more && !score.revenue_over &&
	       score.pay_same + score.pay_less == score.winners;
}

static void
test_truthful(void)
{
	static const struct {
		enum ft_allocator_kind how;
		enum ft_payment payment;
		bool truthful;
		const char *name;
	} row[] = {
		{ FT_ALLOC_EXACT, FT_PAY_RERUN, true, "exact, VCG" },
		{ FT_ALLOC_EXACT, FT_PAY_CRITICAL, true, "exact, critical" },
		{ FT_ALLOC_HALT, FT_PAY_CRITICAL, true, "halt, critical" },
		{ FT_ALLOC_CONTINUE, FT_PAY_CRITICAL, true,
		    "continue, critical" },
		{ FT_ALLOC_HALT, FT_PAY_RERUN, false, "halt, re-run" },
		{ FT_ALLOC_CONTINUE, FT_PAY_RERUN, false, "continue, re-run" },
		{ FT_ALLOC_EXACT, FT_PAY_NONE, false, "exact, no payment" },
	};

	for (size_t r = 0; r < FT_COUNT(row); r++) {
		const struct ft_allocator *how = &ft_allocators[row[r].how];
		struct instance instance = { 0 };
		bool lies_pay = false, fair = true;

		for (int i = 0; i < TAP_ROUNDS(200) && !lies_pay; i++) {
			random_instance(&instance, 7, 12, 12, BY_NODES);
			fair = fair &&
			       nobody_overpays(&instance, how, row[r].payment);
			lies_pay =
			    gain_of_lies(&instance, how, row[r].payment) > 0;
		}
		if (!ok(lies_pay != row[r].truthful, "%s: %s", row[r].name,
			row[r].truthful ? "no lie pays" : "some lie pays"))
			show(&instance);
		if (row[r].truthful)
			ok(fair, "%s: nobody pays more than it bids",
			    row[r].name);
	}
}

/* RERUN of these is a loss of others, never a gain. */
static void
test_no_gifts(void)
{
	struct instance instance = { 0 };
	bool none = true, gift = false;

	for (int i = 0; i < TAP_ROUNDS(1500); i++) {
		random_instance(&instance, SMALL, 14, 12,
		    below(2) ? BY_NODES : BY_ANYTHING);
		for (int how = 0; how < FT_ALLOC_N; how++) {
			bool negative = false;

			run(&instance, (enum ft_allocator_kind)how);
			ft_auction_pay(&instance.auction, &ft_allocators[how],
			    FT_PAY_RERUN, instance.win, instance.pay);
			for (size_t k = 0; k < instance.auction.n; k++)
				negative |= instance.pay[k] < 0;
			if (how == FT_ALLOC_ORDER_CONTINUE)
				gift |= negative;
			else if (how != FT_ALLOC_CONTINUE)
				none &= !negative;
		}
	}
	ok(none, "no negative payment where it halts, or is exact");
	ok(gift, "some where it continues in any order");
}

/* By value per node: the first one more that gets in is worth it. */
static void
test_no_gifts_per_node(void)
{
	struct instance instance = { 0 };
	bool none = true;

	for (int i = 0; i < TAP_ROUNDS(3000) && none; i++) {
		random_instance(&instance, SMALL, 14, 12, BY_NODES);
		run(&instance, FT_ALLOC_CONTINUE);
		ft_auction_pay(&instance.auction,
		    &ft_allocators[FT_ALLOC_CONTINUE], FT_PAY_RERUN,
		    instance.win, instance.pay);
		for (size_t k = 0; k < instance.auction.n; k++)
			none = none && instance.pay[k] >= 0;
	}
	if (!ok(none, "continue by bids per node: no negative payment"))
		show(&instance);
}

/* ---- how far from the optimum ----------------------------------------------- */

struct totals {
	int64_t exact, go_on, halt, alone;
	int64_t
	    skipping;    /* of those that continue, without the single bidder */
	uint32_t widest; /* of those that enter */
	bool better_of;  /* HALT took the single bidder */
};

static void
find_totals(struct instance *instance, struct totals *totals)
{
	struct ft_auction *auction = &instance->auction;
	uint32_t order[MOST];
	struct ft_auction sorted = *auction;

	*totals = (struct totals){ .exact = run(instance, FT_ALLOC_EXACT),
		.go_on = run(instance, FT_ALLOC_CONTINUE),
		.halt = run(instance, FT_ALLOC_HALT) };
	/* without the single bidder they are ORDER_* in the order of bids */
	ft_auction_order_bids(auction, order);
	sorted.order = order;
	sorted.n_order = auction->n;
	totals->alone = ft_allocators[FT_ALLOC_ORDER_HALT].run(
	    &ft_allocators[FT_ALLOC_ORDER_HALT], &sorted, auction->n,
	    instance->other);
	totals->skipping = ft_allocators[FT_ALLOC_ORDER_CONTINUE].run(
	    &ft_allocators[FT_ALLOC_ORDER_CONTINUE], &sorted, auction->n,
	    instance->other);
	totals->better_of = totals->halt > totals->alone;
	for (size_t i = 0; i < auction->n; i++)
		if (auction->bidder[i].nodes <= auction->nodes &&
		    auction->bidder[i].nodes > totals->widest)
			totals->widest = auction->bidder[i].nodes;
}

/*
 * In an order by bid per node:
 *
 * HALT is worth half the optimum at least.  Let G be those that fit and b the
 * first that does not.  Cut b to the nodes that are left: no set, not even one
 * of parts of bidders, is worth more, so the optimum is below G + b; the larger
 * of the two is at least half of that, and the best single bid at least b.
 *
 * G alone is worth 1 - beta of it at least, beta being the widest bidder's part
 * of the machine.  Let d be b's bid per node and f the
 * nodes that G fills.  All in G bid d per node or more: G >= d f.  The optimum
 * is at most G + d (W - f) <= G + G (W - f) / f = G W / f.  b does not fit, so
 * f > W - w(b) >= W - widest.
 *
 * CONTINUE has all of G and perhaps more, or the same single bidder: it is worth
 * no less than HALT, and so half the optimum.  Without the single bidder it may
 * be worth next to nothing.  With no bidder wider than half the machine that one
 * is never taken: f > W/2 >= the width of any, the single one comes after G, so
 * it is worth at most d W/2 < d f <= G (and 0 is not more than 0).
 */
static bool
bounds_hold(const struct ft_auction *auction, const struct totals *totals)
{
	uint64_t rest = auction->nodes - totals->widest;

	return totals->exact >= totals->go_on &&
	       totals->go_on >= totals->halt && totals->halt >= totals->alone &&
	       2 * totals->halt >= totals->exact &&
	       totals->alone * (int64_t)auction->nodes >=
		   totals->exact * (int64_t)rest &&
	       (!totals->better_of || 2 * totals->widest > auction->nodes);
}

static void
test_bounds(void)
{
	struct instance instance = { 0 };
	size_t single = 0, less = 0, half = 0, below_half = 0;
	bool hold = true;

	for (int i = 0; i < TAP_ROUNDS(5000) && hold; i++) {
		struct totals totals;

		random_instance(&instance, SMALL, 30, 60, BY_NODES);
		find_totals(&instance, &totals);
		hold = bounds_hold(&instance.auction, &totals);
		single += totals.better_of;
		less += totals.skipping < totals.halt;
		half += 10 * totals.halt < 7 * totals.exact;
		below_half += 2 * totals.skipping < totals.exact;
	}
	if (!ok(hold,
		"exact >= continue >= halt >= half of exact, and 1 - beta"))
		show(&instance);
	ok(single > 0 && less > 0 && half > 0 && below_half > 0,
	    "halt takes a single bidder in %zu and is below 0.7 in %zu; "
	    "without one continue is below halt in %zu and below 0.5 in %zu",
	    single, half, less, below_half);
}

/* In any other order only what is a subset is worth less. */
static void
test_orders(void)
{
	struct instance instance = { 0 };
	bool hold = true, poor = false;

	for (int i = 0; i < TAP_ROUNDS(2000) && hold; i++) {
		struct totals totals;

		random_instance(&instance, SMALL, 30, 60, BY_ANYTHING);
		find_totals(&instance, &totals);
		hold = totals.exact >= totals.go_on &&
		       totals.go_on >= totals.halt &&
		       totals.halt >= totals.alone &&
		       run(&instance, FT_ALLOC_ORDER_CONTINUE) >=
			   run(&instance, FT_ALLOC_ORDER_HALT);
		poor |= 2 * totals.halt < totals.exact;
	}
	if (!ok(hold, "any units: exact >= continue >= halt"))
		show(&instance);
	ok(poor, "but half of the optimum is not promised");
}

/* ---- backfill --------------------------------------------------------------- */

static uint64_t
nodes_of_winners(const struct instance *instance)
{
	uint64_t nodes = 0;

	for (size_t i = 0; i < instance->auction.n; i++)
		nodes += instance->win[i] ? instance->bidder[i].nodes : 0;
	return nodes;
}

/* In the first instant FCFS is the order up to the first that does not fit. */
static void
test_backfill(void)
{
	struct instance instance = { 0 };
	int64_t planned[MOST], real[MOST];
	struct ft_backfill_jobs jobs = { .planned = planned, .real = real };
	bool fcfs = true, fit = true, more = true, blind = true;

	for (int i = 0; i < TAP_ROUNDS(500); i++) {
		struct ft_auction *auction = &instance.auction;
		bool first[MOST];
		int64_t total;

		random_instance(&instance, 40, 50, 60, BY_NODES);
		for (size_t k = 0; k < auction->n; k++) {
			planned[k] = below(50);
			real[k] = below(2) ? below(50) : planned[k];
		}
		auction->ctx = &jobs;
		jobs.policy = FT_POOL_FCFS;
		total = ft_allocator_backfill.run(
		    &ft_allocator_backfill, auction, auction->n, instance.win);
		fcfs &= total == ft_allocators[FT_ALLOC_ORDER_HALT].run(
				     &ft_allocators[FT_ALLOC_ORDER_HALT],
				     auction, auction->n, instance.other) &&
			same_winners(&instance);
		memcpy(first, instance.win, sizeof first);
		jobs.policy = below(2) ? FT_POOL_EASY : FT_POOL_CONSERVATIVE;
		ft_allocator_backfill.run(
		    &ft_allocator_backfill, auction, auction->n, instance.win);
		for (size_t k = 0; k < auction->n; k++)
			more &= instance.win[k] || !first[k];
		fit &= nodes_of_winners(&instance) <= auction->nodes;
		for (size_t k = 0; k < auction->n; k++)
			instance.bidder[k].bid = below(100);
		ft_allocator_backfill.run(&ft_allocator_backfill, auction,
		    auction->n, instance.other);
		blind &= same_winners(&instance);
	}
	ok(fcfs, "backfill by FCFS is the order up to the first that waits");
	ok(more, "the others start those and more");
	ok(fit, "never more than there are nodes");
	ok(blind, "and look at no bid");
}

/* ---- orders ----------------------------------------------------------------- */

/* Each of the 24 orders of four comes about equally often. */
static void
test_shuffle(void)
{
	enum { DRAWS = 24000 };
	int seen[256] = { 0 }, orders = 0, least = DRAWS, most = 0;

	for (int i = 0; i < DRAWS; i++) {
		uint32_t order[4];

		ft_auction_order_shuffle(&rng, order, 4);
		seen[order[0] | order[1] << 2 | order[2] << 4 |
		     order[3] << 6]++;
	}
	for (int i = 0; i < 256; i++)
		if (seen[i]) {
			orders++;
			least = seen[i] < least ? seen[i] : least;
			most = seen[i] > most ? seen[i] : most;
		}
	/* 1000 each, deviation 31: 6 of them */
	ok(orders == 24 && least > 810 && most < 1190,
	    "shuffles: %d orders, %d..%d times", orders, least, most);
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 20200714, 1);

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
		ft_rng_init(&rng, seed);
		test_plain();
		test_larger();
		test_monotone();
		test_truthful();
		test_no_gifts();
		test_no_gifts_per_node();
		test_bounds();
		test_orders();
		test_backfill();
		test_shuffle();
	}
	return done_testing();
}
