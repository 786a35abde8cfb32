/*
 * inflate.h - compressed files, read whole.
 */
#ifndef FT_IO_TEXT_INFLATE_H
#define FT_IO_TEXT_INFLATE_H

#include "base/bound.h"

/* Returns whether DATA starts as gzip does. */
bool ft_is_gzip(const char *data, size_t size);
/*
 * Unpack gzip DATA, of one or several members, into TEXT, which is empty.
 * FT_EPARSE: damaged or cut off.  FT_EINVAL: more than a file of KIND may have.
 * Nothing is left in TEXT then.
 */
struct ft_str;
enum ft_status ft_inflate(enum ft_bound kind, const char *data, size_t size,
    struct ft_str *text, struct ft_error *err);

#endif
