/*
 * ends.c - running jobs: by their real end, which is an event, and by their
 * planned end.
 */

#include "sim/research/pool/private.h"

#include "base/bisect.h"

void
ft_pool_events_push(struct pool_events *events, struct pool_event event)
{
	struct pool_event *heap;
	size_t i = events->n++;

	heap = events->event =
	    ft_vec_grow(events->event, &events->cap, events->n, sizeof *heap);
	while (i && heap[(i - 1) / 2].end > event.end) {
		heap[i] = heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	heap[i] = event;
}

struct pool_event
ft_pool_events_pop(struct pool_events *events)
{
	struct pool_event *heap = events->event;
	struct pool_event first = heap[0], last = heap[--events->n];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < events->n) {
		if (child + 1 < events->n &&
		    heap[child + 1].end < heap[child].end)
			child++;
		if (heap[child].end >= last.end)
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return first;
}

struct pool_event
ft_pool_events_take(struct pool_events *events, size_t at)
{
	struct pool_event *heap = events->event, event = heap[at];

	/* as if it were the first to end */
	for (; at; at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[0] = event;
	return ft_pool_events_pop(events);
}

void
ft_pool_ends_free(struct pool_ends *ends)
{
	for (size_t b = 0; b < ends->n; b++)
		ft_free(ends->block[b]);
	ft_free(ends->block);
}

/* Returns the first block whose last end is END or later; else the last one. */
static size_t
block_of(const struct pool_ends *ends, int64_t end)
{
	size_t i;

	FT_BISECT(i, 0, ends->n - 1,
	    ends->block[i]->end[ends->block[i]->n - 1] < end);
	return i;
}

/* Returns the first entry with END or later. */
static uint32_t
entry_of(const struct pool_ends_block *block, int64_t end)
{
	uint32_t i;

	FT_BISECT(i, 0, block->n, block->end[i] < end);
	return i;
}

/* Insert an empty block at B. */
static void
add_block(struct pool_ends *ends, size_t b)
{
	ends->block = ft_vec_grow(
	    ends->block, &ends->cap, ends->n + 1, sizeof *ends->block);
	memmove(&ends->block[b + 1], &ends->block[b],
	    (ends->n - b) * sizeof *ends->block);
	ends->block[b] = ft_alloc(sizeof **ends->block);
	ends->block[b]->n = 0;
	ends->block[b]->width = 0;
	ends->n++;
}

/* Split block B in two. */
static void
halve(struct pool_ends *ends, size_t b)
{
	const uint32_t half = POOL_ENDS / 2;
	struct pool_ends_block *from, *to;

	add_block(ends, b + 1);
	from = ends->block[b];
	to = ends->block[b + 1];
	memcpy(to->end, from->end + half, half * sizeof *to->end);
	memcpy(to->wide, from->wide + half, half * sizeof *to->wide);
	for (uint32_t i = 0; i < half; i++)
		to->width += to->wide[i];
	from->width -= to->width;
	from->n = to->n = half;
}

void
ft_pool_ends_add(struct pool_ends *ends, int64_t end, uint32_t width)
{
	struct pool_ends_block *block;
	uint32_t i, rest;
	size_t b;

	if (!ends->n)
		add_block(ends, 0);
	b = block_of(ends, end);
	if (ends->block[b]->n == POOL_ENDS) {
		halve(ends, b);
		b = block_of(ends, end);
	}
	block = ends->block[b];
	i = entry_of(block, end);
	rest = block->n++ - i;
	memmove(&block->end[i + 1], &block->end[i], rest * sizeof *block->end);
	memmove(
	    &block->wide[i + 1], &block->wide[i], rest * sizeof *block->wide);
	block->end[i] = end;
	block->wide[i] = width;
	block->width += width;
}

void
ft_pool_ends_take(struct pool_ends *ends, int64_t end, uint32_t width)
{
	size_t b = block_of(ends, end);
	struct pool_ends_block *block = ends->block[b];
	uint32_t i = entry_of(block, end), rest;

	/* of several with that end the one of that width */
	while (block->wide[i] != width)
		if (++i == block->n) {
			block = ends->block[++b];
			i = 0;
		}
	rest = --block->n - i;
	memmove(&block->end[i], &block->end[i + 1], rest * sizeof *block->end);
	memmove(
	    &block->wide[i], &block->wide[i + 1], rest * sizeof *block->wide);
	block->width -= width;
	if (!block->n && ends->n > 1) {
		ft_free(block);
		memmove(&ends->block[b], &ends->block[b + 1],
		    (--ends->n - b) * sizeof *ends->block);
	}
}

int64_t
ft_pool_ends_shadow(const struct pool_ends *ends, int64_t least, uint32_t free,
    uint32_t need, uint32_t *extra)
{
	uint64_t sum = free;
	int64_t shadow = least;
	uint32_t i = 0;
	size_t b = 0;

	while (sum + ends->block[b]->width < need)
		sum += ends->block[b++]->width;
	/* all jobs that end then count, not only the one that suffices */
	for (; b < ends->n; b++, i = 0) {
		const struct pool_ends_block *block = ends->block[b];

		for (; i < block->n; i++) {
			if (sum >= need && block->end[i] > shadow)
				goto out;
			sum += block->wide[i];
			if (block->end[i] > shadow)
				shadow = block->end[i];
		}
	}
out:
	*extra = (uint32_t)(sum - need);
	return shadow;
}
