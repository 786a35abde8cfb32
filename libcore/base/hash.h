/*
 * hash.h - a 64-bit hash of bytes (FNV-1a).
 *
 * Collisions hardly ever happen by chance, but are easy to construct: do not
 * use it where somebody gains by forging one.
 */
#ifndef FT_BASE_HASH_H
#define FT_BASE_HASH_H

#include "base/base.h"

/* The hash of no bytes: start with it. */
#define FT_HASH UINT64_C(14695981039346656037)

/* Returns HASH extended by SIZE bytes of DATA. */
FT_WRAPS static inline uint64_t
ft_hash(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
	return hash;
}

/* The same for SIZE bytes of whole 64-bit words, in fewer steps; another hash. */
FT_WRAPS static inline uint64_t
ft_hash_words(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < size; i += sizeof hash) {
		uint64_t word;

		memcpy(&word, byte + i, sizeof word);
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 47;
	}
	return hash;
}

#endif
