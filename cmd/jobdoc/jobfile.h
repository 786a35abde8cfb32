/*
 * jobfile.h - the files of a job's standard input, output and error.
 *
 * STREAM is "input", "output" or "error".  Source: sbatch(1), filename pattern.
 */
#ifndef FT_CMD_COMMON_JOBFILE_H
#define FT_CMD_COMMON_JOBFILE_H

#include "sim/world/world.h"

/* Append the file as given or by default, with its patterns; of an error that
 * goes where output goes, that file. */
void ft_jobfile_add_pattern(
    struct ft_str *str, const struct ft_job *job, const char *stream);
/* Append its path, with the patterns replaced; those of its nodes only if WORLD
 * is not NULL.  task: of an array that still
 * waits; FT_TASK_NONE: the job's own. */
void ft_jobfile_add(struct ft_str *str, const struct ft_world *world,
    const struct ft_job *job, int32_t task, const char *stream);

#endif
