#include "algo/research/auction_private.h"

const struct ft_allocator ft_allocators[FT_ALLOC_N] = {
	[FT_ALLOC_EXACT] = { "exact", ft_auction_exact, true, false,
	    ft_auction_exact_rerun, ft_auction_exact_critical,
	    "a set of bidders of largest total bid" },
	[FT_ALLOC_HALT] = { "halt", ft_auction_greedy, true, true,
	    ft_auction_greedy_rerun, ft_auction_greedy_critical,
	    "by bid per unit, stopping at the first that does not fit, or the "
	    "best single bidder" },
	[FT_ALLOC_CONTINUE] = { "continue", ft_auction_greedy, true, false,
	    ft_auction_greedy_rerun, ft_auction_greedy_critical,
	    "by bid per unit, skipping those that do not fit, or the best "
	    "single bidder" },
	[FT_ALLOC_ORDER_HALT] = { "order-halt", ft_auction_greedy, false, true,
	    ft_auction_greedy_rerun, NULL,
	    "in a given order, stopping at the first that does not fit" },
	[FT_ALLOC_ORDER_CONTINUE] = { "order-continue", ft_auction_greedy,
	    false, false, ft_auction_greedy_rerun, NULL,
	    "in a given order, skipping those that do not fit" },
};

/* ---- what makes sense ------------------------------------------------------- */

static enum ft_status
check_order(const struct ft_auction *auction, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	bool *named = ft_calloc(auction->n, sizeof *named);

	for (size_t i = 0; i < auction->n_order && !status; i++) {
		uint32_t who = auction->order[i];

		if (who >= auction->n)
			status = ft_fail(err, FT_EINVAL,
			    "the order names bidder %zu of %zu",
			    (size_t)who + 1, auction->n);
		else if (named[who])
			status = ft_fail(err, FT_EINVAL,
			    "the order names bidder %zu twice",
			    (size_t)who + 1);
		else
			named[who] = true;
	}
	ft_free(named);
	return status;
}

enum ft_status
ft_auction_check(const struct ft_auction *auction, struct ft_error *err)
{
	size_t winners =
	    auction->n < auction->nodes ? auction->n : auction->nodes;
	ft_wide sum = 0;

	if (!auction->nodes || auction->nodes > FT_AUCTION_NODES_MAX)
		return ft_fail(err, FT_EINVAL,
		    "the machine must have 1..%u nodes, not %u",
		    (unsigned)FT_AUCTION_NODES_MAX, (unsigned)auction->nodes);
	if (auction->n >= UINT32_MAX)
		return ft_fail(err, FT_EINVAL, "too many bidders");
	for (size_t i = 0; i < auction->n; i++) {
		const struct ft_bidder *bidder = &auction->bidder[i];

		if (!bidder->nodes)
			return ft_fail(
			    err, FT_EINVAL, "bidder %zu wants no nodes", i + 1);
		if (bidder->bid < 0)
			return ft_fail(err, FT_EINVAL,
			    "bidder %zu bids less than nothing", i + 1);
		if (bidder->unit < 1)
			return ft_fail(err, FT_EINVAL,
			    "the bid of bidder %zu has no unit", i + 1);
		sum += bidder->bid;
		if (sum * (ft_wide)winners > INT64_MAX >> 1)
			return ft_fail(err, FT_EINVAL,
			    "bids are too large: payments up to bidder %zu "
			    "may come to more than 2^62",
			    i + 1);
	}
	return auction->order ? check_order(auction, err) : FT_OK;
}

/* ---- payments --------------------------------------------------------------- */

static void
rerun_all(const struct ft_auction *auction, const struct ft_allocator *how,
    const bool *win, int64_t total, int64_t *pay)
{
	bool *other FT_CLEANUP(ft_free_at) =
	    ft_alloc(auction->n * sizeof *other);

	for (size_t i = 0; i < auction->n; i++) {
		if (win[i])
			pay[i] = how->run(how, auction, i, other) -
				 (total - auction->bidder[i].bid);
		ft_meter_look(auction->meter);
	}
}

void
ft_auction_pay(const struct ft_auction *auction,
    const struct ft_allocator *allocator, enum ft_payment payment,
    const bool *win, int64_t *pay)
{
	int64_t total = 0;

	for (size_t i = 0; i < auction->n; i++) {
		total += win[i] ? auction->bidder[i].bid : 0;
		pay[i] = 0;
	}
	if (!auction->n || payment == FT_PAY_NONE)
		return;
	if (payment == FT_PAY_RERUN && allocator->rerun)
		allocator->rerun(allocator, auction, win, total, pay);
	else if (payment == FT_PAY_RERUN)
		rerun_all(auction, allocator, win, total, pay);
	else if (allocator->critical)
		allocator->critical(allocator, auction, win, total, pay);
	/* without bids: who wins wins with 0 as well */
}

void
ft_auction_score(const struct ft_auction *auction, const bool *win,
    const int64_t *pay, struct ft_auction_score *score)
{
	uint64_t used = 0;

	*score = (struct ft_auction_score){ 0 };
	for (size_t i = 0; i < auction->n; i++) {
		int64_t bid = auction->bidder[i].bid;

		if (!win[i])
			continue;
		score->winners++;
		score->total += bid;
		score->paid += pay[i];
		score->pay_more += pay[i] > bid;
		score->pay_same += pay[i] == bid;
		score->pay_less += pay[i] < bid;
		if (pay[i] > bid)
			score->revenue_over += pay[i] - bid;
		used += auction->bidder[i].nodes;
	}
	score->idle = used < auction->nodes ? auction->nodes - used : 0;
}
