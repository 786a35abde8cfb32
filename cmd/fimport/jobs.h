/*
 * jobs.h - what the files of fimport sacct and fimport squeue share.
 */
#ifndef FT_CMD_FIMPORT_JOBS_H
#define FT_CMD_FIMPORT_JOBS_H

#include "base/map.h"
#include "fimport/fimport.h"
#include "io/jobtable/jobtable.h"
#include "load/world/world.h"

struct fimport_jobs {
	struct fimport *import;
	struct ft_jobtable table;
	int64_t now; /* the time that the table tells of */
	struct ft_world world;
	bool has_world;
	struct ft_asker asker;
	struct ft_map seen; /* numbers in the store: 1; of this table: 2 + i */
	uint32_t fresh;     /* the next number for tasks that have none */
	/* out */
	size_t pending, running, ended, runs, left, moved, loose, early, going;
	size_t made_accounts, made_users, made_assocs;
	double seconds;      /* billing x seconds that were charged */
	struct ft_str words; /* a line for each that was left out */
};

/* Error about the line of JOB. */
enum ft_status fimport_fail_job(const struct fimport_jobs *jobs,
    const struct ft_jobtable_job *job, struct ft_error *err, const char *format,
    ...) __attribute__((format(printf, 4, 5)));

/* ---- owners.c: who the jobs are of --------------------------------------- */

/*
 * Give each job an account and a user that are there, or are made (--create);
 * names become those of the store.  Inside the transaction.
 * FT_EPARSE: a job of nobody; FT_ENOENT: the associations that are missing.
 */
enum ft_status fimport_owners(struct fimport_jobs *jobs,
    struct ft_registry *registry, struct ft_error *err);
/* Returns the association of JOB, 0 none. */
uint32_t fimport_assoc(
    struct fimport_jobs *jobs, const struct ft_jobtable_job *job);

/* ---- queued.c: jobs that wait or run -------------------------------------- */

/* One job into the world, or a line into words why not. */
void fimport_queue_job(
    struct fimport_jobs *jobs, const struct ft_jobtable_job *from);

/* ---- history.c: jobs that ended ----------------------------------------------- */

/* One job and its charge into the store; last: no later run of it comes. */
enum ft_status fimport_ended_job(struct fimport_jobs *jobs,
    const struct ft_jobtable_job *from, bool last, struct ft_error *err);

#endif
