/*
 * depend_int.h - shared by the files of dependencies.
 */
#ifndef FT_SIM_DEPEND_INT_H
#define FT_SIM_DEPEND_INT_H

#include "sim/world.h"

/* One more than the highest array index a dependency may name. */
#define FT_DEPEND_TASKS 4000001

/*
 * The job that ITEM of JOB (NULL: none in particular) names: of a whole array
 * its head; NULL if there is none any more.
 */
struct ft_job *ft_depend_target(const struct ft_world *world,
    const struct ft_job *job, const struct ft_depend *item);
/* job->dependency as text of what is left. */
void ft_depend_keep_text(struct ft_world *world, struct ft_job *job);

#endif
