/*
 * The set of largest total bid.
 *
 * The rule of ties compares sets, whatever the bids are: by numbers of winners
 * of each width and, those being equal, by who comes first in the input.  So
 * EXACT is monotone: a larger bid adds as much to all sets with that bidder, and
 * to no other.
 */

#include "algo/research/auction_private.h"

/* Numbers in tables kept at once: above, some are made a second time. */
#define KEEP ((size_t)1 << 22)

/* table[j] is of the classes before first + j, j in 0..stride. */
struct solver {
	const struct bid_classes *classes;
	size_t stride;
	struct bid_table *table;
};

static void
add(const struct solver *solver, struct bid_table *table, size_t j)
{
	const struct bid_classes *classes = solver->classes;

	ft_bids_add(table, classes, j, classes->item[j].worth,
	    bids_wanted(classes, j + 1, classes->n));
}

/* Tables of the classes first..end-1, of which table[0] is given. */
static void
make_tables(const struct solver *solver, size_t first, size_t end)
{
	for (size_t j = first; j < end; j++) {
		struct bid_table *table = &solver->table[j - first];

		ft_bids_copy(&table[1], &table[0]);
		add(solver, &table[1], j);
	}
}

/*
 * Set win of the classes first..end-1, the widest first and as many of each as
 * an optimum can have; returns the nodes they leave of ROOM.
 */
static size_t
trace(const struct solver *solver, size_t first, size_t end, size_t room,
    bool *win)
{
	for (size_t j = end; j > first && j--;) {
		const struct bid_class *class = &solver->classes->item[j];
		const struct bid_table *before = &solver->table[j - first];
		int64_t most = bids_at(&before[1], room);
		size_t k = room / class->width;

		if (k > class->useful)
			k = class->useful;
		while (bids_at(before, room - k * class->width) +
			   class->worth[k] !=
		       most)
			k--;
		room -= k * class->width;
		while (k > 0 && k--)
			win[class->who[k]] = true;
	}
	return room;
}

/* N tables of COLUMNS numbers, the first empty; freed together. */
static struct bid_table *
new_tables(size_t n, size_t columns)
{
	struct bid_table *table = ft_calloc(n, sizeof *table);
	int64_t *sum = ft_alloc(n * columns * sizeof *sum);

	for (size_t j = 0; j < n; j++)
		table[j].sum = &sum[j * columns];
	sum[0] = 0;
	return table;
}

static void
free_tables(struct bid_table *table)
{
	ft_free(table->sum);
	ft_free(table);
}

/*
 * Classes in blocks of STRIDE, with the table in front of each block.  One block
 * if that is not too much to keep, else about as many as a block has classes;
 * the tables within a block are made when it is traced.
 */
static void
solve(struct solver *solver, bool *win)
{
	size_t n = solver->classes->n, room = solver->classes->room;
	size_t columns = room + 1, blocks, end = n;
	struct bid_table *front;

	solver->stride = n;
	if (n * columns > KEEP)
		for (solver->stride = 1; solver->stride * solver->stride < n;)
			solver->stride++;
	blocks = (n + solver->stride - 1) / solver->stride;
	front = new_tables(blocks, columns);
	solver->table = new_tables(solver->stride + 1, columns);
	for (size_t b = 1; b < blocks; b++) {
		ft_bids_copy(&front[b], &front[b - 1]);
		for (size_t j = (b - 1) * solver->stride;
		     j < b * solver->stride; j++)
			add(solver, &front[b], j);
	}
	for (size_t b = blocks; b > 0 && b--; end = b * solver->stride) {
		size_t first = b * solver->stride;

		ft_bids_copy(&solver->table[0], &front[b]);
		make_tables(solver, first, end);
		room = trace(solver, first, end, room, win);
	}
	free_tables(front);
	free_tables(solver->table);
}

int64_t
ft_auction_exact(const struct ft_allocator *self,
    const struct ft_auction *auction, size_t skip, bool *win)
{
	struct bid_classes classes;
	struct solver solver = { .classes = &classes };
	int64_t total = 0;

	(void)self;
	ft_bids_group(&classes, auction, skip);
	for (size_t i = 0; i < auction->n; i++)
		win[i] = classes.all_fit && ft_auction_enters(auction, skip, i);
	if (!classes.all_fit) {
		ft_bids_prune(&classes, NULL, 0);
		solve(&solver, win);
	}
	for (size_t i = 0; i < auction->n; i++)
		total += win[i] ? auction->bidder[i].bid : 0;
	ft_bids_free(&classes);
	return total;
}
