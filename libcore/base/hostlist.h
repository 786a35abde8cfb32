/*
 * hostlist.h - comma lists with bracket ranges: n[001-004,7],x -> n001 n002 ...
 *
 * Several brackets make the product, the last one varying fastest; leading
 * zeros fix the width.  Used for node names and for lists of names in commands.
 */
#ifndef FT_BASE_HOSTLIST_H
#define FT_BASE_HOSTLIST_H

#include <stddef.h>

#include "base/error.h"

#define FT_HOSTLIST_MAX 65536 /* names one expression may give */

/* Called once per name; returns FT_OK to go on, anything else stops. */
typedef enum ft_status ft_hostlist_fn(
    void *ctx, const char *name, size_t len, struct ft_error *err);

/*
 * Call FN for each name TEXT stands for, in order; empty elements are skipped.
 * FT_EPARSE: bad bracket; FT_EINVAL: more than FT_HOSTLIST_MAX names; or what
 * FN returned.
 */
enum ft_status ft_hostlist_each(
    const char *text, ft_hostlist_fn *fn, void *ctx, struct ft_error *err);

#endif
