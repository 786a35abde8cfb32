/*
 * levelbased.h - LEVEL_BASED, what Fair Tree replaced; for comparison.
 *
 * As its authors, Levi Morrison and Ryan Cox, described it in June 2014 (it
 * was in pre-releases of Slurm 14.11): a 64-bit number for each association is
 * cut into buckets, one per level of the tree, the topmost in the most
 * significant bits.  Our reading of it:
 *
 *   - with L levels a bucket has 64 / L bits (rounded down); the bits that are
 *     left over, at the low end, stay 0
 *   - level 1 are the fair-share children of the root, level 2 theirs, ...
 *   - a bucket holds F x (2^bits - 1), cut to an integer, where
 *     F = 2^-(U / S), S is the node's part of its siblings' shares and U its
 *     part of its parent's usage (0 where there is none); S = 0 gives F = 0,
 *     `parent` shares of a user F = 1
 *   - a node's number is its parent's with its own bucket filled in; below the
 *     last level it is its parent's unchanged
 *   - users are sorted by the number, equal ones are tied, and the factor is
 *     their rank / N, as in Fair Tree
 *
 * (They also tried S moved into 0.1..1 to tame small shares; that is left out,
 * as it hides what this is here to show.)
 *
 * What Fair Tree repaired: levels that the number has no room for (all users
 * below are tied), buckets that are too narrow (different values fall into
 * one), and F itself, which is so near to 0 for whoever is far over its share
 * that all of those are tied at 0.
 */
#ifndef FT_ALGO_SHARE_LEVELBASED_H
#define FT_ALGO_SHARE_LEVELBASED_H

#include "algo/share/share.h"

extern const struct ft_algo ft_algo_levelbased;

#endif
