/*
 * What winners of EXACT pay, all at once.
 *
 * Without bidder i of a class the optimum is, over the number k of winners its
 * class then has, the largest
 *     rest(k) + worth of the k best others of the class
 * where rest(k) is the best that all other classes make of the nodes left.  So
 * one table per class, of all the others, answers for all its winners.  The
 * tables are made by halving the classes: the table that lacks both halves takes
 * in the right one and goes left, takes in the left one and goes right, so that
 * each class is taken in log n times instead of n times.
 *
 * CRITICAL.  Let A be the optimum without i and B what the others have in the
 * best set that has i: neither depends on its bid.  It wins with a bid x above
 * A - B, loses below, and with x = A - B the rule of ties decides: so RERUN's
 * A - B or one more.  That rule compares numbers of winners, widest class
 * first.  For whether i wins, classes narrower than its own do not count any
 * more.  Those that are wider are taken in widest first, each total with a code
 * of the numbers chosen so far, which grow in the order of the rule:
 *     sum = total << shift | code,  code = code before * (useful + 1) + k.
 * Of equal totals the larger code is the better one, and adding k to the code
 * leaves the worth of a class concave, so that ft_bids_add is as right as for
 * totals.  Codes are replaced by their ranks when they become too large.
 */

#include "algo/research/auction_private.h"

#include "base/bisect.h"

struct exclusion {
	const struct ft_auction *auction;
	const bool *win;
	int64_t total, *pay;
	bool critical;
	struct bid_classes classes;
	unsigned shift;
	bool overflow; /* codes did not fit, pay is not to be used */
	int64_t *worth;
	int64_t *best, *with, *instead; /* of one class, see fill_maxima */
};

/* ---- codes ------------------------------------------------------------------ */

static int64_t
code_of(const struct exclusion *exclusion, int64_t sum)
{
	return sum & ((INT64_C(1) << exclusion->shift) - 1);
}

/* Replace codes by their ranks; returns how many there are. */
static int64_t
rank_codes(const struct exclusion *exclusion, struct bid_table *table)
{
	int64_t *code = exclusion->classes.scratch;
	size_t n = 0;

	for (size_t c = table->least; c <= table->most; c++)
		code[n++] = code_of(exclusion, table->sum[c]);
	n = ft_unique(code, n, sizeof *code, ft_by_i64);
	for (size_t c = table->least; c <= table->most; c++) {
		int64_t old = code_of(exclusion, table->sum[c]), *at;

		at = bsearch(&old, code, n, sizeof *code, ft_by_i64);
		table->sum[c] += (at - code) - old;
	}
	return (int64_t)n;
}

/*
 * Let class J in, beside which others want OTHERS nodes; its number becomes part
 * of the code if it is wider than those the table is for.  table->codes: one
 * more than the largest.
 */
static void
take_in(struct exclusion *exclusion, struct bid_table *table, size_t j,
    size_t others, bool wider)
{
	const struct bid_class *class = &exclusion->classes.item[j];
	int64_t choices = (int64_t) class->useful + 1;
	int64_t most = INT64_C(1) << exclusion->shift;
	bool coded = wider && exclusion->critical;

	if (coded && table->codes > most / choices)
		table->codes = rank_codes(exclusion, table);
	if (coded && table->codes > most / choices)
		exclusion->overflow = true;
	if (exclusion->overflow)
		return;
	for (size_t c = table->least; coded && c <= table->most; c++)
		table->sum[c] +=
		    code_of(exclusion, table->sum[c]) * (int64_t) class->useful;
	for (size_t k = 0; k <= class->useful; k++)
		exclusion->worth[k] = (class->worth[k] << exclusion->shift) +
				      (coded ? (int64_t)k : 0);
	ft_bids_add(table, &exclusion->classes, j, exclusion->worth, others);
	if (coded)
		table->codes *= choices;
}

/* ---- one class -------------------------------------------------------------- */

/*
 * From rest(k), what TABLE has for the nodes that k winners leave:
 *     best[k]    the largest rest(q) + worth[q] of q <= k
 *     with[k]    the same of q >= k
 *     instead[k] the largest rest(q) + worth[q + 1] of q >= k: one of the first
 *                q + 1 is to be taken off
 */
static void
fill_maxima(const struct exclusion *exclusion, const struct bid_class *class,
    const struct bid_table *table)
{
	int64_t *best = exclusion->best, *with = exclusion->with;
	int64_t *instead = exclusion->instead;
	size_t useful = class->useful;

	for (size_t k = 0; k <= useful; k++) {
		int64_t rest =
		    bids_at(table, exclusion->classes.room - k * class->width);

		best[k] = with[k] =
		    rest + (class->worth[k] << exclusion->shift);
		instead[k] = k < class->n ? rest + (class->worth[k + 1]
						       << exclusion->shift)
					  : -1;
	}
	for (size_t k = 1; k <= useful; k++)
		best[k] = ft_max_i64(best[k], best[k - 1]);
	for (size_t k = useful; k > 0 && k--;) {
		with[k] = ft_max_i64(with[k], with[k + 1]);
		instead[k] = ft_max_i64(instead[k], instead[k + 1]);
	}
}

static int64_t
bid_of(const struct bid_class *class, size_t k)
{
	return class->worth[k + 1] - class->worth[k];
}

/* How many others of its class come before the K-th one if that bids BID. */
static size_t
place_of(const struct bid_class *class, size_t k, int64_t bid)
{
	size_t i;

	FT_BISECT(i, k + 1, class->n,
	    bid_of(class, i) > bid ||
		(bid_of(class, i) == bid && class->who[i] < class->who[k]));
	return i - 1;
}

/*
 * Whether the K-th of CLASS would win with the bid at which the best sets with
 * and without it are worth the same.  WITHOUT: the best without it, coded.  With
 * it the class has more winners than come before it; the same number without it
 * would be a set in which an equal bidder behind it has its place.
 */
static bool
wins_tie(const struct exclusion *exclusion, const struct bid_class *class,
    size_t k, int64_t bid, int64_t without)
{
	size_t before = place_of(class, k, bid);

	return before < class->useful &&
	       exclusion->with[before + 1] +
		       (bid - bid_of(class, k)) *
			   (INT64_C(1) << exclusion->shift) >=
		   without;
}

static void
pay_class(struct exclusion *exclusion, size_t j, const struct bid_table *table)
{
	const struct bid_class *class = &exclusion->classes.item[j];

	fill_maxima(exclusion, class, table);
	for (size_t k = 0; k < class->useful; k++) {
		uint32_t i = class->who[k];
		int64_t bid = bid_of(class, k), without, pay;

		if (!exclusion->win[i])
			break;
		without = ft_max_i64(exclusion->best[k],
		    exclusion->instead[k] - (bid << exclusion->shift));
		pay = (without >> exclusion->shift) - (exclusion->total - bid);
		if (exclusion->critical &&
		    !wins_tie(exclusion, class, k, pay, without))
			pay++;
		exclusion->pay[i] = pay;
	}
}

/* ---- all -------------------------------------------------------------------- */

static bool
has_winner(const struct exclusion *exclusion, size_t first, size_t end)
{
	for (size_t j = first; j < end; j++)
		if (exclusion->win[exclusion->classes.item[j].who[0]])
			return true;
	return false;
}

/* TABLE lacks the classes first..end-1. */
static void
visit(struct exclusion *exclusion, size_t first, size_t end,
    const struct bid_table *table)
{
	const struct bid_classes *classes = &exclusion->classes;
	size_t middle = first + (end - first) / 2;
	struct bid_table half;

	if (exclusion->overflow || !has_winner(exclusion, first, end))
		return;
	if (end - first == 1) {
		pay_class(exclusion, first, table);
		return;
	}
	half.sum = ft_alloc((classes->room + 1) * sizeof *half.sum);
	if (has_winner(exclusion, first, middle)) {
		ft_bids_copy(&half, table);
		for (size_t j = end; j > middle && j--;)
			take_in(exclusion, &half, j,
			    bids_wanted(classes, first, j), true);
		visit(exclusion, first, middle, &half);
	}
	if (has_winner(exclusion, middle, end)) {
		ft_bids_copy(&half, table);
		for (size_t j = first; j < middle; j++)
			take_in(exclusion, &half, j,
			    bids_wanted(classes, j + 1, end), false);
		visit(exclusion, middle, end, &half);
	}
	ft_free(half.sum);
}

/* Bits that are free above the largest sum, which is below 2 * total + 2. */
static unsigned
free_bits(int64_t total)
{
	unsigned bits = 62;

	for (uint64_t most = 2 * (uint64_t)total + 2; most; most /= 2)
		bits -= bits > 0;
	return bits;
}

/* Returns false if codes did not fit. */
static bool
exclude(const struct ft_auction *auction, bool critical, const bool *win,
    int64_t total, int64_t *pay)
{
	struct exclusion exclusion = { .auction = auction,
		.win = win,
		.total = total,
		.pay = pay,
		.critical = critical,
		.shift = critical ? free_bits(total) : 0 };
	int64_t nothing = 0;
	struct bid_table empty = { .sum = &nothing, .codes = 1 };
	size_t n;

	ft_bids_group(&exclusion.classes, auction, auction->n);
	n = exclusion.classes.room + 1;
	exclusion.worth = ft_alloc(4 * n * sizeof *exclusion.worth);
	exclusion.best = &exclusion.worth[n];
	exclusion.with = &exclusion.worth[2 * n];
	exclusion.instead = &exclusion.worth[3 * n];
	/* all fit: nobody is in anybody's way */
	if (exclusion.classes.all_fit) {
		memset(pay, 0, auction->n * sizeof *pay);
	} else {
		ft_bids_prune(&exclusion.classes, win, total);
		visit(&exclusion, 0, exclusion.classes.n, &empty);
	}
	ft_free(exclusion.worth);
	ft_bids_free(&exclusion.classes);
	return !exclusion.overflow;
}

void
ft_auction_exact_rerun(const struct ft_allocator *self,
    const struct ft_auction *auction, const bool *win, int64_t total,
    int64_t *pay)
{
	(void)self;
	exclude(auction, false, win, total, pay);
}

/* Whether bidder I would win with BID. */
static bool
would_win(const struct ft_auction *auction, size_t i, int64_t bid)
{
	struct ft_auction trial = *auction;
	struct ft_bidder *bidder FT_CLEANUP(ft_free_at) =
	    ft_alloc(auction->n * sizeof *bidder);
	bool *win = ft_alloc(auction->n * sizeof *win), wins;

	memcpy(bidder, auction->bidder, auction->n * sizeof *bidder);
	bidder[i].bid = bid;
	trial.bidder = bidder;
	ft_auction_exact(NULL, &trial, auction->n, win);
	wins = win[i];
	ft_free(win);
	return wins;
}

void
ft_auction_exact_critical(const struct ft_allocator *self,
    const struct ft_auction *auction, const bool *win, int64_t total,
    int64_t *pay)
{
	(void)self;
	if (exclude(auction, true, win, total, pay))
		return;
	/* bids of astronomic size: the tie of each by a run of its own */
	exclude(auction, false, win, total, pay);
	for (size_t i = 0; i < auction->n; i++)
		if (win[i] && !would_win(auction, i, pay[i]))
			pay[i]++;
}
