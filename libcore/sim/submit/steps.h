/*
 * steps.h - the checks of a submission, one by one: updates repeat some of them.
 */
#ifndef FT_SIM_SUBMIT_STEPS_H
#define FT_SIM_SUBMIT_STEPS_H

#include "sim/world/world.h"

#define FT_SUBMIT_PARTITIONS 64

/* A submission under way, or the update of a job. */
struct ft_submission {
	struct ft_world *world;
	const struct ft_asker *asker;
	struct ft_job *job;
	const char *qos_name;                     /* as given, "" if not */
	const char *array;                        /* its tasks, NULL: none */
	int64_t at;                               /* when it arrives */
	uint32_t partition[FT_SUBMIT_PARTITIONS]; /* as requested */
	size_t n_partition;
	enum ft_job_reason reason; /* the limit that refuses it */
	bool shut_out;    /* no partition admits it: it is accepted and waits */
	bool no_nodes;    /* -N 0 */
	bool change;      /* an update: operators may use any QOS */
	bool wckey_given; /* the wckey was asked for, even if it is "" */
};

/* ---- access.c: who may submit where -------------------------------------- */

/* Fill uid, account and association. */
enum ft_refusal ft_submit_account(struct ft_submission *sub);
/* Fill the QOS and check that the association may use it. */
enum ft_refusal ft_submit_qos(struct ft_submission *sub);
/* Fill the partitions. */
enum ft_refusal ft_submit_partitions(struct ft_submission *sub);
/* Do the partitions admit account, QOS and size?  EnforcePartLimits says how
 * many of them must. */
enum ft_refusal ft_submit_admits(struct ft_submission *sub);

/* ---- wckey.c ------------------------------------------------------------- */

/* Fill the wckey, and check that the user has it. */
enum ft_refusal ft_submit_wckey(struct ft_submission *sub);

/* ---- size.c: what it requests -------------------------------------------- */

/* Check names of nodes that it requires, and that it excludes; of licenses and
 * generic resources; of features; the features of --batch. */
enum ft_refusal ft_submit_required(struct ft_submission *sub);
enum ft_refusal ft_submit_excluded(struct ft_submission *sub);
enum ft_refusal ft_submit_counts(struct ft_submission *sub);
enum ft_refusal ft_submit_features(struct ft_submission *sub);
enum ft_refusal ft_submit_batch(struct ft_submission *sub);
/* All of them. */
enum ft_refusal ft_submit_names(struct ft_submission *sub);
/* Fill what was not given: nodes, tasks, memory. */
void ft_submit_size(struct ft_submission *sub);
/* Could some set of nodes of its partitions ever run it? */
enum ft_refusal ft_submit_possible(const struct ft_submission *sub);
/* Do its size, the number of nodes it names, its time limit fit the limits of
 * PARTITION? */
enum ft_refusal ft_submit_fits(
    const struct ft_submission *sub, const struct ft_partition *partition);
bool ft_submit_fits_named(
    const struct ft_submission *sub, const struct ft_partition *partition);
enum ft_refusal ft_submit_fits_time(
    const struct ft_submission *sub, const struct ft_partition *partition);
/* Are the nodes it names all in PARTITION? */
bool ft_submit_has_named(
    const struct ft_submission *sub, const struct ft_partition *partition);

/* ---- test.c -------------------------------------------------------------- */

/*
 * Returns when the job could start, 0 if that is unknown, and sets its
 * partition, sched_nodes and req[FT_TRES_CPU] to what it would get.  Only running
 * jobs are in its way, until their time limits.
 */
int64_t ft_submit_start(struct ft_submission *sub);

#endif
