/*
 * hostlist.h - comma lists with bracket ranges: n[001-004,7],x -> n001 n002 ...
 *
 * Several brackets make the product, the last one varying fastest; leading
 * zeros fix the width.  Used for node names and for lists of names in commands.
 */
#ifndef FT_BASE_TEXT_HOSTLIST_H
#define FT_BASE_TEXT_HOSTLIST_H

#include "base/base.h"

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
/* The same of nodes, which blanks may separate, too. */
enum ft_status ft_hostlist_nodes(
    const char *text, ft_hostlist_fn *fn, void *ctx, struct ft_error *err);

/*
 * The inverse: append NAMES (n of them, in this order), consecutive numbers as
 * ranges in brackets: "n[1-3,7],x".
 */
void ft_hostlist_fold(struct ft_str *str, const char *const *name, size_t n);
/* Order of names as Slurm lists them: by what is before the number at the
 * end, then by the number, then by its zeros. */
int ft_hostlist_compare(const char *x, const char *y);

#endif
