/*
 * shares.h - the key fairshare.NAME of a grid: other raw shares in the tree of
 * the store.
 */
#ifndef FT_CMD_FSIM_SWEEP_SHARES_H
#define FT_CMD_FSIM_SWEEP_SHARES_H

#include "fsim/sweep/sweep.h"

/*
 * Change the shares in SOURCE's copy of the store as POINT says; nothing without
 * such a key.  FT_EINVAL: there is no store, or no such account or user; the
 * message may be printed already.
 */
enum ft_status sweep_shares_set(const struct sweep_grid *grid, size_t point,
    struct fsim_source *source, struct ft_error *err);
/* The same for each value of each key on a copy, to see whether it can be done. */
enum ft_status sweep_shares_check(const struct sweep_grid *grid,
    struct fsim_source *source, struct ft_error *err);

#endif
