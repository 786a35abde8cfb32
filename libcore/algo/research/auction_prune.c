/*
 * Bidders that no optimum can have, found without looking for one.
 *
 * Let a node cost p/q.  A set that fits is then worth, times q, what it pays for
 * its nodes and what it gains beside: at most
 *     bound = p * room + the sum of all gains q * bid - p * width above 0.
 * A set with a bidder of gain g < 0 is worth at most bound + g.  So if a set is
 * known that is worth more, the bidder is in no optimum, not even in one that
 * ties.  Any p/q will do; that of the first bidder that does not fit, by bid per
 * node, leaves least.  Whole numbers of 128 bits, so nothing is rounded; the
 * order is, which may cost time but not truth.
 *
 * For payments it must be in no optimum without any one winner i either: the
 * bound is less by i's gain, and what is known to fit is the optimum without i
 * and some that lost in its place.
 */

#include "algo/research/auction_private.h"

struct item {
	double density;
	int64_t bid;
	uint32_t width, narrow; /* narrow: the least of it and all behind */
	bool wins;
};

struct prune {
	struct bid_classes *classes;
	struct item *item; /* [n + 1] by density; an end that fits nowhere */
	size_t n;
	ft_wide price, scale; /* p, q */
	ft_wide bound;        /* times q */
};

static int
by_density(const void *left, const void *right)
{
	const struct item *a = left, *b = right;

	if (a->density != b->density)
		return a->density > b->density ? -1 : 1;
	return (a->width > b->width) - (a->width < b->width);
}

static void
list(struct prune *prune, const bool *win)
{
	const struct bid_classes *classes = prune->classes;
	struct item *item;

	for (size_t j = 0; j < classes->n; j++)
		prune->n += classes->item[j].n;
	prune->item = item = ft_alloc((prune->n + 1) * sizeof *prune->item);
	for (size_t j = 0; j < classes->n; j++)
		for (size_t k = 0; k < classes->item[j].n; k++, item++) {
			const struct bid_class *class = &classes->item[j];

			item->bid = class->worth[k + 1] - class->worth[k];
			item->width = class->width;
			item->density = (double)item->bid / class->width;
			item->wins = win && win[class->who[k]];
		}
	*item = (struct item){ .width = UINT32_MAX, .narrow = UINT32_MAX };
	qsort(prune->item, prune->n, sizeof *item, by_density);
}

static ft_wide
gain_of(const struct prune *prune, int64_t bid, uint32_t width)
{
	return prune->scale * bid - prune->price * width;
}

/*
 * Set the price and the bound; returns what those that fit, one after the other,
 * are worth.
 */
static int64_t
set_price(struct prune *prune)
{
	size_t room = prune->classes->room;
	int64_t total = 0;

	for (size_t k = 0; k < prune->n; k++) {
		const struct item *item = &prune->item[k];

		if (item->width <= room) {
			room -= item->width;
			total += item->bid;
		} else if (!prune->scale) {
			prune->price = item->bid;
			prune->scale = item->width;
		}
	}
	prune->bound = prune->price * (ft_wide)prune->classes->room;
	for (size_t k = 0; k < prune->n; k++) {
		const struct item *item = &prune->item[k];
		ft_wide gain = gain_of(prune, item->bid, item->width);

		prune->bound += gain > 0 ? gain : 0;
	}
	return total;
}

/* What some losers are worth that fit into ROOM together. */
static int64_t
instead(const struct item *loser, size_t room)
{
	int64_t total = 0;

	for (; room >= loser->narrow; loser++)
		if (loser->width <= room) {
			room -= loser->width;
			total += loser->bid;
		}
	return total;
}

/* Move losers to the front, in their order; an end behind them. */
static void
keep_losers(struct item *item, size_t n)
{
	size_t kept = 0;

	for (size_t k = 0; k <= n; k++)
		if (!item[k].wins)
			item[kept++] = item[k];
	for (size_t k = kept - 1; k > 0 && k--;)
		item[k].narrow = item[k].width < item[k + 1].narrow
				     ? item[k].width
				     : item[k + 1].narrow;
}

/* The largest gap between bound and known without any one winner. */
static ft_wide
widest_gap(const struct prune *prune, const bool *win, int64_t total)
{
	const struct bid_classes *classes = prune->classes;
	ft_wide gap = prune->bound - prune->scale * total, most = gap;
	size_t idle = classes->room;

	for (size_t j = 0; j < classes->n; j++)
		for (size_t k = 0; k < classes->item[j].n; k++)
			if (win[classes->item[j].who[k]])
				idle -= classes->item[j].width;
	keep_losers(prune->item, prune->n);
	for (size_t j = 0; j < classes->n; j++) {
		const struct bid_class *class = &classes->item[j];
		int64_t other = 0;

		/* those of one width leave the same room */
		if (win[class->who[0]])
			other = instead(prune->item, idle + class->width);
		for (size_t k = 0; k < class->n && win[class->who[k]]; k++) {
			int64_t bid = class->worth[k + 1] - class->worth[k];
			ft_wide gain = gain_of(prune, bid, class->width);
			ft_wide without = gap - (gain > 0 ? gain : 0) +
					  prune->scale * (bid - other);

			most = without > most ? without : most;
		}
	}
	return most;
}

/* Take off what gains less than -gap, and classes of nobody. */
static void
take_off(const struct prune *prune, ft_wide gap)
{
	struct bid_classes *classes = prune->classes;
	size_t kept = 0, wanted = 0;

	for (size_t j = 0; j < classes->n; j++) {
		struct bid_class class = classes->item[j];

		while (class.n > 0 &&
		       gain_of(prune,
			   class.worth[class.n] - class.worth[class.n - 1],
			   class.width) < -gap)
			class.n--;
		if (!class.n)
			continue;
		if (class.useful > class.n)
			class.useful = class.n;
		class.before = wanted;
		wanted += (size_t) class.useful * class.width;
		classes->item[kept++] = class;
	}
	classes->item[kept] = (struct bid_class){ .before = wanted };
	classes->n = kept;
}

void
ft_bids_prune(struct bid_classes *classes, const bool *win, int64_t total)
{
	struct prune prune = { .classes = classes };
	int64_t known;

	list(&prune, win);
	known = set_price(&prune);
	if (prune.scale)
		take_off(&prune, win ? widest_gap(&prune, win, total)
				     : prune.bound - prune.scale * known);
	ft_free(prune.item);
}
