/*
 * unrunnabletext.h - why a job can never start, as a clause.
 */
#ifndef FT_CMD_COMMON_UNRUNNABLETEXT_H
#define FT_CMD_COMMON_UNRUNNABLETEXT_H

#include "sim/why/unrunnable.h"

/*
 * If JOB can never start in any of its partitions, append the clauses, each
 * partition's after "; " (str NULL: none); returns whether that is so.
 */
bool ft_unrunnabletext_add_all(
    struct ft_str *str, struct ft_world *world, const struct ft_job *job);

#endif
