/*
 * private.h - the answer about a job, as its files share it.
 *
 * From the top down: job.c finds the job and collects the facts; trial.c tries
 * what would help; page.c and document.c arrange the sentences of answer.c,
 * facts.c and help.c.
 */
#ifndef FT_CMD_WHY_PRIVATE_H
#define FT_CMD_WHY_PRIVATE_H

#include "forecast/forecast.h"
#include "report/explain/explain.h"
#include "sim/forecast/blame.h"
#include "sim/policy/policy.h"
#include "why/why.h"

/* A change with which the job would start earlier. */
struct ft_why_help {
	const char *key, *value; /* of fcontrol update job */
	bool starts;             /* at once; else backfill plans it */
	int64_t start;
};

/* A change: KEY=VALUE of fcontrol update job. */
struct ft_why_change {
	const char *key, *value;
};
#define FT_WHY_CHANGES 4 /* at once: account, partition, CPUs, nodes */

/* Changes, and when the job would start with them in simulated futures. */
struct ft_why_alternative {
	struct ft_why_change change[FT_WHY_CHANGES]; /* [n_change] */
	size_t n_change;                             /* 0: as it is */
	bool refused;          /* as its owner may not make it */
	bool never;            /* it could not start then */
	int64_t p10, p50, p90; /* times; INT64_MAX later than the horizon */
	uint32_t earlier, later, futures; /* than without the change */
	uint32_t place; /* 1 the soonest; equal ones share it */
};

struct ft_why_job {
	struct ft_why *at;
	struct ft_world *world; /* of it, like these */
	const struct ft_standings *standings;
	struct ft_job *job;
	/* its place in the queue of each of its partitions; NULL: none */
	const struct ft_standing **place;
	size_t n_place;
	struct ft_standing would; /* of a job that waits, held or not: in
	                             the partition that answers are about */
	bool waits;               /* is pending, and has a partition */
	enum ft_job_reason limit; /* the one that blocks it now; NONE */
	struct ft_policy_block block;
	const char *never; /* why it can never start; "" it can */
	bool looked;       /* it has a place; lack is of that partition */
	struct ft_shortage lack;
	struct ft_why_limits limits; /* if it waits or runs */
	/* the outcome on copies of the cluster: unchanged, and per change */
	bool starts;
	int64_t start; /* store time; 0 not known */
	struct ft_why_help *help;
	size_t n_help;
	struct ft_str tried; /* "a shorter time limit, partition long" */
	struct ft_forecaster forecaster; /* of it alone; it has no futures if
	                                    none was asked for */
	bool busy;                       /* a forecast would take too long */
	struct ft_why_alternative *alternative; /* by place */
	size_t n_alternative, cap_alternative;
	struct ft_blame *blame; /* NULL: was not asked for */
	bool by_share; /* fair share decides against the job right ahead: */
	struct ft_share share;
	struct ft_share_input input;
	struct ft_explain explain;
};

/*
 * A fact about the job as sentences, appended to STR; nothing where the fact
 * does not apply.  The list ends without a key.
 */
typedef void ft_why_sentence_fn(struct ft_why_job *why, struct ft_str *str);
struct ft_why_fact {
	const char *key; /* in documents */
	ft_why_sentence_fn *add;
	bool hidden; /* not on the page, which has it elsewhere */
};
extern const struct ft_why_fact ft_why_facts[];
/* Why it waits, in one sentence, and what it lacks. */
ft_why_sentence_fn ft_why_add_answer, ft_why_add_missing;

/* Whether PARTITION (index) starts jobs now and has as many nodes up as the job
 * needs. */
bool ft_why_is_served(const struct ft_why_job *why, uint32_t partition);

/* All it lacks, each with how much of it is free. */
void ft_why_add_lacks(const struct ft_why_lack *lack, struct ft_str *str);
/* ": n4" if nodes are down or drained that would hold it. */
void ft_why_add_down(const struct ft_why_lack *lack, struct ft_str *str);

/* The I-th of LIMITS: "GrpTRES=cpu of account chem: 20 of 24 used, 4 left". */
void ft_why_add_limit(
    const struct ft_why_limits *limits, size_t i, struct ft_str *str);

/* Its place in the queue of a partition. */
void ft_why_add_place(const struct ft_why_job *why,
    const struct ft_standing *place, struct ft_str *str);
/* The job right ahead of it there, and which factor decides. */
void ft_why_add_next(const struct ft_why_job *why,
    const struct ft_standing *place, struct ft_str *str);
/* Returns that job's row; NULL: it is first. */
const struct ft_standing *ft_why_next(
    const struct ft_why_job *why, const struct ft_standing *place);

/* Apply --algorithm and --ties to WORLD. */
enum ft_status ft_why_algorithm(struct ft_world *world,
    const struct ft_session *session, struct ft_error *err);
/*
 * Fill starts, start, help and tried: less time, fewer nodes and other
 * partitions, each on a copy of the cluster that is loaded for it.
 */
enum ft_status ft_why_find_help(
    struct ft_why_job *why, struct ft_session *session, struct ft_error *err);
void ft_why_add_help(const struct ft_why_job *why,
    const struct ft_why_help *help, struct ft_str *str);
ft_why_sentence_fn ft_why_add_tried;

/* Whether the job may ask for PARTITION (index) instead of its own: it is open to
 * all; and also whether it could ever run it. */
bool ft_why_is_open(const struct ft_why_job *why, uint32_t partition);
bool ft_why_may_move(const struct ft_why_job *why, uint32_t partition);

void ft_why_alternatives_page(
    const struct ft_why_job *why, struct ft_page *page);
void ft_why_alternatives_document(
    const struct ft_why_job *why, struct ft_doc *doc);
void ft_why_blame_page(const struct ft_why_job *why, struct ft_page *page);
void ft_why_blame_document(const struct ft_why_job *why, struct ft_doc *doc);
void ft_why_blame_free(struct ft_why_job *why);
ft_why_sentence_fn ft_why_add_forecast;
void ft_why_forecast_document(const struct ft_why_job *why, struct ft_doc *doc);

#endif
