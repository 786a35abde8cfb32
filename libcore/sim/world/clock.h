/*
 * clock.h - instants that recur: decay passes and checks of time limits.
 */
#ifndef FT_SIM_WORLD_CLOCK_H
#define FT_SIM_WORLD_CLOCK_H

#include "sim/world/world.h"

/* Returns the time of the last decay pass: now, or less than a period ago. */
int64_t ft_world_last_pass(const struct ft_world *world);
/*
 * Returns when a limit that ends at END is noticed: slurmctld checks time
 * limits every 30 s, and we do so at multiples of 30 s from a decay pass on.
 */
int64_t ft_world_limit_check(const struct ft_world *world, int64_t end);

#endif
