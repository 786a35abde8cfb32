/*
 * submit.h - a request becomes a job, or is refused with Slurm's answer.
 *
 * Not for: changes of existing jobs (change/, update/).
 * Source: man/fbatch.1; where Slurm's manuals are silent, the behaviour of
 * Slurm 22.05.
 */
#ifndef FT_SIM_SUBMIT_SUBMIT_H
#define FT_SIM_SUBMIT_SUBMIT_H

#include "sim/world/world.h"

/* A request for a job. */
struct ft_submit_request {
	const struct ft_asker *asker;
	/* user, command and size as given; account and partitions "", qos 0
	 * if not given */
	struct ft_job *job;
	const char *qos;   /* as given, "" if not */
	const char *array; /* its tasks, "1-3%2"; NULL: it is no array */
	bool wckey_given;  /* the job's wckey was asked for, even if it is "" */
	int64_t at;        /* when it arrives; now if that is past */
	/* out */
	enum ft_job_reason reason; /* the limit that refuses it (POLICY), else
	                              FT_REASON_NONE */
	int64_t start;             /* of ft_world_test: when it would start */
	bool used; /* it used up a number although no job is listed, as in
	              slurmctld */
};
/*
 * Complete the job (defaults, access, partition, size, dependencies, number,
 * priority), check limits, and list it.  If it is refused the answer is returned
 * and the job stays the caller's.
 */
enum ft_refusal ft_world_submit(
    struct ft_world *world, struct ft_submit_request *request);
/* When and where would it start if submitted now?  The same checks, but the job
 * is not listed. */
enum ft_refusal ft_world_test(
    struct ft_world *world, struct ft_submit_request *request);
/* A job submitted for a later time arrives: it counts against limits, gains age
 * and gets its priority.  Call it once job->submitted <= now. */
void ft_world_arrived(struct ft_world *world, struct ft_job *job);
/* Returns whether the association of NODE (FT_NODE_NONE: any) may use QOS. */
bool ft_world_qos_allowed(
    const struct ft_world *world, uint32_t node, uint32_t qos);

/* Returns the QOS (id) of jobs of the association of NODE that name none. */
uint32_t ft_world_usual_qos(const struct ft_world *world, uint32_t node);

/* Returns whether jobs that name no wckey get the default one of their user. */
bool ft_world_tracks_wckeys(const struct ft_world *world);
/* Change the wckey of JOB to NAME, as scontrol update does. */
enum ft_refusal ft_world_set_wckey(
    struct ft_world *world, struct ft_job *job, const char *name);

#endif
