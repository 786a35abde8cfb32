/*
 * life.h - a world is set up and freed.
 *
 * Order: ft_world_init; the loader fills cluster, book, tree, names and times;
 * ft_world_ready; the loader adds the jobs (job/job.h); ft_world_settle.
 */
#ifndef FT_SIM_RUN_LIFE_H
#define FT_SIM_RUN_LIFE_H

#include "sim/world/world.h"

/* An empty world of CONF, which is borrowed. */
void ft_world_init(struct ft_world *world, const struct ft_conf *conf);
void ft_world_free(struct ft_world *world);
/* Read settings and the machine, and build the look-up tables.  FT_EINVAL or
 * FT_EPARSE if the settings are bad. */
enum ft_status ft_world_ready(struct ft_world *world, struct ft_error *err);
/* Compute limits in use, free resources and the queue from the jobs added. */
void ft_world_settle(struct ft_world *world);

#endif
