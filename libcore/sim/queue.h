/*
 * queue.h - who waits, in the order in which the schedulers look at them.
 */
#ifndef FT_SIM_QUEUE_H
#define FT_SIM_QUEUE_H

#include "sim/world.h"

/* Forget the order; it is made anew when somebody needs it. */
void ft_queue_reset(struct ft_world *world);
void ft_queue_free(struct ft_world *world);
/* JOB changed: see ft_world_changed. */
void ft_queue_changed(struct ft_world *world, const struct ft_job *job);

#endif
