/*
 * run.h - time passes: jobs arrive, schedulers run, jobs end, usage decays.
 */
#ifndef FT_SIM_RUN_RUN_H
#define FT_SIM_RUN_RUN_H

#include "sim/world/event.h"

/*
 * Let time pass as RUN says; world->now moves, and whatever changed is marked to
 * be saved.  Fails only if shares cannot be computed.
 */
enum ft_status ft_world_run(
    struct ft_world *world, struct ft_run *run, struct ft_error *err);

#endif
