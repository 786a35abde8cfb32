/*
 * private.h - shared by the files of dependencies.
 */
#ifndef FT_SIM_DEPEND_PRIVATE_H
#define FT_SIM_DEPEND_PRIVATE_H

#include "sim/world/world.h"

/* One more than the highest array index a dependency may name. */
#define FT_DEPEND_TASKS 4000001

/*
 * The job that ITEM of JOB (NULL: none in particular) names: of a whole array
 * its head; NULL if there is none any more.
 */
struct ft_job *ft_depend_target(const struct ft_world *world,
    const struct ft_job *job, const struct ft_depend *item);
#define FT_DEPEND_TIME UINT32_MAX /* watched: minutes have to pass */

/* The job WAITER (numbers) is looked at again once something happens to TARGET,
 * or at a time. */
void ft_depend_watch(struct ft_world *world, uint32_t target, uint32_t waiter);
void ft_depend_watch_time(struct ft_world *world, int64_t at, uint32_t waiter);
/* The next that is to be looked at: *i from 0 on; false: none, the list is
 * empty then. */
bool ft_depend_next_woken(struct ft_world *world, size_t *i, uint32_t *number);
/* Returns whether the job can never be free to go. */
bool ft_depend_is_hopeless(const struct ft_job *job);
/* Returns whether it is an array whose tasks wait for one task each. */
bool ft_depend_is_to_be_split(const struct ft_job *job);
/* job->dependency as text of what is left. */
void ft_depend_keep_text(struct ft_world *world, struct ft_job *job);

#endif
