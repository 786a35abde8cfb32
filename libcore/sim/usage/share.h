/*
 * share.h - shares and fair-share factors as of the last decay pass.
 */
#ifndef FT_SIM_USAGE_SHARE_H
#define FT_SIM_USAGE_SHARE_H

#include "sim/world/world.h"

/* Returns what shares are computed from: the tree and its usage. */
struct ft_share_input ft_world_share_input(struct ft_world *world);
/* Compute world->share unless it is valid. */
enum ft_status ft_world_share(struct ft_world *world, struct ft_error *err);

#endif
