/* private.h - cells and clauses that sentences, page and document share. */
#ifndef FT_REPORT_EXPLAIN_PRIVATE_H
#define FT_REPORT_EXPLAIN_PRIVATE_H

#include "algo/solve/solve.h"
#include "report/explain/explain.h"

#define FT_EXPLAIN_DIGITS 6 /* of S, U and LF, as fshare prints them */

/* Returns whether the asking user may see the numbers of NODE. */
bool ft_explain_may(const struct ft_explain *explain, uint32_t node);
/* Returns whether A and B are the children of one fair-share parent. */
bool ft_explain_siblings(
    const struct ft_explain *explain, uint32_t a, uint32_t b);
/* Texts that live as long as EXPLAIN. */
/* "bob", or "bob@chem" if he has several; "chem" of accounts. */
const char *ft_explain_name(const struct ft_explain *explain, uint32_t node);
/* A level fairshare with DIGITS decimals, or inf. */
const char *ft_explain_level(
    const struct ft_explain *explain, ft_real level_fs, int digits);
/* "parent", or the number of shares. */
const char *ft_explain_shares(const struct ft_explain *explain, uint32_t node);
/* " (near tie: LF 1.000000, 9.3e-17 apart)" of two that look equal; or "". */
const char *ft_explain_near(
    const struct ft_explain *explain, ft_real a, ft_real b);
/* Why a level fairshare is no quotient: ", no usage"; or "". */
const char *ft_explain_reason(
    const struct ft_explain *explain, const struct ft_explain_step *step);
/* How the factor of NODE comes about: "2^-(0.5 / 0.25)". */
const char *ft_explain_formula(const struct ft_explain *explain, uint32_t node);
/* The sum of shares on NODE's level. */
uint64_t ft_explain_level_shares(
    const struct ft_explain *explain, uint32_t node);
/*
 * Find what would move the step AT of PATH ahead of its rival, and the places it
 * leads to (0: no shares do it); returns false if there is nothing.
 */
bool ft_explain_find_next(const struct ft_explain *explain,
    const struct ft_explain_path *path, size_t at, struct ft_flip *found,
    struct ft_solve_change *change);
/* Append "bob would be 41st of 315", "chem would have places 12 to 40 of 315". */
void ft_explain_add_would(const struct ft_explain *explain,
    const struct ft_solve_change *change, struct ft_str *str);
/*
 * Level based: the bits of NODE's own level in the number of user USER, and
 * the value they hold as a part of the most they can; false: there are none.
 */
bool ft_explain_bucket(const struct ft_explain *explain, size_t level,
    uint32_t node, uint64_t *bits, double *part);

/* Only Fair Tree reports events; the others are explained from results. */
static inline bool
ft_explain_is_walk(const struct ft_explain *explain)
{
	return explain->algo->level_fs;
}

#endif
