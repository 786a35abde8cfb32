/*
 * lane.c - the waiting jobs of one user.
 *
 * They are in blocks with summaries: appended at the end, removed anywhere, and
 * found in logarithmic time.
 */

#include "sim/research/pool/private.h"

#include "base/bisect.h"

void
ft_pool_query_set(struct pool_query *query, const struct pool_widths *widths,
    uint32_t free, uint32_t room, uint32_t extra)
{
	query->free = free;
	query->extra = extra < free ? extra : free;
	query->room = room < POOL_LONGEST ? room : POOL_LONGEST;
	for (query->n = 0; query->n < widths->n; query->n++) {
		uint32_t least = widths->least[query->n];

		if (least > free)
			break;
		query->most[query->n] =
		    least <= query->extra ? POOL_LONGEST : query->room;
	}
}

static uint32_t *
summary_of(const struct pool_line *line, const struct pool_lane *lane, size_t i)
{
	return lane->summary + i * line->widths.n;
}

/* Compute the summary of block B from its jobs; returns whether it changed. */
static bool
sum_block(struct pool_line *line, struct pool_lane *lane, uint32_t b)
{
	const struct pool_block *block = &lane->block[b];
	size_t size = line->widths.n * sizeof *lane->summary;
	uint32_t *summary = summary_of(line, lane, (size_t)lane->cap + b);
	uint32_t shortest[POOL_CLASSES];

	memset(shortest, 0xff, size);
	for (uint32_t i = 0; i < block->n; i++) {
		uint32_t *least = &shortest[block->kind[i]];

		if (block->length[i] < *least)
			*least = block->length[i];
	}
	if (!memcmp(summary, shortest, size))
		return false;
	memcpy(summary, shortest, size);
	return true;
}

/* Compute summary I from the two below it; returns whether it changed. */
static bool
sum_two(struct pool_line *line, struct pool_lane *lane, size_t i)
{
	uint32_t *sum = summary_of(line, lane, i), n = line->widths.n;
	const uint32_t *one = summary_of(line, lane, 2 * i), *two = one + n;
	bool changed = false;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t least = one[k] < two[k] ? one[k] : two[k];

		changed |= least != sum[k];
		sum[k] = least;
	}
	return changed;
}

/* Propagate a change of block B; returns whether the lane's summary changed. */
static bool
sum_up(struct pool_line *line, struct pool_lane *lane, uint32_t b)
{
	size_t i = (size_t)lane->cap + b;

	while ((i /= 2))
		if (!sum_two(line, lane, i))
			return false;
	return true;
}

/* Pack the jobs into new blocks, with room for as many again. */
static void
repack(struct pool_line *line, struct pool_lane *lane)
{
	struct pool_block *old = lane->block;
	uint32_t used = lane->used, cap = 1;

	while (cap * POOL_BLOCK < 2 * (lane->n + 1) && lane->n)
		cap *= 2;
	lane->block = ft_alloc(cap * sizeof *lane->block);
	lane->used = 0;
	for (uint32_t b = 0; b < used; b++)
		for (uint32_t i = 0; i < old[b].n; i++) {
			struct pool_block *to = &lane->block[lane->used];

			if (!lane->used || to[-1].n == POOL_BLOCK) {
				lane->used++;
				to->n = 0;
			} else {
				to--;
			}
			to->job[to->n] = to->last = old[b].job[i];
			to->width[to->n] = old[b].width[i];
			to->length[to->n] = old[b].length[i];
			to->kind[to->n++] = old[b].kind[i];
		}
	ft_free(old);
	if (cap != lane->cap) {
		lane->cap = cap;
		lane->summary = ft_realloc(lane->summary, 2 * (size_t)cap,
		    line->widths.n * sizeof *lane->summary);
	}
	memset(lane->summary, 0xff,
	    2 * (size_t)cap * line->widths.n * sizeof *lane->summary);
	for (uint32_t b = 0; b < lane->used; b++)
		sum_block(line, lane, b);
	for (uint32_t i = cap; i > 1 && i--;)
		sum_two(line, lane, i);
}

void
ft_pool_lane_add(struct pool_line *line, const struct pool_spot *spot)
{
	struct pool_lane *lane = &line->lane[spot->lane];
	struct pool_block *block = lane->block;
	uint32_t b, *summary;

	if (!lane->used || block[lane->used - 1].n == POOL_BLOCK) {
		if (lane->used == lane->cap)
			repack(line, lane);
		block = &lane->block[lane->used];
		if (!lane->used || block[-1].n == POOL_BLOCK) {
			block->n = 0;
			lane->used++;
		}
	}
	b = lane->used - 1;
	block = &lane->block[b];
	block->job[block->n] = block->last = spot->job;
	block->width[block->n] = spot->width;
	block->length[block->n] = spot->length;
	block->kind[block->n++] = spot->kind;
	lane->n++;
	/* propagate upwards while it is shorter than the known minimum */
	for (size_t i = (size_t)lane->cap + b; i; i /= 2) {
		summary = summary_of(line, lane, i);
		if (summary[spot->kind] <= spot->length)
			break;
		summary[spot->kind] = spot->length;
	}
}

bool
ft_pool_lane_take(struct pool_line *line, const struct pool_spot *spot)
{
	struct pool_lane *lane = &line->lane[spot->lane];
	struct pool_block *block = &lane->block[spot->block];
	uint32_t i = spot->slot, rest = block->n - i - 1;

	assert(block->job[i] == spot->job);
	memmove(&block->job[i], &block->job[i + 1], rest * sizeof *block->job);
	memmove(&block->width[i], &block->width[i + 1],
	    rest * sizeof *block->width);
	memmove(&block->length[i], &block->length[i + 1],
	    rest * sizeof *block->length);
	memmove(
	    &block->kind[i], &block->kind[i + 1], rest * sizeof *block->kind);
	block->n--;
	lane->n--;
	if (!lane->n) {
		/* An empty lane starts over in the memory it has. */
		memset(lane->summary, 0xff,
		    2 * (size_t)lane->cap * line->widths.n *
			sizeof *lane->summary);
		lane->used = 0;
		return true;
	}
	return sum_block(line, lane, spot->block) &&
	       sum_up(line, lane, spot->block);
}

/* Returns the first block with a job of index FROM or later. */
static uint32_t
block_from(const struct pool_lane *lane, uint32_t from)
{
	uint32_t i;

	FT_BISECT(i, 0, lane->used, lane->block[i].last < from);
	return i;
}

/* Returns the first block from B on that may satisfy QUERY; cap: none. */
static uint32_t
block_next(const struct pool_line *line, const struct pool_lane *lane,
    uint32_t b, const struct pool_query *query)
{
	size_t i = (size_t)lane->cap + b;

	for (;;) {
		if (pool_may(query, summary_of(line, lane, i))) {
			while (i < lane->cap) {
				i *= 2;
				if (!pool_may(query, summary_of(line, lane, i)))
					i++;
			}
			return (uint32_t)(i - lane->cap);
		}
		while (i & 1)
			i /= 2;
		if (!i)
			return lane->cap;
		i++;
	}
}

bool
ft_pool_lane_next(struct pool_line *line, uint32_t at, uint32_t from,
    const struct pool_query *query, struct pool_spot *spot)
{
	struct pool_lane *lane = &line->lane[at];
	uint32_t b = block_from(lane, from);

	for (; b < lane->used; b++) {
		const struct pool_block *block;

		b = block_next(line, lane, b, query);
		if (b >= lane->used)
			break;
		block = &lane->block[b];
		for (uint32_t i = 0; i < block->n; i++) {
			if (block->job[i] < from)
				continue;
			line->visits++;
			if (!pool_fits(
				query, block->width[i], block->length[i]) ||
			    block->length[i] > query->most[block->kind[i]])
				continue;
			*spot = (struct pool_spot){ at, b, i, block->job[i],
				block->width[i], block->length[i],
				block->kind[i] };
			return true;
		}
	}
	return false;
}

void
ft_pool_lane_free(struct pool_lane *lane)
{
	ft_free(lane->block);
	ft_free(lane->summary);
	ft_free(lane->below);
}
