/*
 * inflate.h - compressed files, read whole.
 */
#ifndef FT_IO_INFLATE_H
#define FT_IO_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define FT_INFLATE_MAX (UINT64_C(1) << 36) /* bytes of text */

/* Returns whether DATA starts as gzip does. */
bool ft_is_gzip(const char *data, size_t size);
/*
 * Unpack gzip DATA, of one or several members, into *text (the caller's,
 * ft_free) of *len bytes.
 * FT_EPARSE: damaged, cut off, or more than FT_INFLATE_MAX.
 */
enum ft_status ft_inflate(const char *data, size_t size, char **text,
    size_t *len, struct ft_error *err);

#endif
