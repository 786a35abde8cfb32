/*
 * internal.h - what all algorithms need: checks of usage, and shares and usage
 * of a node as fractions (common.c).
 */
#ifndef FT_ALGO_SHARE_INTERNAL_H
#define FT_ALGO_SHARE_INTERNAL_H

#include "algo/share/share.h"

/* FT_OK, or FT_EINVAL when the usage of NODE is negative, infinite or NaN. */
enum ft_status ft_share_check_usage(
    const struct ft_share_input *input, uint32_t node, struct ft_error *err);
/* The same for all nodes. */
enum ft_status ft_share_check_usages(
    const struct ft_share_input *input, struct ft_error *err);

/* Returns the usage of NODE as a fraction of all usage, 0..1. */
ft_real ft_share_norm_usage(const struct ft_share_input *input, uint32_t node);
/* Returns the usage of NODE as a fraction of PARENT's, 0 if that is 0. */
ft_real ft_share_part(
    const struct ft_share_input *input, uint32_t node, uint32_t parent);

/*
 * Returns S of NODE: its shares as a fraction of its level's, 0 if those are 0.
 * A node with `parent` shares has the S of its parent.  root: the S of the root,
 * which is on no level.
 */
double ft_share_norm(const struct ft_tree *tree, const uint64_t *level_shares,
    uint32_t node, double root);

/* Returns 2^-(USAGE/SHARES/DAMPENING), 0 without shares: the classic factor. */
double ft_share_power(ft_real usage, double shares, uint32_t dampening);

/* Returns the place of a user whose factor is rank / n, rank from n down. */
uint32_t ft_share_place(double factor, uint32_t n);

/*
 * Functions with vectors are compiled twice, and the processor decides at load
 * time which one runs.  That needs glibc and a compiler with target_clones;
 * sanitizers are initialised too late for it.
 */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) &&          \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                   \
    !defined(__SANITIZE_THREAD__)
#define FT_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define FT_WIDE
#endif

#endif
