/*
 * job.h - what the verbs about jobs share: which jobs are meant.
 */
#ifndef FT_CMD_FCONTROL_JOB_H
#define FT_CMD_FCONTROL_JOB_H

#include "common/jobids.h"
#include "fcontrol/fcontrol.h"
#include "fcontrol/show/record.h"

/* Called for one job.  A task that is still part of its array is split off
 * first. */
typedef enum ft_refusal fcontrol_job_fn(
    struct fcontrol *control, struct ft_job *job, void *ctx);
/*
 * Call FN for the jobs of ID and report what was refused, as Slurm does.
 * whole: what waits of an array is one job, of which no task is split off.
 * Returns the last refusal, or NONE.
 */
enum ft_refusal fcontrol_job_each(struct fcontrol *control,
    const struct ft_jobid *id, fcontrol_job_fn *fn, void *ctx, bool whole);
/* Report that WHAT is refused for the job TEXT. */
void fcontrol_job_say(
    struct fcontrol *control, const char *text, enum ft_refusal refusal);
/*
 * The active jobs named NAME of USER (NULL: of all users), as an array that the
 * caller frees; *n: how many.
 */
struct ft_job **fcontrol_job_named(
    struct fcontrol *control, const char *name, const char *user, size_t *n);
/*
 * Print scontrol's message that slurmctld did not answer for each job of TEXT,
 * a list of numbers; with AGAIN, a second line follows.  Returns 1.
 */
int fcontrol_job_unanswered(
    struct fcontrol *control, const char *text, const char *again);
/* Commit the changes; returns STATUS, or 1 if that fails. */
int fcontrol_job_save(struct fcontrol *control, int status);

/* A job with its place in the controller's list. */
struct fcontrol_place {
	const struct ft_job *job;
	uint32_t key, tie;
};
/* The jobs that have arrived, in that order, as an array that the caller frees;
 * *n: how many. */
struct fcontrol_place *fcontrol_list_jobs(
    const struct ft_world *world, size_t *n);

/* A job as show job prints it: what the getters of its rows read from struct
 * fcontrol_thing. */
struct fcontrol_shown {
	struct ft_job job;
	int32_t task; /* of the head of an array; FT_TASK_NONE: all */
};
/* An option of sbatch as squeue writes it; _LINE: on its own line. */
#define FCONTROL_OPTION(key, word)                                             \
	.get = fcontrol_get_option, .arg = (key), .none = (word),              \
	.own = FCONTROL_LOOK
#define FCONTROL_OPTION_LINE(key)                                              \
	.get = fcontrol_get_option, .arg = (key), .none = "",                  \
	.own = FCONTROL_LOOK | FCONTROL_LINE
ft_column_fn fcontrol_get_option;
/* Print which CPUs it has on which nodes, under --details. */
void fcontrol_add_cpus(
    struct fcontrol_records *records, const struct ft_job *job);
/* Its files, and the options of sbatch that are no fields of a job. */
extern const struct ft_column fcontrol_option_rows[];

#endif
