#include <stdlib.h>
#include <string.h>

#include "algo/auction_int.h"
#include "base/mem.h"

struct place {
	struct ft_bidder bidder;
	uint32_t who;
};

/* Narrow before wide, then low bids before high ones, then last to first. */
static int
by_width(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	if (a->bidder.nodes != b->bidder.nodes)
		return a->bidder.nodes < b->bidder.nodes ? -1 : 1;
	if (a->bidder.bid != b->bidder.bid)
		return a->bidder.bid < b->bidder.bid ? -1 : 1;
	return a->who > b->who ? -1 : 1;
}

int64_t
ft_auction_exact(const struct ft_auction *auction, size_t skip, bool *win)
{
	size_t columns = (size_t)auction->nodes + 1, n = 0, left;
	struct place *place = ft_alloc(auction->n * sizeof *place);
	int64_t *most = ft_calloc(columns, sizeof *most), total;
	bool *taken;

	for (size_t i = 0; i < auction->n; i++)
		if (ft_auction_enters(auction, skip, i)) {
			place[n].bidder = auction->bidder[i];
			place[n++].who = (uint32_t)i;
		}
	qsort(place, n, sizeof *place, by_width);
	taken = ft_calloc(n + 1, columns * sizeof *taken);
	for (size_t i = 0; i < n; i++) {
		const struct ft_bidder *bidder = &place[i].bidder;

		for (size_t c = columns; c-- > bidder->nodes;) {
			int64_t with = most[c - bidder->nodes] + bidder->bid;

			if (with >= most[c]) {
				most[c] = with;
				taken[i * columns + c] = true;
			}
		}
	}
	memset(win, 0, auction->n * sizeof *win);
	total = most[columns - 1];
	left = columns - 1;
	for (size_t i = n; i-- > 0;)
		if (taken[i * columns + left]) {
			win[place[i].who] = true;
			left -= place[i].bidder.nodes;
		}
	ft_free(place);
	ft_free(most);
	ft_free(taken);
	return total;
}
