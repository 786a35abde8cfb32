/*
 * place.h - what is free, and on which nodes a job would run.
 *
 * Nodes are taken in the order of their weight, then of the file: the first
 * that have room.  A set of nodes is a bit per node in that order (its rank),
 * so that nodes without a free CPU cost one bit of a word.
 * Source: slurm.conf(5), SelectType; sbatch(1).
 */
#ifndef FT_SIM_PLACE_H
#define FT_SIM_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/world.h"

/* What is free, from the jobs that run. */
void ft_place_reset(struct ft_world *world);
void ft_place_free(struct ft_world *world);

#endif
