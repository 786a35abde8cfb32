
#include "algo/research/auction_private.h"

struct place {
	ft_wide key; /* of priority */
	struct ft_bidder bidder;
	uint32_t who;
};

static int
by_input(const struct place *a, const struct place *b)
{
	return a->who < b->who ? -1 : 1;
}

static int
by_bid(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	ft_wide x = (ft_wide)a->bidder.bid * b->bidder.unit;
	ft_wide y = (ft_wide)b->bidder.bid * a->bidder.unit;

	if (x != y)
		return x > y ? -1 : 1;
	return by_input(a, b);
}

static int
by_key(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	if (a->key != b->key)
		return a->key > b->key ? -1 : 1;
	return by_input(a, b);
}

static struct place *
places(const struct ft_auction *auction)
{
	struct place *place = ft_calloc(auction->n, sizeof *place);

	for (size_t i = 0; i < auction->n; i++) {
		place[i].bidder = auction->bidder[i];
		place[i].who = (uint32_t)i;
	}
	return place;
}

static void
sort(struct place *place, size_t n, int (*by)(const void *, const void *),
    uint32_t *order)
{
	qsort(place, n, sizeof *place, by);
	for (size_t i = 0; i < n; i++)
		order[i] = place[i].who;
	ft_free(place);
}

void
ft_auction_order_bids(const struct ft_auction *auction, uint32_t *order)
{
	sort(places(auction), auction->n, by_bid, order);
}

void
ft_auction_order_priority(
    const struct ft_auction *auction, struct ft_rng *rng, uint32_t *order)
{
	struct place *place = places(auction);

	for (size_t i = 0; i < auction->n; i++)
		place[i].key = (uint64_t)auction->bidder[i].nodes * 10000 /
				   auction->nodes +
			       1 + ft_rng_below(rng, 10000);
	sort(place, auction->n, by_key, order);
}

void
ft_auction_order_shuffle(struct ft_rng *rng, uint32_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)i;
	for (size_t i = n; i > 1 && i--;) {
		size_t j = ft_rng_below(rng, (uint32_t)i + 1);
		uint32_t who = order[i];

		order[i] = order[j];
		order[j] = who;
	}
}
