/*
 * check.h - find all damage of a store; save what is intact.
 *
 * Works on a copy in memory, so the store is only read; also works on stores that
 * ft_store_open refuses.
 */
#ifndef FT_STORE_CHECK_CHECK_H
#define FT_STORE_CHECK_CHECK_H

#include "store/store.h"

/* Receives one problem: a line without the path; text from the store masked. */
typedef void ft_problem_fn(void *ctx, const char *text);

/* Receives the problems and the progress. */
struct ft_check_to {
	ft_problem_fn *fn;
	void *ctx;
	struct ft_meter *meter; /* NULL: nobody watches */
};

/*
 * Pass every problem of the store PATH to TO; *n: how many there are.  Checks the
 * schema, pages and indexes, each value (column.def), references, and what
 * reading trees, eras and charges would refuse.
 * FT_ENOENT, FT_EFOREIGN: PATH is not a store at all; FT_ENEWER; FT_EIO.
 */
enum ft_status ft_store_check(const char *path, const struct ft_check_to *to,
    size_t *n, struct ft_error *err);
/*
 * Save the intact rows of the store PATH as a new store COPY, which must not exist.
 * Rows with a wrong value or a reference to a missing row are mended or left out,
 * and reported to TO.  COPY passes ft_store_check.  FT_EFOREIGN: no cluster with a
 * root association is left.
 */
enum ft_status ft_store_repair(const char *path, const char *copy,
    const struct ft_check_to *to, struct ft_error *err);

#endif
