/*
 * suspend.h - subordination's decisions are carried out.
 */
#ifndef FT_SIM_RESEARCH_SUSPEND_SUSPEND_H
#define FT_SIM_RESEARCH_SUSPEND_SUSPEND_H

#include "sim/research/subordination/subordination.h"
#include "sim/world/event.h"

/* Time begins to pass: correct what other commands and new settings have left;
 * a job suspended for nobody is resumed, ... */
void ft_subordination_begin(struct ft_world *world, struct ft_run *run);
/*
 * Make the passes for everything noted, in its order: jobs are suspended, resumed
 * or requeued, and RUN gets the events.  Not while a scheduler walks the queue.
 */
void ft_subordination_settle(struct ft_world *world, struct ft_run *run);
/* The sink of the hosts: apply NEWS to the job it concerns. */
ft_slotwise_sink ft_subordination_apply;

#endif
