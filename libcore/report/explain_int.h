/* explain_int.h - what the files of explain share. */
#ifndef FT_REPORT_EXPLAIN_INT_H
#define FT_REPORT_EXPLAIN_INT_H

#include "report/explain.h"

#define FT_EXPLAIN_DIGITS 6 /* of S, U and LF, as fshare prints them */

/* Returns whether numbers of NODE may be told to who asks. */
bool ft_explain_may(const struct ft_explain *explain, uint32_t node);
/* Returns whether A and B are the children of one fair-share parent. */
bool ft_explain_siblings(
    const struct ft_explain *explain, uint32_t a, uint32_t b);
/* Append a level fairshare with DIGITS decimals, or inf. */
void ft_explain_add_level(struct ft_str *str, ft_real level_fs, int digits);
/* Append why a level fairshare is no quotient: ", no usage"; or nothing. */
void ft_explain_add_reason(const struct ft_explain *explain,
    const struct ft_explain_step *step, struct ft_str *str);
/* Append "3.2 days", "5 hours", "2 minutes". */
void ft_explain_add_duration(struct ft_str *str, int64_t seconds);
/* "parent", or the number of shares. */
void ft_explain_add_shares(
    const struct ft_explain *explain, uint32_t node, struct ft_str *str);
/* The sum of shares NODE's are a part of. */
uint64_t ft_explain_level_shares(
    const struct ft_explain *explain, uint32_t node);
/* The command that gives NODE that many shares. */
void ft_explain_add_command(const struct ft_explain *explain, uint32_t node,
    uint64_t shares, struct ft_str *str);
/*
 * Level based: the bits of NODE's own level in the number of user USER, and
 * the value they hold as a part of the most they can; false: there are none.
 */
bool ft_explain_bucket(const struct ft_explain *explain, size_t level,
    uint32_t node, uint64_t *bits, double *part);

/* Fair Tree's way is told by events, the others' by results. */
static inline bool
ft_explain_is_walk(const struct ft_explain *explain)
{
	return explain->algo->level_fs;
}

#endif
