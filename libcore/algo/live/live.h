/*
 * live.h - Fair Tree kept up to date: one user's usage changes, and its new
 * rank is known without ranking all again.
 *
 * Time alone changes nothing: under exponential decay all usage of a cluster is
 * multiplied by the same number, every level fairshare is a ratio of shares and
 * of usage to the parent's, so the order stays.  A charge touches one path from
 * a user to the root; on each level one child moves among its siblings.
 *
 * What is equal to the bit: at every moment, rank and FairShare of every user
 * are those of ft_share_run with algo/share/share.h's fairtree and the same ties
 * over the usage that ft_live_usage reports.  All ties are then decided by the
 * same roundings: nearly equal siblings are compared in the numbers that would
 * be reported.
 *
 * What is not: the usage itself.  A usage is kept as it was at some earlier
 * time, with one common factor for all, and is rounded when it is read.
 * Multiplying each usage at each step, as slurmctld does, rounds at each step,
 * so that the last bits of the two differ, and with them ties that live in the
 * last bit (equal shares and equal usage always tie, in both).  With no decay
 * the sums are the same to the bit.  A usage below 2^-7992 is taken as none,
 * one above 2^7992 as that.
 *
 * Costs: a charge or a question takes O(depth x log siblings).  Now and then a
 * charge splits a block of siblings, O(siblings / 64), or moves all of them, of
 * which each charge bears O(1).  Exceptions: documented ties rank tied accounts
 * together, so a question about a user below one of m tied ones takes m searches
 * (none when all above it is unused); a level fairshare of exactly 4294967294
 * (Slurm's mark for "none") at the top of its level costs one full run, and so
 * does each decay by 2^1000 in all.
 */
#ifndef FT_ALGO_LIVE_LIVE_H
#define FT_ALGO_LIVE_LIVE_H

#include "algo/share/share.h"

struct ft_live; /* opaque */

/*
 * Take over INPUT (tree borrowed as long as the result lives, usage copied).
 * Returns the caller's, NULL with err: as ft_share_run would fail.  O(n log n).
 */
struct ft_live *ft_live_new(
    const struct ft_share_input *input, struct ft_error *err);
void ft_live_free(struct ft_live *live); /* NULL is fine */
/* USER (a tree node) used AMOUNT more; negative takes away, not below 0. */
void ft_live_charge(struct ft_live *live, uint32_t user, ft_real amount);
/* Usage of all is multiplied by FACTOR >= 0: costs nothing; 0 is a reset. */
void ft_live_decay(struct ft_live *live, ft_real factor);
/* FairShare of USER as sshare would print it now, and its rank, 1 best. */
double ft_live_factor(struct ft_live *live, uint32_t user);
uint32_t ft_live_rank(struct ft_live *live, uint32_t user);
/* Totals by node as they are now, into usage[tree->n]. */
void ft_live_usage(const struct ft_live *live, ft_real *usage);

#endif
