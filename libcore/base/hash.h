/*
 * hash.h - a number for bytes (FNV-1a of 64 bits).
 *
 * Different bytes have the same number by chance hardly ever, and by intent
 * easily: not for anything that somebody gains by forging.
 */
#ifndef FT_BASE_HASH_H
#define FT_BASE_HASH_H

#include "base/base.h"

/* What to start with. */
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

#endif
