/* Free processors from now on, as steps. */
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sim/pool_int.h"

void
pool_future_free(struct pool_future *future)
{
	ft_free(future->at);
	ft_free(future->free);
}

/* A step at place I. */
static void
add_step(struct pool_future *future, size_t i, int64_t at, uint32_t free)
{
	size_t rest = future->n - i;

	future->at = ft_vec_grow(
	    future->at, &future->cap, future->n + 1, sizeof *future->at);
	future->free = ft_vec_grow(future->free, &future->cap_free,
	    future->n + 1, sizeof *future->free);
	memmove(&future->at[i + 1], &future->at[i], rest * sizeof *future->at);
	memmove(&future->free[i + 1], &future->free[i],
	    rest * sizeof *future->free);
	future->at[i] = at;
	future->free[i] = free;
	future->n++;
}

void
pool_future_set(struct pool_future *future, const struct pool_ends *ends,
    int64_t now, uint32_t free)
{
	future->n = 0;
	add_step(future, 0, now, free);
	for (size_t b = 0; b < ends->n; b++) {
		const struct pool_ends_block *block = ends->block[b];

		for (uint32_t i = 0; i < block->n; i++) {
			free += block->wide[i];
			if (future->at[future->n - 1] == block->end[i])
				future->free[future->n - 1] = free;
			else
				add_step(
				    future, future->n, block->end[i], free);
		}
	}
}

/* The first step of time AT or later, which is after step I. */
static size_t
step_at(const struct pool_future *future, size_t i, int64_t at)
{
	size_t low = i + 1, high = future->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (future->at[middle] < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int64_t
pool_future_plan(struct pool_future *future, uint32_t width, uint32_t length)
{
	size_t first = 0, i = 0, last;
	int64_t end;

	/* In the last step all is free. */
	for (; i < future->n && future->at[i] - future->at[first] < length; i++)
		if (future->free[i] < width)
			first = i + 1;
	end = future->at[first] + length;
	last = step_at(future, first, end);
	if (last == future->n || future->at[last] != end)
		add_step(future, last, end, future->free[last - 1]);
	for (i = first; i < last; i++)
		future->free[i] -= width;
	return future->at[first];
}
