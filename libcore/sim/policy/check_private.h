/*
 * check_private.h - a question to the limits, and the tests that answer it.
 *
 * ask.c has the tables of tests, check.c runs them.
 */
#ifndef FT_SIM_POLICY_CHECK_PRIVATE_H
#define FT_SIM_POLICY_CHECK_PRIVATE_H

#include "sim/policy/private.h"

/* A question to the limits about one job. */
struct ft_policy_check {
	struct ft_world *world;
	struct ft_policy *policy;
	const struct ft_job *job;
	struct ft_policy_place place;
	uint32_t count;       /* of tasks to be submitted */
	bool strict;          /* DenyOnLimit: refuse what could never start */
	bool alone;           /* as if no other job ran or had run */
	const uint64_t *tres; /* requested, by TRES index */
	int64_t minutes;      /* time limit; < 0 not known */
	double factor;        /* of TRES-minutes: UsageFactorSafe */
	struct ft_policy_block *block; /* out: the limit that stops it; NULL */
};

/*
 * A QOS or an association whose limits apply, as ft_policy_next walks them.
 * All zero: before the first.
 */
struct ft_policy_holder {
	unsigned turn; /* of the walk: 0 and 1 the two QOS, 2 the limits of
	                  the job's association, 3 those it inherits, 4 above */
	bool assoc;
	bool own;    /* a QOS, or the job's own association */
	uint32_t at; /* QOS index, tree node */
	const struct ft_policy_limits *limits;
	const struct ft_policy_count *count;
};

/* The reason depends on the kind of resource: columns of a row of reasons. */
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
/* [0] the reasons for a limit of a QOS, [1] of an association. */
typedef enum ft_job_reason ft_policy_reasons[2][FT_POLICY_COLUMNS];

/* Whose use counts against the limit. */
enum ft_policy_whose {
	FT_POLICY_HOLDER, /* everybody's in the QOS or below the association */
	FT_POLICY_USER,   /* the job's, in the QOS */
	FT_POLICY_ACCOUNT
};

/* What is compared with the limit; minutes are TRES-minutes. */
enum ft_policy_measure {
	FT_POLICY_HELD,      /* TRES in use, and what the job adds */
	FT_POLICY_SPENT,     /* minutes used; with Safe, and reserved ones */
	FT_POLICY_PROMISED,  /* minutes running jobs reserve, and its own */
	FT_POLICY_ASKED,     /* TRES it requests */
	FT_POLICY_LEAST,     /* the same; the limit is a minimum */
	FT_POLICY_PER_NODE,  /* TRES on each of its nodes */
	FT_POLICY_MINUTES,   /* TRES x its time limit */
	FT_POLICY_JOBS,      /* running jobs */
	FT_POLICY_SUBMITTED, /* jobs in the queue, the new ones included */
	FT_POLICY_ACCRUING,  /* pending jobs that gain age */
	FT_POLICY_PRIORITY,  /* its priority; the limit is a minimum */
	FT_POLICY_WALL,      /* group wall time used, minutes */
	FT_POLICY_TIME       /* its time limit, minutes */
};

/* One test of a table in ask.c. */
struct ft_policy_test {
	uint16_t kind;
	enum ft_policy_whose whose;
	enum ft_policy_measure measure;
	const ft_policy_reasons *tres; /* NULL: one reason for all */
	enum ft_job_reason reason[2];  /* of a QOS, of an association */
	bool own;    /* skip associations above the job's own */
	bool strict; /* of a submission: only with DenyOnLimit */
};

/* The tables of ask.c; the first two are of starts. */
enum {
	FT_POLICY_TABLE_COUNTS,
	FT_POLICY_TABLE_TRES,
	FT_POLICY_STARTS,
	FT_POLICY_TABLE_SUBMIT = FT_POLICY_STARTS,
	FT_POLICY_TABLE_ACCRUE,
	FT_POLICY_TABLE_RESERVE,
	FT_POLICY_TABLES
};
struct ft_policy_table {
	const struct ft_policy_test *test;
	size_t n;
};
extern const struct ft_policy_table ft_policy_tables[FT_POLICY_TABLES];

/*
 * Whether the QOS at place.qos[I] enforces a UsageThreshold: *least, and the fair
 * SHARE of the job that is compared with it.
 */
bool ft_policy_threshold(
    const struct ft_policy_check *check, int i, double *least, double *share);
/* Go on to the next that sets limits which apply: the two QOS, the job's
 * association, what that inherits, the associations above it; false: there are no
 * more. */
bool ft_policy_next(
    const struct ft_policy_check *check, struct ft_policy_holder *holder);
/* Returns whether a QOS before HOLDER hides its LIMIT. */
bool ft_policy_is_hidden(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_limit *limit);
/* Returns whether HOLDER sets a limit of KIND (a count or a time) that no QOS
 * before it hides; then *value. */
bool ft_policy_limited(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, uint16_t kind, uint64_t *value);
/* Returns the counters that TEST compares. */
const struct ft_policy_count *ft_policy_count_of(
    const struct ft_policy_check *check, const struct ft_policy_holder *holder,
    const struct ft_policy_test *test);
/* Returns TRES-seconds used of TRES index WHAT, or wall seconds for -1. */
ft_real ft_policy_booked(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, int what);
/* Returns LIMIT of HOLDER, which TEST compares; used and asked are 0. */
struct ft_policy_block ft_policy_block_of(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    const struct ft_policy_limit *limit);
/* Fill BLOCK with it, used and asked included; returns the reason if the job is
 * over it, else NONE. */
enum ft_job_reason ft_policy_weigh(const struct ft_policy_check *check,
    const struct ft_policy_holder *holder, const struct ft_policy_test *test,
    const struct ft_policy_limit *limit, struct ft_policy_block *block);
/* Returns the reason of the first of N tests that fails, NONE if none does. */
enum ft_job_reason ft_policy_run_tests(const struct ft_policy_check *check,
    const struct ft_policy_test *test, size_t n);

#endif
