/*
 * depend.h - jobs that wait for others: --dependency.
 *
 * Source: sbatch(1), --dependency.
 */
#ifndef FT_SIM_DEPEND_DEPEND_H
#define FT_SIM_DEPEND_DEPEND_H

#include "sim/world/world.h"

/*
 * Parse TEXT into job->depend and look at it: what is fulfilled is left out,
 * so that a job that waits for nothing has n_depend 0.  job->user and name
 * must be set.  FT_REFUSE_DEPENDENCY, _CIRCULAR, _UNSUPPORTED or NONE.
 */
enum ft_refusal ft_world_set_dependency(
    struct ft_world *world, struct ft_job *job, const char *text);
/* Look again at what JOB waits for, and say so as its reason; returns whether
 * it is free to go. */
bool ft_world_depends(struct ft_world *world, struct ft_job *job);
/*
 * Look at the jobs whose dependencies something happened to since the last
 * call: each run of a scheduler starts with it.  Who is free has n_depend 0
 * afterwards and is eligible; who never can be is cancelled if it asked for
 * that; arrays that wait task by task are split.
 */
void ft_depend_settle(struct ft_world *world);
/* When minutes that somebody waits for will have passed, INT64_MAX never. */
int64_t ft_depend_next(const struct ft_world *world);
/* Such a time may have come: returns whether a scheduler should look. */
bool ft_depend_tick(struct ft_world *world);
/* JOB was listed, changed, or is about to go: world.c. */
void ft_depend_changed(struct ft_world *world, const struct ft_job *job);
void ft_depend_reset(struct ft_world *world); /* from all jobs */
void ft_depend_free(struct ft_world *world);
/* "afterok:1(unfulfilled)", as squeue %E; appended; nothing if none. */
void ft_job_add_dependency(struct ft_str *str, const struct ft_job *job);

#endif
