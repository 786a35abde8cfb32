/*
 * job.h - what the verbs about jobs share: which jobs are meant.
 */
#ifndef FT_CMD_FCONTROL_JOB_H
#define FT_CMD_FCONTROL_JOB_H

#include "common/jobids.h"
#include "fcontrol/fcontrol.h"
#include "fcontrol/show/record.h"

/* Done to one job; of a task that its array still holds, the task is split off
 * before. */
typedef enum ft_refusal fcontrol_job_fn(
    struct fcontrol *control, struct ft_job *job, void *ctx);
/*
 * Do FN to the jobs of ID and say what was refused, as Slurm does.  Returns the
 * last refusal, NONE if all went well.
 */
enum ft_refusal fcontrol_job_each(struct fcontrol *control,
    const struct ft_jobid *id, fcontrol_job_fn *fn, void *ctx);
/* Say that WHAT is refused for the job TEXT. */
void fcontrol_job_say(
    struct fcontrol *control, const char *text, enum ft_refusal refusal);
/*
 * The jobs named NAME, of USER (NULL all), that have not ended, as an array that
 * is the caller's; *n: how many.
 */
struct ft_job **fcontrol_job_named(
    struct fcontrol *control, const char *name, const char *user, size_t *n);
/*
 * As scontrol, say of each job of TEXT, a list of numbers, that slurmctld did
 * not answer; a second line follows AGAIN.  Returns 1.
 */
int fcontrol_job_unanswered(
    struct fcontrol *control, const char *text, const char *again);
/* Save what was done; returns STATUS, or 1 if that fails. */
int fcontrol_job_save(struct fcontrol *control, int status);

/* A job with its place in the controller's list. */
struct fcontrol_place {
	const struct ft_job *job;
	uint32_t key, tie;
};
/* Those that have arrived, in that order, as an array that is the caller's; *n:
 * how many. */
struct fcontrol_place *fcontrol_list_jobs(
    const struct ft_world *world, size_t *n);

/* A job as show job has it; what its getters find in a struct fcontrol_thing. */
struct fcontrol_shown {
	struct ft_job job;
	int32_t task; /* of a head: the one asked for, FT_TASK_NONE all */
};
/* What sbatch was told, as squeue writes it; on a line of its own. */
#define FCONTROL_OPTION(key, word)                                             \
	.get = fcontrol_get_option, .arg = (key), .none = (word),              \
	.own = FCONTROL_LOOK
#define FCONTROL_OPTION_LINE(key)                                              \
	.get = fcontrol_get_option, .arg = (key), .none = "",                  \
	.own = FCONTROL_LOOK | FCONTROL_LINE
ft_column_fn fcontrol_get_option;
/* Which CPUs of which nodes it has, if details are wanted. */
void fcontrol_add_cpus(
    struct fcontrol_records *records, const struct ft_job *job);
/* Its files, and what sbatch was told beyond the fields of a job. */
extern const struct ft_column fcontrol_option_rows[];

#endif
