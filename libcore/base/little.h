/*
 * little.h - numbers of a fixed size in bytes that are the same on every machine:
 * little endian.
 */
#ifndef FT_BASE_LITTLE_H
#define FT_BASE_LITTLE_H

#include "base/base.h"

/* Write NUMBER as BYTES bytes; a constant makes it one store. */
static inline void
ft_put_little(void *to, uint64_t number, size_t bytes)
{
	unsigned char *byte = to;

	for (size_t i = 0; i < bytes; i++)
		byte[i] = (unsigned char)(number >> (8 * i));
}

/* Compilers make one load of these expressions. */
static inline uint32_t
ft_get_little_32(const unsigned char *from)
{
	return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
	       (uint32_t)from[3] << 24;
}

static inline uint64_t
ft_get_little_64(const unsigned char *from)
{
	return ft_get_little_32(from) | (uint64_t)ft_get_little_32(from + 4)
					    << 32;
}

#endif
