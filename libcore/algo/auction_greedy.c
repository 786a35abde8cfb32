#include <string.h>

#include "algo/auction_int.h"
#include "base/mem.h"

/* Who is asked next, in the order of the auction or as in the input. */
static size_t
asked(const struct ft_auction *auction, size_t turn)
{
	return auction->order ? auction->order[turn] : turn;
}

static int64_t
fill(const struct ft_auction *auction, size_t skip, bool halt, bool *win)
{
	size_t n = auction->order ? auction->n_order : auction->n;
	uint32_t room = auction->nodes;
	int64_t total = 0;

	memset(win, 0, auction->n * sizeof *win);
	for (size_t turn = 0; turn < n; turn++) {
		size_t i = asked(auction, turn);
		const struct ft_bidder *bidder = &auction->bidder[i];

		if (!ft_auction_enters(auction, skip, i))
			continue;
		if (bidder->nodes > room) {
			if (halt)
				break;
			continue;
		}
		win[i] = true;
		room -= bidder->nodes;
		total += bidder->bid;
	}
	return total;
}

int64_t
ft_auction_order_halt(const struct ft_auction *auction, size_t skip, bool *win)
{
	return fill(auction, skip, true, win);
}

int64_t
ft_auction_order_continue(
    const struct ft_auction *auction, size_t skip, bool *win)
{
	return fill(auction, skip, false, win);
}

static int64_t
fill_by_bid(const struct ft_auction *auction, size_t skip, bool halt, bool *win)
{
	struct ft_auction sorted = *auction;
	uint32_t *order = ft_alloc(auction->n * sizeof *order);
	int64_t total;

	ft_auction_order_bids(auction, order);
	sorted.order = order;
	sorted.n_order = auction->n;
	total = fill(&sorted, skip, halt, win);
	ft_free(order);
	return total;
}

int64_t
ft_auction_continue(const struct ft_auction *auction, size_t skip, bool *win)
{
	return fill_by_bid(auction, skip, false, win);
}

int64_t
ft_auction_halt(const struct ft_auction *auction, size_t skip, bool *win)
{
	int64_t total = fill_by_bid(auction, skip, true, win), most = total;
	size_t best = auction->n;

	for (size_t i = 0; i < auction->n; i++)
		if (ft_auction_enters(auction, skip, i) &&
		    auction->bidder[i].bid > most) {
			most = auction->bidder[i].bid;
			best = i;
		}
	if (best < auction->n) {
		memset(win, 0, auction->n * sizeof *win);
		win[best] = true;
	}
	return most;
}
