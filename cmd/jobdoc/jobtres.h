/*
 * jobtres.h - the resources that options of sbatch ask for, as Slurm shows them.
 *
 * Source: sbatch(1), --gres, --gpus and the like; case z44.
 */
#ifndef FT_CMD_COMMON_JOBTRES_H
#define FT_CMD_COMMON_JOBTRES_H

#include "sim/world/world.h"

/* Append the option KEY ("tres_per_node", "mem_per_tres", "tres_bind"...);
 * returns whether the job has it. */
bool ft_jobtres_add(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, const char *key);

#endif
