/*
 * optiontext.h - options of sbatch as squeue and scontrol print them.
 *
 * Only options without a field in struct ft_job: see model/job/joboption.h.
 */
#ifndef FT_CMD_COMMON_OPTIONTEXT_H
#define FT_CMD_COMMON_OPTIONTEXT_H

#include "model/job/job.h"

/* Append the option KEY ("network") of JOB, as squeue prints it, or NONE if it was
 * not given.  Returns whether it was. */
bool ft_optiontext_add(struct ft_str *str, const struct ft_job *job,
    const char *key, const char *none);
/* Append "CPU_min_freq=Low CPU_max_freq=High Governor=OnDemand" for
 * "low-high:ondemand"; nothing if TEXT is empty. */
void ft_optiontext_add_frequency(struct ft_str *str, const char *text);
/* Seconds of --delay-boot; 0: not given. */
int64_t ft_optiontext_delay(const struct ft_job *job);
/* Append the types of mail that would be sent: "END,FAIL". */
void ft_optiontext_add_mail(struct ft_str *str, const struct ft_job *job);
/* Append all options of JOB that Slurm does not show: "--export=NONE --no-kill".
 */
void ft_optiontext_add_rest(struct ft_str *str, const struct ft_job *job);

#endif
