/* Bidders of equal width, and the largest totals they add up to. */

#include "algo/research/auction_private.h"

/*
 * A class is taken in row by row if it has fewer bidders than this times the
 * steps of halving its columns: measured, of little weight.
 */
#define ROWS 2

/* ---- classes ---------------------------------------------------------------- */

struct place {
	int64_t bid;
	uint32_t width, who;
};

/* Narrow before wide, high bids before low ones, then as in the input. */
static int
by_width(const void *left, const void *right)
{
	const struct place *a = left, *b = right;

	if (a->width != b->width)
		return a->width < b->width ? -1 : 1;
	if (a->bid != b->bid)
		return a->bid > b->bid ? -1 : 1;
	return a->who < b->who ? -1 : 1;
}

static uint32_t
common_divisor(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Those that enter, sorted; widths and the machine in their common divisor. */
static size_t
list(struct bid_classes *classes, const struct ft_auction *auction, size_t skip,
    struct place *place)
{
	uint32_t unit = 0;
	uint64_t wanted = 0;
	size_t n = 0;

	for (size_t i = 0; i < auction->n; i++)
		if (ft_auction_enters(auction, skip, i)) {
			place[n++] =
			    (struct place){ .bid = auction->bidder[i].bid,
				    .width = auction->bidder[i].nodes,
				    .who = (uint32_t)i };
			wanted += auction->bidder[i].nodes;
			unit = common_divisor(auction->bidder[i].nodes, unit);
		}
	classes->all_fit = wanted <= auction->nodes;
	unit = unit ? unit : 1;
	classes->room = auction->nodes / unit;
	classes->scratch =
	    ft_alloc((classes->room + 1) * sizeof *classes->scratch);
	for (size_t i = 0; i < n; i++)
		place[i].width /= unit;
	qsort(place, n, sizeof *place, by_width);
	return n;
}

/* The class of place[0..n), whose bidders go to who and worth. */
static struct bid_class
make_class(const struct place *place, size_t n, size_t room, uint32_t *who,
    int64_t *worth)
{
	struct bid_class class = {
		.width = place->width, .who = who, .worth = worth
	};

	class.useful = (uint32_t)(room / place->width);
	if (class.useful > n)
		class.useful = (uint32_t)n;
	class.n = class.useful < n ? class.useful + 1 : class.useful;
	worth[0] = 0;
	for (size_t k = 0; k < class.n; k++) {
		who[k] = place[k].who;
		worth[k + 1] = worth[k] + place[k].bid;
	}
	return class;
}

void
ft_bids_group(
    struct bid_classes *classes, const struct ft_auction *auction, size_t skip)
{
	struct place *place = ft_alloc(auction->n * sizeof *place);
	uint32_t *who;
	int64_t *worth;
	size_t n, end, wanted = 0;

	*classes = (struct bid_classes){ .meter = auction->meter };
	n = list(classes, auction, skip, place);
	/* as many classes as bidders at most, each with one sum more */
	classes->item = ft_alloc((n + 1) * sizeof *classes->item);
	classes->who = who = ft_alloc(n * sizeof *who);
	classes->worth = worth = ft_alloc(2 * n * sizeof *worth);
	for (size_t i = 0; i < n; i = end) {
		struct bid_class *class = &classes->item[classes->n++];

		for (end = i + 1;
		     end < n && place[end].width == place[i].width;)
			end++;
		*class =
		    make_class(&place[i], end - i, classes->room, who, worth);
		class->before = wanted;
		wanted += (size_t) class->useful * class->width;
		who += class->n;
		worth += class->n + 1;
	}
	classes->item[classes->n] = (struct bid_class){ .before = wanted };
	ft_free(place);
}

void
ft_bids_free(struct bid_classes *classes)
{
	ft_free(classes->item);
	ft_free(classes->who);
	ft_free(classes->worth);
	ft_free(classes->scratch);
}

/* ---- sums ------------------------------------------------------------------- */

/*
 * to[i * width] = the largest from[j] + worth[i - j], 0 <= i - j <= most, for i
 * in 0..n-1.
 *
 * worth is concave (each adds no more than the one before), so with i growing a
 * later j only gains on an earlier one: worth[i - j] - worth[i - j'] is a sum of
 * increments that come later and later.  The first best j therefore never moves
 * back, and the best j of the middle row parts the others (monotone maxima):
 * n log n sums instead of n * most.
 */
struct maxima {
	const int64_t *from, *worth;
	int64_t *to;
	size_t width, most;
};

static void
find_maxima(const struct maxima *maxima, size_t i, size_t end, size_t least,
    size_t most)
{
	while (i < end) {
		size_t middle = i + (end - i) / 2, best;
		size_t j = middle > maxima->most ? middle - maxima->most : 0;
		size_t last = most < middle ? most : middle;
		const int64_t *worth = &maxima->worth[middle];
		int64_t largest;

		j = j > least ? j : least;
		best = j;
		largest = maxima->from[j] + worth[-(ptrdiff_t)j];
		while (++j <= last) {
			int64_t sum = maxima->from[j] + worth[-(ptrdiff_t)j];

			if (sum > largest) {
				largest = sum;
				best = j;
			}
		}
		maxima->to[middle * maxima->width] = largest;
		find_maxima(maxima, i, middle, least, best);
		i = middle + 1;
		least = best;
	}
}

/* Columns of equal rest modulo the width do not meet: one by one. */
static void
add_at_once(int64_t *table, size_t columns, const struct bid_class *class,
    const int64_t *worth, int64_t *scratch)
{
	size_t width = class->width;

	for (size_t rest = 0; rest < width && rest < columns; rest++) {
		size_t n = (columns - rest - 1) / width + 1;
		struct maxima maxima = { scratch, worth, &table[rest], width,
			class->useful };

		for (size_t i = 0; i < n; i++)
			scratch[i] = table[rest + i * width];
		find_maxima(&maxima, 0, n, 0, n - 1);
	}
}

static void
add_one(int64_t *table, size_t columns, size_t width, int64_t bid)
{
	for (size_t c = columns; c > width && c--;) {
		int64_t with = table[c - width] + bid;

		if (with > table[c])
			table[c] = with;
	}
}

/* Whether a row per bidder is more work than the maxima are. */
static bool
are_many(size_t bidders, size_t rows)
{
	size_t steps = 2;

	for (; rows > 1; rows /= 2)
		steps++;
	return bidders > ROWS * steps;
}

void
ft_bids_copy(struct bid_table *to, const struct bid_table *from)
{
	to->least = from->least;
	to->most = from->most;
	to->codes = from->codes;
	memcpy(&to->sum[to->least], &from->sum[to->least],
	    (to->most - to->least + 1) * sizeof *to->sum);
}

void
ft_bids_add(struct bid_table *table, const struct bid_classes *classes,
    size_t j, const int64_t *worth, size_t others)
{
	const struct bid_class *class = &classes->item[j];
	size_t most = table->most + (size_t) class->useful * class->width;
	size_t columns, width = class->width;
	int64_t *sum = &table->sum[table->least];

	most = most < classes->room ? most : classes->room;
	for (size_t c = table->most + 1; c <= most; c++)
		table->sum[c] = table->sum[table->most];
	columns = most - table->least + 1;
	if (are_many(class->useful, columns / width))
		add_at_once(sum, columns, class, worth, classes->scratch);
	else
		for (size_t k = 0; k < class->useful; k++)
			add_one(sum, columns, width, worth[k + 1] - worth[k]);
	/* what was not known below least is missing up to here */
	table->least = classes->room > others ? classes->room - others : 0;
	if (table->least > most)
		table->least = most;
	table->most = most;
	ft_meter_look(classes->meter);
}
