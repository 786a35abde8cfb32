/*
 * future.c - free processors from now on, as a step function.
 */

#include "sim/research/pool/private.h"

#include "base/bisect.h"

void
ft_pool_future_free(struct pool_future *future)
{
	ft_free(future->at);
	ft_free(future->free);
}

/* Insert a step at index I. */
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
ft_pool_future_set(struct pool_future *future, const struct pool_ends *ends,
    int64_t now, uint32_t free)
{
	future->n = 0;
	future->pass++;
	add_step(future, 0, now, free);
	for (size_t b = 0; b < ends->n; b++) {
		const struct pool_ends_block *block = ends->block[b];

		for (uint32_t i = 0; i < block->n; i++) {
			/* one that overran its plan still runs now */
			int64_t end =
			    block->end[i] > now ? block->end[i] : now + 1;

			free += block->wide[i];
			if (future->at[future->n - 1] == end)
				future->free[future->n - 1] = free;
			else
				add_step(future, future->n, end, free);
		}
	}
}

/* Returns the first step at AT or later that follows step I. */
static size_t
step_at(const struct pool_future *future, size_t i, int64_t at)
{
	size_t place;

	FT_BISECT(place, i + 1, future->n, future->at[place] < at);
	return place;
}

void
ft_pool_future_query(const struct pool_future *future,
    const struct pool_widths *widths, struct pool_query *query)
{
	uint32_t free = future->free[0], c;

	ft_pool_query_set(query, widths, free, POOL_LONGEST, free);
	c = query->n;
	for (size_t i = 1; i < future->n && c; i++) {
		int64_t length = future->at[i] - future->at[0];

		for (; c && widths->least[c - 1] > future->free[i]; c--)
			query->most[c - 1] = length < POOL_LONGEST
						 ? (uint32_t)length
						 : POOL_LONGEST;
	}
}

bool
ft_pool_future_fits(
    const struct pool_future *future, const struct pool_spot *spot)
{
	for (size_t i = 0;
	     i < future->n && future->at[i] - future->at[0] < spot->length; i++)
		if (future->free[i] < spot->width)
			return false;
	return true;
}

/* Returns the step that begins at AT, which follows the first. */
static size_t
make_step(struct pool_future *future, int64_t at)
{
	size_t i = step_at(future, 0, at);

	if (i == future->n || future->at[i] != at)
		add_step(future, i, at, future->free[i - 1]);
	return i;
}

void
ft_pool_future_away(
    struct pool_future *future, int64_t start, int64_t end, uint32_t width)
{
	size_t first = make_step(future, start), last = make_step(future, end);

	for (size_t i = first; i < last; i++)
		future->free[i] -=
		    future->free[i] < width ? future->free[i] : width;
}

/* Free processors only decrease during a pass.  So a job at least as wide and
 * as long as another that was planned does not start before it. */
static int64_t
earliest(const struct pool_future *future, const struct pool_spot *spot)
{
	const struct pool_bound *bound = future->bound[spot->kind];
	uint32_t n = ft_num_log2(spot->length);
	int64_t at = future->at[0];

	for (uint32_t i = 0; i <= n; i++)
		if (bound[i].pass == future->pass && bound[i].at > at &&
		    bound[i].width <= spot->width &&
		    bound[i].length <= spot->length)
			at = bound[i].at;
	return at;
}

static void
keep_bound(struct pool_future *future, const struct pool_spot *spot, int64_t at)
{
	struct pool_bound *bound =
	    &future->bound[spot->kind][ft_num_log2(spot->length)];

	if (bound->pass == future->pass && bound->at > at)
		return;
	*bound =
	    (struct pool_bound){ future->pass, at, spot->width, spot->length };
}

int64_t
ft_pool_future_plan(struct pool_future *future, const struct pool_spot *spot)
{
	size_t first = step_at(future, 0, earliest(future, spot) + 1) - 1;
	size_t i = first, last;
	int64_t start, end;

	/* in the last step everything is free */
	for (; i < future->n &&
	       (i <= first || future->at[i] - future->at[first] < spot->length);
	     i++)
		if (future->free[i] < spot->width)
			first = i + 1;
	start = future->at[first];
	end = start + spot->length;
	last = step_at(future, first, end);
	if (last == future->n || future->at[last] != end)
		add_step(future, last, end, future->free[last - 1]);
	for (i = first; i < last; i++)
		future->free[i] -= spot->width;
	keep_bound(future, spot, start);
	return start;
}
