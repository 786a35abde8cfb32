/*
 * rng.h - a seeded random stream that is the same on every machine.
 *
 * xoshiro256** seeded by splitmix64 (Blackman and Vigna, public domain); the
 * stream is part of the interface: same seed, same numbers, for ever.
 */
#ifndef FT_BASE_RNG_H
#define FT_BASE_RNG_H

#include "base/base.h"

struct ft_rng {
	uint64_t s[4];
};

void ft_rng_init(struct ft_rng *rng, uint64_t seed);
uint64_t ft_rng_u64(struct ft_rng *rng);
/* Returns a number in 0..bound-1, unbiased; bound > 0. */
uint32_t ft_rng_below(struct ft_rng *rng, uint32_t bound);
/* Returns a number in [0, 1) with 53 random bits. */
double ft_rng_unit(struct ft_rng *rng);

#endif
