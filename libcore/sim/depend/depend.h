/*
 * depend.h - jobs that wait for others: --dependency.
 *
 * Because of an index by the job that is waited for (wait.c), the end of a job
 * takes time only for the jobs that wait for it.  Source: sbatch(1),
 * --dependency.
 */
#ifndef FT_SIM_DEPEND_DEPEND_H
#define FT_SIM_DEPEND_DEPEND_H

#include "sim/world/world.h"

/*
 * Parse TEXT into job->depend and evaluate it.  Fulfilled elements are left out,
 * so a job that waits for nothing has n_depend 0.  job->user and job->name must
 * be set.  FT_REFUSE_DEPENDENCY, _CIRCULAR, _UNSUPPORTED or NONE.
 */
enum ft_refusal ft_world_set_dependency(
    struct ft_world *world, struct ft_job *job, const char *text);
/* Evaluate the dependency of JOB again and set its reason; returns whether it
 * no longer waits for anything. */
bool ft_world_depends(struct ft_world *world, struct ft_job *job);
/* Append "afterok:1(unfulfilled)", as squeue %E prints it; nothing if none. */
void ft_job_add_dependency(struct ft_str *str, const struct ft_job *job);

/* Returns whether the dependency can never be fulfilled. */
bool ft_depend_is_hopeless(const struct ft_job *job);
/* Returns whether JOB is an array of which each task waits for a task of its own
 * (aftercorr): it has to be split up first. */
bool ft_depend_is_to_be_split(const struct ft_job *job);

/* ---- wait.c: which job waits for which ----------------------------------- */

/* Update the index after JOB was listed or changed, or before it is freed. */
void ft_depend_changed(struct ft_world *world, const struct ft_job *job);
/* Index all jobs again. */
void ft_depend_reset(struct ft_world *world);
void ft_depend_free(struct ft_world *world);
/* Get the number of the next job for which something happened; *i is 0 at
 * first.  Returns false if there are no more, and empties the list. */
bool ft_depend_next_woken(struct ft_world *world, size_t *i, uint32_t *number);
/* Returns when the next delay of a dependency ("after:1+MINUTES") is over;
 * INT64_MAX never. */
int64_t ft_depend_next(const struct ft_world *world);
/* Wake the jobs whose delay is over; returns whether there were any. */
bool ft_depend_tick(struct ft_world *world);

#endif
