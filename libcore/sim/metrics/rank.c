/*
 * rank.c - sorted numbers: a radix sort, so that a long trace costs no
 * logarithm.
 */

#include "sim/metrics/private.h"

#define DIGIT  11 /* bits per pass */
#define VALUES (1U << DIGIT)

static uint32_t
digit_of(uint64_t key, unsigned shift)
{
	return (uint32_t)(key >> shift) & (VALUES - 1);
}

/* Returns whether the digit separates the items at all. */
static bool
count_digits(const struct metrics_key *item, size_t n, unsigned shift,
    size_t count[VALUES])
{
	memset(count, 0, VALUES * sizeof *count);
	for (size_t i = 0; i < n; i++)
		count[digit_of(item[i].key, shift)]++;
	return count[digit_of(item[0].key, shift)] != n;
}

void
ft_metrics_sort(struct metrics_key *item, struct metrics_key *spare, size_t n)
{
	struct metrics_key *from = item, *to = spare;
	size_t count[VALUES];

	for (unsigned shift = 0; n && shift < 64; shift += DIGIT) {
		struct metrics_key *other = from;
		size_t place = 0;

		if (!count_digits(from, n, shift, count))
			continue;
		for (size_t i = 0; i < VALUES; i++) {
			size_t here = count[i];

			count[i] = place;
			place += here;
		}
		for (size_t i = 0; i < n; i++)
			to[count[digit_of(from[i].key, shift)]++] = from[i];
		from = to;
		to = other;
	}
	if (from != item)
		memcpy(item, from, n * sizeof *item);
}

/* The bits of non-negative doubles are ordered like the numbers. */
uint64_t
ft_metrics_key_of(double number)
{
	uint64_t key;

	memcpy(&key, &number, sizeof key);
	return key;
}

double
ft_metrics_number_of(uint64_t key)
{
	double number;

	memcpy(&number, &key, sizeof number);
	return number;
}
