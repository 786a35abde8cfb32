/*
 * reset_private.h - boundaries of PriorityUsageResetPeriod, local time.
 */
#ifndef FT_SIM_USAGE_RESET_PRIVATE_H
#define FT_SIM_USAGE_RESET_PRIVATE_H

#include "base/base.h"

struct ft_world;

/* When usage is reset next if the last reset was at LAST; INT64_MAX never. */
int64_t ft_reset_next(const struct ft_world *world, int64_t last);
/* The last boundary at NOW or before, LAST if none came since. */
int64_t ft_reset_last(const struct ft_world *world, int64_t last, int64_t now);

#endif
