/* sluid.h - Slurm's identifier of a job that is unique among clusters. */
#ifndef FT_MODEL_JOB_SLUID_H
#define FT_MODEL_JOB_SLUID_H

#include "base/text/str.h"
#include "model/job/job.h"

/*
 * Append the SLUID of JOB in the cluster NAME: "s" and 13 digits of base 32.
 * Later submission sorts later; jobs of one second by their numbers.
 */
void ft_job_add_sluid(
    struct ft_str *str, const struct ft_job *job, const char *name);

#endif
