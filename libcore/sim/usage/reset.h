/*
 * reset.h - when all usage is reset: PriorityUsageResetPeriod.
 */
#ifndef FT_SIM_USAGE_RESET_H
#define FT_SIM_USAGE_RESET_H

#include "model/conf/conf.h"

struct ft_world;

/* Returns the first local midnight after LAST that starts a new PERIOD; INT64_MAX
 * never. */
int64_t ft_reset_boundary(enum ft_reset_period period, int64_t last);

/* Returns when usage is reset next if it was last reset at LAST; INT64_MAX
 * never. */
int64_t ft_reset_next(const struct ft_world *world, int64_t last);
/* Returns the last boundary at or before NOW, LAST if there was none since. */
int64_t ft_reset_last(const struct ft_world *world, int64_t last, int64_t now);

#endif
