/*
 * verifyqueue_private.h - what the two halves of fshare verify's queue share: sprio
 * (verifyqueue.c) and squeue (verifysqueue.c).
 */
#ifndef FT_CMD_FSHARE_VERIFYQUEUE_PRIVATE_H
#define FT_CMD_FSHARE_VERIFYQUEUE_PRIVATE_H

#include "common/jobtext.h"
#include "fshare/verifyqueue.h"
#include "io/slurm/listtable.h"
#include "report/standing/standing.h"

/* Columns of sprio, then those of squeue. */
enum fshare_queue_column {
	LISTED,
	OWNER,
	ACCOUNT,
	SITE,
	AGE,
	ASSOC,
	FAIRSHARE,
	JOB_SIZE,
	PARTITION,
	QOS,
	NICE,
	TRES,
	PRIORITY,
	AGE_NORM,
	ASSOC_NORM,
	FAIRSHARE_NORM,
	JOB_SIZE_NORM,
	PARTITION_NORM,
	QOS_NORM,
	TRES_NORM,
	PRIORITY_NORM,
	QUEUED,
	OWNER_QUEUED,
	ACCOUNT_QUEUED,
	PARTITIONS,
	QOS_QUEUED,
	SUBMITTED,
	STARTED,
	NODES,
	STATE,
	REASON,
	PRIORITY_QUEUED,
	ORDER,
	COLUMNS
};

/* A job that waits, there and here. */
struct fshare_waiting {
	const struct ft_job *job;
	uint32_t there; /* its priority as squeue printed it */
	uint32_t here;
	/* that of sprio, which is explained; of several partitions: in the one
	 * that was tried last */
	uint32_t meant, of_partition;
	enum ft_verify_cause cause; /* why MEANT is not HERE */
	const char *site;           /* its reason */
};

struct fshare_comparing {
	struct fshare_queue *to;
	struct ft_sitefiles *files;
	struct ft_world world;
	struct ft_standings standings;
	int64_t pass;           /* of the standings */
	struct ft_map priority; /* index of sprio's cell by "JOB PRIORITY" */
	struct fshare_waiting *waiting;
	size_t n, cap;
	bool knows_pass;  /* the ages in sprio tell it */
	size_t n_started; /* jobs whose priority is of a pass before */
};

/* Add a cell; it is equal or unexplained. */
struct fshare_queue_cell *fshare_queue_add(struct fshare_queue *queue,
    enum fshare_queue_column column, const char *job, const char *site,
    const char *here);
void fshare_queue_explain(struct fshare_queue *queue,
    struct fshare_queue_cell *cell, enum ft_verify_cause cause,
    const char *detail);
/* Open the table NAME of the site, which is read into TEXT. */
enum ft_status fshare_queue_table(struct fshare_comparing *comparing,
    const char *name, struct ft_str *text, struct ft_listtable *table,
    struct ft_error *err);

/* ---- verifysqueue.c ---------------------------------------------------------- */

/* Compare squeue with the jobs of the world, of which sprio is compared. */
enum ft_status fshare_queue_squeue(
    struct fshare_comparing *comparing, struct ft_error *err);
/* Note which reasons one run of the schedulers would change. */
void fshare_queue_schedule(struct fshare_comparing *comparing);

#endif
