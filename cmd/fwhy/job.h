/*
 * job.h - fwhy JOB: why a job waits.
 *
 * job.c finds the job and what is to be known of it, job_answer.c and job_say.c
 * have the sentences, job_page.c and job_document.c arrange them.
 */
#ifndef FT_CMD_FWHY_JOB_H
#define FT_CMD_FWHY_JOB_H

#include "report/standing/standing.h"
#include "sim/place/lack.h"
#include "sim/policy/policy.h"
#include "sim/world/world.h"
#include "fwhy/fwhy.h"

/* A change with which the job would start earlier. */
struct fwhy_help {
	const char *key, *value; /* of fcontrol update job */
	bool starts;             /* at once, else it is planned so */
	int64_t start;
};

struct fwhy_job {
	struct ft_world world;
	struct ft_standings standings;
	struct ft_job *job;
	struct ft_priority_params params;
	/* where it waits; NULL: it does not */
	const struct ft_standing **place;
	size_t n_place;
	struct ft_standing would; /* of a job that waits: in its first
	                             partition, held or not */
	bool waits;               /* is pending, and has a partition */
	enum ft_job_reason limit; /* that holds it back now; NONE */
	struct ft_policy_block block;
	const char *never; /* why it can never start; "" it can */
	bool looked;       /* it has a place; lack is of that partition */
	struct ft_lack lack;
	/* what became of it on copies of the cluster: as it is, changed */
	bool starts;
	int64_t start; /* 0 not known */
	struct fwhy_help *help;
	size_t n_help;
	struct ft_str tried; /* "a shorter time limit, partition long" */
	/* what the asker may see */
	const struct ft_sight *sight;
	bool sees_jobs, sees_usage; /* of everybody */
	/* fair share, if it decides between it and the one in front */
	bool told;
	struct ft_share share;
	struct ft_share_input input;
	struct ft_explain explain;
};

/*
 * What is said of it, one after the other: appended, nothing where there is
 * nothing to say.  The list ends without a key.
 */
typedef void fwhy_say_fn(struct fwhy_job *why, struct ft_str *str);
struct fwhy_fact {
	const char *key; /* in documents */
	fwhy_say_fn *say;
	bool hidden; /* not on the page, which says it elsewhere */
};
extern const struct fwhy_fact fwhy_job_facts[];
/* Why it waits, in one sentence, and what it finds too little of. */
fwhy_say_fn fwhy_job_say_answer, fwhy_job_say_missing;

void fwhy_job_say_place(const struct fwhy_job *why,
    const struct ft_standing *place, struct ft_str *str);
void fwhy_job_say_next(const struct fwhy_job *why,
    const struct ft_standing *place, struct ft_str *str);

/* --algorithm and --ties */
enum ft_status fwhy_job_algorithm(struct ft_world *world,
    const struct ft_session *session, struct ft_error *err);
/*
 * Fill starts, start, help and tried: less time, fewer nodes and other
 * partitions, each on a copy of the cluster that is loaded for it.
 */
enum ft_status fwhy_job_find_help(
    struct fwhy_job *why, struct ft_session *session, struct ft_error *err);
void fwhy_job_say_help(const struct fwhy_job *why, const struct fwhy_help *help,
    struct ft_str *str);
fwhy_say_fn fwhy_job_say_tried;

/* Append "28 min", "9 h", "3 days"; a date. */
void fwhy_job_add_span(struct ft_str *str, int64_t seconds);
void fwhy_job_add_date(struct ft_str *str, int64_t when);

/* The one right in front in the same partition, NULL. */
const struct ft_standing *fwhy_job_next(
    const struct fwhy_job *why, const struct ft_standing *place);

/* thing: a struct fwhy_job */
void fwhy_job_page(void *thing, struct ft_page *page);
void fwhy_job_document(void *thing, struct ft_doc *doc);

#endif
