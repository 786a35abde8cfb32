/*
 * policy.h - limits of associations and QOS: what counts against them, and
 * whether a job may be submitted or started under them.
 *
 * Source: slurm doc/html/resource_limits.shtml.
 */
#ifndef FT_SIM_POLICY_POLICY_H
#define FT_SIM_POLICY_POLICY_H

#include "sim/world/world.h"

/* Counters.  pending, running: how a job changed; called by who changes it. */
void ft_policy_reset(struct ft_world *world); /* from all jobs */
void ft_policy_free(struct ft_policy *policy);
void ft_policy_submitted(struct ft_world *world, const struct ft_job *job);
void ft_policy_started(struct ft_world *world, const struct ft_job *job);
void ft_policy_ended(struct ft_world *world, const struct ft_job *job);
/* A pending job leaves the queue without having started, or a task is split
 * off (both call it before the change). */
void ft_policy_withdrawn(struct ft_world *world, const struct ft_job *job);
/* A submission of COUNT tasks: NONE, or the limit that refuses it. */
enum ft_job_reason ft_policy_submit(
    struct ft_world *world, const struct ft_job *job, uint32_t count);
/* The limit that says no, and what counts against it. */
struct ft_policy_block {
	uint32_t qos;  /* id of the QOS that sets it, 0: an association */
	uint32_t node; /* tree node of that association, FT_NODE_NONE */
	const char *user, *account; /* in the QOS, of whom; NULL: of all */
	uint16_t kind;              /* row of limits.def */
	uint32_t tres;              /* index, UINT32_MAX none */
	/* in the unit of the limit: counts, minutes, MiB; used: by others */
	uint64_t limit, used, asked;
};
struct ft_policy_question {
	const struct ft_job *job;
	const struct ft_partition *partition;
	/* by index; what it asks for before nodes are chosen, what it gets
	 * after */
	const uint64_t *tres;
	int64_t limit; /* minutes */
	/* as if nothing else ran and nothing had been used: the limit that JOB
	   alone exceeds, so that it can never start */
	bool alone;
};
/* Of JOB in PARTITION, as it was asked for. */
struct ft_policy_question ft_policy_question_of(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);
/*
 * Whether a job may start now: NONE, or the limit; then *block (NULL: not
 * asked) is filled, all 0 if it is none but the threshold of a QOS.
 */
enum ft_job_reason ft_policy_blocks(struct ft_world *world,
    const struct ft_policy_question *question, struct ft_policy_block *block);
/* Give pending jobs that are eligible their accrue time as the limits on
 * accruing jobs admit.  job->accrue goes from 0 to a time only here; where it is
 * to become 0 again, call ft_policy_withdrawn before, _submitted after. */
void ft_policy_accrue(struct ft_world *world);
/* The association or QOS limit of KIND that counts for NODE: true, *value. */
bool ft_policy_limit(const struct ft_world *world, uint32_t node, uint16_t kind,
    uint32_t tres_id, uint64_t *value);

/* What is in use, for scontrol show assoc_mgr and sshare.  By TRES index. */
struct ft_policy_use {
	uint32_t jobs, submitted, accruing;
	const uint64_t *tres;          /* allocated now */
	const uint64_t *tres_run_secs; /* promised to running jobs */
};
struct ft_policy_use ft_policy_assoc_use(
    const struct ft_world *world, uint32_t node);
struct ft_policy_use ft_policy_qos_use(
    const struct ft_world *world, uint32_t qos);
/* of one user or account in a QOS: i-th of those that have any, by name;
 * false at the end */
bool ft_policy_qos_user(const struct ft_world *world, uint32_t qos, size_t i,
    const char **user, struct ft_policy_use *use);
bool ft_policy_qos_account(const struct ft_world *world, uint32_t qos, size_t i,
    const char **account, struct ft_policy_use *use);

#endif
