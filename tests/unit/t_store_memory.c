/* SQLite's memory in pieces (store/open/memory.c): no two share a byte, contents
 * survive a change of size, and what was freed is used again. */
#include "store/store.h"

#include <stdint.h>
#include <string.h>

#include <sqlite3.h>

#include "base/rng.h"
#include "tap/tap.h"

#define PIECES 300
#define STEPS  40000

struct piece {
	unsigned char *at, mark;
	int size;
};

static bool
is_marked(const struct piece *piece)
{
	for (int i = 0; i < piece->size; i++)
		if (piece->at[i] != piece->mark)
			return false;
	return true;
}

/* Most are small; some are larger than any piece of a slab. */
static int
draw_size(struct ft_rng *rng)
{
	return 1 + (int)ft_rng_below(rng, ft_rng_below(rng, 8) ? 600 : 9000);
}

/* Make, change or free PIECE; returns false if it was spoiled. */
static bool
touch(struct piece *piece, struct ft_rng *rng, int step)
{
	int size = draw_size(rng);
	struct piece kept = *piece;

	if (piece->at && ft_rng_below(rng, 2)) {
		bool good = is_marked(piece);

		sqlite3_free(piece->at);
		*piece = (struct piece){ NULL, 0, 0 };
		return good;
	}
	piece->at = sqlite3_realloc(piece->at, size);
	if (!piece->at || (uintptr_t)piece->at % 8 ||
	    sqlite3_msize(piece->at) < (sqlite3_uint64)size)
		return false;
	piece->size = kept.size < size ? kept.size : size;
	if (!is_marked(piece))
		return false;
	piece->size = size;
	piece->mark = (unsigned char)step;
	memset(piece->at, piece->mark, (size_t)size);
	return true;
}

static void
test_random(void)
{
	static struct piece piece[PIECES];
	struct ft_rng rng;
	int spoiled = 0;

	ft_rng_init(&rng, 21);
	for (int step = 0; step < STEPS; step++)
		spoiled +=
		    !touch(&piece[ft_rng_below(&rng, PIECES)], &rng, step);
	for (size_t i = 0; i < PIECES; i++) {
		spoiled += !is_marked(&piece[i]);
		sqlite3_free(piece[i].at);
	}
	is_u64((uint64_t)spoiled, 0, "%d steps spoil no piece", STEPS);
}

/* Sanitized programs leave it to malloc(). */
static void
test_again(void)
{
#ifndef TAP_SANITIZED
	void *first = sqlite3_malloc(100), *again;

	sqlite3_free(first);
	again = sqlite3_malloc(97);
	ok(again == first, "a free piece of the size is used again");
	sqlite3_free(again);
#endif
}

int
main(void)
{
	ft_store_single_thread();
	test_random();
	test_again();
	return done_testing();
}
