#include "algo/misreport.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

__extension__ typedef __int128 wide;

/* ft_auction_check: the sum of bids times the most winners is less */
#define MOST_SUM (INT64_C(1) << 62)

struct ft_misreport {
	struct ft_auction auction; /* its bidders are a copy */
	struct ft_bidder *bidder;
	const struct ft_allocator *allocator;
	enum ft_payment payment;
	size_t i;
	int64_t value, most;
	int64_t without; /* what the others come to without it */
	bool *win;
	/* the smallest bid that wins, once somebody asked */
	bool searched, can_win;
	int64_t critical;
};

struct ft_misreport *
ft_misreport_new(const struct ft_auction *auction,
    const struct ft_allocator *allocator, enum ft_payment payment, size_t i)
{
	struct ft_misreport *misreport = ft_calloc(1, sizeof *misreport);
	int64_t others = 0, winners, sum;

	misreport->auction = *auction;
	misreport->bidder = ft_alloc(auction->n * sizeof *misreport->bidder);
	memcpy(misreport->bidder, auction->bidder,
	    auction->n * sizeof *misreport->bidder);
	misreport->auction.bidder = misreport->bidder;
	misreport->win = ft_calloc(auction->n, sizeof *misreport->win);
	misreport->allocator = allocator;
	misreport->payment = payment;
	misreport->i = i;
	misreport->value = auction->bidder[i].bid;
	for (size_t k = 0; k < auction->n; k++)
		if (k != i)
			others += auction->bidder[k].bid;
	winners = auction->n < auction->nodes ? (int64_t)auction->n
					      : (int64_t)auction->nodes;
	sum = (MOST_SUM - 1) / (winners ? winners : 1);
	misreport->most = others < sum ? sum - others : 0;
	if (misreport->most < misreport->value)
		misreport->most = misreport->value;
	if (payment == FT_PAY_RERUN)
		misreport->without =
		    allocator->run(&misreport->auction, i, misreport->win);
	return misreport;
}

void
ft_misreport_free(struct ft_misreport *misreport)
{
	if (!misreport)
		return;
	ft_free(misreport->bidder);
	ft_free(misreport->win);
	ft_free(misreport);
}

int64_t
ft_misreport_most(const struct ft_misreport *misreport)
{
	return misreport->most;
}

/* ---- one report ----------------------------------------------------------- */

/* Whether BID wins; *others: what the winners beside it come to. */
static bool
wins(struct ft_misreport *misreport, int64_t bid, int64_t *others)
{
	size_t i = misreport->i;
	int64_t total;

	misreport->bidder[i].bid = bid;
	total = misreport->allocator->run(
	    &misreport->auction, misreport->auction.n, misreport->win);
	misreport->bidder[i].bid = misreport->value;
	*others = misreport->win[i] ? total - bid : total;
	return misreport->win[i];
}

void
ft_misreport_try(
    struct ft_misreport *misreport, int64_t bid, struct ft_report *report)
{
	int64_t others, critical = 0;

	*report = (struct ft_report){ .bid = bid };
	report->wins = wins(misreport, bid, &others);
	if (!report->wins)
		return;
	switch (misreport->payment) {
	case FT_PAY_RERUN:
		report->pays = misreport->without - others;
		break;
	case FT_PAY_CRITICAL:
		ft_misreport_critical(misreport, &critical);
		report->pays = critical;
		break;
	case FT_PAY_NONE:
		break;
	}
	report->utility = misreport->value - report->pays;
}

/* ---- the smallest bid that wins --------------------------------------------- */

/* The first of LOW + 1..HIGH that wins; LOW does not, HIGH does. */
static int64_t
bisect(struct ft_misreport *misreport, int64_t low, int64_t high)
{
	int64_t others;

	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (wins(misreport, middle, &others))
			high = middle;
		else
			low = middle;
	}
	return high;
}

/*
 * EXACT: it wins if its bid is worth more than what it takes from the others,
 * which two runs without it tell, one of them on the nodes it leaves; a tie
 * may go either way.  False: it asks for more nodes than there are.
 */
static bool
critical_exact(struct ft_misreport *misreport)
{
	struct ft_auction beside = misreport->auction;
	int64_t all, rest, others;

	if (beside.bidder[misreport->i].nodes > beside.nodes)
		return false;
	all = misreport->allocator->run(
	    &misreport->auction, misreport->i, misreport->win);
	beside.nodes -= beside.bidder[misreport->i].nodes;
	rest = misreport->allocator->run(&beside, misreport->i, misreport->win);
	misreport->critical = all - rest;
	if (!wins(misreport, misreport->critical, &others))
		misreport->critical++;
	return true;
}

static bool
critical_any(struct ft_misreport *misreport)
{
	int64_t value = misreport->value, most = misreport->most, others;

	if (wins(misreport, 0, &others)) {
		misreport->critical = 0;
		return true;
	}
	if (!misreport->allocator->uses_bids)
		return false;
	if (wins(misreport, value, &others)) {
		misreport->critical = bisect(misreport, 0, value);
		return true;
	}
	if (!wins(misreport, most, &others))
		return false;
	misreport->critical = bisect(misreport, value, most);
	return true;
}

bool
ft_misreport_critical(struct ft_misreport *misreport, int64_t *bid)
{
	if (!misreport->searched) {
		misreport->searched = true;
		misreport->can_win =
		    misreport->allocator == &ft_allocators[FT_ALLOC_EXACT]
			? critical_exact(misreport)
			: critical_any(misreport);
	}
	if (misreport->can_win)
		*bid = misreport->critical;
	return misreport->can_win;
}

/* ---- the best report ---------------------------------------------------------- */

static int
by_number(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The bid at which bidder I is as dear per unit as bidder K, rounded down. */
static int64_t
passing(const struct ft_misreport *misreport, size_t k)
{
	const struct ft_bidder *own = &misreport->bidder[misreport->i];
	const struct ft_bidder *other = &misreport->bidder[k];
	wide bid = (wide)other->bid * own->unit / other->unit;

	return bid < misreport->most ? (int64_t)bid : misreport->most - 1;
}

/* Bids worth trying, into a new array (the caller's), ascending. */
static int64_t *
candidates(struct ft_misreport *misreport, int64_t critical, size_t *n)
{
	const struct ft_auction *auction = &misreport->auction;
	int64_t *bid = ft_alloc((2 * auction->n + 3) * sizeof *bid);
	size_t kept = 0;

	*n = 0;
	bid[(*n)++] = 0;
	bid[(*n)++] = critical;
	if (misreport->payment == FT_PAY_RERUN &&
	    misreport->allocator != &ft_allocators[FT_ALLOC_EXACT])
		for (size_t k = 0; k < auction->n; k++) {
			int64_t at = passing(misreport, k);

			if (k == misreport->i || at < critical)
				continue;
			bid[(*n)++] = at;
			bid[(*n)++] = at + 1;
		}
	qsort(bid, *n, sizeof *bid, by_number);
	for (size_t k = 0; k < *n; k++)
		if (kept == 0 || bid[k] != bid[kept - 1])
			bid[kept++] = bid[k];
	*n = kept;
	return bid;
}

static int64_t
distance(int64_t a, int64_t b)
{
	return a > b ? a - b : b - a;
}

void
ft_misreport_best(struct ft_misreport *misreport, struct ft_report *best)
{
	int64_t *bid, critical, value = misreport->value;
	size_t n;

	ft_misreport_try(misreport, value, best);
	if (!misreport->allocator->uses_bids ||
	    !ft_misreport_critical(misreport, &critical))
		return;
	bid = candidates(misreport, critical, &n);
	for (size_t k = 0; k < n; k++) {
		struct ft_report report;

		ft_misreport_try(misreport, bid[k], &report);
		if (report.utility > best->utility ||
		    (report.utility == best->utility &&
			distance(report.bid, value) <
			    distance(best->bid, value)))
			*best = report;
	}
	ft_free(bid);
}
