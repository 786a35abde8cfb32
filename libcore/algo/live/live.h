/*
 * live.h - Fair Tree kept up to date: when the usage of one user changes, its
 * new rank is known without ranking all users again.
 *
 * Time alone changes no rank.  Exponential decay multiplies all usage of a
 * cluster by the same number, and every level fairshare is a ratio of shares
 * and of usage to the parent's usage, so the order stays.  A charge changes
 * usage on one path from a user to the root; on each level of it, one child
 * moves among its siblings.
 *
 * Exact to the bit: at every moment, rank and FairShare of every user are those
 * of ft_share_run (algo/share/share.h, Fair Tree with the same ties) for the
 * usage that ft_live_usage reports.  Nearly equal siblings are compared by the
 * numbers that would be reported, so the same roundings decide all ties.
 *
 * Not exact: the usage itself.  Each usage is kept as it was at an earlier
 * time, with one common factor for all, and is rounded when it is read.
 * slurmctld multiplies each usage at each step, and so rounds at each step.
 * The last bits of the two may differ, and with them ties that depend on the
 * last bit (equal shares and equal usage tie in both).  Without decay, the sums
 * are the same to the bit.  A usage below 2^-7992 counts as none, one above
 * 2^7992 as 2^7992.
 *
 * Costs: a charge or a question takes O(depth x log siblings).  Now and then a
 * charge splits a block of siblings, in O(siblings / 64), or moves all of them,
 * which is O(1) per charge on average.  Exceptions: documented ties rank tied
 * accounts together, so a question about a user below one of m tied ones takes
 * m searches (none if all above it is unused).  A level fairshare of exactly
 * 4294967294, Slurm's mark for "none", at the top of its level takes one full
 * run, and so does each decay by a total of 2^1000.
 */
#ifndef FT_ALGO_LIVE_LIVE_H
#define FT_ALGO_LIVE_LIVE_H

#include "algo/share/share.h"

struct ft_live; /* opaque */

/*
 * Returns the state for INPUT, which the caller frees; its tree is borrowed
 * until then, its usage is copied.  NULL, with a message in ERR, where
 * ft_share_run would fail.  O(n log n).
 */
struct ft_live *ft_live_new(
    const struct ft_share_input *input, struct ft_error *err);
void ft_live_free(struct ft_live *live); /* NULL is fine */
/* Add AMOUNT to the usage of USER (a tree node); if it is negative, usage
 * falls, but not below 0. */
void ft_live_charge(struct ft_live *live, uint32_t user, ft_real amount);
/* Multiply all usage by FACTOR >= 0, in O(1); 0 is a reset. */
void ft_live_decay(struct ft_live *live, ft_real factor);
/* Returns FairShare of USER as sshare would print it now. */
double ft_live_factor(struct ft_live *live, uint32_t user);
/* Set USAGE[tree->n] to the total usage of each node now. */
void ft_live_usage(const struct ft_live *live, ft_real *usage);

#endif
