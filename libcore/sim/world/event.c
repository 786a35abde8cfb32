/* Every event is counted and passed to the listeners here. */
#include "sim/world/event.h"

void
ft_run_tell(
    const struct ft_world *world, struct ft_run *run, struct ft_sim_news *news)
{
	news->at = world->now;
	if (!run)
		return;
	run->started += news->event == FT_SIM_START;
	run->ended += news->event == FT_SIM_END;
	if (run->note)
		run->note(run->clock, news);
	if (run->tell)
		run->tell(run->ctx, news);
}
