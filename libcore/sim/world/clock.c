/* Instants that recur: decay passes and checks of time limits. */
#include "sim/world/clock.h"

#define LIMIT_CHECK 30 /* seconds between two checks of time limits */

int64_t
ft_world_last_pass(const struct ft_world *world)
{
	int64_t since = world->now - world->decayed;
	int64_t over;

	if (world->period <= 0 || (since >= 0 && since < world->period))
		return world->decayed;
	over = since % world->period;
	return world->now - (over < 0 ? over + world->period : over);
}

int64_t
ft_world_limit_check(const struct ft_world *world, int64_t end)
{
	int64_t phase = (end - world->decayed) % LIMIT_CHECK;

	if (phase < 0)
		phase += LIMIT_CHECK;
	return phase ? end + LIMIT_CHECK - phase : end;
}
