/*
 * joboption.h - the options of sbatch that are not fields of a job.
 *
 * struct ft_job keeps it as a JSON object of texts, {"mail_user":"ann"}: most
 * jobs have none, and most of it is only shown.  What decides where a job fits
 * and what it is charged is read once, as numbers, into its shape.
 * Source: sbatch(1), scontrol(1).
 */
#ifndef FT_MODEL_JOB_JOBOPTION_H
#define FT_MODEL_JOB_JOBOPTION_H

#include "model/job/job.h"

/* Append the value of KEY ("mail_user") to VALUE; returns whether the job has
 * one.  VALUE may be NULL. */
bool ft_job_option(
    const struct ft_job *job, const char *key, struct ft_str *value);
/* Append OPTIONS with KEY set to VALUE, or removed if VALUE is NULL.  Appends
 * nothing if no option is left. */
void ft_job_option_put(struct ft_str *json, const char *options,
    const char *key, const char *value);
/* Append the QOS that JOB asks for ("low,top") to LIST, which may be NULL; false
 * if it does not ask for several. */
bool ft_job_asks_qos(const struct ft_job *job, struct ft_str *list);
/* Mail events in Slurm's order, ended by NULL; ALL means the six after the
 * first. */
extern const char *const ft_job_mail_types[];
/* Whether the comma list TEXT consists of such events, ALL or NONE; ONE: whether it
 * has one. */
bool ft_job_knows_mail(const char *text, bool one);
/* Seconds to wait for few switches: TEXT in minutes or as a time limit; at most
 * five minutes, which is also the result for invalid values. */
int64_t ft_job_switch_wait(const char *text);
/* Read the shape of JOB from its options. */
void ft_job_read_shape(struct ft_job *job);

#endif
