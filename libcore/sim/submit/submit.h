/*
 * submit.h - a request becomes a job, or is refused with what Slurm answers.
 *
 * Not for: changes of jobs that are there (update.h, change.h).
 * Source: man/fbatch.1; real Slurm 22.05 where its manuals are silent.
 */
#ifndef FT_SIM_SUBMIT_SUBMIT_H
#define FT_SIM_SUBMIT_SUBMIT_H

#include "sim/world/world.h"

/* A job that is asked for. */
struct ft_submit_request {
	const struct ft_asker *asker;
	/* who submits, what and where as asked for: names as given; account,
	 * partitions "" and qos 0 if not */
	struct ft_job *job;
	const char *qos; /* as asked for, "" not */
	int64_t at;      /* when it arrives; as soon as now */
	/* out */
	enum ft_job_reason reason; /* the limit that refuses it (POLICY), else
	                              FT_REASON_NONE */
	int64_t start;             /* of ft_world_test, 0: not known */
};
/*
 * Complete the job and list it: defaults, access, partition, size, limits,
 * dependencies, number, priority.  Refused: the answer, the job stays the
 * caller's.
 */
enum ft_refusal ft_world_submit(
    struct ft_world *world, struct ft_submit_request *request);
/* When and where it would start if submitted now: the same checks without
 * listing it. */
enum ft_refusal ft_world_test(
    struct ft_world *world, struct ft_submit_request *request);
/*
 * A job that was submitted for a later time arrives: it is counted, accrues, and
 * gets its priority.  By whoever lets time pass, once submitted <= now.
 */
void ft_world_arrived(struct ft_world *world, struct ft_job *job);
/*
 * TRES the job asks for into req[n_tres]: cpu, mem, node, billing, gres,
 * licenses, in PARTITION.  Also after each change of size.
 */
void ft_world_request(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, uint64_t *req);
/* Whether USER may use QOS in association node NODE (FT_NODE_NONE: any). */
bool ft_world_qos_allowed(
    const struct ft_world *world, uint32_t node, uint32_t qos);

#endif
