/*
 * policy_check_int.h - a question to the limits, and the tests that answer it.
 */
#ifndef FT_SIM_POLICY_CHECK_INT_H
#define FT_SIM_POLICY_CHECK_INT_H

#include "sim/policy.h"
#include "sim/policy_int.h"

/* Rows of the table of reasons: what is limited. */
enum ft_policy_row {
	FT_POLICY_GRP,
	FT_POLICY_GRP_MINS,
	FT_POLICY_GRP_RUN_MINS,
	FT_POLICY_MAX,
	FT_POLICY_MAX_NODE,
	FT_POLICY_MAX_MINS,
	FT_POLICY_MIN,
	FT_POLICY_USER,
	FT_POLICY_ACCOUNT,
	FT_POLICY_ROWS
};

/* One question. */
struct ft_policy_check {
	struct ft_world *world;
	struct ft_policy *policy;
	const struct ft_job *job;
	struct ft_policy_place place;
	uint32_t count;       /* tasks; submission only */
	bool strict;          /* refuse what could never start */
	bool alone;           /* this job, without those that run or ran */
	const uint64_t *tres; /* asked for */
	int64_t minutes;      /* limit; < 0 not known */
	double factor;        /* for minutes, of a QOS with UsageFactorSafe */
	struct ft_policy_block *block; /* filled if a limit says no; NULL */
};

/* One who sets limits: the N-th QOS, or an association. */
struct ft_policy_holder {
	int qos;     /* 0, 1; 2: an association */
	bool own;    /* association of the job, not one above it */
	uint32_t at; /* QOS index, tree node */
	const struct ft_policy_limits *limits;
	const struct ft_policy_count *count;
};

/* What is compared with a count or a time. */
enum ft_policy_against {
	FT_POLICY_AGAINST_TRES,      /* row of resources() */
	FT_POLICY_AGAINST_JOBS,      /* running jobs of the holder */
	FT_POLICY_AGAINST_SUBMITTED, /* of the holder, with those that come */
	FT_POLICY_AGAINST_USER,      /* running, of the user in the QOS */
	FT_POLICY_AGAINST_ACCOUNT,
	FT_POLICY_AGAINST_USER_SUBMITTED,
	FT_POLICY_AGAINST_ACCOUNT_SUBMITTED,
	FT_POLICY_AGAINST_WALL, /* group wall time booked */
	FT_POLICY_AGAINST_LIMIT /* the time limit */
};

/* One test.  Those of own are not made of associations above the job's. */
struct ft_policy_test {
	uint16_t kind;
	enum ft_policy_against against;
	enum ft_policy_row row;
	enum ft_job_reason qos, assoc;
	bool own;
	bool strict; /* of submissions: only if DenyOnLimit */
};

/* The limits of the I-th QOS, NULL if there is none. */
const struct ft_policy_limits *ft_policy_qos_limits(
    const struct ft_policy_check *check, int i);
/* The limit of KIND, a count or a time, that HOLDER sets; true, *value. */
bool ft_policy_limited(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint64_t *value);
/* The first of N tests that HOLDER's limits do not pass; NONE. */
enum ft_job_reason ft_policy_run_tests(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    size_t n);

#endif
