/*
 * job.h - fwhy JOB: why a job waits.
 *
 * From the top down: job.c finds the job and collects the facts; job_trial.c
 * tries what would help; job_page.c and job_document.c arrange the sentences of
 * job_answer.c, job_facts.c and job_help.c.
 */
#ifndef FT_CMD_FWHY_JOB_H
#define FT_CMD_FWHY_JOB_H

#include "report/standing/standing.h"
#include "sim/why/shortage.h"
#include "sim/policy/policy.h"
#include "sim/world/world.h"
#include "fwhy/fwhy.h"

/* A change with which the job would start earlier. */
struct fwhy_help {
	const char *key, *value; /* of fcontrol update job */
	bool starts;             /* at once; else backfill plans it */
	int64_t start;
};

struct fwhy_job {
	struct ft_world world;
	struct ft_standings standings;
	struct ft_job *job;
	struct ft_priority_params params;
	/* its place in the queue of each of its partitions; NULL: none */
	const struct ft_standing **place;
	size_t n_place;
	struct ft_standing would; /* of a job that waits: in its first
	                             partition, held or not */
	bool waits;               /* is pending, and has a partition */
	enum ft_job_reason limit; /* the one that blocks it now; NONE */
	struct ft_policy_block block;
	const char *never; /* why it can never start; "" it can */
	bool looked;       /* it has a place; lack is of that partition */
	struct ft_shortage lack;
	/* the outcome on copies of the cluster: unchanged, and per change */
	bool starts;
	int64_t start; /* store time; 0 not known */
	struct fwhy_help *help;
	size_t n_help;
	struct ft_str tried; /* "a shorter time limit, partition long" */
	/* what the asker may see */
	const struct ft_visibility *visibility;
	bool sees_jobs, sees_usage; /* of everybody */
	/* fair share, if it decides against the job right ahead */
	bool told;
	struct ft_share share;
	struct ft_share_input input;
	struct ft_explain explain;
};

/*
 * A fact about the job as sentences, appended to STR; nothing where the fact
 * does not apply.  The list ends without a key.
 */
typedef void fwhy_sentence_fn(struct fwhy_job *why, struct ft_str *str);
struct fwhy_fact {
	const char *key; /* in documents */
	fwhy_sentence_fn *add;
	bool hidden; /* not on the page, which has it elsewhere */
};
extern const struct fwhy_fact fwhy_job_facts[];
/* Why it waits, in one sentence, and what it lacks. */
fwhy_sentence_fn fwhy_job_add_answer, fwhy_job_add_missing;

/* Its place in the queue of a partition. */
void fwhy_job_add_place(const struct fwhy_job *why,
    const struct ft_standing *place, struct ft_str *str);
/* The job right ahead of it there, and which factor decides. */
void fwhy_job_add_next(const struct fwhy_job *why,
    const struct ft_standing *place, struct ft_str *str);
/* Returns that job's row; NULL: it is first. */
const struct ft_standing *fwhy_job_next(
    const struct fwhy_job *why, const struct ft_standing *place);

/* Apply --algorithm and --ties to WORLD. */
enum ft_status fwhy_job_algorithm(struct ft_world *world,
    const struct ft_session *session, struct ft_error *err);
/*
 * Fill starts, start, help and tried: less time, fewer nodes and other
 * partitions, each on a copy of the cluster that is loaded for it.
 */
enum ft_status fwhy_job_find_help(
    struct fwhy_job *why, struct ft_session *session, struct ft_error *err);
void fwhy_job_add_help(const struct fwhy_job *why, const struct fwhy_help *help,
    struct ft_str *str);
fwhy_sentence_fn fwhy_job_add_tried;

/* thing: a struct fwhy_job */
void fwhy_job_page(void *thing, struct ft_page *page);
void fwhy_job_document(void *thing, struct ft_doc *doc);

#endif
