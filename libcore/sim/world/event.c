/* Every event is counted and passed to the listeners here. */
#include "sim/world/event.h"

void
ft_run_report(const struct ft_world *world, struct ft_run *run,
    struct ft_sim_event *event)
{
	event->at = world->now;
	if (!run)
		return;
	run->started += event->kind == FT_SIM_START;
	run->ended += event->kind == FT_SIM_END;
	if (run->observe)
		run->observe(run->clock, event);
	if (run->report)
		run->report(run->ctx, event);
}
