/*
 * jobs.h - shared by the files of fimport sacct and fimport squeue: jobs.c
 * checks the table and passes each job to queued.c or history.c.
 */
#ifndef FT_CMD_FIMPORT_JOBS_H
#define FT_CMD_FIMPORT_JOBS_H

#include "base/idmap.h"
#include "base/map.h"
#include "fimport/fimport.h"
#include "io/jobtable/past.h"
#include "load/world/world.h"

/*
 * The jobs of a store that snapshots of a site update, read before the active
 * ones were shelved (store/job/jobs.h).
 */
struct fimport_known {
	struct ft_map
	    job;       /* by number: id of the job x 2, + 1: it was active */
	int64_t since; /* clock of the store: earlier runs are known */
	/* by number: the nodes that a job which runs asked for, as sacct has it;
	 * squeue has those that it got */
	struct ft_idmap asked;
};

/* Which jobs of a table are wanted. */
enum fimport_which { FIMPORT_ALL, FIMPORT_ENDED, FIMPORT_ACTIVE };

struct fimport_jobs {
	struct fimport *import;
	enum fimport_which which;
	struct fimport_known *known; /* NULL: a job of the store that is
	                                      in the table is an error */
	struct ft_jobtable table;
	const struct ft_past *past; /* fimport history; NULL: a table */
	int64_t now; /* when the table was printed, as far as is known */
	struct ft_world world;
	bool has_world;        /* world is loaded */
	struct ft_asker asker; /* root, who submits the jobs */
	struct ft_map seen;    /* by job number, see check_numbers */
	uint32_t next_number;  /* for tasks whose number the table lacks */
	/* how many jobs of the table */
	size_t pending, running, ended; /* were imported */
	size_t runs;            /* are earlier runs of a job: only charged */
	size_t moved;           /* run on other nodes than in the table */
	size_t lost_dependency; /* wait for jobs that the table does not name */
	size_t lost_begin;      /* wait for a time that it does not show */
	size_t completing;      /* were left out: they end just now */
	size_t lost_asks;       /* ask for what the settings do not have */
	/* how many of these were made */
	size_t made_accounts, made_users, made_assocs;
	double seconds;         /* billing x seconds that were charged */
	struct ft_str left_out; /* a line for each job that was refused */
};

/* ---- owners.c: whose jobs they are ---------------------------------------- */

/* FT_EPARSE, about the line of JOB. */
enum ft_status fimport_fail_job(const struct fimport_jobs *jobs,
    const struct ft_jobtable_job *job, struct ft_error *err, const char *format,
    ...) __attribute__((format(printf, 4, 5)));
/*
 * Give each job an account and a user that exist, or create them (--create);
 * names become those of the store.  Inside the transaction.
 * FT_EPARSE: a job without a user; FT_ENOENT: associations are missing.
 */
enum ft_status fimport_owners(struct fimport_jobs *jobs,
    struct ft_registry *registry, struct ft_error *err);
/* Returns a copy of TEXT that lasts as long as the world of JOBS. */
static inline const char *
fimport_keep(struct fimport_jobs *jobs, const char *text)
{
	return ft_world_string(&jobs->world, text);
}
/* Returns the id of the association of JOB, 0 none. */
uint32_t fimport_assoc(
    struct fimport_jobs *jobs, const struct ft_jobtable_job *job);

/* ---- asked.c: what a job asks for ------------------------------------------- */

/* Returns how many of TRES, "cpu" or "node", the job has or asks for; 0: the
 * table has no TRES. */
uint32_t fimport_count_of(const struct ft_jobtable_job *from, const char *tres);
/* Set the generic resources per node of JOB, which has ended and whose size is
 * set, to what it requested according to accounting, if the settings have these
 * resources.  Forecasts let such jobs arrive again. */
void fimport_fill_ended_gres(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from);
/*
 * Set what JOB, whose size is set, requests besides that, from FROM: nodes,
 * generic resources, licenses, sharing, options.  What the settings do not have
 * is left out and counted.
 */
void fimport_ask(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from);

/* ---- queued.c: pending and running jobs ------------------------------------ */

/* Put a job into the world, or add a line to left_out that says why not. */
void fimport_queue_job(
    struct fimport_jobs *jobs, const struct ft_jobtable_job *from);

/* ---- past.c: nodes and reservations of the past ------------------------------ */

/* Write the events and reservations of jobs->past. */
enum ft_status fimport_past_rest(
    struct fimport_jobs *jobs, struct ft_error *err);

/* ---- jobs.c ---------------------------------------------------------------------- */

/* Give JOB the id that a job with its number has in the store, if known. */
void fimport_take_id(const struct fimport_jobs *jobs, struct ft_job *job);
/* Import jobs->table, which has been read, in one transaction. */
enum ft_status fimport_jobs_import(
    struct fimport_jobs *jobs, struct ft_error *err);
void fimport_jobs_free(struct fimport_jobs *jobs);

/* ---- history.c: ended jobs ---------------------------------------------------- */

/* Amounts by index of TRES. */
struct fimport_amounts {
	const struct ft_tres_table *tres;
	uint64_t *count;
};
/* Put an amount into the struct fimport_amounts CTX; for ft_tres_parse. */
ft_tres_fn fimport_take_amount;

/* Write one job and its charge to the store.  last: the table has no later run
 * of this job; of an earlier one only the charge is written. */
enum ft_status fimport_ended_job(struct fimport_jobs *jobs,
    const struct ft_jobtable_job *from, bool last, struct ft_error *err);

#endif
