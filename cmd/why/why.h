/*
 * why.h - why a job waits, and whether weights and shares make sense: the
 * answers of fwhy, which fview shows as well.
 *
 * Not here: why users are placed where they are (report/explain/explain.h).
 */
#ifndef FT_CMD_WHY_WHY_H
#define FT_CMD_WHY_WHY_H

#include "common/session.h"
#include "load/load.h"
#include "report/format/doc.h"
#include "report/format/page.h"
#include "report/lint/lint.h"
#include "report/standing/standing.h"
#include "sim/why/shortage.h"

/* A cluster that questions are about; several may be asked. */
struct ft_why {
	struct ft_session *session;
	struct ft_world world;
	struct ft_priority_params params;
	struct ft_standings standings; /* filled by the first job */
	bool stands;
	/* what the asker may see, of everybody */
	const struct ft_visibility *visibility;
	bool sees_jobs, sees_usage;
};
/*
 * Load the cluster of SESSION (borrowed), with the job WORD (NULL none) even if it
 * ended long ago, or all those that did, which ft_why_find_blame needs; to be closed
 * even on failure.
 */
enum ft_status ft_why_open(struct ft_why *why, struct ft_session *session,
    const char *word, bool all_jobs, struct ft_error *err);
void ft_why_close(struct ft_why *why);

/* ---- a job ------------------------------------------------------------------ */

#define FT_WHY_JOB_SCHEMA "fairtree.why-job/1"

/* Returns whether WORD is the ID of a job as lists print it: 12, 12_3,
 * 12_[1-3]. */
bool ft_why_is_job(const char *word);
/*
 * Answer why the job WORD waits; *job is to be freed.  help: also what would
 * help, tried on copies of the cluster, so the store must not change meanwhile.
 * FT_ENOENT: there is no such job, or the asker may not see it.
 */
struct ft_why_job;
struct ft_why_limits; /* see below */
enum ft_status ft_why_ask_job(struct ft_why *why, const char *word, bool help,
    struct ft_why_job **job, struct ft_error *err);
void ft_why_job_free(struct ft_why_job *job);
/* Simulate when JOB starts; page and document then say so.  It takes a second or
 * more, and the store must not change meanwhile. */
enum ft_status ft_why_forecast(struct ft_why_job *job, struct ft_error *err);
/* The same step by step, for who does more meanwhile: *forecaster is JOB's, NULL if
 * it cannot be forecast, or that would take too long.  The page says nothing of it
 * before it is done. */
struct ft_forecaster;
enum ft_status ft_why_begin_forecast(struct ft_why_job *job,
    struct ft_forecaster **forecaster, struct ft_error *err);
/* Simulate when JOB starts with other accounts, partitions, limits and sizes, in
 * the same way.  FT_EINVAL: it does not wait, or is held. */
enum ft_status ft_why_try_alternatives(
    struct ft_why_job *job, struct ft_error *err);
/* Split the wait of JOB among the accounts that made it wait; many of them: over
 * ORDERS random orders (sim/forecast/blame.h).  FT_EINVAL: it is still to be
 * submitted, or cannot be simulated; FT_EPERM: PrivateData hides what this needs. */
enum ft_status ft_why_find_blame(
    struct ft_why_job *job, uint32_t orders, struct ft_error *err);
/* thing: a struct ft_why_job */
void ft_why_job_page(void *thing, struct ft_page *page);
void ft_why_job_document(void *thing, struct ft_doc *doc);

/* Returns its limits; none if it is over. */
const struct ft_why_limits *ft_why_job_limits(const struct ft_why_job *job);

/* What a job is short of, from ft_shortage_find; everything is borrowed. */
struct ft_why_lack {
	const struct ft_world *world;
	const struct ft_visibility *visibility; /* hides names of nodes */
	const struct ft_shortage *lack;
	bool brief; /* for a list: what is free only where some of it is */
};
/* Append what it waits for by name: "4 CPUs on g2 and 2 GPUs on g1". */
void ft_why_add_lack(const struct ft_why_lack *lack, struct ft_str *str);

/* ---- limits ------------------------------------------------------------------ */

/* The limits of one more QOS that a user may name, or of a partition's QOS. */
struct ft_why_more {
	size_t from;                          /* in rooms, up to the next */
	uint32_t qos;                         /* id */
	const struct ft_partition *partition; /* whose QOS it is; NULL: none */
};

/* All limits that apply to a job, or to the jobs of an association. */
struct ft_why_limits {
	struct ft_why *why;
	const struct ft_job *job; /* that waits or runs; NULL: none of them */
	uint32_t node;            /* of the tree: the association */
	uint32_t qos;             /* id, 0 none */
	const struct ft_partition *partition; /* NULL: none */

	struct ft_policy_room *room;
	size_t n, cap;
	size_t n_usual; /* the first ones: of its jobs as they are; the rest if
	                   it names other QOS or partitions, */
	struct ft_why_more *more; /* [n_more] in order of `from` */
	size_t n_more, more_cap;
	uint32_t only; /* while it is filled: no QOS but this; 0: all */
	size_t first;  /* index of the one that bites first; SIZE_MAX: none */
};
/* Fill LIMITS for JOB in PARTITION (an index). */
void ft_why_ask_job_limits(struct ft_why_limits *limits, struct ft_why *why,
    const struct ft_job *job, uint32_t partition);
/* Fill LIMITS for the association of that id: a user's, as its jobs without
 * options meet them, and those of other QOS and partitions that it may use; or an
 * account's.  FT_ENOENT: there is none. */
enum ft_status ft_why_ask_limits(struct ft_why_limits *limits,
    struct ft_why *why, uint32_t id, struct ft_error *err);
void ft_why_limits_free(struct ft_why_limits *limits);
/* Add the one that bites first, as a sentence, then all of them; nothing if there
 * are none. */
void ft_why_limits_page(
    const struct ft_why_limits *limits, struct ft_page *page);
/* The same as the list "limits". */
void ft_why_limits_document(
    const struct ft_why_limits *limits, struct ft_doc *doc);

/* ---- weights and shares ------------------------------------------------------ */

/* What LINT was run over: a cluster and its shares, borrowed. */
struct ft_why_lint {
	struct ft_why *why;
	const struct ft_load *data;
	const struct ft_names_set *names;

	struct ft_tie_rules rules;
	struct ft_lint_input in;
	struct ft_lint lint;
};
/* Fill LINT from its first three members; to be freed even on failure.
 * FT_EPERM: PrivateData hides what it needs. */
enum ft_status ft_why_ask_lint(struct ft_why_lint *lint, struct ft_error *err);
void ft_why_lint_free(struct ft_why_lint *lint);

#endif
