/*
 * history.h - jobs in the order in which sacct lists them, one at a time.
 *
 * No job stays in memory, however many there are.  Jobs that were requeued have
 * several rows in that list: they are read by ft_store_read_jobs (jobs.h).
 */
#ifndef FT_STORE_JOB_HISTORY_H
#define FT_STORE_JOB_HISTORY_H

#include "store/job/jobs.h"

/* Which jobs, in which order, and who receives them. */
struct ft_store_history {
	uint32_t cluster;
	int64_t ended_since; /* as in struct ft_store_job_filter */
	uint32_t number;     /* likewise */
	bool brief;          /* leave out members that HISTORY_BRIEF in
	                        row/stmt.def leaves out */
	bool plain;          /* by submission and number; else tasks of an array
	                        come after jobs outside arrays, by index */
	const struct ft_tres_table *tres; /* whose indexes vectors have */
	/* Receives each job, which is gone when it returns; false: no more are
	 * wanted.  It must not read from the store. */
	bool (*fn)(void *ctx, const struct ft_job *job);
	void *ctx;
};

/* Read the jobs that were never requeued.  FT_EFOREIGN: a damaged row. */
enum ft_status ft_store_read_history(struct ft_store *store,
    const struct ft_store_history *wanted, struct ft_error *err);

#endif
