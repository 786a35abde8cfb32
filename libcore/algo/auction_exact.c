/* The set of largest total bid. */
#include <string.h>

#include "algo/auction_int.h"
#include "base/mem.h"

/* Numbers in tables kept at once: above, some are made a second time. */
#define KEEP ((size_t)1 << 22)

/*
 * table[j] is the largest total of the classes before first + j for each number
 * of nodes, j in 0..stride.
 */
struct solver {
	const struct bid_classes *classes;
	size_t columns, stride;
	int64_t *table, *scratch;
};

static int64_t *
table_of(const struct solver *solver, size_t j)
{
	return &solver->table[j * solver->columns];
}

static void
add(const struct solver *solver, int64_t *table, size_t j)
{
	const struct bid_class *class = &solver->classes->item[j];

	bids_add(table, solver->columns, class->width, class->useful,
	    class->worth, solver->scratch);
}

/* Tables of the classes first..end-1, of which table[0] is given. */
static void
make_tables(const struct solver *solver, size_t first, size_t end)
{
	for (size_t j = first; j < end; j++) {
		int64_t *next = table_of(solver, j - first + 1);

		memcpy(next, table_of(solver, j - first),
		    solver->columns * sizeof *next);
		add(solver, next, j);
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
	for (size_t j = end; j-- > first;) {
		const struct bid_class *class = &solver->classes->item[j];
		const int64_t *before = table_of(solver, j - first);
		int64_t most = table_of(solver, j - first + 1)[room];
		size_t k = room / class->width;

		if (k > class->useful)
			k = class->useful;
		while (
		    before[room - k * class->width] + class->worth[k] != most)
			k--;
		room -= k * class->width;
		while (k-- > 0)
			win[class->who[k]] = true;
	}
	return room;
}

/*
 * Classes in blocks of STRIDE, with the table in front of each block.  One block
 * if that is not too much to keep, else about as many as a block has classes;
 * the tables within a block are made when it is traced.
 */
static void
solve(struct solver *solver, bool *win)
{
	size_t n = solver->classes->n, columns = solver->columns, blocks;
	size_t room = columns - 1;
	int64_t *front;

	solver->stride = n;
	if (n * columns > KEEP)
		for (solver->stride = 1; solver->stride * solver->stride < n;)
			solver->stride++;
	blocks = (n + solver->stride - 1) / solver->stride;
	front = ft_calloc(blocks * columns, sizeof *front);
	solver->table =
	    ft_alloc((solver->stride + 1) * columns * sizeof *front);
	for (size_t b = 1; b < blocks; b++) {
		int64_t *next = &front[b * columns];

		memcpy(next, next - columns, columns * sizeof *next);
		for (size_t j = (b - 1) * solver->stride;
		     j < b * solver->stride; j++)
			add(solver, next, j);
	}
	for (size_t b = blocks; b-- > 0;) {
		size_t first = b * solver->stride, end = first + solver->stride;

		memcpy(table_of(solver, 0), &front[b * columns],
		    columns * sizeof *front);
		end = end < n ? end : n;
		make_tables(solver, first, end);
		room = trace(solver, first, end, room, win);
	}
	ft_free(front);
	ft_free(solver->table);
}

int64_t
ft_auction_exact(const struct ft_auction *auction, size_t skip, bool *win)
{
	struct bid_classes classes;
	struct solver solver = { .classes = &classes };
	int64_t total = 0;

	bids_group(&classes, auction, skip);
	for (size_t i = 0; i < auction->n; i++)
		win[i] = classes.all_fit && ft_auction_enters(auction, skip, i);
	if (!classes.all_fit) {
		solver.columns = (size_t)classes.room + 1;
		solver.scratch =
		    ft_alloc(solver.columns * sizeof *solver.scratch);
		solve(&solver, win);
		ft_free(solver.scratch);
	}
	for (size_t i = 0; i < auction->n; i++)
		total += win[i] ? auction->bidder[i].bid : 0;
	bids_free(&classes);
	return total;
}
