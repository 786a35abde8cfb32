/*
 * check.h - all that is wrong with a store, and what is whole of it saved.
 *
 * Works on a copy in memory, so the store is only read, and on stores that
 * ft_store_open refuses.
 */
#ifndef FT_STORE_CHECK_H
#define FT_STORE_CHECK_H

#include "store/store.h"

/* Receives one problem: a line without the path; text from the store masked. */
typedef void ft_problem_fn(void *ctx, const char *text);

/*
 * Hand FN all that is wrong with the store PATH; *n: how many problems that
 * is.  Checked are its schema, pages and indexes, each value (column.def),
 * references, and what the readers of trees, eras and charges would refuse.
 * FT_ENOENT, FT_EFOREIGN: PATH is no store at all; FT_ENEWER; FT_EIO.
 */
enum ft_status ft_store_check(const char *path, ft_problem_fn *fn, void *ctx,
    size_t *n, struct ft_error *err);
/*
 * Save the rows of the store PATH that are whole as a new store TO, which must
 * not exist: without rows that hold a wrong value or refer to rows that are not
 * there.  FN gets each of the *n rows that were left out or changed.  TO
 * passes ft_store_check.  FT_EFOREIGN: no cluster with a root is left.
 */
enum ft_status ft_store_repair(const char *path, const char *to,
    ft_problem_fn *fn, void *ctx, size_t *n, struct ft_error *err);

#endif
