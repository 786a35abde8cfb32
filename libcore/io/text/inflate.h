/*
 * inflate.h - decompress gzip data in memory.
 */
#ifndef FT_IO_TEXT_INFLATE_H
#define FT_IO_TEXT_INFLATE_H

#include "base/bound.h"

/* Returns whether DATA starts like gzip. */
bool ft_is_gzip(const char *data, size_t size);
/*
 * Decompress gzip DATA, of one or several members, into TEXT, which is empty.
 * FT_EPARSE: damaged or truncated; FT_EINVAL: larger than a file of KIND may be.
 * After an error TEXT is empty.
 */
struct ft_str;
enum ft_status ft_inflate(enum ft_bound kind, const char *data, size_t size,
    struct ft_str *text, struct ft_error *err);

#endif
