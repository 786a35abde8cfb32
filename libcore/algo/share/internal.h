/*
 * internal.h - what the algorithms of this folder have in common.
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

/* Returns the usage of NODE as a part of all usage, 0..1. */
ft_real ft_share_norm_usage(const struct ft_share_input *input, uint32_t node);
/* Returns the usage of NODE as a part of PARENT's, 0 when that has none. */
ft_real ft_share_part(
    const struct ft_share_input *input, uint32_t node, uint32_t parent);

/*
 * Returns S of NODE, shares as a part of its level, 0 where that has none; nodes
 * with `parent` shares show that of their parent.  root: what the root has, which
 * is on no level.
 */
double ft_share_norm(const struct ft_tree *tree, const uint64_t *level_shares,
    uint32_t node, double root);

/* Returns 2^-(USAGE/SHARES/DAMPENING), 0 without shares: the classic factor. */
double ft_share_power(ft_real usage, double shares, uint32_t dampening);

/* Returns the place of a user whose factor is rank / n, rank from n down. */
uint32_t ft_share_place(double factor, uint32_t n);

/*
 * Wide functions are compiled twice, and the machine they run on chooses.
 * glibc and a compiler that can; sanitizers start too late for the choosing.
 */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) &&          \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                   \
    !defined(__SANITIZE_THREAD__)
#define FT_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define FT_WIDE
#endif

#endif
