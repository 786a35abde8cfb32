#include "base/rng.h"

FT_WRAPS static uint64_t
splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

void
ft_rng_init(struct ft_rng *rng, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		rng->s[i] = splitmix64(&seed);
}

static uint64_t
rotate(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

FT_WRAPS uint64_t
ft_rng_u64(struct ft_rng *rng)
{
	uint64_t *s = rng->s;
	uint64_t result = rotate(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

FT_WRAPS uint32_t
ft_rng_below(struct ft_rng *rng, uint32_t bound)
{
	uint64_t product;
	uint32_t least;

	assert(bound > 0);
	/* Lemire: the high half of x * bound is uniform once the few x whose
	 * low half falls below 2^32 mod bound are drawn again. */
	least = -bound % bound;
	do {
		product = (ft_rng_u64(rng) >> 32) * bound;
	} while ((uint32_t)product < least);
	return (uint32_t)(product >> 32);
}

double
ft_rng_unit(struct ft_rng *rng)
{
	return (double)(ft_rng_u64(rng) >> 11) * 0x1p-53;
}
