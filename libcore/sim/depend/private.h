/*
 * private.h - shared by the files of dependencies.
 */
#ifndef FT_SIM_DEPEND_PRIVATE_H
#define FT_SIM_DEPEND_PRIVATE_H

#include "sim/world/world.h"

/* item->watched of an element that waits for a delay, not for a job. */
#define FT_DEPEND_TIME UINT32_MAX

/* ---- text.c -------------------------------------------------------------- */

/* Parse TEXT into *item (the caller's) and *n; as ft_world_set_dependency. */
enum ft_refusal ft_depend_parse(
    const char *text, struct ft_depend **item, size_t *n);
/* Set job->dependency to the text of what is left of it. */
void ft_depend_keep_text(struct ft_world *world, struct ft_job *job);

/* ---- evaluate.c ---------------------------------------------------------- */

/*
 * Returns the job that ITEM of JOB names, NULL if it is gone.  If that is an
 * array: its head or, for aftercorr, its task with the index of JOB, which may
 * be NULL.
 */
struct ft_job *ft_depend_target(const struct ft_world *world,
    const struct ft_job *job, const struct ft_depend *item);

/* ---- wait.c -------------------------------------------------------------- */

/* Wake the job WAITER when the job TARGET (numbers) changes, or at a time. */
void ft_depend_watch(struct ft_world *world, uint32_t target, uint32_t waiter);
void ft_depend_watch_time(struct ft_world *world, int64_t at, uint32_t waiter);

#endif
