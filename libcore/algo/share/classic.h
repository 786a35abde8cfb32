/*
 * classic.h - the classic fair-share factor, 2^-(usage / shares).
 *
 * The shares of a node are the product of the fractions on the way down the
 * tree; its usage is mixed with that of its parent.  With depth oblivious, the
 * parent's use counts more the further it is from its target.  Sources:
 * classic_fair_share.html and priority_multifactor3.html of Slurm's
 * documentation; man/fairtree.7.
 *
 * With depth oblivious, the usage of siblings enters.  Slurm computes accounts
 * top down, and users after all accounts, when somebody asks; siblings whose turn
 * is still to come count with their usage of the pass before.  In the first pass
 * of a slurmctld that is a marker for "not computed", 4294967294.
 */
#ifndef FT_ALGO_SHARE_CLASSIC_H
#define FT_ALGO_SHARE_CLASSIC_H

#include "algo/share/share.h"

extern const struct ft_algo ft_algo_classic;

#endif
