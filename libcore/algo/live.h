/*
 * live.h - Fair Tree kept up to date: one user's usage changes, and its new
 * rank is known without ranking all again.
 *
 * Time alone changes nothing: under exponential decay all usage of a cluster is
 * multiplied by the same number, every level fairshare is a ratio of shares and
 * of usage to the parent's, so the order stays.  A charge touches one path from
 * a user to the root; on each level one child moves among its siblings.
 * Ranks are those of algo/share.h's fairtree to the bit, ties included.
 */
#ifndef FT_ALGO_LIVE_H
#define FT_ALGO_LIVE_H

#include "algo/share.h"

struct ft_live; /* opaque */

/* Take over INPUT (tree borrowed as long as the result lives, usage copied);
 * NULL with err: as ft_share_run would fail. */
struct ft_live *ft_live_new(
    const struct ft_share_input *input, struct ft_error *err);
void ft_live_free(struct ft_live *live);
/* USER (a tree node) used AMOUNT more; negative takes away, not below 0. */
void ft_live_charge(struct ft_live *live, uint32_t user, ft_real amount);
/* Usage of all is multiplied by FACTOR > 0: costs nothing. */
void ft_live_decay(struct ft_live *live, ft_real factor);
/* FairShare of USER as sshare would print it now, and its rank, 1 best. */
double ft_live_factor(struct ft_live *live, uint32_t user);
uint32_t ft_live_rank(struct ft_live *live, uint32_t user);
/* Totals by node as they are now, into usage[tree->n]. */
void ft_live_usage(const struct ft_live *live, ft_real *usage);

#endif
