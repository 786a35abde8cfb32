/*
 * check_private.h - a question to the limits, and the tests that answer it.
 */
#ifndef FT_SIM_POLICY_CHECK_PRIVATE_H
#define FT_SIM_POLICY_CHECK_PRIVATE_H

#include "sim/policy/policy.h"
#include "sim/policy/internal.h"

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

/* One who sets limits: a QOS, or an association.  All zero: none yet. */
struct ft_policy_holder {
	unsigned turn; /* of ft_policy_next: QOS that come before it, at most
	                  two; then what of the job's association was had */
	bool assoc;
	bool own;    /* association of the job, not one above it */
	uint32_t at; /* QOS index, tree node */
	const struct ft_policy_limits *limits;
	const struct ft_policy_count *count;
};

/* Columns of a row of reasons: what kind of resource it is. */
enum ft_policy_column {
	FT_POLICY_CPU,
	FT_POLICY_MEM,
	FT_POLICY_NODES,
	FT_POLICY_BILLING,
	FT_POLICY_GRES,
	FT_POLICY_LICENSE,
	FT_POLICY_UNKNOWN,
	FT_POLICY_COLUMNS
};
/* Of a QOS, of an association. */
typedef enum ft_job_reason ft_policy_reasons[2][FT_POLICY_COLUMNS];

/* Whose use counts. */
enum ft_policy_whose {
	FT_POLICY_HOLDER,
	FT_POLICY_USER, /* the job's, in the QOS */
	FT_POLICY_ACCOUNT
};

/* What is compared with the limit. */
enum ft_policy_measure {
	FT_POLICY_HELD,      /* TRES in use, and what the job takes more */
	FT_POLICY_SPENT,     /* TRES minutes booked; Safe: and promised */
	FT_POLICY_PROMISED,  /* TRES minutes of those that run, and its own */
	FT_POLICY_ASKED,     /* TRES it asks for */
	FT_POLICY_LEAST,     /* the same, but the limit is the least */
	FT_POLICY_PER_NODE,  /* of each node */
	FT_POLICY_MINUTES,   /* for all its time */
	FT_POLICY_JOBS,      /* that run */
	FT_POLICY_SUBMITTED, /* with those that come */
	FT_POLICY_ACCRUING,
	FT_POLICY_WALL, /* group wall time booked */
	FT_POLICY_TIME  /* the time limit */
};

/* One test.  Those of own are not made of associations above the job's. */
struct ft_policy_test {
	uint16_t kind;
	enum ft_policy_whose whose;
	enum ft_policy_measure measure;
	const ft_policy_reasons *tres; /* NULL: one reason for all */
	enum ft_job_reason reason[2];  /* of a QOS, of an association */
	bool own;
	bool strict; /* of submissions: only if DenyOnLimit */
};

/* The next who sets limits that count: each QOS, the job's association, what
 * that inherits, those above it; false: there are no more. */
bool ft_policy_next(
    const struct ft_policy_check *check, struct ft_policy_holder *holder);
/* The limit of KIND, a count or a time, that HOLDER sets; true, *value. */
bool ft_policy_limited(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint64_t *value);
/* Whose use TEST looks at. */
const struct ft_policy_count *ft_policy_count_of(
    const struct ft_policy_check *check, const struct ft_policy_holder *holder,
    const struct ft_policy_test *test);
/* Seconds booked of TRES index WHAT, -1: of wall time. */
ft_real ft_policy_booked(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, int what);
/* The first of N tests that somebody's limits do not pass; NONE. */
enum ft_job_reason ft_policy_run_tests(const struct ft_policy_check *check,
    const struct ft_policy_test *test, size_t n);

#endif
