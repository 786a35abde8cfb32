/*
 * fairtree.h - Fair Tree: ranks users by comparing siblings only.
 *
 * Siblings are sorted by level fairshare and visited best first; an account is
 * entered before its next sibling is visited, so all its users rank before
 * those of a worse sibling.  Sources: fair_tree.html of Slurm's documentation;
 * ties and rounding: man/fairtree.7.
 */
#ifndef FT_ALGO_SHARE_FAIRTREE_H
#define FT_ALGO_SHARE_FAIRTREE_H

#include "algo/share/share.h"

extern const struct ft_algo ft_algo_fairtree;

#endif
