/*
 * internal.h - shared by the files of submit: a submission under way.
 */
#ifndef FT_SIM_SUBMIT_INTERNAL_H
#define FT_SIM_SUBMIT_INTERNAL_H

#include "sim/world/world.h"

#define FT_SUBMIT_PARTITIONS 64

struct ft_submission {
	struct ft_world *world;
	const struct ft_asker *asker;
	struct ft_job *job;
	const char *qos_name;
	int64_t at;
	uint32_t partition[FT_SUBMIT_PARTITIONS]; /* as asked for */
	size_t n_partition;
	enum ft_job_reason reason; /* the limit that refuses it */
	bool shut_out; /* no partition admits it; it is accepted and waits */
	bool no_nodes; /* it asks for none */
	bool change;   /* of a job that is there; operators may more */
};

/* access.c: who may submit where. */

/* Fill account, association and wckey. */
enum ft_refusal ft_submit_account(struct ft_submission *sub);
enum ft_refusal ft_submit_qos(struct ft_submission *sub);
enum ft_refusal ft_submit_partitions(struct ft_submission *sub);
/* Whether the partitions admit account, QOS and size, as far as
 * EnforcePartLimits asks for. */
enum ft_refusal ft_submit_admits(struct ft_submission *sub);

/* submit/size.c: what it asks for. */

/* Names of nodes; of licenses and generic resources; of features. */
enum ft_refusal ft_submit_nodes(struct ft_submission *sub);
enum ft_refusal ft_submit_counts(struct ft_submission *sub);
enum ft_refusal ft_submit_features(struct ft_submission *sub);
/* All of these. */
enum ft_refusal ft_submit_names(struct ft_submission *sub);
/* Fill what was left out: nodes, tasks, memory. */
void ft_submit_size(struct ft_submission *sub);
/* Add the generic resources, on each of NODES nodes, and the licenses of JOB to
 * TRES, by index of the world. */
void ft_submit_add_counts(const struct ft_world *world,
    const struct ft_job *job, uint64_t nodes, uint64_t *tres);
/* GPUs that JOB asks for on NODES nodes. */
uint64_t ft_submit_gpus(
    const struct ft_world *world, const struct ft_job *job, uint64_t nodes);
/* CPUs that JOB asks for. */
uint32_t ft_submit_cpus(const struct ft_job *job);
/* Whether some set of nodes of its partitions could ever run it. */
enum ft_refusal ft_submit_possible(const struct ft_submission *sub);
/* Whether its size and time keep to the limits of PARTITION. */
enum ft_refusal ft_submit_fits(
    const struct ft_submission *sub, const struct ft_partition *partition);

/* submit/test.c */

/*
 * When the job could start, if nothing but what runs were in its way and that
 * ran to its limits; its partition and sched_nodes are filled.  0: not known.
 */
int64_t ft_submit_start(struct ft_submission *sub);

/* Why PARTITION does not admit the job by its QOS or account, NONE if it does;
 * *detail: in the words of slurmctld, kept by the world. */
enum ft_job_reason ft_world_shut_out(struct ft_world *world,
    const struct ft_partition *partition, const struct ft_job *job,
    const char **detail);

#endif
