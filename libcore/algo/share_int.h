/*
 * share_int.h - what the algorithms of this folder have in common.
 */
#ifndef FT_ALGO_SHARE_INT_H
#define FT_ALGO_SHARE_INT_H

#include <stdbool.h>

#include "algo/share.h"

/* FT_OK, or FT_EINVAL when the usage of NODE is negative, infinite or NaN. */
enum ft_status ft_share_check_usage(
    const struct ft_share_input *input, uint32_t node, struct ft_error *err);
/* The same for all nodes. */
enum ft_status ft_share_check_usages(
    const struct ft_share_input *input, struct ft_error *err);

/* Returns the sum of shares of the family of ACCT; wraps, as Slurm's does. */
uint32_t ft_share_sum(const struct ft_tree *tree, uint32_t acct);

/* Returns the usage of NODE as a part of all usage, 0..1. */
ft_real ft_share_norm_usage(const struct ft_share_input *input, uint32_t node);
/* Returns the usage of NODE as a part of PARENT's, 0 when that has none. */
ft_real ft_share_part(
    const struct ft_share_input *input, uint32_t node, uint32_t parent);

/* Returns the place of a user whose factor is rank / n, rank from n down. */
uint32_t ft_share_place(double factor, uint32_t n);

#endif
