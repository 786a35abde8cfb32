#include "algo/research/misreport.h"

__extension__ typedef __int128 wide;

/* ft_auction_check: the sum of bids times the most winners is less */
#define MOST_SUM (INT64_C(1) << 62)

#define KEPT 8 /* outcomes of bids that are remembered */

struct outcome {
	int64_t bid, others; /* others: what the winners beside it come to */
	bool wins;
};

struct ft_misreport {
	struct ft_auction auction; /* its bidders are a copy */
	struct ft_bidder *bidder;
	const struct ft_allocator *allocator;
	size_t i;
	int64_t value, most;
	bool *win;
	/* what is known, once somebody asked */
	bool known_without, known_critical, can_win;
	int64_t without; /* what the others come to without it */
	int64_t critical;
	struct outcome kept[KEPT];
	size_t n_kept;
};

static int64_t
sum_of_others(const struct ft_auction *auction, size_t i)
{
	int64_t sum = 0;

	for (size_t k = 0; k < auction->n; k++)
		if (k != i)
			sum += auction->bidder[k].bid;
	return sum;
}

struct ft_misreport *
ft_misreport_new(const struct ft_auction *auction,
    const struct ft_allocator *allocator, size_t i)
{
	struct ft_misreport *misreport = ft_calloc(1, sizeof *misreport);
	int64_t others = sum_of_others(auction, i), winners, sum;

	misreport->auction = *auction;
	misreport->bidder = ft_alloc(auction->n * sizeof *misreport->bidder);
	memcpy(misreport->bidder, auction->bidder,
	    auction->n * sizeof *misreport->bidder);
	misreport->auction.bidder = misreport->bidder;
	misreport->win = ft_calloc(auction->n, sizeof *misreport->win);
	misreport->allocator = allocator;
	misreport->i = i;
	misreport->value = auction->bidder[i].bid;
	winners = auction->n < auction->nodes ? (int64_t)auction->n
					      : (int64_t)auction->nodes;
	sum = (MOST_SUM - 1) / (winners ? winners : 1);
	misreport->most = others < sum ? sum - others : 0;
	if (misreport->most < misreport->value)
		misreport->most = misreport->value;
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

/* ---- the outcome of one bid ------------------------------------------------ */

static struct outcome
outcome_of(struct ft_misreport *misreport, int64_t bid)
{
	struct outcome outcome = { .bid = bid };
	size_t i = misreport->i;

	for (size_t k = 0; k < misreport->n_kept; k++)
		if (misreport->kept[k].bid == bid)
			return misreport->kept[k];
	misreport->bidder[i].bid = bid;
	outcome.others = misreport->allocator->run(misreport->allocator,
	    &misreport->auction, misreport->auction.n, misreport->win);
	misreport->bidder[i].bid = misreport->value;
	outcome.wins = misreport->win[i];
	if (outcome.wins)
		outcome.others -= bid;
	if (misreport->n_kept < KEPT)
		misreport->kept[misreport->n_kept++] = outcome;
	return outcome;
}

static bool
wins(struct ft_misreport *misreport, int64_t bid)
{
	return outcome_of(misreport, bid).wins;
}

static int64_t
without(struct ft_misreport *misreport)
{
	if (!misreport->known_without)
		misreport->without =
		    misreport->allocator->run(misreport->allocator,
			&misreport->auction, misreport->i, misreport->win);
	misreport->known_without = true;
	return misreport->without;
}

/* ---- the smallest bid that wins --------------------------------------------- */

/* The first of LOW + 1..HIGH that wins; LOW does not, HIGH does. */
static int64_t
bisect(struct ft_misreport *misreport, int64_t low, int64_t high)
{
	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;

		if (wins(misreport, middle))
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
	size_t i = misreport->i;

	if (beside.bidder[i].nodes > beside.nodes)
		return false;
	beside.nodes -= beside.bidder[i].nodes;
	misreport->critical =
	    without(misreport) - misreport->allocator->run(misreport->allocator,
				     &beside, i, misreport->win);
	if (!wins(misreport, misreport->critical))
		misreport->critical++;
	return true;
}

static bool
critical_any(struct ft_misreport *misreport)
{
	int64_t value = misreport->value, most = misreport->most;

	misreport->critical = 0;
	if (wins(misreport, 0))
		return true;
	if (!misreport->allocator->uses_bids)
		return false;
	if (wins(misreport, value))
		misreport->critical = bisect(misreport, 0, value);
	else if (wins(misreport, most))
		misreport->critical = bisect(misreport, value, most);
	else
		return false;
	return true;
}

/* Set *bid to the smallest bid that wins; false: none does, *bid is unchanged. */
static bool
find_critical(struct ft_misreport *misreport, int64_t *bid)
{
	if (!misreport->known_critical)
		misreport->can_win =
		    misreport->allocator == &ft_allocators[FT_ALLOC_EXACT]
			? critical_exact(misreport)
			: critical_any(misreport);
	misreport->known_critical = true;
	if (misreport->can_win)
		*bid = misreport->critical;
	return misreport->can_win;
}

/* ---- one report ----------------------------------------------------------- */

void
ft_misreport_try(struct ft_misreport *misreport, enum ft_payment payment,
    int64_t bid, struct ft_report *report)
{
	struct outcome outcome = outcome_of(misreport, bid);
	int64_t critical = 0;

	*report = (struct ft_report){ .bid = bid, .wins = outcome.wins };
	if (!report->wins)
		return;
	switch (payment) {
	case FT_PAY_RERUN:
		report->pays = without(misreport) - outcome.others;
		break;
	case FT_PAY_CRITICAL:
		find_critical(misreport, &critical);
		report->pays = critical;
		break;
	case FT_PAY_NONE:
		break;
	}
	report->utility = misreport->value - report->pays;
}

/* ---- the best report ---------------------------------------------------------- */

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
candidates(const struct ft_misreport *misreport, enum ft_payment payment,
    int64_t critical, size_t *n)
{
	const struct ft_auction *auction = &misreport->auction;
	int64_t *bid = ft_alloc((2 * auction->n + 3) * sizeof *bid);

	*n = 0;
	bid[(*n)++] = 0;
	bid[(*n)++] = critical;
	if (payment == FT_PAY_RERUN &&
	    misreport->allocator != &ft_allocators[FT_ALLOC_EXACT])
		for (size_t k = 0; k < auction->n; k++) {
			int64_t at = passing(misreport, k);

			if (k == misreport->i || at < critical)
				continue;
			bid[(*n)++] = at;
			bid[(*n)++] = at + 1;
		}
	*n = ft_unique(bid, *n, sizeof *bid, ft_by_i64);
	return bid;
}

static int64_t
distance(int64_t a, int64_t b)
{
	return a > b ? a - b : b - a;
}

void
ft_misreport_best(struct ft_misreport *misreport, enum ft_payment payment,
    struct ft_report *best)
{
	int64_t *bid, critical, value = misreport->value;
	size_t n;

	ft_misreport_try(misreport, payment, value, best);
	if (!misreport->allocator->uses_bids ||
	    !find_critical(misreport, &critical))
		return;
	bid = candidates(misreport, payment, critical, &n);
	for (size_t k = 0; k < n; k++) {
		struct ft_report report;

		ft_misreport_try(misreport, payment, bid[k], &report);
		if (report.utility > best->utility ||
		    (report.utility == best->utility &&
			distance(report.bid, value) <
			    distance(best->bid, value)))
			*best = report;
	}
	ft_free(bid);
}
