#include "lib/slowauction.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

__extension__ typedef __int128 wide;

static bool
takes_part(const struct ft_auction *auction, size_t skip, size_t i)
{
	return i != skip && auction->bidder[i].nodes <= auction->nodes;
}

/* ---- all subsets ------------------------------------------------------------ */

/* How many bidders of NODES are in the subset. */
static int
count(const struct ft_auction *auction, uint32_t set, uint32_t nodes)
{
	int n = 0;

	for (size_t i = 0; i < auction->n; i++)
		n += set >> i & 1 && auction->bidder[i].nodes == nodes;
	return n;
}

/* Whether subset A is preferred to B, of the same total. */
static bool
wins_tie(const struct ft_auction *auction, uint32_t a, uint32_t b)
{
	for (uint32_t nodes = auction->nodes; nodes > 0; nodes--) {
		int x = count(auction, a, nodes), y = count(auction, b, nodes);

		if (x != y)
			return x > y;
	}
	for (size_t i = 0; i < auction->n; i++)
		if ((a >> i & 1) != (b >> i & 1))
			return a >> i & 1;
	return false;
}

/* The bids of the subset; -1 if it cannot be. */
static int64_t
worth(const struct ft_auction *auction, size_t skip, uint32_t set)
{
	uint64_t nodes = 0;
	int64_t total = 0;

	for (size_t i = 0; i < auction->n; i++) {
		if (!(set >> i & 1))
			continue;
		if (i == skip)
			return -1;
		nodes += auction->bidder[i].nodes;
		total += auction->bidder[i].bid;
	}
	return nodes <= auction->nodes ? total : -1;
}

static int64_t
exact(const struct ft_auction *auction, size_t skip, bool *win)
{
	int64_t most = 0;
	uint32_t best = 0;

	for (uint32_t set = 1; set < UINT32_C(1) << auction->n; set++) {
		int64_t total = worth(auction, skip, set);

		if (total > most ||
		    (total == most && wins_tie(auction, set, best))) {
			most = total;
			best = set;
		}
	}
	for (size_t i = 0; i < auction->n; i++)
		win[i] = best >> i & 1;
	return most;
}

/* ---- one after the other ---------------------------------------------------- */

static size_t
next_by_bid(const struct ft_auction *auction, const bool *asked)
{
	size_t next = auction->n;

	for (size_t i = 0; i < auction->n; i++) {
		const struct ft_bidder *a = &auction->bidder[i], *b;

		if (asked[i])
			continue;
		b = &auction->bidder[next];
		if (next == auction->n ||
		    (wide)a->bid * b->unit > (wide)b->bid * a->unit)
			next = i;
	}
	return next;
}

static int64_t
ask(const struct ft_auction *auction, size_t skip, bool by_bid, bool halt,
    bool *win)
{
	size_t turns =
	    by_bid || !auction->order ? auction->n : auction->n_order;
	bool *asked = ft_calloc(auction->n, sizeof *asked);
	uint64_t used = 0;
	int64_t total = 0;

	memset(win, 0, auction->n * sizeof *win);
	for (size_t turn = 0; turn < turns; turn++) {
		size_t i = by_bid           ? next_by_bid(auction, asked)
			   : auction->order ? auction->order[turn]
					    : turn;

		asked[i] = true;
		if (!takes_part(auction, skip, i))
			continue;
		if (used + auction->bidder[i].nodes > auction->nodes) {
			if (halt)
				break;
			continue;
		}
		win[i] = true;
		used += auction->bidder[i].nodes;
		total += auction->bidder[i].bid;
	}
	ft_free(asked);
	return total;
}

/* Those asked by bid, or one bidder alone that is worth more than all these. */
static int64_t
or_single(const struct ft_auction *auction, size_t skip, bool stop, bool *win)
{
	int64_t total = ask(auction, skip, true, stop, win);
	size_t single = auction->n;

	for (size_t i = 0; i < auction->n; i++)
		if (takes_part(auction, skip, i) &&
		    auction->bidder[i].bid > total) {
			total = auction->bidder[i].bid;
			single = i;
		}
	for (size_t i = 0; single < auction->n && i < auction->n; i++)
		win[i] = i == single;
	return total;
}

static int64_t
halt(const struct ft_auction *auction, size_t skip, bool *win)
{
	return or_single(auction, skip, true, win);
}

static int64_t
go_on(const struct ft_auction *auction, size_t skip, bool *win)
{
	return or_single(auction, skip, false, win);
}

static int64_t
order_halt(const struct ft_auction *auction, size_t skip, bool *win)
{
	return ask(auction, skip, false, true, win);
}

static int64_t
order_continue(const struct ft_auction *auction, size_t skip, bool *win)
{
	return ask(auction, skip, false, false, win);
}

slowauction_fn *
slowauction(enum ft_allocator_kind kind)
{
	static slowauction_fn *const run[FT_ALLOC_N] = {
		[FT_ALLOC_EXACT] = exact,
		[FT_ALLOC_HALT] = halt,
		[FT_ALLOC_CONTINUE] = go_on,
		[FT_ALLOC_ORDER_HALT] = order_halt,
		[FT_ALLOC_ORDER_CONTINUE] = order_continue,
	};

	return run[kind];
}

/* ---- a row per bidder ------------------------------------------------------- */

struct place {
	struct ft_bidder bidder;
	size_t who;
};

/* The one that is preferred in a tie comes last, where the trace begins. */
static int
by_preference(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	if (a->bidder.nodes != b->bidder.nodes)
		return a->bidder.nodes < b->bidder.nodes ? -1 : 1;
	if (a->bidder.bid != b->bidder.bid)
		return a->bidder.bid < b->bidder.bid ? -1 : 1;
	return a->who > b->who ? -1 : 1;
}

int64_t
slowauction_plain(const struct ft_auction *auction, size_t skip, bool *win)
{
	size_t columns = (size_t)auction->nodes + 1, n = 0, c = columns - 1;
	struct place *place = ft_calloc(auction->n, sizeof *place);
	int64_t *most = ft_calloc(columns, sizeof *most), total;
	bool *taken;

	for (size_t i = 0; i < auction->n; i++)
		if (takes_part(auction, skip, i))
			place[n++] = (struct place){ auction->bidder[i], i };
	qsort(place, n, sizeof *place, by_preference);
	taken = ft_calloc(n * columns, sizeof *taken);
	for (size_t i = 0; i < n; i++) {
		const struct ft_bidder *bidder = &place[i].bidder;

		for (size_t to = columns; to > bidder->nodes && to--;) {
			int64_t with = most[to - bidder->nodes] + bidder->bid;

			taken[i * columns + to] = with >= most[to];
			most[to] = with >= most[to] ? with : most[to];
		}
	}
	total = most[c];
	memset(win, 0, auction->n * sizeof *win);
	for (size_t i = n; i > 0 && i--;)
		if (taken[i * columns + c]) {
			win[place[i].who] = true;
			c -= place[i].bidder.nodes;
		}
	ft_free(place);
	ft_free(most);
	ft_free(taken);
	return total;
}

/* ---- payments --------------------------------------------------------------- */

void
slowauction_rerun(const struct ft_auction *auction, slowauction_fn *run,
    const bool *win, int64_t *pay)
{
	bool *other = ft_calloc(auction->n, sizeof *other);
	int64_t total = 0;

	for (size_t i = 0; i < auction->n; i++)
		total += win[i] ? auction->bidder[i].bid : 0;
	for (size_t i = 0; i < auction->n; i++)
		pay[i] = win[i] ? run(auction, i, other) -
				      (total - auction->bidder[i].bid)
				: 0;
	ft_free(other);
}

void
slowauction_critical(const struct ft_auction *auction, slowauction_fn *run,
    const bool *win, int64_t *pay)
{
	struct ft_bidder *bidder = ft_calloc(auction->n, sizeof *bidder);
	bool *other = ft_calloc(auction->n, sizeof *other);
	struct ft_auction trial = *auction;

	for (size_t i = 0; i < auction->n; i++)
		bidder[i] = auction->bidder[i];
	trial.bidder = bidder;
	for (size_t i = 0; i < auction->n; i++) {
		pay[i] = 0;
		if (!win[i])
			continue;
		for (bidder[i].bid = 0;; bidder[i].bid++) {
			run(&trial, auction->n, other);
			if (other[i])
				break;
		}
		pay[i] = bidder[i].bid;
		bidder[i].bid = auction->bidder[i].bid;
	}
	ft_free(bidder);
	ft_free(other);
}
