/* Nodes to one after the other, by bids or in an order that is given. */

#include "algo/research/auction_private.h"

#include "base/bisect.h"

/* Those that enter, in the order in which they are asked. */
struct line {
	const struct ft_auction *auction;
	size_t n;
	uint32_t *who;
	uint64_t *nodes;  /* [n + 1] of the first k together */
	int64_t *worth;   /* [n + 1] their bids */
	uint32_t *narrow; /* [n + 1] least nodes of the k-th and all behind */
};

/* Bidders by their bids; none: `who` is auction->n. */
struct best {
	size_t who;
	int64_t bid;
};

/* ---- the line --------------------------------------------------------------- */

static void
line_init(struct line *line, const struct ft_auction *auction, bool by_bid,
    size_t skip)
{
	size_t n = by_bid || !auction->order ? auction->n : auction->n_order;

	*line = (struct line){ .auction = auction };
	line->who = ft_alloc(n * sizeof *line->who);
	line->nodes = ft_alloc((n + 1) * sizeof *line->nodes);
	line->worth = ft_alloc((n + 1) * sizeof *line->worth);
	line->narrow = ft_alloc((n + 1) * sizeof *line->narrow);
	if (by_bid)
		ft_auction_order_bids(auction, line->who);
	line->nodes[0] = 0;
	line->worth[0] = 0;
	for (size_t turn = 0; turn < n; turn++) {
		uint32_t i = by_bid           ? line->who[turn]
			     : auction->order ? auction->order[turn]
					      : (uint32_t)turn;
		const struct ft_bidder *bidder = &auction->bidder[i];
		size_t k = line->n;

		if (!ft_auction_enters(auction, skip, i))
			continue;
		line->who[k] = i;
		line->nodes[k + 1] = line->nodes[k] + bidder->nodes;
		line->worth[k + 1] = line->worth[k] + bidder->bid;
		line->n++;
	}
	line->narrow[line->n] = UINT32_MAX;
	for (size_t k = line->n; k > 0 && k--;) {
		uint32_t nodes = auction->bidder[line->who[k]].nodes;

		line->narrow[k] =
		    nodes < line->narrow[k + 1] ? nodes : line->narrow[k + 1];
	}
}

static void
line_free(struct line *line)
{
	ft_free(line->who);
	ft_free(line->nodes);
	ft_free(line->worth);
	ft_free(line->narrow);
}

static const struct ft_bidder *
bidder_at(const struct line *line, size_t k)
{
	return &line->auction->bidder[line->who[k]];
}

/*
 * Sums of the first K of the line without the one at place LESS (n: nobody).
 */
static uint64_t
nodes_of(const struct line *line, size_t k, size_t less)
{
	return k <= less ? line->nodes[k]
			 : line->nodes[k + 1] - bidder_at(line, less)->nodes;
}

static int64_t
worth_of(const struct line *line, size_t k, size_t less)
{
	return k <= less ? line->worth[k]
			 : line->worth[k + 1] - bidder_at(line, less)->bid;
}

/* How many of the line without LESS fit into ROOM before the first that does
 * not; at least FROM do. */
static size_t
halt_at(const struct line *line, size_t from, size_t less, uint64_t room)
{
	size_t end = line->n + 1 - (less < line->n), i;

	FT_BISECT(i, from + 1, end, nodes_of(line, i, less) <= room);
	return i - 1;
}

/* The largest bid of the line, the first of equal ones, without the one at place
 * LESS. */
static struct best
best_single(const struct line *line, size_t less)
{
	struct best best = { line->auction->n, -1 };

	for (size_t k = 0; k < line->n; k++) {
		int64_t bid = bidder_at(line, k)->bid;

		if (k != less &&
		    (bid > best.bid ||
			(bid == best.bid && line->who[k] < best.who)))
			best = (struct best){ line->who[k], bid };
	}
	return best;
}

/* ---- who wins --------------------------------------------------------------- */

static int64_t
fill_to_first(const struct line *line, bool *win)
{
	size_t n = halt_at(line, 0, line->n, line->auction->nodes);

	memset(win, 0, line->auction->n * sizeof *win);
	for (size_t k = 0; k < n; k++)
		win[line->who[k]] = true;
	return line->worth[n];
}

/*
 * Ask all of the line except place LESS (n: no exception) and let in everyone
 * who still fits into ROOM nodes; returns the sum of their bids.  win may be
 * NULL.
 */
static int64_t
fill_holes(const struct line *line, size_t less, uint64_t room, bool *win)
{
	int64_t total = 0;

	for (size_t k = 0; room >= line->narrow[k]; k++) {
		const struct ft_bidder *bidder = bidder_at(line, k);

		if (k == less || bidder->nodes > room)
			continue;
		room -= bidder->nodes;
		total += bidder->bid;
		if (win)
			win[line->who[k]] = true;
	}
	return total;
}

int64_t
ft_auction_greedy(const struct ft_allocator *self,
    const struct ft_auction *auction, size_t skip, bool *win)
{
	struct line line;
	struct best best;
	int64_t total;

	line_init(&line, auction, self->uses_bids, skip);
	if (self->halts) {
		total = fill_to_first(&line, win);
	} else {
		memset(win, 0, auction->n * sizeof *win);
		total = fill_holes(&line, line.n, auction->nodes, win);
	}
	best = best_single(&line, line.n);
	if (self->uses_bids && best.bid > total) {
		memset(win, 0, auction->n * sizeof *win);
		win[best.who] = true;
		total = best.bid;
	}
	line_free(&line);
	return total;
}

/* ---- payments of those that halt -------------------------------------------- */

/* The best single bidder but for each: the best, and the best without it. */
struct singles {
	struct best first, second;
};

static struct singles
find_singles(const struct line *line)
{
	struct singles singles = { best_single(line, line->n),
		{ line->auction->n, -1 } };

	for (size_t k = 0; k < line->n; k++)
		if (line->who[k] == singles.first.who)
			singles.second = best_single(line, k);
	return singles;
}

static struct best
single_without(const struct singles *singles, size_t i)
{
	return singles->first.who == i ? singles->second : singles->first;
}

/* What the others would get without each winner, less what they get with it. */
void
ft_auction_greedy_rerun(const struct ft_allocator *self,
    const struct ft_auction *auction, const bool *win, int64_t total,
    int64_t *pay)
{
	struct singles singles;
	struct line line;

	line_init(&line, auction, self->uses_bids, auction->n);
	singles = find_singles(&line);
	for (size_t k = 0; k < line.n; k++) {
		uint32_t i = line.who[k];
		int64_t others, single = single_without(&singles, i).bid;

		if (!win[i])
			continue;
		others = self->halts
			     ? worth_of(&line,
				   halt_at(&line, 0, k, auction->nodes), k)
			     : fill_holes(&line, k, auction->nodes, NULL);
		if (self->uses_bids && single > others)
			others = single;
		pay[i] = others - (total - auction->bidder[i].bid);
		ft_meter_look(auction->meter);
	}
	line_free(&line);
}

/* Whether bidder I with BID is asked before bidder J. */
static bool
is_before(const struct ft_auction *auction, size_t i, int64_t bid, size_t j)
{
	const struct ft_bidder *other = &auction->bidder[j];
	ft_wide own = (ft_wide)bid * other->unit;
	ft_wide its = (ft_wide)other->bid * auction->bidder[i].unit;

	return own > its || (own == its && i < j);
}

/* How many of the others are asked before the one at place K if it bids BID. */
static size_t
place_of(const struct line *line, size_t k, int64_t bid)
{
	size_t i;

	FT_BISECT(i, 0, line->n - 1,
	    !is_before(line->auction, line->who[k], bid,
		line->who[i < k ? i : i + 1]));
	return i;
}

/*
 * Whether the one at place K wins under HALT with BID, from the sums of the
 * line: it is asked after the first `place` others.
 *
 * Who wins with a bid wins with a larger one.  If it wins among those that fit,
 * it is asked no later then, the same others fit beside it, and their total
 * grows as much as its own bid: no other single bidder becomes worth more.  If
 * it wins as the single bidder, it is not among those that fit (they would be
 * worth more than it), and stays the single one worth more than they are, or
 * gets among them.
 */
static bool
wins_halting(const struct line *line, const struct singles *singles, size_t k,
    int64_t bid)
{
	uint64_t nodes = line->auction->nodes, own = bidder_at(line, k)->nodes;
	size_t place = place_of(line, k, bid), i = line->who[k];
	struct best single = single_without(singles, i);
	size_t first;

	if (nodes_of(line, place, k) + own <= nodes) {
		first = halt_at(line, place, k, nodes - own);
		return single.bid <= bid + worth_of(line, first, k);
	}
	/* it is the first that does not fit, or behind that one */
	first = halt_at(line, 0, k, nodes);
	first = first < place ? first : place;
	return bid > worth_of(line, first, k) &&
	       (bid > single.bid || (bid == single.bid && i < single.who));
}

/* The smallest bid with which the one at place K wins under HALT. */
static int64_t
critical_halting(
    const struct line *line, const struct singles *singles, size_t k)
{
	int64_t bid;

	FT_BISECT(bid, 0, bidder_at(line, k)->bid,
	    !wins_halting(line, singles, k, bid));
	return bid;
}

/* ---- payments of those that continue ---------------------------------------- */

/* The smallest bid with which bidder I is asked before bidder J. */
static int64_t
bid_before(const struct ft_auction *auction, size_t i, size_t j)
{
	const struct ft_bidder *other = &auction->bidder[j];
	int64_t bid = (int64_t)((ft_wide)other->bid * auction->bidder[i].unit /
				other->unit);

	return bid + !is_before(auction, i, bid, j);
}

/*
 * The smallest bid with which there is room for the one at place K when it is
 * asked.  Without it, others are asked one after the other and room only
 * shrinks; it gets in wherever it stands, as long as there is room for it.  So
 * it must be asked before the one that takes too much.
 */
static int64_t
bid_for_room(const struct line *line, size_t k)
{
	uint64_t own = bidder_at(line, k)->nodes, room = line->auction->nodes;

	for (size_t next = 0; room >= line->narrow[next]; next++) {
		uint64_t nodes = bidder_at(line, next)->nodes;

		if (next == k || nodes > room)
			continue;
		room -= nodes;
		if (room < own)
			return bid_before(
			    line->auction, line->who[k], line->who[next]);
	}
	return 0;
}

/*
 * The smallest bid with which the one at place K wins under CONTINUE.
 *
 * From some bid on there is room for it, and the same others get in beside it
 * whatever it bids: those who got in before it still do, and to everyone behind
 * it is left the same room.  It then wins unless another's single bid is worth
 * more than all of them together.  Below that bid it is not among those that get
 * in, who are then the same as without it; it wins if its bid is worth more
 * than theirs together, and is the best single one.
 */
static int64_t
critical_continuing(
    const struct line *line, const struct singles *singles, size_t k)
{
	uint64_t nodes = line->auction->nodes, own = bidder_at(line, k)->nodes;
	struct best single = single_without(singles, line->who[k]);
	int64_t room = bid_for_room(line, k);
	int64_t beside = single.bid - fill_holes(line, k, nodes - own, NULL);
	int64_t alone = fill_holes(line, k, nodes, NULL) + 1;

	if (alone < single.bid + (single.who < line->who[k]))
		alone = single.bid + (single.who < line->who[k]);
	if (alone < room)
		return alone;
	return beside > room ? beside : room;
}

void
ft_auction_greedy_critical(const struct ft_allocator *self,
    const struct ft_auction *auction, const bool *win, int64_t total,
    int64_t *pay)
{
	struct singles singles;
	struct line line;

	(void)total;
	line_init(&line, auction, true, auction->n);
	singles = find_singles(&line);
	for (size_t k = 0; k < line.n; k++) {
		if (win[line.who[k]])
			pay[line.who[k]] =
			    self->halts
				? critical_halting(&line, &singles, k)
				: critical_continuing(&line, &singles, k);
		ft_meter_look(auction->meter);
	}
	line_free(&line);
}
