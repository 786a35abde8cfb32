/*
 * policy.h - limits of associations and QOS: what counts against them, and
 * whether a job may be submitted, start, or gain age under them.
 *
 * policy.c keeps counters of what is in use; limit.c looks limits up; check.c
 * compares the two, one test at a time; ask.c has the tables of tests, and the
 * questions that are answered with yes or no; list.c lists limits and their
 * use.
 *
 * Not for: limits of partitions (partition.h), usage and its decay
 * (sim/usage).  Source: Slurm's resource_limits.html, sacctmgr(1).
 */
#ifndef FT_SIM_POLICY_POLICY_H
#define FT_SIM_POLICY_POLICY_H

#include "sim/world/world.h"

/* ---- policy.c: counters; whoever changes a job calls these --------------- */

/* Make the counters again from all jobs. */
void ft_policy_reset(struct ft_world *world);
void ft_policy_free(struct ft_policy *policy);
/* Count JOB, which was submitted, has started, or has ended. */
void ft_policy_submitted(struct ft_world *world, const struct ft_job *job);
void ft_policy_started(struct ft_world *world, const struct ft_job *job);
void ft_policy_ended(struct ft_world *world, const struct ft_job *job);
/*
 * Count the pending JOB no longer.  Call this before a change of what decides
 * where the job counts (association, QOS, partition, tasks, accrue time), and
 * ft_policy_submitted after the change.
 */
void ft_policy_withdrawn(struct ft_world *world, const struct ft_job *job);
/* Returns the UsageFactor of the QOS of that id, 1 for none. */
double ft_policy_factor(const struct ft_world *world, uint32_t qos);

/* ---- ask.c, list.c: questions ---------------------------------------------------- */

/* Returns the reason of the limit that forbids submitting JOB with COUNT tasks,
 * or FT_REASON_NONE. */
enum ft_job_reason ft_policy_submit(
    struct ft_world *world, const struct ft_job *job, uint32_t count);

/* The limit that stops a job, and what counts against it. */
struct ft_policy_block {
	uint32_t qos;  /* id of the QOS that sets it; 0: an association does */
	uint32_t node; /* tree node of that association, or FT_NODE_NONE */
	/* if it is a limit of a QOS per user, or per account: of which one;
	 * else NULL */
	const char *user, *account;
	uint16_t kind; /* row of limits.def */
	uint32_t tres; /* index; UINT32_MAX: the limit is a count or a time */
	/* in the unit of the limit (counts, minutes, MiB, TRES-minutes): its
	 * value, what other jobs use, and what this one asks for, 0 if that
	 * does not matter */
	uint64_t limit, used, asked;
};
struct ft_policy_question {
	const struct ft_job *job;
	const struct ft_partition *partition;
	/* by TRES index: what it requests or, once nodes are chosen, would
	 * get */
	const uint64_t *tres;
	int64_t limit; /* its time limit, minutes */
	/* answer as if no other job ran and nothing had been used: a limit that
	 * stops the job then can never be met */
	bool alone;
};
/* Returns the question about JOB in PARTITION, as it was submitted. */
struct ft_policy_question ft_policy_question_of(const struct ft_world *world,
    const struct ft_job *job, const struct ft_partition *partition);
/*
 * Returns FT_REASON_NONE if the job of QUESTION may start now, or the reason of
 * the limit that stops it; then *block (may be NULL) is that limit.  For
 * UsageThreshold of a QOS, block->kind stays 0.
 */
enum ft_job_reason ft_policy_blocks(struct ft_world *world,
    const struct ft_policy_question *question, struct ft_policy_block *block);
/* A limit that applies, with what is used and asked. */
struct ft_policy_room {
	struct ft_policy_block block;
	bool of_job; /* it is about one job: no other job counts against it */
	bool least;  /* it is a minimum */
	bool starts; /* it is a limit on starts; else on submissions, gaining
	                age or getting nodes reserved */
	enum ft_job_reason reason; /* NONE: the job is within it */
	/* it is the UsageThreshold least_share of block.qos, which `share` has
	 * to reach; block has no numbers then, and its kind is
	 * FT_LIMIT_KINDS */
	bool threshold;
	double least_share, share;
};
typedef void ft_policy_room_fn(void *ctx, const struct ft_policy_room *room);
/*
 * Call FN for all limits that apply to QUESTION, whether limits are enforced or
 * not: first those on starts, in the order in which they are tested, then those
 * on submissions, accruing jobs and reserved nodes.  If the job has no user
 * (""), the question is about all jobs of its account: the limits of that and
 * of those above it.
 */
void ft_policy_rooms(struct ft_world *world,
    const struct ft_policy_question *question, ft_policy_room_fn *fn,
    void *ctx);
/*
 * Call FN for each limit on starts of JOB in PARTITION (NULL: unknown) that
 * depends only on running jobs: on their number, on their TRES, and
 * (FT_LIMIT_MAX_TRES) on the TRES of the job itself.  In what FN gets, used and
 * asked are 0.
 */
typedef void ft_policy_limit_fn(void *ctx, const struct ft_policy_block *limit);
void ft_policy_list(struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, ft_policy_limit_fn *fn, void *ctx);
/* Returns whether REASON is that of a limit on starts that ft_policy_list
 * leaves out. */
bool ft_policy_is_unlisted(enum ft_job_reason reason);
/*
 * Returns the time limit (minutes) that limits on wall time give a job without
 * one of its own: the shortest that applies; FT_TIME_NONE if none does.
 */
int64_t ft_policy_wall(struct ft_world *world, const struct ft_job *job);
/*
 * Returns the lowest priority with which nodes are reserved for JOB:
 * MinPrioThresh of its QOS, else of its association or the nearest one above
 * that sets it, else bf_min_prio_reserve.  A MinPrioThresh of 0 counts as none;
 * but if an association sets it, those above are ignored.
 */
int64_t ft_policy_reserves_from(
    struct ft_world *world, const struct ft_job *job);
/* Returns whether some limit on starts depends on usage or on what running jobs
 * may still use, both of which change at each decay pass. */
bool ft_policy_decays(struct ft_world *world);
/* Returns whether the QOS of JOB, which runs, or an association at or above its
 * own has used up GrpTRESMins or GrpWall. */
bool ft_policy_used_up(struct ft_world *world, const struct ft_job *job);

/* ---- limit.c ------------------------------------------------------------- */

/* Returns whether a limit of KIND applies to tree node NODE, its own or an
 * inherited one; then sets *value.  tres_id: 0 for counts and times. */
bool ft_policy_limit(const struct ft_world *world, uint32_t node, uint16_t kind,
    uint32_t tres_id, uint64_t *value);

/* ---- relative.c ---------------------------------------------------------- */

/* Returns the partition of whose resources the limits of QOS are percentages;
 * NULL: of the cluster's, or they are no percentages. */
const struct ft_partition *ft_policy_relative_to(
    const struct ft_world *world, const struct ft_qos *qos);
/* Returns the value of LIMIT of QOS, as an amount even if it is a
 * percentage. */
uint64_t ft_policy_qos_limit(const struct ft_world *world,
    const struct ft_qos *qos, const struct ft_limit *limit);

/* ---- accrue.c ------------------------------------------------------------ */

/* Take the age that JOB has gained; returns whether it had any. */
bool ft_policy_forget_age(struct ft_world *world, struct ft_job *job);
/*
 * Let JOB, which is counted, gain age from now on, if the limits on accruing
 * jobs allow all its tasks.  Only this function sets job->accrue to a time; the one
 * above resets it to 0.
 */
void ft_policy_accrue_one(struct ft_world *world, struct ft_job *job);
/* Returns how many more tasks like those of JOB, which is counted, may gain age
 * now. */
uint64_t ft_policy_accrue_room(
    struct ft_world *world, const struct ft_job *job);

/* ---- use.c: what is in use, for scontrol show assoc_mgr and sshare ------- */

struct ft_policy_use {
	uint32_t jobs, submitted, accruing;
	const uint64_t *tres; /* allocated now, by TRES index */
	/* by TRES index: TRES-seconds that running jobs may still use (see
	 * struct ft_policy_running) */
	const uint64_t *tres_run_secs;
};
struct ft_policy_use ft_policy_assoc_use(
    const struct ft_world *world, uint32_t node);
struct ft_policy_use ft_policy_qos_use(
    const struct ft_world *world, uint32_t qos);
/* Get user number I, from 0, sorted by name, of those with jobs in QOS, or
 * account number I; return false if there are not so many. */
bool ft_policy_qos_user(const struct ft_world *world, uint32_t qos, size_t i,
    const char **user, struct ft_policy_use *use);
bool ft_policy_qos_account(const struct ft_world *world, uint32_t qos, size_t i,
    const char **account, struct ft_policy_use *use);

#endif
