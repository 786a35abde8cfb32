
#include "algo/share/fairtree_internal.h"
#include "algo/share/internal.h"

/*
 * Keys are bits of positive doubles, so that one comparison instruction of
 * any x86-64 takes several at once.  All keys differ, because their low bits
 * hold a place, so no sort here needs to be stable.
 */

#define COUNT_MAX  64 /* siblings: quadratic, but without a branch */
#define BLOCK      32 /* counted before merging */
#define MERGE_MAX  2048
#define RADIX_BITS 11
#define RADIX      (1 << RADIX_BITS)

typedef double lanes __attribute__((vector_size(32)));
typedef int64_t counts __attribute__((vector_size(32)));
#define LANES 4

/*
 * The place of a key is the number of greater ones.  The last vector is read in
 * full: counts for what follows the last key are dropped.
 */
FT_WIDE(, void, count_sort,
    (const uint64_t *restrict key, uint64_t *restrict out, uint32_t n),
    (key, out, n))
{
	for (uint32_t i = 0; i < n; i += 2 * LANES) {
		lanes a, b;
		counts place_a = { 0 }, place_b = { 0 };
		uint32_t end = n - i < 2 * LANES ? n - i : 2 * LANES;
		int64_t to[2 * LANES];

		memcpy(&a, key + i, sizeof a);
		memcpy(&b, key + i + LANES, sizeof b);
		for (uint32_t j = 0; j < n; j++) {
			double one;
			lanes all;

			memcpy(&one, key + j, sizeof one);
			all = (lanes){ one, one, one, one };
			/* true is -1 in a vector */
			place_a -= all > a;
			place_b -= all > b;
		}
		memcpy(to, &place_a, sizeof place_a);
		memcpy(to + LANES, &place_b, sizeof place_b);
		for (uint32_t j = 0; j < end; j++)
			out[to[j]] = key[i + j];
	}
}

/* Merge two sorted neighbours without a branch on the data. */
static void
merge(const uint64_t *a, const uint64_t *a_end, const uint64_t *b,
    const uint64_t *b_end, uint64_t *out)
{
	while (a < a_end && b < b_end) {
		uint64_t x = *a, y = *b;
		bool second = y > x;

		*out++ = second ? y : x;
		b += second;
		a += !second;
	}
	memcpy(out, a, (size_t)(a_end - a) * sizeof *out);
	memcpy(out + (a_end - a), b, (size_t)(b_end - b) * sizeof *out);
}

static uint64_t *
merge_sort(uint64_t *key, uint64_t *spare, uint32_t n)
{
	uint64_t *from = spare, *to = key;

	for (uint32_t i = 0; i < n; i += BLOCK)
		count_sort(key + i, spare + i, n - i < BLOCK ? n - i : BLOCK);
	for (uint32_t run = BLOCK; run < n; run *= 2) {
		uint64_t *other = from;

		for (uint32_t i = 0; i < n; i += 2 * run) {
			uint32_t mid = n - i < run ? n : i + run;
			uint32_t end = n - mid < run ? n : mid + run;

			merge(from + i, from + mid, from + mid, from + end,
			    to + i);
		}
		from = to;
		to = other;
	}
	return from;
}

/* One stable pass by the digit at SHIFT, greatest first. */
static void
radix_pass(const uint64_t *from, uint64_t *to, uint32_t n, uint32_t shift)
{
	uint32_t count[RADIX] = { 0 }, sum = 0;

	for (uint32_t i = 0; i < n; i++)
		count[from[i] >> shift & (RADIX - 1)]++;
	for (uint32_t digit = RADIX; digit > 0 && digit--;) {
		uint32_t here = count[digit];

		count[digit] = sum;
		sum += here;
	}
	for (uint32_t i = 0; i < n; i++)
		to[count[from[i] >> shift & (RADIX - 1)]++] = from[i];
}

/* Finish what is nearly in order; false when it is not, work is bounded. */
static bool
insertion_sort(uint64_t *key, uint32_t n)
{
	size_t moves = 0, allowed = 4 * (size_t)n;

	for (uint32_t i = 1; i < n; i++) {
		uint64_t moving = key[i];
		uint32_t to = i;

		while (to && key[to - 1] < moving) {
			key[to] = key[to - 1];
			to--;
		}
		key[to] = moving;
		moves += i - to;
		if (moves > allowed)
			return false;
	}
	return true;
}

/*
 * Radix by the three topmost digits that differ, then insertion.  Where the
 * keys crowd below these digits, all digits from the lowest.
 */
static uint64_t *
radix_sort(uint64_t *key, uint64_t *spare, uint32_t n)
{
	uint64_t differ = 0, *from = key, *to = spare;
	uint32_t bits, shift;

	for (uint32_t i = 1; i < n; i++)
		differ |= key[i] ^ key[0];
	bits = 64 - (uint32_t)__builtin_clzll(differ);
	shift = bits > 3 * RADIX_BITS ? bits - 3 * RADIX_BITS : 0;
	for (int round = 0; round < 2; round++) {
		for (; shift < bits; shift += RADIX_BITS) {
			uint64_t *other = from;

			radix_pass(from, to, n, shift);
			from = to;
			to = other;
		}
		if (insertion_sort(from, n))
			break;
		shift = 0;
	}
	return from;
}

uint64_t *
ft_keys_sort(uint64_t *key, uint64_t *spare, uint32_t n)
{
	if (n <= COUNT_MAX) {
		count_sort(key, spare, n);
		return spare;
	}
	return n <= MERGE_MAX ? merge_sort(key, spare, n)
			      : radix_sort(key, spare, n);
}
